// Keeps the page and the last answers of the service, and shows them while the service cannot be
// reached.

/** The number of answers that are kept. */
const MOST = 2000;

const opened = () => caches.open("teeko");

/** Keeps an answer. Those that were kept first go first. */
async function keep(request, answer) {
  const cache = await opened();
  await cache.put(request, answer);
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, -MOST).map((old) => cache.delete(old)));
}

async function answerTo(event) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(keep(request, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await (await opened()).match(request);
    if (kept) return kept;
    throw error;
  }
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(opened().then((cache) => cache.add("./")));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answerTo(event));
});
