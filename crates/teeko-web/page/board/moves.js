// The list of moves with their values, grouped by outcome.

import { drawBoard } from "./board.js";
import { reasonIn, reasonText } from "./reasons.js";
import { button, byId, isGameKey, make, replace } from "../dom.js";
import {
  changed, choose, chooser, explores, game, numberOf, personActs, playPlies, question, result,
  state, wantsValues,
} from "../game/game.js";
import { capital } from "../rules/names.js";
import { other, parsePly } from "../rules/notation.js";
import { playBest, playOn, showsGoals, switchGoals } from "../game/play.js";
import { keep } from "../game/settings.js";
import { askOf } from "../solver/source.js";
import {
  TEXTS, dotsOf, keptText, keptWords, moveText, reasonSentence, settings, sideName, valueSign,
  valueWords,
} from "../strings.js";

const OUTCOMES = ["win", "draw", "loss"];

/** The number of plies that are shown of a line that ends in no win. */
export const PLIES_OF_DRAW = 8;
/** The number of easy draws that are listed. If there are more, they are counted. */
const SHOWN_OTHERS = 3;

/** A value as a coloured sign. */
export function signOf(value) {
  return make("span", { class: `sign ${value.outcome}` }, valueSign(value));
}

/** Shows a move on the board, and tells its reason, while the pointer is on its line. */
function preview(move) {
  if (game.preview === move) return;
  game.preview = move;
  drawBoard();
  const place = byId("reason");
  if (place) place.textContent = capital(reasonText()) || place.dataset.task;
}

/** Marks the moves from or to a circle in the list. */
export function linkMoves(circle) {
  for (const line of document.querySelectorAll("#moves [data-move]")) {
    const { from, to } = parsePly(line.dataset.move);
    line.classList.toggle("linked", circle !== null && (from === circle || to === circle));
  }
}

/** Moves the keyboard focus along the list, which is one tab stop. */
function listKey(event) {
  const all = [...document.querySelectorAll("#moves .lines button")];
  const buttons = all.filter((each) => each.checkVisibility());
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const place = buttons.indexOf(event.target);
  const ends = { Home: 0, End: buttons.length - 1 };
  const next = buttons[ends[event.key] ?? (step ? place + step : -1)];
  if (!next || place < 0 || isGameKey(event)) return;
  for (const each of all) each.tabIndex = each === next ? 0 : -1;
  next.focus();
  event.preventDefault();
}

/** A move to choose, within an element of a name. */
function moveItem(tag, entry, index) {
  const { move, replies } = entry;
  const told = reasonIn(game.answer, move);
  const reason = told ? capital(reasonSentence(told)) : "";
  const piece = entry.piece ? ` (${TEXTS.piece(entry.piece)})` : "";
  const replied = replies ? `, ${TEXTS.repliesOf(replies)}` : "";
  const enter = () => preview(move);
  const leave = () => preview(null);
  return make(tag, {
    class: entry.optimal && entry.outcome !== "draw" ? "optimal" : "", "data-move": move,
    "data-outcome": entry.outcome, "data-dtw": entry.dtw, "data-score": entry.score,
  },
  make("button", {
    type: "button", "data-key": `move ${move}`, tabindex: index === 0 ? 0 : -1,
    disabled: !personActs(), title: replies ? TEXTS.repliesOf(replies) : null,
    onclick: () => choose(move),
    onpointerenter: enter, onpointerleave: leave, onfocus: enter, onblur: leave,
  },
  // What is read aloud begins with what is seen, so that people can say what they see.
  make("span", {}, moveText(move) + piece), " ", entry.outcome !== "draw" && signOf(entry),
  make("span", { class: "unseen" }, ` ${valueWords(entry)}${replied}${reason && `. ${reason}`}`)));
}

/** The easiest draws in one line, which opens if there is more to see. */
let othersAreOpen = false;

/** Returns drawn moves in groups: those that as many replies hold; the easiest are one group. */
function equalDraws(entries) {
  const groups = [];
  for (const entry of entries) {
    const last = groups.at(-1)?.[0];
    const isEqual = last && dotsOf(last) === dotsOf(entry)
      && (isEasy(entry) || keptText(last) === keptText(entry));
    if (isEqual) groups.at(-1).push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** Whether nearly every reply to a drawn move holds. */
function isEasy({ difficulty }) {
  return difficulty === 0;
}

/** A line of equal draws: its moves, how hard they are to hold, and how many replies do that. */
function drawnLine(entries, index) {
  const [first] = entries;
  const items = entries.map((entry, place) => moveItem("span", entry, index + place));
  const kept = dotsOf(first) && [
    make("span", { class: "kept" }, dotsOf(first)), make("small", {}, keptWords(entries)),
  ];
  const areOthers = entries.length < game.answer.moves.length;
  if (!areOthers || !isEasy(first) || entries.length <= SHOWN_OTHERS) {
    return make("li", {}, make("span", { class: "equal" }, items), kept);
  }
  return make("li", {}, make("details", {
    open: othersAreOpen, ontoggle: ({ target }) => (othersAreOpen = target.open),
  },
  make("summary", { "data-key": "others" },
    make("span", { class: "equal" }, TEXTS.others(entries.length)), kept), items));
}

/** Whether a side points at a circle for the other one. It wants the other to lose. */
function isPointed() {
  return game.answer.chooser !== game.answer.turn;
}

/** Returns the moves grouped by outcome: the best for the side that chooses first. */
function moveGroups() {
  const outcomes = isPointed() ? OUTCOMES.toReversed() : OUTCOMES;
  const groups = [];
  let index = 0;
  for (const outcome of outcomes) {
    const moves = game.answer.moves.filter((entry) => entry.outcome === outcome);
    if (moves.length > 0) groups.push(moveGroup(outcome, moves, index));
    index += moves.length;
  }
  return groups;
}

function moveGroup(outcome, moves, index) {
  return make("section", { class: `group ${outcome}` },
    make("h3", {}, `${groupTitle(outcome)} `, make("span", {}, String(moves.length))),
    outcome === "draw" ? drawnLines(moves, index)
      : make("ul", { class: "lines" },
        moves.map((entry, place) => moveItem("li", entry, index + place))));
}

function groupTitle(outcome) {
  if (!isPointed() || outcome === "draw") return TEXTS.groups[outcome];
  return `${sideName(game.answer.turn)} ${TEXTS.groups[outcome].toLowerCase()}`;
}

/** The drawn moves, hardest for the other side first. */
function drawnLines(moves, index) {
  const lines = [];
  let first = index;
  for (const entries of equalDraws(moves)) {
    lines.push(drawnLine(entries, first));
    first += entries.length;
  }
  return make("ul", { class: "lines drawn" }, lines);
}

/** Explains the numbers. */
function legend() {
  const { answer, pending } = game;
  const unit = settings.plies ? "plies" : "moves";
  function switchUnit() {
    keep((kept) => (kept.plies = !kept.plies));
    changed();
  }
  const hasDraws = answer.moves.some(dotsOf);
  const replier = game.rules.plan.includes("p") ? TEXTS.otherSide : sideName(other(answer.turn));
  return make("p", { id: "legend" },
    !pending && isPointed() && `${TEXTS.legendPoint(chooser(), answer.turn)} `,
    (game.rules.scoring ? TEXTS.legendPoints : TEXTS.legend)(unit),
    hasDraws && ` ${TEXTS.legendReplies(replier)}`, " ",
    button(settings.plies ? "Count moves" : "Count plies", switchUnit,
      { class: "link", id: "unit", "data-key": "unit" }), " ",
    button(showsGoals() ? "Hide goals" : "Show goals", switchGoals,
      { class: "link", id: "goal-lines", "data-key": "goal-lines", "aria-keyshortcuts": "G" }));
}

/** Returns plies from the one with an index on, each with its number if it has one. */
export function withNumbers(plies, first) {
  return plies.map((ply, index) =>
    [numberOf(first + index, index === 0), moveText(ply)].filter(Boolean).join(" "));
}

/** Shows the line of best play from here, with numbers as in the list of the game's plies. */
async function addLine(element) {
  const asked = askOf(state, "line", { ...question(), plies: PLIES_OF_DRAW });
  const { line } = await asked.catch(() => ({ line: [] }));
  if (!element.isConnected || line.length === 0) return;
  const plies = withNumbers(line, state.at);
  function item(text, index) {
    const [, number, move] = /^(.* )?(.*)$/.exec(text);
    const shown = make("span", {}, make("small", { class: "soft" }, number), move);
    if (!explores()) return [shown, " "];
    const play = () => playPlies(line.slice(0, index + 1));
    return [make("button", { type: "button", class: "link", onclick: play }, shown), " "];
  }
  replace(element, `Best line: `, plies.map(item));
}

/** Draws the list, or hides it while values are off. */
export function drawMoves() {
  const section = byId("side");
  const { answer } = game;
  // While the solver works, the list keeps its place.
  const isOver = answer?.moves.length === 0;
  section.hidden = !wantsValues() || game.editing || Boolean(game.fault);
  // At the end, too: nothing beside it moves.
  if (isOver) return replace(byId("moves"), make("p", {}, TEXTS.noMoves));
  if (answer?.provisional || game.solving) return replace(byId("moves"));
  if (section.hidden || !answer) return undefined;
  const ended = result();
  replace(byId("short-legend"),
    TEXTS.shortLegend(game.rules.scoring, sideName(other(answer.turn))));
  const best = make("p", { id: "best-line" });
  replace(byId("moves"),
    explores() && make("div", { class: "row" },
      button("Best move", playBest, { disabled: !personActs() }),
      button(game.running ? "Stop" : "Play to the end", playOn,
        { disabled: Boolean(ended), "data-key": "play on" })),
    best,
    legend(),
    make("div", { onkeydown: listKey }, moveGroups()));
  // After half a choice, the line of the whole one is of no use.
  return game.pending ? undefined : addLine(best);
}
