// Calls the solver in WebAssembly.

/** Writes a question into the solver's memory, and reads the answer from there. */
export function callSolver({ memory, make_room, answer, answer_place }, path, body = "") {
  const question = new TextEncoder().encode(`${path}\n${body}`);
  const room = make_room(question.length);
  new Uint8Array(memory.buffer, room, question.length).set(question);
  const length = answer();
  const bytes = new Uint8Array(memory.buffer, answer_place(), Math.abs(length)).slice();
  return { good: length >= 0, bytes };
}

/** Decodes an answer. All answers except certificates are text. */
export const textOf = (bytes) => new TextDecoder().decode(bytes);
