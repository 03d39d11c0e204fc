import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  isLarge,
  lensOn,
  moved,
  resized,
  revealing,
  seenAt,
  zoomed,
} from "../../../src/dropfour/web/static/lens.js";

const SIZES = { readable: 0.5, largest: 2 };
const on = (width, height, room = { width: 300, height: 200 }) =>
  lensOn({ width, height }, room, SIZES);
const seen = ({ x, y, scale, room }) => [x, y, x + room.width / scale, y + room.height / scale];

describe("a lens", () => {
  it("shows all of what fits, in the middle, and then nothing moves it", () => {
    const lens = on(300, 100);
    assert.equal(isLarge(lens), false);
    assert.deepEqual(seen(lens), [0, -50, 300, 150]);
    for (const other of [zoomed(lens, 3), moved(lens, [40, 40]), zoomed(lens, 0)])
      assert.deepEqual(other, lens);
  });

  it("makes nothing larger than the largest", () => {
    assert.equal(on(10, 10).scale, 2);
  });

  it("shows what is large at a scale that can be read, from its bottom up", () => {
    const lens = on(2000, 1000);
    assert.ok(isLarge(lens));
    assert.deepEqual(seen(lens), [700, 600, 1300, 1000]);
  });

  it("goes from the whole to the largest, and not further", () => {
    const lens = on(2000, 1000);
    assert.equal(zoomed(lens, 0).scale, 300 / 2000);
    assert.equal(zoomed(lens, 1000).scale, 2);
  });

  it("keeps what is under the hand under it", () => {
    const lens = on(2000, 2000);
    const hand = [30, 50];
    const under = ({ x, y, scale }) => [x + hand[0] / scale, y + hand[1] / scale];
    const near = zoomed(lens, 1.7, hand);
    under(near).forEach((place, way) => assert.ok(Math.abs(place - under(lens)[way]) < 1e-9));
  });

  it("is moved by pixels and stays on the drawing", () => {
    const lens = on(2000, 1000);
    assert.equal(moved(lens, [10, 0]).x, lens.x - 20);
    assert.deepEqual(seen(moved(lens, [9999, 9999])).slice(0, 2), [0, 0]);
    assert.deepEqual(seen(moved(lens, [-9999, -9999])).slice(2), [2000, 1000]);
  });

  it("moves as little as it takes to show a box", () => {
    const lens = on(2000, 1000);
    const box = (left, top) => ({ left, top, right: left + 100, bottom: top + 100 });
    assert.deepEqual(revealing(lens, box(900, 700)), lens);
    assert.deepEqual(seen(revealing(lens, box(100, 700))), [100, 600, 700, 1000]);
    assert.deepEqual(seen(revealing(lens, box(1900, 0))), [1400, 0, 2000, 400]);
  });

  it("knows where a point is seen, and keeps it there when enlarged about it", () => {
    const lens = on(2000, 1000);
    assert.equal(seenAt(lens, [100, 900]), undefined);
    const there = seenAt(lens, [800, 900]);
    assert.deepEqual(there, [50, 150]);
    assert.deepEqual(seenAt(zoomed(lens, 2, there), [800, 900]), there);
  });

  it("keeps its place when the window changes", () => {
    const lens = zoomed(on(2000, 1000), 2);
    const fresh = on(2000, 1000, { width: 400, height: 300 });
    const after = resized(lens, fresh);
    assert.equal(after.scale, lens.scale);
    assert.equal(after.x + 200 / after.scale, lens.x + 150 / lens.scale);
    const all = resized(zoomed(lens, 0), fresh);
    assert.equal(all.scale, fresh.least);
    assert.deepEqual(resized(lens, on(100, 100)), on(100, 100));
  });
});
