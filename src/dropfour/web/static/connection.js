// The page's WebSocket to the server, which comes back by itself. See docs/web-api.md.

import { ApiError } from "./errors.js";

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 8000;
const PING_MS = 20_000;

/**
 * It connects when first used and again after every loss; `onState(open)` hears of both.
 * `onMessage` gets what the server says, but for errors that answer a question.
 */
export function createConnection({ onMessage, onState }) {
  let socket = null;
  let number = 0;
  let retry_ms = FIRST_RETRY_MS;
  let timer = 0;
  const waiting = new Map(); // id → {resolve, reject}
  const unsent = [];

  function connect() {
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
    const error = new ApiError({ code: "offline", message: "The connection was lost." });
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    unsent.length = 0;
    onState(false);
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
  addEventListener("online", () => socket && connect());

  return { send, ask };
}
