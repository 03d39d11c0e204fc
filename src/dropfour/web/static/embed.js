// A board with its moves on somebody else's page: step through them, or open it here.

import { readAddress } from "./address.js";
import * as api from "./api.js";
import { createBoard } from "./board.js";
import { $, h } from "./dom.js";
import { createSitting } from "./sitting.js";
import { lineThrough } from "./state.js";
import { statusOf } from "./status.js";
import { sentence } from "./words.js";

const board = createBoard({ fills: true });
const sitting = createSitting({ api, notify: draw, keep: {} });
let shown = null; // the node now on the board

function draw() {
  const node = sitting.node();
  const { info } = sitting.tree;
  const line = lineThrough(sitting.tree, sitting.cursor);
  const ply = line.indexOf(sitting.cursor);
  if (node.snapshot) {
    const animate = shown !== null && node.parent === shown.id;
    board.show({ board: info.board, snapshot: node.snapshot, playable: false, animate });
    shown = node;
  }
  board.element.setAttribute("aria-label", `Board, ${info.goal}`);
  $("#status").textContent = `${ply} of ${line.length - 1} · ${statusOf(sitting).text}`;
  $("#first").disabled = $("#back").disabled = node.parent === null;
  $("#forward").disabled = $("#last").disabled = node.chosen === null;
}

function connectButtons() {
  const on = (id, target) => $(id).addEventListener("click", () => sitting.go(target()));
  on("#first", () => sitting.tree.root);
  on("#back", () => sitting.node().parent);
  on("#forward", () => sitting.node().chosen);
  on("#last", () => lineThrough(sitting.tree, sitting.cursor).at(-1));
}

async function begin() {
  $("#board").append(board.element);
  $("#open").href = `/${location.hash}`;
  try {
    const { rules, start, moves } = readAddress(location.hash);
    await sitting.open({ rules: rules ?? { preset: "classic" }, start, moves });
    connectButtons();
  } catch (error) {
    $("#steps").hidden = true;
    $("#board").replaceChildren(h("p.faults", { role: "alert" }, sentence(error.message)));
  }
}

addEventListener("hashchange", () => location.reload());
begin();
