// The start of a game: which side you play, and how strong the program is.

import { focusCircle } from "../board/board.js";
import { button, byId, make, replace } from "../dom.js";
import { shapesOfSet } from "../panels/gallery.js";
import { shapeDots } from "../panels/goals_panel.js";
import {
  game, isFinished, isMatch, knownDetails, onlyPerson, scarnesName, state,
} from "../game/game.js";
import { newGame } from "../game/play.js";
import { keep } from "../game/settings.js";
import { nameOf } from "../rules/names.js";
import { STRENGTHS, TEXTS, settings } from "../strings.js";
import { startTour } from "./tour.js";

function dialog() {
  return byId("start");
}

/** Moves the focus to the board: what had it before may be gone, or is a button that is hidden. */
function leaveDialog() {
  const active = document.activeElement;
  if (active === document.body || dialog().contains(active)) focusCircle();
}

/** Closes the dialogue. The browser reports it a moment later, when the user may already type. */
export function closeStart() {
  if (!dialog().open) return;
  dialog().close();
  leaveDialog();
}

/** Starts a game as chosen in the dialogue. */
function play(side, strength) {
  keep((kept) => Object.assign(kept, { side, strength }));
  const program = (other) => (side === other ? strength : 0);
  closeStart();
  newGame({ black: program("red"), red: program("black"), analysis: "off", tab: "game" });
}

/** Starts a game for both sides with values. */
function explore() {
  closeStart();
  newGame({ black: 0, red: 0, analysis: "on" });
}

/** Whether there is a game that another one would end. */
function isUnderWay() {
  return state.plies.length > 0 && !isFinished() && !game.isNew && state.puzzle !== "tour";
}

/** Asks before something ends a game that people play. Otherwise does it at once. */
export function endGame(act, { always = false } = {}) {
  const isPlayed = (isMatch() && !state.puzzle) || always;
  if (!isPlayed || !isUnderWay()) return act();
  return askBefore(act, {
    title: "End this game?", text: TEXTS.startDiscards(state.plies.length), yes: "End it",
    no: TEXTS.startCancel,
  });
}

/** Asks whether something is to be done, and does it then. */
export function askBefore(act, { title, text, yes, no }) {
  function confirm() {
    closeStart();
    act();
  }
  replace(dialog(),
    make("h2", { id: "start-title" }, title),
    make("p", {}, text),
    make("div", { class: "row" },
      button(yes, confirm, { class: "main", id: "end-game" }),
      button(no, closeStart, { id: "start-cancel" })));
  return dialog().showModal();
}

export function openKeys() {
  if (dialog().open) return;
  replace(dialog(),
    make("h2", { id: "start-title" }, "Keys"),
    byId("help").content.querySelector("dl").cloneNode(true),
    make("div", { class: "row" }, button("Close", closeStart, { class: "main", id: "close" })));
  dialog().showModal();
}

/** Asks how to play. If a game is under way, says that this ends it. */
export function openStart() {
  if (dialog().open) return;
  const isOn = isUnderWay();
  replace(dialog(), byId("start-form").content.cloneNode(true));
  byId("start-rules").textContent = nameOf(state.variant, scarnesName());
  if (isOn) byId("start-help").prepend(`${TEXTS.startDiscards(state.plies.length)} `);
  // The shapes of the goals are those of the gallery until the solver has answered.
  const shapes = knownDetails()?.shapes ?? shapesOfSet(game.rules);
  byId("start-shapes").append(...shapes.map(shapeDots));
  byId("start-strengths").append(...STRENGTHS.slice(1).map((name, index) => make("label", {},
    make("input", { type: "radio", name: "strength", value: String(index + 1) }),
    make("span", {}, name))));
  const form = dialog().firstElementChild;
  const { side, strength } = form.elements;
  const person = onlyPerson();
  side.value = person ?? settings.side;
  strength.value = person ? state.black || state.red : settings.strength;
  const follow = () => (byId("start-strength").disabled = side.value === "both");
  follow();
  form.addEventListener("change", follow);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    play(side.value, Number(strength.value));
  });
  byId("start-explore").onclick = explore;
  byId("start-tour").onclick = () => {
    closeStart();
    startTour();
  };
  byId("start-cancel").onclick = closeStart;
  byId("start-tour").hidden = isOn;
  byId("start-cancel").hidden = !isOn;
  dialog().showModal();
  byId("start-play").focus();
}

/** Prepares the dialogue. Escape leaves a new page with its values on. */
export function listenToStart() {
  dialog().addEventListener("cancel", () => {
    if (game.isNew) explore();
  });
  dialog().addEventListener("close", leaveDialog);
}
