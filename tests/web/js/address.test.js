import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { readAddress, writeAddress } from "../../../src/dropfour/web/static/address.js";

const NOTHING = { rules: null, start: null, moves: "", game: null, key: null, view: null };
const cases = [
  { rules: { preset: "classic" }, moves: "DDE" },
  { rules: { preset: "forbidden", seed: 17 } },
  {
    rules: {
      name: "50 % & more #1",
      heights: [3, 2],
      goal: { shapes: [["X.", "XX"]], rotate: true },
    },
    start: "X!/- O!",
    moves: "!A B",
  },
  { game: "k3-_v9", key: "k0-e_y" },
  { view: "editor" },
];

describe("the address", () => {
  for (const fields of cases) {
    it(`comes back from ${writeAddress({ ...NOTHING, ...fields })}`, () => {
      const whole = { ...NOTHING, ...fields };
      assert.deepEqual(readAddress(writeAddress(whole)), whole);
    });
  }

  it("is short for a preset", () => {
    assert.equal(writeAddress({ rules: { preset: "classic" }, moves: "DDE" }), "#r=classic&m=DDE");
  });

  it("is empty for nothing, and nonsense is nothing", () => {
    assert.equal(writeAddress({ rules: null }), "");
    assert.deepEqual(readAddress("#main"), NOTHING);
    assert.deepEqual(readAddress("#r={broken"), NOTHING);
    assert.deepEqual(readAddress(""), NOTHING);
  });

  it("holds only characters that survive chats and mails", () => {
    assert.match(writeAddress({ rules: { name: "a<b>\"c'", rows: 6 } }), /^#[\w%~.,/:!=&+()'*-]+$/);
  });
});
