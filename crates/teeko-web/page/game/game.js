// The game that is shown: its rules, its position, and the solver's answer about it. Everything
// here follows from the address.

import { INITIAL, MOST_LINES, firstBadPly, formatAddress, parseAddress } from "./address.js";
import {
  after, emptyPosition, isDropPhase, isSamePosition, other, parseCircles, parseRows, parseVariant,
  pieceCount,
} from "../rules/notation.js";
import { formedGoal, provisionalAnswer } from "../rules/legal.js";
import { newGameId, notePlayed, playedGame } from "./played.js";
import { keep, rulesKey } from "./settings.js";
import { soundPly } from "../board/sound.js";
import { abandon, askOf } from "../solver/source.js";
import { TEXTS, settings } from "../strings.js";

/** The time for which the program seems to think, in milliseconds. */
const PAUSE = 650;

/** The number of puzzles that the reader had help with which are remembered. */
const MOST_SPOILED = 100;

// The state that the address contains; and what the history does: `help`, why a game or a puzzle
// does not count, or an empty text; `aided`, the plies that are not the player's own doing; and `id`,
// the name of the game. `help` is `link` until the user plays on after a link.
export let state = { ...INITIAL, help: "", aided: [], id: "" };

/** The changes to the state that start a game on the empty board. */
export const FRESH = { start: "", plies: [], at: 0, lines: [], puzzle: "" };

/** The state that follows from the address. */
export const game = {
  /** The parts of the variant's name. */
  rules: parseVariant(INITIAL.variant),
  /** The rules in full, from the solver. */
  details: null,
  /** The positions, from the start to after the last ply. */
  positions: [emptyPosition(parseVariant(INITIAL.variant))],
  /** The solver's answer about the present choice, a `teeko.query/1`; null until it arrives. */
  answer: null,
  /** A half-made choice: `{ pass: true }` after a pass, `{ at: "13" }` after pointing. */
  pending: null,
  /** Why the address cannot be shown: an error, or null. */
  fault: null,
  /** Whether the program plays both sides to the end. */
  running: false,
  /** Whether the rules are new, so that they are solved first, and since when. */
  solving: true,
  solvingSince: 0,
  /** Since when there has been a question without an answer. */
  askedSince: 0,
  /** Whether a position is being set up, so that there is nothing to ask. */
  editing: false,
  /** What has been typed in the last seconds: the number of a circle, or the first digit of it. */
  typed: "",
  /** The move that is the hint. */
  hint: null,
  /** The move of the list under the pointer, which the board shows. */
  preview: null,
  /** The reason of the last choice in a course, with the plies up to it; or null. */
  told: null,
  /** The plies of the solution of a puzzle that was shown last. */
  solution: null,
  /** The plies that a course takes back after a moment. */
  refuted: null,
  /** What the program plays instead of its own choice: a function that `course.js` sets. */
  replyOf: null,
  /** The mistakes of the game that the review shows: `{ plies, mistakes }`. */
  reviewed: null,
  /** The verdict on a ply of a puzzle: `{ plies, at, kind, circle, reply }`, or null. */
  judged: null,
  /** Why the last tap did nothing, or an empty text. */
  objection: "",
  /** How many objections and hints there have been: the same one can be made again. */
  notes: 0,
  /** The value of the last choice, which has the points that a finished game was worth. */
  chosen: null,
  /** The state of the last game, once another has begun; or null. */
  last: null,
  /** The help of which the reader has been warned: a name of it after that of the game. */
  warned: "",
  /** Whether the page was opened without a link, so that it offers to play. */
  isNew: false,
};

const listeners = [];

/** Registers a function to be called after each change. */
export function whenChanged(listener) {
  listeners.push(listener);
}

export function changed() {
  for (const listener of listeners) listener();
}

export function position() {
  return game.positions[Math.min(state.at, game.positions.length - 1)];
}

/** The rules in full, or null if those that are known are others. */
export function knownDetails() {
  return game.details?.asked === state.variant + state.goals ? game.details : null;
}

export function scarnesName() {
  return knownDetails()?.scarne_name;
}

/** Objects to what the reader did. */
export function objectTo(reason) {
  game.objection = reason;
  game.notes++;
}

/** The side whose choice it is. */
export function chooser() {
  return game.answer ? game.answer.chooser : chooserOf(position());
}

/** Whether the program plays a side. */
export function isMatch() {
  return state.black > 0 || state.red > 0;
}

/** Returns the side of the only person, or null if there are two or none, or only a reader. */
export function onlyPerson() {
  if (state.help === "link" && isFinished()) return null;
  if ((state.black > 0) === (state.red > 0)) return null;
  return state.black > 0 ? "red" : "black";
}

/** Whether the position after a number of plies, now the present one, has occurred three times. */
function isRepeated(at = state.at) {
  const until = game.positions.slice(0, at + 1);
  return until.filter((place) => isSamePosition(place, until.at(-1))).length >= 3;
}

/** Whether the game has ended, whichever of its positions is shown. */
export function isFinished() {
  const last = game.positions.at(-1);
  const end = provisionalAnswer(last, game.rules, game.details);
  const isWon = formedGoal(last, other(last.turn), game.details?.goals ?? []);
  return Boolean(isWon) || end?.moves.length === 0 || isRepeated(game.positions.length - 1);
}

/** Returns how the game has ended, or null if it has not. */
export function result() {
  const { answer, pending } = game;
  if (!answer || game.editing) return null;
  if (answer.phase === "over") {
    const score = Math.abs(answer.score ?? game.chosen?.score ?? 0);
    return { kind: "won", winner: answer.winner, score };
  }
  if (answer.moves.length === 0) return { kind: "stuck", winner: answer.turn };
  return !pending && isRepeated() ? { kind: "repeated" } : null;
}

const solvedListeners = [];

/** Registers a function to be called with the time that solving took, in milliseconds. */
export function whenSolved(listener) {
  solvedListeners.push(listener);
}

// Returns the number of a ply, counted from 0, as records of games have it: that of the move for
// Black's, none for Red's unless it is the first of the record.
export function numberOf(index, isFirst) {
  const move = (index + (game.positions[0].turn === "black" ? 0 : 1)) / 2 + 1;
  if (Number.isInteger(move)) return `${move}.`;
  return isFirst ? `${Math.floor(move)}. …` : null;
}

/** Whether people explore, so that there is no game and no puzzle in which help would count. */
export function explores() {
  return !isMatch() && !state.puzzle;
}

/** Whether a person makes the present choice. */
export function personActs() {
  if (game.answer === null || game.running || game.refuted === state.plies) return false;
  return state[chooser()] === 0 && !(isMatch() && result());
}

/** Whether people want to see values for the present choice. */
export function wantsValues() {
  return state.analysis === "on" || state.analysis === chooser();
}

/** Whether values are shown for the present choice. While the solver works there are none. */
export function showsValues() {
  return !game.answer?.provisional && wantsValues();
}

/** Whether the reader sees what is good about the moves of the present choice. */
export function wantsReasons() {
  return wantsValues() || state.plies === game.solution || state.puzzle === "course";
}

/** Returns the circles of the goal with which the game was won, or none. */
export function winningFour() {
  const end = result();
  const goals = game.details?.goals ?? [];
  return end?.kind === "won" ? (formedGoal(position(), end.winner, goals) ?? []) : [];
}

/** Whether plies follow the present position, so that the game has gone on from here already. */
export function isLookedBack() {
  return state.at < state.plies.length;
}

/** The strength of the program if it makes the present choice; 0 if it does not. */
export function programsTurn() {
  return result() || isLookedBack() ? 0 : state[chooser()];
}

/** The parameters of a question about the position after a number of plies, now the present one. */
export function question(at = state.at) {
  const played = state.plies.slice(0, at).join(" ");
  if (played) return { moves: played, from: state.start || undefined };
  return { position: state.start || "b: r: b" };
}

function askedChoice() {
  return { pass: game.pending?.pass, at: game.pending?.at };
}

/** What a person did to a choice whose answer was on its way, in order. */
let waiting = [];

/** Whether a person can choose as soon as the answer arrives. */
export function isAwaited() {
  return !game.answer && !game.fault && !game.editing && !game.running && state[chooser()] === 0;
}

/** Does something to the present choice now, or once its answer has arrived. */
export function act(action) {
  if (!isAwaited()) return action();
  waiting.push(action);
  return undefined;
}

/** Does what has waited for the answer. */
function actNow() {
  while (waiting.length > 0 && game.answer) waiting.shift()();
}

// Changes the state and the address. A change that the user may want to undo is `worth` an entry in
// the browser's history.
export function change(changes, worth = true) {
  waiting = [];
  return advance(changes, worth);
}

/** Changes the state. Whatever waits for the next answer keeps waiting. */
function advance(changes, worth) {
  game.isNew = false;
  if ("start" in changes && state.plies.length > 0 && !state.puzzle) game.last = { ...state };
  Object.assign(state, changes);
  if ("start" in changes) {
    state.help = changes.help ?? helpBefore("elsewhere");
    state.aided = changes.aided ?? pliesUpTo(state.plies.length);
    state.id = changes.id ?? newGameId();
  }
  game.running &&= explores();
  write(worth);
  return present();
}

/** Writes the state into the address and the history. */
export function write(worth = false) {
  const address = formatAddress(state);
  const isNew = worth && address !== location.hash;
  const { help, aided, id } = state;
  history[isNew ? "pushState" : "replaceState"]({ help, aided, id }, "", address);
}

/** The numbers of the plies up to one. */
function pliesUpTo(count) {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function puzzleKey() {
  return `${rulesKey(state)} ${state.puzzle}`;
}

/** Returns why what begins now does not count. `other` is the reason if it did not begin here. */
function helpBefore(other) {
  if (state.plies.length > 0 || (state.start && !state.puzzle)) return other;
  return settings.spoiled.includes(puzzleKey()) ? "hint" : "";
}

/** Notes why a game or a puzzle does not count: the reader had help, or it has been counted. */
export function noteHelp(help) {
  if (explores() || (isFinished() && help !== "counted")) return;
  const next = state.at + 1;
  if (help !== "counted" && !state.aided.includes(next)) state.aided = [...state.aided, next];
  const isFirst = !state.help;
  state.help ||= help;
  write();
  if (!isFirst) return;
  if (!state.puzzle) notePlayed(state.id, { help });
  else keep((kept) => (kept.spoiled = [...kept.spoiled, puzzleKey()].slice(-MOST_SPOILED)));
}

// Shows the state that the address of the page contains. A game that was played here is still that
// after a step back in the history, or after the page was loaded again.
export function showAddress() {
  game.running = false;
  game.isNew = !location.hash;
  try {
    const { help, aided, id = newGameId() } = history.state ?? {};
    state = { ...parseAddress(location.hash), help: "", id };
    state.aided = aided ?? pliesUpTo(state.plies.length);
    state.help = help ?? helpBefore("link");
    if (isMatch() && !state.puzzle) state.help ||= playedGame(id).help;
    history.replaceState({ help: state.help, aided: state.aided, id }, "");
    game.fault = null;
  } catch (error) {
    game.answer = null;
    return fail(error);
  }
  if (game.isNew) state.analysis = "off";
  return show();
}

let asked = 0;

/** Returns a function that says whether what is shown has stayed the same. */
export function stillShown() {
  const number = asked;
  return () => number === asked;
}

/** Sets the flag by which scripts know that the page is up to date. */
export function setReady(ready) {
  document.documentElement.dataset.ready = String(ready);
}

/** Marks the page as up to date, with the address that it shows. */
function settle() {
  document.documentElement.dataset.address = location.hash;
  setReady(true);
}

/** Shows why there is no answer. */
function fail(fault) {
  game.fault = fault;
  waiting = [];
  changed();
  settle();
}

/** Shows the state. What waited for an answer to the state before is dropped. */
export function show() {
  waiting = [];
  return present();
}

/** Draws the position at once, asks for its value, and draws the value. */
async function present() {
  ++asked;
  const isLast = stillShown();
  setReady(false);
  if (game.fault?.isLost) game.solvingSince = performance.now();
  Object.assign(game, { answer: null, pending: null, hint: null, preview: null, fault: null });
  game.askedSince = performance.now();
  game.objection = "";
  try {
    await prepare(isLast);
    if (!isLast()) return;
    // While the solver works, the position is drawn and can be played on.
    if (game.solving) game.answer = provisionalAnswer(position(), game.rules, game.details);
    const asking = askForChoices(isLast);
    changed();
    await asking;
  } catch (error) {
    if (isLast()) fail(error);
  }
}

/** The rules that are being solved. */
let solvingOf = "";

/** Notes that the rules are new. What the solver does for other rules is of no use any more. */
function startSolving() {
  const rules = state.variant + state.goals;
  if (solvingOf !== rules) abandon(TEXTS.cancelled);
  solvingOf = rules;
  Object.assign(game, { solving: true, solvingSince: performance.now() });
}

/** The plies that the solver has found legal. */
let legalPlies = null;

/** Finds the rules and the positions of the game. */
async function prepare(isLast) {
  if (!knownDetails()) {
    // The board appears before the first question.
    startSolving();
    setPositions(parseVariant(state.variant));
    changed();
    const details = await askOf(state, "rules");
    if (!isLast()) return;
    const name = details.variant.replace(/^@/, "");
    game.details = { ...details, asked: name + state.goals };
    if (name !== state.variant) {
      state.variant = name;
      write();
    }
  }
  setPositions(parseVariant(state.variant));
  if (state.start && !game.startKnown) {
    changed();
    const { position } = await askOf(state, "position", { position: state.start, brief: true });
    if (!isLast()) return;
    setPositions(game.rules, parseRows(position, game.rules));
  }
  if (game.badPly) {
    changed();
    const plies = await inOneForm();
    if (!isLast()) return;
    const at = state.at >= state.plies.length ? plies.length : Math.min(state.at, plies.length);
    Object.assign(state, { plies, at });
    write();
    setPositions(game.rules, game.positions[0]);
  }
  if (state.at < state.plies.length && legalPlies !== state.plies) {
    changed();
    await askOf(state, "position", { ...question(state.plies.length), brief: true });
    if (isLast()) legalPlies = state.plies;
  }
}

export function review(plies) {
  const from = state.start || undefined;
  return askOf(state, "review", { game: plies.join(" "), from, why: true });
}

// What the solver says of a choice in a review: it changed the result or gave points away, or
// nothing was better. Others kept the result, and reach it later or sooner than necessary.
export function isMistake({ mark }) {
  return mark === "??";
}

export function isRight({ mark }) {
  return mark === null;
}

/** Plies as a text that is a list and nothing else: `14-8` alone could also be two drops. */
export function listOf(plies) {
  return plies.length > 0 ? JSON.stringify(plies) : "";
}

/** Returns the plies of the game as the solver writes them. */
async function inOneForm() {
  const from = state.start || undefined;
  const { plies, over_after: end } =
    await askOf(state, "record", { text: listOf(state.plies), from });
  // A record may go on after the end of its game, an address may not: this says why.
  if (end) await askOf(state, "position", { ...question(state.plies.length), brief: true });
  return plies;
}

/** Returns the position that the state starts from, or null if only the solver can read it. */
function startingPosition(rules, size) {
  if (!state.start) return emptyPosition(size);
  return parseCircles(state.start, size) ?? parseRows(state.start, rules);
}

/** Notes the rules, and the positions of the game as far as its plies can be drawn. */
function setPositions(rules, start = null) {
  const size = Number.isInteger(rules.width) ? rules : { width: 5, height: 5 };
  const first = start ?? startingPosition(rules, size);
  game.startKnown = first !== null;
  game.rules = rules;
  game.positions = [first ?? emptyPosition(size)];
  game.badPly = 0;
  if (!first) return;
  game.badPly = firstBadPly(first, state.plies);
  const playable = game.badPly ? state.plies.slice(0, game.badPly - 1) : state.plies;
  for (const ply of playable) game.positions.push(after(game.positions.at(-1), ply));
}

/** Asks for the value of the present choice; then the program or the user moves. */
async function askForChoices(isLast) {
  const why = wantsReasons();
  const answer = await askOf(state, "position", { ...question(), ...askedChoice(), why });
  if (!isLast()) return;
  if (game.solving) {
    const elapsed = performance.now() - game.solvingSince;
    for (const listener of solvedListeners) listener(elapsed);
  }
  if (state.at === state.plies.length) legalPlies = state.plies;
  Object.assign(game, { answer, solving: false });
  if (wantsValues()) noteHelp("values");
  changed();
  if (result() && game.running) {
    game.running = false;
    changed();
  }
  if (!game.running && programsTurn() === 0) {
    settle();
    return actNow();
  }
  waiting = [];
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  if (!isLast()) return;
  const move = state.puzzle === "course" ? await game.replyOf() : await programsChoice();
  if (!isLast()) return;
  if (move) await choose(move, false);
  else settle();
}

/** Asks what the program chooses. */
async function programsChoice() {
  const strength = game.running ? 5 : programsTurn();
  const seed = Math.floor(Math.random() * 2 ** 32);
  const parameters = { ...question(), ...askedChoice(), strength, seed };
  return (await askOf(state, "choice", parameters)).move;
}

/** Asks for the reasons of the present choice, unless they are known. */
export async function explain() {
  const isShown = stillShown();
  const parameters = { ...question(), ...askedChoice(), why: true };
  const answer = await askOf(state, "position", parameters).catch(() => null);
  if (answer && isShown()) game.answer = answer;
}

/** Asks for the second half of a choice. */
export async function askAgain(pending) {
  ++asked;
  const isLast = stillShown();
  setReady(false);
  Object.assign(game, { pending, answer: null, hint: null, objection: "" });
  game.askedSince = performance.now();
  try {
    await askForChoices(isLast);
  } catch (error) {
    if (isLast()) fail(error);
  }
}

/** Makes a choice: a move, a circle to point at, or a pass. */
export function choose(move, worth = true) {
  if (!game.answer) return;
  if (move === "pass") return askAgain({ pass: true });
  const entry = game.answer.moves.find((entry) => entry.move === move);
  game.chosen = entry ?? null;
  if (entry?.piece && !game.pending) return askAgain({ at: move });
  const isSlide = move.includes("-");
  if (isSlide && worth && !settings.slid) keep((kept) => (kept.slid = true));
  soundPly(isSlide);
  const ply = `${game.pending?.pass ? "pass " : ""}${move}`;
  if (state.plies[state.at] === ply) return advance({ at: state.at + 1 }, worth);
  const plies = [...state.plies.slice(0, state.at), ply];
  const help = helpAfterChoice();
  // A puzzle is tried as often as it takes; in a game, what another ply replaces can be of use.
  const lines = isLookedBack() && !state.puzzle ? withLine(state.lines, state.plies) : state.lines;
  if (isMatch() && !state.puzzle) notePlayed(state.id, { reached: plies.length, help });
  return advance({ plies, at: plies.length, lines, help }, worth);
}

// Returns why the game does not count once another choice is made. A choice replaces one that the
// game has had already, perhaps in another tab, if the game has been further than this.
function helpAfterChoice() {
  if (state.help === "link") return "elsewhere";
  const { reached, help } = playedGame(state.id);
  const isReplaced = isLookedBack() || reached > state.at;
  if (state.puzzle || !isReplaced) return state.help;
  if (help === "counted") return "again";
  return state.help || "undo";
}

function isStartOf(line, longer) {
  return line.every((ply, index) => longer[index] === ply);
}

/** Returns the lines with another one, without those that it continues, and without the oldest. */
function withLine(lines, line) {
  return [...lines.filter((other) => !isStartOf(other, line)), line].slice(-MOST_LINES);
}

/** Returns the lines but one. */
export function linesBut(line) {
  return state.lines.filter((other) => String(other) !== String(line));
}

/** Goes back to a line that other plies have replaced, and keeps those as a line. */
export function takeLine(line) {
  const others = linesBut(line);
  const lines = isStartOf(state.plies, line) ? others : withLine(others, state.plies);
  return change({ plies: line, at: line.length, lines });
}

/** Plays several plies at once. What they replace is kept as a line. */
export function playPlies(more) {
  const plies = [...state.plies.slice(0, state.at), ...more];
  if (isStartOf(plies, state.plies)) return change({ at: plies.length });
  const lines = isLookedBack() ? withLine(state.lines, state.plies) : state.lines;
  return change({ plies, at: plies.length, lines });
}

/** Returns the side that chooses: in a pointed drop the opponent of the side to move. */
export function chooserOf(position) {
  const drops = pieceCount(position, position.turn);
  const pointed = isDropPhase(position) && game.rules.plan[drops] === "p";
  return pointed ? other(position.turn) : position.turn;
}
