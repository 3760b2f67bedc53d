// Calls the solver in WebAssembly.

// Writes a question into the solver's memory, and reads the answer from there. The body is a text,
// or has positions as arrays.
export function callSolver(solver, path, body = "") {
  const { memory, make_room, answer, answer_arrays, answer_place } = solver;
  const isText = typeof body === "string";
  const head = new TextEncoder().encode(`${path}\n${isText ? body : ""}`);
  const rest = isText ? [] : body;
  const room = make_room(head.length + rest.length);
  const question = new Uint8Array(memory.buffer, room, head.length + rest.length);
  question.set(head);
  question.set(rest, head.length);
  const length = isText ? answer() : answer_arrays();
  const bytes = new Uint8Array(memory.buffer, answer_place(), Math.abs(length)).slice();
  return { good: length >= 0, bytes };
}

/** Decodes an answer. All answers except certificates are text. */
export function textOf(bytes) {
  return new TextDecoder().decode(bytes);
}
