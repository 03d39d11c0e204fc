// One sitting at one board: the tree of moves, where we stand in it, and the game on the server
// that it may belong to. No DOM; `notify` is called after every change with what kind it was.
//
// Without a game the board is an analysis board: any move of either side may be tried. With one,
// moves made at its end are played, moves made earlier start a branch of it, and a computer's
// side moves when we say `go`.

import * as api from "./api.js";
import * as tree from "./state.js";
import { HUMAN } from "./words.js";

/** The start, or null where it is the empty board with X to move: addresses stay short. */
const worthSaying = (start) => (start && !/^[-/]+ X$/.test(start) ? start : null);

export function createSession({ socket, notify, keep }) {
  const session = {
    tree: null, // null until a board is opened
    rules: null, // the rules as an address may write them
    cursor: 0, // the node we look at
    game: null, // { id, seq, players, sides, head, thinking, asked }
    paused: false,
    online: true,
    epoch: 0, // grows with every board opened or left, so that late answers are dropped
  };
  let joining = null; // { id, last }: the game being opened and the last word of it
  let goSent = -1; // the seq for which we said go

  const node = (id = session.cursor) => tree.at(session.tree, id);
  const where = (id = session.cursor) => ({
    rules: session.tree.info.rules,
    moves: tree.movesTo(session.tree, id),
    ...(session.tree.start ? { start: session.tree.start } : {}),
  });
  const isComputer = (side) => Boolean(session.game) && session.game.players[side] !== HUMAN;
  const isHuman = (side) => !isComputer(side);
  const holds = (side) => !session.game || session.game.sides.includes(side);
  const atHead = () => !session.game || session.cursor === session.game.head;
  const ownsGame = () => [0, 1].every(holds);

  // ---- Opening ---------------------------------------------------------------------------

  /** Opens something; what comes of it once another was begun is dropped, failures too. */
  const opening =
    (steps) =>
    async (...args) => {
      const mine = ++session.epoch;
      const current = () => mine === session.epoch;
      try {
        await steps(current, ...args);
      } catch (error) {
        if (current()) throw error;
      }
    };

  /** Opens a position for analysis; throws what is wrong with it, in words. */
  const open = opening(async (current, { rules, start = null, moves = "" }) => {
    const answer = await api.position({ rules, moves, ...(start ? { start } : {}), from: 0 });
    if (answer.faults.length)
      throw new api.ApiError({ code: "faults", message: "", faults: answer.faults });
    if (!current()) return;
    untie();
    session.rules = rules;
    build(answer.info, worthSaying(start), answer.snapshots);
    session.cursor = session.tree.next - 1;
    notify("open");
  });

  /** Starts a game on the server and joins it. */
  const start = opening(async (current, { rules, start: from = null, moves = "", players }) => {
    const made = await api.createGame({ rules, moves, ...(from ? { start: from } : {}) }, players);
    keep.tokens(made.id, made.tokens);
    if (current()) await enter(made.id, rules, current);
  });

  /** Joins a game by its id with the tokens we have for it. */
  const join = opening((current, id, rules = null) => enter(id, rules, current));

  async function enter(id, rules, current) {
    const told = (joining = { id, last: null });
    let message, all;
    try {
      message = await socket.ask({ type: "join", game: id, tokens: keep.tokensOf(id) });
      const { info, start: from, moves } = message.game;
      all = await api.position({ rules: info.rules, start: from, moves, from: 0 });
    } finally {
      if (joining === told) joining = null;
      const givenUp = !all || !current();
      if (givenUp && message && ![session.game?.id, joining?.id].includes(id))
        socket.send({ type: "leave", game: id });
    }
    if (!current()) return;
    const { info, start: from } = message.game;
    if (session.game?.id !== id) untie();
    session.rules = rules ?? info.rules;
    build(info, worthSaying(from), all.snapshots);
    session.game = { id, seq: message.game.seq };
    session.paused = false;
    goSent = -1;
    take(told.last ?? message, "open");
  }

  function build(info, from, snapshots) {
    session.tree = tree.createTree(info, from, snapshots[0]);
    session.cursor = 0;
    let last = 0;
    const columnOf = (snapshot) => snapshot.last.cell[0];
    for (const snapshot of snapshots.slice(1)) {
      last = tree.addMove(session.tree, last, columnOf(snapshot), snapshot);
    }
  }

  /** Leaves the board, or what is being opened. */
  function leave() {
    session.epoch += 1;
    untie();
  }

  /** Cuts the tie to the game: from here on this is an analysis board. */
  function untie() {
    if (session.game) socket.send({ type: "leave", game: session.game.id });
    session.game = null;
  }

  // ---- The server's word -----------------------------------------------------------------

  function take({ game: news, sides }, what = "game") {
    const { game } = session;
    if (game?.id !== news.id || news.seq < game.seq) return;
    const atEnd = game.head === undefined || session.cursor === game.head;
    const ids = tree.addLine(session.tree, news.moves);
    const head = ids.at(-1);
    node(head).snapshot = news.snapshot;
    Object.assign(game, {
      seq: news.seq,
      players: news.players,
      sides,
      head,
      thinking: news.thinking,
      asked: news.asked,
    });
    if (atEnd) session.cursor = head;
    else tree.choose(session.tree, session.cursor);
    if (!news.thinking && news.snapshot.outcome) goSent = -1;
    fillGaps(ids);
    notify(what);
    letComputerMove();
  }

  /** Fetches the snapshots that a jump of several moves left out. */
  async function fillGaps(ids) {
    if (ids.every((id) => node(id).snapshot)) return;
    const mine = session.tree;
    const { snapshots } = await api.position({ ...where(ids.at(-1)), from: 0 });
    if (mine !== session.tree || !snapshots) return;
    ids.forEach((id, ply) => {
      if (session.tree.nodes.has(id)) node(id).snapshot ??= snapshots[ply];
    });
    notify("game");
  }

  function hear(message) {
    if (message.type === "game" && message.game.id === joining?.id) joining.last = message;
    if (message.type === "game") take(message);
    // A search that came to nothing: we asked for no answer, but the computer still has to move.
    if (message.type === "error" && session.game && message.game === session.game.id) {
      retryGo(new api.ApiError(message.error), session.game);
    }
  }

  function letComputerMove({ now = false } = {}) {
    const { game } = session;
    if (!game || game.thinking || !session.online) return;
    const { snapshot } = node(game.head);
    if (snapshot.outcome || !isComputer(snapshot.turn) || !holds(snapshot.turn)) return;
    if (session.paused && !now) return;
    if (goSent === game.seq && !now) return;
    goSent = game.seq;
    const seq = game.seq;
    const both = isComputer(0) && isComputer(1);
    const delay_ms = now ? 0 : both ? 550 : 250; // long enough to see the disc before land
    setTimeout(() => {
      if (session.game !== game || game.seq !== seq || (session.paused && !now)) {
        goSent = -1;
        return;
      }
      change({ type: "go" }).catch((error) => retryGo(error, game));
    }, delay_ms);
  }

  function retryGo(error, game) {
    goSent = -1;
    if (error.code === "busy") {
      setTimeout(() => session.game === game && letComputerMove(), 1500);
    } else if (error.code !== "stale" && error.code !== "offline") notify("error", error);
  }

  function change(message) {
    const { id, seq } = session.game;
    return socket.ask({ ...message, game: id, seq });
  }

  // ---- What a person does ----------------------------------------------------------------

  /** Why nothing may be dropped here now, in words; null if it may. */
  function obstacle() {
    const { snapshot } = node();
    if (!snapshot) return "One moment.";
    if (snapshot.outcome) return "The game is over.";
    if (!session.game) return null;
    if (!atHead() && !mayRewrite()) return null; // looking into it; the game is not touched
    if (!session.online) return "No connection. It comes back by itself.";
    if (isComputer(snapshot.turn)) {
      return atHead()
        ? "The computer is to move."
        : "Here the computer is to move. Step to one of your turns.";
    }
    if (!holds(snapshot.turn))
      return session.game.sides.length
        ? "It is the other side's turn."
        : "You are watching this game.";
    return null;
  }

  /** Plays a column where we stand; throws in words if it cannot be. */
  async function play(column) {
    const reason = obstacle();
    if (reason) throw new api.ApiError({ code: "illegal", message: reason });
    if (session.game && atHead()) await change({ type: "move", column });
    else if (session.game && mayRewrite()) await follow([...where().moves, column]);
    else await explore(column);
  }

  const mayRewrite = () =>
    [0, 1].every((side) => isComputer(side) || holds(side)) && session.game.sides.length > 0;

  async function explore(column) {
    const mine = session.tree;
    const from = session.cursor;
    let child = tree.childBy(session.tree, from, column);
    if (child === null || !node(child).snapshot) {
      const { moves, ...rest } = where();
      const { faults, snapshots } = await api.position({ ...rest, moves: [...moves, column] });
      if (mine !== session.tree) return;
      if (faults.length) throw new api.ApiError({ code: "illegal", faults });
      child = tree.addMove(session.tree, from, column, snapshots[0]);
    }
    go(child);
  }

  /** Makes these moves the game's, and looks at their end. */
  async function follow(moves) {
    session.cursor = tree.addLine(session.tree, moves).at(-1);
    session.game.head = session.cursor;
    await change({ type: "line", moves });
  }

  /** Looks at another position of the tree; the game itself does not change. */
  function go(id) {
    if (!session.tree.nodes.has(id)) return;
    session.cursor = id;
    tree.choose(session.tree, id);
    notify("cursor");
    if (!node().snapshot) fillGaps(tree.pathTo(session.tree, id));
  }

  async function rewind(target) {
    if (target === null) return;
    if (!session.game || !session.game.sides.length) return go(target);
    if (isComputer(0) && isComputer(1)) session.paused = true;
    const moves = tree.movesTo(session.tree, target);
    if (mayRewrite()) {
      session.cursor = target;
      session.game.head = target;
      tree.choose(session.tree, target);
    }
    await change({ type: "line", moves });
  }

  const human = (side) => side !== undefined && isHuman(side) && holds(side);
  const anyHuman = () => [0, 1].some((side) => human(side));
  const from = () => (session.game ? session.game.head : session.cursor);
  const undo = () =>
    rewind(
      anyHuman()
        ? tree.undoTarget(session.tree, from(), session.game ? human : () => true)
        : tree.parentOf(session.tree, from()),
    );
  const redo = () =>
    rewind(
      anyHuman()
        ? tree.redoTarget(session.tree, from(), session.game ? human : () => true)
        : tree.chosenChild(session.tree, from()),
    );

  async function setPlayers(players) {
    goSent = -1;
    await change({ type: "players", players });
  }

  function setPaused(paused) {
    session.paused = paused;
    goSent = -1;
    notify("game");
    if (!paused) {
      go(session.game.head);
      letComputerMove({ now: true });
    }
  }

  function step() {
    session.paused = true;
    go(session.game.head);
    notify("game");
    letComputerMove({ now: true });
  }

  async function setOnline(online) {
    session.online = online;
    const { game } = session;
    if (online && game) {
      goSent = -1;
      game.thinking = false;
      try {
        take(await socket.ask({ type: "join", game: game.id, tokens: keep.tokensOf(game.id) }));
      } catch (error) {
        notify("error", error);
      }
    } else await null; // what was said while there was no connection goes first
    notify("online");
  }

  return Object.assign(session, {
    HUMAN,
    open,
    start,
    join,
    leave,
    hear,
    play,
    go,
    undo,
    redo,
    setPlayers,
    setPaused,
    step,
    setOnline,
    node,
    where,
    obstacle,
    isComputer,
    isHuman,
    holds,
    atHead,
    ownsGame,
    take,
    canUndo: () => Boolean(session.tree) && node(from()).parent !== null,
    canRedo: () => Boolean(session.tree) && node(from()).chosen !== null,
    agree: () => change({ type: "line", moves: session.game.asked.moves }),
  });
}
