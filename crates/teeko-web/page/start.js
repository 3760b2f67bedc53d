// The start of a game: which side you play, and how strong the program is.

import { focusCircle } from "./board.js";
import { button, byId, make, replace } from "./dom.js";
import { shapesOfSet } from "./gallery.js";
import { shapeDots } from "./goals_panel.js";
import {
  game, isMatch, knownDetails, onlyPerson, result, scarnesName, state,
} from "./game.js";
import { newGame } from "./play.js";
import { keep } from "./settings.js";
import { nameOf } from "./names.js";
import { STRENGTHS, TEXTS, settings } from "./strings.js";
import { startTour } from "./tour.js";

const dialog = () => byId("start");

/** Moves the focus to the board: what had it before may be gone, or is a button that is hidden. */
function leaveDialog() {
  const active = document.activeElement;
  if (active === document.body || dialog().contains(active)) focusCircle();
}

/** Closes the dialogue. The browser tells of it a moment later, when somebody may type already. */
export function closeStart() {
  if (!dialog().open) return;
  dialog().close();
  leaveDialog();
}

/** What is selected in the dialogue. */
const selected = {};

function pick(changes) {
  Object.assign(selected, changes);
  dialog().querySelector("#start-strength").disabled = selected.side === "both";
}

/** Options of which one is chosen, side by side. */
function segments(legend, name, options) {
  const option = ([value, text]) => make("label", {},
    make("input", {
      type: "radio", name, value, checked: value === selected[name],
      onchange: () => pick({ [name]: value }),
    }),
    make("span", {}, text));
  return make("fieldset", { class: "segments", id: `start-${name}` },
    make("legend", {}, legend), make("div", {}, options.map(option)));
}

/** Starts a game as chosen. */
function play() {
  const { side, strength } = selected;
  keep((kept) => Object.assign(kept, { side, strength: Number(strength) }));
  const program = (other) => (side === other ? Number(strength) : 0);
  closeStart();
  newGame({ black: program("red"), red: program("black"), analysis: "off", tab: "game" });
}

/** Starts a game for both sides with values. */
function explore() {
  closeStart();
  newGame({ black: 0, red: 0, analysis: "on" });
}

/** Starts the first game of twenty seconds. */
function tour() {
  closeStart();
  startTour();
}

/** Whether there is a game that another one would end. */
const isUnderWay = () => state.at > 0 && !result() && !game.isNew
  && state.puzzle !== "tour";


/** Asks before something ends a game that people play. Otherwise does it at once. */
export function endGame(act, { always = false } = {}) {
  const isPlayed = (isMatch() && !state.puzzle) || always;
  if (!isPlayed || !isUnderWay()) return act();
  const end = () => {
    closeStart();
    act();
  };
  replace(dialog(),
    make("h2", { id: "start-title" }, TEXTS.endTitle),
    make("p", {}, TEXTS.startDiscards(state.at)),
    make("div", { class: "row" },
      button(TEXTS.end, end, { class: "main", id: "end-game" }),
      button(TEXTS.startCancel, closeStart, { id: "start-cancel" })));
  return dialog().showModal();
}

/** The keys and what they do. */
export const keyList = () => make("dl", { class: "keys" },
  TEXTS.keyList.map(([keys, what]) => [make("dt", {}, keys), make("dd", {}, what)]));

/** Lists the keys. */
export function openKeys() {
  if (dialog().open) return;
  replace(dialog(),
    make("h2", { id: "start-title" }, TEXTS.keys), keyList(),
    make("div", { class: "row" }, button(TEXTS.close, closeStart, { class: "main", id: "close" })));
  dialog().showModal();
}

/** Asks how to play. If a game is under way, says that this ends it. */
export function openStart() {
  if (dialog().open) return;
  const { side, strength } = settings;
  const person = onlyPerson();
  Object.assign(selected, person ? { side: person, strength: String(state.black || state.red) }
    : { side, strength: String(strength) });
  drawStart(isUnderWay());
  dialog().showModal();
  dialog().querySelector("#start-play").focus();
}

/** The shapes of the goals, from the gallery until the solver has answered. */
function shapes() {
  return knownDetails()?.shapes ?? shapesOfSet(game.rules);
}

function drawStart(underWay) {
  const strengths = STRENGTHS.map((name, strength) => [String(strength), name]).slice(1);
  replace(dialog(),
    make("form", { method: "dialog", onsubmit: (event) => {
      event.preventDefault();
      play();
    } },
    make("h2", { id: "start-title" }, TEXTS.startTitle),
    make("p", { class: "soft" }, nameOf(state.variant, scarnesName())),
    make("p", {}, underWay ? TEXTS.startDiscards(state.at) : TEXTS.startHelp),
    make("div", {
      class: "shapes", id: "start-shapes", role: "img", "aria-label": TEXTS.startShapes,
    }, shapes().map(shapeDots)),
    segments(TEXTS.startSide, "side", Object.entries(TEXTS.startSides)),
    segments(TEXTS.startStrength, "strength", strengths),
    make("div", { class: "row" },
      make("button", { class: "main", id: "start-play" }, TEXTS.startPlay),
      button(TEXTS.startExplore, explore, { id: "start-explore" }),
      !underWay && button(TEXTS.tour, tour, { id: "start-tour" }),
      underWay && button(TEXTS.startCancel, closeStart, { id: "start-cancel" }))));
  pick({});
}

/** Prepares the dialogue. Escape leaves a new page with its values on. */
export function listenToStart() {
  dialog().addEventListener("cancel", () => {
    if (game.isNew) explore();
  });
  dialog().addEventListener("close", leaveDialog);
}
