// The rules: a gallery of variants, rules chosen part by part or by name, and goals that the user
// draws.

import { button, checkbox, choice, labelled, make, replace } from "./dom.js";
import { change, changed, explores, game, knownDetails, state } from "./game.js";
import { GALLERY } from "./gallery.js";
import { goalsDrawing, shapeDots, shapePicture } from "./goals_panel.js";
import { GOAL_SETS, PLANS, SCORINGS, STEPS, nameOf } from "./names.js";
import { formatVariant, hasCentre } from "./notation.js";
import { newGame } from "./play.js";
import { endGame } from "./start.js";
import { resultsOf } from "./settings.js";
import { STRENGTHS, TEXTS } from "./strings.js";

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
      game.objection = isLost ? TEXTS.notKept : "";
      changed();
    });
  });
}

/** The strongest program that the reader has beaten under a variant's rules, or -1. */
const beaten = (variant) =>
  STRENGTHS.findLastIndex((_, strength) => resultsOf(variant, strength)[0] > 0);

/** The gallery: each variant's name, its goals as pictures, and what is special. */
function gallery() {
  const card = ({ variant, shapes, special, result }) => make("li", {},
    make("button", {
      type: "button", "data-variant": variant, "data-key": `variant ${variant}`,
      "aria-current": variant === state.variant ? "true" : null, onclick: () => use(variant),
    },
    make("b", {}, nameOf(variant)), make("code", {}, variant),
    beaten(variant) > 0 && make("span", { class: "badge" }, TEXTS.beaten(beaten(variant))),
    make("span", { class: "shapes" }, shapes.map(shapeDots)),
    make("span", { class: "special" }, special, make("i", {}, result))));
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
      make("p", {}, TEXTS.shapes(details.goals.length)),
      details.shapes.map(shapePicture)),
    details && make("div", { id: "explanation" },
      [details.called, ...details.explanation].filter(Boolean).map((text) => make("p", {}, text))),
    gallery(),
    // The event of opening would come too late for a change that redraws the panel at once.
    make("details", { open: makesOwn, id: "own-rules" },
      make("summary", { "data-key": "own rules", onclick: () => (makesOwn = !makesOwn) },
        TEXTS.ownRules),
      parts(() => rulesPanel(element), own)));
}

/** The parts of the rules, each to choose. */
function parts(redraw, own) {
  const set = (changes) => {
    Object.assign(draft, changes);
    if (!hasCentre(draft)) draft.noCentre = false;
    if (!draft.plan.includes("p")) draft.pass = false;
    // Goals that were drawn on one board may not fit on another.
    if (changes.width) draft.own = "";
    redraw();
  };
  const sizes = SIDES.flatMap((height) => SIDES.map((width) => `${width}x${height}`));
  const size = `${draft.width}x${draft.height}`;
  const shown = sizes.includes(size) ? sizes : [...sizes, size];
  const select = (field, pairs) => choice(TEXTS[field], pairs, draft[field],
    (value) => set({ [field]: value }), { id: field });
  const name = make("input", {
    type: "text", id: "variant-name", autocomplete: "off", spellcheck: false,
    placeholder: "58-ssss+no-centre", "data-key": "variant name",
  });
  return [
    make("form", { class: "fields", onsubmit: (event) => event.preventDefault() },
      select("goals", GOAL_SETS),
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
        { disabled: !draft.plan.includes("p"), id: "pass" }),
      button(TEXTS.use, () => use(formatVariant(draft), own),
        { class: "main", id: "use-rules", disabled: draft.goals === "own" && !own }),
      make("code", { id: "variant-code" }, formatVariant(draft))),
    draft.goals === "own" && goalsDrawing(own, draft, (drawn) => set({ own: drawn }), redraw),
    make("form", { class: "fields", onsubmit: (event) => {
      event.preventDefault();
      if (name.value.trim()) use(name.value.trim());
    } },
    labelled(TEXTS.name, name, { class: "wide" }),
    make("button", { "data-key": "go" }, TEXTS.nameButton)),
  ].filter(Boolean);
}
