// The game so far: its plies with the verdict on each, the graph, the better ply where one was
// missed; and games to look at.

import { button, make, replace } from "./dom.js";
import { change, choose, game, goTo, state } from "./game.js";
import { graph } from "./graph.js";
import { ask, askOf } from "./source.js";
import { TEXTS, sideName, valueSign, valueWords } from "./strings.js";

// A game that shows what a review is for: Black has a forced win after the first drop, loses it on
// ply 5, and errs again later.
const EXAMPLE = { variant: "58-ssss", plies: "13 12 18 8 14 19 10 17 18-22 19-18 22-16 8-7 16-22 12-8 10-4 17-16 4-3 7-6".split(" ") };

let plays = null;
let playsOpen = false;

/** The panel; where values are hidden, the verdicts are, too, until the game is over. */
export async function gamePanel(element) {
  const judged = state.plies.length > 0 && game.answer && (state.analysis === "on" || game.answer.phase === "over");
  const review = judged ? await askOf(state, "review", { game: state.plies.join(" "), from: state.start || undefined }).catch(() => null) : null;
  plays ??= await ask("/v1/plays").catch(() => null);
  if (state.tab !== "game") return;
  replace(element,
    state.plies.length === 0 ? make("p", {}, TEXTS.noPlies) : pliesList(review),
    review && make("p", { class: "verdict", id: "verdict" }, review.verdict),
    review && graph(review, state.at, goTo),
    make("p", {}, button(TEXTS.example, () => change({ ...EXAMPLE, goals: "", start: "", at: EXAMPLE.plies.length, black: 0, red: 0, analysis: "on", puzzle: "" }))),
    plays && make("details", { open: playsOpen, ontoggle: (event) => (playsOpen = event.target.open) }, make("summary", { "data-key": "plays summary" }, TEXTS.plays), make("p", {}, TEXTS.playsHelp),
      make("ul", { class: "plays" }, plays.plays.map((play) => make("li", {}, button(TEXTS.play(play.number, play.moves), () => showPlay(play)))))));
}

const showPlay = ({ position }) => change({ variant: plays.variant, goals: "", start: position, plies: [], at: 0, black: 0, red: 0, puzzle: "" });

function pliesList(review) {
  const byPly = new Map((review?.choices ?? []).map((choice) => [choice.ply, choice]));
  const entry = (ply, index) => {
    const choice = byPly.get(index + 1);
    const mover = game.positions[index]?.turn ?? "black";
    return make("li", { class: `${mover}${index + 1 === state.at ? " present" : ""}`, value: index + 1 },
      button(`${ply}${choice?.mark ?? ""}`, () => goTo(index + 1), { "data-key": `ply ${index + 1}`, "data-ply": index + 1, "aria-label": `${sideName(mover)} ${ply}${choice?.mark ?? ""}`, "aria-current": index + 1 === state.at && "step" }),
      choice && make("span", { class: `sign ${choice.after.outcome}`, title: `${sideName(mover)} ${valueWords(choice.after)}` }, valueSign(choice.after)),
      choice && !choice.keeps_outcome && choice.better.length > 0 && make("span", { class: "better" }, `${TEXTS.better} `, choice.better.slice(0, 3).map((better) => button(better, () => tryInstead(index, better), { "data-better": better }))));
  };
  return make("ol", { class: "plies" },
    make("li", { class: `start${state.at === 0 ? " present" : ""}`, value: 0 }, button(TEXTS.start, () => goTo(0), { "data-key": "ply 0" })),
    state.plies.map(entry));
}

/** Goes back to the last missed chance and plays the better ply. */
async function tryInstead(index, better) {
  await goTo(index);
  if (game.answer) choose(better);
}
