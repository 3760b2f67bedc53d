// The board: an SVG whose every circle is a button. The pieces lie in a layer above the circles.

import { byId, draw, markValue } from "../dom.js";
import {
  changed, choose, game, objectTo, personActs, position, showsValues, state, winningFour,
} from "../game/game.js";
import { circlesOf, isDropPhase, parsePly, placeOf } from "../rules/notation.js";
import { PIECE, badge, piece, placePieces, valueFace } from "./pieces.js";
import { goalLines, mistakeHere } from "./reasons.js";
import { isFirstSlide, movesTo } from "../game/play.js";
import { TEXTS, circleLabel, distance } from "../strings.js";

const CELL = 20;
/** The radius of a hollow. */
const HOLE = 6.7;
/** The number of best moves that arrows mark at most: more would hide the board. */
const MOST_ARROWS = 3;

/** The circle that the user has selected, and the one under the pointer. */
export const held = { circle: null, hovered: null };

export function centreOf(circle, board) {
  return placeOf(circle, board).map((place) => place * CELL + CELL / 2);
}

/** A hollow with the value of a move to it, if any, its number, and the area that takes clicks. */
export function emptyCircle(circle, board, value = null) {
  const [x, y] = centreOf(circle, board);
  return [
    draw("circle", { class: "area", cx: x, cy: y, r: CELL / 2 }),
    draw("circle", { class: "hole", cx: x, cy: y, r: HOLE }),
    value && chip(value, x, y, value.score ? 0.8 : HOLE / 4),
    draw("text", { class: "number", x, y: y + numberBelow(value) }, String(circle)),
  ].filter(Boolean);
}

/** How far the number of a circle is below its middle: a value takes the room there. */
function numberBelow(value) {
  if (!value) return 1.2;
  return value.score ? -2.6 : -2.2;
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
  function around(name, by, rx) {
    return draw("rect",
      { class: name, x: -by, y: -by, width: width + 2 * by, height: height + 2 * by, rx });
  }
  return [
    around("frame", 3.5, 4.5),
    around("ground", 1.5, 3),
    draw("path", { class: "lattice", d: lines.join("") }),
  ];
}

export function viewBox({ width, height }) {
  return `-3.5 -3.5 ${width * CELL + 7} ${height * CELL + 7}`;
}

/** A value that fills a hollow. Its text is so far below the middle. */
function chip(value, x, y, below = 0) {
  const face = valueFace(value, x, y, HOLE, below);
  if (value.score) {
    face.append(draw("text", { class: "plies", x, y: y + 5.4, "font-size": 2.4 },
      `≤ ${distance(value.dtw)}`));
  }
  return face;
}

/** Returns the move between two circles, in either order; null if there is none. */
function moveBetween(one, other) {
  const found = game.answer.moves.find(({ move }) => {
    const { from, to } = parsePly(move);
    return (from === one && to === other) || (to === one && from === other);
  });
  return found ?? null;
}

// The value on a circle: that of the best move to it or, once a piece or circle is selected, of
// the move between the two.
function valueOn(circle) {
  if (game.answer?.phase === "over" || !game.answer) return null;
  if (held.circle === null || isDropPhase(position())) return movesTo(circle)[0] ?? null;
  return moveBetween(held.circle, circle);
}

/** Whether a piece can slide from a circle. */
function slidesFrom(circle) {
  return game.answer?.moves.some(({ move }) => parsePly(move).from === circle) ?? false;
}

/** Whether the user can pick up the piece on a circle. */
export function isMovable(circle) {
  return personActs() && slidesFrom(circle);
}

/** The best move of the piece on a circle, or its move to the empty circle that is selected. */
function valueOfPiece(circle) {
  if (held.circle !== null && position().cells[held.circle - 1] === null) {
    return moveBetween(held.circle, circle);
  }
  return game.answer.moves.find(({ move }) => parsePly(move).from === circle) ?? null;
}

/** Whether a piece is selected, not the circle that one goes to. */
function holdsPiece() {
  return held.circle !== null && position().cells[held.circle - 1] !== null;
}

/** Whether an empty circle is selected, to which one of several pieces goes. */
export function waitsForPiece() {
  return held.circle !== null && !holdsPiece() && !isDropPhase(position()) && personActs();
}

/** Whether a piece is marked: it can slide to the selected circle, or for the first time. */
function isMarked(circle) {
  if (!isMovable(circle)) return false;
  if (waitsForPiece()) return moveBetween(held.circle, circle) !== null;
  return held.circle === null && isFirstSlide();
}

/** Says why nothing can be dropped on a circle, or nothing there can be selected. */
function objectionTo(circle) {
  const cell = position().cells[circle - 1];
  if (isDropPhase(position())) return cell ? TEXTS.taken(circle) : TEXTS.centreBanned;
  if (!cell) return `None of your pieces can slide to ${circle}.`;
  return cell.side === position().turn ? TEXTS.cannotSlide(circle) : TEXTS.notYours(cell.side);
}

/** Returns why the piece that is held cannot slide to a circle. */
function slideFault(circle) {
  if (position().cells[circle - 1]) return TEXTS.taken(circle);
  return TEXTS.noStep(held.circle, circle, game.rules.step);
}

/** Plays the slide to a circle if it is legal, or says why it is not. Returns whether it is. */
export function slideTo(circle) {
  if (held.circle === null || !game.answer || !personActs()) return false;
  const found = moveBetween(held.circle, circle);
  if (!found) {
    objectTo(slideFault(circle));
    return false;
  }
  game.objection = "";
  held.circle = null;
  choose(found.move);
  return true;
}

/** Selects a piece or the circle that one goes to. What cannot be selected is objected to. */
function select(circle) {
  const cell = position().cells[circle - 1];
  const isTarget = !cell && !holdsPiece() && movesTo(circle).length > 0;
  if (slidesFrom(circle) || isTarget) {
    held.circle = circle;
    game.objection = "";
    return;
  }
  // A selected piece stays selected, and the objection is to its slide.
  if (holdsPiece() && cell?.side !== position().turn) return;
  if (!holdsPiece()) held.circle = null;
  objectTo(objectionTo(circle));
}

/** Handles a click on a circle: selects, deselects or plays, or says why it cannot. */
export function activate(circle) {
  if (!personActs() || game.answer.moves.length === 0) return undefined;
  game.objection = "";
  if (isDropPhase(position())) {
    const moves = movesTo(circle);
    if (moves.length === 1) return choose(moves[0].move);
    if (moves.length > 1) held.circle = held.circle === circle ? null : circle;
    else objectTo(objectionTo(circle));
  } else if (held.circle === circle) held.circle = null;
  else if (slideTo(circle)) return undefined;
  else select(circle);
  return changed();
}

// Draws into the SVG with the id `board`. The element is kept, and so are its circles while the
// board has the same size.
export function drawBoard() {
  const svg = byId("board");
  const board = game.rules;
  const size = `${board.width}x${board.height}`;
  if (svg.dataset.size !== size) build(svg, board, size);
  svg.classList.toggle("acts", personActs());
  svg.dataset.turn = position().turn;
  const shows = showsValues() && game.answer !== null;
  svg.querySelector(".marks").replaceChildren(...marks(board));
  drawReasons();
  for (const cell of svg.querySelectorAll("[data-circle]")) drawCircle(cell, shows);
  const slides = shows && game.answer.phase === "slide";
  function badgeOf(circle) {
    if (!slides || (held.circle !== null && position().cells[held.circle - 1])) return null;
    const value = valueOfPiece(circle);
    return value && badge(value, Boolean(position().cells[circle - 1]?.pips));
  }
  placePieces(svg.querySelector(".pieces"), position().cells, {
    size, badgeOf, held: held.circle, won: winningFour(),
    last: game.editing ? undefined : lastPly() && parsePly(lastPly()).to,
    centre: (circle) => centreOf(circle, board),
    movable: isMovable, marked: isMarked,
  });
}

/** Moves the keyboard focus to a circle, or to the one that had it last. */
export function focusCircle(circle = null) {
  const cells = [...byId("board").querySelectorAll("[data-circle]")];
  const chosen = circle === null ? cells.find((cell) => cell.getAttribute("tabindex") === "0")
    : cells[circle - 1];
  for (const cell of cells) cell.setAttribute("tabindex", cell === chosen ? 0 : -1);
  chosen.focus({ preventScroll: true });
}

/** The circle in the middle, or up and to the left of it. */
function middleOf({ width, height }) {
  return Math.floor((height - 1) / 2) * width + Math.floor((width + 1) / 2);
}

function build(svg, board, size) {
  svg.dataset.size = size;
  svg.setAttribute("viewBox", viewBox(board));
  function cell(circle) {
    return draw("g", {
      role: "gridcell", class: "circle", tabindex: circle === middleOf(board) ? 0 : -1,
      "data-circle": circle, "data-key": `circle ${circle}`,
    });
  }
  const rows = Array.from({ length: board.height }, (_, y) =>
    draw("g", { role: "row" },
      Array.from({ length: board.width }, (_, x) => cell(y * board.width + x + 1))));
  const layer = (name) => draw("g", { class: name, "aria-hidden": "true" });
  svg.replaceChildren(svg.querySelector("defs"), ...ground(board), layer("goals"), layer("marks"),
    ...rows, layer("pieces"), layer("arrows"));
}

/** Whether the value on an empty circle is drawn: that of a drop, or of the piece in question. */
function shownOn(circle, shows) {
  if (!shows || !game.answer || position().cells[circle - 1]) return null;
  const preview = game.preview && parsePly(game.preview);
  if (isDropPhase(position())) return valueOn(circle);
  if (preview?.to === circle) return moveBetween(preview.from, circle);
  const from = held.circle ?? held.hovered;
  return from !== null && position().cells[from - 1] ? moveBetween(from, circle) : null;
}

function drawCircle(element, shows) {
  const circle = Number(element.dataset.circle);
  const [x, y] = centreOf(circle, game.rules);
  const cell = position().cells[circle - 1];
  const value = valueOn(circle);
  const target = cell || !shows ? null : value;
  element.dataset.piece = cell?.side ?? "";
  markValue(element, target);
  const visible = shownOn(circle, shows);
  const said = cell && shows && !isDropPhase(position()) ? valueOfPiece(circle) : target;
  element.setAttribute("aria-label", circleLabel(circle, cell?.side, cell?.pips, said));
  element.setAttribute("aria-selected", String(held.circle === circle));
  element.classList.toggle("held", held.circle === circle);
  element.classList.toggle("movable", isMovable(circle));
  const isTarget = personActs() && held.circle !== null && Boolean(value) && !cell;
  element.classList.toggle("target", isTarget);
  const takesPiece = !cell && personActs() && (isTarget || isDropPhase(position()));
  element.replaceChildren(
    ...emptyCircle(circle, game.rules, visible),
    ...(isTarget && !visible ? [draw("circle", { class: "dot", cx: x, cy: y, r: 2.2 })] : []),
    ...(takesPiece && movesTo(circle).length > 0
      ? [draw("circle", { class: "ghost", cx: x, cy: y, r: PIECE })] : []),
    draw("circle", { class: "focus", cx: x, cy: y, r: 9 }));
}

/** The ply before the present position, or undefined. */
function lastPly() {
  return state.at < game.positions.length ? state.plies[state.at - 1] : undefined;
}

/** Marks the last ply, the hint, and the move of the list under the pointer. */
function marks(board) {
  const found = [];
  function mark(ply, name) {
    const { from, to } = parsePly(ply);
    const [x, y] = centreOf(to, board);
    if (from) {
      const [fromX, fromY] = centreOf(from, board);
      found.push(draw("circle", { class: `origin ${name}`, cx: fromX, cy: fromY, r: HOLE + 0.6 }));
      if (name !== "last") {
        found.push(draw("line", { class: `way ${name}`, x1: fromX, y1: fromY, x2: x, y2: y }));
      }
    }
    if (name !== "last") {
      found.push(draw("circle", { class: `place ${name}`, cx: x, cy: y, r: PIECE + 0.7 }));
    }
  }
  const last = lastPly();
  if (last) mark(last, "last");
  if (game.hint && game.hint !== "pass") mark(game.hint, "hint");
  if (game.preview && game.preview !== "pass") mark(game.preview, "preview");
  return found;
}

/** An arrow along a slide, or a ring around the circle of a drop. */
function drawArrow(ply, name, board) {
  const { from, to } = parsePly(ply);
  const [x, y] = centreOf(to, board);
  const attributes = { class: `arrow ${name}`, "data-arrow": ply };
  if (!from) return draw("circle", { ...attributes, cx: x, cy: y, r: 8.4 });
  const [fromX, fromY] = centreOf(from, board);
  const length = Math.hypot(x - fromX, y - fromY);
  const angle = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI;
  return draw("path", {
    ...attributes, d: `M7 0H${length - 2.5}m-4-4l4 4l-4 4`,
    transform: `translate(${fromX} ${fromY}) rotate(${angle})`,
  });
}

/** A sign next to a circle: whether the move played there in a puzzle is right. */
function sign({ circle, kind }, board) {
  const [x, y] = centreOf(circle, board);
  return draw("g", { class: `verdict-sign ${kind}`, transform: `translate(${x + 6} ${y - 6})` },
    draw("circle", { r: 4 }), draw("text", { y: 2 }, kind === "wrong" ? "✗" : "✓"));
}

// Marks the verdict on a puzzle with the reply that refutes it, a mistake that was made here and
// what was better, or the best slides.
function arrows(board) {
  const { answer, judged } = game;
  if (game.editing || game.fault) return [];
  if (judged?.plies === state.plies && judged.at === state.at) {
    return [sign(judged, board), judged.reply && drawArrow(judged.reply, "bad", board)]
      .filter(Boolean);
  }
  const mistake = mistakeHere();
  const good = (moves) => moves.map((move) => drawArrow(move, "good", board));
  if (mistake) {
    return [drawArrow(mistake.move, "bad", board), ...good(mistake.better)];
  }
  if (!answer || !showsValues() || held.circle !== null || isDropPhase(position())) return [];
  const best = answer.moves.filter(({ optimal }) => optimal).map(({ move }) => move);
  return best.length > MOST_ARROWS ? [] : good(best);
}

/** Draws arrows and the lines of goals again, once more is known of the position. */
export function drawReasons() {
  const board = game.rules;
  byId("board").querySelector(".arrows").replaceChildren(...arrows(board));
  const lines = held.circle === null ? goalLines((circle) => centreOf(circle, board)) : [];
  byId("board").querySelector(".goals").replaceChildren(...lines);
}

// A small board without controls: a position and, where `answer` is given, its values as on the
// large one. With `numbered` the circles have their numbers.
export function smallBoard(cells, board, { answer = null, numbered, ...attributes } = {}) {
  const all = { class: "small-board", viewBox: viewBox(board), role: "img", ...attributes };
  const moves = answer?.moves ?? [];
  const drops = isDropPhase({ cells });
  function best(circle) {
    return moves.find(({ move }) => parsePly(move)[drops ? "to" : "from"] === circle);
  }
  return draw("svg", all, ground(board),
    numbered && circlesOf(board).map((circle) => emptyCircle(circle, board)),
    cells.map((cell, index) => {
      const [x, y] = centreOf(index + 1, board);
      const value = best(index + 1);
      if (!cell && value) return chip(value, x, y);
      if (!cell) return !numbered && draw("circle", { class: "hole", cx: x, cy: y, r: HOLE });
      return draw("g", { transform: `translate(${x} ${y})` }, piece(cell),
        value && badge(value, Boolean(cell.pips)));
    }));
}
