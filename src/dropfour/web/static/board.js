// The board: one SVG, drawn from what it is told. It knows no rules and keeps no game.
//
//   const board = createBoard({ onColumn: (column) => … });
//   parent.append(board.element);
//   board.show({ board: info.board, snapshot });
//
// Without `onColumn` there is nothing to press, and of a snapshot only `columns`, `last` and
// `outcome` matter: pictures, the editor, the arena's report.
//
// Layers from back to front: backplate, discs, the face with its holes, marks, ghosts, rings,
// letters, values, and the columns one can press.

import { s } from "./dom.js";
import * as shapes from "./shapes.js";
import { cellName, columnName, exactMark, percent, PLAYERS } from "./words.js";

const { CELL } = shapes;
const PAD = 9;
const MARGIN = 6;
const HEAD = 34;
const FOOT = 32;
const VALUES = 66;
const MANY = 14; // columns from which on letters need more of their cell to be read
const LAYERS = ["back", "discs", "face", "marks", "ghosts", "rings", "labels", "values", "hits"];

/** Where cells lie; y grows downwards, row 0 is at the bottom. */
function geometryOf(heights) {
  const rows = Math.max(...heights);
  const top = (row) => HEAD + PAD + (rows - 1 - row) * CELL;
  const left = (column) => MARGIN + PAD + column * CELL;
  return {
    pad: PAD,
    top,
    left,
    rows,
    columns: heights.length,
    bottom: top(-1),
    width: left(heights.length) + PAD + MARGIN,
    height: top(-1) + PAD + FOOT,
    centre: ([column, row]) => [left(column) + CELL / 2, top(row) + CELL / 2],
  };
}

const at = ([x, y]) => `translate(${x} ${y})`;
const key = ([column, row]) => `${column},${row}`;
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function createBoard({
  onColumn = null,
  onResize = () => {},
  label = "Board",
  small = false,
} = {}) {
  const layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: `d4-${name}` })]));
  const element = s(
    "svg",
    {
      class: `d4-board${small ? " d4-small" : ""}`,
      role: onColumn ? "group" : "img",
      "aria-label": label,
    },
    ...Object.values(layers),
  );
  let drawn = null; // the board now drawn, as text
  let geometry = null;
  let kinds = new Map();
  let shown = null; // what `show` was last given
  let columns = []; // the elements one can press
  let active = 0; // the column that has, or would get, the focus
  let hovered = null; // the column under the mouse
  let valuesOn = false;

  function frame() {
    const height = geometry.height + (valuesOn ? VALUES : 0);
    const y = small ? HEAD - 6 : 0;
    element.setAttribute(
      "viewBox",
      `0 ${y} ${geometry.width} ${height - y - (small ? FOOT - 6 : 0)}`,
    );
    element.style.setProperty("--d4-columns", geometry.columns);
    element.style.setProperty("--d4-ratio", geometry.width / height);
    element.classList.toggle("d4-many", geometry.columns > MANY);
    onResize(geometry.width / height, geometry.columns);
  }

  function drawBoard(board) {
    const text = JSON.stringify(board);
    if (text === drawn) return false;
    drawn = text;
    geometry = geometryOf(board.heights);
    kinds = new Map();
    for (const kind of ["dead", "blocked", "bonus"]) {
      for (const cell of board[kind]) kinds.set(key(cell), kind);
    }
    const body = shapes.outline(board.heights, geometry);
    const holes = [];
    const rims = s("g", { class: "d4-rims" });
    board.heights.forEach((height, column) => {
      for (let row = 0; row < height; row++) {
        const centre = geometry.centre([column, row]);
        if (kinds.get(key([column, row])) === "blocked") continue;
        holes.push(shapes.hole(centre));
        rims.append(s("circle", { r: shapes.DISC - 1, transform: at(centre) }));
      }
    });
    layers.back.replaceChildren(s("path", { class: "d4-backplate", d: body }));
    layers.face.replaceChildren(
      s("path", { class: "d4-shadow", d: body }),
      s("path", { class: "d4-plate", d: body + holes.join(""), "fill-rule": "evenodd" }),
      rims,
    );
    layers.labels.replaceChildren(
      ...board.heights.map((_, column) =>
        s(
          "text",
          { x: geometry.left(column) + CELL / 2, y: geometry.bottom + PAD + 23 },
          columnName(column),
        ),
      ),
    );
    for (const name of ["discs", "marks", "ghosts", "rings", "values"])
      layers[name].replaceChildren();
    active = Math.floor((geometry.columns - 1) / 2);
    drawColumns(board);
    frame();
    return true;
  }

  function drawColumns(board) {
    if (!onColumn) return;
    columns = board.heights.map((height, column) => {
      const target = s("g", {
        class: "d4-column",
        role: "button",
        tabindex: column === active ? 0 : -1,
        "data-column": column,
      });
      const top = geometry.top(height - 1);
      target.append(
        s("rect", {
          class: "d4-hit",
          x: geometry.left(column),
          y: 0,
          width: CELL,
          height: geometry.height,
        }),
        s("rect", {
          class: "d4-band",
          x: geometry.left(column),
          y: top,
          width: CELL,
          height: geometry.bottom - top,
          rx: 12,
        }),
      );
      target.addEventListener("click", () => onColumn(column));
      target.addEventListener(
        "pointerenter",
        (event) => event.pointerType === "mouse" && hover(column),
      );
      target.addEventListener("pointerleave", () => hover(null));
      target.addEventListener("focus", () => {
        active = column;
        rove();
        invite();
      });
      target.addEventListener("blur", invite);
      target.addEventListener("keydown", onKey);
      return target;
    });
    layers.hits.replaceChildren(...columns);
  }

  function hover(column) {
    hovered = column;
    invite();
  }

  /** Previews the column under the mouse, else the one with the keyboard's focus. */
  function invite() {
    const focused = columns.findIndex((target) => target.matches(":focus-visible"));
    preview(hovered ?? (focused < 0 ? null : focused));
  }

  function rove() {
    columns.forEach((target, column) =>
      target.setAttribute("tabindex", column === active ? 0 : -1),
    );
  }

  function onKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -columns.length, End: columns.length }[
      event.key
    ];
    if (step) focus(Math.min(Math.max(active + step, 0), columns.length - 1));
    else if (event.key === "Enter" || event.key === " ") onColumn(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function focus(column = active) {
    active = column;
    rove();
    columns[column]?.focus({ preventScroll: true });
  }

  // ---- What lies on the board ------------------------------------------------------------

  /** Draws a position. `animate` lets the last disc fall, `playable` invites moves. */
  function show({ board, snapshot, animate = false, playable = true }) {
    const before = shown?.snapshot;
    const fresh = drawBoard(board);
    shown = { snapshot, playable };
    if (!fresh && before === snapshot) {
      // what falls goes on falling
      describe(snapshot, playable);
      invite();
      return Promise.resolve();
    }
    const discs = [];
    const marks = [];
    let fallen = null;
    snapshot.columns.forEach((content, column) => {
      [...content].forEach((letter, row) => {
        const cell = [column, row];
        const kind = kinds.get(key(cell));
        const taken = letter !== "." && letter !== "#";
        if (taken) {
          const piece = shapes.disc(letter, { faded: kind === "dead" });
          piece.setAttribute("transform", at(geometry.centre(cell)));
          discs.push(piece);
          if (snapshot.last && key(snapshot.last.cell) === key(cell)) fallen = piece;
        }
        if (kind) marks.push(s("g", { transform: at(geometry.centre(cell)) }, shapes[kind](taken)));
      });
    });
    layers.discs.replaceChildren(...discs);
    layers.marks.replaceChildren(...marks);
    layers.ghosts.replaceChildren();
    drawRings(snapshot);
    describe(snapshot, playable);
    invite();
    const news = animate && fallen && before?.text !== snapshot.text;
    return news && !calm() ? drop(fallen, snapshot.last.cell) : Promise.resolve();
  }

  /** The disc falls behind the face and bounces once; the time grows as in a real fall. */
  function drop(piece, cell) {
    const [x, y] = geometry.centre(cell);
    const from = HEAD - CELL / 2;
    const depth = (y - from) / CELL;
    const bounce = Math.min(9, 2 * depth);
    const place = (height) => `translate(${x}px, ${height}px)`;
    const steps = [
      { transform: place(from), easing: "cubic-bezier(.5, 0, .9, .6)" },
      { transform: place(y), offset: 0.66, easing: "cubic-bezier(.1, .5, .4, 1)" },
      { transform: place(y - bounce), offset: 0.82, easing: "cubic-bezier(.6, 0, .9, .5)" },
      { transform: place(y) },
    ];
    return piece
      .animate(steps, { duration: 170 + 135 * Math.sqrt(depth) })
      .finished.catch(() => {});
  }

  function drawRings(snapshot) {
    const rings = (snapshot.outcome?.cells ?? []).map((cell) =>
      s("circle", {
        class: "d4-winning",
        r: shapes.DISC + 1,
        transform: at(geometry.centre(cell)),
      }),
    );
    if (snapshot.last) {
      rings.push(
        s("circle", {
          class: "d4-last",
          r: 3.6,
          transform: at(geometry.centre(snapshot.last.cell)),
        }),
      );
    }
    layers.rings.replaceChildren(...rings);
    element.classList.toggle("d4-over", Boolean(snapshot.outcome));
  }

  function describe(snapshot, playable) {
    columns.forEach((target, column) => {
      const row = snapshot.landing[column];
      const full = row === null;
      const where = snapshot.outcome
        ? "the game is over"
        : full
          ? "full"
          : `lands on ${cellName([column, row])}`;
      target.setAttribute("aria-label", `Column ${columnName(column)}, ${where}`);
      target.setAttribute("aria-disabled", String(full || !playable));
      target.classList.toggle("d4-full", full);
    });
    element.classList.toggle("d4-idle", !playable);
  }

  // ---- What might come -------------------------------------------------------------------

  /** The disc that a press on the column would drop: above the board, and where it would land. */
  function preview(column) {
    layers.ghosts.querySelectorAll(".d4-preview").forEach((ghost) => ghost.remove());
    columns.forEach((target, each) => target.classList.toggle("d4-hover", each === column));
    if (column === null || !shown?.playable) return;
    const { snapshot } = shown;
    const row = snapshot.landing[column];
    if (row === null) return;
    const letter = snapshot.banning ? "!" : PLAYERS[snapshot.turn].letter;
    const [x, y] = geometry.centre([column, row]);
    const above = s(
      "g",
      { class: "d4-preview d4-above", transform: `translate(${x} 17) scale(.52)` },
      shapes.disc(letter),
    );
    const ghost = s("g", { class: "d4-preview", transform: at([x, y]) }, shapes.disc(letter));
    layers.ghosts.append(above, ghost);
  }

  /** The engine's favourite line as numbered ghosts; null takes them away. */
  function setLine(line, longest = 8) {
    layers.ghosts.querySelectorAll(".d4-ghost").forEach((ghost) => ghost.remove());
    (line ?? []).slice(0, longest).forEach(({ cell, player, ban }, index) => {
      const ghost = s(
        "g",
        { class: "d4-ghost", transform: at(geometry.centre(cell)) },
        shapes.disc(ban ? "!" : PLAYERS[player].letter),
        s("text", { y: 6.5 }, String(index + 1)),
      );
      layers.ghosts.append(ghost);
    });
  }

  /** Points at a column; null takes the hint away. */
  function setHint(column) {
    columns.forEach((target, each) => target.classList.toggle("d4-hint", each === column));
  }

  /** A small shake of a column that takes nothing more. */
  function refuse(column) {
    if (calm() || !columns[column]) return;
    element.animate(
      [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })),
      { duration: 300 },
    );
    columns[column].classList.add("d4-refused");
    setTimeout(() => columns[column]?.classList.remove("d4-refused"), 400);
  }

  // ---- What the engine thinks ------------------------------------------------------------

  /** Room for values under the columns, or none. */
  function showValues(on) {
    valuesOn = on;
    if (!on) layers.values.replaceChildren();
    if (geometry) frame();
  }

  /** The value of each column of an analysis: a bar with its interval, and a short text. */
  function setValues(analysis) {
    if (!analysis || !valuesOn || !shown) return layers.values.replaceChildren();
    const most = Math.max(1, ...analysis.columns.map((each) => each.visits));
    layers.values.replaceChildren(
      ...analysis.columns.map((each) =>
        valueBar(each, {
          best: each.column === analysis.move,
          share: each.visits / most,
          turn: shown.snapshot.turn,
        }),
      ),
    );
  }

  function valueBar({ column, value, interval, exact }, { best, share, turn }) {
    const x = geometry.left(column) + CELL / 2;
    const y = geometry.height + 4;
    const reach = (each) => Math.max(0, Math.min(1, (each + 1) / 2)) * 34;
    const known = exact ? exact.value : value;
    const filled = known === null ? 0 : reach(known);
    const group = s("g", {
      class: `d4-value d4-turn${turn}${best ? " d4-best" : ""}${exact ? " d4-exact" : ""}`,
      transform: `translate(${x} ${y})`,
      "data-column": column,
    });
    group.append(
      s("rect", { class: "d4-track", x: -13, y: 0, width: 26, height: 34, rx: 5 }),
      s("rect", { class: "d4-bar", x: -13, y: 34 - filled, width: 26, height: filled, rx: 5 }),
      s("rect", {
        class: "d4-visits",
        x: 16,
        y: 34 - 34 * share,
        width: 3,
        height: 34 * share,
        rx: 1.5,
      }),
    );
    if (interval) {
      const [low, high] = interval.map(reach);
      group.append(
        s("path", {
          class: "d4-interval",
          d: `M0 ${34 - low}V${34 - high}M-4 ${34 - low}H4M-4 ${34 - high}H4`,
        }),
      );
    }
    group.append(
      s("text", { y: 52 }, exact ? exactMark(exact) : value === null ? "–" : `${percent(value)}%`),
    );
    return group;
  }

  return {
    element,
    show,
    setLine,
    setHint,
    setValues,
    showValues,
    refuse,
    focus,
    layer: (name) => layers[name],
    get geometry() {
      return geometry;
    },
  };
}

/** A small picture of a position without anything to press. */
export function pictureOf(board, snapshot, label) {
  const picture = createBoard({ small: true, label });
  picture.show({ board, snapshot });
  return picture.element;
}
