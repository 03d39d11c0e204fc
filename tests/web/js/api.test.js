import assert from "node:assert/strict";
import { afterEach, beforeEach, it, mock } from "node:test";

import { createAnalysis } from "../../../src/dropfour/web/static/analysis.js";
import { createSocket } from "../../../src/dropfour/web/static/api.js";
import { createSession } from "../../../src/dropfour/web/static/session.js";
import * as tree from "../../../src/dropfour/web/static/state.js";
import { INFO, snapshot } from "./snapshots.js";

const settled = () => new Promise((resolve) => setImmediate(resolve));

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
  const socket = createSocket({
    onMessage() {},
    onState: (open) => {
      if (!open) engine.lose();
      session.setOnline(open);
    },
  });
  const session = createSession({
    socket,
    notify: () => engine.follow(),
    keep: { tokensOf: () => ["t"] },
  });
  const engine = createAnalysis({ session, socket, notify() {} });
  session.tree = tree.createTree(INFO, null, snapshot([]));
  session.cursor = tree.addMove(
    session.tree,
    tree.addMove(session.tree, 0, 3, snapshot([3])),
    2,
    snapshot([3, 2]),
  );
  const human = "human";
  if (game)
    session.game = {
      id: "g1",
      seq: 2,
      players: [human, human],
      sides: [0, 1],
      head: session.cursor,
    };
  socket.connect();
  FakeWebSocket.last.become(3, "close");
  await settled();
  mock.timers.tick(1000);
  return { session, engine, wire: FakeWebSocket.last };
}

it("a game is joined again before anything is said about it", async () => {
  const { session, wire } = await offline({ game: true });
  session.undo().catch(() => {});
  wire.become(1, "open");
  await settled();
  assert.deepEqual(wire.sent, ["join", "line"]);
});

it("a live analysis is asked for after what was said without a connection", async () => {
  const { session, engine, wire } = await offline({ game: false });
  engine.on = true;
  engine.hint();
  session.go(0); // and the hint is given up
  wire.become(1, "open");
  await settled();
  assert.deepEqual(wire.sent, ["analyse 3,2", "stop", "analyse "]);
});
