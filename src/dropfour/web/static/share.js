// Links, import and export: the whole position travels as text, as a picture or as a file.

import { writeAddress } from "./address.js";
import * as api from "./api.js";
import { download, h } from "./dom.js";
import { keep } from "./store.js";
import { PLAYERS, sentence } from "./words.js";

const FORMATS = [
  ["svg", "SVG"],
  ["png", "PNG"],
  ["json", "JSON"],
  ["toml", "TOML"],
  ["moves", "Moves"],
  ["text", "Position"],
  ["picture", "Plain text"],
];
const PNG_WIDTH = 1200;

/** Fills and opens the dialog. `open(where)` shows what was imported. */
export function createShare(dialog, { session, addressOf, open }) {
  const here = new URL(location.href);
  const link = (fields) => {
    here.hash = writeAddress(fields);
    return here.href;
  };
  const address = addressOf();
  const { snapshot } = session.node();
  const problem = h("p", { class: "message problem", role: "status" });
  const box = h("textarea", {
    rows: 4,
    "aria-label": "Text to import",
    placeholder: "Moves (DDEC), a position (X/-/XO… O), TOML rules, JSON or a link",
    id: "import-text",
    spellcheck: false,
  });

  const body = [
    h(
      "div",
      { class: "dialog-head" },
      h("h2", { id: "share-title" }, "Share"),
      h(
        "button",
        {
          type: "button",
          class: "link icon",
          "aria-label": "Close",
          onclick: () => dialog.close(),
        },
        "✕",
      ),
    ),
    copyField("Link to this position", link(address), "link-position"),
  ];
  if (session.game) body.push(...gameLinks(link));
  body.push(
    h("h3", {}, "As text"),
    copyField("Moves", snapshot.moves || "none yet", "copy-moves"),
    copyField("Position", snapshot.text, "copy-text"),
    h("h3", {}, "Save a file"),
    h(
      "div",
      { class: "row" },
      FORMATS.map(([format, text]) =>
        h(
          "button",
          {
            type: "button",
            class: "small",
            "data-format": format,
            onclick: () => attempt(() => save(format)),
          },
          text,
        ),
      ),
    ),
    h("h3", {}, "Open"),
    box,
    problem,
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          class: "small primary",
          id: "import",
          onclick: () => attempt(() => importText(box.value)),
        },
        "Open this",
      ),
      fileButton(),
    ),
  );
  dialog.replaceChildren(...body);
  dialog.showModal();

  function gameLinks(write) {
    const { game } = session;
    const fields = { ...addressOf(game.head), game: game.id };
    const rows = [h("h3", {}, "Play together")];
    const alone = session.isComputer(0) || session.isComputer(1);
    for (const [side, { name }] of PLAYERS.entries()) {
      const token = keep.sideToken(game.id, side);
      if (!session.ownsGame() || !token) continue;
      if (alone && session.isComputer(side)) {
        rows.push(
          h(
            "button",
            {
              type: "button",
              class: "small",
              id: `friend-${side}`,
              onclick: () => attempt(() => inviteFor(side)),
            },
            `A friend plays ${name} instead of the computer`,
          ),
        );
      } else if (!alone) {
        rows.push(
          copyField(
            `A friend plays ${name} with`,
            write({ ...fields, token }),
            `link-side-${side}`,
          ),
        );
        rows.push(
          h(
            "button",
            { type: "button", class: "small", id: `give-${side}`, onclick: () => giveAway(side) },
            `Leave ${name} to my friend`,
          ),
        );
      }
    }
    rows.push(copyField("Anyone watches with", write(fields), "link-watch"));
    return rows;
  }

  async function inviteFor(side) {
    await session.setPlayers(
      session.game.players.map((player, each) => (each === side ? session.HUMAN : player)),
    );
    dialog.close();
    createShare(dialog, { session, addressOf, open });
  }

  /** From here on that side is played with the link only. */
  function giveAway(side) {
    keep.giveAway(session.game.id, side);
    session.setOnline(true);
    dialog.close();
  }

  async function save(format) {
    const where = session.where();
    if (format !== "png") {
      const { name, type, content } = await api.exportAs(where, format);
      return download(name, content, type);
    }
    const { name, content } = await api.exportAs(where, "svg");
    return download(name.replace(/\.svg$/, ".png"), await png(content));
  }

  async function importText(text) {
    const where = await readAnything(text.trim(), session.tree.info.rules);
    await open(where);
    dialog.close();
  }

  function fileButton() {
    const file = h("input", {
      type: "file",
      class: "unseen",
      "aria-label": "Open a file",
      id: "import-file",
      onchange: async () => {
        if (file.files[0]) await attempt(async () => importText(await file.files[0].text()));
        file.value = "";
      },
    });
    return h(
      "span",
      {},
      file,
      h("button", { type: "button", class: "small", onclick: () => file.click() }, "Open a file"),
    );
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
  if (text.includes("#r=")) {
    const { readAddress } = await import("./address.js");
    return readAddress(text.slice(text.indexOf("#")));
  }
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
    const canvas = h("canvas", {
      width: PNG_WIDTH,
      height: Math.round(image.naturalHeight * scale),
    });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

function copyField(text, value, id) {
  const input = h("input", {
    type: "text",
    readOnly: true,
    value,
    id,
    onfocus: () => input.select(),
  });
  const button = h(
    "button",
    {
      type: "button",
      "aria-label": `Copy: ${text}`,
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(value);
        } catch {
          input.select();
          document.execCommand("copy"); // where the clipboard is not to be had (plain http)
        }
        button.textContent = "Copied";
        setTimeout(() => {
          button.textContent = "Copy";
        }, 1500);
      },
    },
    "Copy",
  );
  return h("div", { class: "copy" }, h("label", { for: id }, text), input, button);
}
