// The pieces on the board. They slide, drop and can be dragged.

import { draw } from "./dom.js";
import { isSameCell } from "./notation.js";
import { valueSign } from "./strings.js";

/** The duration of a slide in milliseconds. */
const SLIDE = 240;

/** A piece at the origin. Black's has one ring, Red's two: so the sides differ without colours. */
export const piece = ({ side, pips }) => draw("g", { class: `piece ${side}` },
  draw("circle", { class: "glow", r: 8.6 }),
  draw("circle", { class: "body", r: 7.6 }),
  draw("circle", { class: "ring", r: 6 }),
  side === "red" && !pips && draw("circle", { class: "ring", r: 3.4 }),
  pips ? draw("text", { class: "pips", y: 2.4 }, String(pips)) : null);

// The ground of a value. A loss is square, so that it differs from a draw for people who see no
// red.
export const valueGround = ({ outcome }, x, y, r) => (outcome !== "loss"
  ? draw("circle", { cx: x, cy: y, r })
  : draw("rect", { x: x - r * 0.9, y: y - r * 0.9, width: r * 1.8, height: r * 1.8, rx: r / 4 }));

/** The value of a piece's best move, inside the piece at the origin. */
export function badge(value, withPips) {
  const text = valueSign(value);
  const [y, r] = withPips ? [2.4, 4] : [0, 5.4];
  const size = [1.3, 1.12, 0.95, 0.75][Math.min(text.length, 4) - 1] * r;
  return draw("g", { class: `chip ${value.outcome}` },
    valueGround(value, 0, y, r),
    draw("text", { y: y + size * 0.35, "font-size": size }, text));
}

/** The elements of the pieces by circle, with the size of the board that they lie on. */
let drawn = new Map();
let drawnSize = "";

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

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
export function placePieces(layer, cells, { size, centre, badgeOf, held, won, movable }) {
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
      const start = { transform: "translateY(-5px) scale(1.3)", opacity: 0 };
      animate(entry, [start, { transform: "none", opacity: 1 }], SLIDE);
    }
  }
  for (const [circle, { outer, inner, cell }] of drawn) {
    const [x, y] = centre(circle);
    outer.setAttribute("transform", `translate(${x} ${y})`);
    inner.firstChild.classList.toggle("held", held === circle);
    inner.firstChild.classList.toggle("won", won.includes(circle));
    inner.firstChild.classList.toggle("movable", movable(circle));
    const worth = badgeOf(circle);
    inner.firstChild.classList.toggle("valued", Boolean(worth && cell.pips));
    inner.lastChild.replaceChildren(...(worth ? [worth] : []));
  }
}
