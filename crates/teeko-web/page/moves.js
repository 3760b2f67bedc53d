// Beside the board: the value of the position, who plays, and every move with its value.

import { held } from "./board.js";
import { button, choice, make, replace } from "./dom.js";
import { change, choose, chooser, forSide, game, hint, movesTo, newGame, playBest, playOn, position, redo, showsValues, state, undo } from "./game.js";
import { isDropPhase, parsePly } from "./notation.js";
import { STRENGTHS, TEXTS, plySaid, taskSentence, valueSentence, valueSign, valueWords } from "./strings.js";

const SHOWN_REPLIES = ({ total, holding }) => TEXTS.repliesOf(holding, total);

/** The value of the present position, in the element that scripts read. */
export function drawValue() {
  const element = document.getElementById("value");
  const { answer } = game;
  const shows = answer && (showsValues() || answer.phase === "over");
  for (const name of ["value", "outcome", "dtw", "score"]) delete element.dataset[name];
  element.dataset.value = "";
  const asking = !answer && !game.fault && !game.editing && !game.solving;
  if (asking && element.textContent) return element.classList.add("asking");
  element.className = "";
  if (game.fault) return replace(element, "");
  if (game.editing) return replace(element, TEXTS.editing);
  if (!answer) return replace(element, TEXTS.solving);
  if (!shows) return replace(element, TEXTS.unknown);
  element.dataset.value = valueSign(answer);
  element.dataset.outcome = answer.outcome;
  if (answer.dtw !== null) element.dataset.dtw = answer.dtw;
  if (answer.score !== undefined && answer.score !== null) element.dataset.score = answer.score;
  element.className = `for-black-${forSide(answer, "black", answer.turn).outcome}`;
  replace(element, valueSentence(answer));
}

/** Says what to do now, with buttons if there is nothing to do. */
export function drawTask() {
  const element = document.getElementById("task");
  if (game.fault) {
    return replace(element, make("span", { class: "fault", role: "alert" }, TEXTS.badLink(game.fault)), " ", button(TEXTS.startOver, () => change({ variant: "44-ssss", goals: "", start: "", plies: [], at: 0, puzzle: "", compare: "" })));
  }
  if (!game.answer) return replace(element, "\u00a0");
  const { phase, turn, moves } = game.answer;
  const asked = game.pending?.at ? "piece" : game.pending?.pass ? "passed" : phase !== "over" && moves.length === 0 ? "no-move" : "";
  const sentence = taskSentence({ phase, turn, chooser: game.answer.chooser, asked });
  replace(element, sentence, game.hint ? make("strong", {}, ` ${TEXTS.hintSaid(game.hint === "pass" ? TEXTS.pass : game.hint)}`) : null);
}

/** The numbered pieces to choose from once a circle is chosen, and the pass if there is one. */
export function drawPieces() {
  const element = document.getElementById("pieces");
  const person = game.answer && state[chooser()] === 0 && !game.running;
  const circle = game.pending?.at ? Number(game.pending.at) : held.circle;
  const offered = person && circle && isDropPhase(position()) ? movesTo(circle).filter(({ move }) => move.includes("=")) : [];
  const byPips = offered.toSorted((one, other) => parsePly(one.move).pips - parsePly(other.move).pips);
  const passes = person && game.answer.moves.some(({ move }) => move === "pass");
  replace(element,
    offered.length > 0 && make("span", {}, TEXTS.pieces),
    byPips.map((entry) => {
      const { pips } = parsePly(entry.move);
      const value = showsValues() ? ` ${valueSign(entry)}` : "";
      return button(TEXTS.piece(pips) + value, () => choose(entry.move), { "data-pips": pips, class: showsValues() ? entry.outcome : "" });
    }),
    passes && button(TEXTS.passLong, () => choose("pass"), { "data-pass": true }));
}

export function drawControls() {
  const none = !game.answer || game.answer.moves.length === 0;
  const control = (text, act, disabled, key) => button(text, act, { disabled, "aria-keyshortcuts": key });
  replace(document.getElementById("controls"),
    control(TEXTS.undo, undo, state.at === 0 && !game.pending, "U"),
    control(TEXTS.redo, redo, state.at === state.plies.length, "R"),
    control(TEXTS.hint, hint, none, "H"),
    control(TEXTS.best, playBest, none, "Space"),
    control(game.running ? TEXTS.stop : TEXTS.playOn, playOn, none && !game.running, "E"),
    control(TEXTS.newGame, () => newGame(), false, "N"));
}

export function drawPlayers() {
  const strengths = STRENGTHS.map((name, strength) => [String(strength), name]);
  const player = (side) => choice(TEXTS[side], strengths, String(state[side]), (value) => change({ [side]: Number(value) }, false), { "data-player": side });
  const analyses = [["on", TEXTS.analysisOn], ["off", TEXTS.analysisOff], ["black", TEXTS.analysisBlack], ["red", TEXTS.analysisRed]];
  replace(document.getElementById("players"),
    player("black"), player("red"),
    choice(TEXTS.analysis, analyses, state.analysis, (analysis) => change({ analysis }, false), { "data-analysis": true }),
    button(TEXTS.playProgram, () => newGame({ black: 0, red: 5, analysis: "off" }), { class: "main" }));
}

/** A value by sign and number and in words, in a table. */
export const valueCell = (value) => make("td", {}, make("span", { class: `sign ${value.outcome}` }, valueSign(value)), " ", valueWords(value));

export function drawMoves() {
  const element = document.getElementById("moves");
  const moves = game.answer?.moves ?? [];
  const shows = showsValues();
  document.getElementById("legend").textContent = !shows ? "" : [
    game.rules.scoring ? TEXTS.legendPoints : TEXTS.legend,
    game.answer && !game.pending && game.answer.chooser !== game.answer.turn ? TEXTS.legendPoint : "",
  ].filter(Boolean).join(". ");
  if (!game.answer) return replace(element);
  if (!shows && moves.length > 0) return replace(element, make("p", {}, TEXTS.hiddenMoves));
  if (moves.length === 0) return replace(element, make("p", {}, TEXTS.noMoves));
  const playable = state[chooser()] === 0 && !game.running;
  const row = (entry) => make("tr", { class: entry.optimal ? "optimal" : "", "data-move": entry.move, "data-outcome": entry.outcome, "data-dtw": entry.dtw, "data-score": entry.score },
    make("td", {}, playable ? button(entry.move, () => choose(entry.move)) : entry.move, entry.piece ? ` (${TEXTS.piece(entry.piece)})` : null),
    valueCell(entry),
    make("td", { class: "number" }, entry.replies.total > 0 ? SHOWN_REPLIES(entry.replies) : ""));
  replace(element, make("table", {},
    make("thead", {}, make("tr", {}, [TEXTS.move, TEXTS.value, TEXTS.replies].map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", {}, moves.map(row))));
}

let said = "";

/** Announces the last ply and the value of the position to screen readers. */
export function say() {
  if (!game.answer && !game.fault) return;
  const played = state.plies[state.at - 1];
  const value = game.answer && (showsValues() || game.answer.phase === "over") ? valueSentence(game.answer) : "";
  const mover = state.at > 0 ? game.positions[state.at - 1]?.turn : null;
  const text = game.fault || (played && mover ? plySaid(mover, played, value) : value);
  if (text === said) return;
  said = text;
  document.getElementById("live").textContent = text;
}
