// What the browser remembers for us: games, the last choice of players, the theme.

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
let games = {}; // where nothing can be stored, they last as long as the page

/** As stored now, perhaps by another tab; before there was more to say, a game was its tokens. */
function known() {
  games = load("games", games);
  for (const [id, game] of Object.entries(games))
    if (Array.isArray(game)) games[id] = { tokens: game.filter(Boolean) };
  return games;
}

function remember(all) {
  games = all;
  save("games", games);
}

const lastFirst = ([, one], [, other]) => (other.at_ms ?? 0) - (one.at_ms ?? 0);

/** What this browser knows of games by id: { tokens, sides, key, at_ms }. */
export const keep = {
  of: (id) => known()[id] ?? {},
  tokensOf: (id) => keep.of(id).tokens ?? [],
  /** Ids, the one looked at last first. */
  ids: () =>
    Object.entries(known())
      .sort(lastFirst)
      .map(([id]) => id),
  note(id, fields = {}) {
    const noted = { ...keep.of(id), ...fields, at_ms: Date.now() };
    const all = Object.entries({ ...known(), [id]: noted });
    remember(Object.fromEntries(all.sort(lastFirst).slice(0, MOST_GAMES)));
  },
  forget(id) {
    remember(Object.fromEntries(Object.entries(known()).filter(([each]) => each !== id)));
  },
};
