// The tree of moves of one game: plain data and functions over it. No DOM, no network, no rules.
//
//   tree = { info, start, nodes: Map(id → node), root, next }
//   node = { id, parent, column, children: [id…], chosen, snapshot, analysis }
//
// `snapshot` and `analysis` are what the server said about that position, or null. `chosen` is the
// child that the line through a node follows: the one visited last.

import { valueOf } from "./words.js";

export function createTree(info, start, snapshot) {
  const root = node(0, null, null, snapshot);
  return { info, start, nodes: new Map([[0, root]]), root: 0, next: 1 };
}

function node(id, parent, column, snapshot) {
  return { id, parent, column, children: [], chosen: null, snapshot, analysis: null };
}

export const at = (tree, id) => tree.nodes.get(id);

export function childBy(tree, id, column) {
  const found = at(tree, id).children.find((child) => at(tree, child).column === column);
  return found === undefined ? null : found;
}

/** The child of a move, made if it is new; a snapshot fills a gap. Returns its id. */
export function addMove(tree, id, column, snapshot = null) {
  let child = childBy(tree, id, column);
  if (child === null) {
    child = tree.next++;
    tree.nodes.set(child, node(child, id, column, snapshot));
    at(tree, id).children.push(child);
  } else if (snapshot) {
    at(tree, child).snapshot = snapshot;
  }
  choose(tree, child);
  return child;
}

/** Adds a whole line of moves after the root; returns the ids from the root on. */
export function addLine(tree, columns) {
  const ids = [tree.root];
  for (const column of columns) ids.push(addMove(tree, ids.at(-1), column));
  return ids;
}

/** Makes the line through a node the one that its ancestors follow. */
export function choose(tree, id) {
  for (let child = at(tree, id); child.parent !== null; child = at(tree, child.parent)) {
    at(tree, child.parent).chosen = child.id;
  }
}

/** Ids from the root to a node. */
export function pathTo(tree, id) {
  const path = [];
  for (let next = id; next !== null; next = at(tree, next).parent) path.unshift(next);
  return path;
}

/** The columns played from the root to a node. */
export function movesTo(tree, id) {
  return pathTo(tree, id)
    .slice(1)
    .map((each) => at(tree, each).column);
}

/** Ids of the line through a node: its ancestors, itself, then the chosen children to the end. */
export const lineThrough = (tree, id) => [...pathTo(tree, id), ...lineFrom(tree, id).slice(1)];

function lineFrom(tree, id) {
  const line = [];
  for (let next = id; next !== null; next = at(tree, next).chosen) line.push(next);
  return line;
}

/** Removes a node and everything after it; returns its parent. The root stays. */
export function removeBranch(tree, id) {
  const { parent } = at(tree, id);
  if (parent === null) return id;
  const above = at(tree, parent);
  above.children = above.children.filter((child) => child !== id);
  if (above.chosen === id) above.chosen = above.children[0] ?? null;
  const doomed = [id];
  while (doomed.length) {
    const gone = doomed.pop();
    doomed.push(...at(tree, gone).children);
    tree.nodes.delete(gone);
  }
  return parent;
}

/**
 * The position to go back to when somebody takes a move back: the nearest earlier one in which a
 * human is to move. Where there is none (the computer began, or plays both), one move back.
 */
export function undoTarget(tree, id, isHuman) {
  const earlier = pathTo(tree, id).slice(0, -1).reverse();
  const found = earlier.find((each) => isHuman(at(tree, each).snapshot?.turn));
  return found ?? earlier[0] ?? null;
}

/** The next position of the line in which a human is to move, else its end; null at the end. */
export function redoTarget(tree, id, isHuman) {
  const line = lineThrough(tree, id);
  const later = line.slice(line.indexOf(id) + 1);
  const found = later.find((each) => isHuman(at(tree, each).snapshot?.turn));
  return found ?? later.at(-1) ?? null;
}

/**
 * The tree as rows for a move list: the line through `id` with, after each move, the branches that
 * leave beside it. A row is { id, others: [[id…] of each other branch] }.
 */
export function listMoves(tree, id) {
  const line = lineThrough(tree, id);
  return line.slice(1).map((move) => ({ id: move, others: branchesBeside(tree, move) }));
}

function branchesBeside(tree, id) {
  const siblings = at(tree, at(tree, id).parent).children;
  return siblings.filter((child) => child !== id).map((child) => lineFrom(tree, child));
}

// ---- Values and grades ----------------------------------------------------------------------

/** How much of a win (0 to 1) a move may give away and still be called this. */
export const GRADES = [
  { grade: "best", loss: 0.02, mark: "★" },
  { grade: "good", loss: 0.07, mark: "" },
  { grade: "inaccuracy", loss: 0.15, mark: "?!" },
  { grade: "mistake", loss: 0.3, mark: "?" },
  { grade: "blunder", loss: Infinity, mark: "??" },
];

/** The value of a position for the player to move there; null if nobody analysed it. */
function valueForMover(analysis) {
  const best = analysis?.columns.find((each) => each.column === analysis.move);
  return best ? valueOf(best) : null;
}

/** The value of a node for player 0; a finished game is worth its result. Null if unknown. */
export function valueForFirst(tree, id) {
  const { snapshot, analysis } = at(tree, id);
  if (!snapshot) return null;
  if (snapshot.outcome) return { 0: 1, 1: -1 }[snapshot.outcome.winner] ?? 0;
  const value = valueForMover(analysis);
  if (value === null) return null;
  return snapshot.turn === 0 ? value : -value;
}

/**
 * What is known of the move that led to a node, for the player who made it, as { value, proven }:
 * a proof, else what the position after it is worth, else the estimate made before it. Its mirror
 * image is the same move, so what is known of either counts for both. Null if nothing is known.
 */
function worthOf(tree, id) {
  const { parent, column } = at(tree, id);
  const { snapshot, analysis } = at(tree, parent);
  const tried = analysis.columns.find((each) => each.column === column);
  if (tried?.exact) return { value: tried.exact.value, proven: true };
  const twin = tried?.mirror ?? null;
  const after = [id, twin === null ? null : childBy(tree, parent, twin)]
    .filter((each) => each !== null && valueForFirst(tree, each) !== null)
    .reduce((best, each) => (best === null || knowsMore(tree, each, best) ? each : best), null);
  if (after === null) return typeof tried?.value === "number" ? { value: tried.value } : null;
  const value = valueForFirst(tree, after);
  return { value: snapshot.turn === 0 ? value : -value, proven: isDecided(at(tree, after)) };
}

const knowsMore = (tree, id, other) => isDeeper(at(tree, id).analysis, at(tree, other).analysis);

/** Whether the result of a node is proven, or the game over there. */
const isDecided = ({ snapshot, analysis }) =>
  Boolean(
    snapshot.outcome ?? analysis?.columns.find(({ column }) => column === analysis.move)?.exact,
  );

/**
 * The grade of the move that led to a node, or null while its position before was not analysed.
 *
 * What it gave away is the best value before it minus its own, both for the player who moved. The
 * favourite is best, and so is its mirror image, unless what is proven says otherwise. What keeps
 * the result but is not the quickest win or the longest defence is good, not best.
 */
export function gradeOf(tree, id) {
  const { parent, column } = at(tree, id);
  if (parent === null) return null;
  const { analysis, snapshot } = at(tree, parent);
  const favourite = valueForMover(analysis);
  if (favourite === null || !snapshot) return null;
  const own = worthOf(tree, id);
  const mirror = analysis.columns.find((each) => each.column === column)?.mirror ?? null;
  const isFavourite = [column, mirror].includes(analysis.move);
  if (isFavourite && !own?.proven) return GRADES[0];
  if (own === null) return null;
  const others = analysis.columns.filter((each) => each.exact && each.column !== column);
  const best = isFavourite ? Math.max(own.value, ...others.map(valueOf)) : favourite;
  const grade = GRADES.find((each) => (best - own.value) / 2 <= each.loss);
  return grade === GRADES[0] && dallies(analysis, column) ? GRADES[1] : grade;
}

/** Whether a move keeps the result, but too soon, too late or with fewer points than it could. */
function dallies({ columns, move }, column) {
  if (!columns.every((each) => each.exact)) return false; // until then there may be quicker wins
  const exactOf = (wanted) => columns.find((each) => each.column === wanted).exact;
  const [best, own] = [move, column].map(exactOf);
  const better = ({ value, plies, margin }) => margin ?? -value * plies;
  return own.value === best.value && better(own) < better(best);
}

/** How many moves of each grade each player made on a line: [{best: 3, …}, {…}]. */
export function gradeCounts(tree, line) {
  const counts = [{}, {}];
  for (const id of line.slice(1)) {
    const grade = gradeOf(tree, id);
    const mover = at(tree, at(tree, id).parent).snapshot?.turn;
    if (grade && mover !== undefined)
      counts[mover][grade.grade] = (counts[mover][grade.grade] ?? 0) + 1;
  }
  return counts;
}

/** Whether every column is proven. */
export const isProven = ({ columns }) => columns.every((each) => each.exact);

/** Whether an analysis knows more than another: more work, or proven. */
export function isDeeper(analysis, other) {
  if (!analysis || !other) return Boolean(analysis);
  const proven = (each) => each.columns.filter((column) => column.exact).length;
  if (proven(analysis) !== proven(other)) return proven(analysis) > proven(other);
  return analysis.playouts + analysis.nodes >= other.playouts + other.nodes;
}

/** The columns of the best play known after a column of an analysed node, it first. */
export function lineOf({ analysis }, column) {
  const known = analysis?.columns.find((each) => each.column === column)?.line ?? [];
  const best = analysis?.move === column ? analysis.line.map(({ cell }) => cell[0]) : [];
  const line = best.length > known.length ? best : known;
  return line.length ? line : [column];
}
