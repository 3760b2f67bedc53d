// How the solver in WebAssembly is called.

/** The solver reads path and body from its memory, one after the other, and leaves its answer there. */
export function callSolver({ memory, make_room, answer, answer_place }, path, body = "") {
  const question = new TextEncoder().encode(`${path}\n${body}`);
  const room = make_room(question.length);
  new Uint8Array(memory.buffer, room, question.length).set(question);
  const length = answer();
  return { good: length > 0, bytes: new Uint8Array(memory.buffer, answer_place(), Math.abs(length)).slice() };
}

/** All answers but certificates are text. */
export const textOf = (bytes) => new TextDecoder().decode(bytes);
