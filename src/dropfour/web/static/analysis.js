// Asking the engine: the live analysis of the position on the board, a hint, and grading a game.
// The controller has no DOM; `showAnalysis` draws its panel.

import { h } from "./dom.js";
import * as tree from "./state.js";
import { columnName, count, exactText, percent } from "./words.js";

const LIVE_SECONDS = 10;
const HINT_SECONDS = 1;
const GRADE_SECONDS = 0.4;
const LONG_TABLE = 10; // columns from which on the table scrolls, and must be reachable for that

export function createAnalysis({ session, socket, notify }) {
  const engine = { on: false, running: null, waiting: null, grading: null, problem: null };
  let done = () => {}; // called at the end of the running search

  /** `untilWon` ends it with the proof that the best move wins, whatever the others do. */
  function analyse(id, seconds, { live = false, untilWon = false } = {}) {
    done();
    const node = session.node(id);
    if (!node.snapshot || node.snapshot.outcome) {
      stop();
      return Promise.resolve();
    }
    engine.problem = null;
    engine.waiting = null;
    const agent = `auto:seconds=${seconds}`;
    const number = socket.send({ type: "analyse", ...session.where(id), agent });
    engine.running = { number, node, tree: session.tree, live, untilWon };
    return new Promise((resolve) => {
      done = resolve;
    });
  }

  function stop() {
    if (engine.running) socket.send({ type: "stop" });
    engine.running = null;
    done();
  }

  function hear(message) {
    const { running } = engine;
    if (!running || message.id !== running.number) return;
    if (message.type === "error") {
      engine.running = null;
      engine.problem = message.error.message;
      if (message.error.code === "busy" && engine.on) setTimeout(follow, 1500);
      done();
    } else if (message.type === "analysis") {
      engine.waiting = message.waiting;
      const before = running.node.analysis; // of this search too: it may begin again with less work
      if (
        message.columns.length &&
        (message.done || before?.id === message.id || tree.isDeeper(message, before))
      ) {
        running.node.analysis = message;
      }
      const best = message.columns.find((each) => each.column === message.move);
      if (message.done) {
        engine.running = null;
        done();
      } else if (running.untilWon && best?.exact?.value === 1) stop();
    } else return;
    notify("analysis");
  }

  /** The live analysis goes where the board goes, and a hint ends where the board moves on. */
  function follow() {
    if (engine.grading) return;
    const { running } = engine;
    const here = session.tree && running?.tree === session.tree && running.node === session.node();
    if (here && (engine.on || !running.live)) return;
    if (engine.on && session.tree && session.online)
      analyse(session.cursor, LIVE_SECONDS, { live: true });
    else if (running) stop();
  }

  /** The connection is gone, and with it the search. */
  function lose() {
    if (!engine.running) return;
    engine.running = null;
    engine.problem = "The connection is lost.";
    done();
  }

  function setOn(on) {
    engine.on = on;
    engine.grading = null;
    if (on) follow();
    else stop();
    notify("analysis");
  }

  /** The engine's move here, after a moment's thought. */
  async function hint() {
    const node = session.node();
    if (
      !node.analysis ||
      (engine.running?.node !== node && node.analysis.seconds < HINT_SECONDS / 2)
    ) {
      engine.grading = null;
      await analyse(session.cursor, HINT_SECONDS, { untilWon: true });
    }
    return node === session.node() ? (node.analysis?.move ?? null) : null;
  }

  /** Analyses what the line lacks, the last position first: later ones are quicker to prove. */
  async function grade() {
    const line = tree.lineThrough(session.tree, session.cursor);
    const todo = line
      .filter((id) => !session.node(id).analysis && !session.node(id).snapshot?.outcome)
      .reverse();
    const mine = { done: 0, all: todo.length, tree: session.tree };
    engine.grading = mine;
    notify("analysis");
    for (const id of todo) {
      await analyse(id, GRADE_SECONDS);
      if (engine.grading !== mine || session.tree !== mine.tree || engine.problem) break;
      mine.done += 1;
      notify("analysis");
    }
    if (engine.grading === mine) engine.grading = null;
    notify("analysis");
    follow();
  }

  return Object.assign(engine, {
    setOn,
    follow,
    lose,
    hear,
    hint,
    grade,
    stop,
    cancel: () => {
      engine.grading = null;
      stop();
    },
  });
}

/** The panel: a table of the columns, the favourite line, and how much work it took. */
export function showAnalysis(body, effort, session, engine) {
  const node = session.node();
  const { analysis, snapshot } = node;
  effort.textContent = effortText(analysis, engine, node);
  if (engine.problem) return body.replaceChildren(h("p", { class: "quiet" }, engine.problem));
  if (snapshot?.outcome)
    return body.replaceChildren(
      h("p", { class: "quiet" }, "The game is over here. Step back to look into it."),
    );
  if (!analysis)
    return body.replaceChildren(h("p", { class: "quiet" }, waitingText(engine) ?? "Thinking…"));
  const some = (key) => analysis.columns.some((each) => each[key]);
  const work = some("visits") ? "Playouts" : some("score") ? "Score" : null;
  const best = (each) => Number(each.column === analysis.move);
  const long = analysis.columns.length > LONG_TABLE; // the best must be in sight
  const listed = long ? analysis.columns.toSorted((a, b) => best(b) - best(a)) : analysis.columns;
  const rows = listed.map((each) =>
    h(
      "tr",
      { class: each.column === analysis.move ? "best" : "" },
      h("td", {}, columnName(each.column)),
      h("td", {}, meter(each)),
      h("td", {}, valueText(each)),
      work && h("td", {}, each.visits ? count(each.visits) : each.exact ? "" : (each.score ?? "")),
    ),
  );
  body.tabIndex = long ? 0 : -1;
  const heads = ["Column", "", "For the mover", work].filter((text) => text !== null);
  body.replaceChildren(
    h(
      "table",
      { class: "columns" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((text) => (text ? h("th", { scope: "col" }, text) : h("td", {}))),
        ),
      ),
      h("tbody", {}, rows),
    ),
    h(
      "p",
      { class: "favourite" },
      h("span", { class: "quiet" }, "Favourite line "),
      analysis.line
        .slice(0, 12)
        .map(({ cell, ban }) => (ban ? "!" : "") + columnName(cell[0]))
        .join(" "),
    ),
  );
}

/** Others are before us; null if nobody is. */
function waitingText({ running, waiting }) {
  if (!running || waiting === null) return null;
  return waiting
    ? `The engine is busy: ${waiting} before you…`
    : "The engine is busy: you are next…";
}

function meter({ value, exact, column }) {
  if (!exact && value === null) return null;
  const filled = percent(exact ? exact.value : value);
  return h("meter", {
    min: 0,
    max: 100,
    value: filled,
    "aria-label": `Column ${columnName(column)}`,
  });
}

function valueText({ value, interval, exact }) {
  if (exact) {
    return h(
      "span",
      { class: exact.value > 0 ? "win" : exact.value < 0 ? "loss" : "" },
      exactText(exact),
    );
  }
  if (value === null) return "–";
  const range = interval ? ` ± ${Math.max(1, Math.round((interval[1] - interval[0]) * 25))}` : "";
  return `${percent(value)}${range} %`;
}

function effortText(analysis, engine, node) {
  if (engine.grading) return `Grading ${engine.grading.done} of ${engine.grading.all}…`;
  if (!analysis || engine.problem) return "";
  const work = analysis.playouts || analysis.nodes;
  const unit = analysis.playouts ? "playouts" : "positions";
  if (engine.running?.node === node && waitingText(engine)) return waitingText(engine);
  const busy = engine.running?.node === node ? "" : " · done";
  return `${count(work)} ${unit} · ${count(analysis.per_second)}/s${busy}`;
}
