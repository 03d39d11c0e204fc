import assert from "node:assert/strict";
import { describe, it } from "node:test";

import * as tree from "../../../src/dropfour/web/static/state.js";
import { INFO, analysis, snapshot } from "./snapshots.js";

function played(...columns) {
  const game = tree.createTree(INFO, null, snapshot([]));
  let last = game.root;
  columns.forEach((column, ply) => {
    last = tree.addMove(game, last, column, snapshot(columns.slice(0, ply + 1)));
  });
  return { game, last };
}

describe("a tree of moves", () => {
  it("keeps the line that was played", () => {
    const { game, last } = played(3, 3, 4);
    assert.deepEqual(tree.movesTo(game, last), [3, 3, 4]);
    assert.deepEqual(tree.lineThrough(game, game.root), [0, 1, 2, 3]);
  });

  it("does not add the same move twice", () => {
    const { game } = played(3, 3);
    assert.equal(tree.addMove(game, 0, 3), 1);
    assert.equal(game.nodes.size, 3);
  });

  it("keeps both branches when another move is tried", () => {
    const { game } = played(3, 3, 4);
    const other = tree.addMove(game, 1, 2, snapshot([3, 2]));
    assert.deepEqual(tree.lineThrough(game, 0).at(-1), other, "the newest branch is followed");
    const [, second] = tree.listMoves(game, other);
    assert.deepEqual(second, { id: other, others: [[2, 3]] });
    tree.choose(game, 3);
    assert.deepEqual(tree.lineThrough(game, 0), [0, 1, 2, 3]);
  });

  it("fills the gap of a missing snapshot", () => {
    const game = tree.createTree(INFO, null, snapshot([]));
    const ids = tree.addLine(game, [3, 2]);
    assert.equal(tree.at(game, ids[1]).snapshot, null);
    tree.addMove(game, 0, 3, snapshot([3]));
    assert.equal(tree.at(game, ids[1]).snapshot.ply, 1);
  });

  it("removes a branch with all that follows", () => {
    const { game } = played(3, 3, 4);
    const other = tree.addMove(game, 1, 2, snapshot([3, 2]));
    assert.equal(tree.removeBranch(game, 2), 1);
    assert.deepEqual([...game.nodes.keys()], [0, 1, other]);
    assert.equal(tree.removeBranch(game, 0), 0, "the root stays");
  });

  it("follows another child when the chosen one is removed", () => {
    const { game } = played(3, 3);
    const other = tree.addMove(game, 1, 2);
    tree.removeBranch(game, other);
    assert.equal(tree.at(game, 1).chosen, 2);
    tree.removeBranch(game, 2);
    assert.equal(tree.at(game, 1).chosen, null);
  });
});

describe("undo and redo", () => {
  const red = (side) => side === 0;
  const anyone = (side) => side !== undefined;

  it("goes back one move between humans", () => {
    const { game, last } = played(3, 3, 4);
    assert.equal(tree.undoTarget(game, last, anyone), 2);
    assert.equal(tree.redoTarget(game, 1, anyone), 2);
  });

  it("takes back the computer's answer too", () => {
    const { game, last } = played(3, 3);
    assert.equal(tree.undoTarget(game, last, red), 0);
    assert.equal(tree.redoTarget(game, 0, red), 2);
  });

  it("goes back one move where no human has moved, and nowhere from the start", () => {
    const { game } = played(3);
    assert.equal(
      tree.undoTarget(game, 1, () => false),
      0,
    );
    assert.equal(tree.undoTarget(game, 0, anyone), null);
    assert.equal(tree.redoTarget(game, 1, anyone), null);
  });

  it("comes back to the end of a game that a human's move ended", () => {
    const { game } = played(3, 3, 4);
    assert.equal(tree.redoTarget(game, 2, red), 3);
  });
});

describe("values", () => {
  it("are for the first player, whoever is to move", () => {
    const { game } = played(3);
    tree.at(game, 0).analysis = analysis({ 2: 0.1, 3: 0.5 });
    tree.at(game, 1).analysis = analysis({ 3: 0.25 });
    assert.equal(tree.valueForFirst(game, 0), 0.5);
    assert.equal(tree.valueForFirst(game, 1), -0.25);
  });

  it("of a finished game are its result", () => {
    const { game } = played(3);
    tree.at(game, 1).snapshot.outcome = { winner: 1, cells: [] };
    assert.equal(tree.valueForFirst(game, 1), -1);
    tree.at(game, 1).snapshot.outcome = { winner: null, cells: [] };
    assert.equal(tree.valueForFirst(game, 1), 0);
  });

  it("proven ones count as what they prove", () => {
    const { game } = played();
    assert.equal(tree.valueForFirst(game, 0), null);
    tree.at(game, 0).analysis = analysis({ 3: 0.4 }, { 3: { value: 1, plies: 3 } });
    assert.equal(tree.valueForFirst(game, 0), 1);
  });

  it("prefers what is proven, then what took more work", () => {
    const quick = analysis({ 3: 0.4 });
    const proven = { ...analysis({ 3: 0.4 }, { 3: { value: 1 } }), playouts: 1 };
    assert.ok(tree.isDeeper(quick, null));
    assert.ok(tree.isDeeper(proven, quick));
    assert.ok(!tree.isDeeper({ ...quick, playouts: 10 }, quick));
  });

  it("lead to lines of play", () => {
    const { game } = played();
    const node = tree.at(game, 0);
    assert.deepEqual(tree.lineOf(node, 3), [3]);
    node.analysis = analysis({ 3: 0.4, 2: 0.1 });
    node.analysis.line = [3, 4].map((column) => ({ cell: [column, 0] }));
    node.analysis.columns[0].line = [2, 5, 6];
    assert.deepEqual(tree.lineOf(node, 3), [3, 4]);
    assert.deepEqual(tree.lineOf(node, 2), [2, 5, 6]);
  });
});

describe("grades", () => {
  const graded = (before, { after = null, exact = {} } = {}) => {
    const { game } = played(3);
    tree.at(game, 0).analysis = analysis(before, exact);
    tree.at(game, 1).analysis = after;
    return tree.gradeOf(game, 1)?.grade ?? null;
  };

  it("need an analysis of the position before", () => {
    const { game } = played(3);
    assert.equal(tree.gradeOf(game, 1), null);
    assert.equal(tree.gradeOf(game, 0), null);
  });

  it("follow from what a move gave away", () => {
    assert.equal(graded({ 3: 0.5, 2: 0.1 }), "best");
    assert.equal(graded({ 3: 0.49, 2: 0.5 }), "best");
    assert.equal(graded({ 3: 0.4, 2: 0.5 }), "good");
    assert.equal(graded({ 3: 0.25, 2: 0.5 }), "inaccuracy");
    assert.equal(graded({ 3: 0, 2: 0.5 }), "mistake");
    assert.equal(graded({ 3: -0.5, 2: 0.5 }), "blunder");
  });

  it("believe the position after more than the guess before", () => {
    assert.equal(graded({ 3: 0.45, 2: 0.5 }, { after: analysis({ 4: 0.9 }) }), "blunder");
  });

  it("believe a proof most", () => {
    const exact = { 3: { value: 1, plies: 5 }, 2: { value: 1, plies: 5 } };
    assert.equal(graded({ 3: 0.1, 2: 0.9 }, { exact, after: analysis({ 4: 0.9 }) }), "best");
  });

  it("keep best for the quickest win, the longest defence and the most points", () => {
    const both = (own, other) => graded({ 3: 0, 2: 0.1 }, { exact: { 3: own, 2: other } });
    const won = (plies) => ({ value: 1, plies, margin: null });
    const lost = (plies) => ({ value: -1, plies, margin: null });
    const drawn = (plies) => ({ value: 0, plies, margin: null });
    assert.deepEqual([both(won(5), won(5)), both(won(7), won(5))], ["best", "good"]);
    assert.deepEqual([both(lost(8), lost(8)), both(lost(2), lost(8))], ["best", "good"]);
    assert.equal(both(drawn(20), drawn(22)), "best");
    const points = (margin) => ({ value: Math.sign(margin), plies: 10, margin });
    assert.deepEqual([both(points(3), points(3)), both(points(1), points(3))], ["best", "good"]);
    assert.deepEqual(
      [both(points(-1), points(-1)), both(points(-3), points(-1))],
      ["best", "good"],
    );
    assert.equal(graded({ 3: 0.9, 2: 0.9, 1: 0 }, { exact: { 3: won(7), 2: won(5) } }), "best");
  });

  it("do not call best what is proven to throw something away", () => {
    const lost = analysis({ 4: 0.9 }, { 4: { value: 1, plies: 5 } });
    assert.equal(graded({ 3: 0.5, 2: 0.1 }, { after: lost }), "best", "nothing better is known");
    const drawn = { 2: { value: 0, plies: 9 } };
    assert.equal(graded({ 3: 0.5, 2: 0 }, { after: lost, exact: drawn }), "blunder");
  });

  it("call a blunder what throws a proven win away, and a proven draw", () => {
    const won = { 2: { value: 1, plies: 9 } };
    const even = analysis({ 4: 0.1 }, { 4: { value: 0, plies: 20 } });
    assert.equal(graded({ 3: 0.9, 2: 1 }, { exact: { ...won, 3: { value: 0 } } }), "blunder");
    assert.equal(graded({ 3: 0.9, 2: 1 }, { exact: won, after: even }), "blunder");
    const drawn = { 2: { value: 0, plies: 9 }, 3: { value: -1, plies: 8 } };
    assert.equal(graded({ 3: -0.1, 2: 0 }, { exact: drawn }), "blunder");
  });

  it("of mirror images are equal, whichever is the favourite or was looked into", () => {
    const { game } = played(2);
    const other = tree.addMove(game, 0, 4, snapshot([4]));
    const third = tree.addMove(game, 0, 1, snapshot([1]));
    const fourth = tree.addMove(game, 0, 5, snapshot([5]));
    const before = analysis({ 1: 0, 2: 0.4, 4: 0.4, 5: 0 });
    for (const each of before.columns) each.mirror = 6 - each.column;
    tree.at(game, 0).analysis = before;
    tree.at(game, third).analysis = analysis({ 3: 0.2 }); // the noise of two searches
    tree.at(game, fourth).analysis = { ...analysis({ 3: -0.3 }), playouts: 900 };
    tree.at(game, other).analysis = analysis({ 3: 0.1 });
    const grade = (id) => tree.gradeOf(game, id).grade;
    assert.deepEqual([1, other].map(grade), ["best", "best"]);
    assert.deepEqual([third, fourth].map(grade), ["good", "good"]);
  });

  it("are counted for each player", () => {
    const { game } = played(3, 3);
    tree.at(game, 0).analysis = analysis({ 3: 0.5, 2: 0.1 });
    tree.at(game, 1).analysis = analysis({ 3: -0.9, 2: 0.5 });
    assert.deepEqual(tree.gradeCounts(game, [0, 1, 2]), [{ best: 1 }, { blunder: 1 }]);
  });
});
