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
  const waiting = keep.ids();
  empty.hidden = waiting.length > 0;
  screen.replaceChildren(h("h1#mine-title", "My games"), empty, list, h("div.row", more));
  await show(AT_ONCE);

  async function show(count) {
    const ids = waiting.splice(0, count);
    more.hidden = waiting.length === 0;
    const games = await Promise.all(
      ids.map((id) => api.game(id).catch(({ code }) => ({ id, code }))),
    );
    for (const game of games) {
      if (game.code === "not_found")
        keep.forget(game.id); // the server has dropped it
      else if (!game.code) list.append(card(game));
    }
    empty.hidden = list.childElementCount > 0;
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
    empty.hidden = list.childElementCount > 0;
    if (waiting.length) await show(1);
  }
}
