// The game page around the board: status, players, controls, legend. Draws what the session says.

import { $, h } from "./dom.js";
import { bonus, blocked, dead, disc, glyph } from "./shapes.js";
import { HUMAN, outcomeText, playerName, PLAYERS } from "./words.js";

/** What stands above the board, as { text, letter }. */
export function statusOf(session) {
  const { snapshot } = session.node();
  if (!snapshot) return { text: "One moment…", letter: null };
  const points = session.tree.info.rules.ending === "full";
  if (snapshot.outcome) {
    const { winner } = snapshot.outcome;
    return {
      text: outcomeText(snapshot, points),
      letter: winner === null ? null : PLAYERS[winner].letter,
    };
  }
  const { name, letter } = PLAYERS[snapshot.turn];
  if (session.game && session.atHead() && session.isComputer(snapshot.turn)) {
    const waits = session.paused ? "is to move (paused)" : "is thinking…";
    return { text: snapshot.banning ? `${name} places a ban…` : `${name} ${waits}`, letter };
  }
  if (snapshot.banning) return { text: `${name}: place your ban`, letter: "!" };
  return { text: `${name} to move`, letter };
}

export function showStatus(session, view) {
  const { text, letter } = statusOf(session);
  const { snapshot } = session.node();
  const over = Boolean(snapshot?.outcome);
  $("#status").replaceChildren(...(letter ? [glyph(disc(letter))] : []), text);
  $("#game-title").textContent = titleOf(session, snapshot, over);
  view.classList.toggle("over", over);
  $("#result-actions").hidden = !over;
  $("#rematch").hidden = Boolean(session.game) && !session.ownsGame();
  document.title = over ? `${text} · dropfour` : "dropfour";
}

function titleOf(session, snapshot, over) {
  const { info } = session.tree;
  if (over)
    return over && snapshot.outcome.cells.length && info.rules.ending === "first"
      ? `${capital(info.goal)} after ${snapshot.ply} moves`
      : `After ${snapshot.ply} moves`;
  const name = info.title ? info.title.split(":")[0] : info.rules.name || "Own board";
  const until = info.rules.ending === "full" ? `${info.goal} is a point` : `${info.goal} wins`;
  return `${name} · ${until}`;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

export function showPlayers(session, agents, { onPlayers, onInvite, onStart }) {
  const { snapshot } = session.node();
  const points = session.tree.info.rules.ending === "full";
  const rows = PLAYERS.map(({ name, letter }, side) => {
    const turn = snapshot && !snapshot.outcome && snapshot.turn === side;
    const seat = seatOf(session, side, agents);
    return h(
      "div",
      { class: `player${turn ? " turn" : ""}` },
      glyph(disc(letter)),
      h(
        "span",
        { class: "player-name" },
        seat.name,
        h("span", { class: "player-note" }, noteOf(session, [name, seat.note], turn, snapshot)),
      ),
      points && snapshot
        ? h(
            "span",
            { class: "score", "aria-label": `${snapshot.scores[side]} points` },
            String(snapshot.scores[side]),
          )
        : null,
    );
  });
  const foot = h("div", { class: "panel-foot" });
  if (!session.game) {
    rows.unshift(h("p", { class: "quiet" }, "Analysis board: try any move for either side."));
    foot.append(
      h(
        "button",
        { type: "button", class: "small", onclick: onStart, id: "play-on" },
        "Play from here",
      ),
    );
  } else {
    if (session.ownsGame()) {
      foot.append(
        h(
          "button",
          { type: "button", class: "small", onclick: onPlayers, id: "change-players" },
          "Change players",
        ),
        h(
          "button",
          { type: "button", class: "small", onclick: onInvite, id: "invite" },
          "Invite a friend",
        ),
      );
    }
    if (!session.atHead()) {
      foot.append(
        h(
          "button",
          {
            type: "button",
            class: "small",
            id: "to-game",
            onclick: () => session.go(session.game.head),
          },
          "Back to the game",
        ),
      );
    }
  }
  $("#players").replaceChildren(...rows, foot);
}

function noteOf(session, about, turn, snapshot) {
  const does = turn ? (snapshot.banning ? "places a ban" : "to move") : "";
  return session.game ? [...about, does].filter(Boolean).join(" · ") : does;
}

/** Who sits there, as { name, note }. */
function seatOf(session, side, agents) {
  const { game } = session;
  if (!game) return { name: PLAYERS[side].name, note: "" };
  const player = game.players[side];
  if (player !== HUMAN) return playerName(player, agents);
  const alone = [0, 1].filter((each) => session.isHuman(each)).length === 1 || !session.ownsGame();
  if (session.holds(side)) return { name: alone ? "You" : "Human", note: "" };
  return { name: game.sides.length ? "Your opponent" : "Human", note: "" };
}

export function showControls(session, engine) {
  const both = session.isComputer(0) && session.isComputer(1);
  const over = Boolean(session.node().snapshot?.outcome);
  const watching = Boolean(session.game) && session.game.sides.length === 0;
  $("#undo").disabled = !session.canUndo() || watching;
  $("#redo").disabled = !session.canRedo() || watching;
  $("#hint").disabled = over;
  $("#hint").hidden = both;
  $("#swap").hidden = !session.game || !session.ownsGame();
  $("#new").hidden = Boolean(session.game) && !session.ownsGame();
  const pause = $("#pause");
  pause.hidden = $("#step").hidden = !both || !session.ownsGame();
  pause.textContent = session.paused ? "Run" : "Pause";
  pause.disabled = $("#step").disabled = over;
  $("#analyse").setAttribute("aria-checked", String(engine.on));
  const { parent, chosen } = session.node();
  $("#first").disabled = $("#back").disabled = parent === null;
  $("#forward").disabled = $("#last").disabled = chosen === null;
  $("#prune").disabled = parent === null || (Boolean(session.game) && isOnGameLine(session));
  $("#grade").disabled = !engine.grading && parent === null && chosen === null;
  $("#grade").textContent = engine.grading
    ? `Stop (${engine.grading.done} of ${engine.grading.all})`
    : "Grade the moves";
}

function isOnGameLine(session) {
  for (let id = session.game.head; id !== null; id = session.node(id).parent)
    if (id === session.cursor) return true;
  return false;
}

export function showAsk(session, onAgree) {
  const { game } = session;
  const panel = $("#ask");
  panel.hidden = !game?.asked;
  if (!game?.asked) return;
  const mine = session.holds(game.asked.side);
  const to = game.asked.moves.length;
  const text = mine
    ? "You asked to go to another position. Waiting for your opponent…"
    : `Your opponent would like to go back to move ${to}. Playing on declines.`;
  panel.replaceChildren(
    h("p", {}, text),
    mine
      ? ""
      : h(
          "div",
          {},
          h(
            "button",
            { type: "button", class: "primary small", id: "agree", onclick: onAgree },
            "Agree",
          ),
        ),
  );
}

/** The marks that this board really has. */
export function showLegend(list, { board, rules }) {
  const entries = [];
  if (board.dead.length) entries.push([dead(false), "Dead: a disc here counts for nothing"]);
  if (board.blocked.length) entries.push([blocked(), "Blocked: takes no disc, they fall past it"]);
  if (board.bonus.length) {
    entries.push(
      [bonus(false), "Bonus: land here and place a ban"],
      [disc("!"), "Ban: belongs to nobody"],
    );
  }
  if (rules.ending === "full") entries.push([disc("X"), "Play on until the board is full"]);
  list.replaceChildren(
    ...entries.map(([shape, text]) => h("li", {}, glyph(shape, { inHole: true }), text)),
  );
}
