// Puzzles: positions in which exactly one move wins, or scores the most points. The panel comments
// on each of the user's plies.

import { button, choice, labelled, make, replace } from "./dom.js";
import { FRESH, change, game, goTo, review, setReady, state } from "./game.js";
import { askOf } from "./source.js";
import { TEXTS, valueWords } from "./strings.js";

const LONGEST = 99;
const FIRST = { distance: 5, phase: "slide", seed: 1 };

/** Parses a puzzle as the address has it: distance, phase and seed, such as `5.slide.7`. */
function parsePuzzle(text) {
  const form = /^(\d{1,3})\.(slide|drop)\.(\d{1,9})$/.exec(text);
  return form ? { distance: Number(form[1]), phase: form[2], seed: Number(form[3]) } : null;
}

let wanted = { ...FIRST };
let message = "";

/** Finds a puzzle and shows it: Black is a person, Red the perfect program. */
async function find(seed, element) {
  wanted.seed = seed;
  const { distance, phase } = wanted;
  setReady(false);
  replace(element.querySelector("#puzzle-state"), TEXTS.searching);
  try {
    const { puzzles } = await askOf(state, "puzzles", { dtw: distance, phase, seed, limit: 1 });
    message = puzzles.length > 0 ? "" : TEXTS.none;
    if (puzzles.length > 0) {
      const puzzle = `${distance}.${phase}.${seed}`;
      const start = puzzles[0].position;
      return change({ ...FRESH, start, puzzle, black: 0, red: 5, analysis: "off" });
    }
  } catch (error) {
    message = TEXTS.failed(error.message);
  }
  setReady(true);
  puzzlesPanel(element);
}

/** Returns the verdict on the user's last ply, as a class name and a text, or null. */
async function verdict() {
  if (state.at === 0 || !state.puzzle) return null;
  const { choices, end } = await review(state.plies.slice(0, state.at));
  const mine = choices.findLast(({ turn, chooser }) => turn === "black" && chooser === "black");
  if (!mine) return null;
  const isWrong = !mine.keeps_outcome || mine.points_given_away > 0;
  if (isWrong) return ["wrong", TEXTS.wrong(valueWords(mine.after))];
  if (end.phase === "over") return ["solved", TEXTS.solved];
  return mine.optimal ? ["right", TEXTS.right] : ["slow", TEXTS.rightSlow];
}

export async function puzzlesPanel(element) {
  const present = parsePuzzle(state.puzzle);
  if (present) wanted = { ...wanted, ...present };
  const result = present ? await verdict().catch(() => null) : null;
  if (state.tab !== "puzzles") return;
  const distance = make("input", {
    type: "number", min: 1, max: LONGEST, step: 2, value: String(wanted.distance),
    id: "puzzle-distance", "data-key": "distance",
    onchange: (event) => (wanted.distance = Number(event.target.value)),
  });
  const seed = present ? present.seed + 1 : wanted.seed;
  const [kind, words] = result ?? ["", ""];
  replace(element,
    make("div", { class: "fields" },
      labelled(TEXTS.distance, distance),
      choice(TEXTS.phase, Object.entries(TEXTS.phases), wanted.phase,
        (phase) => (wanted.phase = phase), { id: "puzzle-phase" }),
      button(present ? TEXTS.next : TEXTS.find, () => find(seed, element),
        { class: "main", id: "find-puzzle" })),
    make("p", { id: "puzzle-state", class: kind, role: "status", "data-result": kind || null },
      present ? `${task()} ${words}` : message),
    present && make("div", { class: "row" },
      button(TEXTS.again, () => goTo(0), { disabled: state.at === 0, id: "puzzle-again" }),
      button(TEXTS.solution, solution, { id: "puzzle-solution" })));
}

function task() {
  const { distance } = parsePuzzle(state.puzzle);
  return TEXTS.puzzle(game.rules.scoring ? TEXTS.puzzlePoints : TEXTS.puzzleWin(distance));
}

/** Shows the solution as a game to step through. */
async function solution() {
  setReady(false);
  const answer = await askOf(state, "line", { position: state.start }).catch(() => null);
  if (answer) return change({ plies: answer.line, at: 0, analysis: "on", red: 0 }, false);
  setReady(true);
}
