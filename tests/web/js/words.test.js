import assert from "node:assert/strict";
import { describe, it } from "node:test";

import * as words from "../../../src/dropfour/web/static/words.js";

it("columns have letters, then pairs of letters", () => {
  assert.deepEqual([0, 25, 26, 31].map(words.columnName), ["A", "Z", "AA", "AF"]);
  assert.equal(words.cellName([3, 2]), "D3");
});

it("proven results are said in words, of moves or of points", () => {
  const said = (value, plies, margin = null, points = false) =>
    words.exactText({ value, plies, margin }, points);
  assert.equal(said(1, 7), "wins in 7 moves");
  assert.equal(said(1, 1), "wins in 1 move");
  assert.equal(said(-1, 12), "loses in 12 moves");
  assert.equal(said(-1, null), "loses");
  assert.equal(said(0, 30, 0, true), "draws");
  assert.equal(said(-1, 9, -2, true), "loses by 2 points");
  assert.equal(said(1, 9, null, true), "wins");
});

describe("the verdict", () => {
  const read = (text, points) => {
    const value = { W: 1, D: 0, L: -1 }[text[0]];
    if (value === undefined) return { exact: null, value: Number(text) };
    const number = text.length > 1 ? Number(text.slice(1)) : null;
    const counted = points ? { plies: 9, margin: number } : { plies: number, margin: null };
    return { exact: { value, ...counted } };
  };

  /** What is said of columns from A on: "W7" wins in 7 or by 7, "L", "D", or an estimate. */
  const said = (columns, { move = 0, turn = 0, points = false } = {}) => {
    const known = columns.split(" ").map((each, column) => ({ column, ...read(each, points) }));
    const { text, advice } = words.verdictOf({ move, columns: known }, turn, points);
    return `${text}. ${advice}`;
  };

  it("names who wins and when, for either side to move", () => {
    assert.equal(said("W7 L4"), "Red wins in 7 moves. Only A wins.");
    assert.equal(
      said("W7 W9", { turn: 1 }),
      "Yellow wins in 7 moves. Every column wins, A soonest.",
    );
    assert.equal(said("W7 W9 L2"), "Red wins in 7 moves. A and B win, A soonest.");
    assert.equal(said("W7 0.1"), "Red wins in at most 7 moves. A wins.");
    assert.equal(said("W1 0.1"), "Red wins in 1 move. A wins.");
    assert.equal(said("W D"), "Red wins. Only A wins.");
  });

  it("says of a lost position what lasts longest", () => {
    const lost = "Yellow wins in 12 moves. Red has lost in any case";
    assert.equal(said("L12 L6"), `${lost}: A lasts longest.`);
    assert.equal(said("L6 L12 L12", { move: 1 }), `${lost}: B and C last longest.`);
    assert.equal(said("L12 L12"), `${lost}.`);
    assert.equal(said("L L6"), "Yellow wins. Red has lost in any case.");
    assert.equal(said("L2 -0.7"), "Yellow is much better. Best so far: A.", "B may be better");
  });

  it("counts points where points count", () => {
    const points = true;
    assert.equal(said("W2 W1", { points }), "Red wins by 2 points. Every column wins, A by most.");
    assert.equal(said("W1 0", { points }), "Red wins by at least 1 point. A wins.");
    const lost = "Red wins by 1 point. Yellow has lost in any case: A loses by least.";
    assert.equal(said("L-1 L-3", { points, turn: 1 }), lost);
  });

  it("tells draws from estimates", () => {
    assert.equal(said("D30 L4"), "A draw with best play. Only A keeps it.");
    assert.equal(said("D30 D30 -0.2"), "At least a draw for Red. A and B keep it.");
    assert.equal(said("0.05 -0.5"), "Even. Best so far: A.");
    assert.equal(said("-0.2 -0.5"), "Yellow is slightly better. Best so far: A.");
    assert.equal(said("0.5 0"), "Red is better. Best so far: A.");
    assert.equal(said("0.9 0", { turn: 1 }), "Yellow is much better. Best so far: A.");
  });

  it("is silent while nothing is known", () => {
    const unknown = { column: 0, value: null, exact: null };
    assert.equal(words.verdictOf({ move: 0, columns: [unknown] }, 0), null);
    assert.equal(words.verdictOf({ move: null, columns: [] }, 0), null);
  });
});

it("a column is told with what it holds and its special cells", () => {
  const board = { dead: [[0, 2]], blocked: [[0, 1]], bonus: [[1, 3]] };
  const snapshot = { columns: ["X#O.", "....", "O!X"], landing: [3, 0, null], outcome: null };
  const told = [0, 1, 2].map((column) => words.columnText(board, snapshot, column));
  assert.deepEqual(told, [
    "Column A, lands on A4; from the bottom red, blocked, yellow; A3 is dead; A2 is blocked",
    "Column B, lands on B1; empty; B4 is bonus",
    "Column C, full; from the bottom yellow, ban, red",
  ]);
  const over = { ...snapshot, outcome: { winner: null, cells: [] } };
  assert.match(words.columnText(board, over, 1), /^Column B, the game is over; empty/);
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
  assert.deepEqual([0.4, 25.4, 185].map(words.duration), ["0.4 s", "25 s", "3 min 5 s"]);
});
