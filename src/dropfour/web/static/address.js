// The address bar: rules, position, game and key after the "#", and back. Plain data, no DOM.

/** What a fragment says; what is missing is null, nonsense too. */
export function readAddress(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  return {
    rules: readRules(fields.get("r")),
    start: fields.get("s") || null,
    moves: fields.get("m") || "",
    game: fields.get("g") || null,
    key: fields.get("k") || null,
    view: fields.get("v") || null,
  };
}

function readRules(text) {
  if (!text) return null;
  if (!text.startsWith("{")) {
    const [preset, seed] = text.split("~");
    return seed === undefined ? { preset } : { preset, seed: Number(seed) };
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The fragment, with "#", of what `readAddress` returns. Presets are written by name. */
export function writeAddress({ rules, start, moves, game, key, view }) {
  const fields = [];
  const add = (name, value) => value && fields.push(`${name}=${encode(value)}`);
  add("r", rules && writeRules(rules));
  add("s", start);
  add("m", moves);
  add("g", game);
  add("k", key);
  add("v", view);
  return fields.length ? `#${fields.join("&")}` : "";
}

/** What `writeAddress` needs of a position of a sitting: where we are, or another node. */
export function addressOf(sitting, id = sitting.cursor) {
  const { snapshot } = sitting.node(id);
  return { rules: sitting.rules, start: sitting.tree.start, moves: snapshot?.moves ?? "" };
}

function writeRules(rules) {
  if (!rules.preset) return JSON.stringify(rules);
  return rules.seed === undefined ? rules.preset : `${rules.preset}~${rules.seed}`;
}

// Links travel through chats and mails: only characters that no one takes for a link's end stay.
function encode(text) {
  return encodeURIComponent(text)
    .replace(/%(2F|2C|3A|21)/g, decodeURIComponent)
    .replaceAll("%20", "+");
}
