// Setting up a position, by text in any notation or by placing pieces on the board; and copying
// what the page shows: as a link, as notation, as a picture.

import { isFile, linkTo, parseAddress } from "../game/address.js";
import { activate, held } from "../board/board.js";
import { boardUse } from "../board/board_keys.js";
import { button, byId, copy, labelled, make, replace, selection } from "../dom.js";
import {
  FRESH, change, changed, game, pliesReviewed, position, setReady, show, state, stillShown,
} from "../game/game.js";
import {
  PIECES, circleNamed, emptyPosition, formatCircles, formatHeading, formatRows, isDropPhase,
  isTwoSides, mirrored, namingsOf, numbered, parseHeading, parseVariant, pieceCount, swapped,
  turned, wordsOf,
} from "../rules/notation.js";
import { askOf } from "../solver/source.js";
import { endGame } from "../talk/start.js";
import { TEXTS, moveText } from "../strings.js";

/** The result of a drawn game, which has slashes. */
const DRAWN = "1/2-1/2";

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

/** Stops setting up a position, for example when another panel opens. */
export function stopEditing() {
  if (!setup) return;
  setup = null;
  game.editing = false;
  boardUse.activate = activate;
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

// Parses moves. A game in numbers with hyphens alone begins with the drops of all pieces. The
// solver reads lists, and refuses a text without moves.
function pliesOf(text) {
  const words = wordsOf(text);
  if (text && (text.startsWith("[") || words.length === 0)) return [text];
  if (!/^\d+(-\d+)+$/.test(text)) return words;
  const circles = text.split("-");
  const slides = circles.splice(2 * PIECES);
  return [...circles, ...(slides.join("-").match(/\d+(-\d+)?/g) ?? [])];
}

/** A text with names of circles that have two meanings, each with what the name means. */
class Ambiguous extends Error {
  constructor(name, namings, board) {
    super(`${name} can mean two circles. How does this text name them?`);
    this.meanings = namings.map((naming) =>
      ({ naming, text: TEXTS.namings[naming](name, circleNamed(name, naming, board)) }));
  }
}

// Returns the text and the start of a game with numbers instead of names such as `C2`, which the
// solver refuses. `chosen` is how circles are named if that is known.
async function inNumbers({ text, from = "" }, rules, chosen) {
  const board = parseVariant((await askOf(rules, "rules")).variant);
  const found = namingsOf(`${from}\n${text}`, board);
  if (!found) return { text, start: from };
  const { namings, name } = found;
  if (namings.length === 0) throw new Error(name ? TEXTS.noCircle(name) : TEXTS.mixedNames);
  if (namings.length > 1 && !chosen) throw new Ambiguous(name, namings, board);
  const naming = chosen ?? namings[0];
  return { text: numbered(text, naming, board), start: numbered(from, naming, board) };
}

/** Returns the changes to the state that a link, a game or a position asks for. */
async function parseTyped(whole, naming) {
  // A link to this page, or the part after its `#`.
  if (/^[^\s#]*#[^\s#]+\/[^#\n]*$/.test(whole)) {
    return { ...parseAddress(whole.slice(whole.indexOf("#"))), tab: state.tab };
  }
  // The page itself writes slides with a dash.
  const heading = parseHeading(whole.replaceAll("–", "-"));
  const { variant, goals } = heading.variant ? heading : state;
  const { text, start } = await inNumbers(heading, { variant, goals }, naming);
  // A position has a colon or a slash, or lists the circles of two sides. Other text is moves.
  if (/[:/]/.test(text.replace(DRAWN, ""))) return { ...FRESH, variant, goals, start: text };
  if (isTwoSides(text)) {
    // An address has no ends of lines.
    return { ...FRESH, variant, goals, start: text.replace(/\s*\n\s*/g, "; ") };
  }
  const plies = pliesOf(text);
  return { ...FRESH, variant, goals, start, plies, at: plies.length };
}

/** Checks what was typed. Returns it, without what follows the end of a game. */
async function playable(next) {
  const { start, plies, at } = next;
  const [moves, from] = [plies.join(" "), start || undefined];
  const asked = start && plies.length === 0 ? { position: start } : { moves, from };
  try {
    await askOf(next, "position", { ...asked, brief: true });
    return next;
  } catch (error) {
    const { choices, end } = await askOf(next, "review", { game: moves, from }).catch(() => ({}));
    if (end?.phase !== "over") throw error;
    const played = pliesReviewed(choices);
    return { ...next, plies: played, at: Math.min(at, played.length) };
  }
}

// Uses the text in the field: a link, or a game or position under the rules that its heading names
// if it has one. What is wrong with it stands beside the field. The game is nobody's own: persons
// play both sides, except in a puzzle.
async function apply(whole, naming) {
  let [given, next] = [null, null];
  setReady(false);
  const isShown = stillShown();
  try {
    given = await parseTyped(whole, naming);
    next = await playable(given);
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
    noted = { plies, text: next === given ? "" : TEXTS.endsEarly(moveText(plies.at(-1))) };
    stopEditing();
    return change({ ...next, ...(puzzle ? {} : { black: 0, red: 0 }) });
  });
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
      typedFault ? typedFault.message : noted.plies === state.plies && noted.text),
    typedFault?.meanings && make("div", { class: "row" },
      typedFault.meanings.map(({ naming, text }) =>
        button(text, () => apply(field.value, naming), { "data-naming": naming }))),
    make("p", {},
      make("code", { id: "circles-form" }, formatCircles(present)), make("br"),
      make("code", { id: "rows-form" }, formatRows(present, game.rules))),
    make("div", { class: "row" },
      !setup && button(TEXTS.edit, () => startEditing(position()), { class: "main", id: "edit" }),
      button("Turn", () => set(turned(present, game.rules))),
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

export function sharePanel(element) {
  if (game.editing) return replace(element);
  const plies = state.plies.slice(0, state.at).join(" ");
  const record = plies && formatHeading(state, state.start && game.positions[0]) + plies;
  const status = make("p", { id: "copied", role: "status" });
  const select = (event) => event.target.select();
  // An input would lose the ends of lines.
  function field(label, value, id, kind = ["input", { type: "text" }]) {
    return labelled(label,
      make(kind[0], { ...kind[1], readonly: true, value, id, onfocus: select }), { class: "wide" });
  }
  return replace(element,
    make("h3", {}, TEXTS.share),
    make("p", {}, isFile() ? TEXTS.linkHelpFile : TEXTS.linkHelp),
    make("div", { class: "fields" },
      field("Link", linkTo(state), "link"),
      field("Position", formatCircles(position()), "notation"),
      record && field(TEXTS.game, record, "game-record", ["textarea", { rows: 3 }])),
    make("div", { class: "row" },
      button("Copy link", () => copy(linkTo(state), status)),
      button("Copy position", () => copy(formatCircles(position()), status)),
      record && button("Copy game", () => copy(record, status)),
      button("Save picture (SVG)", savePicture, { id: "save-picture" })),
    status);
}
