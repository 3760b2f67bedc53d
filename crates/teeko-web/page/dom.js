// Making and replacing elements, and copying text.

import { TEXTS } from "./strings.js";

const SVG = "http://www.w3.org/2000/svg";

export function byId(id) {
  return document.getElementById(id);
}

/** Whether a pointer was used last, and not the Tab key or an arrow. */
let byPointer = false;

/** Notes what was used last. */
export function noteUse(isPointer) {
  byPointer = isPointer;
  document.documentElement.classList.toggle("pointer", isPointer);
}

/** Whether a pointer was used last. */
export function usesPointer() {
  return byPointer;
}

/** Whether a key steps through the game, although what has the focus could use it. */
export function isGameKey({ key }) {
  return byPointer && /^(ArrowLeft|ArrowRight|Home|End)$/.test(key);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => (child ?? false) !== false));
  return element;
}

export function make(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function draw(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Writes a value into the data of an element, where scripts can read it. Null removes it. */
export function markValue({ dataset }, value) {
  for (const name of ["outcome", "dtw", "score"]) {
    const text = value?.[name] ?? null;
    if (text === null) delete dataset[name];
    else dataset[name] = text;
  }
}

/** What moves the keyboard focus on when the element is gone that had it. */
let focusElsewhere = null;

/** Registers the function that is called with the element in which the focus was. */
export function whenFocusIsLost(act) {
  focusElsewhere = act;
}

// Replaces the children of an element. If one had the keyboard focus, the new one with the same
// `data-key` gets it, or if that is gone or disabled, another place.
export function replace(element, ...children) {
  const active = document.activeElement;
  const hadFocus = active !== element && element.contains(active);
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (!hadFocus) return;
  const { key } = active.dataset;
  const same = key && element.querySelector(`[data-key="${CSS.escape(key)}"]`);
  same?.focus({ preventScroll: true });
  if (document.activeElement === document.body) focusElsewhere?.(element);
}

export function button(text, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, "data-key": text, ...attributes }, text);
}

/** A field of a form with its label before it. */
export function labelled(text, field, attributes = {}) {
  return make("label", attributes, make("span", {}, text), field);
}

/** A drop-down list. `options` are pairs of value and text. */
export function selection(options, value, onchange, attributes) {
  return make("select", { onchange: (event) => onchange(event.target.value), ...attributes },
    options.map(([option, text]) =>
      make("option", { value: option, selected: option === value }, text)));
}

/** A drop-down list with its label. */
export function choice(label, options, value, onchange, attributes = {}) {
  return labelled(label, selection(options, value, onchange, { "data-key": label, ...attributes }));
}

export function checkbox(label, checked, onchange, attributes = {}) {
  const change = (event) => onchange(event.target.checked);
  const all = { type: "checkbox", checked, onchange: change, "data-key": label, ...attributes };
  return make("label", { class: "check" }, make("input", all), make("span", {}, label));
}

/** Shares a text where the browser can; elsewhere copies it. */
export async function share(text, status) {
  try {
    if (navigator.share) return await navigator.share({ text });
  } catch ({ name }) {
    if (name === "AbortError") return undefined;
  }
  return copy(text, status);
}

/** Copies a text, and says in `status` whether that worked. */
export async function copy(text, status) {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = "Copied.";
  } catch {
    status.textContent = `${TEXTS.notCopied} ${text}`;
  }
}
