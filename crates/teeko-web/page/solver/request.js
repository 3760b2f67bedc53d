// The paths and queries of questions. The service, the page and the npm package share them.

/** Encodes a text. Half a character, which no address can have, becomes a replacement character. */
function encoded(text) {
  return encodeURIComponent(String(text).replace(/\p{Surrogate}/gu, "\ufffd"));
}

/** Returns the path of a question about a rule set. An empty question asks for its census. */
export function pathOf(variant, question) {
  const name = encoded(variant).replaceAll("%2B", "+");
  return `/v1/${name}${question ? `/${question}` : ""}`;
}

/** Returns the query of parameters. Undefined and false are left out; true needs no value. */
export function queryOf(parameters) {
  const items = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? name : `${name}=${encoded(value)}`));
  return items.length ? `?${items.join("&")}` : "";
}

/** Parses the answer to many positions, which has one document in each line. */
export function documentsOf(text) {
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}
