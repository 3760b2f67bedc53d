// The same position under other rules, side by side, and the plies that change.

import { smallBoard } from "./board.js";
import { button, choice, make, replace } from "./dom.js";
import { change, game, position, state } from "./game.js";
import { valueCell } from "./moves.js";
import { formatVariant, parseVariant } from "./notation.js";
import { askOf } from "./source.js";
import { GOAL_SETS, PLANS, TEXTS, valueSentence } from "./strings.js";

const same = (one, other) => one && other && one.outcome === other.outcome && one.dtw === other.dtw && one.score === other.score;

let comparisons = 0;

export async function comparePanel(element) {
  const number = ++comparisons;
  const base = parseVariant(state.variant);
  // Other goals or other drops; the board stays, so that the position does.
  const usual = { ...base, goals: base.goals === "58" ? "44" : "58" };
  const compared = state.compare ? parseVariant(state.compare) : null;
  const set = (changes) => change({ compare: formatVariant({ ...(compared ?? usual), ...changes }) }, false);
  const goals = Object.entries(GOAL_SETS).filter(([name]) => name !== "own");
  const form = make("div", { class: "fields" },
    make("p", {}, TEXTS.compareHelp),
    choice(`${TEXTS.other}: ${TEXTS.goals}`, goals, (compared ?? usual).goals, (name) => set({ goals: name }), { id: "compare-goals" }),
    choice(`${TEXTS.other}: ${TEXTS.plan}`, Object.entries(PLANS), (compared ?? usual).plan, (plan) => set({ plan }), { id: "compare-plan" }),
    !compared && button(TEXTS.tabs.compare, () => set({}), { class: "main", id: "compare" }));
  if (!compared || !game.answer) return replace(element, form);
  let there = null;
  let fault = "";
  try {
    // By its position alone: its plies need not be legal there.
    const { position: rows } = game.answer;
    there = await askOf({ variant: state.compare, goals: "" }, "position", { position: rows });
  } catch (error) {
    fault = error.message;
  }
  if (number !== comparisons || state.tab !== "compare" || !game.answer) return;
  if (!there) return replace(element, form, make("p", { class: "fault" }, fault));
  const here = game.answer;
  const side = (name, answer) => make("figure", { "data-compared": name, "data-outcome": answer.outcome, "data-dtw": answer.dtw },
    smallBoard(position().cells, game.rules, { "aria-label": name }),
    make("figcaption", {}, make("b", {}, name), make("br"), valueSentence(answer)));
  const moves = here.moves.map((entry) => [entry, there.moves.find(({ move }) => move === entry.move)]);
  const onlyThere = there.moves.filter(({ move }) => !here.moves.some((entry) => entry.move === move)).map((entry) => [null, entry]);
  const changes = [...moves, ...onlyThere].filter(([one, other]) => !same(one, other));
  const cell = (entry) => (entry ? valueCell(entry) : make("td", {}, "–"));
  replace(element, form,
    make("div", { class: "pair" }, side(state.variant, here), side(there.variant, there)),
    make("p", {}, changes.length > 0 ? TEXTS.changes(changes.length) : TEXTS.same),
    changes.length > 0 && make("table", {},
      make("thead", {}, make("tr", {}, [TEXTS.move, state.variant, there.variant].map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, changes.map(([one, other]) => make("tr", { "data-changed": (one ?? other).move }, make("td", {}, (one ?? other).move), cell(one), cell(other))))));
}
