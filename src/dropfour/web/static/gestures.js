// How hands move a lens over a drawing that is too large for its window: wheel, drag, pinch,
// buttons and keys.

import { h } from "./dom.js";
import { isLarge, moved, zoomed } from "./lens.js";

const STEP = 1.5; // of a button or a key
const WHEEL = 0.0016; // how much of a factor a pixel of the wheel is
const LINE_PX = 24; // of a wheel that counts in lines
const SLOP_PX = 7; // a finger that moves less has pressed
const PAN_PX = 90; // of a key

/**
 * Listens on an element; `get` and `set` are the lens, null while nothing is drawn, and `stays` the
 * point of the window that buttons and keys leave where it is, or undefined for its middle. Returns
 * `buttons`, to be put beside it, and `onKey`, which says whether it had use for a key. What is not
 * too large is left alone.
 */
export function addGestures(element, { get, set, stays }) {
  const fingers = new Map(); // those that are down, by pointer, where they were last
  let dragging = false;
  const movable = () => get() !== null && isLarge(get());

  const at = (event) => {
    const { left, top } = element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };

  element.addEventListener(
    "wheel",
    (event) => {
      if (!movable()) return;
      const before = get();
      const unit = event.deltaMode ? LINE_PX : 1;
      const [across, along] = [event.deltaX * unit, event.deltaY * unit];
      if (event.shiftKey) set(moved(before, [-(across || along), 0]));
      else set(zoomed(moved(before, [-across, 0]), Math.exp(-along * WHEEL), at(event)));
      if (get().scale !== before.scale || get().x !== before.x) event.preventDefault();
    },
    { passive: false },
  );

  element.addEventListener("pointerdown", (event) => {
    if (!movable() || event.button) return;
    if (!fingers.size) dragging = false;
    fingers.set(event.pointerId, at(event));
  });

  element.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const by = [now[0] - before[0], now[1] - before[1]];
    if (!dragging && Math.hypot(...by) < SLOP_PX) return;
    dragging = true;
    element.setPointerCapture(event.pointerId);
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, each]) => each);
    fingers.set(event.pointerId, now);
    if (other) pinch(other, before, now);
    else set(moved(get(), by));
  });

  /** One of two fingers moved: the drawing follows the middle and the distance of both. */
  function pinch(other, before, now) {
    const middle = (finger) => [(finger[0] + other[0]) / 2, (finger[1] + other[1]) / 2];
    const apart = (finger) => Math.hypot(finger[0] - other[0], finger[1] - other[1]);
    const [from, to] = [middle(before), middle(now)];
    const factor = apart(now) / Math.max(1, apart(before));
    set(moved(zoomed(get(), factor, from), [to[0] - from[0], to[1] - from[1]]));
  }

  for (const end of ["pointerup", "pointercancel"])
    element.addEventListener(end, (event) => fingers.delete(event.pointerId));

  // What ends a drag is no press.
  element.addEventListener(
    "click",
    (event) => {
      if (!dragging) return;
      dragging = false;
      event.stopPropagation();
    },
    { capture: true },
  );

  const enlarge = (factor) => set(zoomed(get(), factor, stays()));
  const whole = () => enlarge(0);
  const button = (name, text, onclick) =>
    h("button.small", { "aria-label": name, title: name, onclick }, text);
  const buttons = h(
    "div.zoom",
    { role: "group", "aria-label": "Size of the board" },
    button("Larger (+)", "+", () => enlarge(STEP)),
    button("Smaller (−)", "−", () => enlarge(1 / STEP)),
    button("The whole board (0)", "⤢", whole),
  );

  const keys = {
    "+": () => enlarge(STEP),
    "=": () => enlarge(STEP),
    "-": () => enlarge(1 / STEP),
    0: whole,
  };
  const directions = {
    ArrowLeft: [PAN_PX, 0],
    ArrowRight: [-PAN_PX, 0],
    ArrowUp: [0, PAN_PX],
    ArrowDown: [0, -PAN_PX],
  };

  function onKey({ key, shiftKey }) {
    if (!movable()) return false;
    const pan = shiftKey && directions[key];
    if (pan) set(moved(get(), pan));
    else if (keys[key]) keys[key]();
    else return false;
    return true;
  }

  return { buttons, onKey };
}
