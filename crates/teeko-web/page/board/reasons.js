// Why a move is good or bad: the reason to tell, and the lines of its goals on the board.

import { draw } from "../dom.js";
import { game, showsValues, state } from "../game/game.js";
import { forSide, showsGoals } from "../game/play.js";
import { reasonSentence, toldParts } from "../strings.js";

/** The distance of a ring from the middle of its circle, and that of a second ring. */
const RINGS = [8.5, 9.5];

/** Returns the reason of a choice with a value; the solver says why it is good or bad. */
function reasonOf({ move, why = {} }, value, { chooser, turn }) {
  const result = forSide(value, chooser, turn).outcome;
  return { move, why, side: chooser, isPointed: chooser !== turn, result, isMistake: false };
}

/** Returns the reason of a move among those of an answer, or null if none is known. */
export function reasonIn(answer, move) {
  const entry = answer.moves.find((each) => each.move === move);
  if (!entry?.why) return null;
  const isMistake = !entry.keeps_outcome || entry.keeps_score === false;
  return { ...reasonOf(entry, entry, answer), isMistake };
}

/** Returns the mistake that the review found in the present position, if there is one. */
export function mistakeHere() {
  const { reviewed } = game;
  if (reviewed?.plies !== state.plies) return undefined;
  return reviewed.mistakes.find(({ ply }) => ply === state.at + 1);
}

/** Returns the reason why a choice of a review is a mistake. */
export function reasonOfMistake(choice) {
  return { ...reasonOf(choice, choice.after, choice), isMistake: true, isPlayed: true };
}

/** Returns the reason of the last choice in a course until the reader makes the next one, or null. */
function toldReason() {
  const { told } = game;
  if (!told || state.puzzle !== "course" || state.at !== state.plies.length) return null;
  const isLast = told.plies.every((ply, index) => ply === state.plies[index]);
  return isLast && state.at <= told.plies.length + 1 ? told : null;
}

// Returns the reason to tell now, or null: that of the move under the pointer, of the hint, of the
// last choice in a course, of a mistake, of the solution's next move, or of the best move.
function presentReason() {
  const { answer, preview, hint, solution } = game;
  if (game.editing) return null;
  if (!answer || answer.provisional) return toldReason();
  if (preview && showsValues()) return reasonIn(answer, preview);
  if (hint) return reasonIn(answer, hint);
  const told = toldReason();
  if (told) return told;
  const mistake = mistakeHere();
  if (mistake) return reasonOfMistake(mistake);
  if (state.plies === solution) return reasonIn(answer, solution[state.at]);
  return showsValues() ? reasonIn(answer, answer.moves[0]?.move) : null;
}

// Returns the present reason as a sentence. It is empty if there is none, or if another place has
// it: the review has that of a mistake, the course that of a choice.
export function reasonText() {
  const reason = presentReason();
  return reason && !reason.isPlayed ? reasonSentence(reason) : "";
}

/** Returns the goals of the present reason: the chooser's own, and the other side's. */
function presentGoals() {
  const reason = presentReason();
  const { completes = [], threatens, meets, allows } = reason ? toldParts(reason) : {};
  return {
    own: [...completes, ...(threatens?.goals ?? [])],
    other: [...(meets?.goals ?? []), ...(allows?.goals ?? [])],
  };
}

/** Whether points, of which the first and the last are its ends, are in one line. */
function areInLine(points) {
  const [[x, y], [nextX, nextY]] = points;
  return points.every(([otherX, otherY]) =>
    (nextX - x) * (otherY - y) === (nextY - y) * (otherX - x));
}

/** Returns a line through the points of a goal: along a row, or around their middle. */
function outlineOf(points) {
  if (areInLine(points)) return `M${points.join("L")}`;
  const middle = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [middle(0), middle(1)];
  const angle = (point) => Math.atan2(point[1] - y, point[0] - x);
  return `M${points.toSorted((one, other) => angle(one) - angle(other)).join("L")}Z`;
}

/** Draws the goals of the present reason: lines from circle to circle, and rings around these. */
export function goalLines(centre) {
  if (!showsGoals()) return [];
  const goals = presentGoals();
  const lines = [];
  const ringed = new Set();
  for (const whose of ["own", "other"]) {
    for (const { circles } of goals[whose]) {
      const d = outlineOf(circles.map(centre));
      lines.push(draw("path", { class: `goal ${whose}`, "data-goal": circles.join(" "), d }));
    }
    for (const circle of new Set(goals[whose].flatMap(({ circles }) => circles))) {
      const [cx, cy] = centre(circle);
      const r = RINGS[ringed.has(circle) ? 1 : 0];
      lines.push(draw("circle", { class: `goal ${whose}`, cx, cy, r }));
      ringed.add(circle);
    }
  }
  return lines;
}
