// The names of rules, and what each of their parts means.

/** The names of well-known rule sets. */
const OWN_NAMES = {
  "44-ssss": "Standard Teeko",
  "58-ssss": "Advanced Teeko",
  "44-pppp": "Alternate Teeko",
  "44-ssss+4x4": "Teeko Junior",
  "37e-ssss": "Teeko2",
  "37d-ssss": "Teeko2 Diamonds",
  "64-ssss": "Teeko Plus",
  "78-ssss": "Teeko 78 Positions",
  "44-ssss+no-centre+pips": "Final Teeko",
  "28-ssss": "Rows only",
  "44-ssss+knight": "Knight Teeko",
  "44-ssss+teleport": "Teleport Teeko",
  "44-ssss+orthogonal": "Orthogonal Teeko",
  "58-ssss+points": "Teeko for points",
};

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the name of a rule set in words. `scarnesName` is Scarne's name if there is one. */
export function nameOf(variant, scarnesName) {
  if (OWN_NAMES[variant]) return OWN_NAMES[variant];
  if (variant.startsWith("own-")) return "Your own rules";
  return scarnesName ? `${capital(scarnesName.split(",")[0])} Teeko` : variant;
}

/** The goal sets, the best known first. */
export const GOAL_SETS = [
  ["44", "44 · rows and small squares (Standard)"],
  ["58", "58 · rows and upright squares (Advanced)"],
  ["54", "54 · rows, small squares, diamonds"],
  ["64", "64 · rows, small and tilted squares (Teeko Plus)"],
  ["68", "68 · rows, upright squares, diamonds"],
  ["78", "78 · rows, squares of every size and angle (Jackman)"],
  ["28", "28 · rows only"],
  ["37e", "37e · rows, 3 × 3 squares with an empty middle (Teeko2)"],
  ["37d", "37d · rows, diamonds with an empty middle (the other Teeko2)"],
  ["own", "your own, drawn below"],
];

const SCARNES_PLANS = {
  ssss: "Standard",
  pppp: "Alternate",
  psss: "One-move alternate",
  ppss: "Two-move alternate",
  ppps: "Three-move alternate",
  sppp: "One-move standard",
  sspp: "Two-move standard",
  sssp: "Three-move standard",
};
const OTHER_PLANS = ["spps", "spsp", "spss", "ssps", "psps", "pssp", "pspp", "ppsp"];

function planText(plan) {
  const drops = [...plan].map((letter) => (letter === "p" ? "pointed" : "free")).join(", ");
  return SCARNES_PLANS[plan] ? `${SCARNES_PLANS[plan]}: ${drops}` : drops;
}

export const PLANS = Object.fromEntries(
  [...Object.keys(SCARNES_PLANS), ...OTHER_PLANS].map((plan) => [plan, planText(plan)]),
);

export const STEPS = {
  king: "to any of the eight neighbours",
  orthogonal: "along rows and columns only",
  knight: "like a knight in chess",
  teleport: "to any empty circle",
};

export const SCORINGS = {
  "": "to win",
  points: "for points by shape",
  pips: "for points with numbered pieces",
};
