// The legal moves of a position, for the time in which the solver is still at work.

import { circlesOf, isDropPhase, other, pieceCount, placeOf } from "./notation.js";

/** The steps of a slide in columns and rows, by the name of the rule. */
const STEP_TESTS = {
  king: (x, y) => Math.max(x, y) === 1,
  orthogonal: (x, y) => x + y === 1,
  knight: (x, y) => x * y === 2,
  teleport: () => true,
};

function isFormed(cells, side) {
  return ({ circles, empty = [] }) =>
    circles.every((circle) => cells[circle - 1]?.side === side)
    && empty.every((circle) => cells[circle - 1] === null);
}

/** Returns the circles of a goal that a side has formed, or null. */
export function formedGoal({ cells }, side, goals) {
  return goals.find(isFormed(cells, side))?.circles ?? null;
}

// Returns what is known of a position without the solver: an answer without values. Returns null
// for games with numbered pieces, in which a drop takes two choices.
export function provisionalAnswer(position, rules, details) {
  const { cells, turn } = position;
  if (rules.scoring === "pips" || !details?.goals) return null;
  const known = { provisional: true, turn, chooser: turn };
  if (formedGoal(position, other(turn), details.goals)) {
    return { ...known, phase: "over", winner: other(turn), moves: [] };
  }
  const circles = circlesOf(rules);
  const free = circles.filter((circle) => cells[circle - 1] === null);
  if (isDropPhase(position)) {
    const isFirst = pieceCount(position) === 0;
    const banned = details.no_centre && isFirst ? (cells.length + 1) / 2 : 0;
    const points = rules.plan[pieceCount(position, turn)] === "p";
    const moves = free.filter((circle) => circle !== banned).map((circle) => String(circle));
    const chooser = points ? other(turn) : turn;
    return { ...known, phase: "drop", chooser, moves: moves.map((move) => ({ move })) };
  }
  function apart(one, two) {
    const place = placeOf(two, rules);
    return placeOf(one, rules).map((from, axis) => Math.abs(from - place[axis]));
  }
  const mine = circles.filter((circle) => cells[circle - 1]?.side === turn);
  const slides = mine.flatMap((from) => free
    .filter((to) => STEP_TESTS[rules.step](...apart(from, to)))
    .map((to) => ({ move: `${from}-${to}` })));
  return { ...known, phase: "slide", moves: slides };
}
