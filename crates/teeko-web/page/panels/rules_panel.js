// The rules: a gallery of variants, rules chosen part by part or by name, goals that the user
// draws; and the same position under other rules.

import { smallBoard } from "../board/board.js";
import { button, checkbox, choice, labelled, make, replace } from "../dom.js";
import { GALLERY } from "./gallery.js";
import {
  change, changed, explores, game, knownDetails, noteHelp, position, state,
} from "../game/game.js";
import { goalsDrawing, shapeDots, shapePicture } from "./goals_panel.js";
import { signOf } from "../board/moves.js";
import { GOAL_SETS, PLANS, SCORINGS, STEPS, nameOf } from "../rules/names.js";
import { formatVariant, hasCentre, parseVariant } from "../rules/notation.js";
import { newGame } from "../game/play.js";
import { resultsOf } from "../game/settings.js";
import { askOf } from "../solver/source.js";
import { endGame } from "../talk/start.js";
import { STRENGTHS, TEXTS, moveText, typeset, valueSentence } from "../strings.js";

const SIDES = [4, 5, 6];

/** The rules that have been chosen in the panel, but are not in use yet. */
let draft = null;
let draftOf = "";
let makesOwn = false;

// Uses other rules. Who explores keeps the position if it is possible under them; a game, and what
// is impossible, begin anew.
function use(variant, goals = "") {
  const begin = () => newGame({ variant, goals });
  if (!explores()) return endGame(begin, { always: true });
  scrollTo(0, 0);
  const { width, height } = game.rules;
  return change({ variant, goals }).then(() => {
    const isOther = game.rules.width !== width || game.rules.height !== height;
    if (!isOther && (!game.fault || game.fault.isLost)) return undefined;
    const isLost = state.start || state.plies.length > 0;
    return begin().then(() => {
      game.objection = isLost ? "The position cannot be kept under these rules." : "";
      changed();
    });
  });
}

/** The strongest program that the reader has beaten under a variant's rules, or -1. */
function beaten(variant) {
  return STRENGTHS.findLastIndex((_, strength) => resultsOf({ variant }, strength)[0] > 0);
}

/** The gallery: each variant's name, its goals as pictures, and what is special. */
function gallery() {
  function card({ variant, shapes, special, result }) {
    return make("li", {},
      make("button", {
        type: "button", "data-variant": variant, "data-key": `variant ${variant}`,
        "aria-current": variant === state.variant ? "true" : null, onclick: () => use(variant),
      },
      make("b", {}, nameOf(variant)), make("code", {}, variant),
      beaten(variant) > 0 && make("span", { class: "badge" }, TEXTS.beaten(beaten(variant))),
      make("span", { class: "shapes" }, shapes.map(shapeDots)),
      make("span", { class: "special" }, special, make("i", {}, result))));
  }
  return make("ul", { class: "gallery" }, GALLERY.map(card));
}

export function rulesPanel(element) {
  if (draftOf !== state.variant + state.goals) {
    draft = { ...game.rules, own: state.goals };
    draftOf = state.variant + state.goals;
    makesOwn ||= draft.goals === "own";
  }
  const own = draft.goals === "own" ? draft.own : "";
  const details = knownDetails();
  replace(element,
    details?.goals && make("section", { class: "shapes" },
      make("h3", {}, nameOf(details.variant.replace(/^@/, ""), details.scarne_name)),
      make("p", {}, `${details.goals.length} ways to win: each shape counts wherever it fits.`),
      details.shapes.map(shapePicture)),
    details && make("div", { id: "explanation" },
      [details.called, ...details.explanation].filter(Boolean)
        .map((text) => make("p", {}, typeset(text)))),
    gallery(),
    // The event of opening would come too late for a change that redraws the panel at once.
    make("details", { open: makesOwn, id: "own-rules" },
      make("summary", { "data-key": "own rules", onclick: () => (makesOwn = !makesOwn) },
        "Make your own rules"),
      parts(() => rulesPanel(element), own)));
}

/** The parts of the rules, each to choose. */
function parts(redraw, own) {
  function set(changes) {
    Object.assign(draft, changes);
    if (!hasCentre(draft)) draft.noCentre = false;
    if (!draft.plan.includes("p")) draft.pass = false;
    // Goals that were drawn on one board may not fit on another.
    if (changes.width) draft.own = "";
    redraw();
  }
  const sizes = SIDES.flatMap((height) => SIDES.map((width) => `${width}x${height}`));
  const size = `${draft.width}x${draft.height}`;
  const shown = sizes.includes(size) ? sizes : [...sizes, size];
  function select(field, pairs) {
    return choice(TEXTS[field], pairs, draft[field],
      (value) => set({ [field]: value }), { id: field });
  }
  const name = make("input", {
    type: "text", id: "variant-name", autocomplete: "off", spellcheck: false,
    placeholder: "58-ssss+no-centre", "data-key": "variant name",
  });
  return [
    make("form", { class: "fields parts", onsubmit: (event) => event.preventDefault() },
      select("goals", GOAL_SETS),
      select("plan", Object.entries(PLANS)),
      select("step", Object.entries(STEPS)),
      choice("Board", shown.map((text) => [text, text.replace("x", " × ")]), size, (chosen) => {
        const [width, height] = chosen.split("x").map(Number);
        set({ width, height });
      }, { id: "size" }),
      select("scoring", Object.entries(SCORINGS)),
      checkbox("Black may not open in the centre", draft.noCentre, (noCentre) => set({ noCentre }),
        { disabled: !hasCentre(draft), id: "no-centre" }),
      checkbox("The opponent may pass instead of pointing", draft.pass, (pass) => set({ pass }),
        { disabled: !draft.plan.includes("p"), id: "pass" }),
      button("Use these rules", () => use(formatVariant(draft), own),
        { class: "main", id: "use-rules", disabled: draft.goals === "own" && !own }),
      make("code", { id: "variant-code" }, formatVariant(draft))),
    draft.goals === "own" && goalsDrawing(own, draft, (drawn) => set({ own: drawn }), redraw),
    make("form", { class: "fields", onsubmit: (event) => {
      event.preventDefault();
      if (name.value.trim()) use(name.value.trim());
    } },
    labelled("Or give a name: 58-sppp, advanced, junior, teeko2, final …", name, { class: "wide" }),
    make("button", { "data-key": "go" }, "Go")),
  ].filter(Boolean);
}

function same(one, other) {
  return one && other && ["outcome", "dtw", "score"].every((name) => one[name] === other[name]);
}

/** The fields that choose the rules to compare with. */
function comparisonForm(chosen, isCompared) {
  const set = (changes) => change({ compare: formatVariant({ ...chosen, ...changes }) }, false);
  const goals = GOAL_SETS.filter(([name]) => name !== "own");
  return make("div", { class: "fields two" },
    make("h3", {}, TEXTS.compare),
    make("p", {}, "The same position under other rules, and the moves whose values differ."),
    choice(`${TEXTS.other}: ${TEXTS.goals}`, goals, chosen.goals,
      (name) => set({ goals: name }), { id: "compare-goals" }),
    choice(`${TEXTS.other}: ${TEXTS.plan}`, Object.entries(PLANS), chosen.plan,
      (plan) => set({ plan }), { id: "compare-plan" }),
    !isCompared && button(TEXTS.compare, () => set({}), { class: "main", id: "compare" }));
}

let comparisons = 0;

export async function comparePanel(element) {
  const number = ++comparisons;
  const base = parseVariant(state.variant);
  // Only goals and drops differ. On the same board the position stays the same.
  const usual = { ...base, goals: base.goals === "58" ? "44" : "58" };
  const compared = state.compare ? parseVariant(state.compare) : null;
  const chosen = compared ?? usual;
  const form = comparisonForm(chosen, compared !== null);
  if (!compared || !game.answer || game.answer.provisional) return replace(element, form);
  noteHelp("values");
  const here = game.answer;
  const cells = position().cells;
  function side(name, answer, text) {
    return make("figure",
      { "data-compared": name, "data-outcome": answer?.outcome, "data-dtw": answer?.dtw },
      smallBoard(cells, game.rules, { answer, "aria-label": name }),
      make("figcaption", {},
        make("b", {}, nameOf(name)), make("br"), text ?? valueSentence(answer)));
  }
  function pair(other) {
    return make("div", { class: "pair" }, side(state.variant, here, valueSentence(here)), other);
  }
  function isPresent() {
    return number === comparisons && state.tab === "rules" && game.answer === here;
  }
  // Other rules may take long to solve. Until then their board has no values.
  const wait = side(state.compare, null, `Solving ${nameOf(state.compare)} …`);
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
  function row([one, other]) {
    const { move } = one ?? other;
    return make("tr", { "data-changed": move },
      make("td", {}, moveText(move)), cell(one), cell(other));
  }
  const columns = ["Move", nameOf(state.variant), nameOf(there.variant)];
  replace(element, form, boards,
    make("p", {}, changes.length > 0 ? TEXTS.changes(changes.length) : TEXTS.same),
    changes.length > 0 && make("table", {},
      make("thead", {}, make("tr", {}, columns.map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, changes.map(row))));
}
