// Names of rules, positions and plies as text. The solver checks what is legal.

// The parts of a variant's name as the solver prints it: `58-sppp+4x4+knight+no-centre+points`,
// with `own` for drawn goals.
export function parseVariant(name) {
  const [first, ...options] = name.replace(/^@/, "").split("+");
  const [goals, plan] = first.split("-");
  const variant = { goals, plan, width: 5, height: 5, step: "king", noCentre: false, pass: false, scoring: "" };
  for (const option of options) {
    const size = /^(\d)x(\d)$/.exec(option);
    if (size) [variant.width, variant.height] = [Number(size[1]), Number(size[2])];
    else if (option === "no-centre") variant.noCentre = true;
    else if (option === "pass") variant.pass = true;
    else if (option === "points" || option === "pips") variant.scoring = option;
    else variant.step = option;
  }
  return variant;
}

export function formatVariant({ goals, plan, width, height, step, noCentre, pass, scoring }) {
  const options = [
    width === 5 && height === 5 ? "" : `${width}x${height}`,
    step === "king" ? "" : step,
    noCentre ? "no-centre" : "",
    pass ? "pass" : "",
    scoring,
  ];
  return [`${goals}-${plan}`, ...options.filter(Boolean)].join("+");
}

/** Whether the board has a single circle in its middle. */
export const hasCentre = ({ width, height }) => width % 2 === 1 && height % 2 === 1;

export const other = (side) => (side === "black" ? "red" : "black");

/** An empty board: a cell is null or `{ side, pips }`, with pips 0 where pieces have none. */
export const emptyPosition = ({ width, height }) => ({ cells: Array(width * height).fill(null), turn: "black" });

/** The pieces of each side. */
export const PIECES = 4;

export const pieceCount = ({ cells }, side) => cells.filter((cell) => cell && (!side || cell.side === side)).length;

export const isDropPhase = (position) => pieceCount(position) < 2 * PIECES;

/** Reads rows such as `5/1b1br/1brb1/1r1r1/5 b`; null if the text is none of that board. */
export function parseRows(text, { width, height, scoring }) {
  const [rows, turn] = text.trim().split(/\s+/);
  const lines = rows.split("/");
  if (lines.length !== height || !/^[br]$/.test(turn ?? "")) return null;
  const cells = [];
  for (const line of lines) {
    const row = [];
    const tokens = line.match(scoring === "pips" ? /[br][1-4]?|\d/g : /[br]|\d/g) ?? [];
    for (const token of tokens) {
      if (/\d/.test(token[0])) row.push(...Array(Number(token)).fill(null));
      else row.push({ side: token[0] === "b" ? "black" : "red", pips: Number(token[1] ?? 0) });
    }
    if (row.length !== width || tokens.join("") !== line) return null;
    cells.push(...row);
  }
  return { cells, turn: turn === "b" ? "black" : "red" };
}

export function formatRows({ cells, turn }, { width }) {
  const lines = [];
  for (let start = 0; start < cells.length; start += width) {
    const line = cells.slice(start, start + width).map((cell) => (cell ? cell.side[0] + (cell.pips || "") : " "));
    // Runs of empty circles are counted; after the digit of a piece its run begins anew.
    lines.push(line.join("").replace(/ +/g, (run) => run.length));
  }
  return `${lines.join("/")} ${turn[0]}`;
}

/** The form for people: `b:7,9,12,14 r:10,13,17,19 b`. */
export function formatCircles({ cells, turn }) {
  const list = (side) =>
    cells.flatMap((cell, index) => (cell?.side === side ? [`${index + 1}${cell.pips ? `=${cell.pips}` : ""}`] : [])).join(",");
  return `b:${list("black")} r:${list("red")} ${turn[0]}`;
}

/** Reads the form for people with circle numbers; null for every other text. */
export function parseCircles(text, board) {
  const form = /^b:([\d,=]*)\s+r:([\d,=]*)(?:\s+([br]))?$/.exec(text.trim());
  if (!form) return null;
  const position = emptyPosition(board);
  for (const [side, list] of [["black", form[1]], ["red", form[2]]]) {
    for (const item of list.split(",").filter(Boolean)) {
      const [circle, pips = 0] = item.split("=").map(Number);
      if (!(circle >= 1 && circle <= position.cells.length) || position.cells[circle - 1]) return null;
      position.cells[circle - 1] = { side, pips };
    }
  }
  const [black, red] = ["black", "red"].map((side) => pieceCount(position, side));
  const turn = { b: "black", r: "red" }[form[3]] ?? (black + red === 2 * PIECES ? null : black > red ? "red" : "black");
  return turn && { ...position, turn };
}

/** A ply in parts: `14-8`, `13`, `13=4`, `pass 13`. */
export function parsePly(ply) {
  const text = ply.replace(/^pass /, "");
  const [from, to] = text.split("-");
  if (to) return { from: Number(from), to: Number(to), pips: 0 };
  const [circle, pips = 0] = text.split("=").map(Number);
  return { from: null, to: circle, pips };
}

/** The position after a ply that is legal. */
export function after(position, ply) {
  const { from, to, pips } = parsePly(ply);
  const cells = [...position.cells];
  if (from) {
    cells[to - 1] = cells[from - 1];
    cells[from - 1] = null;
  } else cells[to - 1] = { side: position.turn, pips };
  return { cells, turn: other(position.turn) };
}

/** Whether a ply can be drawn on a board: its circles exist. The solver checks whether it is legal. */
export function isPlyOf(position, ply) {
  if (!/^(pass )?\d+(=[1-4]|-\d+)?$/.test(ply)) return false;
  const { from, to } = parsePly(ply);
  const has = (circle) => circle >= 1 && circle <= position.cells.length;
  return has(to) && !position.cells[to - 1] && (!from || (has(from) && position.cells[from - 1]?.side === position.turn));
}

/** The circles of a board after a symmetry: for each cell the cell that comes there. */
function moved({ width, height }, source) {
  return Array.from({ length: width * height }, (_, index) => source(index % width, Math.floor(index / width)));
}

/** A position turned by a right angle; on boards that are not square by two. */
export function turned({ cells, turn }, board) {
  const { width, height } = board;
  const source = width === height ? moved(board, (x, y) => (height - 1 - x) * width + y) : moved(board, (x, y) => (height - 1 - y) * width + (width - 1 - x));
  return { cells: source.map((from) => cells[from]), turn };
}

/** A position mirrored left to right. */
export function mirrored({ cells, turn }, board) {
  return { cells: moved(board, (x, y) => y * board.width + (board.width - 1 - x)).map((from) => cells[from]), turn };
}

/** A position with colours and side to move swapped. */
export function swapped({ cells, turn }) {
  return { cells: cells.map((cell) => cell && { ...cell, side: other(cell.side) }), turn: other(turn) };
}

// A goal of four circles (from 1) as lists of ascending circles: with `everywhere` wherever its
// shape fits, with `turn` in all eight orientations too.
export function placements(circles, { width, height }, everywhere, turn) {
  const ascending = (numbers) => numbers.sort((a, b) => a - b);
  if (!everywhere) return [ascending([...circles])];
  const shape = circles.map((circle) => [(circle - 1) % width, Math.floor((circle - 1) / width)]);
  const quarter = (points) => points.map(([x, y]) => [-y, x]);
  const quarters = [0, 1, 2].reduce((all) => [...all, quarter(all.at(-1))], [shape]);
  const shapes = turn ? quarters.flatMap((points) => [points, points.map(([x, y]) => [-x, y])]) : [shape];
  const found = new Map();
  for (const points of shapes) {
    const [left, top] = [0, 1].map((axis) => Math.min(...points.map((point) => point[axis])));
    for (let corner = 0; corner < width * height; corner++) {
      const goal = points.map(([x, y]) => [x - left + (corner % width), y - top + Math.floor(corner / width)]);
      if (goal.some(([x, y]) => x >= width || y >= height)) continue;
      const numbers = ascending(goal.map(([x, y]) => y * width + x + 1));
      found.set(numbers.join("."), numbers);
    }
  }
  return [...found.values()];
}
