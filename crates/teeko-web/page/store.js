// Keeps solved games in the browser's store: the memory of the solver after it has solved them. A
// store that is missing, refused or full means only that games are solved again.

const DATABASE = "teeko";
const GAMES = "games";

// The bytes of memory from which a game is kept. Smaller ones, such as the standard game with
// 40 MB, are solved in half a second, and reading them would hardly be faster.
const WORTH_KEEPING = 80e6;
/** The most bytes that a game may take in memory, in the store, and all together there. */
const MEMORY_LIMIT = 800e6;
const GAME_LIMIT = 100e6;
const STORE_LIMIT = 300e6;

/** The time in milliseconds after which a store that does not open counts as missing. */
const OPENING_LIMIT = 2000;

/** The unit in which WebAssembly counts memory. */
const MEMORY_PAGE = 65536;

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Opens the store, calls `use` with it in a transaction, and returns the result of `use`. */
async function withStore(mode, use) {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(GAMES);
  const late = new Promise((_, reject) => setTimeout(reject, OPENING_LIMIT));
  const database = await Promise.race([done(opening), late]);
  try {
    return await use(database.transaction(GAMES, mode).objectStore(GAMES));
  } finally {
    database.close();
  }
}

/** Keeps the solver's memory under a key. `solver` tells solvers apart. */
export async function keepMemory(key, solver, { buffer }) {
  const bytes = buffer.byteLength;
  if (bytes < WORTH_KEEPING || bytes > MEMORY_LIMIT) return;
  // The blob is a copy, so the solver can work on.
  const packed = new Blob([buffer]).stream().pipeThrough(new CompressionStream("gzip"));
  const blob = await new Response(packed).blob();
  if (blob.size > GAME_LIMIT) return;
  await withStore("readwrite", async (store) => {
    const [keys, games] = [await done(store.getAllKeys()), await done(store.getAll())];
    const all = games.map((game, index) => ({ ...game, key: keys[index] }));
    let total = blob.size;
    for (const other of all.sort((one, two) => two.since - one.since)) {
      total += other.blob.size;
      // What another solver has kept is of no use to this one.
      if (total > STORE_LIMIT || other.solver !== solver) store.delete(other.key);
    }
    await done(store.put({ solver, bytes, blob, since: Date.now() }, key));
  });
}

/** Returns what is kept under a key by the same solver, or null. */
export async function keptGame(key, solver) {
  const game = await withStore("readonly", (store) => done(store.get(key)));
  return game?.solver === solver ? game : null;
}

/** Fills the memory of a new solver. Throws an error if what was kept is damaged. */
export async function fillMemory(memory, { bytes, blob }) {
  memory.grow((bytes - memory.buffer.byteLength) / MEMORY_PAGE);
  const target = new Uint8Array(memory.buffer);
  const reader = blob.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  let filled = 0;
  // Gzip has a checksum, which the stream verifies.
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    target.set(part.value, filled);
    filled += part.value.length;
  }
  if (filled !== bytes) throw new Error(`expected ${bytes} bytes, found ${filled}`);
}

/** Returns the bytes that all kept games take; 0 without a store. */
export const keptBytes = () =>
  withStore("readonly", (store) => done(store.getAll())).then(
    (games) => games.reduce((total, { blob }) => total + blob.size, 0),
    () => 0,
  );

export const deleteKept = () => withStore("readwrite", (store) => done(store.clear()));
