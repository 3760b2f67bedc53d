// Every text that a person sees, in one place. Numbers are put into sentences here, too.

const NAMES = { black: "Black", red: "Red" };

/** The name of a side at the beginning of a sentence and everywhere else. */
export const sideName = (side) => NAMES[side];

export const plies = (count) => (count === 1 ? "1 ply" : `${count} plies`);

const points = (count) => (count === 1 ? "1 point" : `${count} points`);

/** A value by sign and number: `+7`, `−4`, `=`; in games for points the points. */
export function valueSign({ outcome, dtw, score }) {
  const sign = { win: "+", loss: "−", draw: "=" }[outcome];
  if (outcome === "draw") return sign;
  return sign + (score === undefined || score === null ? dtw : Math.abs(score));
}

/** What a value means for the side to move: `wins in 7 plies`. */
export function valueWords({ outcome, dtw, score }) {
  if (outcome === "draw") return "draws";
  if (score === undefined || score === null) return `${outcome === "win" ? "wins" : "loses"} in ${plies(dtw)}`;
  return `${outcome === "win" ? "nets" : "gives away"} ${points(Math.abs(score))} in ${plies(dtw)}`;
}

/** The value of a position, as a sentence. */
export function valueSentence({ phase, outcome, dtw, score, winner }) {
  if (phase === "over") return `${sideName(winner)} has won.`;
  if (outcome === "draw") return score === undefined ? "A draw: neither side can force a win." : "A draw: neither side can force a point.";
  if (score === undefined || score === null) return `${sideName(winner)} wins in ${plies(dtw)}.`;
  return `${sideName(winner)} nets ${points(Math.abs(score))} in ${plies(dtw)}.`;
}

/** What is to be done, and by whom. */
export function taskSentence({ phase, chooser, turn, asked }) {
  if (phase === "over") return "The game is over.";
  if (asked === "no-move") return `${sideName(turn)} has no move: the game is a draw.`;
  if (asked === "piece") return `${sideName(turn)} chooses the piece to drop there.`;
  if (asked === "passed") return `${turn === "black" ? NAMES.red : NAMES.black} passed: ${sideName(turn)} drops where he likes.`;
  if (phase === "slide") return `${sideName(turn)} to move a piece.`;
  return chooser === turn ? `${sideName(turn)} to drop a piece.` : `${sideName(chooser)} points at the circle for ${sideName(turn)}’s piece.`;
}

/** A ply, said aloud. */
export function plySaid(side, ply, value) {
  const [from, to] = ply.replace("pass ", "").split("-");
  const [circle, pips] = from.split("=");
  const played = to ? `${sideName(side)} slides from ${from} to ${to}.` : `${sideName(side)} drops ${pips ? `the ${pips} ` : ""}on ${circle}.`;
  return value ? `${played} ${value}` : played;
}

/** What a circle of the board is called: what is on it, and what it is worth to move there. */
export function circleLabel(number, piece, pips, value) {
  const state = piece ? `${sideName(piece)}${pips ? ` ${pips}` : ""}` : "empty";
  return `Circle ${number}, ${state}${value ? `, ${valueWords(value)}` : ""}`;
}

export const STRENGTHS = ["a person", "program, beginner", "program, novice", "program, club player", "program, expert", "program, perfect"];

export const GOAL_SETS = {
  44: "44 · lines and small squares (Standard)",
  58: "58 · and squares of every size (Advanced)",
  54: "54 · lines, small squares, diamonds",
  64: "64 · and slanting squares (Teeko Plus)",
  68: "68 · upright squares and diamonds",
  78: "78 · squares of every size and angle",
  28: "28 · lines alone",
  "37e": "37e · lines, 3 × 3 squares with an empty middle (Teeko2)",
  "37d": "37d · lines, diamonds with an empty middle",
  own: "your own, drawn below",
};

export const PLANS = {
  ssss: "Standard: all drops are free",
  pppp: "Alternate: the opponent points each time",
  psss: "One-move alternate: he points the first time",
  ppss: "Two-move alternate: the first two times",
  ppps: "Three-move alternate: the first three times",
  sppp: "One-move standard: from the second drop on",
  sspp: "Two-move standard: from the third drop on",
  sssp: "Three-move standard: the last time",
  spps: "free, points, points, free",
  spsp: "free, points, free, points",
  spss: "free, points, free, free",
  ssps: "free, free, points, free",
  psps: "points, free, points, free",
  pssp: "points, free, free, points",
  pspp: "points, free, points, points",
  ppsp: "points, points, free, points",
};

export const STEPS = {
  king: "to any of the eight neighbours",
  orthogonal: "along rows and columns alone",
  knight: "as a knight in chess",
  teleport: "to any empty circle",
};

export const SCORINGS = { "": "to win", points: "for points by shape", pips: "for points with numbered pieces" };

export const TEXTS = {
  title: "Teeko",
  lede: "Four pieces each; the first side to get its four into a row or a square wins. Every position is solved: the numbers say who wins, and in how many plies.",
  solving: "Solving these rules …",
  searching: "Looking for one …",
  unknown: "Values are off.",
  legend: "+7 wins in 7 plies · = draws · −4 loses in 4, for the side to move",
  legendPoints: "+2 nets 2 points · = draws · −3 gives away 3, for the side to move",
  legendPoint: "Signs are for the side whose piece is dropped; the other side points, and wants it to lose.",
  board: "Board",
  noMoves: "No moves to choose from.",
  hiddenMoves: "Values are off for this side.",
  move: "Move",
  value: "Value",
  replies: "Replies that hold",
  repliesOf: (holding, total) => `${holding} of ${total}`,
  pass: "pass",
  passLong: "Pass: let the other side choose",
  black: "Black",
  red: "Red",
  analysis: "Values",
  analysisOn: "for both sides",
  analysisOff: "off",
  analysisBlack: "for Black alone",
  analysisRed: "for Red alone",
  playProgram: "Play against the program",
  newGame: "New game",
  undo: "Undo",
  redo: "Redo",
  hint: "Hint",
  best: "Best ply",
  playOn: "Play on to the end",
  stop: "Stop",
  pieces: "Which piece?",
  piece: (pips) => `the ${pips}`,
  tabs: { game: "Game", rules: "Rules", position: "Position", puzzles: "Puzzles", compare: "Compare", share: "Share", help: "Help" },
  noPlies: "No plies yet: click a circle.",
  start: "Start",
  better: "better:",
  graph: "Who is ahead, ply by ply: above the line Black, below it Red",
  graphPoint: (ply, words) => `ply ${ply}: ${words}`,
  plays: "Scarne’s seventeen plays",
  playsHelp: "From his booklets of 1952 and 1954: Black wins; can you see how?",
  play: (number, moves) => `Play ${number}: in ${moves} moves`,
  example: "An example",
  goals: "Goals",
  plan: "Drops",
  step: "Slides",
  size: "Board",
  scoring: "Play",
  centre: "Black may not open in the centre",
  passRule: "The opponent may pass instead of pointing",
  name: "Or by name: 58-sppp, advanced, junior, teeko2, final …",
  use: "Use these rules",
  nameButton: "Go",
  shapes: (count) => `${count} goals. Their shapes, wherever they fit:`,
  worth: (count) => points(count),
  drawGoal: "Draw a goal: choose four circles.",
  everywhere: "everywhere on the board",
  turned: "turned and mirrored, too",
  addGoal: "Add this goal",
  clearGoals: "Clear all goals",
  ownGoals: (count) => (count === 1 ? "1 goal so far" : `${count} goals so far`),
  needGoal: "Draw a goal first: four circles, then “Add this goal”.",
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
  sound: "A sound position.",
  pips: "Pips",
  distance: "Distance in plies",
  phase: "Phase",
  phases: { slide: "slides", drop: "drops" },
  find: "Find a puzzle",
  next: "Next puzzle",
  solution: "Show the solution",
  again: "Try again",
  puzzle: (words) => `Black to play. ${words} One move alone does it.`,
  puzzleWin: (dtw) => `Black wins in ${plies(dtw)}.`,
  puzzlePoints: "Black scores as much as he can.",
  right: "Right. Go on!",
  rightSlow: "Still wins, but there is a faster way.",
  wrong: (words) => `No: with that Black ${words}.`,
  solved: "Solved!",
  none: "There is no such puzzle in these rules.",
  other: "Other rules",
  compareHelp: "The same position under other rules, and the plies that change.",
  same: "Every ply is worth the same.",
  changes: (count) => (count === 1 ? "1 ply changes:" : `${count} plies change:`),
  link: "Copy link",
  copyNotation: "Copy position",
  copyGame: "Copy game",
  picture: "Save picture (SVG)",
  copied: "Copied.",
  notCopied: "The browser does not let pages copy: select the text instead.",
  linkHelp: "The address of this page always holds all you see: send it, keep it as a bookmark.",
  keys: "Keys",
  keyList: [
    ["Arrow keys", "go from circle to circle"],
    ["Enter", "drop, choose a piece, slide"],
    ["Space", "play the best ply"],
    ["U, R", "undo, redo"],
    ["H", "hint"],
    ["E", "play on to the end"],
    ["N", "new game"],
    ["Escape", "let go of a piece"],
  ],
  how: [
    "Black and Red drop four pieces each, in turn. Then each, in turn, slides one of his pieces to an empty neighbouring circle. Whoever brings his four pieces into a goal, such as a row of four or a square of four neighbours, has won.",
    "Numbers on the board are plies, single turns of one side: +7 wins in 7 plies with best play of both, −4 loses in 4, and = leads to a draw. Click a circle to drop there, or a piece and then where it is to go.",
    "Everything here is worked out by the solver, on the rules that you choose: there is no opinion in it.",
  ],
  badLink: (reason) => `This link cannot be shown: ${reason}`,
  noService: "the service does not answer; reload the page when it is back",
  startOver: "Start over",
  hintSaid: (move) => `Hint: ${move}`,
  failed: (reason) => `That did not work: ${reason}`,
};
