// Replays stored games on the page's board. It knows no rules: every drop says what lands where.

import { createBoard } from "../../web/static/board.js";
import { $, h } from "../../web/static/dom.js";

const MOST_LISTED = 500;
const data = JSON.parse($("#data").textContent);
const games = data.games.map(([number, board, first, second, winner, opening, drops, note]) => ({
  number,
  board: data.boards[board],
  players: [data.players[first], data.players[second]],
  winner,
  opening,
  drops,
  note,
}));
const board = createBoard({ label: "The board of the chosen game" });
const list = $("#games");
const slider = $("#ply");
let game = null;
let drops = []; // { letter, cell } each
let ply = 0;

/** "X3,0": X on the cell [3, 0]. */
const readDrop = (text) => ({ letter: text[0], cell: text.slice(1).split(",").map(Number) });

function draw() {
  const columns = game.board.heights.map((height) => Array(height).fill("."));
  for (const { letter, cell } of drops.slice(0, ply)) columns[cell[0]][cell[1]] = letter;
  board.show({ board: game.board, snapshot: { columns, last: drops[ply - 1], outcome: null } });
  $("#caption").textContent = captionOf(game);
  slider.value = ply;
}

function captionOf({ number, board: { name }, players: [x, o], winner, opening, note }) {
  const result = winner ? `${winner === "X" ? x : o} wins` : "a draw";
  const phase = ply && ply <= opening ? ", opening" : "";
  const title = `Game ${number} on ${name}: ${x} (X) against ${o} (O)`;
  return `${title}, ${result}${note && ` (${note})`}. Move ${ply} of ${drops.length}${phase}.`;
}

function go(to) {
  ply = Math.max(0, Math.min(drops.length, to));
  draw();
}

function open(number) {
  game = games.find((each) => each.number === number);
  drops = game.drops ? game.drops.split(" ").map(readDrop) : [];
  slider.max = drops.length;
  go(drops.length);
}

function lineOf({ number, board: { name }, players, winner, note }) {
  const score = { X: "1–0", O: "0–1" }[winner] ?? "½–½";
  return `${number}: ${players.join(" – ")}, ${name}, ${score}${note ? " *" : ""}`;
}

function fill(wanted) {
  const words = wanted.toLowerCase().split(/\s+/);
  const options = [];
  for (const each of games) {
    const text = lineOf(each);
    if (!words.every((word) => text.toLowerCase().includes(word))) continue;
    options.push(h("option", { value: each.number }, text));
    if (options.length === MOST_LISTED) break;
  }
  list.replaceChildren(...options);
}

$("#board").append(board.element);
list.addEventListener("change", () => open(Number(list.value)));
slider.addEventListener("input", () => go(Number(slider.value)));
$("#find").addEventListener("input", ({ target }) => fill(target.value));
$("#controls").addEventListener("click", ({ target }) => {
  const step = { start: 0, back: ply - 1, forth: ply + 1, end: drops.length }[target.dataset.go];
  if (step !== undefined) go(step);
});
fill("");
if (games.length) {
  list.selectedIndex = 0;
  open(games[0].number);
}
