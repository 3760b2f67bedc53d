// Puzzles: positions in which exactly one move wins, or scores the most points; lessons, which are
// positions in which a player made a mistake; and positions to practise. What the user plays is
// judged at the board.

import { INITIAL, linkTo } from "../game/address.js";
import { drawReasons, smallBoard } from "../board/board.js";
import { PLIES_OF_DRAW } from "../board/moves.js";
import { button, byId, make, replace, share } from "../dom.js";
import {
  change, changed, chooserOf, game, isMistake, isRight, noteHelp, programsTurn, review, scarnesName,
  setReady, state, stillShown,
} from "../game/game.js";
import { openCourse } from "./course.js";
import { nameOf } from "../rules/names.js";
import { formatVariant, other, parseCircles, parsePly, parseRows } from "../rules/notation.js";
import { forSide, goTo, newGame } from "../game/play.js";
import { keep, rulesKey } from "../game/settings.js";
import { askOf } from "../solver/source.js";
import { endGame } from "../talk/start.js";
import { STRENGTHS, TEXTS, moveText, settings, sideName, valueWords } from "../strings.js";

/** The distances of the levels, each with those to try if the rules have no such puzzle. */
const LEVELS = { easy: [3, 1], medium: [5, 3], hard: [9, 7] };
/** The number of puzzles on a sheet, and the largest number of a puzzle. */
const SHEET = 12;
const LARGEST = 999_999_999;
const DAILY_RULES = { variant: "44-ssss", goals: "" };

let message = "";
let isSearching = false;

/** The mistakes of which the lessons consist, and the state to go back to after the last one. */
let lessons = { mistakes: [], back: null };

/** Shows a lesson: the position of a mistake, for two people. */
function openLesson(index) {
  const { position } = lessons.mistakes[index];
  const puzzle = `mistake.${index + 1}`;
  return newGame({ start: position, puzzle, black: 0, red: 0, analysis: "off" });
}

/** Makes lessons of the mistakes of a game. */
export function learn(mistakes) {
  lessons = { mistakes, back: { ...state } };
  return openLesson(0);
}

/** Returns the day some days ago in local time, such as `2026-11-26`. */
function dayBefore(days) {
  const now = new Date();
  const minutes = now.getTimezoneOffset() + days * 24 * 60;
  return new Date(now - minutes * 60_000).toISOString().slice(0, 10);
}

/** The number of the puzzle of the day, which no other puzzle has. */
function dailyNumber() {
  return LARGEST + 1 + Number(dayBefore(0).replaceAll("-", ""));
}

function findDaily() {
  return find(LEVELS.medium, "slide", dailyNumber(), DAILY_RULES);
}

function isDaily({ number, phase }) {
  return number === dailyNumber() && phase === "slide"
    && state.variant === DAILY_RULES.variant && !state.goals;
}

/** Returns how many days in a row the puzzle of the day has been solved. */
export function streak() {
  const { last, days } = settings.daily;
  return last === dayBefore(0) || last === dayBefore(1) ? days : 0;
}

/** Returns how many days in a row the puzzle of the day has been solved, as a sentence. */
export function streakText() {
  return TEXTS.streak(streak(), settings.daily.last === dayBefore(0));
}

/** Notes a wrong first move, or that the puzzle of the day is solved. */
function countDaily(kind) {
  const day = dayBefore(0);
  const tried = state.plies.slice(0, state.at).join(" ");
  if (kind !== "solved" && kind !== "wrong") return;
  keep(({ daily }) => {
    if (daily.last === day) return;
    if (daily.day !== day) Object.assign(daily, { day, wrong: [] });
    if (kind === "solved") Object.assign(daily, { days: streak() + 1, last: day });
    else if (!daily.wrong.some((other) => tried.startsWith(other))) daily.wrong.push(tried);
  });
}

/** The line of text about the puzzle of the day, to be shared. */
function dailyLine() {
  const { last, wrong } = settings.daily;
  const text = TEXTS.dailyLine(last, wrong.length, streak());
  const status = make("span", { role: "status" });
  const link = () => linkTo({ ...INITIAL, puzzle: state.puzzle });
  return make("p", { id: "daily-line" }, make("span", {}, text), " ",
    button(TEXTS.share, () => share(`${text} ${link()}`, status), { id: "share-line" }), " ",
    status);
}

// Parses a puzzle as the address has it: distance, phase and seed, such as `5.slide.7`, or the
// number of a lesson, such as `mistake.1`.
function parsePuzzle(text) {
  const [, lesson] = /^mistake\.(\d{1,3})$/.exec(text) ?? [];
  if (lesson) return { lesson: Number(lesson) };
  const form = /^(\d{1,3})\.(slide|drop)\.(\d{1,10})$/.exec(text);
  return form ? { distance: Number(form[1]), phase: form[2], number: Number(form[3]) } : null;
}

/** The level that has puzzles of a distance, or that below it. */
function levelOf(distance) {
  const levels = Object.keys(LEVELS);
  return levels.find((level) => LEVELS[level].includes(distance))
    ?? levels.findLast((level) => distance >= LEVELS[level][0]) ?? levels[0];
}

/** Returns the puzzle with a number, at the first distance of the list that has some, or null. */
async function search(distances, phase, number, rules = state) {
  for (const distance of distances) {
    const question = { dtw: distance, phase, seed: number, limit: 1 };
    const { puzzles } = await askOf(rules, "puzzles", question);
    if (puzzles.length > 0) return { distance, number, ...puzzles[0] };
  }
  return null;
}

/** Finds a puzzle and shows it: Black is a person, Red the perfect program. */
async function find(distances, phase, number, { variant, goals } = state) {
  isSearching = true;
  message = "";
  setReady(false);
  changed();
  const isShown = stillShown();
  try {
    const found = await search(distances, phase, number, { variant, goals });
    isSearching = false;
    // A reader who has gone elsewhere wants no puzzle any more.
    if (!isShown()) return changed();
    if (found) {
      const start = found.position;
      const puzzle = `${found.distance}.${phase}.${number}`;
      const against = { black: 0, red: 5, analysis: "off" };
      return newGame({ start, puzzle, variant, goals, ...against });
    }
    message = TEXTS.none(distances.length > 1
      ? `${number} (${TEXTS.levels[levelOf(distances[0])]})`
      : `${distances[0]}.${phase}.${number}`);
  } catch (error) {
    isSearching = false;
    if (!isShown()) return changed();
    message = `That did not work: ${error.message}`;
  }
  setReady(true);
  return changed();
}

// Returns the verdict on the user's last ply, or null: its kind, a text, the ply, and for a wrong
// ply the reply that refutes it. A lesson is about its first ply.
async function verdict({ lesson }) {
  if (state.at === 0) return null;
  const { choices, end } = await review(state.plies.slice(0, state.at));
  const mine = lesson ? choices[0]
    : choices.findLast(({ turn, chooser }) => turn === "black" && chooser === "black");
  if (!mine) return null;
  const { move, ply, after } = mine;
  const words = `${sideName(mine.turn)} ${valueWords(after)}`;
  if (isMistake(mine)) {
    // The program replies after a moment, and not always by the first of the best moves.
    const best = programsTurn() > 0 ? null : game.answer?.moves[0]?.move;
    const played = state.at > ply ? state.plies[ply] : null;
    const reply = played ?? best;
    const text = TEXTS.wrong(words, other(mine.turn), reply && moveText(reply));
    return { kind: "wrong", text, move, reply: played ? null : best };
  }
  if (lesson) return { kind: "solved", text: `Right: ${words}.`, move };
  if (end.phase === "over") return { kind: "solved", text: "Solved!", move };
  if (isRight(mine)) return { kind: "right", text: "Right. Go on!", move };
  const slow = game.rules.scoring ? "As many points, but there is a faster way." : TEXTS.rightSlow;
  return { kind: "slow", text: slow, move };
}

/** Shows on the board whether a ply of a puzzle is wrong, and the reply that refutes it. */
function showJudged(found) {
  const { plies, at } = state;
  const { kind, move, reply } = found ?? {};
  const circle = move && parsePly(move).to;
  const judged = circle && kind !== "slow" ? { plies, at, kind, reply, circle } : null;
  if (!judged && !game.judged) return;
  const wasWrong = isWrong();
  game.judged = judged;
  // The headline says so, too.
  if (isWrong() !== wasWrong) changed();
  else drawReasons();
}

function count(puzzle) {
  const key = `${rulesKey(state)} ${puzzle}`;
  if (settings.solved.includes(key)) return;
  keep(({ solved }) => solved.includes(key) || solved.push(key));
  // The panel shows the count.
  if (state.tab === "puzzles") puzzlesPanel(byId("panel"));
}

/** Starts a puzzle that a link names without its position. Says so if it does not exist. */
function findLinked() {
  const asked = parsePuzzle(state.puzzle);
  const { puzzle } = state;
  state.puzzle = "";
  if (asked) return find([asked.distance], asked.phase, asked.number);
  message = TEXTS.none(`“${puzzle.slice(0, 40)}”`);
  return changed();
}

/** Returns what there is to do, or the solution once it has been shown. */
function taskText(present, daily) {
  if (state.plies === game.solution) return TEXTS.solutionIs(game.solution.map(moveText));
  if (present.lesson) return lessonTask(present.lesson);
  return daily ? TEXTS.dailyPuzzle : TEXTS.puzzle(present.number);
}

/** Shows the task of the puzzle and the verdict at the board. */
export async function drawPuzzle(tool) {
  if (state.puzzle && (!state.start || !parsePuzzle(state.puzzle))) findLinked();
  const present = parsePuzzle(state.puzzle);
  if (!present) {
    game.judged = null;
    const text = isSearching ? "Looking for a puzzle …" : message;
    return replace(tool, text && make("p", { id: "puzzle-state", role: "status" }, text));
  }
  const { puzzle, at } = state;
  const found = await verdict(present).catch(() => null);
  if (state.puzzle !== puzzle || state.at !== at || game.editing) return undefined;
  const { kind = "", text } = found ?? {};
  const { lesson } = present;
  const daily = !lesson && isDaily(present);
  // Who had help, or steps through the solution, has not solved the puzzle.
  const counts = state.red > 0 && !state.help;
  if (daily && counts) countDaily(kind);
  if (kind === "solved" && counts) count(puzzle);
  const uncounted = kind === "solved" && state.red > 0 && TEXTS.notCounted[state.help];
  const main = kind === "solved" ? "main" : "";
  replace(tool,
    make("p", { id: "puzzle-state", class: kind, role: "status", "data-result": kind || null },
      text || taskText(present, daily),
      uncounted && ` ${uncounted}`),
    make("div", { class: "row" },
      button(TEXTS.tryAgain, () => goTo(0), { disabled: state.at === 0, id: "puzzle-again" }),
      button("Solution", solution, { id: "puzzle-solution" }),
      lesson ? nextLesson(lesson, main)
        : button("Next puzzle", () => find([present.distance], present.phase, numberAfter(present)),
          { id: "next-puzzle", class: main })),
    daily && settings.daily.last === dayBefore(0) && dailyLine());
  return showJudged(found);
}

/** The number of the next puzzle; after that of a day, the first that is not solved. */
function numberAfter({ distance, phase, number }) {
  if (number < LARGEST) return number + 1;
  const { solved } = settings;
  let next = 1;
  while (solved.includes(`${rulesKey(state)} ${distance}.${phase}.${next}`)) next++;
  return next;
}

/** Whether a puzzle has gone wrong: the verdict is on the last ply, or on one before it. */
function isWrong() {
  return game.judged?.kind === "wrong" && game.judged.at <= state.at;
}

/** Returns what there is to do in a puzzle or a lesson: at its start, or after a wrong ply. */
export function puzzleHeadline() {
  const puzzle = state.start && parsePuzzle(state.puzzle);
  if (!puzzle) return "";
  if (state.at > 0) return isWrong() ? TEXTS.tryAgain : "";
  if (puzzle.lesson) return TEXTS.lessonTask;
  return game.rules.scoring ? TEXTS.puzzlePoints : TEXTS.puzzleWin(puzzle.distance);
}

/** The mistake of the lesson that is shown; undefined if the lesson is from a link. */
function mistakeOf(number) {
  const mistake = lessons.mistakes[number - 1];
  return mistake?.position === state.start ? mistake : undefined;
}

function lessonTask(number) {
  const side = sideName(chooserOf(game.positions[0]));
  const { move = "" } = mistakeOf(number) ?? {};
  return TEXTS.lesson(number, lessons.mistakes.length, side, moveText(move));
}

/** The button for the lesson after this one, or for the way back to the review. */
function nextLesson(number, main) {
  const { mistakes, back } = lessons;
  if (!mistakeOf(number)) return null;
  if (number < mistakes.length) {
    return button("Next mistake", () => openLesson(number), { id: "next-puzzle", class: main });
  }
  return button(TEXTS.backToReview, () => change(back), { id: "back-to-review", class: main });
}

/** Shows the solution as a game to step through. */
async function solution() {
  noteHelp("hint");
  setReady(false);
  const isShown = stillShown();
  const answer = await askOf(state, "line", { position: state.start, plies: PLIES_OF_DRAW })
    .catch(() => null);
  if (!isShown()) return undefined;
  game.solution = answer?.line ?? null;
  if (answer) return change({ plies: game.solution, at: 0, red: 0 }, false);
  return setReady(true);
}

/** The panel, which keeps what is chosen in its forms, and the puzzle that it has taken over. */
const panel = { part: null, followed: "" };

function makePart() {
  const { content } = byId("puzzles");
  function submitted(id, act) {
    return content.querySelector(id).addEventListener("submit", (event) => {
      event.preventDefault();
      act(event.target);
    });
  }
  submitted("#puzzle-form", startWanted);
  submitted("#practice-form", (form) => endGame(() => practise(form)));
  content.querySelector("#daily").onclick = () => endGame(findDaily);
  content.querySelector("#course-open").onclick = () => endGame(openCourse);
  content.querySelector("#print-sheet").onclick = printSheet;
  return content.firstElementChild;
}

/** Starts the puzzle that the form asks for. Reports a wrong number. */
function startWanted({ elements: { level, phase, number } }) {
  const wanted = Number(number.value);
  if (Number.isInteger(wanted) && wanted > 0 && wanted <= LARGEST) {
    return endGame(() => find(LEVELS[level.value], phase.value, wanted));
  }
  message = TEXTS.none(number.value || "0");
  state.puzzle = "";
  return changed();
}

export function puzzlesPanel(element) {
  panel.part ??= makePart();
  if (element.firstChild !== panel.part) replace(element, panel.part);
  const parsed = parsePuzzle(state.puzzle);
  if (parsed && !parsed.lesson && panel.followed !== state.puzzle) {
    panel.followed = state.puzzle;
    byId("puzzle-level").value = levelOf(parsed.distance);
    byId("puzzle-phase").value = parsed.phase;
    byId("puzzle-number").value = numberAfter(parsed);
  }
  byId("puzzle-goal").textContent = game.rules.scoring ? TEXTS.sheetTaskPoints : TEXTS.sheetTask;
  const { length } = settings.solved;
  const { of, known } = settings.courses[rulesKey(state)] ?? {};
  byId("course-summary").textContent = of ? TEXTS.course.panel(known.length, of) : "";
  byId("streak").textContent = streak() > 0 ? streakText() : "";
  byId("solved-count").textContent = length > 0 ? TEXTS.solvedCount(length) : "";
}

function taskOf({ score, distance }) {
  return Number.isInteger(score) ? TEXTS.puzzleScore(score, distance) : TEXTS.puzzleWin(distance);
}

/** Prints a sheet of puzzles from the number on, and their solutions at its end. */
async function printSheet() {
  const [level, phase] = ["puzzle-level", "puzzle-phase"].map((id) => byId(id).value);
  const number = Number(byId("puzzle-number").value);
  const found = [];
  // One after the other: a service limits how many questions it answers at once.
  for (let each = number; each < number + SHEET; each++) {
    const puzzle = await search(LEVELS[level], phase, each).catch(() => null);
    if (!puzzle) break;
    found.push(puzzle);
  }
  if (found.length === 0) {
    message = TEXTS.none(TEXTS.levels[level]);
    return changed();
  }
  const name = nameOf(state.variant, scarnesName());
  function cellsOf(text) {
    return (parseRows(text, game.rules) ?? parseCircles(text, game.rules)).cells;
  }
  replace(byId("sheet"),
    make("h1", {}, `Teeko puzzles: ${name}, ${TEXTS.levels[level]}`),
    make("p", {}, `${game.rules.scoring ? TEXTS.sheetTaskPoints : TEXTS.sheetTask} ` +
      formatVariant(game.rules)),
    make("div", { class: "puzzles" }, found.map((puzzle) =>
      make("figure", {},
        make("figcaption", {}, `${puzzle.number}. ${taskOf(puzzle)}.`),
        smallBoard(cellsOf(puzzle.position), game.rules,
          { numbered: true, "aria-label": puzzle.position })))),
    make("h2", {}, "Solutions"),
    make("ol", {}, found.map(({ number: value, line }) =>
      make("li", { value }, line.map(moveText).join(" ")))));
  return print();
}

/** The position to practise that was shown last. */
let practised = "";

/** Returns the value for the reader of a position to practise before they move, or null. */
export function practiceValue() {
  const { chooser, turn } = game.answer;
  const isStart = practised && state.start === practised && state.at === 0;
  return isStart ? forSide(game.answer, chooser, turn) : null;
}

/** Shows a position of the kind: the side that acts is a person, the other the perfect program. */
async function practise(form) {
  const asked = Object.fromEntries([...new FormData(form)].filter(([, value]) => value));
  const fault = byId("practice-fault");
  fault.textContent = "";
  setReady(false);
  changed();
  const isShown = stillShown();
  const seed = Math.floor(Math.random() * LARGEST);
  try {
    const { position: start, chooser } = await askOf(state, "random", { ...asked, seed });
    if (!isShown()) return undefined;
    practised = start;
    const strength = (side) => (side === chooser ? 0 : STRENGTHS.length - 1);
    const players = { black: strength("black"), red: strength("red"), analysis: "off" };
    return newGame({ start, ...players });
  } catch (error) {
    if (!isShown()) return undefined;
    fault.textContent = error.message;
  }
  setReady(true);
  return changed();
}
