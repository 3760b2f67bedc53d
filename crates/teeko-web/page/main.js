// Assembles the page, and redraws it when the state changes.

import { TABS } from "./game/address.js";
import { drawBoard, focusCircle, held } from "./board/board.js";
import { listenToBoard } from "./board/board_keys.js";
import { byId, isGameKey, make, replace, whenFocusIsLost } from "./dom.js";
import {
  change, changed, game, show, showAddress, state, whenChanged, write,
} from "./game/game.js";
import { drawEndCard } from "./talk/end_card.js";
import { drawCourse } from "./panels/course.js";
import { gamePanel } from "./panels/game_panel.js";
import {
  copyLink, drawControls, drawSounds, drawStrip, drawTask, drawValue, drawVariant, pieceChoices,
} from "./talk/headline.js";
import { drawMoves, withNumbers } from "./board/moves.js";
import { drawPlayers } from "./talk/players.js";
import { isQuiet } from "./game/play.js";
import { say } from "./talk/live.js";
import { editorTool, positionPanel, sharePanel, stopEditing } from "./panels/position_panel.js";
import { drawPuzzle, puzzlesPanel } from "./panels/puzzles_panel.js";
import { comparePanel, rulesPanel } from "./panels/rules_panel.js";
import { keep, readSettings } from "./game/settings.js";
import { drawSolving, watchSolving } from "./talk/solving.js";
import { closeStart, listenToStart, openStart } from "./talk/start.js";
import { drawTour } from "./talk/tour.js";
import { settings } from "./strings.js";

/** Returns a panel of several, each in its own part. */
function panelOf(...panels) {
  return (element) => {
    if (!element.firstChild) element.append(...panels.map(() => make("section")));
    panels.forEach((panel, index) => panel(element.children[index]));
  };
}

const PANELS = {
  game: gamePanel,
  rules: panelOf(rulesPanel, comparePanel),
  position: panelOf(positionPanel, sharePanel),
  puzzles: puzzlesPanel,
  help: helpPanel,
};

function helpPanel(element) {
  replace(element, byId("help").content.cloneNode(true));
  byId("version").textContent = document.documentElement.dataset.version;
  const letters = byId("letters");
  letters.checked = settings.letters;
  letters.onchange = () => keep((kept) => (kept.letters = letters.checked));
}

function openTab(tab) {
  const wasEditing = game.editing;
  stopEditing();
  change({ tab }, false);
  if (wasEditing) show();
}

function tabKey(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || isGameKey(event)) return;
  event.preventDefault();
  openTab(TABS[(TABS.indexOf(state.tab) + step + TABS.length) % TABS.length]);
  byId(`tab-${state.tab}`).focus();
}

function drawTabs() {
  byId("tabs").hidden = isQuiet();
  for (const tab of byId("tabs").children) {
    const isOpen = tab.id === `tab-${state.tab}`;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
  }
  byId("panel").setAttribute("aria-labelledby", `tab-${state.tab}`);
}

/** Shows what the board needs now: the editor's tools, pieces to choose from, or the puzzle. */
function drawTool() {
  const tool = byId("tool");
  if (game.fault) return replace(tool);
  if (game.editing) return replace(tool, editorTool());
  if (drawSolving(tool) || drawTour(tool, openStart)) return undefined;
  const choices = pieceChoices();
  if (choices.length > 0) {
    return replace(tool, make("div", { class: "row", id: "pieces" }, choices));
  }
  if (drawEndCard(tool) || drawCourse(tool)) return undefined;
  return drawPuzzle(tool);
}

/** Shows another address. Work begun at the last one is dropped. Back only closes a dialogue. */
function follow() {
  // An address that was typed has no state yet.
  if (byId("start").open && history.state) {
    closeStart();
    return write(true);
  }
  stopEditing();
  closeStart();
  return showAddress();
}

let drawnTab = "";

function redraw() {
  drawVariant();
  drawSounds();
  if (!game.answer) Object.assign(held, { circle: null });
  drawBoard();
  drawPlayers();
  drawValue();
  // Until the answer arrives, the rest stays: most answers arrive within a frame or two.
  if (!game.answer && !game.fault && !game.editing && !game.solving && drawnTab) return;
  drawStrip();
  drawTask();
  drawTool();
  drawControls();
  drawMoves();
  drawTabs();
  // A panel fills itself later; until then it must not show the content of the previous one.
  if (drawnTab !== state.tab) byId("panel").replaceChildren();
  drawnTab = state.tab;
  if (!game.editing || state.tab === "position") PANELS[state.tab](byId("panel"));
  say();
}

// In a frame of another page there are only a board and a headline.
const isEmbedded = new URLSearchParams(location.search).get("embed") === "1";
document.documentElement.classList.toggle("embed", isEmbedded);
byId("skip").addEventListener("click", () => focusCircle());
byId("list").open = matchMedia("(min-width: 46rem)").matches;
byId("tabs").addEventListener("click", ({ target }) =>
  target.id !== "tabs" && openTab(target.id.replace("tab-", "")));
byId("tabs").addEventListener("keydown", tabKey);
byId("variant").addEventListener("click", () => {
  openTab("rules");
  // A phone has it below the board.
  byId("panel").scrollIntoView({ block: "nearest" });
});
byId("copy-link").addEventListener("click", copyLink);
whenChanged(redraw);
whenFocusIsLost((element) => {
  if (element.closest("#panel")) byId("panel").focus({ preventScroll: true });
  else focusCircle();
});
listenToBoard();
listenToStart();
watchSolving();
// Forms in a sandbox are not submitted.
document.addEventListener("click", (event) => {
  const form = event.target.closest("button:not([type=button])")?.form;
  if (!form) return;
  event.preventDefault();
  form.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
});
addEventListener("beforeprint", () => (byId("record").textContent =
  withNumbers(state.plies, 0).join(" ")));
addEventListener("afterprint", () => byId("sheet").replaceChildren());
addEventListener("popstate", follow);
addEventListener("hashchange", follow);
addEventListener("storage", () => {
  readSettings();
  changed();
});
showAddress();
if (game.isNew && !isEmbedded) openStart();
