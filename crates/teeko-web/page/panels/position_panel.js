// Setting up a position, by text in any notation or by placing pieces on the board; and copying
// what the page shows: as a link, as notation, as a picture.

import { isFile, linkTo, parseAddress } from "../game/address.js";
import { held } from "../board/board.js";
import { boardUse } from "../board/board_keys.js";
import { button, byId, copy, labelled, make, replace, selection } from "../dom.js";
import {
  FRESH, change, changed, game, listOf, position, setReady, show, state, stillShown,
} from "../game/game.js";
import {
  emptyPosition, formatCircles, formatRows, isDropPhase, mirrored, parseRows, parseVariant,
  pieceCount, swapped, turned,
} from "../rules/notation.js";
import { askOf } from "../solver/source.js";
import { endGame } from "../talk/start.js";
import { TEXTS, moveText } from "../strings.js";

/** The position that is being set up, or null. */
let setup = null;
let tool = "black";
let pips = 1;
let judged = { text: "", good: true };
let typed = "";
/** Why the text that was typed is wrong, or null. */
let typedFault = null;
/** A note about a game that was set up, for as long as its plies are shown. */
let noted = { plies: null, text: "" };

/** What the board is used for otherwise. */
const usualUse = { ...boardUse };

/** Stops setting up a position, for example when another panel opens. */
export function stopEditing() {
  if (!setup) return;
  setup = null;
  game.editing = false;
  Object.assign(boardUse, usualUse);
  byId("board").classList.remove("editing");
}

function setUp(start) {
  return change({ ...FRESH, start });
}

/** Changes the position that is being set up, or starts a new game from the changed position. */
function set(next) {
  if (!setup) return endGame(() => setUp(formatCircles(next)));
  setup = next;
  return judge();
}

/** Returns the changes to the state that a game or a position asks for, as the solver reads it. */
async function parseRecord(rules, text, more) {
  const record = await askOf(rules, "record", { text, ...more });
  const variant = record.variant.replace(/^@/, "");
  const first = record.start && parseRows(record.start, parseVariant(variant));
  return {
    variant,
    goals: record.goals ?? "",
    start: first ? formatCircles(first) : "",
    plies: record.plies,
    at: record.plies.length,
    isCut: Boolean(record.over_after),
  };
}

/** Returns the changes that a link asks for: what it shows is played as far as it can be. */
async function parseLink(address) {
  const link = parseAddress(address);
  const from = link.start || undefined;
  const record = await parseRecord(link, listOf(link.plies), { from });
  return { ...link, ...record, at: Math.min(link.at, record.plies.length), tab: state.tab };
}

/** Returns the changes to the state that a link, a game or a position asks for. */
async function parseTyped(text, naming) {
  // A link to this page, the part after its `#`, or a line that ends with one.
  if (/^[^\n#]*#[^\s#]+\/[^#\n]*$/.test(text)) return parseLink(text.slice(text.indexOf("#")));
  return { ...FRESH, ...await parseRecord(state, text, { naming }) };
}

// Uses the text in the field: a link, or a game or position under the rules that its heading names
// if it has one. What is wrong with it stands beside the field. The game is nobody's own: persons
// play both sides, except in a puzzle.
async function apply(text, naming) {
  let next = null;
  let isCut = false;
  setReady(false);
  const isShown = stillShown();
  try {
    ({ isCut, ...next } = await parseTyped(text, naming));
    if (!isShown()) return undefined;
  } catch (error) {
    if (!isShown()) return undefined;
    typedFault = error;
    setReady(true);
    return changed();
  }
  setReady(true);
  return endGame(() => {
    const { plies, puzzle } = next;
    typed = "";
    typedFault = null;
    noted = { plies, text: isCut ? TEXTS.endsEarly(moveText(plies.at(-1))) : "" };
    stopEditing();
    return change({ ...next, ...(puzzle ? {} : { black: 0, red: 0 }) });
  });
}

/** Returns why the text that was typed is wrong. A choice of notations stands for its hint. */
function faultText() {
  return typedFault.found ? typedFault.reason : typedFault.message;
}

export function positionPanel(element) {
  const present = setup ?? position();
  function submit(event) {
    event.preventDefault();
    if (field.value.trim()) apply(field.value.trim());
  }
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
      labelled("Position or moves in any notation, or a link", field, { class: "wide" }),
      make("button", { "data-key": "apply", id: "apply-position" }, "Set up")),
    make("p", { class: typedFault ? "fault" : "", id: "position-fault", role: "status" },
      typedFault ? faultText() : noted.plies === state.plies && noted.text),
    typedFault?.found && make("div", { class: "row" },
      typedFault.found.map(({ naming, circle }) => button(TEXTS.namings[naming](circle),
        () => apply(field.value, naming), { "data-naming": naming }))),
    make("p", {},
      make("code", { id: "circles-form" }, formatCircles(present)), make("br"),
      make("code", { id: "rows-form" }, formatRows(present, game.rules))),
    make("div", { class: "row" },
      !setup && button(TEXTS.edit, () => startEditing(position()), { class: "main", id: "edit" }),
      button("Rotate", () => set(turned(present, game.rules))),
      button("Mirror", () => set(mirrored(present, game.rules))),
      button("Swap colours", () => set(swapped(present)))));
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
  function radio(value, text) {
    return button(text, () => {
      tool = value;
      changed();
    }, { "aria-pressed": String(tool === value), "data-tool": value });
  }
  function select(label, options, value, onchange, id) {
    return selection(options, value, onchange, { id, "aria-label": label, "data-key": label });
  }
  const numbers = ["1", "2", "3", "4"].map((number) => [number, TEXTS.piece(number)]);
  return [
    make("div", { class: "row tools" },
      radio("black", TEXTS.black), radio("red", TEXTS.red), radio("", "Empty"),
      game.rules.scoring === "pips"
        && select("Pips", numbers, String(pips), (number) => (pips = Number(number)), "pips"),
      button("Clear", () => set(emptyPosition(game.rules)))),
    make("div", { class: "row tools" },
      select("To move", ["black", "red"].map((side) => [side, TEXTS.toMove(side)]),
        setup.turn, (turn) => set({ ...setup, turn }), "to-move"),
      button("Cancel", cancel, { id: "edit-cancel" }),
      button("Done", finish,
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
  boardUse.leave = cancel;
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
    judged = { text: "This position is valid.", good: true };
  } catch (error) {
    judged = { text: error.reason ?? error.message, good: false };
  }
  if (setup === asked) changed();
}

/** The properties of the style sheet that a picture needs. */
const PROPERTIES = [
  "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray",
  "stop-color", "font-family", "font-size", "font-weight", "text-anchor", "opacity",
];

/** Returns the board as an SVG document. Its elements contain the styles of the style sheet. */
function picture() {
  const copied = byId("board").cloneNode(true);
  const all = (svg) => [svg, ...svg.querySelectorAll("*")];
  const originals = all(byId("board"));
  for (const [index, element] of all(copied).entries()) {
    const style = getComputedStyle(originals[index]);
    for (const name of PROPERTIES) {
      if (!element.hasAttribute(name)) element.setAttribute(name, style.getPropertyValue(name));
    }
    for (const { name } of [...element.attributes]) {
      if (/^(data-|aria-|class$|style$|tabindex$|role$)/.test(name)) element.removeAttribute(name);
    }
  }
  copied.removeAttribute("id");
  copied.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copied.setAttribute("width", "480");
  return new XMLSerializer().serializeToString(copied);
}

function savePicture() {
  const address = URL.createObjectURL(new Blob([picture()], { type: "image/svg+xml" }));
  make("a", { href: address, download: `teeko-${state.variant}-${state.at}.svg` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Shows the game as a file has it, once the solver has written it. */
async function addRecord(field, text, from) {
  const record = await askOf(state, "record", { text, from }).catch(() => null);
  if (record && field.isConnected) field.value = record.text.trimEnd();
}

/** A field whose whole text is selected at once. */
function copyField(tag, attributes) {
  const select = (event) => event.target.select();
  return make(tag, { ...attributes, readonly: true, onfocus: select });
}

export function sharePanel(element) {
  if (game.editing) return replace(element);
  const plies = state.plies.slice(0, state.at).join(" ");
  const notation = formatCircles(position());
  const status = make("p", { id: "copied", role: "status" });
  const link = copyField("input", { type: "text", value: linkTo(state), id: "link" });
  const circles = copyField("input", { type: "text", value: notation, id: "notation" });
  // An input would lose the ends of lines.
  const record = copyField("textarea", { rows: 3, id: "game-record" });
  replace(element,
    make("h3", {}, TEXTS.share),
    make("p", {}, isFile() ? TEXTS.linkHelpFile : TEXTS.linkHelp),
    make("div", { class: "fields" },
      labelled("Link", link, { class: "wide" }),
      labelled("Position", circles, { class: "wide" }),
      plies && labelled(TEXTS.game, record, { class: "wide" })),
    make("div", { class: "row" },
      button("Copy link", () => copy(linkTo(state), status)),
      button("Copy position", () => copy(notation, status)),
      plies && button("Copy game", () => copy(record.value, status)),
      button("Save picture (SVG)", savePicture, { id: "save-picture" })),
    status);
  return plies ? addRecord(record, plies, state.start || undefined) : undefined;
}
