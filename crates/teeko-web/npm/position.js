// Positions to play from. The solver knows the rules; its answers have the moves.

import { TeekoError } from "./error.js";

/** Moves by their circles: 9 before 13, 14-8 before 14-13. */
const inCircleOrder = (one, other) => one.localeCompare(other, "en", { numeric: true });

/** A position of a game. */
export class Position {
  #game;
  #cell;

  /** `answer` is that to the question about the position, `moves` has its moves. */
  constructor(game, { variant, position, turn, phase, winner }, moves) {
    this.#game = game;
    // Only with pips a number after a piece is its own; else it counts empty cells.
    this.#cell = /\+pips\b/.test(variant) ? /[br]\d|\d/g : /[br]|\d/g;
    this.text = position;
    this.turn = turn;
    this.phase = phase;
    this.isOver = phase === "over";
    this.winner = this.isOver ? winner : null;
    // A pass is not a move: the side to move has the same moves after it.
    this.legalMoves = moves.map(({ move }) => move).filter((move) => move !== "pass");
    this.legalMoves.sort(inCircleOrder);
  }

  /** Rows of cells: `b`, `r` or a space; with pips `b4`. */
  get board() {
    const rows = this.text.split(" ")[0].split("/");
    const cells = (part) => (/^\d/.test(part) ? Array(Number(part)).fill(" ") : [part]);
    return rows.map((row) => row.match(this.#cell).flatMap(cells));
  }

  play(moves, options = {}) {
    return this.#game.position({ moves, from: this.text }, options);
  }

  toString() {
    return this.text;
  }
}

/**
 * Returns the parameters of a position: a `Position`, a text in any notation, `{ position }`, or
 * `{ moves, from }`, moves from a position or the empty board.
 */
export function placeOf(place) {
  if (typeof place === "string" || place instanceof Position) return { position: `${place}` };
  if (place === null || typeof place !== "object") {
    throw noPosition(place, "a text, a position, or an object with moves");
  }
  return place.from === undefined ? place : { ...place, from: `${place.from}` };
}

/** Returns the error for an argument that is none of what was expected. */
export const noPosition = (found, expected) =>
  new TeekoError({
    error: `position: expected ${expected}, found ${String(found).split("\n")[0]}`,
    code: "position",
    hint: 'positions are texts such as "b:13 r: r", or { moves: "13 12" }',
  });
