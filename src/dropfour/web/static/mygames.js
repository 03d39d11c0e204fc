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

  /** Shows so many more of those that the server has. */
  async function show(count) {
    problem.hidden = true;
    for (let missing = count; missing > 0 && waiting.length && problem.hidden;) {
      const ids = waiting.splice(0, missing);
      const asked = await Promise.allSettled(ids.map((id) => api.game(id)));
      // One that is not here may be on another server: it is passed over, and not forgotten.
      const failed = asked.map(({ reason }) => (reason?.code === "not_found" ? null : reason));
      const found = asked.flatMap(({ value }) => value ?? []);
      list.append(...found.map(card));
      missing -= found.length;
      waiting.unshift(...ids.filter((_, each) => failed[each])); // may be asked for again
      problem.textContent = failed.find(Boolean)?.message ?? "";
      problem.hidden = !problem.textContent;
    }
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

  function stateOf({ id, info, snapshot, result, players, invited }) {
    const end = endText(snapshot, result, info.rules.ending === "full");
    if (end) return end;
    const { sides = [] } = keep.of(id);
    if (!sides.length) return "Watched";
    const { turn } = snapshot;
    const mine = sides.includes(turn) && invited !== turn && players[turn] === HUMAN;
    return mine ? "Your turn" : `${PLAYERS[turn].name} to move`;
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
