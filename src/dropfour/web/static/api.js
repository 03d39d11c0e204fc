// JSON over HTTP. See docs/web-api.md.

export class ApiError extends Error {
  constructor({ code, message, faults }) {
    super(faults?.length ? faults.join("; ") : message);
    this.code = code;
  }
}

/** When to ask again after the server said that it is busy. */
export const BUSY_MS = 1500;

async function request(path, body) {
  const headers = { "Content-Type": "application/json" };
  const post = { method: "POST", headers, body: JSON.stringify(body) };
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

export const variants = () => request("/api/variants");
export const agents = () => request("/api/agents");
export const checkRules = (rules) => request("/api/rules/check", { rules });
/** `from` 0 gives a snapshot for every ply, without it for the last one only. */
export const position = (where) => request("/api/position", where);
export const exportAs = (where, format) => request("/api/export", { ...where, format });
/** A position and its two players. */
export const createGame = (asked) => request("/api/games", asked);
