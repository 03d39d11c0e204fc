// The games of this browser, played or watched, finished or not: a small picture of each.

import { writeAddress } from "./address.js";
import * as api from "./api.js";
import { pictureOf } from "./board.js";
import { h } from "./dom.js";
import { sureButton } from "./people.js";
import { keep } from "./store.js";
import { endText, HUMAN, playerName, PLAYERS } from "./words.js";

const AT_ONCE = 12;

/** Fills the screen; `onOpen` gets a game's id. */
export async function showMyGames(screen, agents, onOpen) {
  const list = h("ul.cards#my-games");
  const more = h("button#more-games", { onclick: () => show(AT_ONCE) }, "Show more");
  const empty = h("p.quiet", "Games that you play or watch in this browser will be here.");
  const problem = h("p.faults", { role: "status", hidden: true });
  const waiting = keep.ids();
  screen.replaceChildren(h("h1#mine-title", "My games"), problem, empty, list, h("div.row", more));
  tidy();
  await show(AT_ONCE);

  async function show(count) {
    const ids = waiting.splice(0, count);
    const asked = await Promise.allSettled(ids.map((id) => api.game(id)));
    const failed = asked.map(({ reason }) => reason);
    asked.forEach(({ value }) => value && list.append(card(value)));
    ids.forEach((id, each) => failed[each]?.code === "not_found" && keep.forget(id)); // dropped
    const later = ids.filter((_, each) => failed[each] && failed[each].code !== "not_found");
    waiting.unshift(...later); // may be asked for again
    problem.hidden = !later.length;
    problem.textContent = failed[ids.indexOf(later[0])]?.message ?? "";
    tidy();
  }

  function tidy() {
    empty.hidden = list.childElementCount > 0 || waiting.length > 0;
    more.hidden = waiting.length === 0;
  }

  function card(game) {
    const { id, info, snapshot } = game;
    const title = info.title || info.rules.name || "Own board";
    const item = h(
      "li.my-game",
      { "data-id": id },
      h(
        "a.card",
        {
          href: writeAddress({ game: id }),
          onclick: (event) => {
            event.preventDefault();
            onOpen(id);
          },
        },
        h("span.card-picture", { "aria-hidden": "true" }, pictureOf(info.board, snapshot)),
        h(
          "span.card-text",
          h("span.card-name", title),
          h("span.card-about", PLAYERS.map((_, side) => whoPlays(game, side)).join(" – ")),
          h("span.card-about.state", stateOf(game)),
        ),
      ),
      sureButton(".icon.delete", {
        what: `delete ${id}`,
        text: "✕",
        question: "Delete?",
        onclick: () => drop(id, item),
        "aria-label": `Delete: ${title}`,
        title: "Delete",
      }),
    );
    return item;
  }

  function whoPlays({ id, players, names }, side) {
    if (players[side] !== HUMAN) return playerName(players[side], agents).name;
    const { sides = [] } = keep.of(id);
    return names[side] || (sides.length === 1 && sides[0] === side ? "You" : PLAYERS[side].name);
  }

  function stateOf({ id, info, snapshot, result, players }) {
    const end = endText(snapshot, result, info.rules.ending === "full");
    if (end) return end;
    const { sides = [] } = keep.of(id);
    if (!sides.length) return "Watched";
    const mine = sides.includes(snapshot.turn) && players[snapshot.turn] === HUMAN;
    return mine ? "Your turn" : `${PLAYERS[snapshot.turn].name} to move`;
  }

  async function drop(id, item) {
    const { sides, tokens } = keep.of(id);
    // What others play too is only forgotten here.
    if (sides?.length === 2) await api.deleteGame(id, tokens).catch(() => null);
    keep.forget(id);
    item.remove();
    if (waiting.length) await show(1);
    else tidy();
  }
}
