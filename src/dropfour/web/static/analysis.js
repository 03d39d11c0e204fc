// Asking what positions are worth: the live analysis of the one on the board, the line of play of a
// column, a hint, and grading a game. No DOM.

import { BUSY_MS } from "./api.js";
import * as tree from "./state.js";

const LIVE_MS = 10_000; // unless it is to be kept up
const HINT_SECONDS = 1;
const LINE_SECONDS = 1;
const GRADE_SECONDS = 0.4;

export function createAnalysis({ sitting, api, notify, now = () => Date.now() }) {
  const analysis = {
    on: false,
    keeps: false, // goes on without end
    running: null,
    waiting: null,
    grading: null,
    problem: null,
    unfolded: null, // { node, column, line: [column…], snapshots }: a line of play to step through
  };
  let done = () => {}; // called at the end of the running search
  let looked = null; // the node whose live analysis has ended

  /**
   * Searches a position of the tree. Of the settings `agent` says how, `endless` that it ends only
   * when all is proven, and `untilWon` that it ends with a proof that the best move wins.
   */
  function analyse(id, settings) {
    return search(sitting.node(id), sitting.where(id), { home: sitting.node(id), ...settings });
  }

  /** Searches a position, known of as a node, for one who looks at the node `home`. */
  function search(node, where, { agent, home, endless = false, live = false, untilWon = false }) {
    done();
    if (!node.snapshot || node.snapshot.outcome) {
      stop();
      return Promise.resolve();
    }
    analysis.problem = null;
    analysis.waiting = null;
    const running = { node, home, tree: sitting.tree, live, untilWon, began_ms: null };
    const hears = (report) => hear(running, report);
    running.search = api.analyse({ ...where, agent, endless }, hears);
    analysis.running = running;
    return new Promise((resolve) => (done = resolve));
  }

  function stop() {
    analysis.running?.search.stop();
    forget();
  }

  /** It has ended by itself, or was to end here. */
  function end() {
    if (analysis.running?.live) looked = analysis.running.node;
    forget();
  }

  function forget() {
    analysis.running = null;
    done();
  }

  function hear(running, message) {
    if (running !== analysis.running) return;
    if (message.error) {
      analysis.running = null;
      analysis.problem = message.error.message;
      if (message.error.code === "busy" && analysis.on) setTimeout(follow, BUSY_MS);
      done();
    } else {
      analysis.waiting = message.waiting;
      take(running, message);
    }
    notify("analysis");
  }

  function take(running, message) {
    const { node } = running;
    if (message.columns.length) {
      running.began_ms ??= now();
      const final = message.done && tree.isProven(message);
      if (final || tree.isDeeper(message, node.analysis)) node.analysis = message;
    }
    const best = message.columns.find((each) => each.column === message.move);
    const began_ms = running.began_ms ?? Infinity;
    const enough = running.live && !analysis.keeps && now() - began_ms >= LIVE_MS;
    const won = running.untilWon && best?.exact?.value === 1;
    if (!message.done && (enough || won)) running.search.stop();
    if (message.done || enough || won) end();
  }

  /** The live analysis goes where the board goes, and a hint ends where the board moves on. */
  function follow() {
    if (analysis.grading) return;
    const { running } = analysis;
    const node = sitting.tree && sitting.node();
    if (analysis.unfolded && analysis.unfolded.node !== node) analysis.unfolded = null;
    const here = node && running?.tree === sitting.tree && running.home === node;
    if (here && (analysis.on || !running.live)) return;
    const wanted = analysis.on && node && sitting.online && looked !== node;
    if (wanted && !(node.analysis && tree.isProven(node.analysis)))
      analyse(sitting.cursor, { agent: "auto", endless: true, live: true });
    else if (running) stop();
  }

  /** Goes on without end, wherever the board goes; or ends now. */
  function setKeeps(keeps) {
    analysis.keeps = keeps;
    if (keeps) {
      looked = null;
      follow();
    } else if (analysis.running?.live) {
      analysis.running.search.stop();
      end();
    }
    notify("analysis");
  }

  /** The connection is gone, and with it the search. */
  function lose() {
    looked = null;
    if (!analysis.running) return;
    analysis.running = null;
    analysis.problem = "The connection is lost.";
    done();
  }

  function setOn(on) {
    analysis.on = on;
    analysis.grading = null;
    looked = null;
    if (on) follow();
    else stop();
    notify("analysis");
  }

  // ---- Lines of play -----------------------------------------------------------------------

  /** Shows the best play after a column of the position on the board; null shows none. */
  async function unfold(column) {
    const node = sitting.node();
    analysis.unfolded = column === null ? null : { node, column, line: [column], snapshots: [] };
    notify("analysis");
    if (column === null) return;
    if (tree.lineOf(node, column).length < 2 && !analysis.running) await lookInto(node, column);
    await refresh();
  }

  /** What follows a column that is known by its result only: a search of the position after it. */
  async function lookInto(home, column) {
    const { moves, ...rest } = sitting.where();
    const after = { snapshot: {}, analysis: null };
    const agent = `auto:seconds=${LINE_SECONDS}`;
    await search(after, { ...rest, moves: [...moves, column] }, { agent, home });
    const line = after.analysis?.line.map(({ cell }) => cell[0]) ?? [];
    const known = home.analysis?.columns.find((each) => each.column === column);
    if (known && !(known.line?.length > 1)) known.line = [column, ...line];
  }

  /** Brings the unfolded line up to date, with the positions along it. */
  async function refresh() {
    const { unfolded } = analysis;
    if (!unfolded) return;
    const line = tree.lineOf(unfolded.node, unfolded.column);
    if (String(line) === String(unfolded.line) && unfolded.snapshots.length) return;
    const { moves, ...rest } = sitting.where();
    unfolded.line = line;
    const from = moves.length + 1;
    const asked = { ...rest, moves: [...moves, ...line], from };
    const answer = await api.position(asked).catch(() => null); // it may be asked for again
    if (unfolded !== analysis.unfolded || unfolded.line !== line) return;
    unfolded.snapshots = answer?.snapshots ?? [];
    notify("analysis");
  }

  /** Goes to the position after so many moves of the unfolded line, a branch from here. */
  function walk(count) {
    const { node, snapshots } = analysis.unfolded;
    const ids = [node.id];
    for (const snapshot of snapshots)
      ids.push(tree.addMove(sitting.tree, ids.at(-1), snapshot.last.cell[0], snapshot));
    sitting.go(ids[count]);
  }

  /** A good move here, after a moment's thought. */
  async function hint() {
    const node = sitting.node();
    const running = analysis.running?.node === node;
    if (!node.analysis || (!running && node.analysis.seconds < HINT_SECONDS / 2)) {
      analysis.grading = null;
      await analyse(sitting.cursor, { agent: `auto:seconds=${HINT_SECONDS}`, untilWon: true });
    }
    return node === sitting.node() ? (node.analysis?.move ?? null) : null;
  }

  /** Analyses what the line lacks, the last position first: later ones are quicker to prove. */
  async function grade() {
    const line = tree.lineThrough(sitting.tree, sitting.cursor);
    const isOpen = (node) => !node.analysis && !node.snapshot?.outcome;
    const todo = line.filter((id) => isOpen(sitting.node(id))).reverse();
    const mine = { done: 0, all: todo.length, tree: sitting.tree };
    analysis.grading = mine;
    notify("analysis");
    for (const id of todo) {
      await analyse(id, { agent: `auto:seconds=${GRADE_SECONDS}` });
      if (analysis.grading !== mine || sitting.tree !== mine.tree || analysis.problem) break;
      mine.done += 1;
      notify("analysis");
    }
    if (analysis.grading === mine) analysis.grading = null;
    notify("analysis");
    follow();
  }

  /** Stops whatever is asked, for good. */
  function cancel() {
    analysis.grading = null;
    stop();
  }

  return Object.assign(analysis, {
    setOn,
    setKeeps,
    follow,
    lose,
    unfold,
    refresh,
    walk,
    hint,
    grade,
    cancel,
  });
}
