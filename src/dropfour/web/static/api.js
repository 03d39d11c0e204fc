// The one door to rules, positions, games and searches: its contract is docs/web-door.md. Here it
// leads to a server, by HTTP and a WebSocket; no other module knows that.

import { createConnection } from "./connection.js";
import { ApiError } from "./errors.js";

export { ApiError };

/** When to ask again after the answer was `busy`. */
export const BUSY_MS = 1500;

// ---- Rules and positions --------------------------------------------------------------------

export const variants = () => request("/api/variants");
export const agents = () => request("/api/agents");
export const checkRules = (rules) => request("/api/rules/check", { rules });
/** The snapshots of plies `from` to `to`, as many as a page holds; without `from` the last. */
export const position = (where) => request("/api/position", where);
/** The position of a text of any form; `rules` are those of texts that say none of their own. */
export const read = (text, rules) => request("/api/read", { text, rules });
export const exportAs = (where, format) => request("/api/export", { ...where, format });

// ---- Games ----------------------------------------------------------------------------------

let connection = null;
const searches = new Map(); // number → who hears of it

/**
 * Begins to tell what happens unasked: `onEvent` gets the news of joined games, `onOnline` whether
 * there is anybody to ask. Once, before anything of games and searches is asked for.
 */
export function listen({ onEvent, onOnline }) {
  searches.clear();
  connection = createConnection({
    onMessage: (message) => {
      const hear = searches.get(message.id);
      if (message.error || message.done) searches.delete(message.id);
      if (hear) hear(message);
      else if (message.type !== "analysis") onEvent(message);
    },
    onState: (open) => {
      if (!open) searches.clear();
      onOnline(open);
    },
  });
}

/** A position and its two players. */
export const createGame = (asked) => request("/api/games", asked);
export const game = (id) => request(`/api/games/${encodeURIComponent(id)}`);
/** For one who has the tokens of all people in it. */
export const deleteGame = (id, tokens) =>
  request(`/api/games/${encodeURIComponent(id)}`, { tokens }, "DELETE");
/**
 * From now on `onEvent` hears of this game; the answer is the whole of it. With the key of an
 * invitation its seat goes to the first token.
 */
export const join = (id, tokens, key = null) =>
  connection.ask({ type: "join", game: id, tokens, ...(key ? { key } : {}) });
export const leave = (id) => connection.send({ type: "leave", game: id });
/** A change of a joined game; moves are made on the state that its `seq` counts. */
export const change = (asked) => connection.ask(asked);

/** Whether others reach this place, where, with which token: { remote, addresses, token }. */
export const addresses = () => request("/api/addresses");
/** An address as a QR code: { rows } of 1 (dark) and 0. */
export const code = (text) => request("/api/code", { text });

// ---- Without a server ----------------------------------------------------------------------

/** Has the browser keep the page for later, where it can: not over plain http from elsewhere. */
export const keepPage = () => navigator.serviceWorker?.register("/worker.js").catch(() => {});

// ---- Searches -------------------------------------------------------------------------------

/**
 * Searches a position, in place of the search before; `onReport` gets what is known so far, never
 * before this has returned.
 */
export function analyse(asked, onReport) {
  searches.clear();
  const number = connection.send({ type: "analyse", ...asked });
  searches.set(number, onReport);
  return { stop: () => searches.has(number) && connection.send({ type: "stop" }) };
}

// ---- HTTP -----------------------------------------------------------------------------------

async function request(path, body, method = "POST") {
  const headers = { "Content-Type": "application/json" };
  const post = { method, headers, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(path, body && post);
  } catch {
    throw new ApiError({ code: "offline", message: "The server does not answer." });
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) {
    throw new ApiError(
      answer?.error ?? { code: "internal", message: `The server answered ${response.status}.` },
    );
  }
  return answer;
}
