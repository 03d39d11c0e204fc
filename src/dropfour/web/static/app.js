// The page: opens what the address says, one screen at a time, and keeps the address up to date.

import { addressOf, readAddress, writeAddress } from "./address.js";
import * as api from "./api.js";
import { createClockChoice } from "./clockchoice.js";
import { $, h } from "./dom.js";
import { showCards } from "./home.js";
import { attempt, fetched, say } from "./notices.js";
import { createVersus, lastPlayers, rememberPlayers } from "./players.js";
import { createSitting } from "./sitting.js";
import { keep, load, save } from "./store.js";
import { DISCS, nameAfter, sentence } from "./words.js";

const screens = ["home", "mine", "game", "editor"];
let variants = []; // the games, as the server describes them
let agents = null; // what the server says of them
let editor = null; // made when first opened
let game = null; // the game's screen, too

let missed = null; // the address that could not be opened for want of a connection

const notify = (...news) => game?.update(...news);
const sitting = createSitting({ api, notify, keep, shortest });
api.listen({ onEvent: sitting.hear, onOnline: hearOnline });

/** Rules as an address says them: a preset by its name. */
function shortest(rules) {
  const text = JSON.stringify(rules);
  const same = variants.find((each) => JSON.stringify(each.rules) === text);
  return same ? { preset: same.name } : rules;
}

function hearOnline(online) {
  game?.setOnline(online);
  if (online && missed !== null && missed === location.hash) openAddress();
}

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
    game?.leave();
    document.title = "dropfour";
  }
}

function keepAddress(push = false) {
  const { game: joined, cursor } = sitting;
  const here = addressOf(sitting, joined?.head ?? cursor);
  const fragment = writeAddress({ ...here, game: joined?.id });
  if (fragment === location.hash) return;
  // From an older state of the same game "back" would only lead here again.
  const again = joined && readAddress(location.hash).game === joined.id;
  if (push && !again) history.pushState(null, "", fragment);
  else history.replaceState(null, "", fragment);
}

/** Does something that opens a board, once its screen is there. */
const atBoard = (action) =>
  attempt(async () => {
    await loadGame();
    await action();
  });

async function loadGame() {
  const { createGameScreen } = await fetched(import("./gamescreen.js"));
  const onOpen = () => {
    showScreen("game");
    keepAddress(true);
  };
  game ??= createGameScreen({ sitting, agents, onOpen, onMove: keepAddress });
}

async function openAddress() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  missed = null;
  const { rules, start, moves, game: id, key, view: screen } = readAddress(location.hash);
  if (key) history.replaceState(null, "", writeAddress({ rules, start, moves, game: id }));
  if (screen === "mine") return openMyGames();
  if (screen === "editor") {
    sitting.leave();
    return openEditor(rules && api.position({ rules, start }));
  }
  if (!rules && !id) {
    sitting.leave();
    showScreen("home");
    return;
  }
  const { epoch } = sitting;
  try {
    await loadGame();
    if (epoch !== sitting.epoch) return; // somebody was quicker
    if (id) await sitting.join(id, { rules, key });
    else await sitting.open({ rules, start, moves });
  } catch (error) {
    if (id && rules && error.code === "not_found") {
      await attempt(() => sitting.open({ rules, start, moves }));
      say("That game is no longer on the server. Here is its position.", true);
    } else if (sitting.game)
      say(error.message); // it is open, but the invitation was of no use
    else {
      if (error.code === "offline") missed = location.hash;
      showScreen("home");
      say(error.message);
    }
  }
}

async function openMyGames() {
  sitting.leave();
  showScreen("mine");
  await attempt(async () => {
    const { showMyGames } = await fetched(import("./mygames.js"));
    await showMyGames($("#mine"), agents, (id) => atBoard(() => sitting.join(id)));
  });
}

/** Opens the editor with what is known of a position, or will be, or with what it had before. */
const openEditor = (position = null) => attempt(() => editPosition(position));

/** Adds a style sheet that only some screens need; resolves once it is there, or cannot be. */
function addStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((resolve) => {
    const onerror = () => resolve(link.remove()); // the next one may get it
    const link = h("link", { rel: "stylesheet", href, onload: resolve, onerror });
    document.head.append(link);
  });
}

async function editPosition(position) {
  const { epoch } = sitting;
  const failed = ({ message }) => ({ faults: [message], info: null });
  const known = Promise.resolve(position).catch(failed);
  const styled = addStyle("/static/editor.css");
  const module = fetched(import("./editor.js"));
  const [{ createEditor }, answer] = await Promise.all([module, known, styled]);
  if (epoch !== sitting.epoch) return;
  sitting.leave();
  editor ??= createEditor($("#editor"), {
    onPlay: (where) => atBoard(() => game.startFrom(where, "Who plays?")),
    onAnalyse: (where) => atBoard(() => sitting.open(where)),
    onOpen: async (where) => {
      await loadGame();
      await sitting.open(where);
    },
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

// ---- What people press on every screen ------------------------------------------------------

function connectButtons() {
  const on = (id, action) => $(id).addEventListener("click", action);
  on("#nav-home", goHome);
  on("#nav-mine", () => {
    if (readAddress(location.hash).view !== "mine") history.pushState(null, "", "#v=mine");
    return openMyGames();
  });
  on("#skip", (event) => {
    event.preventDefault(); // what follows # is the game
    if ($("#game").hidden) $("#main").focus();
    else game.focus();
  });
  on("#brand", (event) => {
    event.preventDefault();
    goHome();
  });
  on("#nav-editor", () => {
    const { snapshot } = $("#game").hidden ? {} : sitting.node();
    return openEditor(snapshot && { faults: [], info: sitting.tree.info, snapshots: [snapshot] });
  });
  on("#nav-theme", switchTheme);
  on("#nav-discs", () => {
    const discs = document.documentElement.dataset.discs === "plain" ? "coloured" : "plain";
    save("discs", discs);
    showDiscs(discs);
    showHome();
    editor = null; // it has the old names
    if ($("#editor").hidden) game?.update("discs");
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
    atBoard(() => sitting.start({ rules, players: versus.read(), clock: clock.read() }));
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
  connectButtons();
  addEventListener("popstate", openAddress);
  if (location.hash) import("./gamescreen.js").catch(() => {}); // most likely needed soon
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
