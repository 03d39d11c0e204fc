// What dialogs have in common: a head with a way out, or a question with two answers.

import { h } from "./dom.js";

/** The head of a dialog that only shows something; `id` is what labels the dialog. */
export const dialogHead = (dialog, id, title) =>
  h(
    "div.dialog-head",
    h(`h2#${id}`, title),
    h("button.link.icon", { "aria-label": "Close", onclick: () => dialog.close() }, "✕"),
  );

/** Asks in a dialog, with some fields; resolves with whether it was said yes to. */
export function askIn(dialog, { title, action }, ...fields) {
  const onsubmit = (event) => {
    event.preventDefault();
    dialog.close("yes");
  };
  const foot = h(
    "div.dialog-foot",
    h("button", { onclick: () => dialog.close() }, "Cancel"),
    h("button.primary", { type: "submit" }, action),
  );
  const heading = h("h2#players-title", title);
  dialog.replaceChildren(h("form", { method: "dialog", onsubmit }, heading, fields, foot));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    const answer = () => resolve(dialog.returnValue === "yes");
    dialog.addEventListener("close", answer, { once: true });
  });
}
