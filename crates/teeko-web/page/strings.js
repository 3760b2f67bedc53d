// All texts of the page, and the functions that put numbers into them.

export const sideName = (side) => (side === "black" ? "Black" : "Red");

/** The title of a rule set: its name, and Scarne's name for it if there is one. */
export const titleOf = (variant, scarnesName) =>
  scarnesName ? `${variant} · ${scarnesName}` : variant;

export const plies = (count) => (count === 1 ? "1 ply" : `${count} plies`);

const points = (count) => (count === 1 ? "1 point" : `${count} points`);

/** A value as sign and number: `+7`, `−4`, `=`. The number is plies, or points in their games. */
export function valueSign({ outcome, dtw, score }) {
  const sign = { win: "+", loss: "−", draw: "=" }[outcome];
  if (outcome === "draw") return sign;
  return sign + (Number.isInteger(score) ? Math.abs(score) : dtw);
}

/** A value for the side to move in words: `wins in 7 plies`. */
export function valueWords({ outcome, dtw, score }) {
  if (outcome === "draw") return "draws";
  const verb = outcome === "win" ? "wins" : "loses";
  const scored = Number.isInteger(score) ? `${points(Math.abs(score))} ` : "";
  return `${verb} ${scored}in ${plies(dtw)}`;
}

/** The value of a position, as a sentence. */
export function valueSentence({ phase, outcome, dtw, score, winner }) {
  if (phase === "over") return `${sideName(winner)} has won.`;
  if (outcome === "draw") {
    return `A draw: neither side can force a ${score === undefined ? "win" : "point"}.`;
  }
  return `${sideName(winner)} ${valueWords({ outcome: "win", dtw, score })}.`;
}

/** The side that acts now, and what it does. */
export function taskSentence({ phase, chooser, turn, asked }) {
  if (phase === "over") return "The game is finished.";
  if (asked === "no-move") return `${sideName(turn)} has no move: the game is a draw.`;
  if (asked === "piece") return `${sideName(turn)} chooses the piece to drop there.`;
  if (asked === "passed") {
    return `${turn === "black" ? "Red" : "Black"} passed: ${sideName(turn)} chooses the circle.`;
  }
  if (phase === "slide") return `${sideName(turn)} to slide a piece.`;
  if (chooser === turn) return `${sideName(turn)} to drop a piece.`;
  return `${sideName(chooser)} points at the circle for ${sideName(turn)}’s piece.`;
}

/** A ply as a sentence for screen readers. */
export function plySaid(side, ply, value) {
  const [from, to] = ply.replace("pass ", "").split("-");
  const [circle, pips] = from.split("=");
  const slid = `slides from ${from} to ${to}.`;
  const played = to ? slid : `drops ${pips ? `the ${pips} ` : ""}on ${circle}.`;
  return `${sideName(side)} ${played}${value && ` ${value}`}`;
}

/** The label of a circle for screen readers: its piece, and the value of a move to it. */
export function circleLabel(number, piece, pips, value) {
  const state = piece ? `${sideName(piece)}${pips ? ` ${pips}` : ""}` : "empty";
  return `Circle ${number}, ${state}${value ? `, ${valueWords(value)}` : ""}`;
}

export const STRENGTHS = [
  "a person",
  "program, beginner",
  "program, novice",
  "program, club player",
  "program, expert",
  "program, perfect",
];

export const GOAL_SETS = {
  44: "44 · rows and small squares (Standard)",
  58: "58 · rows and upright squares (Advanced)",
  54: "54 · rows, small squares, diamonds",
  64: "64 · rows, small and tilted squares (Teeko Plus)",
  68: "68 · rows, upright squares, diamonds",
  78: "78 · rows, squares of every size and angle",
  28: "28 · rows only",
  "37e": "37e · rows, 3 × 3 squares with an empty middle (Teeko2)",
  "37d": "37d · rows, diamonds with an empty middle",
  own: "your own, drawn below",
};

const SCARNES_PLANS = {
  ssss: "Standard",
  pppp: "Alternate",
  psss: "One-move alternate",
  ppss: "Two-move alternate",
  ppps: "Three-move alternate",
  sppp: "One-move standard",
  sspp: "Two-move standard",
  sssp: "Three-move standard",
};
const OTHER_PLANS = ["spps", "spsp", "spss", "ssps", "psps", "pssp", "pspp", "ppsp"];

function planText(plan) {
  const drops = [...plan].map((letter) => (letter === "p" ? "pointed" : "free")).join(", ");
  return SCARNES_PLANS[plan] ? `${SCARNES_PLANS[plan]}: ${drops}` : drops;
}

export const PLANS = Object.fromEntries(
  [...Object.keys(SCARNES_PLANS), ...OTHER_PLANS].map((plan) => [plan, planText(plan)]),
);

export const STEPS = {
  king: "to any of the eight neighbours",
  orthogonal: "along rows and columns only",
  knight: "like a knight in chess",
  teleport: "to any empty circle",
};

export const SCORINGS = {
  "": "to win",
  points: "for points by shape",
  pips: "for points with numbered pieces",
};

export const TEXTS = {
  title: "Teeko",
  lede:
    "Get your four pieces into a row or a square before your opponent does. Every position is " +
    "solved: the numbers show who wins, and in how many plies.",
  solving: "Solving these rules …",
  searching: "Looking for one …",
  unknown: "Values are off.",
  legend: "For the side to move: +7 wins in 7 plies · = draws · −4 loses in 4 plies",
  legendPoints: "For the side to move: +2 wins 2 points · = draws · −3 loses 3 points",
  legendPoint: "Now its opponent points, and prefers circles that are bad for it",
  board: "Board",
  noMoves: "No moves to choose from.",
  hiddenMoves: "Values are off for this side.",
  move: "Move",
  value: "Value",
  replies: "Replies that hold",
  repliesOf: ({ holding, total }) => `${holding} of ${total}`,
  pass: "pass",
  passLong: "Pass: let the other side choose the circle",
  black: "Black",
  red: "Red",
  analysis: "Values",
  analyses: { on: "for both sides", off: "off", black: "for Black only", red: "for Red only" },
  playProgram: "Play against the program",
  newGame: "New game",
  undo: "Undo",
  redo: "Redo",
  hint: "Hint",
  best: "Best move",
  playOn: "Play on to the end",
  stop: "Stop",
  pieces: "Which piece?",
  piece: (pips) => `the ${pips}`,
  tabs: {
    game: "Game",
    rules: "Rules",
    position: "Position",
    puzzles: "Puzzles",
    compare: "Compare",
    share: "Share",
    help: "Help",
  },
  noPlies: "No plies yet: click a circle to drop a piece.",
  start: "Start",
  better: "better:",
  graph: "Who is ahead after each ply: Black above the line, Red below",
  graphPoint: (ply, words) => `ply ${ply}: ${words}`,
  plays: "Scarne’s seventeen plays",
  playsHelp: "From John Scarne’s booklets of 1952 and 1954. Black wins; can you see how?",
  play: (number, moves) => `Play ${number}: win in ${moves} moves`,
  example: "An example",
  goals: "Goals",
  plan: "Drops",
  step: "Slides",
  size: "Board",
  scoring: "Play",
  centre: "Black may not open in the centre",
  passRule: "The opponent may pass instead of pointing",
  name: "Or give a name: 58-sppp, advanced, junior, teeko2, final …",
  use: "Use these rules",
  nameButton: "Go",
  shapes: (count) => `${count} goals. Each shape counts wherever it fits:`,
  worth: (count) => points(count),
  drawGoal: "Draw a goal: choose four circles.",
  everywhere: "everywhere on the board",
  turned: "also turned and mirrored",
  addGoal: "Add this goal",
  clearGoals: "Clear all goals",
  ownGoals: (count) => (count === 1 ? "1 goal so far" : `${count} goals so far`),
  needGoal: "Draw a goal first: choose four circles, then “Add this goal”.",
  notation: "Position, in any notation",
  apply: "Set up",
  edit: "Set up pieces on the board",
  editDone: "Done",
  editing: "Setting up a position: click circles to place pieces.",
  erase: "empty",
  toMove: "To move",
  clear: "Clear",
  turnBoard: "Turn",
  flipBoard: "Mirror",
  swapColours: "Swap colours",
  sound: "This position is valid.",
  pips: "Pips",
  distance: "Distance in plies",
  phase: "Phase",
  phases: { slide: "slides", drop: "drops" },
  find: "Find a puzzle",
  next: "Next puzzle",
  solution: "Show the solution",
  again: "Try again",
  puzzle: (words) => `Black to play. ${words} Only one move does it.`,
  puzzleWin: (dtw) => `Black wins in ${plies(dtw)}.`,
  puzzlePoints: "Black scores as many points as possible.",
  right: "Right. Go on!",
  rightSlow: "This still wins, but there is a faster way.",
  wrong: (words) => `Wrong: after that move Black ${words}.`,
  solved: "Solved!",
  none: "These rules have no such puzzle.",
  other: "Other rules",
  compareHelp: "The same position under other rules, and the moves whose values differ.",
  same: "Every move has the same value under both rules.",
  changes: (count) => (count === 1 ? "The value of 1 move differs:" : `${count} values differ:`),
  link: "Copy link",
  copyNotation: "Copy position",
  copyGame: "Copy game",
  picture: "Save picture (SVG)",
  copied: "Copied.",
  notCopied: "Your browser does not allow pages to copy. Select the text instead.",
  linkHelp: "The address of this page contains everything that you see. Send it, or bookmark it.",
  keys: "Keys",
  keyList: [
    ["Arrow keys", "move from circle to circle"],
    ["Enter", "drop, select a piece, slide"],
    ["Space", "play the best move"],
    ["U, R", "undo, redo"],
    ["H", "hint"],
    ["E", "play on to the end"],
    ["N", "new game"],
    ["Escape", "deselect a piece"],
  ],
  how: [
    "Black and Red take turns. First each side drops its four pieces. Then the sides slide their " +
      "pieces: in its turn a side moves one of them to an empty neighbouring circle. A side wins " +
      "when its four pieces form a goal, such as a row of four or a square of four neighbours.",
    "The numbers on the board are plies. A ply is one turn of one side. With best play of both " +
      "sides, +7 wins in 7 plies, −4 loses in 4 plies, and = is a draw. To drop a piece, click a " +
      "circle. To slide a piece, click it, then click its destination.",
    "The solver has computed every value for your rules. None is an estimate.",
  ],
  badLink: (reason) => `This link cannot be shown: ${reason}`,
  noService: "the service does not answer; reload the page when it is running again",
  solverStopped: (reason) => ({
    error: `the solver stopped: ${reason}`,
    hint: "choose a smaller board or simpler rules",
  }),
  startOver: "Start over",
  hintSaid: (move) => `Hint: ${move}`,
  failed: (reason) => `That did not work: ${reason}`,
};
