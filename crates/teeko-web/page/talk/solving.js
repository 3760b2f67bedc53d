// The progress of solving, which takes seconds or minutes for some rules; and a service that does not
// answer.

import { button, byId, make, replace } from "../dom.js";
import {
  changed, game, scarnesName, show, state, stillShown, whenSolved,
} from "../game/game.js";
import { nameOf } from "../rules/names.js";
import { keep } from "../game/settings.js";
import { abandon, isLoaded, progressOf, whenLoaded } from "../solver/source.js";
import { TEXTS, settings } from "../strings.js";

/** The time after which the progress is shown, in milliseconds. */
const PATIENCE = 700;
/** The time after which a service that has not answered is said to be slow, in milliseconds. */
const SLOW = 4000;
/** The time between two looks at the progress, in milliseconds. */
const INTERVAL = 500;
/** The time between two looks at whether a service is back, in milliseconds. */
const ABSENCE = 3000;
/** The time that a position takes, in nanoseconds, until this browser has been measured. */
const USUAL = 40;
/** How many times the work of the plain game numbered pieces take. */
const PIPS = 40;

/** The number of ways to choose four circles. */
function fours(circles) {
  return (circles * (circles - 1) * (circles - 2) * (circles - 3)) / 24;
}

/** The number of games that the rules consist of. */
function gamesToSolve() {
  const { scoring } = game.rules;
  if (scoring === "pips") return PIPS;
  if (scoring !== "points") return 1;
  return new Set((game.details?.goals ?? []).map(({ points }) => points)).size;
}

/** The number of positions to solve, up to symmetry, over all games. */
function work() {
  const { width, height } = game.rules;
  const circles = width * height;
  const orbits = (fours(circles) * fours(circles - 4)) / (width === height ? 8 : 4);
  return orbits * gamesToSolve();
}

/** Whether the solver is in this page. A service says itself how far it has come. */
function hasSolver() {
  return document.documentElement.dataset.source === "worker";
}

/** What the service has said last of the present rules, or null. */
let reported = null;

/** Returns the share of the work that is done and the seconds left; null if they are not known. */
function progress() {
  if (!hasSolver()) {
    const { done, of, seconds_left: left = null } = reported ?? {};
    return { share: left === null ? null : done / of, left };
  }
  const elapsed = performance.now() - game.solvingSince;
  const total = (work() * (settings.nanoseconds ?? USUAL)) / 1e6;
  // An estimate that was too short says nothing more.
  if (elapsed >= total) return { share: null, left: null };
  return { share: elapsed / total, left: Math.max(1, Math.round((total - elapsed) / 1000)) };
}

/** Shows the progress in the place for tools. Returns whether there is any to show. */
export function drawSolving(tool) {
  const elapsed = performance.now() - game.solvingSince;
  if (!isLoaded() || !game.solving || elapsed < PATIENCE) return false;
  if (!hasSolver() && !reported && elapsed > SLOW) {
    drawSlow(tool);
    return true;
  }
  const { share, left } = progress();
  const row = byId("solving") ?? drawProgress(tool);
  const bar = row.querySelector("progress");
  if (share === null) bar.removeAttribute("value");
  else bar.value = share;
  const name = nameOf(state.variant, scarnesName());
  row.querySelector("span").textContent = TEXTS.solvingTask(name, left);
  return true;
}

// Puts a bar, a sentence and a button into the place for tools. They stay, so that a click finds
// them.
function drawProgress(tool) {
  const row = make("div", { class: "row", id: "solving" },
    make("progress", { max: 1, "aria-label": "Progress of solving" }),
    make("span", {}),
    button("Cancel", () => abandon(TEXTS.cancelled), { id: "cancel" }));
  replace(tool, row);
  return row;
}

/** Says that the service has not answered yet. */
function drawSlow(tool) {
  if (byId("slow")) return;
  replace(tool, make("div", { class: "row", id: "slow" },
    make("span", { role: "status" }, TEXTS.slowService),
    button("Stop waiting", () => abandon(TEXTS.noService), { id: "stop-waiting" })));
}

/** Notes when the service was asked whether it is back, and whether that is still open. */
const absence = { lookedAt: 0, isOpen: false };

/** Shows the game again once a service that could not be reached is back. */
async function followAbsence() {
  const now = performance.now();
  if (!game.fault?.isGone || absence.isOpen || now - absence.lookedAt < ABSENCE) return;
  const isShown = stillShown();
  Object.assign(absence, { lookedAt: now, isOpen: true });
  const found = await progressOf(state).catch(() => null);
  absence.isOpen = false;
  if (found && game.fault?.isGone && isShown()) show();
}

/** Shows the progress again, for as long as the solver works or the service does not answer. */
async function followSolving() {
  if (!hasSolver()) followAbsence();
  const isShown = stillShown();
  const isOpen = () => !game.editing && !game.fault && isShown();
  const isAsking = document.documentElement.dataset.ready === "false" && !game.solving;
  if (isAsking && isOpen() && performance.now() - game.askedSince > SLOW) drawSlow(byId("tool"));
  const isWaiting = () => game.solving && isOpen();
  if (!isWaiting()) return;
  const elapsed = performance.now() - game.solvingSince;
  reported = hasSolver() || elapsed < PATIENCE ? null : await progressOf(state).catch(() => null);
  if (isWaiting()) drawSolving(byId("tool"));
}

/** Keeps the progress up to date, and measures how fast this browser solves. */
export function watchSolving() {
  whenLoaded().then(() => {
    game.solvingSince = performance.now();
    if (game.solving) changed();
  });
  setInterval(followSolving, INTERVAL);
  whenSolved((elapsed) => {
    if (elapsed < PATIENCE || !hasSolver()) return;
    keep((kept) => (kept.nanoseconds = (elapsed * 1e6) / work()));
  });
}
