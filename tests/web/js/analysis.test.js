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
  const asking = createAnalysis({ sitting, api, notify() {} });
  const answer = (more = {}) =>
    hear({
      id: sent.length,
      waiting: null,
      done: false,
      seconds: 1,
      ...analysis({ 3: 0.5, 2: 0 }),
      ...more,
    });
  return { asking, sitting, sent, answer, types: () => sent.map(({ type }) => type) };
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
