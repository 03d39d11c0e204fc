// Choosing who plays: a human, a level, or any agent with what it can be told. A player is a text,
// "human" or "uct:playouts=200".

import { askIn } from "./dialogs.js";
import { h } from "./dom.js";
import { disc, glyph } from "./shapes.js";
import { load, save } from "./store.js";
import { HUMAN, levelName, PLAYERS, readAgent } from "./words.js";

const FIRST_LEVEL = 5; // of those who have never chosen: beatable, and not a bore

/** The players chosen last, else a human against a middling computer; only such as are offered. */
export function lastPlayers(agents) {
  const known = (player) =>
    typeof player === "string" &&
    (player === HUMAN || agents.agents.some((each) => each.name === readAgent(player).name));
  const fallback = [HUMAN, agents.levels[FIRST_LEVEL - 1].player];
  return load("players", fallback).map((player, side) => (known(player) ? player : fallback[side]));
}

export const rememberPlayers = (players) => save("players", players);

/** Two pickers with a button that swaps them, put into `parent`; `read` says whom they show. */
export function createVersus(parent, agents, players, onChange = () => {}) {
  const read = () => pickers.map((picker) => picker.read());
  const changed = () => onChange(read());
  const pickers = players.map((player, side) => createPicker(side, agents, player, changed));
  const swap = () => {
    read().forEach((player, side) => pickers[1 - side].set(player));
    changed();
  };
  const label = "Swap the players";
  const button = h("button", { "aria-label": label, title: label, onclick: swap }, "⇄");
  parent.replaceChildren(pickers[0].element, button, pickers[1].element);
  return { read };
}

function createPicker(side, agents, player, onChange) {
  const { name, letter } = PLAYERS[side];
  const option = (value, text) => h("option", { value }, text);
  const who = h(
    "select",
    { id: `picker-${side}-${Math.random().toString(36).slice(2, 7)}`, onchange: onWho },
    option(HUMAN, "Human"),
    agents.levels.map((level, index) => option(level.player, levelName(index, level))),
    option("agent", "Other computer…"),
  );
  const agent = h(
    "select.small",
    { "aria-label": `${name}: agent`, onchange: onAgent },
    agents.agents.map((each) => option(each.name, each.title)),
  );
  const about = h("p.quiet");
  const box = h("div.settings");
  const custom = h("div.custom", agent, about, box);
  const first = side === 0 ? h("span.first", ", first") : null;
  const label = h(
    "label.picker-label",
    { for: who.id },
    glyph(disc(letter)),
    h("span", name, first),
  );
  let fields = []; // of the agent's settings

  /** Shows the agent's fields, filled with what it is told. */
  function offer(told) {
    const { settings, about: words } = agents.agents.find((each) => each.name === agent.value);
    about.textContent = words;
    fields = settings.filter(isOffered).map((setting) => settingField(setting, name, onChange));
    for (const field of fields) field.input.value = told[field.name] ?? "";
    const element = ({ element: each }) => each;
    const rest = fields.filter((field) => !field.isLimit).map(element);
    box.replaceChildren(
      ...fields.filter((field) => field.isLimit).map(element),
      rest.length ? h("details", h("summary", "More settings"), h("div.settings", rest)) : "",
    );
  }

  const told = () =>
    fields
      .map((field) => field.read())
      .filter(Boolean)
      .join(",");

  function onWho() {
    custom.hidden = who.value !== "agent";
    onChange();
  }

  function onAgent() {
    offer(readAgent(`:${told()}`).settings);
    onChange();
  }

  function set(next) {
    const listed = [...who.options].some((each) => each.value === next);
    who.value = listed ? next : "agent";
    custom.hidden = listed;
    const { name: chosen, settings } = readAgent(listed ? agent.value : next);
    agent.value = chosen;
    offer(settings);
  }

  function read() {
    if (who.value !== "agent") return who.value;
    return [agent.value, told()].filter(Boolean).join(":");
  }

  set(player);
  return { element: h("div.picker", label, who, custom), set, read };
}

/** The server draws seeds, and what has one value is no choice. */
const isOffered = ({ kind, low, high }) => !["seed", "list"].includes(kind) && !(low >= high);

/** A field for what an agent can be told, as the server describes it; empty means the usual. */
function settingField(setting, player, onchange) {
  const { name, kind, about, low, high, is_limit: isLimit } = setting;
  const text = name.replaceAll("_", " ");
  const usual = setting.default === null ? "" : String(setting.default);
  const shared = { "aria-label": `${player}: ${text}`, onchange };
  const words = kind === "flag" ? ["true", "false"] : setting.words;
  const input = words ? select() : number();
  const element = h("label.setting", { title: about }, text, input);
  return { name, isLimit, element, input, read: () => input.value && `${name}=${value()}` };

  function select() {
    const options = words.map((word) => h("option", word));
    return h("select.small", shared, h("option", { value: "" }, usual || "usual"), options);
  }

  function number() {
    const range = { min: low, max: high, step: kind === "whole" ? 1 : "any" };
    return h("input", { ...shared, ...range, type: "number", placeholder: usual });
  }

  function value() {
    if (words) return input.value;
    const within = Math.min(high, Math.max(low, Number(input.value)));
    return kind === "whole" ? Math.round(within) : within;
  }
}

/** Asks in a dialog who plays from here on; resolves with the players, or null. */
export async function askPlayers(dialog, agents, players, { more = null, ...words }) {
  const box = h("div.versus");
  const versus = createVersus(box, agents, players);
  return (await askIn(dialog, words, box, more)) ? versus.read() : null;
}
