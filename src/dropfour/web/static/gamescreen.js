// The game's screen: draws the sitting, and does what people press there.

import { addressOf } from "./address.js";
import { createAnalysis } from "./analysis.js";
import { createAnalysisView, showEvaluation, workText } from "./analysisview.js";
import * as api from "./api.js";
import { createBoard } from "./board.js";
import { createClockChoice, sameClock } from "./clockchoice.js";
import { $ } from "./dom.js";
import * as view from "./gameview.js";
import { showGraph, showMoves } from "./moves.js";
import { attempt, fetched, say } from "./notices.js";
import { askName, createBell, declinedText, myName, showAsked } from "./people.js";
import { askPlayers, lastPlayers, rememberPlayers } from "./players.js";
import { createPoints } from "./points.js";
import { lineThrough, removeBranch } from "./state.js";
import { statusOf } from "./status.js";
import { load, save } from "./store.js";
import { columnName, moveText } from "./words.js";

/** The buttons that step through the game, by key; on the board arrows choose a column. */
const STEPS = { arrowleft: "#back", arrowright: "#forward", home: "#first", end: "#last" };

/**
 * `agents` are what the server says of them. `onOpen` hears of another board, `onMove` of another
 * position on it.
 */
export function createGameScreen({ sitting, agents, onOpen, onMove }) {
  let shown = null; // the node now on the board
  let spoken = ""; // what was announced last
  let introduced = ""; // in which game under which name
  const analysis = createAnalysis({ sitting, api, notify: update });
  const bell = createBell(() => update("bell"));
  const analysisView = createAnalysisView($("#analysis-body"), {
    sitting,
    analysis,
    onPreview: () => showLine(),
  });
  const board = createBoard({
    onColumn: press,
    onResize: ({ ratio, width, height }) => {
      $("#game").style.setProperty("--ratio", ratio);
      $("#game").style.setProperty("--readable", `${width}px`);
      $("#frame").style.setProperty("--height", `${height}px`);
    },
    fills: true,
  });
  const showPoints = createPoints($("#points"), (point) => board.setPattern(point?.cells ?? null));
  $("#board").append(board.element);
  $("#toolbar").append(board.zoomButtons);
  new ResizeObserver(placeEvaluation).observe($("#board")); // once the board has its new size
  connectButtons();
  addEventListener("keydown", onKey);

  // ---- Drawing ----------------------------------------------------------------------------

  /** Brings the screen in line with the sitting; `what` says which part changed. */
  function update(what, about) {
    if (what === "error") return say(about.message);
    if (what === "turn") return bell.ring();
    if (what === "declined") return say(declinedText(about), true);
    if (what === "arrived") return welcome();
    if (!sitting.tree) return;
    if (what === "open") {
      shown = null;
      analysis.cancel();
      onOpen();
      view.showLegend($("#legend"), sitting.tree.info);
      view.showGoal($("#goal"), sitting.tree.info);
      analysis.setOn(load("analysis", false));
    }
    const node = sitting.node();
    if (node.snapshot) draw(node);
    view.showStatus(sitting, $("#game"));
    if (what !== "analysis") showTable(); // a button that is replaced while it is pressed is deaf
    view.showControls(sitting, analysis);
    showMoves($("#moves"), sitting, sitting.go);
    showGraph($("#graph"), sitting, sitting.go);
    const asked = analysis.on || analysis.grading;
    $("#analysis-panel").hidden = !asked;
    $("#work-done").textContent = workText(sitting, analysis);
    if (asked) analysisView.show();
    showEvaluation($("#evaluation"), sitting, analysis.on);
    showLine();
    if (what === "game" || what === "cursor") onMove();
    if (what !== "analysis") analysis.follow();
    announce();
    introduce();
  }

  /** Who plays, and what they can do and are asked. */
  function showTable() {
    view.showPlayers(sitting, agents, {
      onPlayers: changePlayers,
      onInvite: () => attempt(openInvitation),
      onPlayBoth: () => attempt(sitting.table.uninvite),
      onDraw: () => attempt(() => sitting.table.ask("draw")),
      onResign: () => attempt(sitting.table.resign),
      onName: nameMyself,
      bell,
      onStart: () => startFrom(addressOf(sitting), "Who plays from here?"),
      onBack: () => sitting.go(sitting.game.head),
    });
    showAsked(sitting, (agree) => attempt(() => sitting.table.answer(agree)));
  }

  /** What the analysis would play. */
  function showLine() {
    const { snapshot } = sitting.node();
    board.setLine(analysis.on && snapshot && !snapshot.outcome ? analysisView.line() : []);
  }

  function draw(node) {
    const { info } = sitting.tree;
    const playable = sitting.obstacle() === null;
    if (node !== shown) {
      board.setHint(null);
      say("");
    }
    const animate = node.parent === shown?.id;
    board.show({ board: info.board, snapshot: node.snapshot, playable, animate });
    placeEvaluation();
    showPoints(node.snapshot, info.rules.ending === "full");
    board.element.setAttribute("aria-label", `Board, ${info.goal}`);
    shown = node;
  }

  /** The bar stands close to what is seen of the board, and is as high. */
  function placeEvaluation() {
    const plate = $("#board").querySelector(".d4-plate")?.getBoundingClientRect();
    if (!plate?.width) return;
    const room = $("#board").getBoundingClientRect();
    const top = Math.max(plate.top, room.top);
    const { style } = $("#evaluation");
    style.setProperty("--right", `${Math.max(0, plate.left - room.left)}px`);
    style.setProperty("--down", `${top - room.top}px`);
    style.setProperty("--tall", `${Math.min(plate.bottom, room.bottom) - top}px`);
  }

  function announce() {
    const { snapshot } = sitting.node();
    if (!snapshot || analysis.grading) return;
    const { text } = statusOf(sitting);
    const news = [moveText(snapshot), text].filter(Boolean).join(". ");
    if (news === spoken) return;
    spoken = news;
    $("#live").textContent = news;
  }

  // ---- What people do ---------------------------------------------------------------------

  async function press(column) {
    const { snapshot } = sitting.node();
    if (!snapshot) return;
    const reason = sitting.obstacle();
    if (reason) return say(reason);
    if (!snapshot.legal.includes(column)) {
      board.refuse(column);
      return say(`Column ${columnName(column)} is full.`);
    }
    await attempt(() => sitting.play(column));
  }

  async function changePlayers() {
    const words = { title: "Who plays on?", action: "Play on" };
    const players = await askPlayers($("#players-dialog"), agents, sitting.game.players, words);
    if (players) await attempt(() => sitting.setPlayers(players));
  }

  /** Asks who plays, and starts a game there. */
  async function startFrom(where, title) {
    const clock = createClockChoice();
    const words = { title, action: "Play", more: clock.element };
    const players = await askPlayers($("#players-dialog"), agents, lastPlayers(agents), words);
    if (!players) return;
    rememberPlayers(players);
    await attempt(() => sitting.start({ ...where, players, clock: clock.read() }));
  }

  async function newGame(players = sitting.game?.players) {
    const { rules, tree, game } = sitting;
    const clock = sameClock(game ?? {});
    if (players) await attempt(() => sitting.start({ rules, start: tree.start, players, clock }));
    else await attempt(() => sitting.open({ rules, start: tree.start }));
  }

  /** The same game with the seats changed, as at a table; without a game, the board again. */
  function rematch() {
    return sitting.game ? attempt(sitting.table.rematch) : newGame();
  }

  async function openInvitation() {
    const { openInvitation: open } = await fetched(import("./invitation.js"));
    await open($("#share-dialog"), { sitting });
  }

  function welcome() {
    $("#share-dialog").close();
    say("Your friend is here.", true);
  }

  /** Says who we are, where another person plays and does not know it yet. */
  function introduce() {
    const side = sitting.mySide();
    if (side === null || !myName() || sitting.game.names[side] === myName()) return;
    if (introduced === `${sitting.game.id} ${myName()}`) return;
    introduced = `${sitting.game.id} ${myName()}`;
    attempt(() => sitting.table.setName(myName()));
  }

  async function nameMyself() {
    const name = await askName($("#players-dialog"));
    if (name !== null) await attempt(() => sitting.table.setName(name));
  }

  async function showHint() {
    say("Thinking…", true);
    const column = await analysis.hint();
    if (column === null) return say(analysis.problem ?? "");
    board.setHint(column);
    say(`Try ${columnName(column)}.`, true);
  }

  async function openShare() {
    const share = await fetched(import("./share.js"));
    await share.openShare($("#share-dialog"), { sitting });
  }

  function onKey(event) {
    if ($("#game").hidden || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) {
      event.preventDefault();
      attempt(key === "z" && !event.shiftKey ? sitting.undo : sitting.redo);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const columns = sitting.tree.info.board.heights.length;
    const column = /^[a-z]$/.test(key) ? key.charCodeAt(0) - 97 : -1;
    if (board.onKey(event)) event.preventDefault();
    else if (column >= 0 && column < columns) press(column);
    else if (column >= 0) say(`There is no column ${key.toUpperCase()}.`);
    else if (key in STEPS) {
      event.preventDefault();
      if (!$(STEPS[key]).disabled) $(STEPS[key]).click();
    }
  }

  function connectButtons() {
    const on = (id, action) => $(id).addEventListener("click", action);
    on("#undo", () => attempt(sitting.undo));
    on("#redo", () => attempt(sitting.redo));
    on("#hint", showHint);
    on("#pause", () => sitting.setPaused(!sitting.paused));
    on("#step", sitting.step);
    on("#swap", () => attempt(() => sitting.setPlayers([...sitting.game.players].reverse())));
    on("#new", () => newGame());
    on("#rematch", rematch);
    on("#new-game", () => newGame());
    on("#review", () => analysis.grade());
    on("#grade", () => (analysis.grading ? analysis.cancel() : analysis.grade()));
    on("#analyse", () => {
      analysis.setOn(!analysis.on);
      save("analysis", analysis.on);
    });
    on("#keep-analysing", () => analysis.setKeeps(!analysis.keeps));
    on("#first", () => sitting.go(sitting.tree.root));
    on("#back", () => sitting.go(sitting.node().parent));
    on("#forward", () => sitting.go(sitting.node().chosen));
    on("#last", () => sitting.go(lineThrough(sitting.tree, sitting.cursor).at(-1)));
    on("#prune", () => sitting.go(removeBranch(sitting.tree, sitting.cursor)));
    on("#nav-share", () => attempt(openShare));
  }

  return {
    update,
    startFrom,
    focus: board.focus,
    leave: analysis.cancel,
    setOnline(online) {
      $("#offline").hidden = online;
      if (!online) analysis.lose();
      sitting.setOnline(online);
    },
  };
}
