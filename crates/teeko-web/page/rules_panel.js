// The rules: chosen from lists, given by name, or with goals that the user draws.

import { button, checkbox, choice, labelled, make, replace } from "./dom.js";
import { FRESH, change, game, state } from "./game.js";
import { goalsDrawing, shapePicture, shapesOf } from "./goals_panel.js";
import { formatVariant, hasCentre } from "./notation.js";
import { GOAL_SETS, PLANS, SCORINGS, STEPS, TEXTS, titleOf } from "./strings.js";

const SIDES = [4, 5, 6];

/** The rules that have been chosen in the panel, but are not in use yet. */
let draft = null;
let draftOf = "";

/** Uses other rules, on the empty board: the present position may be invalid under them. */
const use = (variant, goals = "") => change({ ...FRESH, variant, goals });

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
    // Goals that were drawn on one board may not fit on another.
    if (changes.width) draft.own = "";
    redraw();
  };
  const sizes = SIDES.flatMap((height) => SIDES.map((width) => `${width}x${height}`));
  const size = `${draft.width}x${draft.height}`;
  const shown = sizes.includes(size) ? sizes : [...sizes, size];
  const select = (field, pairs) => choice(TEXTS[field], pairs, draft[field],
    (value) => set({ [field]: value }), { id: field });
  // Numeric keys of an object come first, in ascending order, so the order is given here.
  const goalSets = ["44", "58", "54", "64", "68", "78", "28", "37e", "37d", "own"];
  const name = make("input", {
    type: "text", id: "variant-name", autocomplete: "off", spellcheck: false,
    placeholder: "58-ssss+no-centre", "data-key": "variant name",
  });
  const own = draft.goals === "own" ? draft.own : "";
  const { details } = game;
  replace(element,
    make("form", { class: "fields", onsubmit: (event) => event.preventDefault() },
      select("goals", goalSets.map((goals) => [goals, GOAL_SETS[goals]])),
      select("plan", Object.entries(PLANS)),
      select("step", Object.entries(STEPS)),
      choice(TEXTS.size, shown.map((text) => [text, text.replace("x", " × ")]), size, (chosen) => {
        const [width, height] = chosen.split("x").map(Number);
        set({ width, height });
      }, { id: "size" }),
      select("scoring", Object.entries(SCORINGS)),
      checkbox(TEXTS.centre, draft.noCentre, (noCentre) => set({ noCentre }),
        { disabled: !hasCentre(draft), id: "no-centre" }),
      checkbox(TEXTS.passRule, draft.pass, (pass) => set({ pass }),
        { disabled: draft.plan !== "pppp", id: "pass" }),
      button(TEXTS.use, () => use(formatVariant(draft), own),
        { class: "main", id: "use-rules", disabled: draft.goals === "own" && !own }),
      make("code", { id: "variant-code" }, formatVariant(draft))),
    make("form", { class: "fields", onsubmit: (event) => {
      event.preventDefault();
      if (name.value.trim()) use(name.value.trim());
    } }, labelled(TEXTS.name, name), make("button", { "data-key": "go" }, TEXTS.nameButton)),
    draft.goals === "own" && goalsDrawing(own, draft, (drawn) => set({ own: drawn }), redraw),
    details?.goals && make("section", { class: "shapes" },
      make("h3", {}, titleOf(details.variant, details.scarne_name)),
      make("p", {}, TEXTS.shapes(details.goals.length)),
      shapesOf(details.goals, game.rules).map(shapePicture)));
}
