// Input to the board, an ARIA grid, by mouse, touch and keyboard; and the keys that work everywhere
// on the page.

import { activate, centreOf, drawBoard, focusCircle, held, isMovable, slideTo } from "./board.js";
import { byId, isGameKey, noteUse, usesPointer } from "../dom.js";
import {
  act, changed, explores, game, isAwaited, objectTo, position, state,
} from "../game/game.js";
import { linkMoves } from "./moves.js";
import { circlesOf, isDropPhase, parsePly, placeOf } from "../rules/notation.js";
import { carry, release } from "./pieces.js";
import {
  hint, playBest, playOn, redo, stepBy, switchGoals, switchValues, undo,
} from "../game/play.js";
import { openKeys, openStart } from "../talk/start.js";
import { TEXTS, settings } from "../strings.js";

function board() {
  return byId("board");
}

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

// What choosing a circle does: it plays, or sets a piece while a position is being set up. And what
// Escape does: it deselects, or ends setting up.
export const boardUse = { activate, leave: deselect };

function chooseCircle(circle) {
  return act(() => boardUse.activate(circle));
}

/** The time after which what was typed is forgotten, in milliseconds. */
const TYPING = 2000;

let forgetting = 0;

function forgetTyped() {
  clearTimeout(forgetting);
  if (!game.typed) return;
  game.typed = "";
  changed();
}

/** Returns the circle whose number has been typed, if there is one. */
function typedCircle() {
  const circle = /^\d+$/.test(game.typed) ? Number(game.typed) : 0;
  return circlesOf(game.rules).includes(circle) ? circle : null;
}

/** Adds a character that is no key to what was typed, and focuses the circle of that number. */
function type(character) {
  clearTimeout(forgetting);
  forgetting = setTimeout(forgetTyped, TYPING);
  game.typed += character;
  game.objection = "";
  changed();
  const circle = typedCircle();
  if (circle) focusCircle(circle);
}

/** Chooses the circle that has the focus, unless something else was meant by what was typed. */
function enter(circle) {
  const wrong = typedCircle() ? "" : game.typed;
  forgetTyped();
  if (!wrong) return chooseCircle(circle);
  objectTo(TEXTS.noNumber(wrong, circlesOf(game.rules).length));
  return changed();
}

function deselect() {
  held.circle = null;
  game.objection = "";
  changed();
}

const KEYS = {
  "?": () => openKeys(), ArrowLeft: () => stepBy(-1), ArrowRight: () => stepBy(1),
  Home: () => stepBy(-Infinity), End: () => stepBy(Infinity),
  Escape: () => boardUse.leave(), b: () => act(playBest), u: undo, r: redo, h: () => act(hint),
  v: switchValues, g: switchGoals, e: playOn, n: () => openStart(),
};

/** The keys that play. They must not be pressed by accident in a game or a puzzle. */
const PLAYING = ["b", "e"];

/** The keys that also work with Control, or Command. */
const CONTROL_KEYS = { z: undo, y: redo, "shift+z": redo };

/** Returns the name of a key. Where letters are others, such as Cyrillic, its place names it. */
function nameOfKey({ key, code }) {
  if (key.length !== 1) return key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return (letter && !/[a-z]/i.test(key) ? letter : key).toLowerCase();
}

/** Returns what a key does, or undefined. Capitals do the same as small letters. */
function actOf(event) {
  const { key, ctrlKey, metaKey, shiftKey } = event;
  if (shiftKey && key.length > 1) return undefined;
  const hasControl = ctrlKey || metaKey;
  const keys = hasControl ? CONTROL_KEYS : KEYS;
  const small = nameOfKey(event);
  const name = hasControl && shiftKey ? `shift+${small}` : small;
  if (PLAYING.includes(name) && !explores()) return undefined;
  return Object.hasOwn(keys, name) ? keys[name] : undefined;
}

/** Whether a key writes a character. */
function isTyped({ key, ctrlKey, metaKey }) {
  return key.length === 1 && key !== " " && !ctrlKey && !metaKey;
}

// Whether a key may do something where the focus is. Who dictates presses letters without wanting
// to, so readers can restrict those to the board; in a frame they are for the page around it.
function isHeard({ key, ctrlKey, metaKey, target }) {
  if (key.length > 1 || ctrlKey || metaKey) return true;
  if (document.documentElement.classList.contains("embed")) return false;
  return settings.letters || Boolean(target.closest("#board"));
}

function circleOf(event) {
  return Number(event.target.closest?.("[data-circle]")?.dataset.circle ?? 0) || null;
}

/** The distance in pixels from which a press is a drag. */
const DRAG = 6;

/** When the last drag ended: a click that follows at once, without another press, is part of it. */
let draggedAt = -Infinity;

/** The piece that is pressed: its circle, where the pointer went down, and whether it moves. */
let pressed = null;

/** Whether the piece on a circle can be dragged, once an answer on its way has arrived. */
function canLift(circle) {
  const isPiece = isAwaited() && !isDropPhase(position()) && position().cells[circle - 1];
  return Boolean(isPiece) || isMovable(circle);
}

function press(event) {
  draggedAt = -Infinity;
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
    if (!isDropped) game.objection = "";
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

/** Whether a tap is the second of a double tap that has played there already. */
function isSecondTap({ detail }, circle) {
  const last = state.plies[state.at - 1];
  return detail > 1 && !game.editing && Boolean(last) && parsePly(last).to === circle;
}

export function listenToBoard() {
  const svg = board();
  svg.addEventListener("pointerdown", press);
  svg.addEventListener("pointermove", drag);
  svg.addEventListener("pointerup", drop);
  svg.addEventListener("pointercancel", drop);
  // A finger that drags a piece does not scroll the page; elsewhere it does. What it has touched is
  // drawn anew, and still receives its moves.
  const stay = (event) => event.preventDefault();
  const active = { passive: false };
  svg.addEventListener("touchstart", ({ target }) =>
    pressed && target.addEventListener("touchmove", stay, active), active);
  svg.addEventListener("pointerover", hover);
  svg.addEventListener("pointerleave", hover);
  svg.addEventListener("click", (event) => {
    const circle = circleOf(event);
    if (!circle || event.timeStamp - draggedAt < 80 || isSecondTap(event, circle)) return;
    focusCircle(circle);
    chooseCircle(circle);
  });
  svg.addEventListener("keydown", keyOnCircle);
  document.addEventListener("pointerdown", () => noteUse(true), true);
  document.addEventListener("keydown", keyOnPage);
}

/** The keys that lead to the ends of the game after a click, which leaves the focus on a circle. */
const ENDS = { ArrowUp: -Infinity, ArrowDown: Infinity };

/** Moves the focus between circles, or chooses the one that has it. */
function keyOnCircle(event) {
  const circle = circleOf(event);
  if (!circle || event.altKey || event.metaKey) return undefined;
  if (ENDS[event.key] && usesPointer() && !game.editing) {
    stepBy(ENDS[event.key]);
    return event.preventDefault();
  }
  // The game has these keys after a click, too.
  if (isGameKey(event) && !event.ctrlKey && !game.editing) return undefined;
  if (/^Arrow/.test(event.key)) noteUse(false);
  const next = arrow(event.key, circle, event.ctrlKey);
  if (next) {
    forgetTyped();
    focusCircle(next);
  } else if (event.key === "Enter" || event.key === " ") enter(circle);
  else return undefined;
  return event.preventDefault();
}

/** Does what a key stands for anywhere on the page. */
function keyOnPage(event) {
  if (event.key === "Tab") noteUse(false);
  if (event.altKey || event.defaultPrevented) return;
  if (event.target.closest("input, select, textarea, dialog") || !isHeard(event)) return;
  // A list of moves and a row of tabs have the arrow keys for themselves.
  const isList = event.target.closest(".lines, [role=tablist]");
  if (isList && /^(Arrow|Home|End)/.test(event.key) && !isGameKey(event)) return;
  const does = actOf(event);
  // While a position is being set up, only Escape has a use: the others are for games.
  if (game.editing && event.key !== "Escape") return;
  if (does) {
    does();
    event.preventDefault();
  } else if (isTyped(event)) type(event.key);
}
