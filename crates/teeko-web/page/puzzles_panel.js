// Puzzles: positions in which exactly one move wins, or scores the most points. What the user plays
// is judged at the board.

import { smallBoard } from "./board.js";
import { button, byId, choice, labelled, make, replace } from "./dom.js";
import {
  FRESH, change, changed, game, review, scarnesName, setReady, state, stillShown,
} from "./game.js";
import { nameOf } from "./names.js";
import { formatVariant, parseCircles, parseRows } from "./notation.js";
import { goTo } from "./play.js";
import { keepSettings } from "./settings.js";
import { askOf } from "./source.js";
import { endGame } from "./start.js";
import { TEXTS, moveText, settings, valueWords } from "./strings.js";

/** The distances of the levels, each with those to try if the rules have no such puzzle. */
const LEVELS = { easy: [3, 1], medium: [5, 3], hard: [9, 7] };
/** The number of puzzles on a sheet, and the largest number of a puzzle. */
const SHEET = 12;
const LARGEST = 999_999_999;

const wanted = { level: "easy", phase: "slide", number: 1 };
let message = "";
let isSearching = false;

/** Parses a puzzle as the address has it: distance, phase and seed, such as `5.slide.7`. */
function parsePuzzle(text) {
  const form = /^(\d{1,3})\.(slide|drop)\.(\d{1,9})$/.exec(text);
  return form ? { distance: Number(form[1]), phase: form[2], number: Number(form[3]) } : null;
}

/** The level that has puzzles of a distance, or that below it. */
const levelOf = (distance) => {
  const levels = Object.keys(LEVELS);
  return levels.find((level) => LEVELS[level].includes(distance))
    ?? levels.findLast((level) => distance >= LEVELS[level][0]) ?? levels[0];
};

/** Returns the puzzle with a number, at the first distance of the list that has some, or null. */
async function search(distances, phase, number) {
  for (const distance of distances) {
    const question = { dtw: distance, phase, seed: number, limit: 1 };
    const { puzzles } = await askOf(state, "puzzles", question);
    if (puzzles.length > 0) return { distance, number, ...puzzles[0] };
  }
  return null;
}

/** Finds a puzzle and shows it: Black is a person, Red the perfect program. */
async function find(distances, phase, number) {
  isSearching = true;
  message = "";
  setReady(false);
  changed();
  const isShown = stillShown();
  try {
    const found = await search(distances, phase, number);
    isSearching = false;
    // A reader who has gone elsewhere wants no puzzle any more.
    if (!isShown()) return changed();
    if (found) {
      const start = found.position;
      scrollTo(0, 0);
      const puzzle = `${found.distance}.${phase}.${number}`;
      return change({ ...FRESH, start, puzzle, black: 0, red: 5, analysis: "off" });
    }
    message = TEXTS.none(`${number} (${TEXTS.levels[levelOf(distances[0])]})`);
  } catch (error) {
    isSearching = false;
    if (!isShown()) return changed();
    message = TEXTS.failed(error.message);
  }
  setReady(true);
  return changed();
}

/** Returns the verdict on the user's last ply, as a class name and a text, or null. */
async function verdict() {
  if (state.at === 0) return null;
  const { choices, end } = await review(state.plies.slice(0, state.at));
  const mine = choices.findLast(({ turn, chooser }) => turn === "black" && chooser === "black");
  if (!mine) return null;
  const isWrong = !mine.keeps_outcome || mine.points_given_away > 0;
  if (isWrong) return ["wrong", TEXTS.wrong(valueWords(mine.after))];
  if (end.phase === "over") return ["solved", TEXTS.solved];
  if (mine.optimal) return ["right", TEXTS.right];
  return ["slow", game.rules.scoring ? TEXTS.rightSlowPoints : TEXTS.rightSlow];
}

/** Counts a puzzle that the user has solved. */
function count(puzzle) {
  const key = `${state.variant} ${puzzle}`;
  if (settings.solved.includes(key)) return;
  settings.solved.push(key);
  keepSettings();
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

/** Shows the task of the puzzle and the verdict at the board. */
export async function drawPuzzle(tool) {
  if (state.puzzle && (!state.start || !parsePuzzle(state.puzzle))) findLinked();
  const present = parsePuzzle(state.puzzle);
  if (!present) {
    const text = isSearching ? TEXTS.searching : message;
    return replace(tool, text && make("p", { id: "puzzle-state", role: "status" }, text));
  }
  const { puzzle, at } = state;
  const [kind, words] = (await verdict().catch(() => null)) ?? ["", ""];
  if (state.puzzle !== puzzle || state.at !== at || game.editing) return undefined;
  if (kind === "solved") count(puzzle);
  const task = game.rules.scoring ? TEXTS.puzzlePoints : TEXTS.puzzleWin(present.distance);
  const next = () => find([present.distance], present.phase, present.number + 1);
  return replace(tool,
    make("p", { id: "puzzle-state", class: kind, role: "status", "data-result": kind || null },
      words || TEXTS.puzzle(present.number, task)),
    make("div", { class: "row" },
      button(TEXTS.again, () => goTo(0), { disabled: state.at === 0, id: "puzzle-again" }),
      button(TEXTS.solution, solution, { id: "puzzle-solution" }),
      button(TEXTS.next, next, { id: "next-puzzle", class: kind === "solved" ? "main" : "" })));
}

/** Shows the solution as a game to step through. */
async function solution() {
  setReady(false);
  const isShown = stillShown();
  const answer = await askOf(state, "line", { position: state.start }).catch(() => null);
  if (!isShown()) return undefined;
  if (answer) return change({ plies: answer.line, at: 0, analysis: "on", red: 0 }, false);
  return setReady(true);
}

/** The puzzle whose level and phase the panel has taken over. */
let followed = "";

export function puzzlesPanel(element) {
  const present = parsePuzzle(state.puzzle);
  if (present && followed !== state.puzzle) {
    followed = state.puzzle;
    Object.assign(wanted, { level: levelOf(present.distance), phase: present.phase });
  }
  const number = make("input", {
    type: "number", min: 1, max: LARGEST, id: "puzzle-number", "data-key": "puzzle number",
    value: String(present ? present.number + 1 : wanted.number),
    oninput: (event) => (wanted.number = Number(event.target.value)),
  });
  const start = (event) => {
    event.preventDefault();
    wanted.number = Number(number.value);
    if (!Number.isInteger(wanted.number) || wanted.number < 1 || wanted.number > LARGEST) {
      message = TEXTS.none(number.value || "0");
      state.puzzle = "";
      return changed();
    }
    return endGame(() => find(LEVELS[wanted.level], wanted.phase, wanted.number));
  };
  replace(element,
    make("p", {}, TEXTS.puzzlesHelp),
    make("form", { class: "fields", onsubmit: start, novalidate: true },
      choice(TEXTS.puzzleLevel, Object.entries(TEXTS.levels), wanted.level,
        (level) => (wanted.level = level), { id: "puzzle-level" }),
      choice(TEXTS.phase, Object.entries(TEXTS.phases), wanted.phase,
        (phase) => (wanted.phase = phase), { id: "puzzle-phase" }),
      labelled(TEXTS.puzzleNumber, number),
      make("button", { class: "main", id: "find-puzzle", "data-key": "find" }, TEXTS.find)),
    settings.solved.length > 0
      && make("p", { id: "solved-count" }, TEXTS.solvedCount(settings.solved.length)),
    make("p", {}, button(TEXTS.print, printSheet, { id: "print-sheet" })));
}

/** Says what Black can do in a puzzle. */
const taskOf = ({ score, distance }) =>
  Number.isInteger(score) ? TEXTS.puzzleScore(score, distance) : TEXTS.puzzleWin(distance);

/** Prints a sheet of puzzles from the number on, and their solutions at its end. */
async function printSheet() {
  const { level, phase, number } = wanted;
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
  const cellsOf = (text) =>
    (parseRows(text, game.rules) ?? parseCircles(text, game.rules)).cells;
  replace(byId("sheet"),
    make("h1", {}, TEXTS.sheet(name, TEXTS.levels[level])),
    make("p", {}, `${game.rules.scoring ? TEXTS.sheetTaskPoints : TEXTS.sheetTask} ` +
      formatVariant(game.rules)),
    make("div", { class: "puzzles" }, found.map((puzzle) =>
      make("figure", {},
        make("figcaption", {}, `${puzzle.number}. ${taskOf(puzzle)}`),
        smallBoard(cellsOf(puzzle.position), game.rules,
          { numbered: true, "aria-label": puzzle.position })))),
    make("h2", {}, TEXTS.solutions),
    make("ol", {}, found.map(({ number: value, line }) =>
      make("li", { value }, line.map(moveText).join(" ")))));
  return print();
}
