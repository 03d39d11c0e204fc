import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";

import * as door from "../../../src/dropfour/web/static/api.js";
import { createSitting } from "../../../src/dropfour/web/static/sitting.js";
import { INFO, snapshot } from "./snapshots.js";

const HUMAN = "human";
const COMPUTER = "auto:level=1";
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A server of one game that does as docs/web-api.md says, as far as a sitting can tell. */
function fakeServer(players, sides = [0, 1]) {
  const game = {
    id: "g1",
    seq: 0,
    revision: 0,
    info: INFO,
    start: "-/-/-/-/-/-/- X",
    players,
    names: ["", ""],
    here: [true, true],
    moves: [],
    asked: null,
    result: null,
    clock: null,
    invited: null,
    rematch: null,
    thinking: false,
  };
  const sent = [];
  const message = () => ({
    type: "game",
    sides,
    game: { ...structuredClone(game), snapshot: snapshot(game.moves) },
  });
  let sitting = null;
  const server = {
    game,
    sent,
    message,
    refuse: null,
    api: {
      ...door,
      leave: (id) => sent.push({ type: "leave", game: id }),
      join: (id) => server.api.change({ type: "join", game: id }),
      async change(each) {
        sent.push(each);
        if (server.refuse) throw server.refuse;
        if (each.type === "move") game.moves = [...game.moves, each.column];
        if (each.type === "line") game.moves = each.moves;
        if (each.type === "players") game.players = each.players;
        if (each.type === "go") game.thinking = true;
        else if (each.seq !== undefined && each.type !== "ask") game.seq += 1;
        game.revision += 1;
        sitting?.hear(message());
        return message();
      },
    },
    think(column) {
      game.thinking = false;
      game.moves = [...game.moves, column];
      game.seq += 1;
      game.revision += 1;
      sitting.hear(message());
    },
    connect(made) {
      sitting = made;
      return made;
    },
    types: () => sent.map(({ type }) => type).filter((type) => type !== "leave"),
  };
  return server;
}

/** Somebody who has not opened anything yet. */
function seated(players, sides) {
  const server = fakeServer(players, sides);
  const keep = { note() {}, of: () => ({}), tokensOf: () => ["t"] };
  const sitting = server.connect(createSitting({ api: server.api, notify() {}, keep }));
  return { server, sitting };
}

async function begun(players, sides) {
  const { server, sitting } = seated(players, sides);
  await sitting.start({ rules: { preset: "classic" }, players });
  server.sent.length = 0;
  return { server, sitting };
}

let page = Infinity; // snapshots in an answer

beforeEach(() => {
  page = Infinity;
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(globalThis, "fetch", async (path, { body }) => {
    const { moves = [], from = moves.length, to = moves.length } = JSON.parse(body);
    const all = Array.from({ length: moves.length + 1 }, (_, ply) =>
      snapshot([...moves].slice(0, ply)),
    );
    const answer =
      path === "/api/games"
        ? { id: "g1", tokens: ["a", "b"] }
        : {
            faults: [],
            info: INFO,
            moves: [...moves],
            snapshots: all.slice(from, to + 1).slice(0, page),
          };
    return { ok: true, json: async () => answer };
  });
});
afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

async function pass(ms) {
  mock.timers.tick(ms);
  await nextTurn();
}

describe("a game against the computer", () => {
  it("lets the computer answer, once", async () => {
    const { server, sitting } = await begun([HUMAN, COMPUTER]);
    await sitting.play(3);
    sitting.hear(server.message());
    await pass(1000);
    assert.deepEqual(server.types(), ["move", "go"]);
    server.think(2);
    await pass(1000);
    assert.deepEqual(server.types(), ["move", "go"]);
    assert.deepEqual(sitting.where().moves, [3, 2]);
  });

  it("refuses moves for the computer, in words", async () => {
    const { sitting } = await begun([COMPUTER, HUMAN]);
    await assert.rejects(sitting.play(3), /computer is to move/);
  });

  it("undo takes both moves back, redo plays them again", async () => {
    const { server, sitting } = await begun([HUMAN, COMPUTER]);
    await sitting.play(3);
    server.think(2);
    await sitting.undo();
    assert.deepEqual(server.sent.at(-1), { type: "line", moves: [], game: "g1", seq: 2 });
    assert.equal(sitting.cursor, 0);
    await sitting.redo();
    assert.deepEqual(server.game.moves, [3, 2]);
    assert.deepEqual(sitting.where().moves, [3, 2]);
  });

  it("a move at an earlier position starts a branch, and both are kept", async () => {
    const { server, sitting } = await begun([HUMAN, COMPUTER]);
    await sitting.play(3);
    server.think(2);
    sitting.go(0);
    await sitting.play(5);
    assert.deepEqual(server.game.moves, [5]);
    assert.deepEqual(
      sitting.node(0).children.map((id) => sitting.node(id).column),
      [3, 5],
    );
  });

  it("tries again after a moment when the server is busy", async () => {
    const { server, sitting } = await begun([HUMAN, COMPUTER]);
    await sitting.play(3);
    server.refuse = Object.assign(new Error("busy"), { code: "busy" });
    await pass(300);
    server.refuse = null;
    await pass(1500);
    await pass(300);
    assert.deepEqual(server.types(), ["move", "go", "go"]);
  });

  it("tries again when the search itself was turned away", async () => {
    const { server, sitting } = await begun([HUMAN, COMPUTER]);
    await sitting.play(3);
    await pass(300);
    server.game.thinking = false;
    sitting.hear(server.message());
    sitting.hear({ type: "error", game: "g1", error: { code: "busy", message: "busy" } });
    await pass(1500);
    await pass(300);
    assert.deepEqual(server.types(), ["move", "go", "go"]);
  });

  it("comes back after a lost connection: joins, and lets the computer move", async () => {
    const { server, sitting } = await begun([HUMAN, COMPUTER]);
    await sitting.play(3);
    await pass(300);
    await sitting.setOnline(false);
    assert.match(sitting.obstacle() ?? "", /No connection/);
    server.game.thinking = false;
    await sitting.setOnline(true);
    await pass(300);
    assert.deepEqual(server.types(), ["move", "go", "join", "go"]);
  });

  it("joins again after a moment when the server is busy, unless one has left", async () => {
    const { server, sitting } = await begun([HUMAN, HUMAN]);
    await sitting.setOnline(false);
    server.game.moves = [3];
    server.game.revision += 1;
    server.refuse = Object.assign(new Error("busy"), { code: "busy" });
    await sitting.setOnline(true);
    await pass(1500);
    assert.equal(sitting.node().snapshot.ply, 0);
    server.refuse = null;
    await pass(1500);
    assert.deepEqual(server.types(), ["join", "join", "join"]);
    assert.equal(sitting.node().snapshot.ply, 1);
    server.refuse = Object.assign(new Error("busy"), { code: "busy" });
    await sitting.setOnline(true);
    sitting.leave();
    await pass(1500);
    assert.equal(server.types().length, 4);
  });
});

describe("computer against computer", () => {
  it("runs by itself, stops on pause, and goes one move on a step", async () => {
    const { server, sitting } = await begun([COMPUTER, COMPUTER]);
    await pass(600);
    server.think(3);
    sitting.setPaused(true);
    await pass(2000);
    assert.deepEqual(server.types(), ["go"]);
    sitting.step();
    await pass(10);
    server.think(2);
    await pass(2000);
    assert.deepEqual(server.types(), ["go", "go"]);
    sitting.setPaused(false);
    await pass(10);
    assert.deepEqual(server.types(), ["go", "go", "go"]);
  });

  it("is no longer paused once a human plays", async () => {
    const { server, sitting } = await begun([COMPUTER, COMPUTER]);
    sitting.setPaused(true);
    await sitting.setPlayers([COMPUTER, HUMAN]);
    assert.equal(sitting.paused, false);
    await pass(300);
    assert.deepEqual(server.types(), ["players", "go"]);
  });
});

describe("two browsers", () => {
  it("only the own side may be moved", async () => {
    const { sitting } = await begun([HUMAN, HUMAN], [1]);
    await assert.rejects(sitting.play(3), /other side/);
  });

  it("asks before it takes back", async () => {
    const { server, sitting } = await begun([HUMAN, HUMAN], [0]);
    await sitting.play(3);
    server.think(2);
    await sitting.undo();
    assert.deepEqual(server.sent.at(-1), {
      type: "ask",
      kind: "moves",
      moves: [],
      game: "g1",
      seq: 2,
    });
  });

  it("earlier positions can be explored without touching the game", async () => {
    const { server, sitting } = await begun([HUMAN, HUMAN], [0]);
    await sitting.play(3);
    server.think(2);
    sitting.go(0);
    await sitting.play(6);
    assert.deepEqual(server.types(), ["move"]);
    assert.deepEqual(sitting.where().moves, [6]);
    assert.deepEqual(server.game.moves, [3, 2]);
  });

  it("a move made while the game is being opened is not missed", async () => {
    const { server, sitting } = seated([HUMAN, HUMAN], [1]);
    const fetch = globalThis.fetch;
    mock.method(
      globalThis,
      "fetch",
      (...request) => {
        server.think(3); // the other one moves after we have joined
        return fetch(...request);
      },
      { times: 1 },
    );
    await sitting.join("g1");
    assert.deepEqual(sitting.where().moves, [3]);
    assert.equal(sitting.game.seq, 1);
  });

  /** Joins a game, and does something else while its positions are on their way. */
  async function disturbed(meanwhile) {
    const { server, sitting } = seated([HUMAN, HUMAN], [1]);
    const fetch = globalThis.fetch;
    let other = null;
    mock.method(
      globalThis,
      "fetch",
      async (...request) => {
        other = meanwhile(sitting);
        await nextTurn();
        return fetch(...request);
      },
      { times: 1 },
    );
    await sitting.join("g1");
    await other;
    return { sitting, sent: server.sent.map(({ type }) => type) };
  }

  it("who goes away while a game is being opened is not thrown back, and leaves it", async () => {
    const { sitting, sent } = await disturbed((each) => each.leave());
    assert.equal(sitting.tree, null);
    assert.deepEqual(sent, ["join", "leave"]);
  });

  it("who opens another board meanwhile gets that one, and leaves the game", async () => {
    const { sitting, sent } = await disturbed((each) =>
      each.open({ rules: { preset: "classic" }, moves: [3] }),
    );
    assert.deepEqual(sitting.where().moves, [3]);
    assert.deepEqual([sitting.game, sent], [null, ["join", "leave"]]);
  });

  it("who opens the same game meanwhile does not leave it", async () => {
    const { server, sitting } = seated([HUMAN, HUMAN], [1]);
    const fetch = globalThis.fetch;
    const release = [];
    mock.method(globalThis, "fetch", async (...request) => {
      await new Promise((resolve) => release.push(resolve));
      return fetch(...request);
    });
    const both = [sitting.join("g1"), sitting.join("g1")];
    await nextTurn();
    for (const each of release) {
      each();
      await nextTurn();
    }
    await Promise.all(both);
    assert.equal(sitting.game.id, "g1");
    assert.deepEqual(
      server.sent.map(({ type }) => type),
      ["join", "join"],
    );
  });

  it("a game that cannot be shown is left", async () => {
    const { server, sitting } = seated([HUMAN, HUMAN], [1]);
    mock.method(
      globalThis,
      "fetch",
      async () => {
        throw new TypeError("offline");
      },
      { times: 1 },
    );
    await assert.rejects(sitting.join("g1"), /does not answer/);
    assert.deepEqual(
      server.sent.map(({ type }) => type),
      ["join", "leave"],
    );
  });

  it("what fails after one has gone away is not heard of", async () => {
    const { sitting } = seated([HUMAN, HUMAN], [1]);
    mock.method(
      globalThis,
      "fetch",
      async () => {
        throw new TypeError("offline");
      },
      { times: 1 },
    );
    const opening = sitting.open({ rules: { preset: "classic" } });
    sitting.leave();
    await opening;
  });

  it("who opens the game once more stays in it", async () => {
    const { server, sitting } = await begun([HUMAN, HUMAN]);
    await sitting.join("g1");
    assert.deepEqual(
      server.sent.map(({ type }) => type),
      ["join"],
    );
    server.think(3);
    assert.deepEqual(sitting.where().moves, [3]);
  });

  it("one who holds nothing watches", async () => {
    const { sitting } = await begun([HUMAN, HUMAN], []);
    assert.match(sitting.obstacle(), /watching/);
  });
});

describe("a long game", () => {
  const moves = [3, 3, 2, 2, 4, 1, 5, 5];
  const known = (sitting) =>
    [...sitting.tree.nodes.values()].filter((node) => node.snapshot).length;

  async function turns() {
    for (let turn = 0; turn < 6; turn++) await nextTurn();
  }

  it("is fetched in pages, what one looks at first", async () => {
    page = 3;
    const { sitting } = seated([HUMAN, HUMAN]);
    await sitting.open({ rules: { preset: "classic" }, moves });
    assert.deepEqual(sitting.where().moves, moves);
    assert.ok(sitting.node().snapshot);
    assert.equal(known(sitting), 4);
    await turns();
    assert.equal(known(sitting), 9);
    const asked = globalThis.fetch.mock.calls.map(({ arguments: [, { body }] }) =>
      JSON.parse(body),
    );
    assert.deepEqual(
      asked.map(({ from, to }) => [from, to]),
      [
        [0, undefined],
        [undefined, undefined],
        [3, undefined],
        [6, undefined],
      ],
    );
  });

  /** Opens it; the third request comes to this. */
  async function disturbedBy(third) {
    page = 3;
    const { sitting } = seated([HUMAN, HUMAN]);
    const { fetch } = globalThis;
    let calls = 0;
    mock.method(globalThis, "fetch", (...request) => (++calls === 3 ? third() : fetch(...request)));
    await sitting.open({ rules: { preset: "classic" }, moves });
    await turns();
    assert.equal(known(sitting), 4);
    return sitting;
  }

  it("goes on after the server was busy", async () => {
    const error = { code: "busy", message: "busy" };
    const sitting = await disturbedBy(async () => ({ ok: false, json: async () => ({ error }) }));
    await pass(1500);
    await turns();
    assert.equal(known(sitting), 9);
  });

  it("goes on when one steps through it after the server was gone", async () => {
    const sitting = await disturbedBy(async () => {
      throw new TypeError("offline");
    });
    sitting.go(5);
    await turns();
    assert.ok(sitting.node().snapshot);
  });
});

describe("people", () => {
  /** Somebody on a side, and what the page is told besides the state of the game. */
  async function heard(sides, fields = {}) {
    const server = fakeServer([HUMAN, HUMAN], sides);
    Object.assign(server.game, fields);
    const told = [];
    const kept = {};
    const keep = {
      of: (id) => kept[id] ?? {},
      tokensOf: (id) => keep.of(id).tokens ?? [],
      note: (id, more) => (kept[id] = { ...keep.of(id), ...more }),
    };
    const notify = (what) => !["open", "game"].includes(what) && told.push(what);
    const sitting = server.connect(createSitting({ api: server.api, notify, keep }));
    await sitting.join("g1");
    const change = (more) => {
      Object.assign(server.game, more, { revision: server.game.revision + 1 });
      sitting.hear(server.message());
    };
    return { server, sitting, told, kept, change };
  }

  const draw = { number: 5, side: 0, kind: "draw", moves: null };

  it("hear that they were declined, but not that they thought again", async () => {
    const { sitting, told, change } = await heard([0]);
    change({ asked: draw });
    change({ asked: null });
    assert.deepEqual(told, ["declined"]);
    change({ asked: { ...draw, number: 8 } });
    await sitting.table.answer(false);
    change({ asked: null });
    change({ asked: { ...draw, side: 1, number: 11 } });
    change({ asked: null }); // theirs
    assert.deepEqual(told, ["declined"]);
  });

  it("hear when it is their turn, and nobody else does", async () => {
    const mine = await heard([1]);
    mine.server.think(3);
    assert.deepEqual([mine.told, mine.sitting.isMyTurn()], [["turn"], true]);
    mine.change({ result: { winner: 1, reason: "time" } });
    assert.equal(mine.sitting.isMyTurn(), false);
    assert.match(mine.sitting.obstacle(), /over/);
    for (const sides of [[0], [0, 1], []]) {
      const other = await heard(sides);
      other.server.think(3);
      assert.deepEqual([other.told, other.sitting.isMyTurn()], [[], false]);
    }
  });

  it("follow to the rematch with their tokens, once", async () => {
    const { server, sitting, kept, change } = await heard([0]);
    kept.g1.tokens = ["mine"];
    server.sent.length = 0;
    change({ rematch: "g2", result: { winner: 0, reason: "resigned" } });
    await nextTurn();
    assert.deepEqual(kept.g2.tokens, ["mine"]);
    assert.deepEqual(server.types(), ["join"]);
    assert.equal(server.sent[0].game, "g2");
    server.sent.length = 0;
    await sitting.join("g1"); // back to the old game: it stays there
    await nextTurn();
    assert.deepEqual(server.types(), ["join"]);
  });

  it("have a seat in a rematch that began while they were away", async () => {
    const { server, sitting, kept } = await heard([0], { rematch: "g2" });
    kept.g1.tokens = ["mine"];
    server.sent.length = 0;
    await sitting.table.rematch();
    assert.deepEqual(kept.g2.tokens, ["mine"]);
    assert.deepEqual(server.types(), ["join"]);
    kept.g2.tokens = ["another"]; // of a seat that was taken since
    await sitting.join("g1");
    await sitting.table.rematch();
    assert.deepEqual(kept.g2.tokens, ["another"]);
  });

  it("news that are older than what is known change nothing", async () => {
    const { server, sitting, change } = await heard([0]);
    const old = server.message();
    change({ names: ["Ada", ""] });
    sitting.hear(old);
    assert.deepEqual(sitting.game.names, ["Ada", ""]);
  });

  it("an invitation takes its key along until there is an answer", async () => {
    const { server, sitting, kept } = await heard([]);
    const join = mock.method(server.api, "join", async () => {
      throw Object.assign(new Error("offline"), { code: "offline" });
    });
    await assert.rejects(sitting.join("g1", { key: "k" }), /offline/);
    const [, [token], key] = join.mock.calls[0].arguments;
    assert.ok(token.length >= 16 && key === "k" && kept.g1.tokens[0] === token);
    await assert.rejects(sitting.join("g1"), /offline/); // the page was loaded again
    assert.deepEqual(join.mock.calls[1].arguments, ["g1", [token], "k"]);
    const used = Object.assign(new Error("used"), { code: "not_your_side" });
    join.mock.mockImplementationOnce(async () => {
      throw used;
    });
    join.mock.mockImplementation(async () => server.message());
    await assert.rejects(sitting.join("g1"), used);
    assert.deepEqual([kept.g1.tokens, kept.g1.key, sitting.game.id], [[], null, "g1"]);
  });
});

describe("a new game", () => {
  it("is ours, even if we go elsewhere before it is there", async () => {
    const { server } = seated([HUMAN, HUMAN]);
    const kept = {};
    const keep = { note: (id, fields) => Object.assign((kept[id] ??= {}), fields) };
    const sitting = createSitting({ api: server.api, notify() {}, keep });
    const opening = sitting.start({ rules: { preset: "classic" }, players: [HUMAN, HUMAN] });
    sitting.leave();
    await opening;
    assert.equal(sitting.game, null);
    assert.deepEqual(Object.values(kept)[0].sides, [0, 1]);
  });
});

describe("an analysis board", () => {
  it("a move that comes after another board was opened is dropped", async () => {
    const { sitting } = await begun([HUMAN, HUMAN]);
    await sitting.open({ rules: { preset: "classic" }, moves: [3, 3] });
    const opening = sitting.start({ rules: { preset: "classic" }, players: [HUMAN, HUMAN] });
    const fetch = globalThis.fetch;
    let release;
    mock.method(
      globalThis,
      "fetch",
      async (...request) => {
        await new Promise((resolve) => {
          release = resolve;
        });
        return fetch(...request);
      },
      { times: 1 },
    );
    const move = sitting.play(4);
    await opening;
    release();
    await move;
    assert.deepEqual(sitting.where().moves, []);
  });

  it("who steps on before the disc has landed is not thrown back", async () => {
    const { sitting } = await begun([HUMAN, HUMAN]);
    await sitting.open({ rules: { preset: "classic" }, moves: [3, 3] });
    const move = sitting.play(4);
    sitting.go(sitting.node().parent);
    await move;
    assert.deepEqual(sitting.where().moves, [3]);
  });

  it("plays both sides without a game", async () => {
    const { sitting } = await begun([HUMAN, HUMAN]);
    await sitting.open({ rules: { preset: "classic" }, moves: [3] });
    await sitting.play(3);
    await sitting.play(4);
    assert.deepEqual(sitting.where().moves, [3, 3, 4]);
    await sitting.undo();
    assert.deepEqual(sitting.where().moves, [3, 3]);
    await sitting.redo();
    assert.deepEqual(sitting.where().moves, [3, 3, 4]);
  });
});
