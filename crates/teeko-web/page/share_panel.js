// Taking what is shown elsewhere: as a link, as notation, as a picture.

import { button, make, replace } from "./dom.js";
import { position, state } from "./game.js";
import { formatCircles } from "./notation.js";
import { TEXTS } from "./strings.js";

/** What the style sheet says of the board, which is written into a picture of its own. */
const PROPERTIES = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "font-family", "font-size", "font-weight", "text-anchor", "opacity"];

async function copy(text) {
  const status = document.getElementById("copied");
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = TEXTS.copied;
  } catch {
    status.textContent = TEXTS.notCopied;
  }
}

/** The board as a picture that stands alone: what the style sheet says is written into its elements. */
export function picture() {
  const board = document.getElementById("board");
  const copyOfBoard = board.cloneNode(true);
  const originals = board.querySelectorAll("*");
  for (const [index, element] of copyOfBoard.querySelectorAll("*").entries()) {
    const style = getComputedStyle(originals[index]);
    for (const name of PROPERTIES) {
      if (!element.hasAttribute(name)) element.setAttribute(name, style.getPropertyValue(name));
    }
    for (const { name } of [...element.attributes]) if (/^(data-|aria-|class$|tabindex$|role$)/.test(name)) element.removeAttribute(name);
  }
  copyOfBoard.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copyOfBoard.setAttribute("width", "480");
  for (const name of ["id", "class", "role", "data-size"]) copyOfBoard.removeAttribute(name);
  return new XMLSerializer().serializeToString(copyOfBoard);
}

function savePicture() {
  const address = URL.createObjectURL(new Blob([picture()], { type: "image/svg+xml" }));
  make("a", { href: address, download: `teeko-${state.variant}-${state.at}.svg` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export function sharePanel(element) {
  const game = state.plies.slice(0, state.at).join(" ");
  const field = (label, text, id) => make("label", { class: "wide" }, make("span", {}, label), make("input", { type: "text", readonly: true, value: text, id, onfocus: (event) => event.target.select() }));
  replace(element,
    make("p", {}, TEXTS.linkHelp),
    make("div", { class: "fields" },
      field(TEXTS.link, location.href, "link"),
      field(TEXTS.copyNotation, formatCircles(position()), "notation"),
      game && field(TEXTS.copyGame, game, "game-record")),
    make("div", { class: "row" },
      button(TEXTS.link, () => copy(location.href)),
      button(TEXTS.copyNotation, () => copy(formatCircles(position()))),
      game && button(TEXTS.copyGame, () => copy(game)),
      button(TEXTS.picture, savePicture, { id: "save-picture" })),
    make("p", { id: "copied", role: "status" }));
}
