// How a game stands, in words: what is above and beside the board. No DOM.

import { outcomeText, PLAYERS, resultText } from "./words.js";

/** What stands above the board, as { text, letter }. */
export function statusOf(sitting) {
  const { snapshot } = sitting.node();
  if (!snapshot) return { text: "One moment…", letter: null };
  const points = sitting.tree.info.rules.ending === "full";
  const { result } = sitting.game ?? {};
  if (result && sitting.atHead()) {
    const letter = result.winner === null ? null : PLAYERS[result.winner].letter;
    return { text: resultText(result), letter };
  }
  if (snapshot.outcome) {
    const { winner } = snapshot.outcome;
    const letter = winner === null ? null : PLAYERS[winner].letter;
    return { text: outcomeText(snapshot, points), letter };
  }
  const { name, letter } = PLAYERS[snapshot.turn];
  if (sitting.game && sitting.atHead() && sitting.isComputer(snapshot.turn)) {
    const waits = sitting.paused ? "is to move (paused)" : "is thinking…";
    return { text: snapshot.banning ? `${name} places a ban…` : `${name} ${waits}`, letter };
  }
  if (snapshot.banning) return { text: `${name}: place your ban`, letter: "!" };
  return { text: `${name} to move`, letter };
}

/** What stands beside the status: how the game ended, or the points just made. */
export function noteBeside({ goal, rules }, snapshot, over) {
  if (!snapshot) return "";
  const { outcome, ply, scores, scored, last } = snapshot;
  const won = outcome?.cells.length && rules.ending === "first";
  if (over) return won ? `${goal} after ${ply} moves` : `after ${ply} moves`;
  if (!scored.length) return "";
  return `${PLAYERS[last.player].name} scores ${scored.length}: ${scores.join(" to ")}`;
}

/** "Connect Four · a line of 4 wins". */
export function titleOf(info) {
  const name = info.title || info.rules.name || "Own board";
  return `${name} · ${goalText(info)}`;
}

/** "a line of 4 wins". */
export const goalText = ({ goal, rules }) =>
  rules.ending === "full" ? `${goal} is a point` : `${goal} wins`;
