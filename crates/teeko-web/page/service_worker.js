// Keeps the page, its solver and the last answers of the service, for the time in which the service
// cannot be reached.

/** The page and its solver, which `build.rs` leaves out if the program is built without it. */
const PAGE = ["./", "solver.wasm"];
/** The number of answers that are kept. */
const MOST = 2000;

async function keepPage() {
  const cache = await caches.open("page");
  await Promise.all(PAGE.map((file) => cache.add(file).catch(() => {})));
}

/** Keeps an answer. Those that were kept first go first. */
async function keep(request, answer) {
  const cache = await caches.open("answers");
  await cache.put(request, answer);
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, -MOST).map((old) => cache.delete(old)));
}

async function answerTo(event) {
  const { request } = event;
  const isPage = request.mode === "navigate";
  try {
    const answer = await fetch(request);
    const isKept = answer.ok && answer.headers.get("cache-control") !== "no-store";
    if (isPage) event.waitUntil(keepPage());
    else if (isKept) event.waitUntil(keep(request, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: isPage });
    if (kept) return kept;
    throw error;
  }
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keepPage());
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answerTo(event));
});
