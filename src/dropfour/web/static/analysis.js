// Asking what positions are worth: the live analysis of the one on the board, a hint, and grading a
// game. The controller has no DOM; `showAnalysis` draws its panel.

import { BUSY_MS } from "./api.js";
import { h } from "./dom.js";
import * as tree from "./state.js";
import { columnName, count, exactText, percent, valueOf } from "./words.js";

const LIVE_SECONDS = 10;
const HINT_SECONDS = 1;
const GRADE_SECONDS = 0.4;
const LONGEST_LINE = 12;
const LONG_TABLE = 10; // columns from which on the table scrolls, and must be reachable for that

export function createAnalysis({ sitting, api, notify }) {
  const analysis = { on: false, running: null, waiting: null, grading: null, problem: null };
  let done = () => {}; // called at the end of the running search

  /** `untilWon` ends it with the proof that the best move wins, whatever the others do. */
  function analyse(id, seconds, { live = false, untilWon = false } = {}) {
    done();
    const node = sitting.node(id);
    if (!node.snapshot || node.snapshot.outcome) {
      stop();
      return Promise.resolve();
    }
    analysis.problem = null;
    analysis.waiting = null;
    const agent = `auto:seconds=${seconds}`;
    const running = { node, tree: sitting.tree, live, untilWon };
    running.search = api.analyse({ ...sitting.where(id), agent }, (report) =>
      hear(running, report),
    );
    analysis.running = running;
    return new Promise((resolve) => (done = resolve));
  }

  function stop() {
    analysis.running?.search.stop();
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
      const before = running.node.analysis; // of this search too: it may begin again with less work
      const better = message.done || before?.id === message.id || tree.isDeeper(message, before);
      if (message.columns.length && better) running.node.analysis = message;
      const best = message.columns.find((each) => each.column === message.move);
      if (message.done) {
        analysis.running = null;
        done();
      } else if (running.untilWon && best?.exact?.value === 1) stop();
    }
    notify("analysis");
  }

  /** The live analysis goes where the board goes, and a hint ends where the board moves on. */
  function follow() {
    if (analysis.grading) return;
    const { running } = analysis;
    const here = sitting.tree && running?.tree === sitting.tree && running.node === sitting.node();
    if (here && (analysis.on || !running.live)) return;
    if (analysis.on && sitting.tree && sitting.online)
      analyse(sitting.cursor, LIVE_SECONDS, { live: true });
    else if (running) stop();
  }

  /** The connection is gone, and with it the search. */
  function lose() {
    if (!analysis.running) return;
    analysis.running = null;
    analysis.problem = "The connection is lost.";
    done();
  }

  function setOn(on) {
    analysis.on = on;
    analysis.grading = null;
    if (on) follow();
    else stop();
    notify("analysis");
  }

  /** A good move here, after a moment's thought. */
  async function hint() {
    const node = sitting.node();
    const running = analysis.running?.node === node;
    if (!node.analysis || (!running && node.analysis.seconds < HINT_SECONDS / 2)) {
      analysis.grading = null;
      await analyse(sitting.cursor, HINT_SECONDS, { untilWon: true });
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
      await analyse(id, GRADE_SECONDS);
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

  return Object.assign(analysis, { setOn, follow, lose, hint, grade, cancel });
}

/** The panel: a table of the columns, the favourite line, and how much work it took. */
export function showAnalysis(body, done, sitting, analysis) {
  const node = sitting.node();
  const { analysis: found, snapshot } = node;
  done.textContent = workText(found, analysis, analysis.running?.node === node);
  const say = (text) => body.replaceChildren(h("p.quiet", text));
  if (analysis.problem) return say(analysis.problem);
  if (snapshot?.outcome) return say("The game is over here. Step back to look into it.");
  if (!found) return say(waitingText(analysis) ?? "Thinking…");
  const some = (key) => found.columns.some((each) => each[key]);
  const work = some("visits") ? "Visits" : some("score") ? "Score" : null;
  const isBest = (each) => each.column === found.move;
  const long = found.columns.length > LONG_TABLE; // the best must be in sight
  const listed = long ? found.columns.toSorted((a, b) => isBest(b) - isBest(a)) : found.columns;
  const rows = listed.map((each) =>
    h(
      isBest(each) ? "tr.best" : "tr",
      h("td", columnName(each.column)),
      h("td", meter(each)),
      h("td", valueText(each)),
      work && h("td", each.visits ? count(each.visits) : each.exact ? "" : (each.score ?? "")),
    ),
  );
  body.tabIndex = long ? 0 : -1;
  const head = (text) => h("th", { scope: "col" }, text);
  const heads = [head("Column"), h("td"), head("For the mover"), work && head(work)];
  const line = found.line.slice(0, LONGEST_LINE);
  const moves = line.map(({ cell, ban }) => (ban ? "!" : "") + columnName(cell[0]));
  body.replaceChildren(
    h("table.columns", h("thead", h("tr", heads)), h("tbody", rows)),
    h("p.favourite", h("span.quiet", "Favourite line "), moves.join(" ")),
  );
}

/** Others are before us; null if nobody is. */
function waitingText({ running, waiting }) {
  if (!running || waiting === null) return null;
  return `The server is busy: ${waiting ? `${waiting} before you` : "you are next"}…`;
}

function meter(each) {
  if (valueOf(each) === null) return null;
  const value = percent(valueOf(each));
  return h("meter", { max: 100, value, "aria-label": `Column ${columnName(each.column)}` });
}

function valueText({ value, interval, exact }) {
  const mark = { 1: "span.win", 0: "span", [-1]: "span.loss" };
  if (exact) return h(mark[exact.value], exactText(exact));
  if (value === null) return "–";
  const range = interval ? ` ± ${Math.max(1, Math.round((interval[1] - interval[0]) * 25))}` : "";
  return `${percent(value)}${range} %`;
}

function workText(found, analysis, isRunning) {
  if (analysis.grading) return `Grading ${analysis.grading.done} of ${analysis.grading.all}…`;
  if (!found || analysis.problem) return "";
  const work = found.playouts || found.nodes;
  const unit = found.playouts ? "playouts" : "nodes";
  const text = `${count(work)} ${unit} · ${count(found.per_second)}/s`;
  return isRunning ? (waitingText(analysis) ?? text) : `${text} · done`;
}
