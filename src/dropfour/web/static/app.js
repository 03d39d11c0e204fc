// The page: opens what the address says, connects the parts, and keeps the address up to date.

import { readAddress, writeAddress } from "./address.js";
import { createAnalysis } from "./analysis.js";
import { createAnalysisView, showEvaluation, workText } from "./analysisview.js";
import * as api from "./api.js";
import { createBoard } from "./board.js";
import { createClockChoice, sameClock } from "./clockchoice.js";
import { $ } from "./dom.js";
import * as view from "./gameview.js";
import { showCards } from "./home.js";
import { showGraph, showMoves } from "./moves.js";
import { askName, createBell, declinedText, myName, showAsked } from "./people.js";
import { askPlayers, createVersus, lastPlayers, rememberPlayers } from "./players.js";
import { createPoints } from "./points.js";
import { createSitting } from "./sitting.js";
import { lineThrough, removeBranch } from "./state.js";
import { keep, load, save } from "./store.js";
import { columnName, DISCS, moveText, nameAfter, sentence } from "./words.js";

const screens = ["home", "mine", "game", "editor"];
let variants = []; // the games, as the server describes them
let agents = null; // what the server says of them
let editor = null; // made when first opened
let shown = null; // the node now on the board
let spoken = ""; // what was announced last
let introduced = ""; // in which game under which name

const sitting = createSitting({ api, notify: update, keep });
const analysis = createAnalysis({ sitting, api, notify: update });
api.listen({
  onEvent: sitting.hear,
  onOnline: (online) => {
    $("#offline").hidden = online;
    if (!online) analysis.lose();
    sitting.setOnline(online);
  },
});
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

// ---- Screens and address ------------------------------------------------------------------

function showScreen(name) {
  if ($(`#${name}`).hidden) scrollTo(0, 0);
  $("#notice").textContent = "";
  $("#loading").hidden = true;
  for (const each of screens) $(`#${each}`).hidden = each !== name;
  // Keys go to the new screen at once.
  if (document.activeElement.closest("[hidden]")) document.activeElement.blur();
  $("#nav-home").ariaCurrent = name === "home" ? "page" : null;
  $("#nav-mine").ariaCurrent = name === "mine" ? "page" : null;
  $("#nav-editor").ariaCurrent = name === "editor" ? "page" : null;
  $("#nav-share").hidden = name !== "game";
  if (name !== "game") {
    analysis.cancel();
    document.title = "dropfour";
  }
}

function addressOf(id = sitting.cursor) {
  const { snapshot } = sitting.node(id);
  return { rules: sitting.rules, start: sitting.tree.start, moves: snapshot?.moves ?? "" };
}

function keepAddress(push = false) {
  const { game, cursor } = sitting;
  const fragment = writeAddress({ ...addressOf(game?.head ?? cursor), game: game?.id });
  if (fragment === location.hash) return;
  // From an older state of the same game "back" would only lead here again.
  const again = game && readAddress(location.hash).game === game.id;
  if (push && !again) history.pushState(null, "", fragment);
  else history.replaceState(null, "", fragment);
}

async function openAddress() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  const { rules, start, moves, game, key, view: screen } = readAddress(location.hash);
  if (key) history.replaceState(null, "", writeAddress({ rules, start, moves, game }));
  if (screen === "mine") return openMyGames();
  if (screen === "editor") {
    sitting.leave();
    return openEditor(rules && api.position({ rules, start }));
  }
  if (!rules && !game) {
    sitting.leave();
    showScreen("home");
    return;
  }
  try {
    if (game) await sitting.join(game, { rules, key });
    else await sitting.open({ rules, start, moves });
  } catch (error) {
    if (game && rules && error.code === "not_found") {
      await attempt(() => sitting.open({ rules, start, moves }));
      say("That game is no longer on the server. Here is its position.", true);
    } else if (sitting.game)
      say(error.message); // it is open, but the invitation was of no use
    else {
      showScreen("home");
      say(error.message);
    }
  }
}

async function openMyGames() {
  sitting.leave();
  showScreen("mine");
  const { showMyGames } = await import("./mygames.js");
  await showMyGames($("#mine"), agents, (id) => attempt(() => sitting.join(id)));
}

/** Opens the editor with what is known of a position, or will be, or with what it had before. */
async function openEditor(position = null) {
  const { epoch } = sitting;
  const failed = ({ message }) => ({ faults: [message], info: null });
  const known = Promise.resolve(position).catch(failed);
  const [{ createEditor }, answer] = await Promise.all([import("./editor.js"), known]);
  if (epoch !== sitting.epoch) return;
  sitting.leave();
  editor ??= createEditor($("#editor"), {
    onPlay: (where) => startFrom(where, "Who plays?"),
    onAnalyse: (where) => attempt(() => sitting.open(where)),
    onOpen: sitting.open,
    randomGames: variants.filter(({ random }) => random),
    onChange: (where) => {
      const fragment = writeAddress({ ...where, view: "editor" });
      if (!$("#editor").hidden) history.replaceState(null, "", fragment);
    },
  });
  showScreen("editor");
  if (readAddress(location.hash).view !== "editor") history.pushState(null, "", "#v=editor");
  editor.open(answer?.info, answer?.faults.length ? null : answer?.snapshots[0].text);
  if (answer && !answer.info) say(answer.faults.join("; "));
}

// ---- Drawing ------------------------------------------------------------------------------

/** Brings the page in line with the sitting; `what` says which part changed. */
function update(what, error) {
  if (what === "error") return say(error.message);
  if (what === "turn") return bell.ring();
  if (what === "declined") return say(declinedText(error), true);
  if (what === "arrived") return welcome();
  if (!sitting.tree) return;
  if (what === "open") {
    shown = null;
    analysis.cancel();
    showScreen("game");
    view.showLegend($("#legend"), sitting.tree.info);
    view.showGoal($("#goal"), sitting.tree.info);
    keepAddress(true);
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
  if (what === "game" || what === "cursor") keepAddress();
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
    onStart: () => startFrom(addressOf(), "Who plays from here?"),
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
  showPoints(node.snapshot, info.rules.ending === "full");
  board.element.setAttribute("aria-label", `Board, ${info.goal}`);
  shown = node;
}

function announce() {
  const { snapshot } = sitting.node();
  if (!snapshot || analysis.grading) return;
  const { text } = view.statusOf(sitting);
  const news = [moveText(snapshot), text].filter(Boolean).join(". ");
  if (news === spoken) return;
  spoken = news;
  $("#live").textContent = news;
}

/** A sentence under the board: what is wrong, or with `note` what is worth knowing. */
function say(text, note = false) {
  const message = $($("#game").hidden ? "#notice" : "#message");
  message.textContent = sentence(text);
  message.classList.toggle("note", note);
}

async function attempt(action) {
  try {
    await action();
  } catch (error) {
    if (error.code !== "stale") say(error.message);
    if (!(error instanceof api.ApiError)) throw error;
  }
}

// ---- What people do -----------------------------------------------------------------------

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
  const { openInvitation: open } = await import("./invitation.js");
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
  const share = await import("./share.js");
  await attempt(() => share.openShare($("#share-dialog"), { sitting, addressOf }));
}

/** The buttons that step through the game, by key; on the board arrows choose a column. */
const STEPS = { arrowleft: "#back", arrowright: "#forward", home: "#first", end: "#last" };

function onKey(event) {
  if ($("#game").hidden || event.defaultPrevented || document.querySelector("dialog[open]")) return;
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
  on("#nav-home", goHome);
  on("#nav-mine", () => {
    if (readAddress(location.hash).view !== "mine") history.pushState(null, "", "#v=mine");
    return openMyGames();
  });
  on("#skip", (event) => {
    event.preventDefault(); // what follows # is the game
    if ($("#game").hidden) $("#main").focus();
    else board.focus();
  });
  on("#brand", (event) => {
    event.preventDefault();
    goHome();
  });
  on("#nav-editor", () => {
    const { snapshot } = $("#game").hidden ? {} : sitting.node();
    return openEditor(snapshot && { faults: [], info: sitting.tree.info, snapshots: [snapshot] });
  });
  on("#nav-share", openShare);
  on("#nav-theme", switchTheme);
  on("#nav-discs", () => {
    const discs = document.documentElement.dataset.discs === "plain" ? "coloured" : "plain";
    save("discs", discs);
    showDiscs(discs);
    showHome();
    editor = null; // it has the old names
    if ($("#editor").hidden) update("discs");
    else openAddress();
  });
}

function goHome() {
  if (location.hash) history.pushState(null, "", location.pathname);
  openAddress();
}

function switchTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  save("theme", document.documentElement.dataset.theme);
}

/** Discs look so, and the players are called after them. */
function showDiscs(discs) {
  document.documentElement.dataset.discs = discs;
  $("#nav-discs").setAttribute("aria-checked", discs === "plain");
  nameAfter(discs);
}

/** Who plays, and a card for every game. */
function showHome() {
  const versus = createVersus($("#versus"), agents, lastPlayers(agents), rememberPlayers);
  const clock = createClockChoice();
  $("#time").replaceChildren(clock.element);
  const play = (rules) =>
    attempt(() => sitting.start({ rules, players: versus.read(), clock: clock.read() }));
  showCards($("#cards"), variants, {
    onPlay: ({ name }) => play({ preset: name }),
    onRandom: ({ name }) => play({ preset: name, seed: Math.floor(Math.random() * 1e6) }),
    onOwn: () => openEditor(),
  });
}

async function begin() {
  const discs = load("discs", "coloured");
  showDiscs(discs in DISCS ? discs : "coloured");
  const theme = load("theme", null);
  if (theme) document.documentElement.dataset.theme = theme;
  $("#board").append(board.element);
  $("#toolbar").append(board.zoomButtons);
  connectButtons();
  addEventListener("keydown", onKey);
  addEventListener("popstate", openAddress);
  ({ variants } = await api.variants());
  agents = await api.agents();
  showHome();
  await openAddress();
  api.keepPage();
}

begin().catch((error) => {
  $("#loading").textContent = sentence(error.message);
  throw error;
});
