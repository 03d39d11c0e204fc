// Choosing who plays: a human, a level, or an agent with its own effort.

import { h } from "./dom.js";
import { disc, glyph } from "./shapes.js";
import { load, save } from "./store.js";
import { LIMIT_WORDS, PLAYERS } from "./words.js";

const HUMAN = { kind: "human" };
const FIRST_LEVEL = 5; // of those who have never chosen: beatable, and not a bore
const LIMIT_START = { seconds: 1, playouts: 10_000, nodes: 1_000_000, depth: 8 };

/** The players chosen last, else a human against a middling computer; only such as are offered. */
export function lastPlayers(agents) {
  const known = (player) =>
    player?.kind === "human" ||
    (player?.kind === "level" && agents.levels.some((each) => each.level === player.level)) ||
    (player?.kind === "agent" && agents.agents.some((each) => each.name === player.agent));
  const usual = [
    HUMAN,
    { kind: "level", level: FIRST_LEVEL },
    { kind: "agent", agent: agents.agents[0]?.name, limit: {} },
  ];
  const fallback = [HUMAN, usual.slice(1).find(known) ?? HUMAN];
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
    h("option", { value: "human" }, "Human"),
    agents.levels.map(({ level, title }) =>
      h("option", { value: `level ${level}` }, `Computer ${level} · ${title}`),
    ),
    agents.agents.length ? h("option", { value: "agent" }, "Other computer…") : null,
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
    const { limits, about: words } = agents.agents.find((each) => each.name === agent.value) ?? {
      limits: [],
      about: "",
    };
    about.textContent = words;
    limit.replaceChildren(...limits.map((each) => h("option", { value: each }, LIMIT_WORDS[each])));
    limit.hidden = amount.hidden = limits.length === 0;
    limit.value = [chosen, "seconds", limits[0]].find((each) => limits.includes(each)) ?? "";
    offerAmount();
  }
  function offerAmount(value) {
    amount.max = agents.limits[limit.value] ?? "";
    amount.value = value ?? LIMIT_START[limit.value] ?? "";
  }
  function set(next) {
    who.value = next.kind === "level" ? `level ${next.level}` : next.kind;
    if (next.kind === "agent") {
      agent.value = next.agent;
      const [[name_, value] = []] = Object.entries(next.limit ?? {});
      offerLimits(name_);
      offerAmount(value);
    }
    custom.hidden = next.kind !== "agent";
  }
  function read() {
    if (who.value === "human") return { kind: "human" };
    if (who.value !== "agent") return { kind: "level", level: Number(who.value.split(" ")[1]) };
    const most = agents.limits[limit.value] ?? Infinity;
    const value = Math.min(Number(amount.value) || LIMIT_START[limit.value], most);
    const whole = limit.value === "seconds" ? value : Math.max(1, Math.round(value));
    return {
      kind: "agent",
      agent: agent.value,
      limit: limit.value ? { [limit.value]: whole } : {},
    };
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
