// Links, import and export: the whole position travels as text, as a picture or as a file.

import { readAddress, writeAddress } from "./address.js";
import * as api from "./api.js";
import { h } from "./dom.js";
import { copyField, download, fileButton } from "./fields.js";
import { sentence } from "./words.js";

const FORMATS = {
  svg: "SVG",
  png: "PNG",
  json: "JSON",
  toml: "TOML",
  moves: "Moves",
  text: "Position",
  picture: "Plain text",
};
const PNG_WIDTH = 1200;

/** Fills and opens the dialog. */
export function createShare(dialog, { sitting, addressOf }) {
  const here = new URL(location.href);
  const link = (fields) => {
    here.hash = writeAddress(fields);
    return here.href;
  };
  const { snapshot } = sitting.node();
  const problem = h("p.message.problem", { role: "status" });
  const box = h("textarea#import-text", {
    rows: 4,
    "aria-label": "Text to import",
    placeholder: "Moves (DDEC), a position (X/-/XO… O), TOML rules, JSON or a link",
    spellcheck: false,
  });

  const save = (format) => ({
    "data-format": format,
    onclick: () => attempt(() => saveAs(format)),
  });
  const openText = (text) => attempt(() => importText(text));
  dialog.replaceChildren(
    h(
      "div.dialog-head",
      h("h2#share-title", "Share"),
      h("button.link.icon", { "aria-label": "Close", onclick: () => dialog.close() }, "✕"),
    ),
    copyField("link-position", "Link to this position", link(addressOf())),
    ...(sitting.game ? gameLinks() : []),
    h("h3", "As text"),
    copyField("copy-moves", "Moves", snapshot.moves || "none yet"),
    copyField("copy-text", "Position", snapshot.text),
    h("h3", "Save a file"),
    h(
      "div.row",
      Object.entries(FORMATS).map(([format, text]) => h("button.small", save(format), text)),
    ),
    h("h3", "Open"),
    box,
    problem,
    h(
      "div.row",
      h("button.small.primary#import", { onclick: () => openText(box.value) }, "Open this"),
      fileButton("Open a file", {
        id: "import-file",
        "aria-label": "Open a file",
        onText: openText,
      }),
    ),
  );
  dialog.showModal();

  function gameLinks() {
    const { game } = sitting;
    const fields = { ...addressOf(game.head), game: game.id };
    return [
      h("h3", "Watch together"),
      copyField("link-watch", "Anyone watches with", link(fields)),
    ];
  }

  async function saveAs(format) {
    const asked = format === "png" ? "svg" : format;
    const { name, type, content } = await api.exportAs(sitting.where(), asked);
    if (asked === format) download(name, content, type);
    else download(name.replace(/\.svg$/, ".png"), await png(content));
  }

  async function importText(text) {
    await sitting.open(await readAnything(text.trim(), sitting.tree.info.rules));
    dialog.close();
  }

  async function attempt(action) {
    problem.textContent = "";
    try {
      await action();
    } catch (error) {
      problem.textContent = sentence(error.message);
      problem.scrollIntoView({ block: "nearest" });
    }
  }
}

/** A position from what was pasted; moves and positions are read with the rules on the board. */
async function readAnything(text, rules) {
  if (!text) throw new Error("There is nothing to open.");
  if (text.includes("#r=")) return readAddress(text.slice(text.indexOf("#")));
  if (text.startsWith("{")) {
    let value;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw new Error(`This is not JSON: ${error.message}`);
    }
    if (!value.rules) return { rules: value };
    return { rules: value.rules, start: value.start ?? null, moves: value.moves ?? "" };
  }
  if (/^\s*[\w]+\s*=/m.test(text)) return tomlRules(text);
  if (text.includes("/")) return { rules, start: text };
  return { rules, moves: text };
}

async function tomlRules(text) {
  const { faults, info } = await api.checkRules({ toml: text });
  if (faults.length) throw new Error(faults.join("; "));
  return { rules: info.rules };
}

/** The picture as a PNG; the SVG stands alone, so that drawing it is allowed. */
async function png(svg) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const scale = PNG_WIDTH / image.naturalWidth;
    const height = Math.round(image.naturalHeight * scale);
    const canvas = h("canvas", { width: PNG_WIDTH, height });
    canvas.getContext("2d").drawImage(image, 0, 0, PNG_WIDTH, height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
