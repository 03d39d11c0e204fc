import assert from "node:assert/strict";
import { it } from "node:test";

import { createAnalysis } from "../../../src/dropfour/web/static/analysis.js";
import * as tree from "../../../src/dropfour/web/static/state.js";
import { analysis, INFO, snapshot } from "./snapshots.js";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** What asks about a board with some moves on it, and everything it sends. */
function begun(columns = []) {
  const sent = [];
  const sitting = { tree: tree.createTree(INFO, null, snapshot([])), cursor: 0, online: true };
  columns.forEach((_, ply) => {
    sitting.cursor = tree.addMove(
      sitting.tree,
      sitting.cursor,
      columns[ply],
      snapshot(columns.slice(0, ply + 1)),
    );
  });
  sitting.node = (id = sitting.cursor) => tree.at(sitting.tree, id);
  sitting.where = (id = sitting.cursor) => ({ moves: tree.movesTo(sitting.tree, id) });
  let hear = null;
  const api = {
    analyse(asked, onReport) {
      hear = onReport;
      sent.push({ type: "analyse", ...asked });
      return { stop: () => sent.push({ type: "stop" }) };
    },
  };
  const clock = { now_ms: 0 };
  sitting.go = (id) => (sitting.cursor = id);
  api.position = async ({ moves, from }) => ({
    snapshots: moves.map((_, ply) => snapshot(moves.slice(0, ply + 1))).slice(from - 1),
  });
  const asking = createAnalysis({ sitting, api, notify() {}, now: () => clock.now_ms });
  const answer = (more = {}) =>
    hear({
      id: sent.length,
      waiting: null,
      done: false,
      seconds: 1,
      ...analysis({ 3: 0.5, 2: 0 }),
      ...more,
    });
  return { asking, sitting, sent, answer, clock, types: () => sent.map(({ type }) => type) };
}

it("a hint is not stopped by what does not move the board", async () => {
  const { asking, types, answer } = begun();
  const hint = asking.hint();
  asking.follow(); // as when the connection was made for it
  assert.deepEqual(types(), ["analyse"]);
  answer({ done: true });
  assert.equal(await hint, 3);
});

it("a hint ends where the board moves on", async () => {
  const { asking, sitting, types } = begun([3]);
  const hint = asking.hint();
  sitting.cursor = 0;
  asking.follow();
  assert.deepEqual(types(), ["analyse", "stop"]);
  assert.equal(await hint, null);
});

it("a hint ends with a proven win, a live analysis looks into the other columns too", async () => {
  const won = {
    move: 2,
    columns: [
      { column: 2, value: 1, exact: { value: 1, plies: 3 } },
      { column: 3, value: null, exact: null },
    ],
  };
  const { asking, types, answer } = begun();
  const hint = asking.hint();
  answer();
  assert.deepEqual(types(), ["analyse"]);
  answer(won);
  assert.deepEqual(types(), ["analyse", "stop"]);
  assert.equal(await hint, 2);
  const live = begun();
  live.asking.setOn(true);
  live.answer(won);
  assert.deepEqual(live.types(), ["analyse"]);
});

it("a live analysis goes where the board goes and begins again after a lost connection", () => {
  const { asking, sitting, sent, types } = begun([3]);
  asking.setOn(true);
  asking.follow();
  assert.deepEqual(types(), ["analyse"]);
  sitting.cursor = 0;
  asking.follow();
  assert.deepEqual(
    sent.map(({ moves }) => moves),
    [[3], []],
  );
  asking.lose();
  sitting.online = false;
  asking.follow();
  assert.equal(sent.length, 2);
  sitting.online = true;
  asking.follow();
  assert.deepEqual(types(), ["analyse", "analyse", "analyse"]);
  asking.setOn(false);
  assert.equal(types().at(-1), "stop");
});

it("a place in the queue is known until the search runs", () => {
  const { asking, sitting, answer } = begun();
  asking.setOn(true);
  answer({ waiting: 2, columns: [] });
  assert.equal(asking.waiting, 2);
  assert.equal(sitting.node().analysis, null);
  answer();
  assert.equal(asking.waiting, null);
  assert.equal(sitting.node().analysis.move, 3);
});

it("grading ends when the connection does", async () => {
  const { asking, types, answer } = begun([3, 3]);
  const grading = asking.grade();
  answer({ done: true });
  await nextTurn();
  assert.equal(asking.grading.done, 1);
  asking.lose();
  await grading;
  assert.equal(asking.grading, null);
  assert.deepEqual(types(), ["analyse", "analyse"]);
});

it("a live analysis ends after a while, unless it is to be kept up", () => {
  const { asking, clock, types, answer } = begun();
  asking.setOn(true);
  answer({ columns: [], waiting: 1 });
  clock.now_ms = 60_000; // waiting is not thinking
  answer();
  assert.deepEqual(types(), ["analyse"]);
  clock.now_ms += 10_000;
  answer();
  assert.deepEqual([types(), asking.running], [["analyse", "stop"], null]);
  asking.follow(); // as with any news of the game
  assert.equal(types().length, 2);
  asking.setKeeps(true);
  assert.equal(types().at(-1), "analyse");
  answer();
  clock.now_ms += 3_600_000;
  answer();
  assert.equal(types().length, 3);
  asking.setKeeps(false);
  assert.deepEqual([types().at(-1), asking.running], ["stop", null]);
});

it("what is kept up goes on without end and ends where all is proven", () => {
  const { asking, sitting, sent, answer, types } = begun();
  asking.setOn(true);
  assert.equal(sent[0].endless, true);
  answer({ ...analysis({ 3: 1, 2: -1 }, { 3: { value: 1 }, 2: { value: -1 } }), done: true });
  asking.setKeeps(true);
  asking.follow();
  assert.deepEqual(types(), ["analyse"], "nothing is left to find out");
  assert.equal(sitting.node().analysis.columns.length, 2);
});

it("a search that begins again does not hide what was known before", () => {
  const { asking, sitting, answer } = begun();
  asking.setOn(true);
  answer({ playouts: 5000 });
  answer({ playouts: 10 });
  assert.equal(sitting.node().analysis.playouts, 5000);
  answer({ playouts: 6000 });
  assert.equal(sitting.node().analysis.playouts, 6000);
});

it("a line of play is unfolded and walked through as a branch", async () => {
  const { asking, sitting, answer, types } = begun([3]);
  asking.setOn(true);
  const found = analysis({ 3: 0.5, 2: 0 });
  found.columns[0].line = [2, 4, 4];
  answer(found);
  await asking.unfold(2);
  const moves = asking.unfolded.snapshots.map(({ last }) => last.cell[0]);
  assert.deepEqual([moves, types()], [[2, 4, 4], ["analyse"]]);
  asking.walk(2);
  assert.deepEqual(tree.movesTo(sitting.tree, sitting.cursor), [3, 2, 4]);
  assert.deepEqual(sitting.node().chosen !== null, true, "the rest of it follows");
  asking.follow();
  assert.equal(asking.unfolded, null, "the board has moved on");
});

it("the line after a column that is only known by its result is searched for", async () => {
  const { asking, sent, answer } = begun([3]);
  asking.setOn(true);
  answer({ ...analysis({ 3: 1, 2: -1 }, { 3: { value: 1 }, 2: { value: -1 } }), done: true });
  const unfolding = asking.unfold(2);
  assert.deepEqual(sent.at(-1).moves, [3, 2]);
  asking.follow();
  assert.equal(sent.length, 2, "it is not taken for a search of another position");
  answer({ line: [{ cell: [5, 0] }, { cell: [6, 0] }], done: true });
  await unfolding;
  assert.deepEqual(asking.unfolded.line, [2, 5, 6]);
});
