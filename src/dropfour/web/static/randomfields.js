// A random board in the editor: which game, which size, and again.

import * as api from "./api.js";
import { h } from "./dom.js";
import { radios } from "./fields.js";
import { capital, sentence } from "./words.js";

const SIZES = [4, 5, 6, 7, 8, 9, 10, 11, 12];
const SEEDS = 1e6;

/** `games` have random boards; `onDrawn` gets the rules drawn, as the server describes them. */
export function randomFields(games, onDrawn) {
  let game = games[0].name;
  const names = Object.fromEntries(games.map(({ name }) => [name, capital(name)]));
  const kinds = radios("random-game", names, (name) => (game = name));
  kinds.set(game);
  const rows = sizeField("rows", "Rows");
  const columns = sizeField("columns", "Columns");
  const problem = h("p.message.problem", { role: "status" });

  async function draw() {
    problem.textContent = "";
    const rules = { preset: game, seed: Math.floor(Math.random() * SEEDS) };
    for (const side of [rows, columns]) if (side.value) rules[side.name] = Number(side.value);
    try {
      const { faults, info } = await api.checkRules(rules);
      if (faults.length) throw new api.ApiError({ code: "faults", faults });
      onDrawn(info);
    } catch (error) {
      problem.textContent = sentence(error.message);
    }
  }

  return h(
    "section.panel#random",
    { "aria-label": "Random board" },
    h("div.panel-head", h("h2", "Random board")),
    h("fieldset.field", h("legend.unseen", "Kind"), kinds.element),
    h(
      "div.row",
      h("label.row.quiet", rows, "rows"),
      h("label.row.quiet", columns, "columns"),
      h("button.small#random-draw", { onclick: draw }, "Draw a board"),
    ),
    problem,
  );
}

function sizeField(name, label) {
  const options = SIZES.map((size) => h("option", { value: size }, size));
  const any = h("option", { value: "" }, "any");
  return h("select", { name, "aria-label": label }, any, options);
}
