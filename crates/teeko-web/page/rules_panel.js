// The rules: chosen by what they mean, by name, or drawn.

import { button, checkbox, choice, make, replace } from "./dom.js";
import { change, game, state } from "./game.js";
import { goalsDrawing, shapePicture, shapesOf } from "./goals_panel.js";
import { formatVariant, hasCentre } from "./notation.js";
import { GOAL_SETS, PLANS, SCORINGS, STEPS, TEXTS } from "./strings.js";

const SIDES = [4, 5, 6];

/** What has been chosen and not been used yet. */
let draft = null;
let draftOf = "";

const fresh = { start: "", plies: [], at: 0, puzzle: "" };

/** Goes to other rules, with the empty board: a position of some rules need be none of others. */
const use = (variant, goals = "") => change({ variant, goals, ...fresh });

export function rulesPanel(element) {
  if (draftOf !== state.variant + state.goals) {
    draft = { ...game.rules, own: state.goals };
    draftOf = state.variant + state.goals;
  }
  const redraw = () => rulesPanel(element);
  const set = (changes) => {
    Object.assign(draft, changes);
    if (!hasCentre(draft)) draft.noCentre = false;
    if (draft.plan !== "pppp") draft.pass = false;
    // What has been drawn on one board need not fit on another.
    if (changes.width) draft.own = "";
    redraw();
  };
  const sizes = SIDES.flatMap((height) => SIDES.map((width) => `${width}x${height}`));
  const shown = sizes.includes(`${draft.width}x${draft.height}`) ? sizes : [...sizes, `${draft.width}x${draft.height}`];
  const pairs = (names) => Object.entries(names).sort(([one], [other]) => (one === "own") - (other === "own"));
  const ordered = (names) => names.map((name) => [name, GOAL_SETS[name]]);
  const name = make("input", { type: "text", id: "variant-name", autocomplete: "off", spellcheck: false, placeholder: "58-ssss+no-centre", "data-key": "variant name" });
  const usable = draft.goals !== "own" || draft.own;
  replace(element,
    make("form", { class: "fields", onsubmit: (event) => event.preventDefault() },
      choice(TEXTS.goals, ordered(["44", "58", "54", "64", "68", "78", "28", "37e", "37d", "own"]), draft.goals, (goals) => set({ goals }), { id: "goals" }),
      choice(TEXTS.plan, pairs(PLANS), draft.plan, (plan) => set({ plan }), { id: "plan" }),
      choice(TEXTS.step, pairs(STEPS), draft.step, (step) => set({ step }), { id: "step" }),
      choice(TEXTS.size, shown.map((size) => [size, size.replace("x", " × ")]), `${draft.width}x${draft.height}`, (size) => {
        const [width, height] = size.split("x").map(Number);
        set({ width, height });
      }, { id: "size" }),
      choice(TEXTS.scoring, pairs(SCORINGS), draft.scoring, (scoring) => set({ scoring }), { id: "scoring" }),
      checkbox(TEXTS.centre, draft.noCentre, (noCentre) => set({ noCentre }), { disabled: !hasCentre(draft), id: "no-centre" }),
      checkbox(TEXTS.passRule, draft.pass, (pass) => set({ pass }), { disabled: draft.plan !== "pppp", id: "pass" }),
      button(TEXTS.use, () => use(formatVariant(draft), draft.goals === "own" ? draft.own : ""), { class: "main", id: "use-rules", disabled: !usable }),
      make("code", { id: "variant-code" }, formatVariant(draft))),
    make("form", { class: "fields", onsubmit: (event) => {
      event.preventDefault();
      if (name.value.trim()) use(name.value.trim());
    } }, make("label", {}, make("span", {}, TEXTS.name), name), make("button", { "data-key": "go" }, TEXTS.nameButton)),
    draft.goals === "own" && goalsDrawing(draft.own, draft, (own) => set({ own }), redraw),
    game.details?.goals && make("section", { class: "shapes" },
      make("h3", {}, game.details.scarne_name ? `${game.details.variant} · ${game.details.scarne_name}` : game.details.variant),
      make("p", {}, TEXTS.shapes(game.details.goals.length)),
      shapesOf(game.details.goals, game.rules).map(shapePicture)));
}
