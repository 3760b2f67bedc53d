// Names of rules, positions and plies as text. The solver checks what is legal, and reads what people
// write.



// Returns the parts of a variant's name as the solver prints it, such as
// `58-sppp+4x4+knight+no-centre+points`. Drawn goals are called `own`.
export function parseVariant(name) {
  const [first, ...words] = name.replace(/^@/, "").split("+");
  const [goals, plan = ""] = first.split("-");
  const options = { step: "king", noCentre: false, pass: false, scoring: "" };
  const variant = { goals, plan, width: 5, height: 5, ...options };
  for (const word of words) {
    const size = /^(\d)x(\d)$/.exec(word);
    if (size) [variant.width, variant.height] = [Number(size[1]), Number(size[2])];
    else if (word === "no-centre") variant.noCentre = true;
    else if (word === "pass") variant.pass = true;
    else if (word === "points" || word === "pips") variant.scoring = word;
    else variant.step = word;
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
export function hasCentre({ width, height }) {
  return width % 2 === 1 && height % 2 === 1;
}

export function other(side) {
  return side === "black" ? "red" : "black";
}

/** The circles of a board. */
export function circlesOf({ width, height }) {
  return Array.from({ length: width * height }, (_, index) => index + 1);
}

/** The column and the row of a circle, from 0. */
export function placeOf(circle, { width }) {
  return [(circle - 1) % width, Math.floor((circle - 1) / width)];
}

/** An empty board. A cell is null or `{ side, pips }`; pips are 0 if pieces have none. */
export function emptyPosition({ width, height }) {
  return { cells: Array(width * height).fill(null), turn: "black" };
}

/** The number of pieces of each side. */
export const PIECES = 4;

export function pieceCount({ cells }, side) {
  return cells.filter((cell) => cell && (!side || cell.side === side)).length;
}

export function isDropPhase(position) {
  return pieceCount(position) < 2 * PIECES;
}

/** Parses rows such as `5/1b1br/1brb1/1r1r1/5 b`. Returns null if they do not fit the board. */
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

export function isSameCell(one, two) {
  return one?.side === two?.side && one?.pips === two?.pips;
}

export function isSamePosition(one, two) {
  return one.turn === two.turn
    && one.cells.every((cell, index) => isSameCell(cell, two.cells[index]));
}

export function formatRows({ cells, turn }, { width }) {
  const lines = [];
  const letters = cells.map((cell) => (cell ? cell.side[0] + (cell.pips || "") : " "));
  for (let start = 0; start < cells.length; start += width) {
    const line = letters.slice(start, start + width).join("");
    lines.push(line.replace(/ +/g, (run) => run.length));
  }
  return `${lines.join("/")} ${turn[0]}`;
}

/** Formats a position in circles: `b:7,9,12,14 r:10,13,17,19 b`. */
export function formatCircles({ cells, turn }) {
  const text = ({ pips }, index) => `${index + 1}${pips ? `=${pips}` : ""}`;
  function list(side) {
    const own = cells.flatMap((cell, index) => (cell?.side === side ? [text(cell, index)] : []));
    return own.join(",");
  }
  return `b:${list("black")} r:${list("red")} ${turn[0]}`;
}

/** Parses a position in circles. Returns null for every other text. */
export function parseCircles(text, board) {
  const form = /^b:([\d,=]*)\s+r:([\d,=]*)(?:\s+([br]))?$/.exec(text.trim());
  if (!form) return null;
  const position = emptyPosition(board);
  for (const [side, list] of [["black", form[1]], ["red", form[2]]]) {
    for (const item of list.split(",").filter(Boolean)) {
      const [circle, pips = 0] = item.split("=").map(Number);
      // Null is an empty circle, undefined is not on this board.
      if (position.cells[circle - 1] !== null) return null;
      position.cells[circle - 1] = { side, pips };
    }
  }
  const [black, red] = ["black", "red"].map((side) => pieceCount(position, side));
  const dropper = black > red ? "red" : "black";
  const next = black + red < 2 * PIECES ? dropper : null;
  const turn = { b: "black", r: "red" }[form[3]] ?? next;
  return turn && { ...position, turn };
}

/** Returns the parts of a ply such as `14-8`, `13`, `13=4` or `pass 13`. */
export function parsePly(ply) {
  const text = ply.replace(/^pass /, "");
  const [from, to] = text.split("-");
  if (to) return { from: Number(from), to: Number(to), pips: 0 };
  const [circle, pips = 0] = text.split("=").map(Number);
  return { from: null, to: circle, pips };
}

/** Returns the position after a legal ply. */
export function after(position, ply) {
  const { from, to, pips } = parsePly(ply);
  const cells = [...position.cells];
  if (from) {
    cells[to - 1] = cells[from - 1];
    cells[from - 1] = null;
  } else cells[to - 1] = { side: position.turn, pips };
  return { cells, turn: other(position.turn) };
}

/** Whether a text has the form of a ply on any board. */
export function isPlyText(ply) {
  return /^(pass )?\d{1,3}(=[1-4]|-\d{1,3})?$/.test(ply);
}

/** Whether a ply can be drawn on a board. The solver checks whether it is legal. */
export function isPlyOf(position, ply) {
  if (!isPlyText(ply)) return false;
  const { from, to } = parsePly(ply);
  const { cells, turn } = position;
  return cells[to - 1] === null && (from === null || cells[from - 1]?.side === turn);
}

/** Returns a position whose cell at column x and row y comes from the index `source(x, y)`. */
function moved({ cells, turn }, { width }, source) {
  const from = (_, index) => cells[source(index % width, Math.floor(index / width))];
  return { cells: cells.map(from), turn };
}

/** Returns a position rotated by 90 degrees, or by 180 if the board is not square. */
export function turned(position, board) {
  const { width, height } = board;
  return width === height
    ? moved(position, board, (x, y) => (height - 1 - x) * width + y)
    : moved(position, board, (x, y) => (height - 1 - y) * width + (width - 1 - x));
}

/** Returns a position mirrored left to right. */
export function mirrored(position, board) {
  return moved(position, board, (x, y) => y * board.width + (board.width - 1 - x));
}

/** Returns a position with colours and side to move swapped. */
export function swapped({ cells, turn }) {
  return {
    cells: cells.map((cell) => cell && { ...cell, side: other(cell.side) }),
    turn: other(turn),
  };
}

/** Returns points in all eight orientations. */
function orientations(points) {
  const quarters = [points];
  while (quarters.length < 4) quarters.push(quarters.at(-1).map(([x, y]) => [-y, x]));
  return [...quarters, ...quarters.map((list) => list.map(([x, y]) => [-x, y]))];
}

// Returns the goals with the shape of four circles as lists of ascending circles. With `everywhere`
// it is placed wherever it fits, with `turn` in all eight orientations, too.
export function placements(circles, board, everywhere, turn) {
  const { width, height } = board;
  const ascending = (numbers) => numbers.sort((a, b) => a - b);
  if (!everywhere) return [ascending([...circles])];
  const shape = circles.map((circle) => placeOf(circle, board));
  const found = new Map();
  for (const points of turn ? orientations(shape) : [shape]) {
    const [left, top] = [0, 1].map((axis) => Math.min(...points.map((point) => point[axis])));
    for (const corner of circlesOf(board)) {
      const [column, row] = placeOf(corner, board);
      const goal = points.map(([x, y]) => [x - left + column, y - top + row]);
      if (goal.some(([x, y]) => x >= width || y >= height)) continue;
      const numbers = ascending(goal.map(([x, y]) => y * width + x + 1));
      found.set(numbers.join("."), numbers);
    }
  }
  return [...found.values()];
}
