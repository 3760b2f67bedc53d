// The game that is shown: its rules, its position, and the solver's answer about it. Everything
// here follows from the address.

import { INITIAL, firstBadPly, formatAddress, parseAddress } from "./address.js";
import {
  after, emptyPosition, isDropPhase, other, parseCircles, parsePly, parseRows, parseVariant,
  pieceCount,
} from "./notation.js";
import { Refusal, askOf } from "./source.js";

/** The state that the address contains. */
export let state = { ...INITIAL };

/** The changes to the state that start a game on the empty board. */
export const FRESH = { start: "", plies: [], at: 0, puzzle: "" };

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
  /** Why the address cannot be shown. */
  fault: "",
  /** Whether the program plays both sides to the end. */
  running: false,
  /** Whether the rules are new, so that they are solved first. */
  solving: true,
  /** Whether a position is being set up, so that there is nothing to ask. */
  editing: false,
  /** The circles between which the hint goes. */
  hint: null,
};

const listeners = [];

/** Registers a function to be called after each change. */
export const whenChanged = (listener) => listeners.push(listener);

export const changed = () => listeners.forEach((listener) => listener());

export const position = () => game.positions[Math.min(state.at, game.positions.length - 1)];

/** The side whose choice it is. */
export const chooser = () => (game.answer ? game.answer.chooser : position().turn);

/** Whether values are shown for the present choice. */
export const showsValues = () => state.analysis === "on" || state.analysis === chooser();

/** The strength of the program if the present choice is its own; 0 if it is a person's. */
export const programsTurn = () => (game.answer?.moves.length > 0 ? state[chooser()] : 0);

/** The parameters of a question about the present position. */
export function question() {
  const played = state.plies.slice(0, state.at).join(" ");
  if (played) return { moves: played, from: state.start || undefined };
  return { position: state.start || "b: r: b" };
}

const askedChoice = () => ({ pass: game.pending?.pass, at: game.pending?.at });

// Changes the state and the address. A change that the user may want to undo is `worth` an entry in
// the browser's history.
export function change(changes, worth = true) {
  Object.assign(state, changes);
  const address = formatAddress(state);
  if (address !== location.hash) history[worth ? "pushState" : "replaceState"](null, "", address);
  return show();
}

/** Shows the state that the address of the page contains. */
export function showAddress() {
  game.running = false;
  try {
    state = parseAddress(location.hash);
    game.fault = "";
  } catch (error) {
    game.fault = error.message;
    changed();
    return settle();
  }
  return show();
}

let asked = 0;

/** Sets the flag by which scripts know that the page is up to date. */
export const setReady = (ready) => (document.documentElement.dataset.ready = String(ready));

/** Marks the page as up to date, with the address that it shows. */
function settle() {
  document.documentElement.dataset.address = location.hash;
  setReady(true);
}

/** Draws the position at once, asks for its value, and draws the value. */
export async function show() {
  const number = ++asked;
  const isLast = () => number === asked;
  setReady(false);
  Object.assign(game, { answer: null, pending: null, hint: null, fault: "" });
  try {
    await prepare(isLast);
    if (!isLast()) return;
    // The solver works while the position is drawn.
    const asking = askForChoices(isLast);
    changed();
    await asking;
  } catch (error) {
    if (!isLast()) return;
    if (!(error instanceof Refusal || error instanceof Error)) throw error;
    game.fault = error.message;
    changed();
    settle();
  }
}

/** Finds the rules and the positions of the game. */
async function prepare(isLast) {
  const known = game.details && (game.details.asked === state.variant + state.goals);
  if (!known) {
    // The board appears before the first question.
    game.solving = true;
    setPositions(parseVariant(state.variant));
    changed();
    const details = await askOf(state, "rules");
    if (!isLast()) return;
    const name = details.variant.replace(/^@/, "");
    game.details = { ...details, asked: name + state.goals };
    if (name !== state.variant) {
      state.variant = name;
      history.replaceState(null, "", formatAddress(state));
    }
    game.rules = parseVariant(name);
  }
  setPositions(game.rules);
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
    history.replaceState(null, "", formatAddress(state));
    setPositions(game.rules, game.positions[0]);
  }
  if (state.at < state.plies.length) {
    changed();
    const from = state.start || undefined;
    await askOf(state, "position", { moves: state.plies.join(" "), from, brief: true });
  }
}

/** Reviews plies of the game. */
export const review = (plies) =>
  askOf(state, "review", { game: plies.join(" "), from: state.start || undefined });

/** Returns the plies of the game as the solver writes them. Its errors are the most precise. */
async function inOneForm() {
  const { choices, error } = await review(state.plies);
  if (error) throw new Error(error);
  const plies = [];
  for (const { ply, move } of choices) {
    plies[ply - 1] = plies[ply - 1] === "pass" ? `pass ${move}` : move;
  }
  return plies;
}

function setPositions(rules, start = null) {
  const size = Number.isInteger(rules.width) ? rules : { width: 5, height: 5 };
  const parsed = (text) => parseCircles(text, size) ?? parseRows(text, rules);
  const first = start ?? (state.start ? parsed(state.start) : emptyPosition(size));
  game.startKnown = first !== null;
  game.rules = rules;
  game.positions = [first ?? emptyPosition(size)];
  game.badPly = first ? firstBadPly(first, state.plies, after) : 0;
  const playable = game.badPly ? state.plies.slice(0, game.badPly - 1) : first ? state.plies : [];
  for (const ply of playable) game.positions.push(after(game.positions.at(-1), ply));
}

/** Asks for the value of the present choice; then the program or the user moves. */
async function askForChoices(isLast) {
  const answer = await askOf(state, "position", { ...question(), ...askedChoice() });
  if (!isLast()) return;
  Object.assign(game, { answer, solving: false });
  changed();
  if (!game.running && programsTurn() === 0) return settle();
  if (answer.moves.length === 0) {
    game.running = false;
    changed();
    return settle();
  }
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  await new Promise((resolve) => setTimeout(resolve, calm ? 900 : 450));
  if (!isLast()) return;
  const strength = game.running ? 5 : programsTurn();
  const seed = Math.floor(Math.random() * 2 ** 32);
  const parameters = { ...question(), ...askedChoice(), strength, seed };
  const { move } = await askOf(state, "choice", parameters);
  if (isLast()) await choose(move, false);
}

/** Asks for the second half of a choice. */
async function askAgain(pending) {
  const number = ++asked;
  setReady(false);
  Object.assign(game, { pending, answer: null, hint: null });
  try {
    await askForChoices(() => number === asked);
  } catch (error) {
    game.fault = error.message;
    changed();
    settle();
  }
}

/** Makes a choice: a move, a circle to point at, or a pass. */
export function choose(move, worth = true) {
  if (!game.answer) return;
  if (move === "pass") return askAgain({ pass: true });
  const entry = game.answer.moves.find((entry) => entry.move === move);
  if (entry?.piece && !game.pending) return askAgain({ at: move });
  const ply = `${game.pending?.pass ? "pass " : ""}${move}`;
  if (state.plies[state.at] === ply) return change({ at: state.at + 1 }, worth);
  return change({ plies: [...state.plies.slice(0, state.at), ply], at: state.at + 1 }, worth);
}

/** Goes to the position after a number of plies. */
export const goTo = (at) => {
  game.running = false;
  return change({ at: Math.max(0, Math.min(at, state.plies.length)) }, false);
};

/** Takes back the user's last choice and the program's answers to it. */
export function undo() {
  if (game.pending) return askAgain(null);
  return goTo(nearestOfPerson(state.at - 1, -1));
}

export const redo = () => goTo(nearestOfPerson(state.at + 1, 1));

// Returns the number of plies after which the user chooses: the first from `at` on in steps of
// `step`. If the program plays both sides, that is `at`.
function nearestOfPerson(at, step) {
  const isProgram = () => state[chooserOf(game.positions[at])] > 0;
  const inside = () => at > 0 && at < state.plies.length;
  if (state.black === 0 || state.red === 0) while (inside() && isProgram()) at += step;
  return at;
}

/** Returns the side that chooses: in a pointed drop the opponent of the side to move. */
function chooserOf(position) {
  const drops = pieceCount(position, position.turn);
  const pointed = isDropPhase(position) && game.rules.plan[drops] === "p";
  return pointed ? other(position.turn) : position.turn;
}

/** Shows the best move. */
export function hint() {
  const best = game.answer?.moves[0];
  if (!best) return;
  game.hint = best.move;
  changed();
}

export function playBest() {
  const best = game.answer?.moves[0];
  if (best) choose(best.move);
}

/** Starts or stops the program's play for both sides to the end. A draw may have no end. */
export function playOn() {
  game.running = !game.running;
  return show();
}

/** Starts a new game by the same rules. */
export const newGame = (changes = {}) => {
  game.running = false;
  return change({ ...FRESH, ...changes });
};

/** Returns the moves to a circle, best first, or those of them that come from the circle `from`. */
export function movesTo(circle, from = null) {
  return (game.answer?.moves ?? []).filter(({ move }) => {
    if (move === "pass") return false;
    const ply = parsePly(move);
    return ply.to === circle && (from === null || ply.from === from);
  });
}

/** A value for the side `turn` as a value for `side`. */
export function forSide(value, side, turn) {
  if (side === turn || value.outcome === "draw") return value;
  const score = value.score && -value.score;
  return { ...value, outcome: value.outcome === "win" ? "loss" : "win", score };
}

