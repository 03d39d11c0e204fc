// The wire: JSON over HTTP, and one WebSocket that comes back by itself. See docs/web-api.md.

export class ApiError extends Error {
  constructor({ code, message, faults }) {
    super(faults?.length ? faults.join("; ") : message);
    this.code = code;
  }
}

async function request(path, body) {
  const options =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        };
  let response;
  try {
    response = await fetch(path, options);
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

export const variants = () => request("/api/variants");
export const agents = () => request("/api/agents");
export const checkRules = (rules) => request("/api/rules/check", { rules });
/** `from` 0 gives a snapshot for every ply, without it for the last one only. */
export const position = (where) => request("/api/position", where);
export const exportAs = (where, format) => request("/api/export", { ...where, format });
export const createGame = (where, players) => request("/api/games", { ...where, players });

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 8000;
const PING_MS = 20_000;

/**
 * The socket. `onMessage` gets every message that answers no request; `onState(open)` hears of
 * connections made and lost. It connects when first used and again after every loss.
 */
export function createSocket({ onMessage, onState }) {
  let socket = null;
  let number = 0;
  let retry_ms = FIRST_RETRY_MS;
  let wanted = false;
  let timer = 0;
  const waiting = new Map(); // id → {resolve, reject}
  const unsent = [];

  function connect() {
    wanted = true;
    clearTimeout(timer);
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    const address = new URL("/ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(address);
    socket.addEventListener("open", () => {
      retry_ms = FIRST_RETRY_MS;
      onState(true); // joins again, before anything is said about that game
      for (const text of unsent.splice(0)) socket.send(text);
    });
    socket.addEventListener("message", ({ data }) => receive(JSON.parse(data)));
    socket.addEventListener("close", lost);
  }

  function lost() {
    for (const { reject } of waiting.values())
      reject(new ApiError({ code: "offline", message: "The connection was lost." }));
    waiting.clear();
    unsent.length = 0;
    onState(false);
    if (!wanted) return;
    timer = setTimeout(connect, retry_ms * (0.75 + Math.random() / 2));
    retry_ms = Math.min(2 * retry_ms, LAST_RETRY_MS);
  }

  function receive(message) {
    const asked = waiting.get(message.id);
    if (asked) {
      waiting.delete(message.id);
      if (message.type === "error") asked.reject(new ApiError(message.error));
      else asked.resolve(message);
    }
    if (message.type !== "pong" && !(asked && message.type === "error")) onMessage(message);
  }

  /** Sends a message and gives back its id. */
  function send(message) {
    connect();
    const text = JSON.stringify({ id: ++number, ...message });
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
    else unsent.push(text);
    return number;
  }

  /** Sends a message and waits for the answer with its id. */
  function ask(message) {
    const id = send(message);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  setInterval(() => socket?.readyState === WebSocket.OPEN && send({ type: "ping" }), PING_MS);
  addEventListener("online", () => wanted && connect());

  return {
    send,
    ask,
    connect,
    get open() {
      return socket?.readyState === WebSocket.OPEN;
    },
  };
}
