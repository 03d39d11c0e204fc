// The game page around the board: status, players, controls, legend. Draws what the sitting says.

import { $, h } from "./dom.js";
import { goalPicture } from "./goal.js";
import { clockFace, seatOf, tableButtons } from "./people.js";
import { bonus, blocked, dead, disc, glyph } from "./shapes.js";
import { isProven, pathTo } from "./state.js";
import { noteBeside, statusOf, titleOf } from "./status.js";
import { PLAYERS } from "./words.js";

export function showStatus(sitting, view) {
  const { text, letter } = statusOf(sitting);
  const { snapshot } = sitting.node();
  const over = sitting.isOver();
  const how = h("span.status-note", noteBeside(sitting.tree.info, snapshot, over));
  $("#status").replaceChildren(...(letter ? [glyph(disc(letter))] : []), text, how);
  $("#game-title").textContent = titleOf(sitting.tree.info);
  view.classList.toggle("over", over);
  view.classList.toggle("asking", sitting.mySide() !== null || sitting.isWatching());
  $("#result-actions").hidden = !over;
  $("#rematch").hidden = sitting.isWatching() && !sitting.game.rematch;
  $("#rematch").textContent = sitting.game?.rematch ? "To the rematch" : "Rematch";
  $("#new-game").hidden = !sitting.game || sitting.ownsGame();
  const title = over ? text : sitting.isMyTurn() ? "● Your turn" : "";
  document.title = title ? `${title} · dropfour` : "dropfour";
}

export function showPlayers(sitting, agents, { onPlayers, onStart, onBack, ...table }) {
  const { snapshot } = sitting.node();
  const points = sitting.tree.info.rules.ending === "full";
  const rows = PLAYERS.map(({ name, letter }, side) => {
    const turn = snapshot && !sitting.isOver() && snapshot.turn === side;
    const seat = seatOf(sitting, side, agents);
    const does = turn && !seat.absent ? (snapshot.banning ? "places a ban" : "to move") : "";
    const score = snapshot?.scores[side];
    return h(
      `div.player${turn ? ".turn" : ""}`,
      glyph(disc(letter)),
      h("span.called", { title: seat.name }, seat.name),
      h("span.player-note", noteOf(sitting.game ? name : "", [seat.note, does])),
      sitting.game?.clock ? clockFace(sitting.game, side) : null,
      points && snapshot ? h("span.score", { "aria-label": `${score} points` }, score) : null,
    );
  });
  const button = (id, text, onclick) => h(`button#${id}.small`, { onclick }, text);
  const owns = sitting.game && sitting.ownsGame();
  const free = !sitting.game && !snapshot?.outcome;
  const actions = [
    free ? h("p.quiet", "Analysis board: try any move for either side.") : null,
    free ? button("play-on", "Play from here", onStart) : null,
    owns ? button("change-players", "Change players", onPlayers) : null,
    ...tableButtons(sitting, table),
    sitting.atHead() ? null : button("to-game", "Back to the game", onBack),
  ].filter(Boolean);
  $("#players").replaceChildren(...rows);
  $("#player-actions").replaceChildren(...actions);
}

/** The colour apart: where there is little room, the disc beside it has to do. */
function noteOf(colour, about) {
  const rest = about.filter(Boolean).join(" · ");
  return [
    colour ? h("span.colour", rest ? `${colour} · ` : colour) : null,
    rest ? h("span", rest) : null,
  ];
}

export function showControls(sitting, analysis) {
  const both = sitting.bothComputers();
  const over = sitting.isOver();
  const owns = sitting.ownsGame();
  $("#undo").disabled = !sitting.canUndo() || sitting.isWatching();
  $("#undo").title = sitting.mySide() === null ? "Take back (Ctrl+Z)" : "Ask to take back (Ctrl+Z)";
  $("#redo").disabled = !sitting.canRedo() || sitting.isWatching();
  $("#hint").disabled = over;
  $("#hint").hidden = both;
  $("#swap").hidden = !sitting.game || !owns;
  $("#new").hidden = !owns;
  const pause = $("#pause");
  pause.hidden = $("#step").hidden = !both || !owns;
  pause.textContent = sitting.paused ? "Run" : "Pause";
  pause.disabled = $("#step").disabled = over;
  $("#analyse").setAttribute("aria-checked", String(analysis.on));
  const { parent, chosen } = sitting.node();
  $("#first").disabled = $("#back").disabled = parent === null;
  $("#forward").disabled = $("#last").disabled = chosen === null;
  $("#prune").disabled = parent === null || (Boolean(sitting.game) && isOnGameLine(sitting));
  $("#grade").disabled = !analysis.grading && parent === null && chosen === null;
  const { snapshot, analysis: found } = sitting.node();
  $("#keep-analysing").setAttribute("aria-pressed", String(analysis.keeps));
  $("#keep-analysing").disabled = Boolean(snapshot?.outcome) || (found !== null && isProven(found));
  const { done, all } = analysis.grading ?? {};
  $("#grade").textContent = analysis.grading ? `Stop (${done} of ${all})` : "Grade the moves";
}

const isOnGameLine = ({ game, tree, cursor }) => pathTo(tree, game.head).includes(cursor);

/** The goal's shape, where it is no line. */
export function showGoal(parent, { goal, rules }) {
  parent.replaceChildren(goalPicture(rules.goal, goal) ?? "");
}

/** The marks that this board really has. */
export function showLegend(list, { board, rules }) {
  const entries = [];
  if (board.dead.length) entries.push([dead(false), "Dead: a disc here counts for nothing"]);
  if (board.blocked.length) entries.push([blocked(), "Blocked: takes no disc, they fall past it"]);
  if (board.bonus.length) {
    entries.push([bonus(false), "Bonus: land here and place a ban"]);
    entries.push([disc("!"), "Ban: belongs to nobody"]);
  }
  const items = entries.map(([shape, text]) => h("li", glyph(shape, { inHole: true }), text));
  if (rules.ending === "full") items.push(h("li", "Play on until the board is full"));
  list.replaceChildren(...items);
}
