// Positions to play from. The solver knows the rules; its answers have the moves.

import { TeekoError } from "./error.js";

/** Moves by their circles: 9 before 13, 14-8 before 14-13. */
function inCircleOrder(one, other) {
  return one.localeCompare(other, "en", { numeric: true });
}

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

/** Returns the image of a move under one of the symmetries that `rules` lists. */
export function imageOf(move, symmetry) {
  return move.replace(/(?<!=)\d+/g, (circle) => symmetry[circle - 1]);
}

/**
 * Returns a text that is least for the canonical image: the occupied circles and the mover's, each
 * as a binary number, then where the numbered pieces are.
 */
function orderOf(cells, own) {
  const binary = (isOne) => cells.map((cell) => Number(isOne(cell))).reverse().join("");
  const pieces = ["b1", "b2", "b3", "b4", "r1", "r2", "r3", "r4"];
  const places = pieces.map((piece) => String(cells.indexOf(piece) + 1).padStart(2, "0"));
  return binary((cell) => cell !== " ") + binary((cell) => cell[0] === own) + places.join("");
}

/** Returns the images of a position under these symmetries, and the canonical one, as texts. */
export function imagesOf({ board, turn }, symmetries) {
  const [letter] = turn;
  const cells = board.flat();
  const all = symmetries.map((symmetry) => {
    const image = [];
    cells.forEach((cell, place) => (image[symmetry[place] - 1] = cell));
    const rows = board.map((row, number) => image.slice(number * row.length).slice(0, row.length));
    const texts = rows.map((row) => row.join("").replace(/ +/g, (gap) => gap.length));
    return { order: orderOf(image, letter), text: `${texts.join("/")} ${letter}` };
  });
  const canonical = all.reduce((least, image) => (image.order < least.order ? image : least)).text;
  return { images: all.map(({ text }) => text), canonical };
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

/** Returns the error for an unexpected argument. */
export function noPosition(found, expected) {
  return new TeekoError({
    error: `position: expected ${expected}, found ${String(found).split("\n")[0]}`,
    code: "position",
    hint: 'positions are texts such as "b:13 r: r", or { moves: "13 12" }',
  });
}
