// The card at the end of a game: who won, how and why, your best move and your mistake, what to play
// next, and the ladder of strengths.

import { linkTo } from "../game/address.js";
import { button, byId, make, replace, share } from "../dom.js";
import {
  change, game, isMatch, isMistake, isRight, noteHelp, onlyPerson, question, result, review,
  scarnesName, state, winningFour,
} from "../game/game.js";
import { nameOf } from "../rules/names.js";
import { placeOf } from "../rules/notation.js";
import { forSide, goTo, newGame } from "../game/play.js";
import { drawPlayers } from "./players.js";
import { keep, resultsOf, rulesKey } from "../game/settings.js";
import { askOf } from "../solver/source.js";
import {
  STRENGTHS, TEXTS, betterText, distanceWords, endSentence, moveWords, resultSentence, settings,
  sideName,
} from "../strings.js";

/** The last of a player's choices that are looked at for the best one. */
const LOOKED_AT = 30;
/** The number of choices that kept the result, up to which finding one of them was an achievement. */
const FEW = 3;

/** Whether there is a game that has ended, rather than a line that the user studies. */
function hasEnded() {
  if (!result() || state.puzzle) return false;
  if (state.plies.length === 0 || state.at < state.plies.length) return false;
  return isMatch() || state.analysis === "off";
}

/** Counts a game against the program, once, if the reader has played all of it without help. */
function countGame(strength, outcome) {
  if (state.help) return;
  noteHelp("counted");
  keep(({ results }) => {
    const result = (results[`${rulesKey(state)} ${strength}`] ??= [0, 0, 0]);
    result[["win", "draw", "loss"].indexOf(outcome)]++;
  });
  drawPlayers();
}

/** Counts the choices in the position before a ply, and those that keep the result. */
async function keepingAt({ ply }) {
  const { moves } = await askOf(state, "position", question(ply - 1));
  return { holding: moves.filter((move) => move.keeps_outcome).length, total: moves.length };
}

// Returns a player's mistakes, which changed the result; the last of the other side, after which the
// player had no more to fear if they won; and their best move: of those that kept a win or a draw,
// and that they found themselves, the one with the fewest others, if these were few. The move that
// wins at once is easy to find, so it is the best only if there is no other. The last two can be
// undefined.
async function highlights(side) {
  const { choices } = await review(state.plies);
  // Where a side points, the choice is its own, although the piece is the other side's.
  const mine = choices.filter(({ chooser }) => chooser === side);
  const right = mine.filter(isRight);
  const outcomeBefore = ({ before, turn }) => forSide(before, side, turn).outcome;
  const held = right.filter((choice) =>
    outcomeBefore(choice) !== "loss" && !state.aided.includes(choice.ply));
  const looked = held.slice(-LOOKED_AT);
  const kept = await Promise.all(looked.map(keepingAt));
  const found = looked.map((choice, index) => ({ ...choice, ...kept[index] }))
    .filter(({ holding, total }) => holding <= FEW && holding < total);
  const ease = ({ holding, total }) => holding / total;
  const hidden = found.filter(({ before }) => before.dtw !== 1);
  const praised = hidden.length > 0 ? hidden : found;
  const [best] = praised.toSorted((one, other) => ease(one) - ease(other));
  return {
    best: best && { ...best, outcome: outcomeBefore(best) },
    theirs: choices.findLast((choice) => choice.chooser !== side && isMistake(choice)),
    mistakes: mine.filter(isMistake), right: right.length, total: mine.length,
  };
}

/** A move of the game, which leads to the position before it. */
function moveButton({ ply, move }) {
  return button(moveWords(move), () => goTo(ply - 1), { class: "link", "data-card-ply": ply });
}

/** Starts the next game from the same position. */
function again(changes) {
  return newGame({ start: state.start, analysis: "off", ...changes });
}

/** Starts the next game against the program of another strength. */
function stronger(strength) {
  keep((kept) => (kept.strength = strength));
  again({ [state.black > 0 ? "black" : "red"]: strength });
}

async function showReview() {
  await change({ tab: "game" }, false);
  byId("panel").focus({ preventScroll: true });
  byId("panel").scrollIntoView({ block: "nearest" });
}

/** Lets the reader look into the game with values, as one of two people. */
function exploreGame() {
  return change({ black: 0, red: 0, analysis: "on", tab: "game" });
}

/** The strengths, and which of them the reader has beaten by these rules. */
function ladder() {
  return make("ol", { class: "ladder", "aria-label": TEXTS.ladder },
    STRENGTHS.slice(1).map((name, index) => {
      const isBeaten = resultsOf(state, index + 1)[0] > 0;
      return make("li", { class: isBeaten ? "done" : "" }, isBeaten ? `${name} ✓` : name);
    }));
}

function choices(next, ended) {
  const { black, red } = state;
  const status = make("span", { class: "toast", role: "status" });
  // Who reads it has not played.
  const said = resultSentence(ended, null);
  const text = () => `${nameOf(state.variant, scarnesName())}: ${said}. ${linkTo(state)}`;
  return make("div", { class: "row" },
    button("Play again", () => again({}), { class: "main", id: "rematch" }),
    next > 0 && button(`Harder: ${STRENGTHS[next]}`, () => stronger(next),
      { id: "next-strength" }),
    onlyPerson() && button("Swap sides", () => again({ black: red, red: black }),
      { id: "swap-sides" }),
    button("What happened", showReview, { id: "review" }),
    isMatch() && button("Explore it", exploreGame, { id: "explore" }),
    make("span", { class: "shared" },
      button(TEXTS.share, () => share(text(), status), { id: "share" }), status));
}

/** Returns what four circles are: a row, a square, or another shape. */
function shapeOf(circles) {
  if (circles.length < 4) return "";
  const places = circles.map((circle) => placeOf(circle, game.rules));
  const [[x, y], [nextX, nextY]] = places;
  function isOnLine([otherX, otherY]) {
    return (nextX - x) * (otherY - y) === (nextY - y) * (otherX - x);
  }
  if (places.every(isOnLine)) return "Four in a row";
  const apart = (one, other) => (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2;
  const distances = places.flatMap((one, index) =>
    places.slice(index + 1).map((other) => apart(one, other)));
  // Of the six distances in a square, four are its sides, and the squares of two are twice as large.
  const side = Math.min(...distances);
  const isSquare = distances.filter((each) => each === side).length === 4
    && distances.filter((each) => each === 2 * side).length === 2;
  return isSquare ? "A square" : "A goal";
}

/** Returns how a game has ended for the person who played it, or for the winner. */
function outcomeFor({ kind, winner }, person) {
  if (kind !== "won") return "draw";
  return !person || winner === person ? "win" : "loss";
}

/** Draws the card if a game has ended. Returns whether it has. */
export function drawEndCard(tool) {
  const { tab, at, help, aided, ...shown } = state;
  const key = JSON.stringify([shown, settings.plies]);
  const card = tool.firstChild;
  // The card stays while its reader looks back.
  card?.classList?.toggle("past", at < state.plies.length);
  if (card?.dataset?.card === key) return true;
  if (!hasEnded()) return false;
  const ended = result();
  const person = onlyPerson();
  const strength = state.black || state.red;
  const outcome = outcomeFor(ended, person);
  if (person) countGame(strength, outcome);
  const isCounted = person && state.help === "counted";
  const next = isCounted && outcome === "win" && STRENGTHS[strength + 1] ? strength + 1 : 0;
  const said = endSentence(ended, person);
  const reason = TEXTS.endReason(ended, shapeOf(winningFour()), distanceWords(state.plies.length));
  const lines = make("div");
  replace(tool, make("section", {
    id: "end-card", class: outcome, "aria-label": "The end of the game", "data-card": key,
  },
  make("b", {}, said),
  make("p", {}, make("span", { id: "end-reason" }, reason), " ",
    make("span", { id: "their-mistake" })),
  person && !isCounted && make("p", { id: "not-counted" }, TEXTS.notCounted[state.help]),
  lines, choices(next, ended), person && ladder()));
  if (person) addHighlights(lines, person, outcome);
  return true;
}

/** Adds what the solver says about a player's moves. */
async function addHighlights(lines, person, outcome) {
  const found = await highlights(person).catch(() => null);
  if (!found || !lines.isConnected) return;
  const { best, mistakes, theirs, right, total } = found;
  if (outcome === "win" && theirs) {
    const side = sideName(theirs.chooser);
    replace(byId("their-mistake"), `${side} went wrong with `, moveButton(theirs), ".");
  }
  replace(lines,
    outcome === "loss" && total > 0 && make("p", { id: "kind-word" }, TEXTS.kindWord(right, total)),
    best && make("p", { id: "best-move" }, `Your best move: `, moveButton(best),
      ` ${TEXTS.keeping(best)}`),
    mistakes.length > 0 && make("p", { id: "mistake" }, TEXTS.yourMistake(mistakes.length),
      moveButton(mistakes[0]), ` (better: ${betterText(mistakes[0].better)})`));
}
