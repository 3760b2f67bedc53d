// Setting up a position: by text in any notation, or by placing pieces on the board.

import { activate, held } from "./board.js";
import { boardUse } from "./board_keys.js";
import { button, choice, labelled, make, replace } from "./dom.js";
import { FRESH, change, changed, game, position, state } from "./game.js";
import {
  emptyPosition, formatCircles, formatRows, isDropPhase, mirrored, pieceCount, swapped, turned,
} from "./notation.js";
import { askOf } from "./source.js";
import { TEXTS } from "./strings.js";

/** The position that is being set up, or null. */
let setup = null;
let tool = "black";
let pips = 1;
let judged = { text: "", good: true };
let typed = "";

/** Stops setting up a position, for example when another panel opens. */
export function stopEditing() {
  if (!setup) return;
  setup = null;
  game.editing = false;
  boardUse.activate = activate;
  document.getElementById("board").classList.remove("editing");
}

/** Starts a new game from a position. */
const setUp = (start) => change({ ...FRESH, start });

export function positionPanel(element) {
  const redraw = () => positionPanel(element);
  const present = () => setup ?? position();
  const set = (changed) => {
    if (!setup) return setUp(formatCircles(changed));
    setup = changed;
    paint();
    judge(redraw);
    redraw();
  };
  const field = make("input", {
    type: "text", id: "position-text", autocomplete: "off", spellcheck: false, value: typed,
    placeholder: formatCircles(present()), "data-key": "position text",
    oninput: (event) => (typed = event.target.value),
  });
  const apply = (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    typed = "";
    stopEditing();
    // Every notation of a position has a colon or a slash. Other text is moves, which the solver
    // parses.
    if (/[:/]/.test(text)) return setUp(text);
    const plies = text.split(/[\s,]+/).filter(Boolean);
    change({ ...FRESH, plies, at: plies.length });
  };
  replace(element,
    make("form", { class: "fields", onsubmit: apply },
      labelled(TEXTS.notation, field, { class: "wide" }),
      make("button", { "data-key": "apply", id: "apply-position" }, TEXTS.apply)),
    make("p", {},
      make("code", { id: "circles-form" }, formatCircles(present())), make("br"),
      make("code", { id: "rows-form" }, formatRows(present(), game.rules))),
    make("div", { class: "row" },
      button(TEXTS.turnBoard, () => set(turned(present(), game.rules))),
      button(TEXTS.flipBoard, () => set(mirrored(present(), game.rules))),
      button(TEXTS.swapColours, () => set(swapped(present()))),
      !setup && button(TEXTS.edit, () => startEditing(redraw), { class: "main", id: "edit" })),
    setup && tools(set, redraw));
}

function tools(set, redraw) {
  const radio = (value, text) => button(text, () => {
    tool = value;
    redraw();
  }, { "aria-pressed": String(tool === value), "data-tool": value });
  const withPips = game.rules.scoring === "pips";
  return make("div", { class: "row tools" },
    make("p", {}, TEXTS.editing),
    radio("black", TEXTS.black), radio("red", TEXTS.red), radio("", TEXTS.erase),
    withPips && choice(TEXTS.pips, ["1", "2", "3", "4"].map((number) => [number, number]),
      String(pips), (number) => (pips = Number(number))),
    choice(TEXTS.toMove, [["black", TEXTS.black], ["red", TEXTS.red]], setup.turn,
      (turn) => set({ ...setup, turn }), { id: "to-move" }),
    button(TEXTS.clear, () => set(emptyPosition(game.rules))),
    button(TEXTS.editDone, () => {
      const text = formatCircles(setup);
      stopEditing();
      setUp(text);
    }, { class: "main", id: "edit-done" }),
    make("p", { class: judged.good ? "sound" : "fault", id: "judgement", role: "status" },
      judged.text));
}

function startEditing(redraw) {
  setup = { cells: [...position().cells], turn: position().turn };
  held.circle = null;
  document.getElementById("board").classList.add("editing");
  boardUse.activate = (circle) => {
    const cell = setup.cells[circle - 1];
    const wasDropPhase = isDropPhase(setup);
    const toPut = { side: tool, pips: game.rules.scoring === "pips" ? pips : 0 };
    const same = cell?.side === tool && cell.pips === toPut.pips;
    setup.cells[circle - 1] = tool && !same ? toPut : null;
    // In the drop phase the side to move follows from the numbers of pieces. Black slides first.
    const isRedsTurn = pieceCount(setup, "black") > pieceCount(setup, "red");
    if (isDropPhase(setup)) setup.turn = isRedsTurn ? "red" : "black";
    else if (wasDropPhase) setup.turn = "black";
    paint();
    judge(redraw);
    redraw();
  };
  paint();
  judge(redraw);
  redraw();
}

/** Draws the position that is being set up, without values. */
function paint() {
  game.positions = [setup];
  Object.assign(game, { answer: null, hint: null, editing: true });
  changed();
}

/** Asks the solver whether the position is valid, and shows its answer. */
async function judge(redraw) {
  const asked = setup;
  try {
    await askOf(state, "position", { position: formatCircles(asked), brief: true });
    judged = { text: TEXTS.sound, good: true };
  } catch (error) {
    judged = { text: error.message, good: false };
  }
  if (setup === asked) redraw();
}

