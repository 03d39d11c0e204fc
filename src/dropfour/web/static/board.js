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
import { cellName, columnName, letterOf, SPECIAL } from "./words.js";

const { CELL } = shapes;
const PAD = 9;
const MARGIN = 6;
const HEAD = 34;
const FOOT = 32;
const VALUES = 66;
const MANY = 14; // columns from which on letters need more of their cell to be read
const LONGEST_LINE = 8; // of ghosts
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

export function createBoard({ onColumn, onResize = () => {}, label = "Board", small = false }) {
  const layers = Object.fromEntries(LAYERS.map((name) => [name, s(`g.d4-${name}`)]));
  const element = s(
    small ? "svg.d4-board.d4-small" : "svg.d4-board",
    { role: onColumn ? "group" : "img", "aria-label": label },
    Object.values(layers),
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
    const bottom = height - (small ? FOOT - 6 : 0);
    element.setAttribute("viewBox", `0 ${y} ${geometry.width} ${bottom - y}`);
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
    for (const kind of SPECIAL) for (const cell of board[kind]) kinds.set(key(cell), kind);
    const body = shapes.outline(board.heights, geometry);
    const holes = [];
    const rims = s("g.d4-rims");
    board.heights.forEach((height, column) => {
      for (let row = 0; row < height; row++) {
        const centre = geometry.centre([column, row]);
        if (kinds.get(key([column, row])) === "blocked") continue;
        holes.push(shapes.hole(centre));
        rims.append(s("circle", { r: shapes.DISC - 1, transform: at(centre) }));
      }
    });
    layers.back.replaceChildren(s("path.d4-backplate", { d: body }));
    layers.face.replaceChildren(
      s("path.d4-shadow", { d: body }),
      s("path.d4-plate", { d: body + holes.join(""), "fill-rule": "evenodd" }),
      rims,
    );
    const letters = board.heights.map((_, column) => {
      const [x, y] = [geometry.left(column) + CELL / 2, geometry.bottom + PAD + 23];
      return s("text", { x, y }, columnName(column));
    });
    layers.labels.replaceChildren(...letters);
    for (const name of ["discs", "marks", "ghosts", "rings", "values"])
      layers[name].replaceChildren();
    drawColumns(board);
    frame();
    return true;
  }

  function drawColumns(board) {
    if (!onColumn) return;
    columns = board.heights.map((height, column) => {
      const [x, y] = [geometry.left(column), geometry.top(height - 1)];
      const target = {
        role: "button",
        "data-column": column,
        onclick: () => onColumn(column),
        onpointerenter: ({ pointerType }) => pointerType === "mouse" && hover(column),
        onpointerleave: () => hover(null),
        onfocus: () => {
          rove(column);
          invite();
        },
        onblur: invite,
        onkeydown: onKey,
      };
      return s(
        "g.d4-column",
        target,
        s("rect.d4-hit", { x, y: 0, width: CELL, height: geometry.height }),
        s("rect.d4-band", { x, y, width: CELL, height: geometry.bottom - y, rx: 12 }),
      );
    });
    layers.hits.replaceChildren(...columns);
    rove(Math.floor((columns.length - 1) / 2));
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

  /** Makes a column the one that the tab key finds. */
  function rove(column) {
    active = column;
    columns.forEach((target, each) => target.setAttribute("tabindex", each === active ? 0 : -1));
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
    rove(column);
    columns[column]?.focus({ preventScroll: true });
  }

  // ---- What lies on the board ------------------------------------------------------------

  /** Draws a position. `animate` lets the last disc fall, `playable` invites moves. */
  function show({ board, snapshot, animate = false, playable = true }) {
    const before = shown?.snapshot;
    const fresh = drawBoard(board);
    shown = { snapshot, playable };
    if (!fresh && before === snapshot) {
      describe(snapshot, playable);
      invite();
      return; // what falls goes on falling
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
    if (animate && fallen && !calm()) drop(fallen, snapshot.last.cell);
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
    piece.animate(steps, { duration: 170 + 135 * Math.sqrt(depth) });
  }

  function drawRings(snapshot) {
    const ring = (name, r, cell) =>
      s(`circle.${name}`, { r, transform: at(geometry.centre(cell)) });
    const won = snapshot.outcome?.cells ?? [];
    layers.rings.replaceChildren(
      ...won.map((cell) => ring("d4-winning", shapes.DISC + 1, cell)),
      ...(snapshot.last ? [ring("d4-last", 3.6, snapshot.last.cell)] : []),
    );
    element.classList.toggle("d4-over", Boolean(snapshot.outcome));
  }

  function describe(snapshot, playable) {
    columns.forEach((target, column) => {
      const row = snapshot.landing[column];
      const full = row === null;
      const lands = full ? "full" : `lands on ${cellName([column, row])}`;
      const where = snapshot.outcome ? "the game is over" : lands;
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
    const letter = letterOf({ player: snapshot.turn, ban: snapshot.banning });
    const [x, y] = geometry.centre([column, row]);
    const above = { transform: `${at([x, 17])} scale(.52)` };
    layers.ghosts.append(
      s("g.d4-preview.d4-above", above, shapes.disc(letter)),
      s("g.d4-preview", { transform: at([x, y]) }, shapes.disc(letter)),
    );
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

  // ---- What an analysis says -------------------------------------------------------------

  /** Shows what was found, or null: its line and, where there is `room`, the columns' values. */
  function setAnalysis(found, room) {
    if (!geometry) return;
    valuesOn = room;
    frame();
    drawValues(room ? (found?.columns ?? []) : [], found?.move);
    drawLine(found?.line ?? []);
  }

  function drawValues(values, move) {
    const most = Math.max(1, ...values.map((each) => each.visits));
    const bars = values.map((each) => {
      const best = each.column === move;
      const bar = shapes.valueBar(each, { best, share: each.visits / most });
      const x = geometry.left(each.column) + CELL / 2;
      bar.setAttribute("transform", at([x, geometry.height + 4]));
      return bar;
    });
    layers.values.replaceChildren(...bars);
  }

  /** The favourite line as numbered ghosts. */
  function drawLine(line) {
    layers.ghosts.querySelectorAll(".d4-ghost").forEach((ghost) => ghost.remove());
    line.slice(0, LONGEST_LINE).forEach((move, index) => {
      const ghost = s(
        "g.d4-ghost",
        { transform: at(geometry.centre(move.cell)) },
        shapes.disc(letterOf(move)),
        s("text", { y: 6.5 }, String(index + 1)),
      );
      layers.ghosts.append(ghost);
    });
  }

  return {
    element,
    show,
    setHint,
    setAnalysis,
    refuse,
    focus,
    layer: (name) => layers[name],
    get geometry() {
      return geometry;
    },
  };
}

/** A small picture of a position, for those who see. */
export function pictureOf(board, snapshot) {
  const picture = createBoard({ small: true, label: "" });
  picture.show({ board, snapshot });
  return picture.element;
}
