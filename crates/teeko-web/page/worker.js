// The worker: holds the solver in WebAssembly and answers one question after the other.

let solver = null;

/** The solver comes as text, compressed. */
async function start(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { instance } = await WebAssembly.instantiate(await new Response(stream).arrayBuffer());
  return instance.exports;
}

/** The solver reads path and body from its memory, one after the other, and leaves its answer there. */
function answer({ path, body }, { memory, make_room, answer, answer_place }) {
  const question = new TextEncoder().encode(`${path}\n${body}`);
  const room = make_room(question.length);
  new Uint8Array(memory.buffer, room, question.length).set(question);
  const length = answer();
  const bytes = new Uint8Array(memory.buffer, answer_place(), Math.abs(length));
  return { good: length > 0, text: new TextDecoder().decode(bytes) };
}

onmessage = async ({ data }) => {
  if (data.solver) {
    solver = start(data.solver);
    return;
  }
  const exports = await solver;
  try {
    postMessage({ id: data.id, ...answer(data, exports) });
  } catch (error) {
    // Outside of promises, so that the page is told that this worker is of no more use.
    setTimeout(() => {
      throw error;
    });
  }
};
