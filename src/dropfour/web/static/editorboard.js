// What one can take hold of on the edited board: its cells, and the tops of its columns.

import { s } from "./dom.js";
import { MAX_SIDE } from "./draft.js";
import { CELL } from "./geometry.js";
import { cellName, columnName, PLAYERS } from "./words.js";

let focused = "0,0"; // survives redrawing

/** A pressable square on every cell; arrow keys move between them. */
export function addCells(board, draft, { columns, onCell, hadFocus }) {
  const { geometry } = board;
  const targets = new Map();
  draft.heights.forEach((height, column) => {
    for (let row = 0; row < height; row++) {
      const cell = [column, row];
      const target = {
        role: "button",
        tabindex: -1,
        transform: `translate(${geometry.left(column)} ${geometry.top(row)})`,
        "data-cell": cellName(cell),
        "aria-label": `${cellName(cell)}, ${contentOf(draft, columns, cell)}`,
        onclick: () => press(cell),
        onkeydown: (event) => onKey(event, cell),
      };
      const square = s("rect", { x: 2, y: 2, width: CELL - 4, height: CELL - 4, rx: 12 });
      targets.set(String(cell), s("g.d4-cell", target, square));
    }
  });
  board.element.setAttribute("role", "group");
  board.layer("hits").replaceChildren(...targets.values());
  if (!targets.has(focused)) focused = "0,0";
  targets.get(focused).setAttribute("tabindex", 0);
  if (hadFocus) targets.get(focused).focus({ preventScroll: true });

  function press(cell) {
    focused = String(cell);
    onCell(cell);
  }

  function onKey(event, [column, row]) {
    const right = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const up = { ArrowDown: -1, ArrowUp: 1 }[event.key] ?? 0;
    if (event.key === "Enter" || event.key === " ") press([column, row]);
    else if (right || up) {
      const next = targets.get(String([column + right, row + up]));
      if (!next) return;
      targets.get(focused).setAttribute("tabindex", -1);
      focused = String([column + right, row + up]);
      next.setAttribute("tabindex", 0);
      next.focus({ preventScroll: true });
    } else return;
    event.preventDefault();
  }
}

function contentOf(draft, columns, [column, row]) {
  const kind = draft.cells[[column, row]] ?? "plain";
  const content = columns[column][row];
  const player = PLAYERS.find(({ letter }) => letter === content);
  if (player) return `${kind}, ${player.name.toLowerCase()} disc`;
  return content === "!" ? `${kind}, ban` : kind;
}

let grabbed = null; // { column, from, height, scale, now } while a top is being dragged

/** A handle on the top of every column: drag it, or arrow up and down; `focused` gets the focus. */
export function addHandles(board, draft, { onHeight, focused: focusedHandle }) {
  const { geometry } = board;
  const layer = board.layer("hits");
  draft.heights.forEach((height, column) => {
    const x = geometry.left(column) + CELL / 2;
    const y = geometry.top(height - 1) - geometry.pad - 11;
    const handle = s(
      "g.d4-handle",
      {
        role: "slider",
        tabindex: 0,
        "data-handle": column,
        transform: `translate(${x} ${y})`,
        "aria-label": `Height of column ${columnName(column)}`,
        "aria-valuemin": 1,
        "aria-valuemax": MAX_SIDE,
        "aria-valuenow": height,
        "aria-orientation": "vertical",
        onkeydown: (event) => onKey(event, column, height),
        onpointerdown: (event) => grab(event, column, height),
      },
      s("rect", { x: -17, y: -10, width: 34, height: 20, rx: 10 }),
      s("path", { d: "M-5 -2L0 -6L5 -2M-5 2L0 6L5 2" }),
    );
    layer.append(handle);
    if (column === focusedHandle) handle.focus({ preventScroll: true });
  });

  function onKey(event, column, height) {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (!by) return;
    event.preventDefault();
    onHeight(column, height + by);
  }

  function grab(event, column, height) {
    event.preventDefault();
    grabbed = { column, from: event.clientY, height, scale: board.element.getScreenCTM().a };
    addEventListener("pointermove", onDrag);
    addEventListener("pointerup", release);
    addEventListener("pointercancel", release);
  }

  function onDrag(event) {
    if (!grabbed) return;
    const rows = Math.round((grabbed.from - event.clientY) / (CELL * grabbed.scale));
    const wanted = grabbed.height + rows;
    if (wanted !== grabbed.now) onHeight(grabbed.column, (grabbed.now = wanted));
  }

  function release() {
    grabbed = null;
    removeEventListener("pointermove", onDrag);
    removeEventListener("pointerup", release);
    removeEventListener("pointercancel", release);
  }
}
