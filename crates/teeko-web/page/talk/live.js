// What screen readers announce: the last ply with the headline, hints and objections, what is
// selected and where it may go, and why a game does not count.

import { held } from "../board/board.js";
import { reasonText } from "../board/reasons.js";
import { byId } from "../dom.js";
import { game, isMatch, onlyPerson, position, result, state } from "../game/game.js";
import { stopsCounting } from "./headline.js";
import { isDropPhase, parsePly } from "../rules/notation.js";
import { TEXTS, plySaid } from "../strings.js";

/** What there was to announce when the page was drawn last. */
let known = { happened: "", circle: null, notes: 0 };

/** Announces what is new. */
export function say() {
  if ((!game.answer || game.answer.provisional) && !game.fault) return;
  const present = { happened: happened(), circle: held.circle, notes: game.notes };
  const text = newsSince(known, present);
  known = present;
  if (text) announce(text);
}

/** Announces a text. Screen readers are silent about one that does not differ from the last. */
function announce(text) {
  const live = byId("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Returns the most important of what is new, or an empty text. */
function newsSince(before, present) {
  const isNote = present.notes !== before.notes;
  if (isNote && game.objection) return game.objection;
  if ((isNote && game.hint) || present.happened !== before.happened) return present.happened;
  if (present.circle !== before.circle) return selectionSaid(present.circle);
  return "";
}

/** Returns the last ply with the headline, or why the address cannot be shown. */
function happened() {
  if (game.fault) return game.fault.message;
  const played = state.plies[state.at - 1];
  const mover = state.at > 0 ? game.positions[state.at - 1]?.turn : null;
  const line = byId("value").textContent;
  const hint = game.hint && TEXTS.hintSaid(game.hint, reasonText());
  const said = played && mover ? plySaid(mover, played, line) : `${line}.`;
  return [said, hint, stopsCounting(), whyUncounted()].filter(Boolean).join(" ");
}

/** Returns why a game that has ended does not count. */
function whyUncounted() {
  return isMatch() && !state.puzzle && onlyPerson() && result() && TEXTS.notCounted[state.help];
}

/** Returns what a selected circle waits for. */
function selectionSaid(circle) {
  if (circle === null) return TEXTS.deselected;
  if (isDropPhase(position())) return TEXTS.whichNumber(circle);
  if (!position().cells[circle - 1]) return TEXTS.whichPiece(circle);
  const slides = game.answer.moves.map(({ move }) => parsePly(move));
  return TEXTS.selected(circle, slides.filter(({ from }) => from === circle).map(({ to }) => to));
}
