// The small fields of the editor. Each has its `element`, and `set` shows a value.

import { h } from "./dom.js";

/** One of some choices, given as { value: text }. */
export function radios(name, choices, onChoose) {
  const inputs = Object.keys(choices).map((value) =>
    h("input", { type: "radio", name, value, onchange: () => onChoose(value) }),
  );
  return {
    element: h(
      "div",
      inputs.map((input) => h("label.choice", input, choices[input.value])),
    ),
    set: (value) => inputs.forEach((input) => (input.checked = input.value === value)),
  };
}

/** Minus and plus around a number. */
export function counter(text, onStep) {
  const output = h("output");
  const step = (sign, word, by) =>
    h("button", { "aria-label": `${word} ${text.toLowerCase()}`, onclick: () => onStep(by) }, sign);
  const group = { role: "group", "aria-label": text };
  const label = h("span.quiet", text);
  return {
    element: h("span.counter", group, label, step("−", "Fewer", -1), output, step("+", "More", 1)),
    set: (value) => (output.value = value),
  };
}

/** A whole number to type; what is being typed is not overwritten. */
export function number(text, min, max, onSet) {
  const read = () => Math.round(Number(input.value));
  const input = h("input", {
    type: "number",
    min,
    max,
    step: 1,
    oninput: () => input.value && onSet(read()),
    onchange: () => onSet(read() || min),
  });
  return {
    element: h("label.row.quiet", input, text),
    set: (value) => document.activeElement !== input && (input.value = value),
  };
}

/** A box to tick. */
export function tick(text, onSet) {
  const input = h("input", { type: "checkbox", onchange: () => onSet(input.checked) });
  return { element: h("label.choice", input, text), set: (on) => (input.checked = on) };
}
