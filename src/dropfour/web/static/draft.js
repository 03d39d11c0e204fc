// What the board editor edits: rules that need not make sense yet, and discs put on them. Plain
// data, no DOM; whether it makes sense is for the server to say.

import { cellsOfShape } from "./goal.js";
import { cellName, SPECIAL } from "./words.js";

export const MAX_SIDE = 32;
const MOST_UNDOS = 500;

const bounded = (height) => Math.max(1, Math.min(MAX_SIDE, height));

/** The cell of a key of `cells`, "3,0". */
const cellOf = (key) => key.split(",").map(Number);

export const EMPTY = {
  name: "",
  heights: [6, 6, 6, 6, 6, 6, 6],
  cells: {},
  goal: {
    kind: "line",
    line: 4,
    square: 2,
    shapes: [
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [2, 1],
      ],
    ],
    rotate: true,
    mirror: true,
  },
  ending: "first",
  discs: null,
  turn: 0,
};

/** The draft of checked rules (RulesInfo) and a position text or null. */
export function fromInfo({ rules, board }, start = null) {
  const cells = {};
  for (const kind of SPECIAL) for (const cell of board[kind]) cells[cell] = kind;
  const draft = {
    ...EMPTY,
    name: rules.name ?? "",
    heights: [...board.heights],
    cells,
    ending: rules.ending,
    goal: goalOf(rules.goal),
  };
  return start ? { ...draft, ...placed(start, board.heights.length) } : draft;
}

function goalOf(goal) {
  if (goal.line) return { ...EMPTY.goal, kind: "line", line: goal.line };
  if (goal.square) return { ...EMPTY.goal, kind: "square", square: goal.square };
  const { rotate = false, mirror = false } = goal;
  return { ...EMPTY.goal, kind: "shapes", shapes: goal.shapes.map(cellsOfShape), rotate, mirror };
}

const placed = (start, columns) => {
  const [board, player = "X"] = start.split(" ");
  const discs = board.split("/").map((text) => (text === "-" ? "" : text));
  while (discs.length < columns) discs.push("");
  return {
    discs: discs.some(Boolean) || player !== "X" ? discs : null,
    turn: player.startsWith("O") ? 1 : 0,
  };
};

/** The table of rules to send to the server. */
export function toRules({ name, heights, cells, goal, ending }) {
  const rules = name ? { name } : {};
  if (new Set(heights).size === 1)
    Object.assign(rules, { rows: heights[0], columns: heights.length });
  else rules.heights = heights;
  for (const kind of SPECIAL) {
    const named = Object.keys(cells)
      .filter((key) => cells[key] === kind)
      .map((key) => cellName(cellOf(key)));
    if (named.length) rules[kind] = named;
  }
  rules.ending = ending;
  if (goal.kind === "line") rules.goal = { line: goal.line };
  else if (goal.kind === "square") rules.goal = { square: goal.square };
  else rules.goal = { shapes: goal.shapes, rotate: goal.rotate, mirror: goal.mirror };
  return rules;
}

/** The position text of the discs placed, or null for the empty board with X to move. */
export function toStart({ discs, turn, heights }) {
  if (!discs && turn === 0) return null;
  const columns = heights.map((_, column) => discs?.[column] || "-");
  return `${columns.join("/")} ${turn === 0 ? "X" : "O"}`;
}

export const setHeight = (draft, column, height) =>
  trimmed({ ...draft, heights: draft.heights.with(column, bounded(height)) });

/** All columns one higher or lower. */
export const addRows = (draft, by) =>
  trimmed({ ...draft, heights: draft.heights.map((height) => bounded(height + by)) });

/** One more column at the right, as high as the last, or one less. */
export function addColumns(draft, by) {
  const { heights } = draft;
  if (by > 0 && heights.length < MAX_SIDE)
    return trimmed({ ...draft, heights: [...heights, heights.at(-1)] });
  if (by < 0 && heights.length > 1) return trimmed({ ...draft, heights: heights.slice(0, -1) });
  return draft;
}

/** Drops marks that lie outside and discs of columns that are gone. */
function trimmed(draft) {
  const inside = ([column, row]) => row < (draft.heights[column] ?? 0);
  const kept = Object.entries(draft.cells).filter(([key]) => inside(cellOf(key)));
  const isBlocked = ([key, kind], column) => kind === "blocked" && cellOf(key)[0] === column;
  const room = (column) =>
    draft.heights[column] - kept.filter((entry) => isBlocked(entry, column)).length;
  const discs =
    draft.discs &&
    draft.heights.map((_, column) => (draft.discs[column] ?? "").slice(0, room(column)));
  return { ...draft, cells: Object.fromEntries(kept), discs };
}

/** A cell becomes of that kind, or ordinary again if it is already. */
export function mark(draft, cell, kind) {
  const cells = { ...draft.cells };
  if (cells[cell] === kind || kind === "plain") delete cells[cell];
  else cells[cell] = kind;
  return trimmed({ ...draft, cells });
}

/** A disc ("X", "O", "!") onto the column's pile; "" takes the top one away. */
export function pile(draft, column, letter) {
  const discs = draft.heights.map((_, each) => draft.discs?.[each] ?? "");
  discs[column] = letter ? discs[column] + letter : discs[column].slice(0, -1);
  return trimmed({ ...draft, discs: discs.some(Boolean) ? discs : null });
}

export function setGoal(draft, change) {
  return { ...draft, goal: { ...draft.goal, ...change } };
}

/** A cell of a shape on or off. */
export function toggleShapeCell(draft, shape, [column, row]) {
  const shapes = draft.goal.shapes.map((cells, index) => {
    if (index !== shape) return cells;
    const others = cells.filter((cell) => cell[0] !== column || cell[1] !== row);
    return others.length === cells.length ? [...cells, [column, row]] : others;
  });
  return setGoal(draft, { shapes });
}

/** The static board and a snapshot to draw a draft with. */
export function drawable(draft) {
  const board = { heights: draft.heights, dead: [], blocked: [], bonus: [] };
  for (const [key, kind] of Object.entries(draft.cells)) board[kind].push(cellOf(key));
  const columns = draft.heights.map((height, column) => {
    const waiting = [...(draft.discs?.[column] ?? "")];
    let text = "";
    for (let row = 0; row < height; row++) {
      text += draft.cells[[column, row]] === "blocked" ? "#" : (waiting.shift() ?? ".");
    }
    return text;
  });
  return { board, snapshot: { columns, last: null, outcome: null } };
}

/**
 * What was edited, for undo and redo; plain data. Changes of one `kind` in a row, such as letters
 * of a name or steps of a drag, are one; null is never the same kind.
 */
export const createHistory = (draft) => ({ past: [], draft, future: [], kind: null });

export function changed({ past, draft, kind: before }, next, kind = null) {
  const goesOn = kind !== null && kind === before;
  return {
    past: goesOn ? past : [...past, draft].slice(-MOST_UNDOS),
    draft: next,
    future: [],
    kind,
  };
}

export function undone(history) {
  const { past, draft, future } = history;
  if (!past.length) return history;
  return { past: past.slice(0, -1), draft: past.at(-1), future: [draft, ...future], kind: null };
}

export function redone(history) {
  const { past, draft, future } = history;
  if (!future.length) return history;
  return { past: [...past, draft], draft: future[0], future: future.slice(1), kind: null };
}
