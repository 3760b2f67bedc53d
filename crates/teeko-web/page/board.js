// The board: an SVG whose every circle is a button.

import { draw } from "./dom.js";
import { changed, choose, chooser, game, movesTo, position, showsValues, state } from "./game.js";
import { isDropPhase, parsePly } from "./notation.js";
import { circleLabel, valueSign } from "./strings.js";

const CELL = 20;

/** The circle that the user has selected: one with a piece to slide, or one to slide to. */
export const held = { circle: null };

export const centreOf = (circle, { width }) => {
  const index = circle - 1;
  return [(index % width) * CELL + CELL / 2, Math.floor(index / width) * CELL + CELL / 2];
};

/** An empty circle with its number and the area that reacts to clicks. */
export function emptyCircle(circle, board) {
  const [x, y] = centreOf(circle, board);
  return [
    draw("circle", { class: "area", cx: x, cy: y, r: CELL / 2 }),
    draw("circle", { class: "hole", cx: x, cy: y, r: 6.6 }),
    draw("text", { class: "number", x: x - 8.6, y: y - 6.4 }, String(circle)),
  ];
}

/** The background of a board: wood, and lines between neighbouring circles. */
export function ground(board) {
  const [width, height] = [board.width * CELL, board.height * CELL];
  const half = CELL / 2;
  const lines = [];
  for (let x = 0; x < board.width; x++) lines.push(`M${x * CELL + half} ${half}V${height - half}`);
  for (let y = 0; y < board.height; y++) lines.push(`M${half} ${y * CELL + half}H${width - half}`);
  for (let y = 0; y + 1 < board.height; y++) {
    for (let x = 0; x + 1 < board.width; x++) {
      const [left, top] = [x * CELL + half, y * CELL + half];
      lines.push(`M${left} ${top}l${CELL} ${CELL}M${left + CELL} ${top}l${-CELL} ${CELL}`);
    }
  }
  const around = (name, by, rx) => draw("rect",
    { class: name, x: -by, y: -by, width: width + 2 * by, height: height + 2 * by, rx });
  return [
    around("frame", 4, 5),
    around("ground", 1.5, 3),
    draw("path", { class: "lattice", d: lines.join("") }),
  ];
}

export const viewBox = (board) => `-4 -4 ${board.width * CELL + 8} ${board.height * CELL + 8}`;

/** A piece. Black's has one ring, Red's two: so the sides differ without colours, too. */
export function piece({ side, pips }, x, y) {
  return draw("g", { class: `piece ${side}` },
    draw("circle", { class: "body", cx: x, cy: y, r: 7.6 }),
    draw("circle", { class: "ring", cx: x, cy: y, r: 6 }),
    side === "red" && !pips && draw("circle", { class: "ring", cx: x, cy: y, r: 3.4 }),
    pips ? draw("text", { class: "pips", x, y: y + 2.4 }, String(pips)) : null);
}

/** A value as a sign and a number, on a background of its own. */
function chip(value, x, y, small) {
  const text = valueSign(value);
  const size = small ? 3.5 : 7.2;
  const half = 1.3 + text.length * 0.95;
  const scale = text.length > 3 ? 0.65 : text.length > 2 ? 0.8 : 1;
  return draw("g", { class: `chip ${value.outcome}${small ? " small" : ""}` },
    small
      ? draw("rect", { x: x - half, y: y - 2.3, width: 2 * half, height: 4.6, rx: 2.3 })
      : draw("circle", { cx: x, cy: y, r: 6.6 }),
    draw("text", { x, y: y + size * 0.35, "font-size": size * scale }, text),
    !small && value.score
      ? draw("text", { class: "plies", x, y: y + 5.6, "font-size": 3 }, `in ${value.dtw}`)
      : null);
}

// The value on a circle: that of the best move to it or, once a piece or circle is selected, of
// the move between the two.
function valueOn(circle) {
  if (game.answer?.phase === "over" || !game.answer) return null;
  const moves = game.answer.moves;
  if (held.circle === null || isDropPhase(position())) return movesTo(circle)[0] ?? null;
  const between = moves.filter(({ move }) => {
    const { from, to } = parsePly(move);
    return (from === held.circle && to === circle) || (to === held.circle && from === circle);
  });
  return between[0] ?? null;
}

/** Handles a click on a circle: selects, deselects or plays. */
export function activate(circle) {
  if (!game.answer || game.running || programsAct()) return;
  const cells = position().cells;
  if (isDropPhase(position())) {
    const moves = movesTo(circle);
    if (moves.length === 1) return choose(moves[0].move);
    if (moves.length > 1) held.circle = held.circle === circle ? null : circle;
  } else if (held.circle === circle) {
    held.circle = null;
  } else if (held.circle !== null && valueOn(circle)) {
    const { move } = valueOn(circle);
    held.circle = null;
    return choose(move);
  } else {
    const ends = game.answer.moves.map(({ move }) => parsePly(move));
    const slides = ends.some(({ from, to }) => from === circle || to === circle);
    const cell = cells[circle - 1];
    held.circle = slides && (cell === null || cell.side === chooser()) ? circle : null;
  }
  changed();
}

const programsAct = () => state[chooser()] > 0;

// Draws into the SVG with the id `board`. The element is kept, and so are its circles while the
// board has the same size.
export function drawBoard() {
  const svg = document.getElementById("board");
  const board = game.rules;
  const size = `${board.width}x${board.height}`;
  if (svg.dataset.size !== size) build(svg, board, size);
  const shows = showsValues() && game.answer !== null;
  const over = game.answer?.phase === "over";
  const allSlides = shows && !over && !isDropPhase(position()) && held.circle === null;
  const slides = allSlides ? game.answer.moves.map(slideChip) : [];
  svg.querySelector(".slides").replaceChildren(...slides);
  svg.querySelector(".marks").replaceChildren(...marks(board));
  for (const cell of svg.querySelectorAll("[data-circle]")) drawCircle(cell, shows);
}

function build(svg, board, size) {
  svg.dataset.size = size;
  svg.setAttribute("viewBox", viewBox(board));
  const cell = (circle) => draw("g", {
    role: "gridcell", class: "circle", tabindex: circle === 1 ? 0 : -1,
    "data-circle": circle, "data-key": `circle ${circle}`,
  });
  const rows = Array.from({ length: board.height }, (_, y) =>
    draw("g", { role: "row" },
      Array.from({ length: board.width }, (_, x) => cell(y * board.width + x + 1))));
  const layer = (name) => draw("g", { class: name, "aria-hidden": "true" });
  svg.replaceChildren(...ground(board), layer("marks"), ...rows, layer("slides"));
}

function drawCircle(element, shows) {
  const circle = Number(element.dataset.circle);
  const [x, y] = centreOf(circle, game.rules);
  const cell = position().cells[circle - 1];
  const value = valueOn(circle);
  const visible = shows ? value : null;
  element.dataset.piece = cell?.side ?? "";
  const target = cell ? null : visible;
  for (const name of ["outcome", "dtw", "score"]) {
    const text = target?.[name] ?? null;
    if (text === null) delete element.dataset[name];
    else element.dataset[name] = text;
  }
  element.setAttribute("aria-label", circleLabel(circle, cell?.side, cell?.pips, visible));
  element.setAttribute("aria-selected", String(held.circle === circle));
  element.classList.toggle("held", held.circle === circle);
  element.classList.toggle("target", Boolean(value) && !visible);
  element.replaceChildren(
    ...emptyCircle(circle, game.rules),
    ...(cell ? [piece(cell, x, y)] : []),
    ...(visible ? [chip(visible, x, y, Boolean(cell))] : []),
    draw("circle", { class: "focus", cx: x, cy: y, r: 9 }));
}

/** The value of a slide, between its circles and near its piece. No two slides share that place. */
function slideChip(entry) {
  const { from, to } = parsePly(entry.move);
  const [[x, y], [toX, toY]] = [centreOf(from, game.rules), centreOf(to, game.rules)];
  const share = 8.6 / Math.hypot(toX - x, toY - y);
  return chip(entry, x + (toX - x) * share, y + (toY - y) * share, true);
}

/** Marks the last ply and the hint. */
function marks(board) {
  const found = [];
  const mark = (ply, name) => {
    const { from, to } = parsePly(ply);
    const [x, y] = centreOf(to, board);
    if (from) {
      const [fromX, fromY] = centreOf(from, board);
      found.push(draw("line", { class: `way ${name}`, x1: fromX, y1: fromY, x2: x, y2: y }));
    }
    found.push(draw("circle", { class: `place ${name}`, cx: x, cy: y, r: 9.2 }));
  };
  if (state.at > 0 && state.at < game.positions.length) mark(state.plies[state.at - 1], "last");
  if (game.hint && game.hint !== "pass") mark(game.hint, "hint");
  return found;
}

/** A small board without controls: a position with its last ply. */
export function smallBoard(cells, board, attributes = {}) {
  const all = { class: "small-board", viewBox: viewBox(board), role: "img", ...attributes };
  return draw("svg", all, ground(board),
    cells.map((cell, index) => {
      const [x, y] = centreOf(index + 1, board);
      return cell ? piece(cell, x, y) : draw("circle", { class: "hole", cx: x, cy: y, r: 6.6 });
    }));
}
