// A position to practise, chosen at random among those of the kind that the reader asks for.

import { choice, labelled, make } from "./dom.js";
import { changed, game, setReady, state, stillShown } from "./game.js";
import { PIECES } from "./notation.js";
import { forSide, newGame } from "./play.js";
import { askOf } from "./source.js";
import { endGame } from "./start.js";
import { STRENGTHS, TEXTS } from "./strings.js";

const SEEDS = 1_000_000_000;

const askedKind = { outcome: "any", pieces: "", dtw: "" };
let practiceFault = "";
/** The position to practise that was shown last. */
let practised = "";

/** Returns the value for the reader of a position to practise before they move, or null. */
export function practiceValue() {
  const { chooser, turn } = game.answer;
  const isStart = practised && state.start === practised && state.at === 0;
  return isStart ? forSide(game.answer, chooser, turn) : null;
}

/** Shows a position of the kind: the side that acts is a person, the other the perfect program. */
async function practise() {
  const { outcome, pieces, dtw } = askedKind;
  practiceFault = "";
  setReady(false);
  changed();
  const isShown = stillShown();
  const seed = Math.floor(Math.random() * SEEDS);
  try {
    const { position: start, chooser } = await askOf(state, "random", {
      outcome, pieces: pieces || undefined, dtw: dtw || undefined, seed,
    });
    if (!isShown()) return undefined;
    practised = start;
    const strength = (side) => (side === chooser ? 0 : STRENGTHS.length - 1);
    const players = { black: strength("black"), red: strength("red"), analysis: "off" };
    return newGame({ start, ...players });
  } catch (error) {
    if (!isShown()) return undefined;
    practiceFault = error.message;
  }
  setReady(true);
  return changed();
}

/** Returns the form that asks for a position. */
export function practiceForm() {
  const submit = (event) => {
    event.preventDefault();
    return endGame(practise);
  };
  const numbers = Array.from({ length: 2 * PIECES + 1 }, (_, number) => [String(number), number]);
  const dtw = make("input", {
    type: "number", min: 1, id: "practice-dtw", "data-key": "practice plies",
    placeholder: TEXTS.practiceAny, value: askedKind.dtw,
    oninput: (event) => (askedKind.dtw = event.target.value),
  });
  return make("section", {},
    make("h3", {}, TEXTS.practice),
    make("p", { class: "soft" }, TEXTS.practiceHelp),
    make("form", { class: "fields", onsubmit: submit, novalidate: true },
      choice(TEXTS.practiceOutcome, Object.entries(TEXTS.practiceOutcomes), askedKind.outcome,
        (outcome) => (askedKind.outcome = outcome), { id: "practice-outcome" }),
      choice(TEXTS.practicePieces, [["", TEXTS.practiceAny], ...numbers], askedKind.pieces,
        (pieces) => (askedKind.pieces = pieces), { id: "practice-pieces" }),
      labelled(TEXTS.practicePlies, dtw),
      make("button", { class: "main", id: "practise", "data-key": "practise" }, TEXTS.practise)),
    make("p", { class: "fault", id: "practice-fault", role: "status" }, practiceFault));
}
