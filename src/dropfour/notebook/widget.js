// The widget of notebooks: the page's board and analysis, drawn from what Python says. It knows no
// rules and keeps no game; what is pressed goes to Python as [deed, ...arguments].

import { createAnalysisView, showEvaluation, workText } from "../web/static/analysisview.js";
import { createBoard } from "../web/static/board.js";
import { h } from "../web/static/dom.js";
import { geometryOf, HEAD } from "../web/static/geometry.js";
import { disc, glyph } from "../web/static/shapes.js";
import { at, createTree, lineOf } from "../web/static/state.js";
import { goalText, noteBeside, statusOf } from "../web/static/status.js";
import { capital, HUMAN, playerName, PLAYERS, sentence } from "../web/static/words.js";

const TRAITS = [
  "position",
  "analysis",
  "analysing",
  "searching",
  "thinking",
  "message",
  "players",
  "ahead",
];
const BOARD_PX = { width: 460, height: 560 }; // unless its cells get smaller than
const CELL_PX = { least: 22, most: 64 };

/** What the page's modules ask of a sitting; its tree holds the one position on the board. */
function createSitting(model) {
  const isComputer = (side) => model.get("players")[side] !== HUMAN;
  const sitting = {
    tree: null,
    game: null, // with a computer in it
    paused: false, // the computer has come to nothing
    node: () => at(sitting.tree, sitting.tree.root),
    atHead: () => true,
    isComputer,
    /** What Python says now; whether that is the move after what was there. */
    update() {
      const { info, snapshot } = model.get("position");
      const before = sitting.tree && sitting.node().snapshot;
      if (before?.text !== snapshot.text || before.ply !== snapshot.ply)
        sitting.tree = createTree(info, null, snapshot);
      const found = model.get("analysis");
      sitting.node().analysis = found?.of === snapshot.text ? found : null;
      sitting.game = [0, 1].some(isComputer) ? {} : null;
      sitting.paused = !model.get("thinking");
      return snapshot.ply === before?.ply + 1;
    },
  };
  return sitting;
}

/** What the page's view asks of an analysis: the line that is unfolded, and what to do with it. */
function createLooks({ model, sitting, draw }) {
  const looks = {
    problem: null,
    running: null,
    waiting: null,
    grading: null,
    unfolded: null,
    update() {
      const node = sitting.node();
      looks.running = model.get("searching") ? { node } : null;
      if (looks.unfolded && looks.unfolded.node !== node) looks.unfolded = null;
    },
    unfold(column) {
      looks.unfolded = column === null ? null : { node: sitting.node(), column, snapshots: [] };
      looks.refresh();
      draw();
    },
    /** Asks where the discs of the line fall, if it is another than that shown. */
    refresh() {
      const { unfolded } = looks;
      if (!unfolded) return;
      const line = lineOf(unfolded.node, unfolded.column);
      if (String(line) === String(unfolded.line)) return;
      unfolded.line = line;
      model.send(["unfold", ...line]);
    },
    hear({ of, column, line }) {
      const { unfolded } = looks;
      if (unfolded?.column !== column || unfolded.node.snapshot.text !== of) return;
      unfolded.snapshots = line;
      draw();
    },
    walk(count) {
      const line = looks.unfolded.snapshots.slice(0, count);
      model.send(["walk", ...line.map(({ last }) => last.cell[0])]);
    },
  };
  return looks;
}

function createControls(model) {
  const button = (text, title, ...deed) =>
    h("button", { title, "aria-label": title, onclick: () => model.send(deed) }, text);
  const all = 2 ** 15; // moves: to the end
  const steps = [
    button("«", "First position", "step", -all),
    button("‹", "One move back", "step", -1),
    button("›", "One move on", "step", 1),
    button("»", "Last position", "step", all),
  ];
  const undo = button("Take back", "Take back", "undo");
  const game = [
    undo,
    button("New game", "New game", "restart"),
    button("Swap sides", "Swap sides", "swap"),
  ];
  const analyse = h(
    "button.d4-switch",
    {
      role: "switch",
      onclick: () => {
        model.set("analysing", !model.get("analysing"));
        model.save_changes();
      },
    },
    "Analysis",
  );
  const element = h("div.d4-controls", ...steps, ...game, analyse);

  function show(sitting) {
    const { ply } = sitting.node().snapshot;
    for (const each of steps) each.hidden = Boolean(sitting.game);
    for (const each of game) each.hidden = !sitting.game;
    undo.disabled = ply === 0;
    steps[0].disabled = steps[1].disabled = ply === 0;
    steps[2].disabled = steps[3].disabled = model.get("ahead") === 0;
    analyse.setAttribute("aria-checked", String(model.get("analysing")));
  }

  return { element, show };
}

/** Who plays, and the points where they count. */
function playersOf(model, sitting) {
  const { snapshot } = sitting.node();
  const points = sitting.tree.info.rules.ending === "full";
  if (!sitting.game && !points) return [];
  const known = { levels: model.get("_levels"), agents: model.get("_agents") };
  return PLAYERS.map(({ name, letter }, side) => {
    const player = model.get("players")[side];
    const called = playerName(player, known);
    const who = !sitting.game ? name : player === HUMAN ? "You" : called.name;
    return h(
      "span.d4-player",
      { title: called.note || null },
      glyph(disc(letter)),
      who,
      points
        ? h("b", { "aria-label": `${snapshot.scores[side]} points` }, snapshot.scores[side])
        : null,
    );
  });
}

function render({ model, el }) {
  const sitting = createSitting(model);
  const looks = createLooks({ model, sitting, draw: later });
  const controls = createControls(model);
  const board = createBoard({ onColumn: press });
  const status = h("p.d4-status", { role: "status" });
  const players = h("p.d4-players");
  const message = h("p.d4-message", { role: "alert" });
  const bar = h("div.d4-evaluation", { role: "img" });
  bar.style.setProperty("--d4-head", HEAD);
  const body = h("div.d4-found");
  const work = h("p.quiet");
  const panel = h("div.d4-panel", body, work);
  const view = createAnalysisView(body, { sitting, analysis: looks, onPreview: showLine });
  // Keys are of what has the focus here, and no shortcuts of JupyterLab.
  const element = h(
    "div.d4-widget",
    { onfocusin: ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true") },
    h(
      "div.d4-table",
      status,
      h("div.d4-stage", bar, board.element),
      players,
      controls.element,
      message,
    ),
    panel,
  );
  let due = null;

  function press(column) {
    if (sitting.node().snapshot.landing[column] === null) board.refuse(column);
    model.send(["play", column]);
  }

  function showLine() {
    board.setLine(model.get("analysing") ? view.line() : []);
  }

  /** Once for all that changes together. */
  function later() {
    due ??= requestAnimationFrame(() => {
      due = null;
      draw();
    });
  }

  function draw() {
    const animate = sitting.update();
    const { snapshot } = sitting.node();
    const { info } = sitting.tree;
    looks.update();
    const theirs = sitting.game && sitting.isComputer(snapshot.turn);
    const over = Boolean(snapshot.outcome);
    element.style.setProperty("--d4-widest", `${widthOf(info.board.heights)}px`);
    element.style.setProperty("--d4-units", geometryOf(info.board.heights).width);
    board.show({ board: info.board, snapshot, animate, playable: !theirs && !over });
    board.element.setAttribute("aria-label", `Board, ${info.goal}`);
    showStatus(status, sitting, over);
    message.textContent = sentence(model.get("message"));
    players.replaceChildren(...playersOf(model, sitting));
    controls.show(sitting);
    panel.hidden = !model.get("analysing");
    showEvaluation(bar, sitting, model.get("analysing"));
    if (model.get("analysing")) view.show();
    work.textContent = workText(sitting, looks);
    showLine();
  }

  for (const trait of TRAITS) model.on(`change:${trait}`, later);
  model.on("msg:custom", looks.hear);
  el.append(element);
  draw();
  return () => {
    cancelAnimationFrame(due);
    for (const trait of TRAITS) model.off(`change:${trait}`, later);
    model.off("msg:custom", looks.hear);
  };
}

/** How wide a board may be, so that it can be seen at once if it has few cells. */
function widthOf(heights) {
  const [columns, rows] = [heights.length, Math.max(...heights)];
  const cell = Math.min(BOARD_PX.width / columns, BOARD_PX.height / rows, CELL_PX.most);
  return columns * Math.max(cell, CELL_PX.least);
}

function showStatus(status, sitting, over) {
  const { text, letter } = statusOf(sitting);
  const { info } = sitting.tree;
  const note = noteBeside(info, sitting.node().snapshot, over) || capital(goalText(info));
  status.replaceChildren(
    ...(letter ? [glyph(disc(letter))] : []),
    h("span", text),
    h("span.quiet", note),
  );
}

export default { render };
