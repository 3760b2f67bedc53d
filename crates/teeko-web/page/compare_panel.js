// The same position under other rules, side by side, and the plies that change.

import { smallBoard } from "./board.js";
import { button, choice, make, replace } from "./dom.js";
import { change, game, noteHelp, position, state } from "./game.js";
import { signOf } from "./moves.js";
import { GOAL_SETS, PLANS, nameOf } from "./names.js";
import { formatVariant, parseVariant } from "./notation.js";
import { askOf } from "./source.js";
import { TEXTS, moveText, valueSentence } from "./strings.js";

const same = (one, other) =>
  one && other && ["outcome", "dtw", "score"].every((name) => one[name] === other[name]);

let comparisons = 0;

export async function comparePanel(element) {
  const number = ++comparisons;
  const base = parseVariant(state.variant);
  // Only goals and drops differ. On the same board the position stays the same.
  const usual = { ...base, goals: base.goals === "58" ? "44" : "58" };
  const compared = state.compare ? parseVariant(state.compare) : null;
  const chosen = compared ?? usual;
  const set = (changes) => change({ compare: formatVariant({ ...chosen, ...changes }) }, false);
  const goals = GOAL_SETS.filter(([name]) => name !== "own");
  const form = make("div", { class: "fields two" },
    make("h3", {}, TEXTS.compare),
    make("p", {}, TEXTS.compareHelp),
    choice(`${TEXTS.other}: ${TEXTS.goals}`, goals, chosen.goals,
      (name) => set({ goals: name }), { id: "compare-goals" }),
    choice(`${TEXTS.other}: ${TEXTS.plan}`, Object.entries(PLANS), chosen.plan,
      (plan) => set({ plan }), { id: "compare-plan" }),
    !compared && button(TEXTS.compare, () => set({}), { class: "main", id: "compare" }));
  if (!compared || !game.answer || game.answer.provisional) return replace(element, form);
  noteHelp("values");
  const here = game.answer;
  const cells = position().cells;
  const side = (name, answer, text) => make("figure",
    { "data-compared": name, "data-outcome": answer?.outcome, "data-dtw": answer?.dtw },
    smallBoard(cells, game.rules, { answer, "aria-label": name }),
    make("figcaption", {}, make("b", {}, nameOf(name)), make("br"), text ?? valueSentence(answer)));
  const pair = (other) =>
    make("div", { class: "pair" }, side(state.variant, here, valueSentence(here)), other);
  const isPresent = () =>
    number === comparisons && state.tab === "rules" && game.answer === here;
  // Other rules may take long to solve. Until then their board has no values.
  const wait = side(state.compare, null, TEXTS.comparing(nameOf(state.compare)));
  const waiting = setTimeout(() => isPresent() && replace(element, form, pair(wait)), 150);
  try {
    // Asks by position: the plies of the game may be illegal under the other rules.
    const { position: rows } = here;
    const rules = { variant: state.compare, goals: "" };
    const there = await askOf(rules, "position", { position: rows });
    if (isPresent()) showComparison(element, form, pair(side(there.variant, there)), here, there);
  } catch (error) {
    if (isPresent()) replace(element, form, make("p", { class: "fault" }, error.message));
  } finally {
    clearTimeout(waiting);
  }
}

/** Shows both boards, and the moves whose values differ. */
function showComparison(element, form, boards, here, there) {
  const sameMove = ({ moves }, { move }) => moves.find((entry) => entry.move === move) ?? null;
  const pairs = [
    ...here.moves.map((entry) => [entry, sameMove(there, entry)]),
    ...there.moves.map((entry) => [sameMove(here, entry), entry]).filter(([one]) => !one),
  ];
  const changes = pairs.filter(([one, other]) => !same(one, other));
  const cell = (entry) => make("td", {}, entry ? signOf(entry) : "–");
  const row = ([one, other]) => {
    const { move } = one ?? other;
    return make("tr", { "data-changed": move },
      make("td", {}, moveText(move)), cell(one), cell(other));
  };
  const columns = [TEXTS.move, nameOf(state.variant), nameOf(there.variant)];
  replace(element, form, boards,
    make("p", {}, changes.length > 0 ? TEXTS.changes(changes.length) : TEXTS.same),
    changes.length > 0 && make("table", {},
      make("thead", {}, make("tr", {}, columns.map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, changes.map(row))));
}
