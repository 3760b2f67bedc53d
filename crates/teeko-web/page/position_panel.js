// Setting up a position: by text in any notation, or by placing pieces on the board.

import { parseAddress } from "./address.js";
import { activate, held } from "./board.js";
import { boardUse } from "./board_keys.js";
import { button, byId, labelled, make, replace } from "./dom.js";
import {
  FRESH, change, changed, game, position, setReady, show, state, stillShown,
} from "./game.js";
import { parseHeading } from "./heading.js";
import {
  PIECES, emptyPosition, formatCircles, formatRows, isDropPhase, mirrored, pieceCount, swapped,
  turned,
} from "./notation.js";
import { askOf } from "./source.js";
import { endGame } from "./start.js";
import { TEXTS } from "./strings.js";

/** The position that is being set up, or null. */
let setup = null;
let tool = "black";
let pips = 1;
let judged = { text: "", good: true };
let typed = "";
/** What is wrong with the text that was typed. */
let typedFault = "";

/** Stops setting up a position, for example when another panel opens. */
export function stopEditing() {
  if (!setup) return;
  setup = null;
  game.editing = false;
  boardUse.activate = activate;
  byId("board").classList.remove("editing");
}

/** Starts a new game from a position. */
const setUp = (start) => change({ ...FRESH, start });

/** Changes the position that is being set up, or starts a new game from the changed position. */
function set(next) {
  if (!setup) return endGame(() => setUp(formatCircles(next)));
  setup = next;
  return judge();
}

/** Parses moves. A game in numbers with hyphens alone begins with the drops of all pieces. */
function pliesOf(text) {
  if (!/^\d+(-\d+)+$/.test(text)) return text.split(/[\s,]+/).filter(Boolean);
  const circles = text.split("-");
  const slides = circles.splice(2 * PIECES);
  return [...circles, ...(slides.join("-").match(/\d+(-\d+)?/g) ?? [])];
}

/** Returns the changes to the state that a link, a game or a position asks for. */
function parseTyped(whole) {
  // A link to this page, or the part of it that says what it shows.
  if (/^[^\s#]*#[^\s#]+\/[^#\n]*$/.test(whole)) {
    return { ...parseAddress(whole.slice(whole.indexOf("#"))), tab: state.tab };
  }
  // The page itself writes slides with a dash.
  const { text, variant, goals, from: start = "" } = parseHeading(whole.replaceAll("–", "-"));
  const rules = variant ? { variant, goals } : { variant: state.variant, goals: state.goals };
  // Every notation of a position has a colon or a slash. Other text is moves.
  if (/[:/]/.test(text)) return { ...FRESH, ...rules, start: text };
  const plies = pliesOf(text);
  return { ...FRESH, ...rules, start, plies, at: plies.length };
}

// Uses the text in the field: a link, or a game or position under the rules that its heading names
// if it has one. What is wrong with it stands beside the field.
async function apply(whole) {
  let next = null;
  setReady(false);
  const isShown = stillShown();
  try {
    next = parseTyped(whole);
    const { start, plies } = next;
    const moves = { moves: plies.join(" "), from: start || undefined };
    const asked = start && plies.length === 0 ? { position: start } : moves;
    await askOf(next, "position", { ...asked, brief: true });
    if (!isShown()) return undefined;
  } catch (error) {
    if (!isShown()) return undefined;
    typedFault = error.message;
    setReady(true);
    return changed();
  }
  setReady(true);
  return endGame(() => {
    typed = "";
    typedFault = "";
    stopEditing();
    return change(next);
  });
}

export function positionPanel(element) {
  const present = setup ?? position();
  const submit = (event) => {
    event.preventDefault();
    if (field.value.trim()) apply(field.value.trim());
  };
  // A game that was saved or copied has several lines.
  const field = make("textarea", {
    rows: 2, id: "position-text", autocomplete: "off", spellcheck: false, value: typed,
    placeholder: formatCircles(present), "data-key": "position text",
    "aria-invalid": typedFault ? "true" : null, "aria-describedby": "position-fault",
    oninput: (event) => (typed = event.target.value),
    onkeydown: (event) => {
      if (event.key === "Enter" && !event.shiftKey) submit(event);
    },
  });
  replace(element,
    make("form", { class: "fields", onsubmit: submit },
      labelled(TEXTS.notation, field, { class: "wide" }),
      make("button", { "data-key": "apply", id: "apply-position" }, TEXTS.apply)),
    make("p", { class: "fault", id: "position-fault", role: "status" }, typedFault),
    make("p", {},
      make("code", { id: "circles-form" }, formatCircles(present)), make("br"),
      make("code", { id: "rows-form" }, formatRows(present, game.rules))),
    make("div", { class: "row" },
      !setup && button(TEXTS.edit, () => startEditing(position()), { class: "main", id: "edit" }),
      button(TEXTS.turnBoard, () => set(turned(present, game.rules))),
      button(TEXTS.flipBoard, () => set(mirrored(present, game.rules))),
      button(TEXTS.swapColours, () => set(swapped(present)))));
}

/** Ends setting up, and starts a game from the position if it is valid. */
async function finish() {
  const text = formatCircles(setup);
  await judge();
  if (!judged.good || !setup) return;
  stopEditing();
  setUp(text);
}

function cancel() {
  stopEditing();
  show();
}

/** The tools at the board: what the next click places, and whether the position is valid. */
export function editorTool() {
  const radio = (value, text) => button(text, () => {
    tool = value;
    changed();
  }, { "aria-pressed": String(tool === value), "data-tool": value });
  const select = (label, options, value, onchange, id) => make("select", {
    id, "aria-label": label, "data-key": label, onchange: (event) => onchange(event.target.value),
  }, options.map(([option, text]) =>
    make("option", { value: option, selected: option === value }, text)));
  const numbers = ["1", "2", "3", "4"].map((number) => [number, TEXTS.piece(number)]);
  return [
    make("div", { class: "row tools" },
      radio("black", TEXTS.black), radio("red", TEXTS.red), radio("", TEXTS.erase),
      game.rules.scoring === "pips"
        && select(TEXTS.pips, numbers, String(pips), (number) => (pips = Number(number)), "pips"),
      button(TEXTS.clear, () => set(emptyPosition(game.rules)))),
    make("div", { class: "row tools" },
      select(TEXTS.sideToMove, ["black", "red"].map((side) => [side, TEXTS.toMove(side)]),
        setup.turn, (turn) => set({ ...setup, turn }), "to-move"),
      button(TEXTS.editCancel, cancel, { id: "edit-cancel" }),
      button(TEXTS.editDone, finish,
        { class: "main", id: "edit-done", disabled: !judged.good })),
    make("p", { class: judged.good ? "sound" : "fault", id: "judgement", role: "status" },
      judged.text),
  ];
}

/** Starts setting up, from a position that may be invalid. */
function startEditing(from) {
  setup = { cells: [...from.cells], turn: from.turn };
  held.circle = null;
  state.tab = "position";
  scrollTo(0, 0);
  byId("board").classList.add("editing");
  boardUse.activate = (circle) => {
    const cells = [...setup.cells];
    const cell = cells[circle - 1];
    const toPut = { side: tool, pips: game.rules.scoring === "pips" ? pips : 0 };
    const isSame = cell?.side === tool && cell.pips === toPut.pips;
    cells[circle - 1] = tool && !isSame ? toPut : null;
    const next = { cells, turn: setup.turn };
    // In the drop phase the side to move follows from the numbers of pieces. Black slides first.
    const isRedsTurn = pieceCount(next, "black") > pieceCount(next, "red");
    if (isDropPhase(next)) next.turn = isRedsTurn ? "red" : "black";
    else if (isDropPhase(setup)) next.turn = "black";
    setup = next;
    judge();
  };
  judge();
}

game.edit = startEditing;

/** Draws the position that is being set up, and asks the solver whether it is valid. */
async function judge() {
  const asked = setup;
  game.positions = [setup];
  Object.assign(game, { answer: null, hint: null, fault: null, editing: true });
  changed();
  try {
    await askOf(state, "position", { position: formatCircles(asked), brief: true });
    judged = { text: TEXTS.sound, good: true };
  } catch (error) {
    judged = { text: error.reason ?? error.message, good: false };
  }
  if (setup === asked) changed();
}
