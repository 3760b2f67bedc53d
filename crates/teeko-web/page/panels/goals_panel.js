// Pictures of goals, and drawing custom goals on a small board.

import { centreOf, emptyCircle, ground, viewBox } from "../board/board.js";
import { button, checkbox, draw, make } from "../dom.js";
import { PIECES, circlesOf, placements, placeOf } from "../rules/notation.js";
import { TEXTS } from "../strings.js";

/** The circles that have been chosen for the next goal. */
const chosen = new Set();
const spread = { everywhere: true, turned: true };

function listed(goals) {
  return goals ? goals.split("_") : [];
}

function asText(goal) {
  return goal.join(".");
}

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
  const circles = circlesOf(board);
  for (const circle of chosen) if (circle > circles.length) chosen.delete(circle);
  function add() {
    const found = placements([...chosen], board, spread.everywhere, spread.turned);
    chosen.clear();
    use([...new Set([...listed(goals), ...found.map(asText)])].join("_"));
  }
  function without(members) {
    use(listed(goals).filter((goal) => !members.includes(goal)).join("_"));
  }
  const attributes = { class: "small-board", viewBox: viewBox(board), role: "group" };
  const shapes = families(goals, board);
  return make("div", { class: "drawing" },
    make("p", {}, TEXTS.drawGoal),
    draw("svg", { ...attributes, "aria-label": TEXTS.drawGoal },
      ground(board), circles.map((circle) => goalCircle(circle, board, redraw))),
    checkbox("everywhere on the board", spread.everywhere, (value) => (spread.everywhere = value)),
    checkbox("also rotated and mirrored", spread.turned, (value) => (spread.turned = value)),
    make("div", { class: "row" },
      button("Add this goal", add, { disabled: chosen.size !== PIECES }),
      button("Delete all", () => use(""), { disabled: !goals })),
    make("ol", { class: "own-goals" },
      shapes.map((members, index) => goalShape(members, index, board, without))),
    make("p", {}, goals ? TEXTS.ownGoals(shapes.length, listed(goals).length) : TEXTS.needGoal));
}

/** A circle that can be chosen for the goal that is drawn. */
function goalCircle(circle, board, redraw) {
  const [x, y] = centreOf(circle, board);
  const isChosen = chosen.has(circle);
  function activate(event) {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!chosen.delete(circle) && chosen.size < PIECES) chosen.add(circle);
    redraw();
  }
  return draw("g", {
    class: `circle${isChosen ? " chosen" : ""}`, role: "checkbox", tabindex: 0,
    "aria-checked": String(isChosen), "aria-label": String(circle),
    "data-goal-circle": circle, "data-key": `goal ${circle}`,
    onclick: activate, onkeydown: activate,
  },
  emptyCircle(circle, board),
  isChosen && draw("circle", { class: "mark", cx: x, cy: y, r: 4.5 }));
}

/** The goals of one shape, with a button that deletes them. */
function goalShape(members, index, board, without) {
  const shape = { rows: rowsOf(members[0], board), count: members.length };
  return make("li", {},
    shapePicture(shape),
    button("×", () => without(members), {
      "aria-label": `Delete goal ${index + 1}`, "data-key": `delete ${members[0]}`,
      "data-delete-goal": index + 1,
    }));
}

/** Returns the rows of a goal in the form of an address, as the solver writes those of a shape. */
function rowsOf(goal, board) {
  const [circles, empty = []] = goal.split("~").map((list) => list.split(".").map(Number));
  const places = [...circles, ...empty].map((circle) => placeOf(circle, board));
  function span(axis) {
    const on = places.map((place) => place[axis]);
    const least = Math.min(...on);
    return Array.from({ length: Math.max(...on) - least + 1 }, (_, index) => least + index);
  }
  function mark(circle) {
    if (circles.includes(circle)) return "o";
    return empty.includes(circle) ? "_" : ".";
  }
  return span(1).map((y) => span(0).map((x) => mark(y * board.width + x + 1)).join(""));
}

/** The dots of a shape, in a square. */
export function shapeDots({ rows }) {
  const side = Math.max(2, rows.length, ...rows.map((row) => row.length));
  const dots = Array.from({ length: side * side }, (_, index) => {
    const [x, y] = [index % side, Math.floor(index / side)];
    const kind = { o: "on", _: "empty" }[rows[y]?.[x]] ?? "off";
    const r = kind === "on" ? 4 : 2.2;
    return draw("circle", { class: kind, cx: x * 10 + 5, cy: y * 10 + 5, r });
  });
  return draw("svg", {
    class: "shape", viewBox: `0 0 ${side * 10} ${side * 10}`, "aria-hidden": "true",
  }, dots);
}

/** A picture of a shape with the number of its goals. */
export function shapePicture(shape) {
  return make("figure", {},
    shapeDots(shape),
    make("figcaption", {},
      `× ${shape.count}`, shape.points ? `, ${TEXTS.worth(shape.points)}` : ""));
}
