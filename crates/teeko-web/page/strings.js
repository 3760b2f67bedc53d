// All texts of the page, and the functions that put numbers into them.

/** Settings of the reader, which stay in the browser and are no part of the address. */
export const settings = {
  /** Whether distances are counted in plies instead of moves. */
  plies: false,
};

export const sideName = (side) => (side === "black" ? "Black" : "Red");

const counted = (count, one, many) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** Returns up to three alternatives as a phrase: `14–8, 9–4 or 3–2`. */
const either = (list) => list.slice(0, 3).join(", ").replace(/, ([^,]*)$/, " or $1");

/** A distance as the reader counts: a move is a ply of each side. */
export const distance = (dtw) => (settings.plies ? dtw : Math.ceil(dtw / 2));

/** A distance in words: `7 moves`, or `13 plies`. */
export const distanceWords = (dtw, inPlies = settings.plies) =>
  inPlies ? counted(dtw, "ply", "plies") : counted(Math.ceil(dtw / 2), "move", "moves");

export const points = (count) => counted(count, "point", "points");

// A value as sign and number: `+7`, `−4`, `=`. The number is the distance, or the points in games
// for points.
export function valueSign({ outcome, dtw, score }) {
  const sign = { win: "+", loss: "−", draw: "=" }[outcome];
  if (outcome === "draw") return sign;
  return sign + (Number.isInteger(score) ? Math.abs(score) : distance(dtw));
}

// How hard a drawn move is to answer, in three dots: ●●● where at most an eighth of the replies
// keep the draw, ●●○ where at most half, ●○○ where at most seven eighths. Empty for other moves.
export function dotsOf({ outcome, replies }) {
  if (outcome !== "draw" || !replies?.total) return "";
  const hard = [1, 4, 7].filter((eighths) => replies.holding * 8 <= replies.total * eighths).length;
  return "●".repeat(hard) + "○".repeat(3 - hard);
}

/** How many of the replies to a drawn move keep the draw, as a fraction; empty for other moves. */
export const keptText = ({ outcome, replies }) =>
  (outcome === "draw" && replies?.total ? `${replies.holding}/${replies.total}` : "");

/** A value for the side to move in words: `wins in 7 moves` or `forces 2 points within 7 moves`. */
export function valueWords({ outcome, dtw, score }, inPlies = settings.plies) {
  if (outcome === "draw") return "draws";
  const distances = distanceWords(dtw, inPlies);
  if (!Number.isInteger(score)) return `${outcome === "win" ? "wins" : "loses"} in ${distances}`;
  const verb = outcome === "win" ? "forces" : "loses";
  return `${verb} ${points(Math.abs(score))} within ${distances}`;
}

/** The value of a position, as a headline. */
export function valueSentence({ phase, outcome, dtw, score, winner }) {
  if (phase === "over") return `${sideName(winner)} has won`;
  if (outcome === "draw") return "A draw with best play";
  return `${sideName(winner)} ${valueWords({ outcome: "win", dtw, score })}`;
}

/** What a person can reach in a position to practise, as a headline. */
export const practiceSentence = (value) =>
  `Practice: you ${valueWords(value, true).replace(/^(win|force|lose|draw)s/, "$1")}`;

/** The value of a position for a person who plays it, as a sentence. */
export function valueForYou({ outcome, winner, dtw, score }, person) {
  if (outcome === "draw") return "It is a draw with best play.";
  const words = valueWords({ outcome: winner === person ? "win" : "loss", dtw, score });
  return `With best play you ${words.replace(/^(win|force|lose)s/, "$1")}.`;
}

/** How a game ended, as a headline. `person` is the side of the only person, if there is one. */
export function resultSentence({ kind, winner, score }, person) {
  if (kind === "repeated") return "Draw by repetition";
  if (kind === "stuck") return `Draw: ${sideName(winner)} cannot move`;
  const scored = score ? ` ${points(score)}` : "";
  if (winner === person) return `You win${scored}`;
  return person ? `You lose${scored}` : `${sideName(winner)} has won${scored}`;
}

/** What the side that acts does now. It is `you` if that side is the only person. */
export function taskSentence({ phase, chooser, turn, asked, you }) {
  const who = sideName(chooser);
  const act = (yours, theirs) => (you ? `${yours}.` : `${who} ${theirs}.`);
  if (asked === "piece") return act("Choose the piece to drop there", "chooses the piece to drop");
  const other = chooser === "black" ? "Red" : "Black";
  if (asked === "passed") return `${other} passed. ${act("Drop a piece", "chooses the circle")}`;
  if (phase === "slide") return act("Slide a piece", "slides a piece");
  if (chooser === turn) return act("Drop a piece", "drops a piece");
  const circle = `at the circle for ${sideName(turn)}’s piece`;
  return act(`Point ${circle}`, `points ${circle}`);
}

/** A ply as a sentence for screen readers. */
export function plySaid(side, ply, value) {
  const [from, to] = ply.replace("pass ", "").split("-");
  const [circle, pips] = from.split("=");
  const slid = `slides from ${from} to ${to}.`;
  const played = to ? slid : `drops ${pips ? `the ${pips} ` : ""}on ${circle}.`;
  return `${sideName(side)} ${played}${value && ` ${value}.`}`;
}

/** The label of a circle for screen readers: its piece, and the value of a move to it. */
export function circleLabel(number, piece, pips, value) {
  const state = piece ? `${sideName(piece)}${pips ? ` ${pips}` : ""}` : "empty";
  const kept = value && keptText(value) ? `, ${TEXTS.repliesOf(value.replies)}` : "";
  return `Circle ${number}, ${state}${value ? `, ${valueWords(value)}${kept}` : ""}`;
}

/** A move as people write it: `14–8`, `13`. */
export const moveText = (move) => move.replace("-", "–");

export const STRENGTHS = ["A person", "Easy", "Medium", "Hard", "Expert", "Perfect"];

/** What a slide is, by the name of the rule. */
const STEP_WORDS = {
  king: "one step",
  orthogonal: "one step along a row or column",
  knight: "a knight’s move",
  teleport: "a slide",
};

export const TEXTS = {
  skip: "Skip to the board",
  loading: "Loading …",
  solving: (name) => `Solving ${name} …`,
  solvingBar: "Progress of solving",
  solvingTask: (name, seconds) => `Solving ${name}${seconds === null ? " …"
    : `, about ${counted(seconds, "second", "seconds")} more.`}`,
  cancel: "Cancel",
  cancelled: "solving was cancelled",
  searching: "Looking for a puzzle …",
  thinking: (side) => `${sideName(side)} is thinking`,
  you: "You",
  piecesLeft: (count) => ` ${counted(count, "piece", "pieces")} to drop`,
  score: "Games won",
  yourMove: "Your move",
  lookingBack: (at, count) => (at === 0 ? "Looking back at the start"
    : `Looking back at move ${Math.ceil(at / 2)} of ${Math.ceil(count / 2)}`),
  otherLine: "A move from here begins another line.",
  toMove: (side) => `${sideName(side)} to move`,
  ended: "The game is finished.",
  taken: (circle) => `Circle ${circle} is taken.`,
  notYours: (side) => `That piece is ${sideName(side)}’s.`,
  cannotSlide: (circle) => `The piece on ${circle} has nowhere to slide.`,
  noStep: (from, to, step) => `${from} to ${to} is not ${STEP_WORDS[step]}.`,
  noPieceNear: (circle) => `None of your pieces can slide to ${circle}.`,
  centreBanned: "The first piece cannot go to the centre.",
  repeatedHere: "This position has occurred three times: a draw.",
  playedOn: (value) => ` Without that rule: ${value}.`,
  noGame: "Nothing to show",
  lost: { worker: "Not solved yet", service: "Connection lost" },
  board: "Board",
  moves: "Moves",
  bestLine: "Best line:",
  groups: { win: "Wins", draw: "Draws", loss: "Loses" },
  shortLegend: (isForPoints) => `${isForPoints ? "+2 forces 2 points, −3 loses 3"
    : "+2 wins in 2, −3 loses in 3"}, ●●● is hard to hold`,
  legend: (unit) => `+2 wins in 2 ${unit}, −3 loses in 3.`,
  legendPoints: (unit) => `+2 forces 2 points, −3 loses 3. ≤ 4: within 4 ${unit}.`,
  legendPoint: (chooser, turn) =>
    `${sideName(chooser)} points, and prefers circles that are bad for ${sideName(turn)}.`,
  legendReplies: "Draws: ●●● few replies of the other side hold, ○○○ nearly all do; " +
    "1/19 is one of 19.",
  countPlies: "Count plies",
  countMoves: "Count moves",
  repliesOf: ({ holding, total }) => `${holding} of ${total} replies keep the draw`,
  pass: "pass",
  passLong: "Pass: let the other side choose the circle",
  black: "Black",
  red: "Red",
  values: "Values",
  menu: "More",
  newGame: "New game",
  newShort: "New",
  newRest: " game",
  undo: "Undo",
  redo: "Redo",
  hint: "Hint",
  best: "Best move",
  playOn: "Play to the end",
  stop: "Stop",
  pieces: "Which piece?",
  piece: (pips) => `the ${pips}`,
  tabs: {
    game: "Game",
    rules: "Rules",
    position: "Position",
    puzzles: "Puzzles",
    help: "Help",
  },
  compare: "Compare",
  share: "Share",
  statistics: "Your results",
  results: (name, strength, won, drawn, lost) =>
    `${name}, ${strength}: ${won} won, ${drawn} drawn, ${lost} lost.`,
  clearStatistics: "Clear",
  beaten: (strength) => `${"★".repeat(strength)} ${STRENGTHS[strength]} beaten`,
  endCard: "The end of the game",
  endedIn: {
    won: (winner, person, words) =>
      `${winner === person ? "You won" : person ? "You lost" : `${sideName(winner)} won`} in ${words}.`,
    stuck: (_winner, _person, words) => `Nobody won in ${words}.`,
    repeated: (_winner, _person, words) => `Nobody won in ${words}.`,
  },
  ladder: "Strengths, and those that you have beaten",
  notCounted: {
    link: "It came by a link, so it does not count.",
    elsewhere: "It began elsewhere, so it does not count.",
    hint: "There was a hint, so it does not count.",
    values: "Values were shown, so it does not count.",
    undo: "Moves were taken back, so it does not count.",
  },
  playStronger: (strength) => `Harder: ${strength}`,
  rematch: "Rematch",
  swapSides: "Swap sides",
  review: "Review",
  kindWord: (right, total) =>
    right === total ? "You made no mistake: the position was lost from the start."
      : `${right} of your ${counted(total, "move was", "moves were")} right. One more try?`,
  bestOfGame: "Your best move:",
  keeping: (holding, total, outcome) => {
    const result = outcome === "win" ? "win" : "draw";
    return holding === 1 ? `was the only one of ${total} that kept the ${result}.`
      : `was one of ${holding} out of ${total} that kept the ${result}.`;
  },
  mistakeOfGame: "Your mistake:",
  wasBetter: (moves) => `(better: ${moves.join(", ")})`,
  noPlies: "No moves yet.",
  reviewLater: "The review of your moves appears here when the game is finished.",
  start: "Start",
  better: "better:",
  mistakes: (count) => counted(count, "mistake", "mistakes"),
  mistake: (number, count, move, better) =>
    `Mistake ${number} of ${count}: ${move} was played, ${either(better)} was better.`,
  nextMistake: "Next ›",
  valuesOf: (side) => `+ is good for ${sideName(side)}, − is bad. `,
  marks: "?? changed the result. ? missed a faster win, or a longer defence.",
  lines: "Other lines",
  deleteLine: (text) => `Delete: ${text}`,
  graph: "Who is ahead after each ply: Black above the line, Red below",
  graphPoint: (ply, words) => `ply ${ply}: ${words}`,
  players: "Players",
  plays: "Scarne’s seventeen plays",
  playsHelp: "From John Scarne’s booklets of 1952 and 1954. Black wins; can you see how?",
  play: (number, moves) => `Play ${number}: win in ${moves} moves`,
  claims: "What has been written about Teeko",
  verdicts: { holds: "True:", refuted: "False:", answered: "Answered:" },
  example: "Show an example game",
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
  ownRules: "Make your own rules",
  shapes: (count) => `${count} goals. Each shape counts wherever it fits:`,
  worth: (count) => points(count),
  drawGoal: "Draw a goal: choose four circles.",
  everywhere: "everywhere on the board",
  turned: "also turned and mirrored",
  addGoal: "Add this goal",
  deleteGoal: (number) => `Delete goal ${number}`,
  clearGoals: "Delete all",
  ownGoals: (shapes, count) =>
    `${counted(shapes, "shape", "shapes")}, ${counted(count, "goal", "goals")} on this board.`,
  needGoal: "Choose four circles, then “Add this goal”.",
  notation: "Position or moves in any notation, or a link",
  apply: "Set up",
  paste: "Paste a game",
  endsEarly: (move) => `Set up as far as it can be played: the game ended with ${move}.`,
  ambiguous: (name) => `${name} can mean two circles. How does this text name them?`,
  namings: {
    letters: (name, circle) =>
      `Rows from 1 at the bottom: ${name.toLowerCase()} is ${circle}`,
    course: (name, circle) =>
      `Rows from 0 at the top: ${name.toUpperCase()} is ${circle}`,
  },
  noCircle: (name) =>
    `${name} is no circle of this board. Write 13, c3 in row 3 from the bottom, or C2 in row 2 ` +
    "from 0 at the top.",
  mixedNames: "Some names count rows from 0 at the top, others from 1 at the bottom. Use one of " +
    "the two.",
  edit: "Place pieces on the board",
  editThis: "Edit this position",
  editDone: "Done",
  editCancel: "Cancel",
  editing: "Set up a position",
  editingTask: "Choose a piece, then a circle.",
  erase: "Empty",
  sideToMove: "To move",
  clear: "Clear",
  turnBoard: "Turn",
  flipBoard: "Mirror",
  swapColours: "Swap colours",
  sound: "This position is valid.",
  pips: "Pips",
  levels: { easy: "Easy", medium: "Medium", hard: "Hard" },
  phases: { slide: "slides", drop: "drops" },
  phase: "Phase",
  puzzleLevel: "Level",
  puzzleNumber: "Number",
  puzzlesHelp: "Black to play. Exactly one move wins, or in games for points scores the most.",
  find: "Start",
  next: "Next puzzle",
  solution: "Solution",
  solutionIs: (moves) => `Solution: ${moves.join(" ")}. Redo steps through it.`,
  again: "Try again",
  puzzle: (number, words) => `Puzzle ${number}: ${words}`,
  puzzleWin: (dtw) => `Black wins in ${distanceWords(dtw)}.`,
  puzzlePoints: "Black scores as many points as possible.",
  right: "Right. Go on!",
  rightSlow: "Still winning, but there is a faster way.",
  rightSlowPoints: "As many points, but there is a faster way.",
  wrong: (words, reply) => `Wrong: ${reply ? `after the reply ${reply}` : "now"} ${words}.`,
  solved: "Solved!",
  daily: (words) => `Puzzle of the day: ${words}`,
  dailyName: "Puzzle of the day",
  streak: (days) => `Puzzle of the day: solved ${counted(days, "day", "days")} in a row.`,
  dailyLine: (day, wrong, days) => `Teeko puzzle of ${day}: ${"🟥".repeat(wrong)}🟩 solved ` +
    `${wrong ? `after ${counted(wrong, "wrong try", "wrong tries")}` : "at the first try"}, ` +
    `${counted(days, "day", "days")} in a row.`,
  learn: (count) => (count === 1 ? "Learn from it" : "Learn from them"),
  lesson: (number, count, side, move) => (move
    ? `Mistake ${number} of ${count}: ${side} played ${move}. Find a better move.`
    : `Find the best move for ${side}.`),
  lessonSolved: (words) => `Right: ${words}.`,
  nextLesson: "Next mistake",
  backToReview: "Back to the game",
  solvedCount: (count) => `You have solved ${counted(count, "puzzle", "puzzles")}.`,
  none: (name) => `There is no puzzle ${name} under these rules.`,
  print: "Print a sheet of twelve",
  practice: "A position to practise",
  practiceOutcome: "You",
  practiceOutcomes: { any: "any result", win: "win", draw: "draw", loss: "lose" },
  practicePieces: "Pieces on the board",
  practicePlies: "Plies to the end",
  practiceAny: "any number",
  practiceHelp: "A ply is one drop or slide by one side: 3 plies are 2 moves of yours.",
  practise: "Play it",
  sheet: (name, level) => `Teeko puzzles: ${name}, ${level}`,
  sheetTask: "Black to play and win. Exactly one first move wins.",
  sheetTaskPoints: "Black to play for points. Exactly one first move scores the most.",
  puzzleScore: (score, dtw) => `Black forces ${points(score)} within ${distanceWords(dtw)}.`,
  solutions: "Solutions",
  other: "Other rules",
  compareHelp: "The same position under other rules, and the moves whose values differ.",
  comparing: (name) => `Solving ${name} …`,
  same: "Every move has the same value under both rules.",
  changes: (count) => (count === 1 ? "The value of 1 move differs:" : `${count} values differ:`),
  move: "Move",
  address: "Link",
  link: "Copy link",
  copyNotation: "Copy position",
  copyGame: "Copy game",
  picture: "Save picture (SVG)",
  copied: "Copied.",
  notCopied: "Your browser does not allow pages to copy. Select the text instead.",
  linkHelpFile: "This page is a file on your device, so its address opens nowhere else. Send " +
    "what follows “#” in it: it can be pasted under Position, or added to the address of any " +
    "such page.",
  linkHelp: "The address of this page contains everything that you see. Send it, or bookmark it.",
  close: "Close",
  sounds: "Sound",
  keys: "Keys",
  keyList: [
    ["←, →", "one move back or forward"],
    ["Home, End", "to the start, to the last move"],
    ["Tab, arrow keys", "move from circle to circle, or along the list of moves"],
    ["Enter", "drop, select a piece, slide"],
    ["V", "show or hide values"],
    ["U, Ctrl+Z", "undo"],
    ["R, Ctrl+Y", "redo"],
    ["H", "hint"],
    ["Space", "play the best move, while you explore"],
    ["E", "play to the end, while you explore"],
    ["N", "new game"],
    ["Escape", "deselect a piece"],
    ["?", "show this list"],
  ],
  how: [
    "Black and Red take turns. First each side drops its four pieces. Then the sides slide their " +
      "pieces: in its turn a side moves one of them to an empty neighbouring circle. A side wins " +
      "when its four pieces form a goal, such as a row of four or a square of four neighbours. " +
      "A position that occurs for the third time is a draw.",
    "To drop a piece, tap a circle. To slide a piece, drag it, or tap it and then its destination.",
    "Switch on the values to see who wins. With best play of both sides, +7 wins in 7 moves, " +
      "−4 loses in 4 moves, and = is a draw. The solver has computed every value for your rules. " +
      "None is an estimate.",
    "A ply is one drop or slide by one side; your move and its answer are two plies. So a win " +
      "in 7 moves takes 13 plies.",
  ],
  first: "First solved by Guy L. Steele Jr., 1998: Scarne’s sixteen variants.",
  citing: "How to cite",
  cite: (version) => `The teeko developers, “teeko: Teeko, solved”, version ${version}, 2026.`,
  tour: "Show me how",
  tourSkip: "Leave the tour",
  tourWrong: "Not there: follow the dashed mark.",
  tourSteps: [
    "A game in twenty seconds. You are Black. Drop a piece on the marked circle.",
    "Both sides drop four pieces, in turn. Drop your second next to the first.",
    "Drop the third beside the end of the row that you are making.",
    "Drop the last: three in a row, and one a step away.",
    "All pieces are on the board. Now slide one by a step, in any direction: drag it to the mark, " +
      "or tap both circles.",
    "You made a row of four, and that wins. A square of four neighbours wins, too.",
  ],
  startTitle: "Play Teeko",
  startHelp: "Drop your four pieces, then slide them. The first to make one of these shapes wins.",
  startShapes: "The winning shapes",
  startSide: "You play",
  startSides: { black: "Black", red: "Red", both: "Both" },
  startStrength: "The computer’s strength",
  startPlay: "Play",
  startExplore: "Explore with values",
  startCancel: "Keep playing",
  endTitle: "End this game?",
  end: "End it",
  startDiscards: (count) =>
    `This ends the present game, after ${counted(Math.ceil(count / 2), "move", "moves")}.`,
  badLink: (reason) => `This cannot be shown: ${reason}`,
  kept: (reason) => `Your game is kept: ${reason}.`,
  noService: "the service does not answer",
  tooLong: "the text is too long; paste at most a thousand moves, or the position after them",
  tooLarge: "the board is too large to be solved here; choose a smaller one, or use the program " +
    "on a computer with more memory",
  solverStopped: (reason) => ({
    error: `the solver stopped: ${reason}`,
    hint: "choose a smaller board or simpler rules",
  }),
  notKept: "The position cannot be kept under these rules.",
  startOver: "Start over",
  retry: "Retry",
  uncounted: "This game will not count.",
  hintSaid: (move) => `Hint: ${moveText(move)}`,
  failed: (reason) => `That did not work: ${reason}`,
};
