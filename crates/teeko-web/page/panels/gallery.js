// The variants of the gallery: what is special about each, and its result with best play.

import { SHAPES } from "../rules/goal_shapes.js";
import { parseVariant } from "../rules/notation.js";

const DRAW = "A draw with best play.";

/** The variants: name, what is special, result. */
const VARIANTS = [
  ["44-ssss", "The game that Scarne sold from 1952: rows and small squares.", DRAW],
  ["58-ssss", "Squares of every size count.", "Black wins in 7 moves (13 plies)."],
  ["44-pppp", "Your opponent points at the circle for each of your drops.", DRAW],
  ["44-ssss+4x4", "A small board for quick games.", DRAW],
  ["37e-ssss", "Squares of 3 × 3 with an empty middle instead of small ones.", DRAW],
  ["64-ssss", "Tilted squares count, too.", "Black wins in 6 moves (11 plies)."],
  ["44-ssss+no-centre+pips", "The edition of 1964: numbered pieces, for points.", DRAW],
  ["28-ssss", "Rows only: hard to win.", DRAW],
  ["44-ssss+knight", "Pieces move like a knight in chess.", "Black wins in 5 moves (9 plies)."],
  ["44-ssss+teleport", "Pieces move to any empty circle.", "Black wins in 5 moves (9 plies)."],
  ["44-ssss+orthogonal", "Pieces slide along rows and columns only.", DRAW],
  ["58-ssss+points", "Rare shapes score more points.", "Black forces 2 points."],
];

/** Returns the shapes of a named goal set that fit on the board. */
export function shapesOfSet({ goals, width, height }) {
  return (SHAPES[goals] ?? [])
    .filter((rows) => Math.max(rows.length, rows[0].length) <= Math.max(width, height))
    .map((rows) => ({ rows }));
}

/** The variants of the gallery, with the shapes of their goals. */
export const GALLERY = VARIANTS.map(([variant, special, result]) =>
  ({ variant, special, result, shapes: shapesOfSet(parseVariant(variant)) }));
