// Choosing a clock: none, one of the usual ones, or minutes and an increment of one's own.

import { h } from "./dom.js";
import { load, save } from "./store.js";

const USUAL = ["1+0", "3+2", "5+3", "10+5", "15+10", "30+0"]; // minutes + seconds a move
const [NONE, OTHER] = ["none", "other"];

/** "5 min + 3 s" of "5+3". */
function named(text) {
  const [minutes, seconds] = text.split("+");
  return seconds === "0" ? `${minutes} min` : `${minutes} min + ${seconds} s a move`;
}

/** A clock as the server takes it, of "5+3"; null for none. */
function clockOf(text) {
  if (text === NONE) return null;
  const [minutes, seconds] = text.split("+").map(Number);
  return { initial_s: minutes * 60, increment_s: seconds };
}

/** The clock of a game, to begin another one with. */
export const sameClock = ({ clock }) =>
  clock ? { initial_s: clock.initial_s, increment_s: clock.increment_s } : null;

/** The choice, as it was left last; `read` says which clock it shows. */
export function createClockChoice() {
  const last = load("clock", NONE);
  const option = (value, text) => h("option", { value }, text);
  const id = `clock-${Math.random().toString(36).slice(2, 7)}`;
  const choice = h(
    "select",
    { id, onchange: changed },
    option(NONE, "No clock"),
    USUAL.map((text) => option(text, named(text))),
    option(OTHER, "Other…"),
  );
  const number = (name, least, most, step) =>
    h("input", {
      type: "number",
      "aria-label": name,
      min: least,
      max: most,
      step,
      onchange: changed,
    });
  const minutes = number("Minutes for each side", 0.5, 180, 0.5);
  const seconds = number("Seconds more with each move", 0, 180, 1);
  const own = h("span.row", minutes, "min +", seconds, "s");
  const known = [NONE, ...USUAL].includes(last);
  choice.value = known ? last : OTHER;
  [minutes.value, seconds.value] = known ? [20, 10] : last.split("+");
  own.hidden = known;
  return {
    element: h("div.row.time", h("label", { for: id }, "Clock"), choice, own),
    read: () => clockOf(chosen()),
  };

  function within({ value, min, max }) {
    return Math.min(Number(max), Math.max(Number(min), Number(value)));
  }

  function chosen() {
    return choice.value === OTHER ? `${within(minutes)}+${within(seconds)}` : choice.value;
  }

  function changed() {
    own.hidden = choice.value !== OTHER;
    save("clock", chosen());
  }
}
