import assert from "node:assert/strict";
import { afterEach, beforeEach, it, mock } from "node:test";

import { createAnalysis } from "../../../src/dropfour/web/static/analysis.js";
import * as api from "../../../src/dropfour/web/static/api.js";
import { createSitting } from "../../../src/dropfour/web/static/sitting.js";
import * as tree from "../../../src/dropfour/web/static/state.js";
import { INFO, snapshot } from "./snapshots.js";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A connection that opens and closes when the test says so. */
class FakeWebSocket extends EventTarget {
  static OPEN = 1;
  static last = null;
  readyState = 0;
  sent = [];
  constructor() {
    super();
    FakeWebSocket.last = this;
  }

  send(text) {
    const { type, ...rest } = JSON.parse(text);
    this.sent.push(type === "analyse" ? `analyse ${rest.moves}` : type);
  }

  become(state, event) {
    this.readyState = state;
    this.dispatchEvent(new Event(event));
  }
}

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  Object.assign(globalThis, {
    WebSocket: FakeWebSocket,
    location: new URL("http://localhost/"),
    addEventListener() {},
  });
});
afterEach(() => mock.timers.reset());

/** A page on two moves whose connection was lost and is being made again. */
async function offline({ game }) {
  api.listen({
    onEvent() {},
    onOnline: (online) => {
      if (!online) asking.lose();
      sitting.setOnline(online);
    },
  });
  const sitting = createSitting({
    api,
    notify: () => asking.follow(),
    keep: { of: () => ({}), tokensOf: () => ["t"] },
  });
  const asking = createAnalysis({ sitting, api, notify() {} });
  sitting.tree = tree.createTree(INFO, null, snapshot([]));
  sitting.cursor = tree.addMove(
    sitting.tree,
    tree.addMove(sitting.tree, 0, 3, snapshot([3])),
    2,
    snapshot([3, 2]),
  );
  const human = "human";
  if (game)
    sitting.game = {
      id: "g1",
      seq: 2,
      players: [human, human],
      sides: [0, 1],
      head: sitting.cursor,
    };
  api.leave("none"); // connects
  FakeWebSocket.last.become(3, "close");
  await nextTurn();
  mock.timers.tick(1000);
  return { sitting, asking, wire: FakeWebSocket.last };
}

it("a game is joined again before anything is said about it", async () => {
  const { sitting, wire } = await offline({ game: true });
  sitting.undo().catch(() => {});
  wire.become(1, "open");
  await nextTurn();
  assert.deepEqual(wire.sent, ["join", "line"]);
});

it("a live analysis is asked for after what was said without a connection", async () => {
  const { sitting, asking, wire } = await offline({ game: false });
  asking.on = true;
  asking.hint();
  sitting.go(0); // and the hint is given up
  wire.become(1, "open");
  await nextTurn();
  assert.deepEqual(wire.sent, ["analyse 3,2", "stop", "analyse "]);
});
