// The first page: who plays, and a card for every game. One press plays.

import { pictureOf } from "./board.js";
import { h } from "./dom.js";

export function showCards(list, variants, { onPlay, onRandom, onOwn }) {
  const cards = variants.map((variant) =>
    card({
      name: heading(variant),
      about: rest(variant),
      picture: pictureOf(variant.board, illustration(variant), ""),
      action: () => onPlay(variant),
      id: variant.name,
    }),
  );
  const random = variants.filter((variant) => variant.random);
  if (random.length) {
    const [first] = random;
    const surprise = { ...first, board: { ...first.board, heights: [5, 5, 5, 5, 5, 5, 5, 5, 5] } };
    cards.push(
      card({
        name: "Random board",
        about: `Any size, with a surprise cell: ${random.map((each) => each.name).join(" or ")}`,
        picture: pictureOf(surprise.board, illustration(surprise), ""),
        action: () => onRandom(random[Math.floor(Math.random() * random.length)]),
        id: "random",
      }),
    );
  }
  cards.push(
    card({
      name: "Your own",
      about: "Any shape, any goal: build the board with the mouse",
      picture: "+",
      action: onOwn,
      id: "own",
      own: true,
    }),
  );
  list.replaceChildren(...cards);
}

function card({ name, about, picture, action, id, own = false }) {
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: `card${own ? " card-own" : ""}`, "data-game": id, onclick: action },
      h("span", { class: "card-picture", "aria-hidden": "true" }, picture),
      h(
        "span",
        { class: "card-text" },
        h("span", { class: "card-name" }, name),
        h("span", { class: "card-about" }, about),
      ),
    ),
  );
}

const heading = ({ title, name }) => title.split(":")[0] || name;
function rest({ title }) {
  const words = title
    .split(":")
    .slice(1)
    .join(":")
    .replace(/\s*\(.*\)$/, "")
    .trim();
  return words ? words[0].toUpperCase() + words.slice(1) : "";
}

/**
 * A made-up position that shows what a game is about: its goal, ringed, among other discs. It is an
 * illustration and need not be one that can arise.
 */
export function illustration({ board, rules }) {
  const full = rules.ending === "full";
  const special = [...board.dead, ...board.bonus];
  // Where the goal hides the fewest special cells, and rings none of them.
  const cost = (left) =>
    goalCells(rules.goal, left).reduce(
      (sum, [column, row]) =>
        sum +
        special.reduce(
          (more, cell) =>
            more + (cell[0] === column ? (cell[1] === row ? 9 : Number(cell[1] < row)) : 0),
          0,
        ),
      0,
    );
  const lefts = [1, 0, 2, 3].sort((a, b) => cost(a) - cost(b));
  const mirrored = ([column, row]) => [board.heights.length - 1 - column, row + 2];
  const goals = full
    ? [goalCells(rules.goal, 0), goalCells(rules.goal, 0).map(mirrored)]
    : [goalCells(rules.goal, lefts[0])];
  const wanted = new Map();
  goals.forEach((cells, index) =>
    cells.forEach((cell) => wanted.set(String(cell), full && index ? "O" : "X")),
  );
  const blocked = new Set(board.blocked.map(String));
  const columns = board.heights.map((height, column) => {
    const top = full
      ? height
      : Math.max(
          -1,
          ...[...wanted.keys()]
            .map((cell) => cell.split(",").map(Number))
            .filter(([each]) => each === column)
            .map(([, row]) => row),
        ) + 1;
    let text = "";
    for (let row = 0; row < height; row++) {
      const cell = String([column, row]);
      if (blocked.has(cell)) text += "#";
      else if (row < top || (row === 0 && column % 3 === 0))
        text +=
          wanted.get(cell) ?? ((column * 2 + row * 3 + ((column * row) % 2)) % 4 < 2 ? "O" : "X");
      else text += ".";
    }
    return text;
  });
  const exists = ([column, row]) =>
    row < (board.heights[column] ?? 0) && !blocked.has(String([column, row]));
  return { columns, last: null, outcome: { cells: goals.flat().filter(exists) } };
}

function goalCells(goal, left) {
  if (goal.square) {
    return Array.from({ length: goal.square ** 2 }, (_, i) => [
      left + 1 + (i % goal.square),
      Math.floor(i / goal.square),
    ]);
  }
  const length = goal.line ?? 3;
  return Array.from({ length }, (_, i) => [left + i, i]);
}
