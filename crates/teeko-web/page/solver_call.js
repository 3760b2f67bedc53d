// Calls the solver in WebAssembly.

/** Writes a path and a body into the solver's memory. */
function writeQuestion({ memory, make_room }, path, body = "") {
  const question = new TextEncoder().encode(`${path}\n${body}`);
  const room = make_room(question.length);
  new Uint8Array(memory.buffer, room, question.length).set(question);
}

/** Asks the solver, and reads the answer from its memory. */
export function callSolver(solver, path, body) {
  writeQuestion(solver, path, body);
  const { memory, answer, answer_place } = solver;
  const length = answer();
  const bytes = new Uint8Array(memory.buffer, answer_place(), Math.abs(length)).slice();
  return { good: length >= 0, bytes };
}

/** Decodes an answer. All answers except certificates are text. */
export const textOf = (bytes) => new TextDecoder().decode(bytes);
