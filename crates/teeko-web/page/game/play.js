// What people do with the game: going back and forth, hints, the program's play for both sides.

import {
  FRESH, askAgain, change, changed, choose, chooserOf, explain, explores, game, isFinished, isMatch,
  noteHelp, objectTo, onlyPerson, personActs, position, result, show, state, stillShown,
} from "./game.js";
import { isDropPhase, parsePly } from "../rules/notation.js";
import { keep } from "./settings.js";
import { TEXTS, settings } from "../strings.js";

/** Whether everything besides the game is shown during a match. */
let menuIsOpen = false;

/** Whether a match is on that has not ended. */
export function isMatchOn() {
  return isMatch() && !state.puzzle && !game.editing && !game.fault && !isFinished();
}

/** Whether only what a game needs is shown: during a match, unless the player opens more. */
export function isQuiet() {
  return isMatchOn() && state.tab === "game" && !menuIsOpen;
}

/** Shows or hides everything besides the game. */
export function switchMenu() {
  menuIsOpen = !menuIsOpen;
  changed();
}

/** Whether the player slides for the first time, so that they are told how. */
export function isFirstSlide() {
  if (!isMatch() || state.puzzle || settings.slid) return false;
  return personActs() && !isDropPhase(position());
}

/** Goes to the position after a number of plies. */
export function goTo(at) {
  game.running = false;
  return change({ at: Math.max(0, Math.min(at, state.plies.length)) }, false);
}

/** Takes back the user's last choice and the program's answers to it. */
export function undo() {
  if (game.pending) return askAgain(null);
  const at = lastChoice();
  return at === null ? undefined : goTo(at);
}

/** Returns the number of plies before the user's last choice, or null if they made none. */
function lastChoice() {
  // Without the positions nothing is known of whose choices there were.
  if (state.at === 0 || state.at >= game.positions.length) return null;
  const at = nearestOfPerson(state.at - 1, -1);
  const isProgram = state[chooserOf(game.positions[at])] > 0;
  return isProgram && onlyPerson() ? null : at;
}

/** Whether there is something to take back. */
export function canUndo() {
  return Boolean(game.pending) || lastChoice() !== null;
}

/** Goes some plies back or forward, and from half a choice back to its start. */
export function stepBy(count) {
  if (game.pending && count < 0) return askAgain(null);
  const at = Math.max(0, Math.min(state.at + count, state.plies.length));
  return at === state.at ? undefined : goTo(at);
}

export function redo() {
  return goTo(nearestOfPerson(state.at + 1, 1));
}

// Returns the number of plies after which the user chooses: the first from `at` on in steps of
// `step`. If the program plays both sides, that is `at`.
function nearestOfPerson(at, step) {
  const isProgram = () => state[chooserOf(game.positions[at])] > 0;
  const inside = () => at > 0 && at < state.plies.length;
  if (state.black === 0 || state.red === 0) while (inside() && isProgram()) at += step;
  return at;
}

/** Returns the best move of the person who chooses, or null if the solver still works. */
function bestMove() {
  return game.answer?.provisional || !personActs() ? null : game.answer.moves[0];
}

export async function hint() {
  const best = bestMove();
  if (!best || warns("hint")) return;
  noteHelp("hint");
  const isShown = stillShown();
  await explain();
  if (!isShown()) return;
  game.objection = "";
  game.hint = best.move;
  game.notes++;
  changed();
}

/** The setting that says whether the board has the goals of a reason: a match has its own. */
function goalsSetting() {
  return isMatchOn() ? "goalsInMatch" : "goals";
}

/** Whether the board has the goals of a reason. */
export function showsGoals() {
  return settings[goalsSetting()];
}

/** Shows or hides the goals of reasons. */
export function switchGoals() {
  const name = goalsSetting();
  keep((kept) => (kept[name] = !kept[name]));
  changed();
}

/** Warns a reader once that help ends the counting of the game. Returns whether it did. */
function warns(help) {
  const warned = `${state.id} ${help}`;
  if (!isMatchOn() || state.help || game.warned === warned) return false;
  game.warned = warned;
  objectTo(TEXTS.warnings[help]);
  changed();
  return true;
}

export function switchValues() {
  if (state.analysis === "off" && warns("values")) return undefined;
  return change({ analysis: state.analysis === "off" ? "on" : "off" }, false);
}

/** Plays the best move for a user who explores. */
export function playBest() {
  const best = explores() && bestMove();
  if (best) choose(best.move);
}

/** Starts or stops the program's play for both sides to the end. */
export function playOn() {
  if (result() || !explores()) return undefined;
  game.running = !game.running;
  return show();
}

/** Starts a new game, by the same rules if no others are given, and brings the board into view. */
export function newGame(changes = {}) {
  game.running = false;
  menuIsOpen = false;
  const shown = change({ ...FRESH, ...changes });
  scrollTo(0, 0);
  return shown;
}

/** Returns the moves to a circle, best first. */
export function movesTo(circle) {
  return (game.answer?.moves ?? []).filter(({ move }) => parsePly(move).to === circle);
}

/** A value for the side `turn` as a value for `side`. */
export function forSide(value, side, turn) {
  if (side === turn || value.outcome === "draw") return value;
  const score = value.score && -value.score;
  return { ...value, outcome: value.outcome === "win" ? "loss" : "win", score };
}
