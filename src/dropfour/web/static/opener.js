// One field for whatever people have of a game: moves, records, saved games, boards, rules, links.

import { readAddress } from "./address.js";
import * as api from "./api.js";
import { h } from "./dom.js";
import { fileButton } from "./fields.js";
import { sentence } from "./words.js";

/** `rules()` are those of texts that say none of their own; `onOpen` gets the position read. */
export function createOpener({ rules, onOpen }) {
  const problem = h("p.message.problem", { role: "status" });
  const box = h("textarea#import-text", {
    rows: 2,
    "aria-label": "A game or position to open",
    placeholder: "4453 · DDEC · classic; DDEC · X/-/XO… O",
    spellcheck: false,
    onkeydown: (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) open(box.value);
    },
  });
  const about =
    "Moves in letters or digits, a record, a saved game, a game of the arena, a position, rules or a link.";

  async function open(text) {
    problem.textContent = "";
    try {
      await onOpen(await read(text, rules()));
      box.value = "";
    } catch (error) {
      problem.textContent = sentence(error.message);
    }
  }

  return h(
    "section.panel#opener",
    { "aria-label": "Open" },
    h("div.panel-head", h("h2", "Open a game")),
    h("div.field", box, h("p.quiet", about), problem),
    h(
      "div.row",
      h("button.small.primary#import", { onclick: () => open(box.value) }, "Open this"),
      fileButton("Open a file", { id: "import-file", "aria-label": "Open a file", onText: open }),
    ),
  );
}

/** The position of a text; throws what is wrong with it, in words. */
async function read(text, rules) {
  const fragment = text.indexOf("#r=");
  if (fragment >= 0) return readAddress(text.slice(fragment).trim());
  const { faults, where } = await api.read(text, rules);
  if (faults.length) throw new api.ApiError({ code: "faults", faults });
  return where;
}
