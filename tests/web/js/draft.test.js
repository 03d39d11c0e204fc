import assert from "node:assert/strict";
import { describe, it } from "node:test";

import * as drafts from "../../../src/dropfour/web/static/draft.js";

const small = { ...drafts.EMPTY, heights: [3, 3, 3] };

describe("a draft of rules", () => {
  it("is written as rows and columns where it is a grid", () => {
    assert.deepEqual(drafts.toRules(small), {
      rows: 3,
      columns: 3,
      ending: "first",
      goal: { line: 4 },
    });
    assert.deepEqual(drafts.toRules(drafts.setHeight(small, 1, 2)).heights, [3, 2, 3]);
  });

  it("marks cells, one kind each, and unmarks them", () => {
    const dead = drafts.mark(small, [1, 2], "dead");
    assert.deepEqual(drafts.toRules(dead).dead, ["B3"]);
    const blocked = drafts.mark(dead, [1, 2], "blocked");
    assert.deepEqual(
      [drafts.toRules(blocked).dead, drafts.toRules(blocked).blocked],
      [undefined, ["B3"]],
    );
    assert.deepEqual(drafts.mark(blocked, [1, 2], "blocked").cells, {});
    assert.deepEqual(drafts.mark(blocked, [1, 2], "plain").cells, {});
  });

  it("loses marks and discs that are cut off", () => {
    let draft = drafts.mark(small, [2, 2], "bonus");
    draft = drafts.pile(drafts.pile(draft, 2, "X"), 2, "O");
    draft = drafts.addRows(draft, -2);
    assert.deepEqual(draft.cells, {});
    assert.equal(drafts.toStart(draft), "-/-/X X");
    assert.equal(drafts.addColumns(draft, -1).heights.length, 2);
  });

  it("stays within 1 and 32", () => {
    assert.deepEqual(drafts.setHeight(small, 0, 0).heights, [1, 3, 3]);
    assert.deepEqual(drafts.setHeight(small, 0, 99).heights, [32, 3, 3]);
    const one = { ...drafts.EMPTY, heights: [1] };
    assert.deepEqual(drafts.addColumns(one, -1).heights, [1]);
    assert.deepEqual(drafts.addRows(one, -1).heights, [1]);
  });

  it("piles discs past blocked cells", () => {
    let draft = drafts.mark(small, [0, 0], "blocked");
    for (const letter of "XOX") draft = drafts.pile(draft, 0, letter);
    assert.equal(drafts.toStart(draft), "XO/-/- X", "two cells are left for discs");
    assert.deepEqual(drafts.drawable(draft).snapshot.columns, ["#XO", "...", "..."]);
    assert.equal(drafts.toStart(drafts.pile(draft, 0, "")), "X/-/- X");
  });

  it("starts empty with red to move, unless told otherwise", () => {
    assert.equal(drafts.toStart(small), null);
    assert.equal(drafts.toStart({ ...small, turn: 1 }), "-/-/- O");
  });

  it("takes cells of a shape on and off", () => {
    let draft = drafts.setGoal(small, { kind: "shapes", shapes: [[]] });
    for (const cell of [
      [0, 0],
      [1, 0],
      [0, 1],
      [4, 4],
    ])
      draft = drafts.toggleShapeCell(draft, 0, cell);
    draft = drafts.toggleShapeCell(draft, 0, [4, 4]);
    assert.deepEqual(drafts.toRules(draft).goal, {
      shapes: [
        [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
      ],
      rotate: true,
      mirror: true,
    });
  });

  it("comes back from what the server says of it", () => {
    let draft = drafts.setGoal(drafts.mark(small, [1, 1], "bonus"), {
      kind: "shapes",
      shapes: [
        [
          [1, 1],
          [0, 0],
        ],
      ],
    });
    draft = drafts.pile({ ...draft, ending: "full", turn: 1, name: "mine" }, 1, "X");
    const board = { heights: [3, 3, 3], dead: [], blocked: [], bonus: [[1, 1]] };
    const rules = drafts.toRules(draft);
    const goal = { ...rules.goal, shapes: [[".X", "X."]] }; // as the server writes it
    const again = drafts.fromInfo({ rules: { ...rules, goal }, board }, drafts.toStart(draft));
    assert.deepEqual(drafts.toRules(again), drafts.toRules(draft));
    assert.equal(drafts.toStart(again), drafts.toStart(draft));
  });
});
