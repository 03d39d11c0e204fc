// Replays stored games on the page's board. It knows no rules: every drop says what lands where.

import { writeAddress } from "../../web/static/address.js";
import { createBoard } from "../../web/static/board.js";
import { $, h, s } from "../../web/static/dom.js";
import { disc, glyph } from "../../web/static/shapes.js";
import { cellName, count } from "../../web/static/words.js";

const MOST_LISTED = 500;
const PAGE = "http://127.0.0.1:8140/"; // where `dropfour web` is, unless told otherwise
const GRAPH = { width: 400, height: 76 };
const data = JSON.parse($("#data").textContent);
const games = data.games.map(([number, board, first, second, winner, ...rest]) => {
  const [start, opening, moves, drops, cells, times, thoughts, note] = rest;
  return {
    number,
    board: data.boards[board],
    players: [data.players[first], data.players[second]],
    winner,
    start,
    opening,
    moves,
    drops,
    cells,
    times,
    thoughts,
    note,
  };
});
const board = createBoard({ label: "The board of the chosen game" });
const list = $("#games");
const slider = $("#ply");
let game = null;
let drops = []; // { letter, cell } each
let ply = 0;

/** "X3,0": X on the cell [3, 0]. */
const readDrop = (text) => ({ letter: text[0], cell: text.slice(1).split(",").map(Number) });

/** Discs that lay there before the first move. */
const readStart = (text) => (text ? text.split(" ").map(readDrop) : []);

const thoughtAt = (index) => game.thoughts?.[index - game.opening] ?? [];

function draw() {
  const columns = game.board.heights.map((height) => Array(height).fill("."));
  const placed = [...readStart(game.start.drops), ...drops.slice(0, ply)];
  for (const { letter, cell } of placed) columns[cell[0]][cell[1]] = letter;
  const over = ply === drops.length && game.cells.length;
  const outcome = over ? { cells: game.cells } : null;
  board.show({ board: game.board, snapshot: { columns, last: drops[ply - 1], outcome } });
  $("#caption").textContent = captionOf(game);
  slider.value = ply;
  $("#moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const row = $("#moves").children[ply - 1];
  row?.setAttribute("aria-current", "true");
  if (row) keepInView(row);
  $("#graph")
    .querySelector(".here")
    ?.setAttribute("transform", `translate(${placeOf(ply)} 0)`);
}

// scrollIntoView would scroll the page too.
function keepInView(row) {
  const box = $(".moves");
  const top = row.offsetTop - 2 * row.offsetHeight;
  if (top < box.scrollTop || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight) {
    box.scrollTop = top;
  }
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
  listMoves();
  drawGraph();
  const { start, moves } = game;
  const address = writeAddress({ rules: game.board.rules, start: start.text, moves });
  $("#open").replaceChildren(
    h("a.link", { href: PAGE + address, target: "_blank", rel: "noopener" }, "Open on the page"),
    h("span.note", "where dropfour web runs"),
  );
  go(drops.length);
}

function listMoves() {
  const rows = drops.map(({ letter, cell }, index) => {
    const [value, depth, work, line] = thoughtAt(index);
    const ms = game.times[index - game.opening];
    const known = (number, text) => (number === null || number === undefined ? "" : text(number));
    const words = [
      known(value, (number) => (number > 0 ? "+" : "") + number.toFixed(2)),
      index < game.opening ? "opening" : known(ms, (number) => `${Number(number.toPrecision(3))}`),
      known(depth, String),
      known(work, count),
      line ?? "",
    ];
    return h(
      "tr",
      { onclick: () => go(index + 1) },
      h("td", String(index + 1)),
      h("td", glyph(disc(letter)), ` ${cellName(cell)}`),
      words.map((text) => h("td", text)),
    );
  });
  $("#moves").replaceChildren(...rows);
}

const placeOf = (at) => (drops.length ? (at / drops.length) * GRAPH.width : 0);

/** What both players thought of the game over its moves, up for X. */
function drawGraph() {
  const lines = { X: [], O: [] };
  drops.forEach(({ letter }, index) => {
    const [value] = thoughtAt(index);
    if (value === null || value === undefined || !lines[letter]) return;
    const forX = letter === "X" ? value : -value;
    const y = GRAPH.height / 2 - forX * (GRAPH.height / 2 - 3);
    lines[letter].push(`${placeOf(index + 1).toFixed(1)},${y.toFixed(1)}`);
  });
  if (!lines.X.length && !lines.O.length) return $("#graph").replaceChildren();
  const middle = GRAPH.height / 2;
  const graph = s(
    "svg",
    {
      viewBox: `0 0 ${GRAPH.width} ${GRAPH.height}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": "What both players thought of the game, up for X",
    },
    s("path.axis", { d: `M0 ${middle}H${GRAPH.width}` }),
    s("path.here", { d: `M0 0V${GRAPH.height}` }),
    Object.entries(lines).map(([letter, points]) =>
      s(`polyline.value.d4-${letter}`, { points: points.join(" ") }),
    ),
  );
  $("#graph").replaceChildren(graph);
}

function lineOf({ number, board: { name }, players, winner, note }) {
  const score = { X: "1–0", O: "0–1" }[winner] ?? "½–½";
  return `${number}: ${players.join(" – ")}, ${name}, ${score}${note ? " *" : ""}`;
}

function fill(wanted) {
  const words = wanted.toLowerCase().split(/\s+/);
  const options = [];
  for (const each of games) {
    const text = `${lineOf(each)} ${each.note}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    options.push(h("option", { value: each.number }, lineOf(each)));
    if (options.length === MOST_LISTED) break;
  }
  list.replaceChildren(...options);
}

/** Shows a game that is named elsewhere in the report. */
function jumpTo(number) {
  $("#find").value = String(number);
  fill(String(number));
  list.value = number;
  open(number);
  $("#replays").scrollIntoView();
}

$("#board").append(board.element);
list.addEventListener("change", () => open(Number(list.value)));
slider.addEventListener("input", () => go(Number(slider.value)));
$("#find").addEventListener("input", ({ target }) => fill(target.value));
$("#controls").addEventListener("click", ({ target }) => {
  const step = { start: 0, back: ply - 1, forth: ply + 1, end: drops.length }[target.dataset.go];
  if (step !== undefined) go(step);
});
for (const button of document.querySelectorAll("[data-game]")) {
  button.addEventListener("click", () => jumpTo(Number(button.dataset.game)));
}
fill("");
if (games.length) {
  list.selectedIndex = 0;
  open(games[0].number);
}
