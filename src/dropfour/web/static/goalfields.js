// The goal in the editor: a line of k, a square, or shapes drawn on a small grid.

import { h } from "./dom.js";
import { setGoal, toggleShapeCell } from "./draft.js";

const SIDE = 5;
const KINDS = [
  ["line", "Line"],
  ["square", "Square"],
  ["shapes", "Own shape"],
];

/** `onChange` gets a function from the draft before to the draft after. */
export function goalFields(onChange) {
  let active = 0; // the shape on the grid
  const kinds = KINDS.map(([value, text]) => {
    const input = h("input", {
      type: "radio",
      name: "goal",
      value,
      onchange: () => onChange((draft) => setGoal(draft, { kind: value })),
    });
    return h("label", { class: "choice" }, input, text);
  });
  const line = number("Discs in a line", 1, 32, (value) =>
    onChange((draft) => setGoal(draft, { line: value })),
  );
  const square = number("Side of the square", 1, 5, (value) =>
    onChange((draft) => setGoal(draft, { square: value })),
  );
  const grid = h("div", { class: "pattern", role: "group", "aria-label": "Cells of the shape" });
  const cells = [];
  for (let row = SIDE - 1; row >= 0; row--) {
    for (let column = 0; column < SIDE; column++) {
      const button = h("button", {
        type: "button",
        "aria-pressed": "false",
        "aria-label": `Column ${column + 1}, row ${row + 1}`,
        onclick: () => onChange((draft) => toggleShapeCell(draft, active, [column, row])),
      });
      cells.push({ button, column, row });
      grid.append(button);
    }
  }
  const chips = h("div", { class: "row" });
  const rotate = tick("also turned", (on) => onChange((draft) => setGoal(draft, { rotate: on })));
  const mirror = tick("also mirrored", (on) => onChange((draft) => setGoal(draft, { mirror: on })));
  const shapes = h(
    "div",
    { class: "field" },
    chips,
    grid,
    h("div", {}, rotate.element, mirror.element),
  );
  const element = h(
    "fieldset",
    { class: "field" },
    h("legend", {}, "Goal"),
    h("div", {}, kinds),
    line.element,
    square.element,
    shapes,
  );

  function chip(index, count) {
    return h(
      "button",
      {
        type: "button",
        class: "small",
        "aria-pressed": String(index === active),
        onclick: () => {
          active = index;
          onChange((draft) => ({ ...draft }));
        },
      },
      count > 1 ? `Shape ${index + 1}` : "Shape",
    );
  }

  function show(goal) {
    kinds.forEach((label) => {
      const input = label.querySelector("input");
      input.checked = input.value === goal.kind;
    });
    line.element.hidden = goal.kind !== "line";
    square.element.hidden = goal.kind !== "square";
    shapes.hidden = goal.kind !== "shapes";
    line.set(goal.line);
    square.set(goal.square);
    rotate.set(goal.rotate);
    mirror.set(goal.mirror);
    active = Math.min(active, goal.shapes.length - 1);
    const has = new Set(goal.shapes[active].map(String));
    for (const { button, column, row } of cells)
      button.setAttribute("aria-pressed", String(has.has(String([column, row]))));
    const more = h(
      "button",
      {
        type: "button",
        class: "small",
        onclick: () =>
          onChange((draft) => {
            active = draft.goal.shapes.length;
            return setGoal(draft, { shapes: [...draft.goal.shapes, []] });
          }),
      },
      "Another",
    );
    const less = h(
      "button",
      {
        type: "button",
        class: "small",
        disabled: goal.shapes.length < 2,
        onclick: () =>
          onChange((draft) =>
            setGoal(draft, { shapes: draft.goal.shapes.filter((_, index) => index !== active) }),
          ),
      },
      "Remove",
    );
    chips.replaceChildren(
      ...goal.shapes.map((_, index) => chip(index, goal.shapes.length)),
      more,
      less,
    );
  }
  return { element, show };
}

function number(text, min, max, onSet) {
  const input = h("input", {
    type: "number",
    min,
    max,
    step: 1,
    onchange: () => onSet(Math.round(Number(input.value)) || min),
  });
  input.addEventListener("input", () => input.value && onSet(Math.round(Number(input.value))));
  const element = h("label", { class: "row quiet" }, input, text);
  return {
    element,
    set: (value) => {
      if (document.activeElement !== input) input.value = value;
    },
  };
}

function tick(text, onSet) {
  const input = h("input", { type: "checkbox", onchange: () => onSet(input.checked) });
  return {
    element: h("label", { class: "choice" }, input, text),
    set: (on) => {
      input.checked = on;
    },
  };
}
