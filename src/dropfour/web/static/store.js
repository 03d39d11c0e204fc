// What the browser remembers for us: tokens of games, the last choice of players, the theme.

const PREFIX = "dropfour.";

export function load(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the page works without, until it is closed.
  }
}

const MOST_GAMES = 200;
let games = load("games", {});

/** The tokens of games by id: one a side, null where it is not ours, then those from links. */
export const keep = {
  tokens(id, tokens) {
    games[id] = tokens;
    for (const old of Object.keys(games).slice(0, -MOST_GAMES)) delete games[old];
    save("games", games);
  },
  add(id, token) {
    games = load("games", games);
    if (keep.tokensOf(id).includes(token)) return;
    keep.tokens(id, [...(games[id] ?? [null, null]), token]);
  },
  tokensOf: (id) => (games[id] ?? []).filter(Boolean),
  sideToken: (id, side) => games[id]?.[side] ?? null,
  giveAway(id, side) {
    keep.tokens(
      id,
      (games[id] ?? []).map((token, each) => (each === side ? null : token)),
    );
  },
};
