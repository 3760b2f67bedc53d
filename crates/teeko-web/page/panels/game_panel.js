// The game so far: its plies with a verdict on each, better plies that were missed, and the graph;
// and example games.

import { drawReasons } from "../board/board.js";
import { reasonOfMistake } from "../board/reasons.js";
import { button, byId, checkbox, choice, draw, labelled, make, replace } from "../dom.js";
import {
  change, changed, choose, explores, game, isFinished, isMatch, isMistake, linesBut, listOf,
  numberOf, onlyPerson, personActs, position, result, review, state, stillShown, takeLine,
} from "../game/game.js";
import { withNumbers } from "../board/moves.js";
import { capital, nameOf } from "../rules/names.js";
import { forSide, goTo, isQuiet, newGame } from "../game/play.js";
import { learn, streak, streakText } from "./puzzles_panel.js";
import { keep, noResults } from "../game/settings.js";
import { formatCircles, isDropPhase } from "../rules/notation.js";
import { ask, askOf } from "../solver/source.js";
import { askBefore, endGame } from "../talk/start.js";
import {
  SHOWN_BETTER, STRENGTHS, TEXTS, consequence, moreBetter, moveText, reasonSentence, settings,
  sideName, typeset, valueWords,
} from "../strings.js";

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

/** Draws the graph of a review with its mistakes. Choosing a point calls `goTo` with its ply. */
function graph(review, mistakes, goTo) {
  const points = valuesForBlack(review);
  const last = Math.max(points.at(-1).ply, 1);
  function place({ ply, value }) {
    return [
      MARGIN + (ply / last) * (WIDTH - 2 * MARGIN),
      HEIGHT / 2 - height(value) * (HEIGHT / 2 - MARGIN),
    ];
  }
  const corners = points.map((point) => place(point).map((number) => number.toFixed(1)).join(" "));
  const attributes = { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "data-key": "graph" };
  // Keys that step through the game move along it, so it is one tab stop.
  const slider = { role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-valuemax": last };
  return draw("svg", { ...attributes, ...slider, "aria-label": TEXTS.graph },
    draw("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    draw("text", { class: "side", x: 3, y: 12 }, TEXTS.black),
    draw("text", { class: "side", x: 3, y: HEIGHT - 4 }, TEXTS.red),
    draw("path", { class: "line", d: `M${corners.join("L")}` }),
    points.map((point) => {
      const [x, y] = place(point);
      const label = TEXTS.graphPoint(point.ply, `${TEXTS.black} ${valueWords(point.value)}`);
      const isWrong = mistakes.some(({ ply }) => ply === point.ply);
      return draw("g", {
        class: `point ${point.value.outcome}${isWrong ? " wrong" : ""}`,
        "data-ply": point.ply, "data-words": label,
        onclick: () => goTo(point.ply),
      },
      draw("title", {}, label),
      draw("rect", { class: "area", x: x - 4, y: 0, width: 8, height: HEIGHT }),
      isWrong && draw("text", { class: "mark", x, y: y > HEIGHT / 2 ? y - 6 : y + 13 }, "??"),
      draw("circle", { cx: x, cy: y, r: 2.6 }));
    }));
}

const BOTH_PERSONS = { goals: "", black: 0, red: 0 };

// A game of Advanced Teeko with something to review: Black has a forced win after the first drop,
// loses it on ply 5, and makes more mistakes later.
const PLIES =
  "13 12 18 8 14 19 10 17 18-22 19-18 22-16 8-7 16-22 12-8 10-4 17-16 4-3 7-6".split(" ");
const EXAMPLE =
  { ...BOTH_PERSONS, variant: "58-ssss", plies: PLIES, at: 0, analysis: "on" };

/** The number of plies that are shown of another line. */
const LINE = 4;

let plays = null;
let claims = null;

/** The parts of the panel that are open. A phone's first screen is for the board. */
const opened = new Set(matchMedia("(min-width: 46rem)").matches ? ["players"] : []);

/** A part of the panel that opens and closes. */
function foldout(id, title, ...content) {
  return make("details", {
    id, open: opened.has(id),
    ontoggle: ({ target }) => opened[target.open ? "add" : "delete"](id),
  }, make("summary", { "data-key": id }, title), ...content);
}

/** What the panel shows, for which it has been drawn: a step in the game changes little of it. */
let drawnPanel = { key: "", at: -1 };

/** The panel. If values are hidden, the verdicts are, too, until the game is finished. */
export async function gamePanel(element) {
  // The review of the first game would speak of mistakes that its reader did not make.
  const shows = (state.analysis === "on" || isFinished()) && state.puzzle !== "tour";
  const judged = state.plies.length > 0 && game.answer && !game.answer.provisional && shows;
  const reviewed = judged ? await review(state.plies).catch(() => null) : null;
  plays ??= await ask("/v1/plays").catch(() => null);
  claims ??= await ask("/v1/claims").catch(() => null);
  if (state.tab !== "game") return;
  const quiet = isQuiet();
  const key =
    JSON.stringify([{ ...state, at: 0 }, reviewed?.verdict, plays, claims, settings, shows, quiet,
      typedMove.fault]);
  const mistakes = mistakesOf(reviewed);
  if (key !== drawnPanel.key || !element.firstChild) {
    drawnPanel = { key, at: -1, walk: make("div", { id: "walk", class: "row" }) };
    replace(element, quiet ? [pliesList(null), state.plies.length < 2 && lastGame()] : [
      // Its words are those of people who explore; others have the card at the end of their game.
      reviewed && explores()
        && make("p", { class: "verdict", id: "verdict" }, typeset(capital(reviewed.verdict))),
      reviewed && graph(reviewed, mistakes, goTo),
      drawnPanel.walk,
      state.plies.length === 0 ? make("p", { class: "soft" }, TEXTS.noPlies) : pliesList(reviewed),
      isMatch() && !shows && make("p", { class: "soft" }, TEXTS.reviewLater),
      state.lines.length > 0 && linesList(),
      moveForm(),
      players(),
      make("div", { class: "row" },
        button("Show an example game (Advanced)", () => endGame(() => newGame(EXAMPLE))),
        button("Paste a game", openPaste, { id: "paste" }),
        lastGame()),
      plays && playsList(),
      claims && claimsList(),
      statistics(),
    ]);
  }
  showExample(element);
  if (drawnPanel.at !== state.at) showPresent(element, mistakes);
  const { reviewed: known } = game;
  if (known?.plies === state.plies && known.mistakes.length === mistakes.length) return;
  game.reviewed = { plies: state.plies, mistakes };
  drawReasons();
}

/** Leads back to the game before this one, or the other way round. */
function lastGame() {
  return game.last && button("Back to the last game", () => change(game.last), { id: "last-game" });
}

/** Returns the mistakes of a review: of the only person, or of both sides. */
function mistakesOf(reviewed) {
  const person = onlyPerson();
  return (reviewed?.choices ?? []).filter((choice) =>
    isMistake(choice) && (!person || choice.chooser === person));
}

/** What is typed as the next move of a game, and why it cannot be played. */
const typedMove = { plies: null, text: "", fault: "" };

/** Notes what is typed. In another game it means nothing. */
function noteTyped(text, fault = "") {
  Object.assign(typedMove, { plies: state.plies, text, fault });
}

/** A field that takes the next move, in any notation. */
function moveForm() {
  if (typedMove.plies !== state.plies) noteTyped("");
  const field = make("input", {
    type: "text", id: "next-move", autocomplete: "off", spellcheck: false, value: typedMove.text,
    "data-key": "next move", "aria-describedby": "next-move-fault",
    oninput: ({ target }) => noteTyped(target.value, typedMove.fault),
  });
  function submit(event) {
    event.preventDefault();
    if (field.value.trim()) playTyped(field.value.trim());
  }
  return make("form", { class: "row", id: "move-form", onsubmit: submit },
    labelled(TEXTS.nextMove, field), make("button", { "data-key": "play move" }, "Play move"),
    make("p", { class: "fault", id: "next-move-fault", role: "status" }, typedMove.fault));
}

// Plays what was typed, or says why it cannot. A circle alone is a drop, two are a slide, whatever
// is between them.
async function playTyped(typed) {
  const text = isDropPhase(position()) ? typed : typed.replace(/^(\w+)\W+(\w+)$/, "$1-$2");
  const isShown = stillShown();
  const from = formatCircles(position());
  noteTyped(typed);
  try {
    const { plies } = await askOf(state, "record", { text: listOf([text]), from });
    if (!isShown()) return;
    if (!personActs() || plies.length !== 1) throw new Error(TEXTS.notNow);
    noteTyped("");
    await choose(plies[0]);
  } catch (error) {
    noteTyped(typed, error.message.replace(/^ply 1, /, ""));
    changed();
  }
}

// Shows a legal move in the field for the next one: any, the first by its circles. At the end of a
// game there is no field.
function showExample(element) {
  const form = element.querySelector("#move-form");
  if (!form || !game.answer) return;
  const moves = game.answer.moves.map(({ move }) => move);
  const [first = ""] = moves.sort((one, other) => parseInt(one, 10) - parseInt(other, 10));
  form.elements[0].placeholder = moveText(first);
  const isOver = !first || Boolean(isMatch() && result());
  if (isOver && form.contains(document.activeElement)) element.focus({ preventScroll: true });
  form.hidden = isOver;
}

/** Marks the present ply in the list and in the graph, and brings it into view. */
function showPresent(element, mistakes) {
  drawnPanel.at = state.at;
  for (const node of element.querySelectorAll(".present")) node.classList.remove("present");
  for (const node of element.querySelectorAll(`[data-ply="${state.at}"]`)) {
    (node.closest("li") ?? node).classList.add("present");
  }
  const graphed = element.querySelector(".graph");
  graphed?.setAttribute("aria-valuenow", state.at);
  const point = graphed?.querySelector(".present");
  graphed?.setAttribute("aria-valuetext", point?.dataset.words ?? TEXTS.ply(state.at));
  const [list, item] = [".plies", ".plies .present"].map((name) => element.querySelector(name));
  list?.querySelector("[aria-current]")?.removeAttribute("aria-current");
  item?.firstChild.setAttribute("aria-current", "step");
  if (list && !item) list.scrollTop = 0;
  if (item) list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
  drawWalk(mistakes);
}

/** Draws the walk around the mistakes. Each is shown in the position in which it was made. */
function drawWalk(mistakes) {
  const index = mistakes.findIndex(({ ply }) => ply - 1 === state.at);
  const next = mistakes.find(({ ply }) => ply - 1 > state.at) ?? mistakes[0];
  const previous = mistakes.findLast(({ ply }) => ply - 1 < state.at) ?? mistakes.at(-1);
  replace(drawnPanel.walk, next && [
    make("p", { role: "status" }, index < 0 ? TEXTS.mistakes(mistakes.length)
      : mistakeText(index, mistakes)),
    mistakes.length > 1
      && button("‹ Previous", () => goTo(previous.ply - 1), { id: "previous-mistake" }),
    (mistakes.length > 1 || index < 0)
      && button("Next ›", () => goTo(next.ply - 1), { id: "next-mistake", class: "main" }),
    button(TEXTS.learn(mistakes.length), () => learn(mistakes), { id: "learn" }),
  ]);
}

/** Returns what was played and what was better, and why that was a mistake. */
function mistakeText(index, mistakes) {
  const { move, better } = mistakes[index];
  const text = TEXTS.mistake(index + 1, mistakes.length, moveText(move), better);
  return `${text} ${reasonSentence(reasonOfMistake(mistakes[index]), "It")}`;
}

/** Lets another player continue. For results this is another game. */
function setPlayer(side, strength) {
  state.help ||= state.plies.length > 0 ? "elsewhere" : "";
  state.aided = state.plies.map((_, index) => index + 1);
  return change({ [side]: strength }, false);
}

/** Notes whether hints in a match draw goals on the board. */
function keepGoals(isOn) {
  keep((kept) => (kept.goalsInMatch = isOn));
  changed();
}

function players() {
  const strengths = STRENGTHS.map((name, strength) => [String(strength), name]);
  function player(side) {
    return choice(TEXTS[side], strengths, String(state[side]),
      (value) => setPlayer(side, Number(value)), { "data-player": side });
  }
  return foldout("players", "Players",
    make("div", { class: "fields" }, player("black"), player("red"),
      checkbox(TEXTS.goalsInMatch, settings.goalsInMatch, keepGoals, { id: "goals-in-match" })));
}

/** The results of the games against the program, which can be cleared. */
function statistics() {
  const { results, solved } = settings;
  const lines = Object.entries(results).map(([key, counts]) => {
    const [rules, strength] = key.split(" ");
    const [variant, goals] = rules.split(":");
    const name = nameOf(variant) + (goals ? ` (${TEXTS.goalCount(goals.split("_").length)})` : "");
    return TEXTS.results(name, STRENGTHS[strength], ...counts);
  });
  if (solved.length > 0) lines.push(TEXTS.solvedCount(solved.length));
  if (streak() > 0) lines.push(streakText());
  function clear() {
    keep((kept) => Object.assign(kept, noResults()));
    changed();
  }
  return lines.length > 0 && foldout("statistics", "Your results",
    make("ul", {}, lines.map((line) => make("li", {}, line))),
    button("Clear", () => askBefore(clear, TEXTS.clearing), { id: "clear-statistics" }));
}

function playsList() {
  function item({ number, moves, position, note }) {
    return make("li", {},
      button(`Play ${number}: win in ${moves} moves`, () => endGame(() =>
        newGame({ ...BOTH_PERSONS, variant: plays.variant, start: position }))),
      note && make("small", {}, typeset(note)));
  }
  return foldout("plays", "Scarne’s seventeen plays",
    make("p", {}, "From John Scarne’s booklets of 1952 and 1954. Black wins; can you see how?"),
    make("ul", { class: "plays" }, plays.plays.map(item)));
}

/** What has been published about the game, with the answers. */
function claimsList() {
  function item(claim) {
    return make("li", {}, make("b", {}, TEXTS.verdicts[claim.verdict]),
      typeset(` ${claim.what} (${claim.source})${claim.figures ? `: ${claim.figures}` : ""}.`));
  }
  return foldout("claims", "What has been written about Teeko",
    make("ul", {}, claims.claims.map(item)),
    make("p", {}, "Questions that this project asked:"),
    make("ul", {}, claims.findings.map(item)));
}

/** The plies, two a line, with what mistakes have led to. */
function pliesList(reviewed) {
  const byPly = new Map((reviewed?.choices ?? []).map((choice) => [choice.ply, choice]));
  function entry(ply, index) {
    const choice = byPly.get(index + 1);
    const mover = game.positions[index]?.turn ?? "black";
    const number = index + 1;
    const name = sideName(mover);
    const text = moveText(ply) + (choice?.mark ?? "");
    const wrong = choice && isMistake(choice);
    return make("li", {
      class: `${mover}${wrong ? " blunder" : ""}`, value: number,
      "data-number": numberOf(index, index === 0),
    },
    button(text, () => goTo(number), {
      "data-key": `ply ${number}`, "data-ply": number, "aria-label": `${name} ${text}`,
    }),
    wrong && make("span", { class: "better" }, `(${consequence(choice)}; better: `,
      choice.better.slice(0, SHOWN_BETTER).map((better) =>
        button(moveText(better), () => tryInstead(index, better), { "data-better": better })),
      `${moreBetter(choice.better)})`));
  }
  return [
    reviewed?.choices.some(({ mark }) => mark)
      && make("p", { class: "soft", id: "values-of" }, TEXTS.marks),
    make("ol", { class: "plies", tabindex: 0, "aria-label": TEXTS.game }, state.plies.map(entry)),
  ];
}

/** The lines that other plies have replaced, last first, each with what is different in it. */
function linesList() {
  function item(line) {
    const same = line.findIndex((ply, index) => ply !== state.plies[index]);
    const first = same < 0 ? line.length - 1 : same;
    const some = withNumbers(line.slice(first, first + LINE), first).join(" ");
    const text = line.length > first + LINE ? `${some} …` : some;
    const without = () => change({ lines: linesBut(line) }, false);
    return make("li", {},
      button(text, () => takeLine(line), { "data-line": line.join(" ") }),
      button("×", without, {
        "aria-label": `Delete: ${text}`, "data-key": `delete line ${line.join(" ")}`,
      }));
  }
  return make("section", { id: "lines" },
    make("h3", {}, "Other lines"), make("ul", {}, state.lines.toReversed().map(item)));
}

/** Leads to the field that a game can be pasted into. */
async function openPaste() {
  await change({ tab: "position" }, false);
  byId("position-text")?.focus();
}

/** Goes back to the last missed chance and plays the better ply. */
async function tryInstead(index, better) {
  await goTo(index);
  if (game.answer) choose(better);
}
