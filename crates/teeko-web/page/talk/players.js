// The two bars above and below the board: who plays, the pieces that are still to be dropped, whose
// turn it is, and the score.

import { byId, make, replace } from "../dom.js";
import { chooser, game, onlyPerson, position, result, state } from "../game/game.js";
import { PIECES, isDropPhase } from "../rules/notation.js";
import { resultsOf } from "../game/settings.js";
import { STRENGTHS, TEXTS, sideName } from "../strings.js";

function nameOfPlayer(side) {
  if (state[side] > 0) return STRENGTHS[state[side]];
  return onlyPerson() === side ? "You" : sideName(side);
}

/** The games that a side has won against the program at this strength; null for two people. */
function score(side) {
  const person = onlyPerson();
  if (!person || state.puzzle) return null;
  const [won, , lost] = resultsOf(state, state.black || state.red);
  return side === person ? won : lost;
}

/** Whether a side is a person whose game does not count. */
function isUncounted(side) {
  return onlyPerson() === side && !state.puzzle && !["", "counted"].includes(state.help);
}

/** The pieces that a side has still to drop: their numbers, or 0 for pieces without. */
function toDrop(side) {
  const onBoard = position().cells.filter((cell) => cell?.side === side).map(({ pips }) => pips);
  const all = Array.from({ length: PIECES }, (_, index) => index + 1);
  if (game.rules.scoring === "pips") return all.filter((pips) => !onBoard.includes(pips));
  return all.slice(onBoard.length).fill(0);
}

function bar(side) {
  const left = toDrop(side);
  const wins = score(side);
  const isOn = !result() && !game.editing && chooser() === side;
  return make("div", { class: `player ${isOn ? "on" : ""}`, "data-bar": side },
    make("i", { class: side, "aria-hidden": "true" }),
    make("span", { class: "name" }, nameOfPlayer(side)),
    isDropPhase(position()) && tray(side, left),
    isUncounted(side) && make("small", { class: "uncounted" }, TEXTS.uncounted),
    wins !== null && !isUncounted(side) && make("span", { title: "Games won" },
      make("small", {}, `${TEXTS.won} `), make("span", { class: "score" }, String(wins))));
}

/** The pieces that a side has still to drop, and the places of those that it has dropped. */
function tray(side, left) {
  return [
    make("span", { class: "unseen" }, TEXTS.piecesLeft(left.length)),
    make("span", { class: "tray", "aria-hidden": "true" },
      Array.from({ length: PIECES }, (_, index) =>
        make("i", { class: index < left.length ? side : "gone" }, left[index] || ""))),
  ];
}

/** Draws both bars: the only person's, or Black's, below the board. */
export function drawPlayers() {
  const below = onlyPerson() ?? "black";
  if (state.puzzle !== "tour") replace(byId("above"), bar(below === "black" ? "red" : "black"));
  replace(byId("below"), bar(below));
}
