// Input to the board, an ARIA grid, by mouse, touch and keyboard; and the keys that work everywhere
// on the page.

import {
  activate, centreOf, drawBoard, focusCircle, held, isMovable, slideTo,
} from "./board.js";
import { byId } from "./dom.js";
import { act, changed, game, isAwaited, position } from "./game.js";
import { linkMoves } from "./moves.js";
import { circlesOf, isDropPhase, placeOf } from "./notation.js";
import { carry, release } from "./pieces.js";
import { hint, playBest, playOn, redo, switchValues, undo } from "./play.js";
import { openStart } from "./start.js";

const board = () => byId("board");

function arrow(key, circle, control) {
  const { width, height } = game.rules;
  const [x, y] = placeOf(circle, game.rules);
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

const chooseCircle = (circle) => act(() => boardUse.activate(circle));

const KEYS = {
  u: undo, r: redo, h: () => act(hint), v: switchValues, e: playOn, n: () => openStart(),
};

const circleOf = (event) =>
  Number(event.target.closest?.("[data-circle]")?.dataset.circle ?? 0) || null;

/** The distance in pixels from which a press is a drag. */
const DRAG = 6;

/** When the last drag ended: the click that follows at once is part of it. */
let draggedAt = -Infinity;

/** The piece that is pressed: its circle, where the pointer went down, and whether it moves. */
let pressed = null;

/** Whether the piece on a circle can be dragged, once the answer has arrived if it is on its way. */
function canLift(circle) {
  const isPiece = isAwaited() && !isDropPhase(position()) && position().cells[circle - 1];
  return Boolean(isPiece) || isMovable(circle);
}

function press(event) {
  const circle = circleOf(event);
  if (!circle || event.button !== 0 || !canLift(circle) || game.editing) return;
  pressed = { circle, id: event.pointerId, x: event.clientX, y: event.clientY, moves: false };
}

/** Returns a point of the screen in the units of the board. */
function toBoard(x, y) {
  const point = new DOMPoint(x, y).matrixTransform(board().getScreenCTM().inverse());
  return [point.x, point.y];
}

function drag(event) {
  if (!pressed || event.pointerId !== pressed.id) return;
  const { circle, x, y } = pressed;
  if (!pressed.moves) {
    if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG) return;
    pressed.moves = true;
    board().setPointerCapture(event.pointerId);
    held.circle = circle;
    changed();
  }
  const [[fromX, fromY], [toX, toY]] = [toBoard(x, y), toBoard(event.clientX, event.clientY)];
  carry(circle, [toX - fromX, toY - fromY]);
}

function drop(event) {
  // A quick drag can end before the browser has reported that the pointer moved.
  if (event.type === "pointerup") drag(event);
  const piece = pressed;
  pressed = null;
  if (!piece?.moves || event.pointerId !== piece.id) return;
  draggedAt = event.timeStamp;
  const [x, y] = toBoard(event.clientX, event.clientY);
  const near = circlesOf(game.rules).find((circle) => {
    const [centreX, centreY] = centreOf(circle, game.rules);
    return Math.hypot(centreX - x, centreY - y) <= 10;
  });
  const isDropped = event.type === "pointerup" && near && near !== piece.circle;
  act(() => {
    held.circle = piece.circle;
    if (isDropped && slideTo(near)) return;
    held.circle = null;
    changed();
    release(piece.circle);
  });
}

/** Shows the values of the piece under the pointer, and its moves in the list. */
function hover(event) {
  const circle = event.type === "pointerleave" || event.pointerType === "touch"
    ? null : circleOf(event);
  if (held.hovered === circle || pressed?.moves) return;
  held.hovered = circle;
  if (!game.editing) drawBoard();
  linkMoves(circle);
}

export function listenToBoard() {
  const svg = board();
  svg.addEventListener("pointerdown", press);
  svg.addEventListener("pointermove", drag);
  svg.addEventListener("pointerup", drop);
  svg.addEventListener("pointercancel", drop);
  svg.addEventListener("pointerover", hover);
  svg.addEventListener("pointerleave", hover);
  svg.addEventListener("click", (event) => {
    const circle = circleOf(event);
    if (!circle || event.timeStamp - draggedAt < 80) return;
    focusCircle(circle);
    chooseCircle(circle);
  });
  svg.addEventListener("keydown", (event) => {
    const circle = circleOf(event);
    if (!circle || event.altKey || event.metaKey) return;
    const next = arrow(event.key, circle, event.ctrlKey);
    if (next) focusCircle(next);
    else if (event.key === "Enter") chooseCircle(circle);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    if (event.key === "Escape") {
      held.circle = null;
      game.objection = "";
      changed();
    } else if (game.editing) {
      // The keys are for games.
      return;
    } else if (event.key === " ") {
      // A button or a heading that opens has the space bar for itself.
      if (event.target.closest("button, summary, a, [role=tab]")) return;
      act(playBest);
    } else if (Object.hasOwn(KEYS, event.key.toLowerCase())) KEYS[event.key.toLowerCase()]();
    else return;
    event.preventDefault();
  });
}
