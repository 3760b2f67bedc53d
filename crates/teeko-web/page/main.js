// Assembles the page, and redraws it when the state changes.

import { TABS } from "./address.js";
import { drawBoard, held } from "./board.js";
import { listenToBoard } from "./board_keys.js";
import { comparePanel } from "./compare_panel.js";
import { make, replace } from "./dom.js";
import { change, game, show, showAddress, state, whenChanged } from "./game.js";
import { gamePanel } from "./game_panel.js";
import {
  drawControls, drawMoves, drawPieces, drawPlayers, drawTask, drawValue, say,
} from "./moves.js";
import { positionPanel, stopEditing } from "./position_panel.js";
import { puzzlesPanel } from "./puzzles_panel.js";
import { rulesPanel } from "./rules_panel.js";
import { sharePanel } from "./share_panel.js";
import { TEXTS, titleOf } from "./strings.js";

const byId = (id) => document.getElementById(id);

function helpPanel(element) {
  replace(element,
    TEXTS.how.map((text) => make("p", {}, text)),
    make("h3", {}, TEXTS.keys),
    make("dl", { class: "keys" },
      TEXTS.keyList.map(([keys, what]) => [make("dt", {}, keys), make("dd", {}, what)])));
}

const PANELS = {
  game: gamePanel,
  rules: rulesPanel,
  position: positionPanel,
  puzzles: puzzlesPanel,
  compare: comparePanel,
  share: sharePanel,
  help: helpPanel,
};

function openTab(tab) {
  const wasEditing = game.editing;
  stopEditing();
  change({ tab }, false);
  if (wasEditing) show();
}

function tabKey(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  openTab(TABS[(TABS.indexOf(state.tab) + step + TABS.length) % TABS.length]);
  byId(`tab-${state.tab}`).focus();
}

function drawTabs() {
  replace(byId("tabs"), TABS.map((tab) => make("button", {
    type: "button", role: "tab", id: `tab-${tab}`, "data-key": `tab ${tab}`,
    "aria-selected": String(tab === state.tab), "aria-controls": "panel",
    tabindex: tab === state.tab ? 0 : -1, onclick: () => openTab(tab), onkeydown: tabKey,
  }, TEXTS.tabs[tab])));
  byId("panel").setAttribute("aria-labelledby", `tab-${state.tab}`);
}

let drawnTab = "";

function redraw() {
  byId("variant").textContent = titleOf(state.variant, game.details?.scarne_name);
  if (!game.answer) held.circle = null;
  drawBoard();
  drawValue();
  // Until the answer arrives, the rest stays: most answers arrive within a frame or two.
  if (!game.answer && !game.fault && !game.editing && drawnTab) return;
  drawTask();
  drawPieces();
  drawControls();
  drawPlayers();
  drawMoves();
  drawTabs();
  // A panel fills itself later; until then it must not show the content of the previous one.
  if (drawnTab !== state.tab) byId("panel").replaceChildren();
  drawnTab = state.tab;
  if (!game.editing) PANELS[state.tab](byId("panel"));
  say();
}

for (const element of document.querySelectorAll("[data-text]")) {
  element.textContent = TEXTS[element.dataset.text];
}
byId("board").setAttribute("aria-label", TEXTS.board);
whenChanged(redraw);
listenToBoard();
addEventListener("popstate", showAddress);
addEventListener("hashchange", showAddress);
showAddress();
