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
    const found = placements([...chosen], board, spread.everywhere, spread.turned).map((goal) => goal.join("."));
    chosen.clear();
    use([...new Set([...listed(goals), ...found])].join("_"));
  };
  const toggle = (circle) => {
    if (!chosen.delete(circle) && chosen.size < PIECES) chosen.add(circle);
    redraw();
  };
  for (const circle of chosen) if (circle > board.width * board.height) chosen.delete(circle);
  const circles = Array.from({ length: board.width * board.height }, (_, index) => index + 1);
  return make("div", { class: "drawing" },
    make("p", {}, TEXTS.drawGoal),
    draw("svg", { class: "small-board", viewBox: viewBox(board), role: "group", "aria-label": TEXTS.drawGoal }, ground(board),
      circles.map((circle) => {
        const [x, y] = centreOf(circle, board);
        const activate = (event) => {
          if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          toggle(circle);
        };
        return draw("g", { class: `circle${chosen.has(circle) ? " chosen" : ""}`, role: "checkbox", "aria-checked": String(chosen.has(circle)), "aria-label": String(circle), tabindex: 0, "data-goal-circle": circle, "data-key": `goal ${circle}`, onclick: activate, onkeydown: activate },
          emptyCircle(circle, board),
          chosen.has(circle) && draw("circle", { class: "mark", cx: x, cy: y, r: 4.5 }));
      })),
    checkbox(TEXTS.everywhere, spread.everywhere, (value) => (spread.everywhere = value)),
    checkbox(TEXTS.turned, spread.turned, (value) => (spread.turned = value)),
    button(TEXTS.addGoal, add, { disabled: chosen.size !== PIECES }),
    button(TEXTS.clearGoals, () => use(""), { disabled: !goals }),
    make("p", {}, listed(goals).length > 0 ? TEXTS.ownGoals(listed(goals).length) : TEXTS.needGoal));
}

/** The shapes of goals, each once wherever it fits: how often it does, and one of them. */
export function shapesOf(goals, { width }) {
  const shapes = new Map();
  for (const goal of goals) {
    const points = goal.circles.map((circle) => [(circle - 1) % width, Math.floor((circle - 1) / width)]);
    const [left, top] = [0, 1].map((axis) => Math.min(...points.map((point) => point[axis])));
    const empty = (goal.empty ?? []).map((circle) => [((circle - 1) % width) - left, Math.floor((circle - 1) / width) - top]);
    const shape = { points: points.map(([x, y]) => [x - left, y - top]), empty, worth: goal.points };
    const key = JSON.stringify(shape);
    shapes.set(key, { ...shape, count: (shapes.get(key)?.count ?? 0) + 1 });
  }
  return [...shapes.values()];
}

/** A picture of a shape. */
export function shapePicture({ points, empty, worth, count }) {
  const side = 1 + Math.max(...points.flat());
  const dots = Array.from({ length: side * side }, (_, index) => [index % side, Math.floor(index / side)]);
  const within = (list, [x, y]) => list.some(([otherX, otherY]) => otherX === x && otherY === y);
  return make("figure", {},
    draw("svg", { class: "shape", viewBox: `0 0 ${side * 10} ${side * 10}`, "aria-hidden": "true" },
      dots.map((dot) => draw("circle", { class: within(points, dot) ? "on" : within(empty, dot) ? "empty" : "off", cx: dot[0] * 10 + 5, cy: dot[1] * 10 + 5, r: within(points, dot) ? 4 : 2.2 }))),
    make("figcaption", {}, `× ${count}`, worth ? `, ${TEXTS.worth(worth)}` : ""));
}
