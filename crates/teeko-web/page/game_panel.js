// The game so far: its plies with a verdict on each, better plies that were missed, and the graph;
// and example games.

import { button, choice, make, replace } from "./dom.js";
import {
  FRESH, change, choose, game, isMatch, result, review, state, takeLine,
} from "./game.js";
import { graph } from "./graph.js";
import { signOf } from "./moves.js";
import { capital } from "./names.js";
import { goTo } from "./play.js";
import { ask } from "./source.js";
import { endGame } from "./start.js";
import { STRENGTHS, TEXTS, moveText, sideName, valueWords } from "./strings.js";

const BOTH_PERSONS = { ...FRESH, goals: "", black: 0, red: 0 };

// A game of Advanced Teeko with something to review: Black has a forced win after the first drop,
// loses it on ply 5, and makes more mistakes later.
const PLIES =
  "13 12 18 8 14 19 10 17 18-22 19-18 22-16 8-7 16-22 12-8 10-4 17-16 4-3 7-6".split(" ");
const EXAMPLE =
  { ...BOTH_PERSONS, variant: "58-ssss", plies: PLIES, at: PLIES.length, analysis: "on" };

let plays = null;
let playsOpen = false;

/** The panel. If values are hidden, the verdicts are, too, until the game is over. */
export async function gamePanel(element) {
  const shows = state.analysis === "on" || Boolean(result());
  const judged = state.plies.length > 0 && game.answer && !game.answer.provisional && shows;
  const reviewed = judged ? await review(state.plies).catch(() => null) : null;
  plays ??= await ask("/v1/plays").catch(() => null);
  if (state.tab !== "game") return;
  replace(element,
    state.plies.length === 0 ? make("p", { class: "soft" }, TEXTS.noPlies) : pliesList(reviewed),
    isMatch() && !shows && make("p", { class: "soft" }, TEXTS.reviewLater),
    state.lines.length > 0 && linesList(),
    reviewed && make("p", { class: "verdict", id: "verdict" }, capital(reviewed.verdict)),
    reviewed && graph(reviewed, state.at, goTo),
    players(),
    make("p", {}, button(TEXTS.example, () => endGame(() => change(EXAMPLE)))),
    plays && playsList());
}

/** Who plays each side. */
function players() {
  const strengths = STRENGTHS.map((name, strength) => [String(strength), name]);
  const player = (side) => choice(TEXTS[side], strengths, String(state[side]),
    (value) => change({ [side]: Number(value) }, false), { "data-player": side });
  return make("div", { class: "fields players" }, player("black"), player("red"));
}

function playsList() {
  const item = ({ number, moves, position }) => make("li", {},
    button(TEXTS.play(number, moves), () => endGame(() =>
      change({ ...BOTH_PERSONS, variant: plays.variant, start: position }))));
  return make("details", { open: playsOpen, ontoggle: (event) => (playsOpen = event.target.open) },
    make("summary", { "data-key": "plays summary" }, TEXTS.plays),
    make("p", {}, TEXTS.playsHelp),
    make("ul", { class: "plays" }, plays.plays.map(item)));
}

function pliesList(reviewed) {
  const byPly = new Map((reviewed?.choices ?? []).map((choice) => [choice.ply, choice]));
  const entry = (ply, index) => {
    const choice = byPly.get(index + 1);
    const mover = game.positions[index]?.turn ?? "black";
    const number = index + 1;
    const present = number === state.at;
    const name = sideName(mover);
    const text = moveText(ply) + (choice?.mark ?? "");
    const missed = choice && !choice.keeps_outcome && choice.better.length > 0;
    return make("li", { class: `${mover}${present ? " present" : ""}`, value: number },
      button(text, () => goTo(number), {
        "data-key": `ply ${number}`, "data-ply": number,
        "aria-label": `${name} ${text}`, "aria-current": present && "step",
      }),
      choice && make("span", { title: `${name} ${valueWords(choice.after)}` },
        signOf(choice.after)),
      missed && make("span", { class: "better" }, `(${TEXTS.better} `,
        choice.better.slice(0, 3).map((better) =>
          button(moveText(better), () => tryInstead(index, better), { "data-better": better })),
        ")"));
  };
  return make("ol", { class: "plies" },
    make("li", { class: `start${state.at === 0 ? " present" : ""}`, value: 0 },
      button(TEXTS.start, () => goTo(0), { "data-key": "ply 0" })),
    state.plies.map(entry));
}

/** The lines that other plies have replaced, last first, each with what is different in it. */
function linesList() {
  const item = (line) => {
    const same = line.findIndex((ply, index) => ply !== state.plies[index]);
    const first = same < 0 ? line.length - 1 : same;
    const text = TEXTS.line(first + 1, line.slice(first).map(moveText), line.length);
    const without = () => change({ lines: state.lines.filter((other) => other !== line) }, false);
    return make("li", {},
      button(text, () => takeLine(line), { "data-line": line.join(" ") }),
      button("×", without, {
        "aria-label": TEXTS.deleteLine(text), "data-key": `delete line ${line.join(" ")}`,
      }));
  };
  return make("section", { id: "lines" },
    make("h3", {}, TEXTS.lines), make("ul", {}, state.lines.toReversed().map(item)));
}

/** Goes back to the last missed chance and plays the better ply. */
async function tryInstead(index, better) {
  await goTo(index);
  if (game.answer) choose(better);
}
