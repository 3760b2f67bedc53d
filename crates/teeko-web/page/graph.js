// The graph of a game: who is ahead at each ply, and how soon the game ends.

import { draw } from "./dom.js";
import { forSide } from "./play.js";
import { TEXTS, valueWords } from "./strings.js";

const [WIDTH, HEIGHT, MARGIN] = [320, 96, 10];
/** The distance at which a win is drawn half way up. */
const HALF_WAY = 12;

/** The height of a value in the graph: from 1 (Black has won) to -1 (Red has won). */
function height(value) {
  if (value.outcome === "draw") return 0;
  const nearness = HALF_WAY / (HALF_WAY + value.dtw);
  return (value.outcome === "win" ? 1 : -1) * (0.15 + 0.85 * nearness);
}

/** Returns the values for Black before each choice of a review, and at its end. */
function valuesForBlack({ choices, end }) {
  const valueAt = (ply, value, turn) => ({ ply, value: forSide(value, "black", turn) });
  const points = choices.map(({ ply, before, turn }) => valueAt(ply - 1, before, turn));
  const last = choices.at(-1)?.ply ?? 0;
  const first = points.filter(({ ply }, index) => points[index - 1]?.ply !== ply);
  return [...first, valueAt(last, end, end.turn)];
}

/** Draws the graph of a review. Choosing a point calls `goTo` with its ply. */
export function graph(review, goTo) {
  const points = valuesForBlack(review);
  const last = Math.max(points.at(-1).ply, 1);
  const place = ({ ply, value }) => [
    MARGIN + (ply / last) * (WIDTH - 2 * MARGIN),
    HEIGHT / 2 - height(value) * (HEIGHT / 2 - MARGIN),
  ];
  const corners = points.map((point) => place(point).map((number) => number.toFixed(1)).join(" "));
  const attributes = { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group" };
  return draw("svg", { ...attributes, "aria-label": TEXTS.graph },
    draw("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    draw("text", { class: "side", x: 3, y: 12 }, TEXTS.black),
    draw("text", { class: "side", x: 3, y: HEIGHT - 4 }, TEXTS.red),
    draw("path", { class: "line", d: `M${corners.join("L")}` }),
    points.map((point) => {
      const [x, y] = place(point);
      const label = TEXTS.graphPoint(point.ply, `${TEXTS.black} ${valueWords(point.value)}`);
      return draw("g", {
        class: `point ${point.value.outcome}`, role: "button",
        "aria-label": label, "data-ply": point.ply, onclick: () => goTo(point.ply),
      },
      draw("title", {}, label),
      draw("rect", { class: "area", x: x - 4, y: 0, width: 8, height: HEIGHT }),
      draw("circle", { cx: x, cy: y, r: 2.6 }));
    }));
}
