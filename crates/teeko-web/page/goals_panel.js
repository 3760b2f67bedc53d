// Drawing custom goals on a small board.

import { centreOf, emptyCircle, ground, viewBox } from "./board.js";
import { button, checkbox, draw, make } from "./dom.js";
import { PIECES, placements } from "./notation.js";
import { TEXTS } from "./strings.js";

/** The circles that have been chosen for the next goal. */
const chosen = new Set();
const spread = { everywhere: true, turned: true };

const listed = (goals) => (goals ? goals.split("_") : []);

// A board to draw goals on. Calls `use` with the goals in the form of an address, and `redraw`
// after each selection.
export function goalsDrawing(goals, board, use, redraw) {
  const add = () => {
    const found = placements([...chosen], board, spread.everywhere, spread.turned);
    chosen.clear();
    const texts = found.map((goal) => goal.join("."));
    use([...new Set([...listed(goals), ...texts])].join("_"));
  };
  const toggle = (circle) => {
    if (!chosen.delete(circle) && chosen.size < PIECES) chosen.add(circle);
    redraw();
  };
  for (const circle of chosen) if (circle > board.width * board.height) chosen.delete(circle);
  const circles = Array.from({ length: board.width * board.height }, (_, index) => index + 1);
  const drawn = (circle) => {
    const [x, y] = centreOf(circle, board);
    const isChosen = chosen.has(circle);
    const activate = (event) => {
      if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      toggle(circle);
    };
    return draw("g", {
      class: `circle${isChosen ? " chosen" : ""}`, role: "checkbox", tabindex: 0,
      "aria-checked": String(isChosen), "aria-label": String(circle),
      "data-goal-circle": circle, "data-key": `goal ${circle}`,
      onclick: activate, onkeydown: activate,
    },
    emptyCircle(circle, board),
    isChosen && draw("circle", { class: "mark", cx: x, cy: y, r: 4.5 }));
  };
  const attributes = { class: "small-board", viewBox: viewBox(board), role: "group" };
  return make("div", { class: "drawing" },
    make("p", {}, TEXTS.drawGoal),
    draw("svg", { ...attributes, "aria-label": TEXTS.drawGoal }, ground(board), circles.map(drawn)),
    checkbox(TEXTS.everywhere, spread.everywhere, (value) => (spread.everywhere = value)),
    checkbox(TEXTS.turned, spread.turned, (value) => (spread.turned = value)),
    button(TEXTS.addGoal, add, { disabled: chosen.size !== PIECES }),
    button(TEXTS.clearGoals, () => use(""), { disabled: !goals }),
    make("p", {}, goals ? TEXTS.ownGoals(listed(goals).length) : TEXTS.needGoal));
}

/** Returns each shape of the goals once, with the number of goals of that shape. */
export function shapesOf(goals, { width }) {
  const shapes = new Map();
  for (const goal of goals) {
    const place = (circle) => [(circle - 1) % width, Math.floor((circle - 1) / width)];
    const circles = goal.circles.map(place);
    const [left, top] = [0, 1].map((axis) => Math.min(...circles.map((point) => point[axis])));
    const within = (points) => points.map(([x, y]) => [x - left, y - top]);
    const empty = within((goal.empty ?? []).map(place));
    const shape = { points: within(circles), empty, worth: goal.points };
    const key = JSON.stringify(shape);
    shapes.set(key, { ...shape, count: (shapes.get(key)?.count ?? 0) + 1 });
  }
  return [...shapes.values()];
}

/** A picture of a shape. */
export function shapePicture({ points, empty, worth, count }) {
  const side = 1 + Math.max(...points.flat());
  const dots = Array.from({ length: side * side }, (_, index) => {
    const [x, y] = [index % side, Math.floor(index / side)];
    const within = (list) => list.some(([otherX, otherY]) => otherX === x && otherY === y);
    const kind = within(points) ? "on" : within(empty) ? "empty" : "off";
    const r = kind === "on" ? 4 : 2.2;
    return draw("circle", { class: kind, cx: x * 10 + 5, cy: y * 10 + 5, r });
  });
  const box = `0 0 ${side * 10} ${side * 10}`;
  return make("figure", {},
    draw("svg", { class: "shape", viewBox: box, "aria-hidden": "true" }, dots),
    make("figcaption", {}, `× ${count}`, worth ? `, ${TEXTS.worth(worth)}` : ""));
}
