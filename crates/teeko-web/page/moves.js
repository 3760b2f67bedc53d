// Beside the board: the value of the position, who plays, and every move with its value.

import { held } from "./board.js";
import { button, choice, make, replace, tableHead } from "./dom.js";
import {
  FRESH, change, choose, chooser, forSide, game, hint, movesTo, newGame, playBest, playOn, position,
  redo, showsValues, state, undo,
} from "./game.js";
import { isDropPhase, parsePly } from "./notation.js";
import {
  STRENGTHS, TEXTS, plySaid, taskSentence, valueSentence, valueSign, valueWords,
} from "./strings.js";

/** Shows the value of the present position. Scripts can read it from the element's data. */
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
  if (Number.isInteger(answer.score)) element.dataset.score = answer.score;
  element.className = `for-black-${forSide(answer, "black", answer.turn).outcome}`;
  replace(element, valueSentence(answer));
}

/** Shows what to do now, or why a link cannot be shown. */
export function drawTask() {
  const element = document.getElementById("task");
  if (game.fault) {
    const standard = { ...FRESH, variant: "44-ssss", goals: "", compare: "" };
    return replace(element,
      make("span", { class: "fault", role: "alert" }, TEXTS.badLink(game.fault)), " ",
      button(TEXTS.startOver, () => change(standard)));
  }
  if (!game.answer) return replace(element, "\u00a0");
  const { phase, turn, moves } = game.answer;
  const { at, pass } = game.pending ?? {};
  const stuck = phase !== "over" && moves.length === 0;
  const asked = at ? "piece" : pass ? "passed" : stuck ? "no-move" : "";
  const sentence = taskSentence({ phase, turn, chooser: game.answer.chooser, asked });
  const hinted = game.hint === "pass" ? TEXTS.pass : game.hint;
  replace(element, sentence, hinted && make("strong", {}, ` ${TEXTS.hintSaid(hinted)}`));
}

/** Shows the numbered pieces to choose from after a circle, and the pass if it is legal. */
export function drawPieces() {
  const element = document.getElementById("pieces");
  const person = game.answer && state[chooser()] === 0 && !game.running;
  const circle = game.pending?.at ? Number(game.pending.at) : held.circle;
  const drops = person && circle && isDropPhase(position()) ? movesTo(circle) : [];
  const pipsOf = ({ move }) => parsePly(move).pips;
  const offered = drops.filter(pipsOf).toSorted((one, other) => pipsOf(one) - pipsOf(other));
  const passes = person && game.answer.moves.some(({ move }) => move === "pass");
  replace(element,
    offered.length > 0 && make("span", {}, TEXTS.pieces),
    offered.map((entry) => {
      const pips = pipsOf(entry);
      const value = showsValues() ? ` ${valueSign(entry)}` : "";
      const attributes = { "data-pips": pips, class: showsValues() ? entry.outcome : "" };
      return button(TEXTS.piece(pips) + value, () => choose(entry.move), attributes);
    }),
    passes && button(TEXTS.passLong, () => choose("pass"), { "data-pass": true }));
}

export function drawControls() {
  const none = !game.answer || game.answer.moves.length === 0;
  const control = (text, act, disabled, key) =>
    button(text, act, { disabled, "aria-keyshortcuts": key });
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
  const player = (side) => choice(TEXTS[side], strengths, String(state[side]),
    (value) => change({ [side]: Number(value) }, false), { "data-player": side });
  replace(document.getElementById("players"),
    player("black"), player("red"),
    choice(TEXTS.analysis, Object.entries(TEXTS.analyses), state.analysis,
      (analysis) => change({ analysis }, false), { "data-analysis": true }),
    button(TEXTS.playProgram, () => newGame({ black: 0, red: 5, analysis: "off" }),
      { class: "main" }));
}

/** A table cell with a value as sign and number, and in words. */
export const valueCell = (value) => make("td", {},
  make("span", { class: `sign ${value.outcome}` }, valueSign(value)), " ", valueWords(value));

export function drawMoves() {
  const element = document.getElementById("moves");
  const moves = game.answer?.moves ?? [];
  const shows = showsValues();
  const pointed = game.answer && !game.pending && game.answer.chooser !== game.answer.turn;
  document.getElementById("legend").textContent = !shows ? "" : [
    game.rules.scoring ? TEXTS.legendPoints : TEXTS.legend,
    pointed ? TEXTS.legendPoint : "",
  ].filter(Boolean).join(". ");
  if (!game.answer) return replace(element);
  if (!shows && moves.length > 0) return replace(element, make("p", {}, TEXTS.hiddenMoves));
  if (moves.length === 0) return replace(element, make("p", {}, TEXTS.noMoves));
  const playable = state[chooser()] === 0 && !game.running;
  const row = (entry) => {
    const { move, replies } = entry;
    return make("tr", {
      class: entry.optimal ? "optimal" : "", "data-move": move,
      "data-outcome": entry.outcome, "data-dtw": entry.dtw, "data-score": entry.score,
    },
    make("td", {},
      playable ? button(move, () => choose(move)) : move,
      entry.piece ? ` (${TEXTS.piece(entry.piece)})` : null),
    valueCell(entry),
    make("td", { class: "number" }, replies.total > 0 ? TEXTS.repliesOf(replies) : ""));
  };
  replace(element, make("table", {},
    tableHead([TEXTS.move, TEXTS.value, TEXTS.replies]),
    make("tbody", {}, moves.map(row))));
}

let said = "";

/** Announces the last ply and the value of the position to screen readers. */
export function say() {
  if (!game.answer && !game.fault) return;
  const played = state.plies[state.at - 1];
  const shows = game.answer && (showsValues() || game.answer.phase === "over");
  const value = shows ? valueSentence(game.answer) : "";
  const mover = state.at > 0 ? game.positions[state.at - 1]?.turn : null;
  const text = game.fault || (played && mover ? plySaid(mover, played, value) : value);
  if (text === said) return;
  said = text;
  document.getElementById("live").textContent = text;
}
