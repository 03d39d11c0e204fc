// Sharing the position on the board: a link, a record, a picture, a board for another page; and
// behind "more" every other form.

import { addressOf, writeAddress } from "./address.js";
import * as api from "./api.js";
import { dialogHead } from "./dialogs.js";
import { h } from "./dom.js";
import { copyField, download } from "./fields.js";
import { sentence } from "./words.js";

const FORMATS = {
  svg: "SVG",
  json: "JSON",
  toml: "TOML",
  record: "Record",
  moves: "Moves",
  text: "Position",
  picture: "Plain text",
};
const PNG_WIDTH = 1200;
const EMBED = { width: 420, height: 470 };

/** Fills and opens the dialog. */
export async function openShare(dialog, { sitting }) {
  const { game } = sitting;
  const { snapshot } = sitting.node();
  const record = (await api.exportAs(sitting.where(), "record")).content.trim();
  const problem = h("p.message.problem", { role: "status" });
  const here = addressOf(sitting);
  const link = (fields, page = "") => location.origin + "/" + page + writeAddress(fields);
  const { width, height } = EMBED;
  const size = `width="${width}" height="${height}"`;
  const frame = `<iframe src="${link(here, "embed")}" ${size} title="dropfour"></iframe>`;

  const saveButton = (format, text) => {
    const onclick = () => attempt(() => saveAs(format));
    return h("button.small", { "data-format": format, onclick }, text);
  };
  dialog.replaceChildren(
    dialogHead(dialog, "share-title", "Share"),
    copyField("link-position", "Link", link(here)),
    copyField("copy-record", "Record", record),
    copyField("copy-embed", "Board for a page of yours", frame),
    h("div.row", saveButton("png", "Save a picture")),
    h(
      "details.more",
      h("summary", "More"),
      game &&
        copyField(
          "link-watch",
          "Watch this game",
          link({ ...addressOf(sitting, game.head), game: game.id }),
        ),
      copyField("copy-moves", "Moves", snapshot.moves || "none yet"),
      copyField("copy-text", "Position", snapshot.text),
      h("p.quiet", "Save a file"),
      h(
        "div.row",
        Object.entries(FORMATS).map(([format, text]) => saveButton(format, text)),
      ),
    ),
    problem,
  );
  dialog.showModal();

  async function saveAs(format) {
    const asked = format === "png" ? "svg" : format;
    const { name, type, content } = await api.exportAs(sitting.where(), asked);
    if (asked === format) download(name, content, type);
    else download(name.replace(/\.svg$/, ".png"), await png(content));
  }

  async function attempt(action) {
    problem.textContent = "";
    try {
      await action();
    } catch (error) {
      problem.textContent = sentence(error.message);
    }
  }
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
