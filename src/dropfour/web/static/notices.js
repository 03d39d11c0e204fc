// Sentences to people: under the board where one is shown, else above the screen.

import { ApiError } from "./errors.js";
import { $ } from "./dom.js";
import { sentence } from "./words.js";

/** Says what is wrong, or with `note` what is worth knowing. */
export function say(text, note = false) {
  const message = $($("#game").hidden ? "#notice" : "#message");
  message.textContent = sentence(text);
  message.classList.toggle("note", note);
}

/** Does something, and says why it could not be done. */
export async function attempt(action) {
  try {
    await action();
  } catch (error) {
    if (error.code !== "stale") say(error.message);
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Loads a module when it is needed; over a lost connection it cannot be had. */
export async function fetched(loading) {
  try {
    return await loading;
  } catch {
    throw new ApiError({ code: "offline", message: "The server does not answer." });
  }
}
