// Inviting a friend: a link to a seat, an address that the friend can reach, a QR code.

import { writeAddress } from "./address.js";
import * as api from "./api.js";
import { dialogHead } from "./dialogs.js";
import { $, h, s } from "./dom.js";
import { copyField, copyFrom } from "./fields.js";
import { PLAYERS, sentence } from "./words.js";

const MARGIN = 4; // of a QR code, in modules
const NEAR = /^(localhost|127\.|0\.0\.0\.0|\[::1?\])/; // means another machine elsewhere
const ONLY_HERE = [
  "This link works on this machine only. To play with a friend elsewhere, start the server with ",
  h("code", "dropfour web --host 0.0.0.0 --allow-remote"),
];
const NO_NETWORK =
  "This machine has no address that others could reach. Connect it to a network and try again.";

/** Opens the dialog: from now on the side waits for a friend. */
export async function openInvitation(dialog, { sitting }) {
  const { game } = sitting;
  const { remote, addresses, token } = await api.addresses();
  const here = NEAR.test(location.hostname) ? [] : [location.origin];
  const origins = [...new Set([...here, ...addresses])];
  const likely = sitting.isComputer(0) && !sitting.isComputer(1) ? 0 : 1;
  let side = null; // for whom the link is
  let origin = null; // where it leads
  const warning = origins.length ? null : remote ? NO_NETWORK : ONLY_HERE;
  await show(game.invited ?? likely, origins[0] ?? location.origin);
  dialog.showModal();
  if (await copyFrom($("#link-friend", dialog)))
    $("label[for=link-friend]", dialog).textContent = "The link, copied";

  /** Shows the link to a side at an address; nothing changes where there is none to be had. */
  async function show(nextSide, nextOrigin) {
    const key = await sitting.table.invite(nextSide);
    [side, origin] = [nextSide, nextOrigin];
    const query = token ? `?token=${encodeURIComponent(token)}` : "";
    const linkTo = (fields) => `${origin}/${query}${writeAddress({ game: game.id, ...fields })}`;
    const link = linkTo({ key });
    const { rows } = await api.code(link).catch(() => ({ rows: null })); // the link will do
    dialog.replaceChildren(
      dialogHead(dialog, "share-title", "Invite a friend"),
      h("p", "Who opens this link first takes the seat; you keep the other one."),
      warning ? h("p.faults.warn#unreachable", h("span", warning)) : "",
      sideChoice(),
      origins.length > 1 ? originChoice() : "",
      copyField("link-friend", "The link", link),
      rows ? figure(rows) : "",
      copyField("link-watch", "Others watch with", linkTo({})),
    );
  }

  function sideChoice() {
    const choice = ({ name }, each) =>
      h(
        "label.choice",
        h("input", {
          type: "radio",
          name: "friend-side",
          value: each,
          checked: each === side,
          onchange: () => attempt(each, origin),
        }),
        name,
      );
    return h("fieldset.field", h("legend", "Your friend plays"), h("div.row", PLAYERS.map(choice)));
  }

  function originChoice() {
    const option = (each) => h("option", { value: each, selected: each === origin }, each);
    const onchange = ({ target }) => attempt(side, target.value);
    return h(
      "div.field",
      h("label", { for: "friend-address" }, "The address that your friend can reach"),
      h("select#friend-address", { onchange }, origins.map(option)),
    );
  }

  async function attempt(nextSide, nextOrigin) {
    try {
      await show(nextSide, nextOrigin);
    } catch (error) {
      $(`[name=friend-side][value="${side}"]`, dialog).checked = true; // whose link is shown
      for (const old of dialog.querySelectorAll(".problem")) old.remove();
      dialog.append(h("p.message.problem", { role: "status" }, sentence(error.message)));
    }
  }
}

const figure = (rows) =>
  h("figure.code", drawing(rows), h("figcaption.quiet", "Or scan this with a phone."));

/** A QR code in black on white, whatever the theme: that is what cameras know. */
function drawing(rows) {
  const size = rows.length + 2 * MARGIN;
  const dark = rows.flatMap((row, y) =>
    [...row].flatMap((each, x) => (each === "1" ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : [])),
  );
  return s(
    "svg.code-picture",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "The link as a QR code" },
    s("rect", { width: size, height: size, fill: "#fff" }),
    s("path", { d: dark.join(""), fill: "#000" }),
  );
}
