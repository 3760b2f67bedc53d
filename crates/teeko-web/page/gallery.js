// The variants of the gallery: what is special about each, and its result with best play.

import { parseVariant } from "./notation.js";

/** Shapes of goals, each with its points in columns and rows. */
const SHAPES = {
  row: { points: [[0, 0], [1, 0], [2, 0], [3, 0]] },
  diagonal: { points: [[0, 0], [1, 1], [2, 2], [3, 3]] },
  square2: { points: [[0, 0], [1, 0], [0, 1], [1, 1]] },
  square3: { points: [[0, 0], [2, 0], [0, 2], [2, 2]] },
  square4: { points: [[0, 0], [3, 0], [0, 3], [3, 3]] },
  square5: { points: [[0, 0], [4, 0], [0, 4], [4, 4]] },
  around: { points: [[0, 0], [2, 0], [0, 2], [2, 2]], empty: [[1, 1]] },
  tilted3: { points: [[1, 0], [0, 1], [2, 1], [1, 2]] },
  tilted4: { points: [[1, 0], [3, 1], [0, 2], [2, 3]] },
  tilted5: { points: [[1, 0], [4, 1], [0, 3], [3, 4]] },
  diamond5: { points: [[2, 0], [0, 2], [4, 2], [2, 4]] },
};

/** The shapes of each goal set of the gallery. */
const SHAPES_OF = {
  28: ["row", "diagonal"],
  44: ["row", "diagonal", "square2"],
  58: ["row", "diagonal", "square2", "square3", "square4", "square5"],
  64: ["row", "diagonal", "square2", "tilted3", "tilted4", "tilted5", "diamond5"],
  "37e": ["row", "diagonal", "around"],
};

const DRAW = "A draw.";

/** The variants: name, what is special, result. */
const VARIANTS = [
  ["44-ssss", "The game that Scarne sold from 1952: rows and small squares.", DRAW],
  ["58-ssss", "Squares of every size count.", "Black wins in 7 moves."],
  ["44-pppp", "Your opponent points at the circle for each of your drops.", DRAW],
  ["44-ssss+4x4", "A small board for quick games.", DRAW],
  ["37e-ssss", "Squares of 3 × 3 with an empty middle instead of small ones.", DRAW],
  ["64-ssss", "Tilted squares count, too.", "Black wins in 6 moves."],
  ["44-ssss+no-centre+pips", "The edition of 1964: numbered pieces, for points.", DRAW],
  ["28-ssss", "Rows only: hard to win.", DRAW],
  ["44-ssss+knight", "Pieces move like a knight in chess.", "Black wins in 5 moves."],
  ["44-ssss+teleport", "Pieces move to any empty circle.", "Black wins in 5 moves."],
  ["44-ssss+orthogonal", "Pieces slide along rows and columns only.", DRAW],
  ["58-ssss+points", "Rare shapes score more points.", "Black forces 2 points."],
];

/** Returns the shapes of a goal set of the gallery that fit on the board; none for other sets. */
export const shapesOfSet = ({ goals, width, height }) =>
  (SHAPES_OF[goals] ?? []).map((name) => SHAPES[name])
    .filter(({ points }) => Math.max(...points.flat()) < Math.max(width, height));

/** The variants of the gallery, with the shapes of their goals. */
export const GALLERY = VARIANTS.map(([variant, special, result]) =>
  ({ variant, special, result, shapes: shapesOfSet(parseVariant(variant)) }));
