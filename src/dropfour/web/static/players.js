// Choosing who plays: a human, a level, or an agent with its own effort.

import { h } from "./dom.js";
import { disc, glyph } from "./shapes.js";
import { load, save } from "./store.js";
import { HUMAN, LIMIT_WORDS, PLAYERS, levelName, readAgent } from "./words.js";

const FIRST_LEVEL = 5; // of those who have never chosen: beatable, and not a bore
const LIMIT_START = { seconds: 1, playouts: 10_000, nodes: 1_000_000, depth: 8 };

/** The players chosen last, else a human against a middling computer; only such as are offered. */
export function lastPlayers(agents) {
  const known = (player) =>
    typeof player === "string" &&
    (player === HUMAN || agents.agents.some((each) => each.name === readAgent(player).name));
  const fallback = [HUMAN, agents.levels[FIRST_LEVEL - 1].player];
  return load("players", fallback).map((player, side) => (known(player) ? player : fallback[side]));
}

export const rememberPlayers = (players) => save("players", players);

/** Two pickers with a button that swaps them. `element`s go into `parent`; `value` reads them. */
export function createVersus(parent, agents, players, { onChange = () => {} } = {}) {
  const changed = () => onChange(versus.value);
  const pickers = PLAYERS.map((_, side) => createPicker(side, agents, players[side], changed));
  const swap = h(
    "button",
    {
      type: "button",
      "aria-label": "Swap the players",
      title: "Swap the players",
      onclick: () => {
        const [first, second] = versus.value;
        pickers[0].set(second);
        pickers[1].set(first);
        changed();
      },
    },
    "⇄",
  );
  parent.replaceChildren(pickers[0].element, swap, pickers[1].element);
  const versus = {
    get value() {
      return pickers.map((picker) => picker.value);
    },
  };
  return versus;
}

function createPicker(side, agents, player, onChange) {
  const { name, letter } = PLAYERS[side];
  const who = h(
    "select",
    { id: `picker-${side}-${Math.random().toString(36).slice(2, 7)}` },
    h("option", { value: HUMAN }, "Human"),
    agents.levels.map((level, index) =>
      h("option", { value: level.player }, levelName(index, level)),
    ),
    h("option", { value: "agent" }, "Other computer…"),
  );
  const agent = h(
    "select",
    { class: "small", "aria-label": `${name}: engine` },
    agents.agents.map((each) => h("option", { value: each.name }, each.title)),
  );
  const limit = h("select", { class: "small", "aria-label": `${name}: effort in` });
  const amount = h("input", {
    type: "number",
    min: 0.01,
    step: "any",
    "aria-label": `${name}: effort`,
  });
  const about = h("p", { class: "quiet" });
  const custom = h("div", { class: "custom" }, agent, about, amount, limit);
  const element = h(
    "div",
    { class: "picker" },
    h(
      "label",
      { class: "picker-label", for: who.id },
      glyph(disc(letter)),
      h("span", {}, name, side === 0 ? h("span", { class: "first" }, ", first") : ""),
    ),
    who,
    custom,
  );

  function offerLimits(chosen) {
    const { settings, about: words } = agents.agents.find((each) => each.name === agent.value);
    const limits = settings.filter((each) => each.name in LIMIT_WORDS);
    const option = ({ name: value, high }) =>
      h("option", { value, "data-high": high }, LIMIT_WORDS[value]);
    about.textContent = words;
    limit.replaceChildren(...limits.map(option));
    limit.hidden = amount.hidden = limits.length === 0;
    const offered = (value) => limits.some((each) => each.name === value);
    limit.value = [chosen, "seconds", limits[0]?.name].find(offered) ?? "";
    offerAmount();
  }
  function offerAmount(value) {
    amount.max = limit.selectedOptions[0]?.dataset.high ?? "";
    amount.value = value ?? LIMIT_START[limit.value] ?? "";
  }
  function set(next) {
    const listed = [...who.options].some((option) => option.value === next);
    who.value = listed ? next : "agent";
    if (!listed) {
      const { name: chosen, settings } = readAgent(next);
      agent.value = chosen;
      const [limit_, value] = Object.entries(settings).find(([each]) => each in LIMIT_WORDS) ?? [];
      offerLimits(limit_);
      offerAmount(value);
    }
    custom.hidden = listed;
  }
  function read() {
    if (who.value !== "agent") return who.value;
    if (!limit.value) return agent.value;
    const value = Math.min(Number(amount.value) || LIMIT_START[limit.value], Number(amount.max));
    const whole = limit.value === "seconds" ? value : Math.max(1, Math.round(value));
    return `${agent.value}:${limit.value}=${whole}`;
  }
  offerLimits();
  set(player);
  who.addEventListener("change", () => {
    custom.hidden = who.value !== "agent";
    onChange();
  });
  agent.addEventListener("change", () => {
    offerLimits(limit.value);
    onChange();
  });
  limit.addEventListener("change", () => {
    offerAmount();
    onChange();
  });
  amount.addEventListener("change", onChange);
  return {
    element,
    set,
    get value() {
      return read();
    },
  };
}

/** Asks in a dialog who plays from here on; resolves with the players, or null. */
export function askPlayers(dialog, agents, players, { title, action }) {
  const box = h("div", { class: "versus" });
  const versus = createVersus(box, agents, players);
  return new Promise((resolve) => {
    dialog.replaceChildren(
      h(
        "form",
        {
          method: "dialog",
          onsubmit: (event) => {
            event.preventDefault();
            dialog.close("yes");
          },
        },
        h("h2", { id: "players-title" }, title),
        box,
        h(
          "div",
          { class: "dialog-foot" },
          h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
          h("button", { type: "submit", class: "primary" }, action),
        ),
      ),
    );
    dialog.returnValue = "";
    dialog.addEventListener(
      "close",
      () => resolve(dialog.returnValue === "yes" ? versus.value : null),
      { once: true },
    );
    dialog.showModal();
  });
}
