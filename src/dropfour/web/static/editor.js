// The board editor: shape, special cells, goal, ending, discs. Every change is checked by the
// server and its faults are shown in words.

import * as api from "./api.js";
import { createBoard } from "./board.js";
import { debounced, download, h } from "./dom.js";
import * as drafts from "./draft.js";
import { addCells, addHandles } from "./editorboard.js";
import { goalFields } from "./goalfields.js";
import { blocked, bonus, dead, disc, glyph } from "./shapes.js";
import { PLAYERS, sentence } from "./words.js";

const CHECK_MS = 120;
const TYPED_MS = 300;
const TOOLS = [
  { tool: "dead", text: "Dead", shape: () => dead(false), kind: true },
  { tool: "blocked", text: "Blocked", shape: blocked, kind: true },
  { tool: "bonus", text: "Bonus", shape: () => bonus(false), kind: true },
  { tool: "plain", text: "Plain", shape: () => null, kind: true },
  { tool: "X", text: "Red", shape: () => disc("X") },
  { tool: "O", text: "Yellow", shape: () => disc("O") },
  { tool: "!", text: "Ban", shape: () => disc("!") },
  { tool: "", text: "Take off", shape: () => null },
];

export function createEditor(parent, { onPlay, onAnalyse, onChange }) {
  let draft = drafts.EMPTY;
  let tool = "dead";
  let checked = null; // what the server last said of the draft
  let typed = null; // { text, draft, start }: the TOML last taken, its draft, the discs before it
  const board = createBoard({ label: "Board to edit" });
  const faults = h("div", { class: "faults fine", role: "status", id: "faults" });
  const tomlFaults = h("div", { class: "faults", role: "status", id: "toml-faults", hidden: true });
  const toml = h("textarea", {
    rows: 9,
    spellcheck: false,
    "aria-label": "Rules as TOML",
    id: "toml",
    oninput: () => takeToml(),
    onfocus: () => {
      typed = null;
    },
    onblur: leaveToml,
  });
  const name = h("input", {
    type: "text",
    maxLength: 100,
    id: "editor-name",
    placeholder: "My board",
    oninput: () => change({ ...draft, name: name.value.trim() }),
  });
  const goal = goalFields((next) => change(next(draft)));
  const counters = {
    rows: counter("Rows", (by) => change(drafts.addRows(draft, by))),
    columns: counter("Columns", (by) => change(drafts.addColumns(draft, by))),
  };
  const endings = radio(
    "Ending",
    "ending",
    [
      ["first", "First pattern wins"],
      ["full", "Play until full, most patterns win"],
    ],
    (ending) => change({ ...draft, ending }),
  );
  const turns = radio(
    "To move",
    "turn",
    [
      ["0", "Red"],
      ["1", "Yellow"],
    ],
    (turn) => change({ ...draft, turn: Number(turn) }),
  );
  const clear = h(
    "button",
    {
      type: "button",
      class: "small",
      id: "editor-clear",
      onclick: () => change({ ...draft, discs: null, turn: 0 }),
    },
    "Clear",
  );
  const tools = toolButtons();
  const play = h(
    "button",
    { type: "button", class: "primary", id: "editor-play", onclick: () => act(onPlay) },
    "Play this board",
  );
  const analyse = h(
    "button",
    { type: "button", id: "editor-analyse", onclick: () => act(onAnalyse) },
    "Analyse it",
  );

  parent.replaceChildren(
    h(
      "div",
      { class: "editor-stage" },
      h(
        "div",
        { class: "editor-head" },
        h("h1", { id: "editor-title" }, "Set up a board"),
        h("div", { class: "row" }, analyse, play),
      ),
      h("div", { class: "row" }, counters.columns.element, counters.rows.element),
      faults,
      h("div", { class: "editor-board" }, board.element),
      tools,
    ),
    h(
      "div",
      { class: "side" },
      h(
        "div",
        { class: "panel" },
        h("div", { class: "field" }, h("label", { for: "editor-name" }, "Name"), name),
        goal.element,
        endings.element,
        turns.element,
      ),
      h(
        "div",
        { class: "panel" },
        h("div", { class: "panel-head" }, h("h2", {}, "TOML")),
        h("div", { class: "field" }, toml, tomlFaults),
        h(
          "div",
          { class: "row" },
          h(
            "button",
            { type: "button", class: "small", id: "toml-save", onclick: saveToml },
            "Save a file",
          ),
          fileButton(),
        ),
      ),
    ),
  );

  /** Does it with the board as it was last typed and drawn, if that makes sense. */
  async function act(action) {
    await settled();
    if (tomlFaults.hidden && !play.disabled && !parent.hidden) action(where());
  }

  async function settled() {
    await takeToml.flush();
    await check.flush();
  }

  function where() {
    return { rules: drafts.toRules(draft), start: drafts.toStart(draft), moves: "" };
  }

  function change(next) {
    draft = next;
    tomlFaults.hidden = true;
    draw();
    check();
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
      onHeight: (column, height) => change(drafts.setHeight(draft, column, height)),
      focused: Number(active?.dataset.handle ?? -1),
    });
    counters.rows.set(Math.max(...draft.heights));
    counters.columns.set(draft.heights.length);
    if (document.activeElement !== name) name.value = draft.name;
    goal.show(draft.goal);
    endings.set(draft.ending);
    turns.set(String(draft.turn));
  }

  function onCell(cell) {
    const { kind } = TOOLS.find((each) => each.tool === tool);
    change(kind ? drafts.mark(draft, cell, tool) : drafts.pile(draft, cell[0], tool));
  }

  const check = debounced(async () => {
    const asked = draft;
    const { rules, start } = where();
    try {
      const answer = await api.position({ rules, ...(start ? { start } : {}) });
      if (asked === draft) settle(answer);
    } catch (error) {
      settle({ faults: [error.message], info: null });
    }
  }, CHECK_MS);

  function settle(answer) {
    checked = answer;
    const { info } = answer;
    const over = answer.faults.length ? null : answer.snapshots?.at(-1)?.outcome;
    const wrong = over
      ? [
          over.winner === null
            ? "the game is already drawn here"
            : `${PLAYERS[over.winner].name} has already won here`,
        ]
      : answer.faults;
    const doubts = info?.warnings ?? [];
    faults.className = `faults${wrong.length ? "" : doubts.length ? " warn" : " fine"}`;
    const sentences = wrong.length ? wrong : doubts.length ? doubts : ["This board can be played."];
    faults.replaceChildren(...paragraphs(sentences));
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
    if (wrong.length) return;
    // "columns = 1" may become 10: until then, discs outside the board are only out of sight.
    const start = typed?.draft === draft ? typed.start : drafts.toStart(draft);
    change(drafts.fromInfo(info, start));
    typed = { text, draft, start };
  }, TYPED_MS);

  function leaveToml() {
    if (toml.value === checked?.info?.toml) return;
    if (toml.value === typed?.text)
      check(); // and write it as the server does
    else takeToml.now();
  }

  async function saveToml() {
    await settled();
    if (checked?.info)
      download(`${checked.info.rules.name || "board"}.toml`, checked.info.toml, "application/toml");
  }

  function fileButton() {
    const file = h("input", {
      type: "file",
      accept: ".toml,text/plain",
      id: "toml-file",
      class: "unseen",
      "aria-label": "Load a TOML file",
      onchange: async () => {
        if (!file.files[0]) return;
        toml.value = await file.files[0].text();
        file.value = "";
        takeToml.now();
      },
    });
    return h(
      "span",
      {},
      file,
      h("button", { type: "button", class: "small", onclick: () => file.click() }, "Load a file"),
    );
  }

  function toolButtons() {
    const button = ({ tool: each, text, shape }) => {
      const drawn = shape();
      return h(
        "button",
        {
          type: "button",
          class: "small",
          "aria-pressed": String(each === tool),
          "data-tool": each || "off",
          onclick: (event) => {
            tool = each;
            tools
              .querySelectorAll("[data-tool]")
              .forEach((other) =>
                other.setAttribute("aria-pressed", String(other === event.currentTarget)),
              );
          },
        },
        drawn ? glyph(drawn, { inHole: true }) : "",
        text,
      );
    };
    return h(
      "div",
      { class: "tools", role: "group", "aria-label": "What a press on a cell does" },
      h(
        "div",
        { class: "row" },
        h("span", { class: "tools-label" }, "A press makes a cell"),
        TOOLS.filter(({ kind }) => kind).map(button),
      ),
      h(
        "div",
        { class: "row" },
        h("span", { class: "tools-label" }, "or drops a disc"),
        TOOLS.filter(({ kind }) => !kind).map(button),
        clear,
      ),
    );
  }

  return {
    /** Opens rules as the server describes them with a start, or what was there before. */
    open(info = null, start = null) {
      change(info ? drafts.fromInfo(info, start) : draft);
    },
  };
}

const paragraphs = (texts) => texts.map((text) => h("p", {}, sentence(text)));

function counter(text, onStep) {
  const output = h("output", {});
  const element = h(
    "span",
    { class: "counter", role: "group", "aria-label": text },
    h("span", { class: "quiet" }, text),
    h(
      "button",
      { type: "button", "aria-label": `Fewer ${text.toLowerCase()}`, onclick: () => onStep(-1) },
      "−",
    ),
    output,
    h(
      "button",
      { type: "button", "aria-label": `More ${text.toLowerCase()}`, onclick: () => onStep(1) },
      "+",
    ),
  );
  return {
    element,
    set: (value) => {
      output.value = String(value);
    },
  };
}

function radio(legend, name, choices, onChoose) {
  const inputs = choices.map(([value]) =>
    h("input", { type: "radio", name, value, onchange: () => onChoose(value) }),
  );
  const element = h(
    "fieldset",
    { class: "field" },
    h("legend", {}, legend),
    h(
      "div",
      {},
      choices.map(([, text], index) => h("label", { class: "choice" }, inputs[index], text)),
    ),
  );
  return {
    element,
    set: (value) =>
      inputs.forEach((input) => {
        input.checked = input.value === value;
      }),
  };
}
