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

/** "0.4 s", "25 s", "3 min 5 s". */
export function duration(seconds) {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** What is known of a column's value for the player to move, -1 to 1: proven, estimated or null. */
export const valueOf = ({ exact, value }) => (exact ? exact.value : value);

/** The win percentage of a value from -1 to 1. */
export const percent = (value) => Math.round((value + 1) * 50);

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

const given = (number) => number !== null && number !== undefined;

/**
 * "in 7 moves", "by 2 points", or nothing where that is not proven. Moves are those of both sides
 * until the end. Where points count every game ends with the board, so only the points are told.
 */
function distance({ plies, margin }, points, at = "") {
  if (points) return given(margin) ? ` by ${at}${counted(Math.abs(margin), "point")}` : "";
  return given(plies) ? ` in ${at}${counted(plies, "move")}` : "";
}

/** What is proven of a move, of who makes it: "wins in 7 moves", "draws", "loses by 1 point". */
export function exactText(exact, points = false) {
  if (exact.value === 0) return "draws";
  return (exact.value > 0 ? "wins" : "loses") + distance(exact, points);
}

const ESTIMATES = [
  [0.1, () => "Even"],
  [0.3, (name) => `${name} is slightly better`],
  [0.6, (name) => `${name} is better`],
  [Infinity, (name) => `${name} is much better`],
];

/**
 * What a position is worth, as { text, advice }: "Yellow wins in 12 moves" and "Red has lost in any
 * case: E lasts longest."; null while nothing is known. `turn` is the side to move.
 */
export function verdictOf({ columns, move }, turn, points = false) {
  const best = columns.find((each) => each.column === move);
  const value = best ? valueOf(best) : null;
  if (value === null) return null;
  const name = PLAYERS[value < 0 ? 1 - turn : turn].name;
  const { exact } = best;
  const all = columns.every((each) => each.exact);
  if (!exact || (exact.value < 0 && !all)) {
    const [, words] = ESTIMATES.find(([most]) => Math.abs(value) < most);
    return { text: words(name), advice: `Best so far: ${columnName(move)}.` };
  }
  if (exact.value < 0) {
    const advice = `${PLAYERS[turn].name} has lost in any case${lasting(columns, exact, points)}.`;
    return { text: `${name} wins${distance(exact, points)}`, advice };
  }
  const same = columns.filter((each) => each.exact?.value === exact.value);
  if (exact.value === 0) {
    const text = all ? "A draw with best play" : `At least a draw for ${name}`;
    return { text, advice: `${doing(same, columns, "keep")} it.` };
  }
  const bound = all || exact.plies === 1 ? "" : points ? "at least " : "at most ";
  const text = `${name} wins${distance(exact, points, bound)}`;
  const most = points ? "by most" : "soonest";
  const quickest = same.length > 1 ? `, ${columnName(move)} ${most}` : "";
  return { text, advice: `${doing(same, columns, "win")}${quickest}.` };
}

/** "D wins", "Only D wins" of columns that are all proven, "C and D win", "Every column wins". */
function doing(some, columns, verb) {
  if (some.length === columns.length) return `Every column ${verb}s`;
  const only = some.length === 1 && columns.every((each) => each.exact);
  return `${only ? "Only " : ""}${listed(some.map(columnOf))} ${verb}${some.length > 1 ? "" : "s"}`;
}

const columnOf = ({ column }) => columnName(column);

/** Of columns that all lose, those that do so last, or by the fewest points. */
function lasting(columns, { plies, margin }, points) {
  if (!given(points ? margin : plies)) return "";
  const best = columns.filter(
    ({ exact }) => exact && (points ? exact.margin === margin : exact.plies === plies),
  );
  if (best.length === columns.length) return "";
  const verb = points ? "by least" : best.length > 1 ? "last longest" : "lasts longest";
  const does = points ? (best.length > 1 ? "lose " : "loses ") : "";
  return `: ${listed(best.map(columnOf))} ${does}${verb}`;
}

/** "A", "A and B", "A, B and C". */
const listed = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");

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
