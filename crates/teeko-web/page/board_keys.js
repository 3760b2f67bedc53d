// Input to the board, an ARIA grid, by mouse, touch and keyboard; and the keys that work everywhere
// on the page.

import { activate, held } from "./board.js";
import { changed, game, hint, newGame, playBest, playOn, redo, undo } from "./game.js";

const board = () => document.getElementById("board");

/** Moves the keyboard focus to a circle. */
function focusCircle(circle) {
  for (const cell of board().querySelectorAll("[data-circle]")) {
    const chosen = Number(cell.dataset.circle) === circle;
    cell.setAttribute("tabindex", chosen ? 0 : -1);
    if (chosen) cell.focus();
  }
}

function arrow(key, circle, control) {
  const { width, height } = game.rules;
  const [x, y] = [(circle - 1) % width, Math.floor((circle - 1) / width)];
  const to = {
    ArrowLeft: [Math.max(x - 1, 0), y],
    ArrowRight: [Math.min(x + 1, width - 1), y],
    ArrowUp: [x, Math.max(y - 1, 0)],
    ArrowDown: [x, Math.min(y + 1, height - 1)],
    Home: [0, control ? 0 : y],
    End: [width - 1, control ? height - 1 : y],
  }[key];
  return to && to[1] * width + to[0] + 1;
}

/** What choosing a circle does: it plays, or sets a piece while a position is being set up. */
export const boardUse = { activate };

const KEYS = { u: undo, r: redo, h: hint, e: playOn, n: () => newGame() };

export function listenToBoard() {
  const circleOf = (event) => Number(event.target.closest("[data-circle]")?.dataset.circle ?? 0);
  board().addEventListener("click", (event) => {
    const circle = circleOf(event);
    if (!circle) return;
    focusCircle(circle);
    boardUse.activate(circle);
  });
  board().addEventListener("keydown", (event) => {
    const circle = circleOf(event);
    if (!circle || event.altKey || event.metaKey) return;
    const next = arrow(event.key, circle, event.ctrlKey);
    if (next) focusCircle(next);
    else if (event.key === "Enter") boardUse.activate(circle);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "Escape") {
      held.circle = null;
      changed();
    } else if (event.key === " ") {
      // A button or a heading that opens has the space bar for itself.
      if (event.target.closest("button, summary, a, [role=tab]")) return;
      playBest();
    } else if (Object.hasOwn(KEYS, event.key.toLowerCase())) KEYS[event.key.toLowerCase()]();
    else return;
    event.preventDefault();
  });
}
