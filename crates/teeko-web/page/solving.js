// The progress of solving, which takes seconds or minutes for some rules.

import { button, byId, make, replace } from "./dom.js";
import { changed, game, whenSolved } from "./game.js";
import { keepSettings } from "./settings.js";
import { abandon, isLoaded, whenLoaded } from "./source.js";
import { TEXTS, settings } from "./strings.js";

/** The time after which the progress is shown, in milliseconds. */
const PATIENCE = 700;
/** The time that a position takes, in nanoseconds, until this browser has been measured. */
const USUAL = 40;
/** How many times the work of the plain game numbered pieces take. */
const PIPS = 40;

/** The number of ways to choose four circles. */
const fours = (circles) =>
  (circles * (circles - 1) * (circles - 2) * (circles - 3)) / 24;

/** The number of positions to solve, up to symmetry, over all games that the rules consist of. */
function work() {
  const { width, height, scoring } = game.rules;
  const circles = width * height;
  const orbits = (fours(circles) * fours(circles - 4)) / (width === height ? 8 : 4);
  const prices = new Set((game.details?.goals ?? []).map(({ points }) => points)).size;
  return orbits * (scoring === "pips" ? PIPS : scoring === "points" ? prices : 1);
}

/** Returns the estimated time for the present rules in milliseconds. */
const estimate = () => (work() * (settings.nanoseconds ?? USUAL)) / 1e6;

/** Shows the progress in the place for tools. Returns whether there is any to show. */
export function drawSolving(tool) {
  const elapsed = performance.now() - game.solvingSince;
  if (!isLoaded()) return false;
  if (!game.solving || elapsed < PATIENCE || document.documentElement.dataset.source !== "worker") {
    return false;
  }
  const total = estimate();
  const left = Math.max(1, Math.round((total - elapsed) / 1000));
  // An estimate that was too short says nothing more.
  const value = elapsed < total ? elapsed / total : null;
  replace(tool, make("div", { class: "row", id: "solving" },
    make("progress", { max: 1, value: value ?? undefined, "aria-label": TEXTS.solvingBar }),
    make("span", {}, TEXTS.solvingTask(value === null ? null : left)),
    button(TEXTS.cancel, () => abandon(TEXTS.cancelled), { id: "cancel" })));
  return true;
}

/** Keeps the progress up to date, and measures how fast this browser solves. */
export function watchSolving() {
  whenLoaded().then(() => {
    game.solvingSince = performance.now();
    if (game.solving) changed();
  });
  setInterval(() => {
    if (game.solving && !game.editing && !game.fault) drawSolving(byId("tool"));
  }, 300);
  whenSolved((elapsed) => {
    if (elapsed < PATIENCE) return;
    settings.nanoseconds = (elapsed * 1e6) / work();
    keepSettings();
  });
}
