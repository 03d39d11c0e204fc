// One sitting at one board: the tree of moves, where we stand in it, and the game on the server
// that it may belong to. No DOM; `notify` is called after every change with what kind it was.
//
// Without a game the board is an analysis board: any move of either side may be tried. With one,
// moves made at its end are played, moves made earlier start a branch of it, and a computer's
// side moves when we say `go`.

import { ApiError, BUSY_MS } from "./api.js";
import { createGaps } from "./gaps.js";
import * as tree from "./state.js";
import { createTable, newSecret } from "./table.js";
import { HUMAN } from "./words.js";

/** The start, or null where it is the empty board with X to move: addresses stay short. */
const worthSaying = (start) => (start && !/^[-/]+ X$/.test(start) ? start : null);

/** `shortest` says rules as an address does, a preset by its name. */
export function createSitting({ api, notify, keep, shortest = (rules) => rules }) {
  const sitting = {
    tree: null, // null until a board is opened
    rules: null, // the rules as an address may write them
    cursor: 0, // the node we look at
    game: null, // what the server says of it, with `sides` (ours) and `head` (the node of its end)
    paused: false,
    online: true,
    epoch: 0, // grows with every board opened or left, so that late answers are dropped
  };
  let joining = null; // { id, last }: the game being opened and the last word of it
  let goSent = -1; // the seq for which we said go
  const table = createTable({ sitting, api, notify, keep });
  const fillGaps = createGaps({ sitting, api, notify });

  const node = (id = sitting.cursor) => tree.at(sitting.tree, id);
  const where = (id = sitting.cursor) => ({
    rules: sitting.tree.info.rules,
    start: sitting.tree.start,
    moves: tree.movesTo(sitting.tree, id),
  });
  const isComputer = (side) => Boolean(sitting.game) && sitting.game.players[side] !== HUMAN;
  const bothComputers = () => isComputer(0) && isComputer(1);
  const holds = (side) => !sitting.game || sitting.game.sides.includes(side);
  const atHead = () => !sitting.game || sitting.cursor === sitting.game.head;
  const ownsGame = () => [0, 1].every(holds);
  const isWatching = () => Boolean(sitting.game) && sitting.game.sides.length === 0;
  const people = () => [0, 1].filter((side) => sitting.game && !isComputer(side));
  /** Our side in a game against another person; null where there is no such game. */
  const mySide = () => {
    const mine = people().filter(holds);
    return people().length === 2 && mine.length === 1 ? mine[0] : null;
  };
  const isOver = () => Boolean(node().snapshot?.outcome || (atHead() && sitting.game?.result));

  // ---- Opening ---------------------------------------------------------------------------

  /** Opens something; what comes of it once another was begun is dropped, failures too. */
  const opening =
    (steps) =>
    async (...args) => {
      const mine = ++sitting.epoch;
      const current = () => mine === sitting.epoch;
      try {
        await steps(current, ...args);
      } catch (error) {
        if (current()) throw error;
      }
    };

  /** Opens a position for analysis; throws what is wrong with it, in words. */
  const open = opening(async (current, { rules, start = null, moves = "" }) => {
    const answer = await api.position({ rules, start, moves, from: 0 });
    if (answer.faults.length) throw new ApiError({ code: "faults", ...answer });
    const isWhole = answer.snapshots.length > answer.moves.length; // or only its first page
    const end = isWhole ? answer : await api.position({ rules, start, moves });
    if (!current()) return;
    untie();
    sitting.rules = rules;
    const ids = build(answer.info, worthSaying(start), answer);
    node().snapshot = end.snapshots.at(-1);
    notify("open");
    fillGaps(ids);
  });

  /** Starts a game on the server and joins it. */
  const start = opening(async (current, asked) => {
    const made = await api.createGame(asked);
    keep.note(made.id, { tokens: made.tokens, sides: [0, 1] }); // even if we leave at once
    if (current()) await enter(made.id, asked.rules, current);
  });

  /**
   * Joins a game by its id with the tokens we have for it, or with the key of an invitation: then
   * its seat becomes ours. Throws, once it is open, why a key was of no use.
   */
  const join = opening(async (current, id, { rules = null, key = null } = {}) => {
    if (key) keep.note(id, { key }); // until there is an answer
    if (key && !keep.tokensOf(id).length) keep.note(id, { tokens: [newSecret()] });
    try {
      await enter(id, rules, current);
    } catch (error) {
      if (error.code !== "not_your_side") throw error;
      keep.note(id, { tokens: [], key: null }); // none of them holds a seat
      await enter(id, rules, current);
      throw error;
    }
  });

  const joined = (id) => api.join(id, keep.tokensOf(id), keep.of(id).key);

  async function enter(id, rules, current) {
    const told = (joining = { id, last: null });
    let message, all;
    try {
      message = await joined(id);
      const { info, start: from, moves } = message.game;
      all = await api.position({ rules: info.rules, start: from, moves, from: 0 });
    } finally {
      if (joining === told) joining = null;
      const givenUp = !all || !current();
      if (givenUp && message && ![sitting.game?.id, joining?.id].includes(id)) api.leave(id);
    }
    if (!current()) return;
    const { info, start: from } = message.game;
    if (sitting.game?.id !== id) untie();
    sitting.rules = rules ?? shortest(info.rules);
    build(info, worthSaying(from), all);
    sitting.game = { id, revision: message.game.revision };
    sitting.paused = false;
    goSent = -1;
    take(told.last ?? message, "open");
  }

  /** The tree of one line, looked at from its end; of a long one only the first page is there. */
  function build(info, from, { moves, snapshots }) {
    sitting.tree = tree.createTree(info, from, snapshots[0]);
    const ids = tree.addLine(sitting.tree, moves);
    snapshots.forEach((snapshot, ply) => (node(ids[ply]).snapshot = snapshot));
    sitting.cursor = ids.at(-1);
    return ids;
  }

  /** Leaves the board, or what is being opened. */
  function leave() {
    sitting.epoch += 1;
    untie();
  }

  /** Cuts the tie to the game: from here on this is an analysis board. */
  function untie() {
    if (sitting.game) api.leave(sitting.game.id);
    sitting.game = null;
  }

  // ---- The server's word -----------------------------------------------------------------

  function take({ game: news, sides }, what = "game") {
    const { game } = sitting;
    if (game?.id !== news.id || news.revision < game.revision) return;
    const before = { ...game };
    const atEnd = game.head === undefined || sitting.cursor === game.head;
    const ids = tree.addLine(sitting.tree, news.moves);
    const { snapshot, thinking } = news;
    Object.assign(game, news, { sides, head: ids.at(-1), heard_ms: performance.now() });
    if (String(before.sides) !== String(sides) || what === "open") keep.note(game.id, { sides });
    node(game.head).snapshot = snapshot;
    if (!bothComputers()) sitting.paused = false; // nobody could let it go on
    if (atEnd) sitting.cursor = game.head;
    else tree.choose(sitting.tree, sitting.cursor);
    if (!thinking && snapshot.outcome) goSent = -1;
    fillGaps(ids);
    notify(what);
    if (what !== "open") table.hear(before, game);
    letComputerMove();
  }

  /** Whether another person waits for us. */
  const isMyTurn = () => {
    const { game } = sitting;
    if (!game || game.result || mySide() === null) return false;
    const { outcome, turn } = node(game.head).snapshot;
    return !outcome && turn === mySide();
  };

  function hear(message) {
    if (message.type === "game" && message.game.id === joining?.id) joining.last = message;
    if (message.type === "game") take(message);
    // A search that came to nothing: we asked for no answer, but the computer still has to move.
    if (message.type === "error" && sitting.game && message.game === sitting.game.id) {
      retryGo(new ApiError(message.error), sitting.game);
    }
  }

  function letComputerMove({ now = false } = {}) {
    const { game } = sitting;
    if (!game || game.thinking || !sitting.online) return;
    const { snapshot } = node(game.head);
    if (snapshot.outcome || game.result) return;
    if (!isComputer(snapshot.turn) || !holds(snapshot.turn)) return;
    const { seq } = game;
    if (!now && (sitting.paused || goSent === seq)) return;
    goSent = seq;
    const delay_ms = now ? 0 : bothComputers() ? 550 : 250; // long enough to see the disc land
    setTimeout(() => {
      if (sitting.game !== game || game.seq !== seq || (sitting.paused && !now)) goSent = -1;
      else change({ type: "go" }).catch((error) => retryGo(error, game));
    }, delay_ms);
  }

  function retryGo(error, game) {
    goSent = -1;
    if (error.code === "busy") {
      setTimeout(() => sitting.game === game && letComputerMove(), BUSY_MS);
    } else if (error.code !== "stale" && error.code !== "offline") notify("error", error);
  }

  function change(message) {
    const { id, seq } = sitting.game;
    return api.change({ ...message, game: id, seq });
  }

  // ---- What a person does ----------------------------------------------------------------

  /** Why nothing may be dropped here now, in words; null if it may. */
  function obstacle() {
    const { snapshot } = node();
    if (!snapshot) return "One moment.";
    if (isOver()) return "The game is over.";
    if (!sitting.game) return null;
    if (!atHead() && !mayRewrite()) return null; // looking into it; the game is not touched
    if (!sitting.online) return "No connection.";
    if (isComputer(snapshot.turn)) {
      if (atHead()) return "The computer is to move.";
      return "Here the computer is to move. Step to one of your turns.";
    }
    if (isWatching()) return "You are watching this game.";
    if (sitting.game.invited === snapshot.turn)
      return "Your friend is to move, and has yet to open the link.";
    return holds(snapshot.turn) ? null : "It is the other side's turn.";
  }

  /** Plays a column where we stand; throws in words if it cannot be. */
  async function play(column) {
    const reason = obstacle();
    if (reason) throw new ApiError({ code: "illegal", message: reason });
    if (sitting.game && atHead()) await change({ type: "move", column });
    else if (sitting.game && mayRewrite()) await follow([...where().moves, column]);
    else await explore(column);
  }

  const mayRewrite = () =>
    !isWatching() &&
    !sitting.game?.result &&
    [0, 1].every((side) => isComputer(side) || holds(side));

  async function explore(column) {
    const mine = sitting.tree;
    const from = sitting.cursor;
    let child = tree.childBy(sitting.tree, from, column);
    if (child === null || !node(child).snapshot) {
      const { moves, ...rest } = where();
      const { faults, snapshots } = await api.position({ ...rest, moves: [...moves, column] });
      if (mine !== sitting.tree) return;
      if (faults.length) throw new ApiError({ code: "illegal", faults });
      if (from !== sitting.cursor) return; // stepped on before the disc had landed
      child = tree.addMove(sitting.tree, from, column, snapshots[0]);
    }
    go(child);
  }

  /** Makes these moves the game's, and looks at their end. */
  async function follow(moves) {
    sitting.cursor = tree.addLine(sitting.tree, moves).at(-1);
    sitting.game.head = sitting.cursor;
    await change({ type: "line", moves });
  }

  /** Looks at another position of the tree; the game itself does not change. */
  function go(id) {
    if (!sitting.tree.nodes.has(id)) return;
    sitting.cursor = id;
    tree.choose(sitting.tree, id);
    notify("cursor");
    if (!node().snapshot) fillGaps(tree.pathTo(sitting.tree, id));
  }

  async function rewind(target) {
    if (target === null) return;
    if (!sitting.game || isWatching()) return go(target);
    if (bothComputers()) sitting.paused = true;
    const moves = tree.movesTo(sitting.tree, target);
    if (mayRewrite()) await follow(moves);
    else await table.ask("moves", moves);
  }

  // Undo and redo go from turn to turn of ours, or move by move where none is ours.
  const isOurs = (side) => !sitting.game || (!isComputer(side) && holds(side));
  const stops = () => ([0, 1].some(isOurs) ? isOurs : () => true);
  const from = () => (sitting.game ? sitting.game.head : sitting.cursor);
  const isOpenToChange = () => Boolean(sitting.tree) && !sitting.game?.result;
  const undo = () => rewind(tree.undoTarget(sitting.tree, from(), stops()));
  const redo = () => rewind(tree.redoTarget(sitting.tree, from(), stops()));

  async function setPlayers(players) {
    goSent = -1;
    await change({ type: "players", players });
  }

  function setPaused(paused) {
    sitting.paused = paused;
    goSent = -1;
    notify("game");
    if (!paused) moveNow();
  }

  function step() {
    setPaused(true);
    moveNow();
  }

  function moveNow() {
    go(sitting.game.head);
    letComputerMove({ now: true });
  }

  async function setOnline(online) {
    sitting.online = online;
    const { game } = sitting;
    if (online && game) {
      goSent = -1;
      game.thinking = false;
      await joinAgain(game);
    } else await null; // what was said while there was no connection goes first
    notify("online");
  }

  /** Joins our game once more, and again after a moment while the server is busy. */
  async function joinAgain(game) {
    try {
      take(await joined(game.id));
    } catch (error) {
      if (error.code !== "busy") return notify("error", error);
      setTimeout(() => sitting.game === game && sitting.online && joinAgain(game), BUSY_MS);
    }
  }

  return Object.assign(sitting, {
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
    bothComputers,
    holds,
    atHead,
    ownsGame,
    isWatching,
    canUndo: () => isOpenToChange() && node(from()).parent !== null,
    canRedo: () => isOpenToChange() && node(from()).chosen !== null,
    isOver,
    isMyTurn,
    mySide,
    table,
  });
}
