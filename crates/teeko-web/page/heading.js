// The heading of a copied game: comment lines that name its rules and its start, as the program
// writes them into a saved game.

import { formatCircles } from "./notation.js";

const goalOf = (text) => {
  const [goal, points] = text.split("=");
  const [circles, empty] = goal.split("~");
  const list = (numbers) => `[${numbers.split(".").join(", ")}]`;
  if (!empty && !points) return list(circles);
  const parts = [`circles = ${list(circles)}`];
  if (empty) parts.push(`empty = ${list(empty)}`);
  if (points) parts.push(`points = ${points}`);
  return `{ ${parts.join(", ")} }`;
};

/** Returns the heading of a game of these rules, which starts from `start` if that is given. */
export function formatHeading({ variant, goals }, start) {
  const lines = [`# variant: ${goals ? "@" : ""}${variant}`];
  if (goals) lines.push(`# goals = [${goals.split("_").map(goalOf).join(", ")}]`);
  if (start) lines.push(`# from: ${formatCircles(start)}`);
  return `${lines.join("\n")}\n`;
}

/** Parses goals as rule files have them into those of an address. */
function goalsOf(text) {
  const goals = JSON.parse(text.replace(/(\w+)\s*=/g, '"$1":'));
  const goalText = (goal) => {
    const { circles, empty = [], points } = Array.isArray(goal) ? { circles: goal } : goal;
    return circles.join(".") + (empty.length ? `~${empty.join(".")}` : "")
      + (points ? `=${points}` : "");
  };
  return goals.map(goalText).join("_");
}

/** A header line of other programs: a name and a text in quotes, as in `[Event "…"]`. */
const HEADER = /^\s*\[\s*([a-z][\w-]*)\s*"((?:[^"\\]|\\.)*)"\s*\]\s*$/i;

// Splits a text into what its heading says and the rest without comments: `{ variant, goals, from,
// text }`. Of a text that has nothing but comments, the rest is all of it, so that the solver
// refuses it. Throws an error if the page cannot show the rules.
export function parseHeading(whole) {
  const found = { text: "" };
  let isRecord = false;
  for (const each of whole.split(/\r?\n/)) {
    isRecord ||= HEADER.test(each);
    // Such a line says the same: `[variant "58-ssss"]`.
    const line = each.replace(HEADER, "# $1: $2");
    if (!/^\s*#/.test(line)) {
      found.text += `${line}\n`;
      continue;
    }
    const [, key, sign, value] = /^\s*#\s*(\w+)\s*([:=])\s*(.*?)\s*$/.exec(line) ?? [];
    const name = `${key?.toLowerCase()}${sign}`;
    if (name === "variant:") found.variant = value;
    else if (name === "from:" || name === "fen:") found.from = value;
    else if (name === "goals=") found.goals = value;
    else if (/^(steps|families|points)=$/.test(name)) found.other = key;
  }
  isRecord ||= [found.variant, found.from, found.goals, found.other].some((each) => each);
  found.text = found.text.replace(/\{[^}]*\}/g, " ").trim() || (isRecord ? "" : whole.trim());
  if (!found.variant?.startsWith("@")) return { ...found, goals: "" };
  const wrong = (expected, other) =>
    new Error(`${found.variant}: expected ${expected}, found ${other}; review it in the program`);
  if (found.other) throw wrong("rules with goals of their own", `${found.other} of their own`);
  if (!found.goals) throw wrong("its goals in a line “# goals = [[1, 2, 6, 7]]”", "none");
  // The plan comes after the last dash before the options.
  const [, plan] = /-([^-+/]*(?:\+[^/]*)?)$/.exec(found.variant) ?? [];
  try {
    return { ...found, variant: `own-${plan}`, goals: goalsOf(found.goals) };
  } catch {
    throw wrong("goals such as [[1, 2, 6, 7]]", found.goals.slice(0, 40));
  }
}
