// The board editor: shape, special cells, goal, ending, discs. Every change is checked by the
// server and its faults are shown in words.

import * as api from "./api.js";
import { createBoard } from "./board.js";
import { h } from "./dom.js";
import * as drafts from "./draft.js";
import { addCells, addHandles } from "./editorboard.js";
import { counter, debounced, download, fileButton, radios } from "./fields.js";
import { goalFields } from "./goalfields.js";
import { createOpener } from "./opener.js";
import { randomFields } from "./randomfields.js";
import { blocked, bonus, dead, disc, glyph } from "./shapes.js";
import { PLAYERS, sentence } from "./words.js";

const CHECK_MS = 120;
const TYPED_MS = 300;
const ENDINGS = { first: "First pattern wins", full: "Play until full, most patterns win" };
const KINDS = {
  dead: { text: "Dead", shape: () => dead(false) },
  blocked: { text: "Blocked", shape: blocked },
  bonus: { text: "Bonus", shape: () => bonus(false) },
  plain: { text: "Plain" },
};
const discTools = () => ({
  X: { text: PLAYERS[0].name, shape: () => disc("X") },
  O: { text: PLAYERS[1].name, shape: () => disc("O") },
  "!": { text: "Ban", shape: () => disc("!") },
  off: { text: "Take off" },
});

export function createEditor(parent, { onPlay, onAnalyse, onOpen, onChange, randomGames }) {
  let draft = drafts.EMPTY;
  let history = drafts.createHistory(draft);
  let tool = "dead";
  let checked = null; // what the server last said of the draft
  let typed = null; // { text, draft, start }: the TOML last taken, its draft, the discs before it
  const board = createBoard({ label: "Board to edit" });
  const faults = h("div#faults.faults.fine", { role: "status" });
  const tomlFaults = h("div#toml-faults.faults", { role: "status", hidden: true });
  const toml = h("textarea#toml", {
    rows: 9,
    spellcheck: false,
    "aria-label": "Rules as TOML",
    oninput: () => takeToml(),
    onfocus: () => (typed = null),
    onblur: leaveToml,
  });
  const name = h("input#editor-name", {
    type: "text",
    maxLength: 100,
    placeholder: "My board",
    oninput: () => change({ ...draft, name: name.value.trim() }, "name"),
  });
  const undo = h("button#editor-undo", { title: "Undo (Ctrl+Z)", onclick: goBack }, "↶ Undo");
  const redo = h("button#editor-redo", { title: "Redo (Ctrl+Y)", onclick: goOn }, "↷ Redo");
  const goal = goalFields((next) => change(next(draft)));
  const rows = counter("Rows", (by) => change(drafts.addRows(draft, by)));
  const columns = counter("Columns", (by) => change(drafts.addColumns(draft, by)));
  const endings = radios("ending", ENDINGS, (ending) => change({ ...draft, ending }));
  const names = { 0: PLAYERS[0].name, 1: PLAYERS[1].name };
  const turns = radios("turn", names, (turn) => change({ ...draft, turn: Number(turn) }));
  const onClear = () => change({ ...draft, discs: null, turn: 0 });
  const clear = h("button#editor-clear.small", { onclick: onClear }, "Clear");
  const tools = h(
    "div.tools",
    { role: "group", "aria-label": "What a press on a cell does" },
    h("div.row", h("span.tools-label", "A press makes a cell"), toolButtons(KINDS)),
    h("div.row", h("span.tools-label", "or drops a disc"), toolButtons(discTools()), clear),
  );
  const random = randomFields(randomGames, (info) => change(drafts.fromInfo(info)));
  const opener = createOpener({
    rules: () => checked?.info?.rules ?? { preset: "classic" },
    onOpen,
  });
  const play = h("button#editor-play.primary", { onclick: () => act(onPlay) }, "Play this board");
  const analyse = h("button#editor-analyse", { onclick: () => act(onAnalyse) }, "Analyse it");
  const save = h("button#toml-save.small", { onclick: saveToml }, "Save a file");
  const load = fileButton("Load a file", {
    id: "toml-file",
    accept: ".toml,text/plain",
    "aria-label": "Load a TOML file",
    onText: (text) => {
      toml.value = text;
      takeToml.now();
    },
  });

  parent.replaceChildren(
    h(
      "div.editor-stage",
      h("div.editor-head", h("h1#editor-title", "Set up a board"), h("div.row", analyse, play)),
      h("div.row", columns.element, rows.element, undo, redo),
      faults,
      h("div.editor-board", board.element),
      tools,
    ),
    h(
      "div.side",
      opener,
      h(
        "div.panel",
        h("div.field", h("label", { for: "editor-name" }, "Name"), name),
        goal.element,
        h("fieldset.field", h("legend", "Ending"), endings.element),
        h("fieldset.field", h("legend", "To move"), turns.element),
      ),
      random,
      h(
        "div.panel",
        h("div.panel-head", h("h2", "TOML")),
        h("div.field", toml, tomlFaults),
        h("div.row", save, load),
      ),
    ),
  );

  /** Does it with the board as it was last typed and drawn, if that makes sense. */
  async function act(action) {
    await finishChecks();
    if (tomlFaults.hidden && !play.disabled && !parent.hidden) action(where());
  }

  async function finishChecks() {
    await takeToml.flush();
    await check.flush();
  }

  function where() {
    return { rules: drafts.toRules(draft), start: drafts.toStart(draft), moves: "" };
  }

  /** The next draft; changes of one `kind` in a row are undone together. */
  function change(next, kind = null) {
    history = drafts.changed(history, next, kind);
    show();
  }

  function show() {
    draft = history.draft;
    tomlFaults.hidden = true;
    undo.disabled = !history.past.length;
    redo.disabled = !history.future.length;
    draw();
    check();
  }

  function goBack() {
    history = drafts.undone(history);
    show();
  }

  function goOn() {
    history = drafts.redone(history);
    show();
  }

  function onKey(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return;
    if (event.target.closest("textarea, input[type=text]")) return; // they have their own
    event.preventDefault();
    if (key === "z" && !event.shiftKey) goBack();
    else goOn();
  }

  function draw() {
    const { board: shape, snapshot } = drafts.drawable(draft);
    const { activeElement: active } = document; // about to be drawn anew
    board.show({ board: shape, snapshot, playable: false });
    addCells(board, draft, {
      columns: snapshot.columns,
      onCell,
      hadFocus: Boolean(active?.closest(".d4-cell")),
    });
    addHandles(board, draft, {
      onHeight: (column, height) =>
        change(drafts.setHeight(draft, column, height), `height ${column}`),
      focused: Number(active?.dataset.handle ?? -1),
    });
    rows.set(Math.max(...draft.heights));
    columns.set(draft.heights.length);
    if (document.activeElement !== name) name.value = draft.name;
    goal.show(draft.goal);
    endings.set(draft.ending);
    turns.set(String(draft.turn));
  }

  function onCell(cell) {
    if (tool in KINDS) change(drafts.mark(draft, cell, tool));
    else change(drafts.pile(draft, cell[0], tool === "off" ? "" : tool));
  }

  const check = debounced(async () => {
    const asked = draft;
    try {
      const answer = await api.position(where());
      if (asked === draft) take(answer);
    } catch (error) {
      take({ faults: [error.message], info: null });
    }
  }, CHECK_MS);

  /** What is wrong, or with another `tone` what is worth knowing, under the sizes. */
  function say(sentences, tone = "") {
    faults.className = `faults ${tone}`;
    faults.replaceChildren(...paragraphs(sentences));
  }

  /** Shows what the server says of the draft. */
  function take(answer) {
    checked = answer;
    const { info } = answer;
    const wrong = answer.faults.length ? answer.faults : endOf(answer.snapshots.at(-1));
    const doubts = [...(info?.warnings ?? []), ...(answer.warnings ?? []).map(inNames)];
    if (wrong.length) say(wrong);
    else if (doubts.length) say(doubts, "warn");
    else say(["This board can be played."], "fine");
    play.disabled = analyse.disabled = wrong.length > 0;
    if (info && document.activeElement !== toml && tomlFaults.hidden && !takeToml.busy())
      toml.value = info.toml;
    if (!wrong.length) onChange(where());
  }

  /** Takes what was typed as soon as it makes sense; until then it says why it does not. */
  const takeToml = debounced(async () => {
    const text = toml.value;
    const { faults: wrong, info } = await api
      .checkRules({ toml: text })
      .catch(({ message }) => ({ faults: [message] }));
    if (text !== toml.value) return;
    tomlFaults.hidden = !wrong.length;
    tomlFaults.replaceChildren(...paragraphs(wrong));
    if (wrong.length) {
      say(["These rules cannot be read: see the faults below them."]);
      play.disabled = analyse.disabled = true;
      return;
    }
    // "columns = 1" may become 10: until then, discs outside the board are only out of sight.
    const start = typed?.draft === draft ? typed.start : drafts.toStart(draft);
    change(drafts.fromInfo(info, start), "toml");
    typed = { text, draft, start };
  }, TYPED_MS);

  function leaveToml() {
    if (toml.value === checked?.info?.toml) return;
    if (toml.value === typed?.text)
      check(); // and write it as the server does
    else takeToml.now();
  }

  async function saveToml() {
    await finishChecks();
    if (!checked?.info) return;
    const { rules, toml: text } = checked.info;
    download(`${rules.name || "board"}.toml`, text, "application/toml");
  }

  function toolButtons(choices) {
    return Object.entries(choices).map(([each, { text, shape }]) => {
      const picture = shape && glyph(shape(), { inHole: true });
      const button = { "aria-pressed": each === tool, "data-tool": each, onclick: choose };
      return h("button.small", button, picture, text);
    });
  }

  function choose({ currentTarget: chosen }) {
    tool = chosen.dataset.tool;
    for (const each of tools.querySelectorAll("[data-tool]"))
      each.setAttribute("aria-pressed", each === chosen);
  }

  parent.onkeydown = onKey;
  return {
    /** Opens rules as the server describes them with a start, or what was there before. */
    open(info = null, start = null) {
      if (info) history = drafts.createHistory(drafts.fromInfo(info, start));
      show();
    },
  };
}

/** Why a position cannot be played on, if it cannot. */
function endOf({ outcome }) {
  if (!outcome) return [];
  if (outcome.winner === null) return ["the game is already drawn here"];
  return [`${PLAYERS[outcome.winner].name} has already won here`];
}

/** A sentence about X and O, with the players' names. */
const inNames = (text) =>
  text.replace(/\b[XO]\b/g, (letter) => PLAYERS.find((each) => each.letter === letter).name);

const paragraphs = (texts) => texts.map((text) => h("p", sentence(text)));
