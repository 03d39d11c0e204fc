// What people at one game see of each other: seats, questions, clocks, a sound. Draws what the
// sitting says.

import { askIn } from "./dialogs.js";
import { $, h } from "./dom.js";
import { load, save } from "./store.js";
import { HUMAN, playerName, PLAYERS, timeText } from "./words.js";

const LONGEST_NAME = 40;
const TICK_MS = 100;
const SHORT_S = 20; // from here on a clock looks urgent
const SURE_MS = 4000;

/** Who sits there, as { name, note, absent }: who was never there is not said to be to move. */
export function seatOf(sitting, side, agents) {
  const { game } = sitting;
  if (!game) return { name: PLAYERS[side].name, note: "" };
  const player = game.players[side];
  if (player !== HUMAN) return playerName(player, agents);
  if (game.invited === side) {
    const name = sitting.isWatching() ? "A friend" : "Your friend";
    return { name, note: "has yet to open the link", absent: true };
  }
  const alone = sitting.isComputer(1 - side) || !sitting.ownsGame() || game.invited !== null;
  const told = game.names[side];
  if (sitting.holds(side)) {
    const name = alone ? [told, "(you)"].filter(Boolean).join(" ") : told || "Human";
    return { name: alone && !told ? "You" : name, note: "" };
  }
  const name = told || (sitting.isWatching() ? "Human" : "Your opponent");
  return { name, note: game.here[side] ? "here" : "away" };
}

/** The buttons for those who play each other, and for who may invite somebody. */
export function tableButtons(sitting, { onInvite, onPlayBoth, onDraw, onResign, onName, bell }) {
  const { game } = sitting;
  const over = sitting.isOver();
  const button = (id, text, onclick) => h(`button#${id}.small`, { onclick }, text);
  if (game && sitting.ownsGame()) {
    const waits = game.invited !== null;
    const invite = waits ? "Show the link" : "Invite a friend";
    return [
      over || sitting.bothComputers() ? null : button("invite", invite, onInvite),
      waits ? button("play-both", "Play both sides", onPlayBoth) : null,
    ];
  }
  if (sitting.mySide() === null) return [];
  const what = `resign ${game.id}`;
  const resign = { what, text: "Resign", question: "Really resign?", onclick: onResign };
  const offered = game.asked?.kind === "draw";
  const on = { "aria-checked": String(bell.on), role: "switch", onclick: bell.toggle };
  return [
    over || offered ? null : button("draw", "Offer a draw", onDraw),
    over ? null : sureButton("#resign", resign),
    button("name", "My name", onName),
    h("button#sound.small.switch", on, "Sound"),
  ];
}

const pressed = new Map(); // what was pressed once, and until when that counts

/** A button for what cannot be taken back: it asks once more. `what` tells it from others. */
export function sureButton(selector, { what, text, question, onclick, ...properties }) {
  const isSure = () => performance.now() < (pressed.get(what) ?? 0);
  const button = h(`button${selector}.small`, { ...properties, onclick: press });
  draw();
  return button;

  function press() {
    if (isSure()) return onclick();
    pressed.set(what, performance.now() + SURE_MS);
    draw();
  }

  function draw() {
    button.textContent = isSure() ? question : text;
    if (isSure()) setTimeout(draw, pressed.get(what) - performance.now() + 1);
  }
}

/** What one side asks of the other: those who are asked can answer, who asked can think again. */
export function showAsked(sitting, onAnswer) {
  const { game } = sitting;
  const panel = $("#ask");
  const asked = game?.asked;
  panel.hidden = !asked;
  if (!asked) return;
  const side = sitting.mySide();
  const button = (id, text, agree) =>
    h(
      `button#${id}.small`,
      { class: agree ? "primary small" : "small", onclick: () => onAnswer(agree) },
      text,
    );
  const buttons = [];
  if (side === asked.side) buttons.push(button("withdraw", "Withdraw", false));
  else if (side !== null)
    buttons.push(button("agree", "Agree", true), button("decline", "Decline", false));
  const name =
    game.names[asked.side] || (side === null ? PLAYERS[asked.side].name : "Your opponent");
  panel.replaceChildren(
    h(
      "p",
      side === asked.side
        ? `${askedByUs(game)} Waiting for an answer…`
        : `${name} ${askedText(game)}`,
    ),
    h("div.row", buttons),
  );
}

const isTakeBack = ({ asked, moves }) =>
  asked.moves.length < moves.length && asked.moves.every((column, ply) => column === moves[ply]);

function askedText(game) {
  const { kind, moves } = game.asked;
  if (kind === "draw") return "offers a draw.";
  if (kind === "rematch") return "would like a rematch, with the sides changed.";
  if (!isTakeBack(game)) return "would like to play on from another position.";
  const back = game.moves.length - moves.length;
  return `would like to take back ${back === 1 ? "the last move" : `${back} moves`}.`;
}

function askedByUs({ asked, ...game }) {
  if (asked.kind === "draw") return "You offer a draw.";
  if (asked.kind === "rematch") return "You would like a rematch.";
  return isTakeBack({ asked, ...game })
    ? "You would like to take back."
    : "You would like to go to another position.";
}

export const declinedText = ({ kind }) =>
  ({ draw: "The draw was declined.", rematch: "The rematch was declined." })[kind] ??
  "Your opponent would rather not go back.";

// ---- Clocks -------------------------------------------------------------------------------

/** A side's clock, which goes on by itself between the server's words. */
export function clockFace(game, side) {
  const { left_s, running } = game.clock;
  const face = h("span.clock", { role: "timer", "aria-label": `${PLAYERS[side].name}'s time` });
  const draw = () => {
    const passed_s = running === side ? (performance.now() - game.heard_ms) / 1000 : 0;
    const left = Math.max(0, left_s[side] - passed_s);
    face.textContent = timeText(left);
    face.classList.toggle("short", left < SHORT_S);
  };
  draw();
  if (running !== side) return face;
  face.classList.add("running");
  const timer = setInterval(() => (face.isConnected ? draw() : clearInterval(timer)), TICK_MS);
  return face;
}

// ---- Names and sound ----------------------------------------------------------------------

export const myName = () => load("name", "");

/** Asks what to be called; resolves with the name, or null. */
export async function askName(dialog) {
  const input = h("input#my-name", { type: "text", maxLength: LONGEST_NAME, value: myName() });
  const label = h("label", { for: "my-name" }, "Your opponent sees this name");
  const words = { title: "What are you called?", action: "This is me" };
  if (!(await askIn(dialog, words, h("div.field", label, input)))) return null;
  save("name", input.value.trim());
  return myName();
}

/** Two soft tones when it is our turn, for those who want them. */
export function createBell(onChange) {
  const bell = { on: load("sound", false), toggle, ring };
  let context = null;
  return bell;

  function toggle() {
    bell.on = !bell.on;
    save("sound", bell.on);
    ring(); // so that one knows what it is, and the browser that it is wanted
    onChange();
  }

  function ring() {
    if (!bell.on) return;
    context ??= new AudioContext();
    context.resume(); // one that was made before anything was pressed is silent
    [660, 880].forEach((pitch, index) => tone(pitch, context.currentTime + index * 0.12));
  }

  function tone(pitch, at) {
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.linearRampToValueAtTime(0.15, at + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    const oscillator = new OscillatorNode(context, { frequency: pitch });
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + 0.3);
  }
}
