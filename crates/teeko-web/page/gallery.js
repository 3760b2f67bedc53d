// The variants of the gallery: what is special about each, and its result with best play.

/** Shapes of goals, each with its points in columns and rows. */
export const SHAPES = {
  r: { points: [[0, 0], [1, 0], [2, 0], [3, 0]] },
  d: { points: [[0, 0], [1, 1], [2, 2], [3, 3]] },
  s: { points: [[0, 0], [1, 0], [0, 1], [1, 1]] },
  m: { points: [[0, 0], [2, 0], [0, 2], [2, 2]] },
  l: { points: [[0, 0], [3, 0], [0, 3], [3, 3]] },
  o: { points: [[1, 0], [0, 1], [2, 1], [1, 2]] },
  t: { points: [[1, 0], [3, 1], [0, 2], [2, 3]] },
  e: { points: [[0, 0], [2, 0], [0, 2], [2, 2]], empty: [[1, 1]] },
};

const DRAW = "A draw.";

/** The variants. `shapes` has the letters of `SHAPES`. */
export const GALLERY = [
  {
    variant: "44-ssss", shapes: "rds", result: DRAW,
    special: "The game that Scarne sold from 1952: rows and small squares.",
  },
  {
    variant: "58-ssss", shapes: "rdsml", result: "Black wins in 7 moves.",
    special: "Squares of every size count.",
  },
  {
    variant: "44-pppp", shapes: "rds", result: DRAW,
    special: "Your opponent points at the circle for each of your drops.",
  },
  {
    variant: "44-ssss+4x4", shapes: "rds", result: DRAW,
    special: "A small board for quick games.",
  },
  {
    variant: "37e-ssss", shapes: "rde", result: DRAW,
    special: "Squares of 3 × 3 with an empty middle instead of small ones.",
  },
  {
    variant: "64-ssss", shapes: "rdsot", result: "Black wins in 6 moves.",
    special: "Tilted squares count, too.",
  },
  {
    variant: "44-ssss+no-centre+pips", shapes: "rds", result: DRAW,
    special: "The edition of 1964: numbered pieces, for points.",
  },
  {
    variant: "28-ssss", shapes: "rd", result: DRAW,
    special: "Rows only: hard to win.",
  },
  {
    variant: "44-ssss+knight", shapes: "rds", result: "Black wins in 5 moves.",
    special: "Pieces move like a knight in chess.",
  },
  {
    variant: "44-ssss+teleport", shapes: "rds", result: "Black wins in 5 moves.",
    special: "Pieces move to any empty circle.",
  },
  {
    variant: "44-ssss+orthogonal", shapes: "rds", result: DRAW,
    special: "Pieces slide along rows and columns only.",
  },
  {
    variant: "58-ssss+points", shapes: "rdsml", result: "Black wins 2 points.",
    special: "Rare shapes score more points.",
  },
];
