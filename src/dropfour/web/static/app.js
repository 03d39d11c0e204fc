// The page: opens what the address says, connects the parts, and keeps the address up to date.

import { readAddress, writeAddress } from "./address.js";
import { createAnalysis, showAnalysis } from "./analysis.js";
import * as api from "./api.js";
import { createBoard } from "./board.js";
import { $ } from "./dom.js";
import * as view from "./gameview.js";
import { showCards } from "./home.js";
import { showGraph, showMoves } from "./moves.js";
import { askPlayers, createVersus, lastPlayers, rememberPlayers } from "./players.js";
import { createSession } from "./session.js";
import { removeBranch } from "./state.js";
import { keep, load, save } from "./store.js";
import { columnName, moveText, sentence } from "./words.js";

const screens = ["home", "game", "editor"];
let variants = [];
let agents = null;
let versus = null;
let editor = null; // made when first opened
let shown = null; // the node now on the board
let spoken = ""; // what was announced last

const socket = api.createSocket({
  onMessage: (message) => {
    session.hear(message);
    engine.hear(message);
  },
  onState: (open) => {
    $("#offline").hidden = open;
    if (!open) engine.lose();
    session.setOnline(open);
  },
});
const session = createSession({ socket, notify: update, keep });
const engine = createAnalysis({ session, socket, notify: update });
const board = createBoard({
  onColumn: press,
  onResize: (ratio, columns) => {
    $("#game").style.setProperty("--ratio", ratio);
    $("#game").style.setProperty("--columns", columns);
  },
});

// ---- Screens and address ------------------------------------------------------------------

function showScreen(name) {
  if ($(`#${name}`).hidden) scrollTo(0, 0);
  $("#notice").textContent = "";
  for (const each of screens) $(`#${each}`).hidden = each !== name;
  // Keys go to the new screen at once.
  if (document.activeElement.closest("[hidden]")) document.activeElement.blur();
  for (const [button, screen] of [
    ["#nav-home", "home"],
    ["#nav-editor", "editor"],
  ]) {
    if (screen === name) $(button).setAttribute("aria-current", "page");
    else $(button).removeAttribute("aria-current");
  }
  $("#nav-share").hidden = name !== "game";
  if (name !== "game") {
    engine.cancel();
    document.title = "dropfour";
  }
}

function addressOf(id = session.cursor) {
  const { snapshot } = session.node(id);
  return { rules: session.rules, start: session.tree.start, moves: snapshot?.moves ?? "" };
}

function keepAddress(push = false) {
  const fragment = writeAddress({
    ...addressOf(session.game?.head ?? session.cursor),
    game: session.game?.id,
  });
  if (fragment === location.hash) return;
  if (push) history.pushState(null, "", fragment);
  else history.replaceState(null, "", fragment);
}

async function openAddress() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  const { rules, start, moves, game, token, view: screen } = readAddress(location.hash);
  if (game && token) {
    keep.add(game, token);
    history.replaceState(null, "", writeAddress({ rules, start, moves, game }));
  }
  if (screen === "editor") {
    session.leave();
    return openEditor(rules && api.position({ rules, ...(start ? { start } : {}) }));
  }
  if (!rules && !game) {
    session.leave();
    showScreen("home");
    return;
  }
  try {
    if (game) await session.join(game, rules);
    else await session.open({ rules, start, moves });
  } catch (error) {
    if (game && rules && error.code === "not_found") {
      await attempt(() => session.open({ rules, start, moves }));
      say("That game is no longer on the server. Here is its position.", true);
    } else {
      showScreen("home");
      say(error.message);
    }
  }
}

/** Opens the editor with what is known of a position, or will be, or with what it had before. */
async function openEditor(position = null) {
  const { epoch } = session;
  const known = Promise.resolve(position).catch(({ message }) => ({
    faults: [message],
    info: null,
  }));
  const [{ createEditor }, answer] = await Promise.all([import("./editor.js"), known]);
  if (epoch !== session.epoch) return;
  session.leave();
  editor ??= createEditor($("#editor"), {
    onPlay: playEdited,
    onAnalyse: (where) => attempt(() => session.open(where)),
    onChange: (where) =>
      $("#editor").hidden ||
      history.replaceState(null, "", writeAddress({ ...where, view: "editor" })),
  });
  showScreen("editor");
  if (readAddress(location.hash).view !== "editor") history.pushState(null, "", "#v=editor");
  editor.open(answer?.info, answer?.faults.length ? null : answer?.snapshots[0].text);
  if (answer && !answer.info) say(answer.faults.join("; "));
}

async function playEdited(where) {
  const players = await askPlayers($("#players-dialog"), agents, lastPlayers(agents), {
    title: "Who plays?",
    action: "Play",
  });
  if (!players) return;
  rememberPlayers(players);
  await attempt(() => session.start({ ...where, players }));
}

// ---- Drawing ------------------------------------------------------------------------------

/** Brings the page in line with the session; `what` says which part changed. */
function update(what, error) {
  if (what === "error") return say(error.message);
  if (what === "online" && !session.tree) return;
  if (!session.tree) return;
  if (what === "open") {
    shown = null;
    engine.cancel();
    showScreen("game");
    view.showLegend($("#legend"), session.tree.info);
    say("");
    keepAddress(true);
    engine.setOn(load("analysis", false));
  }
  const node = session.node();
  if (node.snapshot && node !== shown) draw(node);
  else if (node.snapshot) board.show({ ...boardArgs(node) });
  view.showStatus(session, $("#game"));
  view.showPlayers(session, agents, {
    onPlayers: changePlayers,
    onInvite: () => openShare(),
    onStart: playFromHere,
  });
  view.showControls(session, engine);
  view.showAsk(session, () => attempt(session.agree));
  showMoves($("#moves"), session, session.go);
  showGraph($("#graph"), session, session.go);
  $("#analysis-panel").hidden = !engine.on && !engine.grading;
  board.showValues(engine.on && !session.node().snapshot?.outcome);
  if (engine.on || engine.grading) showAnalysis($("#analysis-body"), $("#effort"), session, engine);
  board.setValues(engine.on ? node.analysis : null);
  board.setLine(engine.on ? node.analysis?.line : null);
  if (what === "game" || what === "cursor") keepAddress();
  if (what !== "analysis") engine.follow();
  announce();
}

const boardArgs = (node) => ({
  board: session.tree.info.board,
  snapshot: node.snapshot,
  playable: session.obstacle() === null,
});

function draw(node) {
  const forward = shown && node.parent === shown.id;
  board.setHint(null);
  board.show({ ...boardArgs(node), animate: Boolean(forward) });
  board.element.setAttribute("aria-label", `Board, ${session.tree.info.goal}`);
  shown = node;
  say("");
}

function announce() {
  const { snapshot } = session.node();
  if (!snapshot || engine.grading) return;
  const { text } = view.statusOf(session);
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
  const { snapshot } = session.node();
  if (!snapshot) return;
  const reason = session.obstacle();
  if (reason) return say(reason);
  if (!snapshot.legal.includes(column)) {
    board.refuse(column);
    return say(`Column ${columnName(column)} is full.`);
  }
  await attempt(() => session.play(column));
}

async function changePlayers() {
  const { players } = session.game;
  const chosen = await askPlayers($("#players-dialog"), agents, players, {
    title: "Who plays on?",
    action: "Play on",
  });
  if (chosen) await attempt(() => session.setPlayers(chosen));
}

async function playFromHere() {
  const players = await askPlayers($("#players-dialog"), agents, lastPlayers(agents), {
    title: "Who plays from here?",
    action: "Play",
  });
  if (!players) return;
  rememberPlayers(players);
  await attempt(() => session.start({ ...addressOf(), players }));
}

async function newGame(players = session.game?.players) {
  const { rules, tree } = session;
  if (players) await attempt(() => session.start({ rules, start: tree.start, players }));
  else await attempt(() => session.open({ rules, start: tree.start }));
}

/** The same game with the seats changed, as at a table; without a game, the board again. */
const rematch = () => newGame(session.game && [...session.game.players].reverse());

async function showHint() {
  say("Thinking…", true);
  const column = await engine.hint();
  if (column === null) return say(engine.problem ?? "");
  board.setHint(column);
  say(`Try ${columnName(column)}.`, true);
}

async function openShare() {
  const { createShare } = await import("./share.js");
  createShare($("#share-dialog"), { session, addressOf, open: (where) => session.open(where) });
}

function onKey(event) {
  if ($("#game").hidden || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, textarea, select")) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) {
    event.preventDefault();
    attempt(key === "z" && !event.shiftKey ? session.undo : session.redo);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const columns = session.tree.info.board.heights.length;
  const column = /^[a-z]$/.test(key) ? key.charCodeAt(0) - 97 : -1;
  if (column >= 0 && column < columns) press(column);
  else if (column >= 0) say(`There is no column ${key.toUpperCase()}.`);
  else if (event.key.startsWith("Arrow") && event.target.closest("button") === null) {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") return;
    event.preventDefault();
    board.focus();
  }
}

function stepTo(target) {
  if (target !== null && target !== undefined) session.go(target);
}

function connectButtons() {
  const on = (id, action) => $(id).addEventListener("click", action);
  on("#undo", () => attempt(session.undo));
  on("#redo", () => attempt(session.redo));
  on("#hint", showHint);
  on("#pause", () => session.setPaused(!session.paused));
  on("#step", session.step);
  on("#swap", () => attempt(() => session.setPlayers([...session.game.players].reverse())));
  on("#new", () => newGame());
  on("#rematch", rematch);
  on("#review", () => engine.grade());
  on("#grade", () => (engine.grading ? engine.cancel() : engine.grade()));
  on("#analyse", () => {
    engine.setOn(!engine.on);
    save("analysis", engine.on);
  });
  on("#first", () => stepTo(session.tree.root));
  on("#back", () => stepTo(session.node().parent));
  on("#forward", () => stepTo(session.node().chosen));
  on("#last", () => {
    let id = session.cursor;
    while (session.node(id).chosen !== null) id = session.node(id).chosen;
    stepTo(id);
  });
  on("#prune", () => stepTo(removeBranch(session.tree, session.cursor)));
  on("#nav-home", goHome);
  on("#brand", (event) => {
    event.preventDefault();
    goHome();
  });
  on("#nav-editor", () => {
    const { snapshot } = $("#game").hidden ? {} : session.node();
    return openEditor(snapshot && { faults: [], info: session.tree.info, snapshots: [snapshot] });
  });
  on("#nav-share", openShare);
  on("#nav-theme", switchTheme);
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

async function begin() {
  const theme = load("theme", null);
  if (theme) document.documentElement.dataset.theme = theme;
  $("#board").append(board.element);
  connectButtons();
  addEventListener("keydown", onKey);
  addEventListener("popstate", openAddress);
  ({ variants } = await api.variants());
  agents = await api.agents();
  versus = createVersus($("#versus"), agents, lastPlayers(agents), { onChange: rememberPlayers });
  const play = (rules) => attempt(() => session.start({ rules, players: versus.value }));
  showCards($("#cards"), variants, {
    onPlay: ({ name }) => play({ preset: name }),
    onRandom: ({ name }) => play({ preset: name, seed: Math.floor(Math.random() * 1e6) }),
    onOwn: () => openEditor(),
  });
  await openAddress();
}

begin();
