// Pictures of goals, and drawing custom goals on a small board.

import { centreOf, emptyCircle, ground, viewBox } from "./board.js";
import { button, checkbox, draw, make } from "./dom.js";
import { PIECES, circlesOf, orientations, placeOf, placements } from "./notation.js";
import { TEXTS } from "./strings.js";

/** The circles that have been chosen for the next goal. */
const chosen = new Set();
const spread = { everywhere: true, turned: true };

const listed = (goals) => (goals ? goals.split("_") : []);

const asText = (goal) => goal.join(".");

/** Returns the goals that a reader drew in one go: each list has the goals of one shape. */
function families(goals, board) {
  const left = new Set(listed(goals));
  const found = [];
  for (const goal of listed(goals)) {
    if (!left.has(goal)) continue;
    const circles = goal.split(".").map(Number);
    const all = placements(circles, board, true, true).map(asText);
    const family = all.filter((text) => left.has(text));
    const members = family.length > 0 ? family : [goal];
    for (const text of members) left.delete(text);
    found.push(members);
  }
  return found;
}

// A board to draw goals on. Calls `use` with the goals in the form of an address, and `redraw`
// after each selection.
export function goalsDrawing(goals, board, use, redraw) {
  const add = () => {
    const found = placements([...chosen], board, spread.everywhere, spread.turned);
    chosen.clear();
    use([...new Set([...listed(goals), ...found.map(asText)])].join("_"));
  };
  const toggle = (circle) => {
    if (!chosen.delete(circle) && chosen.size < PIECES) chosen.add(circle);
    redraw();
  };
  const circles = circlesOf(board);
  for (const circle of chosen) if (circle > circles.length) chosen.delete(circle);
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
  const shapes = families(goals, board);
  const item = (members, index) => {
    const without = () => use(listed(goals).filter((goal) => !members.includes(goal)).join("_"));
    const circlesOf = members[0].split(".").map(Number);
    return make("li", {},
      shapesOf([{ circles: circlesOf }], board)
        .map((shape) => shapePicture({ ...shape, count: members.length })),
      button("×", without, {
        "aria-label": TEXTS.deleteGoal(index + 1), "data-key": `delete ${members[0]}`,
        "data-delete-goal": index + 1,
      }));
  };
  return make("div", { class: "drawing" },
    make("p", {}, TEXTS.drawGoal),
    draw("svg", { ...attributes, "aria-label": TEXTS.drawGoal }, ground(board), circles.map(drawn)),
    checkbox(TEXTS.everywhere, spread.everywhere, (value) => (spread.everywhere = value)),
    checkbox(TEXTS.turned, spread.turned, (value) => (spread.turned = value)),
    make("div", { class: "row" },
      button(TEXTS.addGoal, add, { disabled: chosen.size !== PIECES }),
      button(TEXTS.clearGoals, () => use(""), { disabled: !goals })),
    make("ol", { class: "own-goals" }, shapes.map(item)),
    make("p", {}, goals ? TEXTS.ownGoals(shapes.length, listed(goals).length) : TEXTS.needGoal));
}

/** Returns each shape of the goals once, up to symmetry, with the number of goals of that shape. */
export function shapesOf(goals, board) {
  const shapes = new Map();
  for (const goal of goals) {
    const circles = [...goal.circles, ...(goal.empty ?? [])];
    const all = circles.map((circle) => placeOf(circle, board));
    const turns = orientations(all).map((turned) => {
      const [left, top] = [0, 1].map((axis) =>
        Math.min(...turned.slice(0, PIECES).map((point) => point[axis])));
      const within = turned.map(([x, y]) => [x - left, y - top]);
      const sorted = (list) => list.toSorted(([x, y], [toX, toY]) => y - toY || x - toX);
      return { points: sorted(within.slice(0, PIECES)), empty: sorted(within.slice(PIECES)) };
    });
    // Wide shapes come before high ones, so a row lies.
    const height = ({ points }) => Math.max(...points.map(([, y]) => y));
    const key = (shape) => JSON.stringify([height(shape), shape.points, shape.empty]);
    const first = turns.reduce((best, shape) => (key(shape) < key(best) ? shape : best));
    const name = JSON.stringify([first, goal.points]);
    const count = (shapes.get(name)?.count ?? 0) + 1;
    shapes.set(name, { ...first, worth: goal.points, count });
  }
  return [...shapes.values()];
}

/** The dots of a shape, in a square. */
export function shapeDots({ points, empty = [] }) {
  const side = 1 + Math.max(1, ...points.flat());
  const dots = Array.from({ length: side * side }, (_, index) => {
    const [x, y] = [index % side, Math.floor(index / side)];
    const within = (list) => list.some(([otherX, otherY]) => otherX === x && otherY === y);
    const kind = within(points) ? "on" : within(empty) ? "empty" : "off";
    const r = kind === "on" ? 4 : 2.2;
    return draw("circle", { class: kind, cx: x * 10 + 5, cy: y * 10 + 5, r });
  });
  return draw("svg", {
    class: "shape", viewBox: `0 0 ${side * 10} ${side * 10}`, "aria-hidden": "true",
  }, dots);
}

/** A picture of a shape with the number of its goals. */
export const shapePicture = ({ worth, count, ...shape }) => make("figure", {},
  shapeDots(shape),
  make("figcaption", {}, `× ${count}`, worth ? `, ${TEXTS.worth(worth)}` : ""));
