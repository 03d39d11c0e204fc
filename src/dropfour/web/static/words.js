// What things are called: columns, cells, players, results. Plain text, no DOM.

export const PLAYERS = [
  { name: "Red", letter: "X" },
  { name: "Yellow", letter: "O" },
];

/** What the players are called after their discs, by the looks of the discs. */
export const DISCS = { coloured: ["Red", "Yellow"], plain: ["White", "Black"] };

export const nameAfter = (discs) =>
  DISCS[discs].forEach((name, side) => Object.assign(PLAYERS[side], { name }));

/** The letter of the disc that a move drops: its player's, or that of a ban. */
export const letterOf = ({ player, ban }) => (ban ? "!" : PLAYERS[player].letter);

/** The kinds of cells that are not plain. */
export const SPECIAL = ["dead", "blocked", "bonus"];

/** "A" … "Z", "AA" … of a column counted from 0. */
export function columnName(column) {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

export const capital = (text) => text && text[0].toUpperCase() + text.slice(1);

/** Text as a sentence: a capital first, a full stop last. */
export const sentence = (text) => text && capital(text) + (/[.!?…]$/.test(text) ? "" : ".");

export const cellName = ([column, row]) => `${columnName(column)}${row + 1}`;

/** The player who is no agent. */
export const HUMAN = "human";

/** What an agent's text says: { name: "uct", settings: { seconds: "2" } } of "uct:seconds=2". */
export function readAgent(text) {
  const [name, settings = ""] = text.split(":");
  const pairs = settings.split(",").filter(Boolean);
  return { name, settings: Object.fromEntries(pairs.map((pair) => pair.split("="))) };
}

/** The player as { name, note }: "Computer 3 · Casual"; "Tree search (UCT)", "0.5 seconds". */
export function playerName(player, { levels = [], agents = [] } = {}) {
  if (player === HUMAN) return { name: "Human", note: "" };
  const level = levels.findIndex((each) => each.player === player);
  if (level >= 0) return { name: levelName(level, levels[level]), note: "" };
  const { name, settings } = readAgent(player);
  const title = agents.find((each) => each.name === name)?.title ?? name;
  return { name: title, note: settingsText(settings) };
}

export const levelName = (index, { title }) => `Computer ${index + 1} · ${title}`;

/** "20 k playouts, wins policy". */
function settingsText(settings) {
  const short = (value) => (value >= 1e4 ? count(value) : value);
  const words = ([name, value]) => `${short(value)} ${name.replaceAll("_", " ")}`;
  return Object.entries(settings).map(words).join(", ");
}

/** 950, 12 k, 3.4 M. */
export function count(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(number >= 1e7 ? 0 : 1)} M`;
  if (number >= 1e4) return `${Math.round(number / 1e3)} k`;
  return String(Math.round(number));
}

/** What is known of a column's value for the player to move, -1 to 1: proven, estimated or null. */
export const valueOf = ({ exact, value }) => (exact ? exact.value : value);

/** The win percentage of a value from -1 to 1. */
export const percent = (value) => Math.round((value + 1) * 50);

/** "wins in 7", "draws", "loses in 12", "wins by 2"; null where nothing is proven. */
export function exactText(exact) {
  if (!exact) return null;
  const verb = exact.value > 0 ? "wins" : exact.value < 0 ? "loses" : "draws";
  if (exact.value === 0) return verb;
  if (exact.margin !== null && exact.margin !== undefined)
    return `${verb} by ${Math.abs(exact.margin)}`;
  return exact.plies ? `${verb} in ${exact.plies}` : verb;
}

/** The same in at most three or four characters, for under a column. */
export function exactMark(exact) {
  if (exact.value === 0) return "=";
  const sign = exact.value > 0 ? "W" : "L";
  const more = exact.margin ?? exact.plies;
  return more ? `${sign}${Math.abs(more)}` : sign;
}

/** A column for the ear: where a disc would land, what lies in it, and its special cells. */
export function columnText(board, { columns, landing, outcome }, column) {
  const row = landing[column];
  const lands = row === null ? "full" : `lands on ${cellName([column, row])}`;
  const words = { X: PLAYERS[0].name, O: PLAYERS[1].name, "!": "ban", "#": "blocked" };
  const held = columns[column].slice(0, columns[column].search(/[^.#][.#]*$/) + 1);
  const content = [...held].map((letter) => words[letter]?.toLowerCase() ?? "free").join(", ");
  const special = SPECIAL.flatMap((kind) =>
    board[kind].filter(([each]) => each === column).map((cell) => `${cellName(cell)} is ${kind}`),
  );
  return [
    `Column ${columnName(column)}, ${outcome ? "the game is over" : lands}`,
    content ? `from the bottom ${content}` : "empty",
    ...special,
  ].join("; ");
}

/** What the move that led to a snapshot did, for the ear: "Red drops on D3". */
export function moveText(snapshot) {
  const { last } = snapshot;
  if (!last) return "";
  const name = PLAYERS[last.player].name;
  if (last.ban) return `${name} bans ${cellName(last.cell)}`;
  const scored = snapshot.scored?.length;
  const points = scored ? ` and scores ${scored}, ${snapshot.scores.join(" to ")}` : "";
  return `${name} drops on ${cellName(last.cell)}${points}`;
}

/** "Red wins", "Yellow wins 3 to 2", "Draw". */
export function outcomeText(snapshot, points) {
  const { outcome, scores } = snapshot;
  const [first, second] = scores;
  if (outcome.winner === null) return points ? `Draw, ${first} to ${second}` : "Draw";
  const name = PLAYERS[outcome.winner].name;
  if (!points) return `${name} wins`;
  return `${name} wins ${Math.max(first, second)} to ${Math.min(first, second)}`;
}

/** How a game ended that did not end on the board: "Red wins, Yellow resigned". */
export function resultText({ winner, reason }) {
  if (winner === null) return "Draw by agreement";
  const [won, lost] = [PLAYERS[winner].name, PLAYERS[1 - winner].name];
  return reason === "time" ? `${won} wins on time` : `${won} wins, ${lost} resigned`;
}

/** How a game ended, on the board or not; null while it goes on. */
export const endText = (snapshot, result, points) =>
  result ? resultText(result) : snapshot.outcome && outcomeText(snapshot, points);

/** 4:05, 1:02:03; tenths in the last seconds, 9.4. */
export function timeText(seconds) {
  if (seconds < 10) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
