// The board: one SVG, drawn from what it is told. It knows no rules and keeps no game.
//
//   const board = createBoard({ onColumn: (column) => … });
//   parent.append(board.element);
//   board.show({ board: info.board, snapshot });
//
// Without `onColumn` there is nothing to press, and of a snapshot only `columns`, `last` and
// `outcome` matter: pictures, the editor, the arena's report.
//
// A board that `fills` is as large as its parent, and what is too large for that can be moved and
// enlarged (`lens.js`). Any other is as wide as it may be, and as high as that makes it.
//
// Layers from back to front: backplate, discs, the face with its holes, marks, ghosts, rings, then
// the letters under the board in pixels, whatever its scale. On top of all, the columns one can
// press.

import { s } from "./dom.js";
import { addGestures } from "./gestures.js";
import { CELL, DISC, geometryOf, HEAD, hole, outline } from "./geometry.js";
import { isLarge, lensOn, resized, revealing, seenAt } from "./lens.js";
import * as shapes from "./shapes.js";
import { columnName, columnText, letterOf, SPECIAL } from "./words.js";

const LETTERS_PX = 26;
const LETTER_PX = [13, 20]; // the least width of a letter's cell, and of two letters'
const SIZES = { readable: 22 / CELL, largest: 96 / CELL }; // cells of so many pixels
const LONGEST_LINE = 8; // of ghosts
const LAYERS = ["back", "discs", "face", "marks", "ghosts", "rings", "under", "hits"];

const at = ([x, y]) => `translate(${x} ${y})`;
const key = ([column, row]) => `${column},${row}`;
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * `onResize` is told, when a board that fills gets another width or content, its ratio, the least
 * width in pixels at which it can be read, and the height that it would like to have at its width.
 */
export function createBoard({
  onColumn,
  onResize = () => {},
  label = "Board",
  small = false,
  fills = false,
}) {
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
  let lens = null;
  let placed = false; // whether the lens was made for a place in the page
  const stays = () => {
    const { last } = shown.snapshot;
    return last ? seenAt(lens, geometry.centre(last.cell)) : undefined;
  };
  const gestures = fills ? addGestures(element, { get: () => lens, set: look, stays }) : null;
  const refit = () => {
    frame();
    if (shown?.snapshot.last) reveal(shown.snapshot.last.cell);
  };
  if (!small) new ResizeObserver(refit).observe(element);

  // ---- What is seen of it ----------------------------------------------------------------

  /** Fits the board into its place; `anew` forgets what of it was looked at. */
  function frame({ anew = false } = {}) {
    if (!geometry) return;
    const { width, height } = geometry;
    element.style.setProperty("--d4-ratio", width / height);
    if (small) {
      element.setAttribute("viewBox", `0 ${HEAD - 6} ${width} ${height - HEAD + 9}`);
      return;
    }
    const place = element.getBoundingClientRect();
    if (!place.width && lens && !anew) return; // hidden; it comes back as it was
    const wide = place.width || width; // not in the page yet
    const all = wide / width; // the scale at which it is as wide as its place
    if (!fills) {
      const room = { width: wide, height: height * all };
      return look(lensOn({ width, height }, room, { readable: 0, largest: all }));
    }
    const most = Math.max(Math.min(all, SIZES.largest), SIZES.readable);
    onResize({
      width: width * SIZES.readable,
      height: height * most + LETTERS_PX,
      ratio: width / height,
    });
    const room = { width: wide, height: Math.max(1, place.height - LETTERS_PX) };
    const fresh = lensOn({ width, height }, room, SIZES);
    look(placed && !anew ? resized(lens, fresh) : fresh);
    placed = place.width > 0;
  }

  function look(through) {
    lens = through;
    const { scale, x, y, room } = lens;
    element.setAttribute(
      "viewBox",
      `${x} ${y} ${room.width / scale} ${(room.height + LETTERS_PX) / scale}`,
    );
    element.style.setProperty("--d4-scale", scale);
    element.classList.toggle("d4-large", isLarge(lens));
    if (gestures) gestures.buttons.hidden = !isLarge(lens);
    const floor = Math.min(geometry.height, y + room.height / scale);
    layers.under.setAttribute("transform", `translate(0 ${floor}) scale(${1 / scale})`);
    const cell = CELL * scale;
    const step = Math.ceil(LETTER_PX[Number(geometry.columns > 26)] / cell);
    for (const each of layers.under.querySelectorAll("[data-column]")) {
      const column = Number(each.dataset.column);
      each.setAttribute("transform", at([(geometry.left(column) + CELL / 2) * scale, 0]));
      each.classList.toggle("d4-crowded", column % step > 0);
    }
    for (const hit of layers.hits.querySelectorAll(".d4-hit"))
      hit.setAttribute("height", floor + LETTERS_PX / scale);
    invite();
  }

  /** Brings a cell into view, and a little around it. */
  function reveal(cell) {
    if (!lens || !isLarge(lens)) return; // a small picture has none
    const [x, y] = geometry.centre(cell);
    const around = CELL * 1.5;
    look(
      revealing(lens, { left: x - around, right: x + around, top: y - around, bottom: y + around }),
    );
  }

  function drawBoard(board) {
    const text = JSON.stringify(board);
    if (text === drawn) return false;
    drawn = text;
    shown = null;
    geometry = geometryOf(board.heights);
    kinds = new Map();
    for (const kind of SPECIAL) for (const cell of board[kind]) kinds.set(key(cell), kind);
    const body = outline(board.heights, geometry);
    const holes = [];
    const rims = s("g.d4-rims");
    board.heights.forEach((height, column) => {
      for (let row = 0; row < height; row++) {
        const centre = geometry.centre([column, row]);
        if (kinds.get(key([column, row])) === "blocked") continue;
        holes.push(hole(centre));
        rims.append(s("circle", { r: DISC - 1, transform: at(centre) }));
      }
    });
    layers.back.replaceChildren(s("path.d4-backplate", { d: body }));
    layers.face.replaceChildren(
      s("path.d4-shadow", { d: body }),
      s("path.d4-plate", { d: body + holes.join(""), "fill-rule": "evenodd" }),
      rims,
    );
    const letters = board.heights.map((_, column) =>
      s("text.d4-letter", { "data-column": column, y: LETTERS_PX - 7 }, columnName(column)),
    );
    const { width } = geometry;
    layers.under.replaceChildren(
      s("rect.d4-ground", { width: width * SIZES.largest, height: LETTERS_PX }),
      s("g.d4-letters", letters),
    );
    for (const name of ["discs", "marks", "ghosts", "rings"]) layers[name].replaceChildren();
    drawColumns(board);
    frame({ anew: true });
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
        onmousedown: keepFocus,
        onpointerenter: ({ pointerType }) => pointerType === "mouse" && hover(column),
        onpointerleave: () => hover(null),
        onfocus: ({ target: focused }) => {
          rove(column);
          if (focused.matches(":focus-visible"))
            reveal([column, shown?.snapshot.landing[column] ?? 0]);
          invite();
        },
        onblur: invite,
        onkeydown: onKey,
      };
      return s(
        "g.d4-column",
        target,
        s("rect.d4-hit", { x, y: 0, width: CELL }),
        s("rect.d4-band", { x, y, width: CELL, height: geometry.bottom - y, rx: 12 }),
      );
    });
    layers.hits.replaceChildren(...columns);
    rove(Math.floor((columns.length - 1) / 2));
  }

  /** The mouse takes no focus: arrow keys are the board's only for who came here by keys. */
  function keepFocus(event) {
    event.preventDefault();
    document.activeElement?.blur();
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
    if (event.shiftKey) return;
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
    shown = { board, snapshot, playable };
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
          const piece = shapes.disc(letter, { counts: kind !== "dead" });
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
    if (snapshot.last) reveal(snapshot.last.cell);
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

  /** What was won with, or the patterns that the last move made points of, or a chosen one. */
  function drawRings(snapshot, chosen = null) {
    const { last, outcome, scored = [] } = snapshot;
    const ring = (name, r, cell) =>
      s(`circle.${name}`, { r, transform: at(geometry.centre(cell)) });
    const points = chosen ? [chosen] : outcome ? [] : scored;
    const won = chosen ? [] : (outcome?.cells ?? []);
    layers.rings.replaceChildren(
      ...won.map((cell) => ring("d4-winning", DISC + 1, cell)),
      ...points.map((cells) => shapes.pattern(cells.map(geometry.centre))),
      ...(last ? [ring("d4-last", 3.6, last.cell)] : []),
    );
    element.classList.toggle("d4-over", Boolean(snapshot.outcome));
  }

  function describe(snapshot, playable) {
    columns.forEach((target, column) => {
      const full = snapshot.landing[column] === null;
      target.setAttribute("aria-label", columnText(shown.board, snapshot, column));
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
    const above = { transform: `${at([x, Math.max(0, lens.y) + HEAD / 2])} scale(.52)` };
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

  /** Moves that might be played, as ghosts; numbered if they are several. */
  function setLine(line) {
    layers.ghosts.querySelectorAll(".d4-ghost").forEach((ghost) => ghost.remove());
    line.slice(0, LONGEST_LINE).forEach((move, index) => {
      const ghost = s(
        "g.d4-ghost",
        { transform: at(geometry.centre(move.cell)) },
        shapes.disc(letterOf(move)),
        line.length > 1 ? s("text", String(index + 1)) : null,
      );
      layers.ghosts.append(ghost);
    });
  }

  return {
    element,
    show,
    /** Points at the cells of one pattern; null for what the position itself points at. */
    setPattern: (cells) => drawRings(shown.snapshot, cells),
    setHint,
    setLine,
    refuse,
    focus,
    zoomButtons: gestures?.buttons,
    onKey: (event) => Boolean(gestures?.onKey(event)),
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
