// The small fields of the editor, each with its `element` and a `set` that shows a value; files in
// and out; and patience with those who type.

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

/** A button that lets people choose a file; `onText` gets what is in it. */
export function fileButton(text, { onText, ...properties }) {
  const file = h("input.unseen", { type: "file", ...properties });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen) onText(await chosen.text());
    file.value = "";
  });
  return h("span", file, h("button.small", { onclick: () => file.click() }, text));
}

/** Offers a text or a blob as a file. */
export function download(name, content, type = "text/plain") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Calls `action` once things have been quiet for so long. `now` calls it at once, `flush` only if a
 * call is due; both wait for its end, and `busy` says whether there is one to wait for.
 */
export function debounced(action, quiet_ms) {
  let timer = 0;
  let running = null;
  const now = () => {
    clearTimeout(timer);
    timer = 0;
    const mine = Promise.resolve(action()).finally(() => {
      if (running === mine) running = null;
    });
    running = mine;
    return mine;
  };
  const call = () => {
    clearTimeout(timer);
    timer = setTimeout(now, quiet_ms);
  };
  return Object.assign(call, {
    now,
    flush: () => (timer ? now() : running),
    busy: () => Boolean(timer || running),
  });
}

/** A text to take along. */
export function copyField(id, text, value) {
  const onfocus = () => input.select();
  const input = h(`input#${id}`, { type: "text", readOnly: true, value, onfocus });
  const button = h("button", { "aria-label": `Copy: ${text}`, onclick: copy }, "Copy");
  return h("div.copy", h("label", { for: id }, text), input, button);

  async function copy() {
    await copyFrom(input);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  }
}

/** Puts a field's text on the clipboard; whether it is there. */
export async function copyFrom(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    input.select();
    return document.execCommand("copy"); // where the clipboard is not to be had (plain http)
  }
}
