// The first page: who plays, and a card for every game. One press plays.

import { pictureOf } from "./board.js";
import { h } from "./dom.js";
import { goalShapes } from "./goal.js";
import { capital } from "./words.js";

export function showCards(list, variants, { onPlay, onRandom, onOwn }) {
  const cards = variants.map((variant) => {
    return card(variant.name, variant.title || variant.name, capital(variant.about), {
      picture: pictureOf(variant.board, illustration(variant)),
      onclick: () => onPlay(variant),
    });
  });
  const random = variants.filter((variant) => variant.random);
  if (random.length) cards.push(randomCard(random, onRandom));
  const about = "Any shape, any goal: build the board with the mouse";
  cards.push(card("own", "Your own", about, { picture: "+", onclick: onOwn }));
  list.replaceChildren(...cards);
}

function card(id, name, about, { picture, onclick }) {
  const parts = [pictureIn(picture), h("span.card-text", titled(name, about))];
  return h("li", h("button.card", { "data-game": id, onclick }, parts));
}

/** A card with a button for each game that has random boards. */
function randomCard(variants, onRandom) {
  const { board, rules } = variants.at(-1);
  const example = { board: { ...board, heights: Array(9).fill(5) }, rules };
  const buttons = variants.map((variant) => {
    const chosen = { "data-random": variant.name, onclick: () => onRandom(variant) };
    return h("button.small", chosen, capital(variant.name));
  });
  const text = h("div.card-text", titled("Random board", "Any size from 4 to 12, drawn anew"));
  text.append(h("div.row", buttons));
  const group = { "data-game": "random", role: "group", "aria-label": "Random board" };
  return h(
    "li",
    h("div.card", group, pictureIn(pictureOf(example.board, illustration(example))), text),
  );
}

const pictureIn = (picture) => h("span.card-picture", { "aria-hidden": "true" }, picture);
const titled = (name, about) => [h("span.card-name", name), h("span.card-about", about)];

/**
 * A made-up position that shows what a game is about: its goal, ringed, among other discs. It is an
 * illustration and need not be one that can arise.
 */
function illustration({ board, rules }) {
  const full = rules.ending === "full";
  const mirrored = ([column, row]) => [board.heights.length - 1 - column, row + 2];
  const first = goalCells(rules.goal, full ? 0 : clearest(board, rules.goal));
  const second = full ? first.map(mirrored) : [];
  const blocked = new Set(board.blocked.map(String));
  const letters = new Map();
  for (const cell of first) letters.set(String(cell), "X");
  for (const cell of second) letters.set(String(cell), "O");
  const filler = (column, row) =>
    (column * 2 + row * 3 + ((column * row) % 2)) % 4 < 2 ? "O" : "X";
  const columns = board.heights.map((height, column) => {
    const rows = first.filter(([each]) => each === column).map(([, row]) => row);
    const top = full ? height : Math.max(column % 3 ? -1 : 0, ...rows) + 1;
    return Array.from({ length: height }, (_, row) => {
      const cell = String([column, row]);
      if (blocked.has(cell) || row >= top) return ".";
      return letters.get(cell) ?? filler(column, row);
    });
  });
  const exists = (cell) => cell[1] < (board.heights[cell[0]] ?? 0) && !blocked.has(String(cell));
  return { columns, last: null, outcome: { cells: [...first, ...second].filter(exists) } };
}

/** The column from which on the goal hides the fewest special cells, and rings none of them. */
function clearest({ dead, bonus }, goal) {
  const hidden = ([column, row]) =>
    [...dead, ...bonus]
      .filter((cell) => cell[0] === column && cell[1] <= row)
      .reduce((sum, cell) => sum + (cell[1] === row ? 9 : 1), 0);
  const cost = (left) => goalCells(goal, left).reduce((sum, cell) => sum + hidden(cell), 0);
  return [1, 0, 2, 3].sort((a, b) => cost(a) - cost(b))[0];
}

function goalCells(goal, left) {
  const [shape] = goalShapes(goal);
  if (!shape) return Array.from({ length: goal.line }, (_, i) => [left + i, i]);
  return shape.map(([column, row]) => [left + 1 + column, row]);
}
