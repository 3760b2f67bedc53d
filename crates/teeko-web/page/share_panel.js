// Copies what the page shows: as a link, as notation, as a picture.

import { isFile, linkTo } from "./address.js";
import { button, byId, copy, labelled, make, replace } from "./dom.js";
import { game, position, state } from "./game.js";
import { formatHeading } from "./heading.js";
import { formatCircles } from "./notation.js";
import { TEXTS } from "./strings.js";

/** The properties of the style sheet that a picture needs. */
const PROPERTIES = [
  "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray",
  "stop-color", "font-family", "font-size", "font-weight", "text-anchor", "opacity",
];

/** Returns the board as an SVG document. Its elements contain the styles of the style sheet. */
function picture() {
  const board = byId("board");
  const copyOfBoard = board.cloneNode(true);
  const originals = board.querySelectorAll("*");
  for (const [index, element] of copyOfBoard.querySelectorAll("*").entries()) {
    const style = getComputedStyle(originals[index]);
    for (const name of PROPERTIES) {
      if (!element.hasAttribute(name)) element.setAttribute(name, style.getPropertyValue(name));
    }
    for (const { name } of [...element.attributes]) {
      if (/^(data-|aria-|class$|style$|tabindex$|role$)/.test(name)) element.removeAttribute(name);
    }
  }
  copyOfBoard.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copyOfBoard.setAttribute("width", "480");
  for (const { name } of [...copyOfBoard.attributes]) {
    if (/^(id|class|role|data-|aria-)/.test(name)) copyOfBoard.removeAttribute(name);
  }
  return new XMLSerializer().serializeToString(copyOfBoard);
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
  const field = (label, value, id, kind = ["input", { type: "text" }]) => labelled(label,
    make(kind[0], { ...kind[1], readonly: true, value, id, onfocus: select }), { class: "wide" });
  return replace(element,
    make("h3", {}, TEXTS.share),
    make("p", {}, isFile() ? TEXTS.linkHelpFile : TEXTS.linkHelp),
    make("div", { class: "fields" },
      field(TEXTS.address, linkTo(state), "link"),
      field(TEXTS.tabs.position, formatCircles(position()), "notation"),
      record && field(TEXTS.tabs.game, record, "game-record", ["textarea", { rows: 3 }])),
    make("div", { class: "row" },
      button(TEXTS.link, () => copy(linkTo(state), status)),
      button(TEXTS.copyNotation, () => copy(formatCircles(position()), status)),
      record && button(TEXTS.copyGame, () => copy(record, status)),
      button(TEXTS.picture, savePicture, { id: "save-picture" })),
    status);
}
