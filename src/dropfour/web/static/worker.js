// Keeps the page for when the server cannot be reached. What the server says comes first, always;
// what it said last is for want of it.

/* global FILES, skipWaiting, clients -- the page's files: the server puts them before this */

const CACHE = "dropfour";
const LISTS = ["/api/variants", "/api/agents"];
const isKept = ({ method, url }) => {
  const { origin, pathname } = new URL(url);
  const known = pathname.startsWith("/static/") || ["/", "/embed", ...LISTS].includes(pathname);
  return method === "GET" && origin === location.origin && known;
};

async function fetched(request) {
  const cache = await caches.open(CACHE);
  const { pathname } = new URL(request.url);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await cache.put(pathname, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(pathname);
    if (kept) return kept;
    throw error;
  }
}

addEventListener("install", (event) => {
  const everything = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll([...FILES, ...LISTS]);
    await skipWaiting();
  };
  event.waitUntil(everything());
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (isKept(event.request)) event.respondWith(fetched(event.request));
});
