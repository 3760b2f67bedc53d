// Questions as paths and queries, which the service, the page and the npm package have in common.

/** The path of a question about a rule set; an empty question asks for the rule set itself. */
export const pathOf = (variant, question) => `/v1/${encodeURIComponent(variant).replaceAll("%2B", "+")}${question ? `/${question}` : ""}`;

/** Parameters as a query: those that are undefined or false are left out, true ones stand without a value. */
export function queryOf(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== false);
  return given.length ? `?${given.map(([name, value]) => (value === true ? name : `${name}=${encodeURIComponent(value)}`)).join("&")}` : "";
}

/** The answer to many positions: a document in each line. */
export const documentsOf = (text) => text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
