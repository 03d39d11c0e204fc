// The goal in the editor: a line of k, a square, or shapes drawn on a small grid.

import { h } from "./dom.js";
import { MAX_SIDE, setGoal, toggleShapeCell } from "./draft.js";
import { number, radios, tick } from "./fields.js";

const SIDE = 5; // of the grid
const KINDS = { line: "Line", square: "Square", shapes: "Own shape" };

/** `onChange` gets a function from the draft before to the draft after. */
export function goalFields(onChange) {
  const set = (goal) => onChange((draft) => setGoal(draft, goal));
  let active = 0; // the shape on the grid
  const kinds = radios("goal", KINDS, (kind) => set({ kind }));
  const line = number("Discs in a line", 1, MAX_SIDE, (value) => set({ line: value }));
  const square = number("Side of the square", 1, SIDE, (value) => set({ square: value }));
  const rotate = tick("also turned", (on) => set({ rotate: on }));
  const mirror = tick("also mirrored", (on) => set({ mirror: on }));
  const grid = new Map(); // "column,row" → its button
  for (let row = SIDE - 1; row >= 0; row--) {
    for (let column = 0; column < SIDE; column++) {
      const onclick = () => onChange((draft) => toggleShapeCell(draft, active, [column, row]));
      const label = `Column ${column + 1}, row ${row + 1}`;
      grid.set(String([column, row]), h("button", { "aria-label": label, onclick }));
    }
  }
  const chips = h("div.row");
  const shapes = h(
    "div.field",
    chips,
    h("div.pattern", { role: "group", "aria-label": "Cells of the shape" }, [...grid.values()]),
    h("div", rotate.element, mirror.element),
  );
  const fields = [kinds.element, line.element, square.element, shapes];
  const element = h("fieldset.field", h("legend", "Goal"), fields);

  function chip(index, count) {
    const onclick = () => {
      active = index;
      onChange((draft) => ({ ...draft }));
    };
    const text = count > 1 ? `Shape ${index + 1}` : "Shape";
    return h("button.small", { "aria-pressed": index === active, onclick }, text);
  }

  function addShape(draft) {
    active = draft.goal.shapes.length;
    return setGoal(draft, { shapes: [...draft.goal.shapes, []] });
  }

  const removeShape = (draft) =>
    setGoal(draft, { shapes: draft.goal.shapes.filter((_, index) => index !== active) });

  function show(goal) {
    kinds.set(goal.kind);
    line.element.hidden = goal.kind !== "line";
    square.element.hidden = goal.kind !== "square";
    shapes.hidden = goal.kind !== "shapes";
    line.set(goal.line);
    square.set(goal.square);
    rotate.set(goal.rotate);
    mirror.set(goal.mirror);
    active = Math.min(active, goal.shapes.length - 1);
    const has = new Set(goal.shapes[active].map(String));
    for (const [cell, button] of grid) button.setAttribute("aria-pressed", has.has(cell));
    const alone = goal.shapes.length < 2;
    chips.replaceChildren(
      ...goal.shapes.map((_, index) => chip(index, goal.shapes.length)),
      h("button.small", { onclick: () => onChange(addShape) }, "Another"),
      h("button.small", { disabled: alone, onclick: () => onChange(removeShape) }, "Remove"),
    );
  }
  return { element, show };
}
