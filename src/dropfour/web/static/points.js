// The points of a game that is played until its board is full: at its end one steps through them.

import { h } from "./dom.js";
import { PLAYERS } from "./words.js";

/** Buttons in `parent`; `onPoint({ player, cells })` when one is chosen, null for all of them. */
export function createPoints(parent, onPoint) {
  let shown = null; // the outcome whose points these are
  let points = [];
  let chosen = -1; // all of them

  function choose(number) {
    chosen = ((number + 1 + points.length + 1) % (points.length + 1)) - 1;
    draw();
    onPoint(points[chosen] ?? null);
  }

  function draw() {
    const button = (name, text, onclick) =>
      h("button.icon.small", { "aria-label": name, title: name, onclick }, text);
    const all = `${points.length} point${points.length === 1 ? "" : "s"}`;
    const one = () => `${PLAYERS[points[chosen].player].name}: ${chosen + 1} of ${points.length}`;
    const text = h("span", { "aria-live": "polite" }, chosen < 0 ? all : one());
    const parts = [
      button("The point before", "‹", () => choose(chosen - 1)),
      text,
      button("The next point", "›", () => choose(chosen + 1)),
    ];
    const focused = [...parent.children].indexOf(document.activeElement);
    parent.replaceChildren(...parts);
    if (focused >= 0) parts[focused].focus();
  }

  /** Offers the points of a game that is over; nothing while it goes on, or where none are made. */
  return function show(snapshot, counted) {
    const outcome = counted ? (snapshot?.outcome ?? null) : null;
    if (outcome === shown) return;
    shown = outcome;
    chosen = -1;
    points = (outcome?.patterns ?? []).flatMap((patterns, player) =>
      patterns.map((cells) => ({ player, cells })),
    );
    parent.hidden = !points.length;
    if (points.length) draw();
  };
}
