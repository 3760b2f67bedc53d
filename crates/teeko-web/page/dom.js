// Making and replacing elements.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const make = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

export const draw = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Replaces what an element holds; what had the keyboard keeps it, found again by its `data-key`. */
export function replace(element, ...children) {
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (key !== undefined) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

export const button = (text, onclick, attributes = {}) => make("button", { type: "button", onclick, "data-key": text, ...attributes }, text);

/** A list to choose from, with its label: options as pairs of value and text. */
export function choice(label, options, value, onchange, attributes = {}) {
  const select = make("select", { onchange: (event) => onchange(event.target.value), "data-key": label, ...attributes },
    options.map(([option, text]) => make("option", { value: option, selected: option === value }, text)));
  return make("label", {}, make("span", {}, label), select);
}

export const checkbox = (label, checked, onchange, attributes = {}) =>
  make("label", { class: "check" }, make("input", { type: "checkbox", checked, onchange: (event) => onchange(event.target.checked), "data-key": label, ...attributes }), make("span", {}, label));
