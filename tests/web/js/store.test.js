import assert from "node:assert/strict";
import { beforeEach, describe, it, mock } from "node:test";

import { keep, load } from "../../../src/dropfour/web/static/store.js";

const stored = new Map();
globalThis.localStorage = {
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, text) => stored.set(name, text),
};

beforeEach(() => {
  stored.clear();
  stored.set("dropfour.games", "{}");
});

describe("what the browser knows of games", () => {
  it("is read as it was before there was more to say than tokens", () => {
    stored.set("dropfour.games", JSON.stringify({ g1: ["a", null, "c"] }));
    assert.deepEqual(keep.tokensOf("g1"), ["a", "c"]);
    keep.note("g1", { sides: [0] });
    assert.deepEqual(keep.of("g1").tokens, ["a", "c"]);
  });

  it("is not lost when another tab writes", () => {
    keep.note("g1", { tokens: ["a"] });
    const { g1 } = load("games", {});
    stored.set("dropfour.games", JSON.stringify({ g1, g2: { tokens: ["b"] } }));
    keep.note("g3", { tokens: ["c"] });
    assert.deepEqual(["g1", "g2", "g3"].map(keep.tokensOf), [["a"], ["b"], ["c"]]);
    keep.forget("g2");
    assert.deepEqual(keep.ids().sort(), ["g1", "g3"]);
  });

  it("has the latest first, and not more than two hundred", () => {
    mock.timers.enable({ apis: ["Date"] });
    for (let game = 0; game < 250; game++) {
      mock.timers.tick(1);
      keep.note(`g${game}`);
    }
    mock.timers.tick(1);
    keep.note("g100");
    assert.deepEqual(keep.ids().slice(0, 3), ["g100", "g249", "g248"]);
    assert.equal(keep.ids().length, 200);
    mock.timers.reset();
  });
});
