// The value over a game, as a picture: who is ahead at each ply, and how soon it ends.

import { draw } from "./dom.js";
import { forSide } from "./game.js";
import { TEXTS, valueWords } from "./strings.js";

const [WIDTH, HEIGHT, MARGIN] = [320, 96, 10];
/** The distance at which a win is drawn half way up. */
const HALF_WAY = 12;

/** How high a value stands, from 1, Black has won, to -1. */
function height(value) {
  if (value.outcome === "draw") return 0;
  const nearness = HALF_WAY / (HALF_WAY + value.dtw);
  return (value.outcome === "win" ? 1 : -1) * (0.15 + 0.85 * nearness);
}

/** The values from Black's point of view before each choice of a review and at its end. */
export function valuesForBlack({ choices, end }) {
  const points = choices.map(({ ply, before, turn }) => ({ ply: ply - 1, value: forSide(before, "black", turn) }));
  const last = choices.at(-1)?.ply ?? 0;
  return [...points.filter(({ ply }, index) => points[index - 1]?.ply !== ply), { ply: last, value: forSide(end, "black", end.turn) }];
}

/** Draws a review; a choice of a point goes to its ply. */
export function graph(review, at, goTo) {
  const points = valuesForBlack(review);
  const last = Math.max(points.at(-1).ply, 1);
  const place = ({ ply, value }) => [MARGIN + (ply / last) * (WIDTH - 2 * MARGIN), HEIGHT / 2 - height(value) * (HEIGHT / 2 - MARGIN)];
  const line = points.map((point, index) => `${index === 0 ? "M" : "L"}${place(point).map((number) => number.toFixed(1)).join(" ")}`).join("");
  return draw("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": TEXTS.graph },
    draw("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    draw("text", { class: "side", x: 2, y: 10 }, TEXTS.black),
    draw("text", { class: "side", x: 2, y: HEIGHT - 4 }, TEXTS.red),
    draw("path", { class: "line", d: line }),
    points.map((point) => {
      const [x, y] = place(point);
      const label = TEXTS.graphPoint(point.ply, `${TEXTS.black} ${valueWords(point.value)}`);
      return draw("g", { class: `point ${point.value.outcome}${point.ply === at ? " present" : ""}`, role: "button", "aria-label": label, "data-ply": point.ply, onclick: () => goTo(point.ply) },
        draw("title", {}, label),
        draw("rect", { class: "area", x: x - 4, y: 0, width: 8, height: HEIGHT }),
        draw("circle", { cx: x, cy: y, r: point.ply === at ? 4 : 2.6 }));
    }));
}
