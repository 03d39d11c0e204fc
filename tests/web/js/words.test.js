import assert from "node:assert/strict";
import { it } from "node:test";

import * as words from "../../../src/dropfour/web/static/words.js";

it("columns have letters, then pairs of letters", () => {
  assert.deepEqual([0, 25, 26, 31].map(words.columnName), ["A", "Z", "AA", "AF"]);
  assert.equal(words.cellName([3, 2]), "D3");
});

it("proven results are said in words and in short", () => {
  const said = (exact) => [words.exactText(exact), words.exactMark(exact)];
  assert.deepEqual(said({ value: 1, plies: 7, margin: null }), ["wins in 7", "W7"]);
  assert.deepEqual(said({ value: -1, plies: 12, margin: null }), ["loses in 12", "L12"]);
  assert.deepEqual(said({ value: 0, plies: 30, margin: 0 }), ["draws", "="]);
  assert.deepEqual(said({ value: -1, plies: 9, margin: -2 }), ["loses by 2", "L2"]);
  assert.equal(words.exactText(null), null);
});

it("results name the points where points count", () => {
  const over = (winner, scores) => ({ outcome: { winner, cells: [] }, scores });
  assert.equal(words.outcomeText(over(0, [1, 0]), false), "Red wins");
  assert.equal(words.outcomeText(over(1, [2, 5]), true), "Yellow wins 5 to 2");
  assert.equal(words.outcomeText(over(null, [2, 2]), true), "Draw, 2 to 2");
});

it("players are told in words", () => {
  const known = {
    levels: [{ player: "auto:level=1", title: "Beginner" }],
    agents: [{ name: "uct", title: "Tree search" }],
  };
  const said = (player) =>
    Object.values(words.playerName(player, known)).filter(Boolean).join(", ");
  assert.equal(said("human"), "Human");
  assert.equal(said("auto:level=1"), "Computer 1 · Beginner");
  assert.equal(said("uct:seconds=0.5"), "Tree search, 0.5 seconds");
  assert.equal(said("uct:playouts=20000,policy=wins"), "Tree search, 20 k playouts, wins policy");
  assert.equal(said("gone"), "gone");
});

it("what others say becomes a sentence", () => {
  assert.deepEqual(["", "no such column", "Why?"].map(words.sentence), [
    "",
    "No such column.",
    "Why?",
  ]);
});

it("numbers are short", () => {
  assert.deepEqual([950, 12_345, 3_400_000, 22_000_000].map(words.count), [
    "950",
    "12 k",
    "3.4 M",
    "22 M",
  ]);
  assert.equal(words.percent(0.26), 63);
});
