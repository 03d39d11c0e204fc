// Replays stored games. The page knows no rules: every drop says what lands where.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const board = document.getElementById("board");
const list = document.getElementById("games");
const slider = document.getElementById("ply");
const caption = document.getElementById("caption");
const CELL = 40,
  HALF = CELL / 2;
const COLOURS = { X: "#d33", O: "#e8b200", "!": "#777" };
let game = null,
  drops = [],
  ply = 0;

function element(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

function place(name) {
  const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(name);
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return [column - 1, Number(row) - 1];
}

function columnName(number) {
  return number < 26
    ? String.fromCharCode(65 + number)
    : columnName(Math.floor(number / 26) - 1) + columnName(number % 26);
}

function draw() {
  const { heights, special } = data.boards[game[1]];
  const rows = Math.max(...heights);
  board.setAttribute("viewBox", `0 0 ${heights.length * CELL} ${(rows + 0.7) * CELL}`);
  board.replaceChildren();
  const centre = (c, r) => ({ cx: c * CELL + HALF, cy: (rows - 1 - r) * CELL + HALF });
  heights.forEach((height, column) => {
    for (let row = 0; row < height; row++) {
      board.append(
        element("rect", {
          x: column * CELL,
          y: (rows - 1 - row) * CELL,
          width: CELL,
          height: CELL,
          fill: "#2457a7",
        }),
      );
      board.append(element("circle", { ...centre(column, row), r: 16, fill: "#eef" }));
    }
    board.append(
      element(
        "text",
        {
          x: column * CELL + HALF,
          y: (rows + 0.5) * CELL,
          "text-anchor": "middle",
          "font-size": 16,
          fill: "currentColor",
        },
        columnName(column),
      ),
    );
  });
  for (const [name, kind] of Object.entries(special)) {
    const { cx, cy } = centre(...place(name));
    const mark = { dead: "·", blocked: "✕", bonus: "★" }[kind];
    board.append(
      element(
        "text",
        {
          x: cx,
          y: cy + 7,
          "text-anchor": "middle",
          "font-size": 22,
          fill: kind === "blocked" ? "#c00" : "#555",
        },
        mark,
      ),
    );
  }
  drops.slice(0, ply).forEach((drop, index) => {
    const { cx, cy } = centre(...place(drop.slice(1)));
    const last = index === ply - 1;
    board.append(
      element("circle", {
        cx,
        cy,
        r: 16,
        fill: COLOURS[drop[0]],
        stroke: last ? "#000" : "none",
        "stroke-width": 3,
      }),
    );
    board.append(
      element(
        "text",
        { x: cx, y: cy + 6, "text-anchor": "middle", "font-size": 17, fill: "#0009" },
        drop[0],
      ),
    );
  });
  const [number, , first, second, winner, opening] = game;
  const result = winner ? `${data.players[winner === "X" ? first : second]} wins` : "a draw";
  const note = game[7] ? ` (${game[7]})` : "";
  caption.textContent =
    `Game ${number} on ${data.boards[game[1]].name}: ${data.players[first]} (X) against ` +
    `${data.players[second]} (O), ${result}${note}. Move ${ply} of ${drops.length}${ply && ply <= opening ? ", opening" : ""}.`;
  slider.value = ply;
}

function go(to) {
  ply = Math.max(0, Math.min(drops.length, to));
  draw();
}

function open(found) {
  game = found;
  drops = game[6] ? game[6].split(" ") : [];
  slider.max = drops.length;
  go(drops.length);
}

const label = (g) =>
  `${g[0]}: ${data.players[g[2]]} – ${data.players[g[3]]}, ${data.boards[g[1]].name}, ` +
  `${g[4] === "X" ? "1–0" : g[4] === "O" ? "0–1" : "½–½"}${g[7] ? " *" : ""}`;
const SHOWN = 500;
function fill(wanted) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const options = [];
  for (const g of data.games) {
    const text = label(g);
    if (words.every((word) => text.toLowerCase().includes(word))) {
      options.push(new Option(text, g[0]));
      if (options.length === SHOWN) break;
    }
  }
  list.replaceChildren(...options);
}

const byNumber = new Map(data.games.map((g) => [String(g[0]), g]));
list.addEventListener("change", () => open(byNumber.get(list.value)));
slider.addEventListener("input", () => go(Number(slider.value)));
document.getElementById("find").addEventListener("input", (event) => fill(event.target.value));
document.getElementById("controls").addEventListener("click", (event) => {
  const steps = { start: 0, back: ply - 1, forth: ply + 1, end: drops.length };
  const step = steps[event.target.dataset.go];
  if (step !== undefined) go(step);
});
fill("");
if (data.games.length) {
  list.selectedIndex = 0;
  open(data.games[0]);
}
