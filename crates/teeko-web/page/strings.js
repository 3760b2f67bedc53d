// Texts that are long, or needed in several places, and the functions that put numbers into texts.

/** Settings of the reader, which stay in the browser and are no part of the address. */
export const settings = {
  /** Whether distances are counted in plies instead of moves. */
  plies: false,
};

export function sideName(side) {
  return side === "black" ? "Black" : "Red";
}

function counted(count, one, many) {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

/** Joins items by commas, the last one by a word. */
function enumerated(items, word) {
  return items.join(", ").replace(/, ([^,]*)$/, ` ${word} $1`);
}

/** Returns items as people list alternatives: `7, 8 or 12`. */
function orList(items) {
  return enumerated(items, "or");
}

/** Returns items as people list all of them: `7, 8 and 12`. */
function andList(items) {
  return enumerated(items, "and");
}

/** Returns better moves as the subject of a sentence: `14–8 or 9–4 was better`. */
function wasBetter(better) {
  if (better.length > SHOWN_BETTER) return `${betterText(better)} were better`;
  return `${orList(better.map(moveText))} was better`;
}

/** Returns the first of the better moves, and how many more there are: `17, 3, 4 and 7 more`. */
export function betterText(better) {
  return better.slice(0, SHOWN_BETTER).map(moveText).join(", ") + moreBetter(better);
}

/** The number of better moves that are shown at most. */
export const SHOWN_BETTER = 3;

/** Returns how many of the better moves are not shown: ` and 7 more`, or an empty text. */
export function moreBetter({ length }) {
  return length > SHOWN_BETTER ? ` and ${length - SHOWN_BETTER} more` : "";
}

/** A distance as the reader counts: a move is a ply of each side. */
export function distance(dtw) {
  return settings.plies ? dtw : Math.ceil(dtw / 2);
}

/** A distance in words: `7 moves`, or `13 plies`. */
export function distanceWords(dtw, inPlies = settings.plies) {
  return inPlies ? counted(dtw, "ply", "plies") : counted(Math.ceil(dtw / 2), "move", "moves");
}

function points(count) {
  return counted(count, "point", "points");
}

// A value as sign and number: `+7`, `−4`, `=`. The number is the distance, or the points in games
// for points.
export function valueSign({ outcome, dtw, score }) {
  const sign = { win: "+", loss: "−", draw: "=" }[outcome];
  if (outcome === "draw") return sign;
  return sign + (Number.isInteger(score) ? Math.abs(score) : distance(dtw));
}

/** How hard a draw is to hold, in three dots as the program has them: `●●○`. Else empty. */
export function dotsOf({ difficulty = null }) {
  return difficulty === null ? "" : "●".repeat(difficulty) + "○".repeat(3 - difficulty);
}

/** How many of the replies to a drawn move keep the draw, as a fraction; empty for other moves. */
export function keptText({ difficulty = null, replies }) {
  return difficulty === null ? "" : `${replies.holding}/${replies.total}`;
}

/** How many of the replies to equal draws keep the draw: `1 of 22`, or `20 to 22 of 22`. */
export function keptWords(entries) {
  const holding = entries.map(({ replies }) => replies.holding);
  const [{ replies: { total } }] = entries;
  if (entries.some(({ replies }) => replies.total !== total)) return "nearly all";
  const [least, most] = [Math.min(...holding), Math.max(...holding)];
  return `${least === most ? most : `${least} to ${most}`} of ${total}`;
}

/** A value for the side to move in words: `wins in 7 moves` or `forces 2 points within 7 moves`. */
export function valueWords({ outcome, dtw, score }, inPlies = settings.plies) {
  if (outcome === "draw") return "draws";
  if (dtw === 0) return outcome === "win" ? "has won" : "has lost";
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

/** What a ply has led to, whoever it is good for: `Black wins in 2 moves`, or `a draw`. */
export function consequence({ turn, after }) {
  if (after.outcome === "draw") return "a draw";
  const winner = (after.outcome === "win") === (turn === "black") ? "black" : "red";
  return valueSentence({ ...after, winner });
}

/** What a person can reach in a position to practise, as a headline. */
export function practiceSentence(value) {
  return `Practice: you ${valueWords(value, true).replace(/^(win|force|lose|draw)s/, "$1")}`;
}

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

/** How a game ended, as people say it. */
export function endSentence({ kind, winner, score }, person) {
  if (kind !== "won") return "A draw";
  const scored = score ? ` ${points(score)}` : "";
  if (winner === person) return `You win${scored}!`;
  return person ? `You lose${scored}` : `${sideName(winner)} wins${scored}!`;
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
  if (!value) return `Circle ${number}, ${state}`;
  // Who says what they see says the sign. Dots have no name.
  const sign = value.outcome === "draw" ? "" : `${valueSign(value)}: `;
  const kept = keptText(value) ? `, ${TEXTS.repliesOf(value.replies)}` : "";
  return `Circle ${number}, ${state}, ${sign}${valueWords(value)}${kept}`;
}

// A sentence of the solver as print has it: with curly quotes, dashes between numbers, and minuses
// before them.
export function typeset(text) {
  const quoted = text.replace(/"([^"]*)"|`([^`]*)`/g, "“$1$2”").replaceAll("'", "’");
  return quoted.replace(/(\d)-(?=\d)/g, "$1–").replace(/(?<![\w-])-(?=\d)/g, "−");
}

/** A move as people write it: `14–8`, `13`. */
export function moveText(move) {
  return move.replace("-", "–");
}

/** The number of goals that a sentence names. */
const NAMED_GOALS = 2;

/** Returns goals by their circles: `8 9 13 14 and 8 9 14 15`. */
function goalsWords(goals) {
  const named = goals.slice(0, NAMED_GOALS).map(({ circles, points: worth }) =>
    circles.join(" ") + (worth ? ` for ${points(worth)}` : ""));
  if (goals.length > NAMED_GOALS) named.push(`${goals.length - NAMED_GOALS} more`);
  return andList(named);
}

/** Returns what a threat leads to: `win at once`, `win in 2 moves`, `score 2 points at once`. */
function threatEnds({ plies, points: worth }) {
  const ends = worth ? `score ${points(worth)}` : "win";
  if (plies <= 1) return `${ends} at once`;
  return `${ends} ${worth ? "within" : "in"} ${distanceWords(plies)}`;
}

/** Returns what a choice threatens, and how the other side can meet that. */
function threatensWords({ why: { threatens, replies }, result, isMistake }, other) {
  const { plies, by, goals } = threatens;
  const threat = plies === 1 ? `threatens ${goalsWords(goals)}`
    : `prepares: it threatens to ${threatEnds(threatens)} by ${moveText(by)}`;
  const isMet = !replies && isMistake && result !== "win";
  if (isMet) return `${threat}, but ${other} can meet it`;
  if (!replies) return threat;
  const it = ["it", "it", "both"][goals.length] ?? "them all";
  if (replies.length === 0) return `${threat}: ${other} cannot meet ${it}`;
  const meets = replies.length === 1 ? "meets" : "meet";
  return `${threat}: only ${andList(replies.map(moveText))} ${meets} ${it}`;
}

/** Returns which win a mistake allows. */
function letsWords({ why: { allows, unmet }, isPointed }, other) {
  if (allows.plies === 0) return `completes ${goalsWords(allows.goals)} for ${other}`;
  const lets = `lets ${other} ${threatEnds(allows)}`;
  const by = moveText(allows.by);
  if (isPointed) return `${lets} by ${by}`;
  return `${lets}: it ${unmet ? "does not meet" : "no longer meets"} ${by}`;
}

// Returns the parts of a reason that are told. A mistake that loses does nothing else, nor does a
// double threat.
export function toldParts({ why: { completes, threatens, meets, allows, replies }, isMistake }) {
  if (completes) return { completes };
  if (allows && (isMistake || allows.plies === 0)) return { allows };
  return replies?.length === 0 ? { threatens } : { threatens, meets, allows };
}

/** Returns what a choice does, as parts of a sentence. */
function reasonParts(reason, other) {
  const { move, result, isMistake, isPlayed } = reason;
  const { completes, threatens, meets, allows } = toldParts(reason);
  if (completes) return [`completes ${goalsWords(completes)}`];
  if (allows && (isMistake || allows.plies === 0)) return [letsWords(reason, other)];
  const parts = [];
  // Drops may threaten more than the rules show.
  const isGivenAway = isPlayed && isMistake && result === "draw" && move.includes("-");
  if (threatens) parts.push(threatensWords(reason, other));
  else if (isGivenAway) parts.push(`threatens nothing: ${other} holds the draw`);
  // What is one of several parts is short.
  const isAlone = parts.length === 0;
  if (meets) {
    const ends = isAlone && !allows ? `, with which ${other} would ${threatEnds(meets)}` : "";
    parts.push(`meets ${moveText(meets.by)}${ends}`);
  }
  if (allows) {
    const ends = isAlone && !meets ? `, with which ${other} will ${threatEnds(allows)}` : "";
    parts.push(`cannot stop ${moveText(allows.by)}${ends}`);
  }
  return parts;
}

/** Returns a choice as the subject of a sentence. */
function choiceName({ move, isPointed }) {
  if (move === "pass") return "passing";
  if (move.includes("-")) return moveText(move);
  return `${isPointed ? "pointing at" : "dropping on"} ${move.replace("pass ", "")}`;
}

/** Returns why a choice is good or bad as a sentence, or an empty text if it is quiet. */
export function reasonSentence(reason, subject = choiceName(reason)) {
  const other = sideName(reason.side === "black" ? "red" : "black");
  const parts = reasonParts(reason, other);
  return parts.length > 0 ? `${subject} ${parts.join("; it ")}.` : "";
}

/** A move in a sentence, in which a bare number could be anything: `14–8`, `the drop on 13`. */
export function moveWords(move) {
  return move.includes("-") ? moveText(move) : `the drop on ${move.replace("pass ", "")}`;
}

export const STRENGTHS = ["A person", "Easy", "Medium", "Hard", "Expert", "Perfect"];

/** What a slide is, by the name of the rule. */
const STEP_WORDS = {
  king: "one step",
  orthogonal: "one step along a row or column",
  knight: "a knight’s move",
  teleport: "a slide",
};

export const TEXTS = {
  solvingTask: (name, seconds) => `Solving ${name}${seconds === null ? " …"
    : `, about ${counted(seconds, "second", "seconds")} more.`}`,
  cancelled: "solving was cancelled",
  thinking: (side) => `${sideName(side)} is thinking`,
  piecesLeft: (count) => ` ${counted(count, "piece", "pieces")} to drop`,
  lookingBack: (at, count) => (at === 0 ? "Looking back at the start"
    : `Looking back at move ${Math.ceil(at / 2)} of ${Math.ceil(count / 2)}`),
  toMove: (side) => `${sideName(side)} to move`,
  taken: (circle) => `Circle ${circle} is taken.`,
  notYours: (side) => `That piece is ${sideName(side)}’s.`,
  noNumber: (text, most) => `${text} is no circle: type a number from 1 to ${most}.`,
  cannotSlide: (circle) => `The piece on ${circle} has nowhere to slide.`,
  noStep: (from, to, step) => `${from} to ${to} is not ${STEP_WORDS[step]}.`,
  centreBanned: "The first piece cannot go to the centre.",
  repeatedHere: "This position has occurred three times: a draw.",
  playedOn: (value) => ` Without that rule: ${value}.`,
  lost: { worker: "Not solved yet", service: "Connection lost" },
  groups: { win: "Wins", draw: "Draws", loss: "Loses" },
  shortLegend: (isForPoints, replier) => `${isForPoints ? "+2 forces 2 points, −3 loses 3"
    : "+2 wins in 2, −3 loses in 3"}, ●●●: ${replier} has few replies`,
  legend: (unit) => `+2 wins in 2 ${unit}, −3 loses in 3.`,
  legendPoints: (unit) => `+2 forces 2 points, −3 loses 3. ≤ 4: within 4 ${unit}.`,
  legendPoint: (chooser, turn) =>
    `${sideName(chooser)} points, and prefers circles that are bad for ${sideName(turn)}.`,
  otherSide: "the other side",
  legendReplies: (replier) => `Draws: after ●●● ${replier} has to find one of very few replies; ` +
    "●●○ some hold, ●○○ most, ○○○ nearly all.",
  others: (count) => `${count} others`,
  repliesOf: ({ holding, total }) => `${holding} of ${total} replies keep the draw`,
  passLong: "Pass: let the other side choose the circle",
  black: "Black",
  red: "Red",
  piece: (pips) => `the ${pips}`,
  game: "Game",
  compare: "Compare",
  share: "Share",
  results: (name, strength, won, drawn, lost) =>
    `${name}, ${strength}: ${won} won, ${drawn} drawn, ${lost} lost.`,
  clearing: {
    title: "Delete your results?", yes: "Delete them", no: "Keep them",
    text: "This deletes the results of your games, the puzzles that you have solved and the days " +
      "in a row of the puzzle of the day.",
  },
  beaten: (strength) => `${"★".repeat(strength)} ${STRENGTHS[strength]} beaten`,
  endReason({ kind, winner }, shape, words) {
    if (kind === "won") return `${shape}, in ${words}.`;
    if (kind === "stuck") return `${sideName(winner)} cannot move, after ${words}.`;
    return `This position occurred for the third time, after ${words}.`;
  },
  ladder: "To beat",
  notCounted: {
    link: "It came by a link, so it does not count.",
    elsewhere: "It began elsewhere, so it does not count.",
    hint: "There was a hint, so it does not count.",
    values: "Values were shown, so it does not count.",
    undo: "Moves were taken back, so it does not count.",
    again: "This game has been counted already, so it does not count again.",
  },
  warnings: {
    hint: "With a hint this game does not count: press again for it.",
    values: "With values this game does not count: press again to see them.",
  },
  uncounted: "Does not count",
  stopsCounting: {
    hint: "This game will not count.",
    values: "With values this game will not count.",
    undo: "With another move this game will not count.",
  },
  otherLine: "A move from here begins another line.",
  kindWord: (right, total) =>
    right === total ? "You made no mistake: the position was lost from the start."
      : `${right} of your ${counted(total, "move", "moves")} ${right === 1 ? "was" : "were"} ` +
        "as good as possible. One more try?",
  keeping: ({ holding, total, outcome, before }) => {
    if (before.dtw === 1) return "won at once.";
    const result = outcome === "win" ? "win" : "draw";
    return holding === 1 ? `was the only one of ${total} that kept the ${result}.`
      : `was one of ${holding} out of ${total} that kept the ${result}.`;
  },
  noPlies: "No moves yet.",
  noMoves: "The game ends here.",
  reviewLater: "The review of your moves appears here when the game is finished.",
  mistakes: (count) => counted(count, "mistake", "mistakes"),
  mistake: (number, count, move, better) =>
    `Mistake ${number} of ${count}: ${move} was played, ${wasBetter(better)}.`,
  yourMistake: (count) => (count === 1 ? "Your mistake: " : `Your first mistake of ${count}: `),
  marks: "?? changed the result. ? missed a faster win, or a longer defence.",
  graph: "Who is ahead after each ply: Black above the line, Red below",
  ply: (number) => `ply ${number}`,
  graphPoint: (ply, words) => `ply ${ply}: ${words}`,
  verdicts: { holds: "True:", refuted: "False:", answered: "Answered:" },
  goals: "Goals",
  plan: "Drops",
  step: "Slides",
  scoring: "Play",
  worth: (count) => points(count),
  drawGoal: "Draw a goal: choose four circles.",
  ownGoals: (shapes, count) =>
    `${counted(shapes, "shape", "shapes")}, ${counted(count, "goal", "goals")} on this board.`,
  goalCount: (count) => counted(count, "goal", "goals"),
  needGoal: "Choose four circles, then “Add this goal”.",
  endsEarly: (move) => `Set up as far as it can be played: the game ended with ${move}.`,
  namings: {
    letters: (circle) => `Rows from 1 at the bottom: ${circle}`,
    course: (circle) => `Rows from 0 at the top: ${circle}`,
  },
  edit: "Place pieces on the board",
  levels: { easy: "Easy", medium: "Medium", hard: "Hard" },
  solutionIs: (moves) => `Solution: ${moves.join(" ")}. Redo steps through it.`,
  puzzleWin: (dtw) => `Black wins in ${distanceWords(dtw)}`,
  puzzlePoints: "Black scores as many points as possible",
  puzzle: (number) => `Puzzle ${number}: exactly one move is right.`,
  dailyPuzzle: "Puzzle of the day: exactly one move is right.",
  rightSlow: "Still winning, but there is a faster way.",
  wrong: (words, side, reply) =>
    `Wrong: ${reply ? `after ${sideName(side)}’s reply ${reply},` : "now"} ${words}.`,
  streak(days, isToday) {
    if (days > 1) return `Puzzle of the day: solved ${days} days in a row.`;
    return `Puzzle of the day: solved${isToday ? "" : " yesterday"}.`;
  },
  dailyLine: (day, wrong, days) => `Teeko puzzle of ${day}: ${"✗".repeat(wrong)}✓ solved ` +
    `${wrong ? `after ${counted(wrong, "wrong try", "wrong tries")}` : "at the first try"}` +
    `${days > 1 ? `, ${days} days in a row` : ""}.`,
  learn: (count) => (count === 1 ? "Learn from it" : "Learn from them"),
  lesson: (number, count, side, move) => (move
    ? `Mistake ${number} of ${count}: ${side} played ${move}.`
    : `Find the best move for ${side}.`),
  lessonTask: "Find a better move",
  tryAgain: "Try again",
  backToReview: "Back to the game",
  course: {
    name: "Course",
    loading: "Preparing the course …",
    first: (side, outcome) => `You are ${side}. Find the move that ` +
      `${outcome === "win" ? "wins fastest" : "holds the draw"}.`,
    branch: (side, reply, move) => `Now ${side} replies ${reply} to ${move}.`,
    right: (reason, isAided) => ["Right.", reason, isAided && "It comes again later."]
      .filter(Boolean).join(" "),
    equal: (played, outcome, move) => `${played} ` +
      `${outcome === "win" ? "wins as soon" : "holds, too"}. The course goes on with ${move}.`,
    wrong: (reason) => `Wrong: ${reason}`,
    slow: (move, dtw) =>
      `${move} still wins, but in ${distanceWords(dtw)}. There is a faster way.`,
    won: "You win with your next move.",
    joined: "From here you know the way.",
    all: "You know the whole course.",
    learnt: "Line learnt",
    progress: "Choices that you know",
    known: (known, of) => `${known} of ${of} choices`,
    panel: (known, of) => `You know ${known} of ${of} choices.`,
    again: {
      title: "Start again?", yes: "Start again", no: "Keep going",
      text: "This forgets what you know of the course.",
    },
  },
  solvedCount: (count) => `You have solved ${counted(count, "puzzle", "puzzles")}.`,
  none: (name) => `There is no puzzle ${name} under these rules.`,
  sheetTask: "Black to play and win. Exactly one first move wins.",
  sheetTaskPoints: "Black to play for points. Exactly one first move scores the most.",
  puzzleScore: (score, dtw) => `Black forces ${points(score)} within ${distanceWords(dtw)}`,
  other: "Other rules",
  same: "Every move has the same value under both rules.",
  changes: (count) => (count === 1 ? "The value of 1 move differs:" : `${count} values differ:`),
  notCopied: "Your browser does not allow pages to copy. Select the text instead.",
  linkHelpFile: "This page is a file on your device, so its address opens nowhere else. Send " +
    "what follows “#” in it: it can be pasted under Position, or added to the address of any " +
    "such page.",
  linkHelp: "The address of this page contains everything that you see. Send it, or bookmark it.",
  tourSteps: [
    "A game in twenty seconds. You are Black. Drop a piece on the marked circle.",
    "Both sides drop four pieces, in turn. Drop your second next to the first.",
    "Drop the third a step away from the row: it slides in later.",
    "Drop the last: three in a row, and one a step away.",
    "All pieces are on the board. Now slide one by a step, in any direction: drag it to the " +
      "mark, or tap both circles.",
    "You made a row of four, and that wins. So do a column, a diagonal, and a square of four " +
      "neighbours.",
  ],
  tourMissed: "Not there: follow the dashed mark.",
  startCancel: "Keep playing",
  startDiscards: (count) =>
    `This ends the present game, after ${counted(Math.ceil(count / 2), "move", "moves")}.`,
  badLink: (reason) => `This cannot be shown: ${reason}`,
  kept: (reason) => `Your game is kept: ${reason}.`,
  noService: "the service does not answer",
  slowService: "The service has not answered yet.",
  tooLong: "the text is too long; paste at most a thousand moves, or the position after them",
  tooLarge: {
    worker: "the board is too large to be solved here; choose a smaller one, or use the program " +
      "on a computer with more memory",
    service: "the board is too large to be solved here; choose a smaller one, or start the " +
      "service with a larger --memory",
  },
  solverStopped: (reason) => ({
    error: `the solver stopped: ${reason}`,
    hint: "choose a smaller board or simpler rules",
  }),
  deselected: "Nothing is selected.",
  selected: (circle, targets) => `${circle} is selected. It can go to ${orList(targets)}.`,
  whichPiece: (circle) => `Which piece goes to ${circle}?`,
  whichNumber: (circle) => `Which piece is dropped on ${circle}?`,
  firstSlide: (step) => (step === "king"
    ? "All pieces are down. Drag one to a neighbouring circle, or tap both."
    : "All pieces are down. Drag one, or tap it and then where it goes."),
  lastMoves: "The last moves",
  nextMove: "Next move",
  notNow: "It is not your turn.",
  won: "Won",
  hintSaid: (move, reason) => `Hint: ${reason || `${moveText(move)}.`}`,
  goalsInMatch: "In a game, too, the board shows the goals that a hint threatens or meets",
};
