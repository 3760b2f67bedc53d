// The pieces on the board. They slide, drop and can be dragged.

import { draw } from "../dom.js";
import { isSameCell } from "../rules/notation.js";
import { dotsOf, valueSign } from "../strings.js";

/** The duration of a slide in milliseconds. */
const SLIDE = 240;

/** The radius of a piece. */
export const PIECE = 7.8;

/** A piece at the origin. Black's has one ring, Red's two: so the sides differ without colours. */
export function piece({ side, pips }) {
  return draw("g", { class: `piece ${side}` },
    draw("circle", { class: "shadow", r: PIECE + 1.2, cy: 1.4 }),
    draw("circle", { class: "glow", r: PIECE + 0.9 }),
    draw("circle", { class: "body", r: PIECE }),
    draw("circle", { class: "ring", r: 5.9 }),
    side === "red" && !pips && draw("circle", { class: "ring", r: 3.6 }),
    pips ? draw("text", { class: "pips", y: 2.4 }, String(pips)) : null,
    draw("circle", { class: "spot", r: 1.1, cy: pips ? -4.6 : 0 }));
}

// A value in a ground of radius `r`, its text so far below the middle. A loss is square, so that it
// differs from a draw for people who see no red. A draw has dots: how hard it is to hold.
export function valueFace(value, x, y, r, below = 0) {
  const dots = dotsOf(value);
  const text = dots || valueSign(value);
  const share = dots ? 0.5 : [1.15, 1, 0.78, 0.62][Math.min(text.length, 4) - 1];
  // Points leave room for the number of moves below them.
  const least = value.score ? 0.72 : 0.9;
  const size = share * r * (below ? least : 1);
  const side = r * 1.8;
  return draw("g", { class: `chip ${value.outcome}` },
    value.outcome !== "loss" ? draw("circle", { cx: x, cy: y, r })
      : draw("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: r / 4 }),
    draw("text", { x, y: y + size * 0.35 + below, "font-size": size }, text));
}

/** The value of a piece's best move, inside the piece at the origin. */
export function badge(value, withPips) {
  return withPips ? valueFace(value, 0, 2.4, 4) : valueFace(value, 0, 0, 5.4);
}

/** The elements of the pieces by circle, with the size of the board that they lie on. */
let drawn = new Map();
let drawnSize = "";

function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Shakes the board, where something was refused. */
export function shake(element) {
  const to = (x) => ({ transform: `translateX(${x}px)` });
  if (!isCalm()) element.animate([0, -5, 5, -3, 3, 0].map(to), { duration: SLIDE });
}

function animate({ inner }, frames, duration) {
  if (!isCalm()) inner.animate(frames, { duration, easing: "cubic-bezier(0.3, 0.7, 0.3, 1)" });
}

function newPiece(cell) {
  const inner = draw("g", { class: "mover" }, piece(cell), draw("g", { class: "worth" }));
  return { cell, inner, outer: draw("g", {}, inner), carried: null };
}

/** Shows where a piece is while it is dragged: by how far from its circle, or null at the end. */
export function carry(circle, offset) {
  const entry = drawn.get(circle);
  if (!entry) return;
  // What is dragged lies above the other pieces.
  if (!entry.carried && offset) entry.outer.parentNode.append(entry.outer);
  entry.carried = offset ?? entry.carried;
  entry.inner.style.transform = offset ? `translate(${offset[0]}px, ${offset[1]}px)` : "";
}

/** Lets a dragged piece glide back to its circle. */
export function release(circle) {
  const entry = drawn.get(circle);
  if (!entry?.carried) return;
  const [x, y] = entry.carried;
  carry(circle, null);
  entry.carried = null;
  animate(entry, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], SLIDE);
}

/** Draws the pieces of a position into a layer. What has changed slides or drops. */
export function placePieces(layer, cells, {
  size, centre, badgeOf, held, won, last, movable, marked,
}) {
  const isNew = drawnSize !== size;
  if (isNew) drawn = new Map();
  drawnSize = size;
  const left = [...drawn].filter(([circle, { cell }]) => !isSameCell(cell, cells[circle - 1]));
  const come = cells.flatMap((cell, index) =>
    cell && !isSameCell(drawn.get(index + 1)?.cell, cell) ? [index + 1] : []);
  const isMove = left.length <= 1 && come.length <= 1 && !isNew;
  for (const [circle, { outer }] of left) {
    drawn.delete(circle);
    outer.remove();
  }
  for (const circle of come) {
    const slid = isMove && left.length === 1 && isSameCell(left[0][1].cell, cells[circle - 1]);
    const [from, entry] = slid ? left[0] : [null, newPiece(cells[circle - 1])];
    drawn.set(circle, entry);
    layer.append(entry.outer);
    const [x, y] = centre(circle);
    if (from !== null) {
      const [fromX, fromY] = centre(from);
      const [byX, byY] = entry.carried ?? [0, 0];
      carry(circle, null);
      entry.carried = null;
      const start = `translate(${fromX + byX - x}px, ${fromY + byY - y}px)`;
      animate(entry, [{ transform: start }, { transform: "none" }], SLIDE);
    } else if (isMove) {
      const start = { transform: "translateY(-5px) scale(1.3)" };
      animate(entry, [start, { transform: "none" }], SLIDE);
    }
  }
  for (const [circle, { outer, inner, cell }] of drawn) {
    const [x, y] = centre(circle);
    outer.setAttribute("transform", `translate(${x} ${y})`);
    inner.firstChild.classList.toggle("held", held === circle);
    inner.firstChild.classList.toggle("won", won.includes(circle));
    inner.firstChild.classList.toggle("last", last === circle);
    inner.firstChild.classList.toggle("movable", movable(circle));
    inner.firstChild.classList.toggle("marked", marked(circle));
    const worth = badgeOf(circle);
    inner.firstChild.classList.toggle("valued", Boolean(worth && cell.pips));
    inner.lastChild.replaceChildren(...(worth ? [worth] : []));
  }
}
