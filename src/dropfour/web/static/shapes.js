// What discs and marks look like, in a cell whose centre is (0, 0). Colours come from board.css.

import { s } from "./dom.js";
import { exactMark, percent, valueOf } from "./words.js";

export const CELL = 60;
export const DISC = 24.5;

/** A disc of a player ("X", "O") or a ban ("!"). X has a cross, O a ring, a ban a bar. */
export function disc(letter, { faded = false } = {}) {
  const kind = letter === "!" ? "ban" : letter;
  const group = s("g", { class: `d4-disc d4-${kind}${faded ? " d4-faded" : ""}` });
  group.append(s("circle.d4-disc-edge", { r: DISC }), s("circle.d4-disc-face", { r: DISC - 4.5 }));
  if (letter === "X") group.append(s("path.d4-emblem", { d: cross(8.2) }));
  if (letter === "O") group.append(s("circle.d4-emblem", { r: 9.2 }));
  if (letter === "!") group.append(s("path.d4-emblem", { d: "M-10 0H10" }));
  return group;
}

/** A cell that never takes a disc: a plate with a red X. */
export function blocked() {
  return s(
    "g.d4-blocked",
    s("rect", { x: -23, y: -23, width: 46, height: 46, rx: 9 }),
    s("path", { d: cross(11) }),
  );
}

/** A cell where discs do not count: a dashed rim and a star; on a disc only the star. */
export function dead(taken) {
  const group = s("g.d4-dead");
  if (!taken) group.append(s("circle.d4-dashed", { r: DISC - 5 }));
  group.append(s("path.d4-star", { d: star(taken ? 9 : 10), transform: corner(taken) }));
  return group;
}

/** A cell that earns a ban: a diamond with a plus; on a disc only the small diamond. */
export function bonus(taken) {
  const reach = taken ? 9 : 16;
  const group = s("g.d4-bonus", { transform: corner(taken) });
  group.append(s("path.d4-diamond", { d: `M0 ${-reach}L${reach} 0L0 ${reach}L${-reach} 0Z` }));
  if (!taken) group.append(s("path.d4-plus", { d: "M-6 0H6M0-6V6" }));
  return group;
}

const corner = (taken) => (taken ? "translate(18 -18)" : null);
const cross = (reach) =>
  `M${-reach} ${-reach}L${reach} ${reach}M${-reach} ${reach}L${reach} ${-reach}`;

function star(radius) {
  const points = Array.from({ length: 10 }, (_, tip) => {
    const reach = tip % 2 ? radius * 0.48 : radius;
    const angle = (Math.PI * tip) / 5;
    return `${(reach * Math.sin(angle)).toFixed(2)} ${(-reach * Math.cos(angle)).toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
}

/** A disc or mark alone in a small picture, for legends and lists. */
export function glyph(shape, { label = null, inHole = false } = {}) {
  const role = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const under = inHole ? s("circle.d4-hole-glyph", { r: 27 }) : null;
  return s("svg.d4-glyph", { viewBox: "-30 -30 60 60", ...role }, under, shape);
}

const BAR = 34; // the height of a value of 1

/** A column's value for under it: a bar with its interval, how many visits, and a short text. */
export function valueBar(each, { best, share }) {
  const { column, interval, exact } = each;
  const value = valueOf(each);
  const reach = (point) => Math.max(0, Math.min(1, (point + 1) / 2)) * BAR;
  const [low, high] = (interval ?? []).map((point) => BAR - reach(point));
  const bar = (name, x, width, height, rx) =>
    s(`rect.${name}`, { x, y: BAR - height, width, height, rx });
  const text = exact ? exactMark(exact) : value === null ? "–" : `${percent(value)}%`;
  return s(
    `g.d4-value${best ? ".d4-best" : ""}${exact ? ".d4-exact" : ""}`,
    { "data-column": column },
    bar("d4-track", -13, 26, BAR, 5),
    bar("d4-bar", -13, 26, value === null ? 0 : reach(value), 5),
    bar("d4-visits", 16, 3, BAR * share, 1.5),
    interval && s("path.d4-interval", { d: `M0 ${low}V${high}M-4 ${low}H4M-4 ${high}H4` }),
    s("text", { y: 52 }, text),
  );
}

/** The outline of a board: its columns from a common floor, every corner rounded. */
export function outline(heights, geometry) {
  const { pad } = geometry;
  const floor = geometry.bottom + pad;
  const corners = [[geometry.left(0) - pad, floor]];
  let before = 0;
  [...heights, 0].forEach((height, column) => {
    if (height === before) return;
    // The taller of two neighbours keeps its padding; the outline steps outside of it.
    const x = geometry.left(column) + (height < before ? pad : -pad);
    for (const top of [before, height]) if (top) corners.push([x, geometry.top(top - 1) - pad]);
    before = height;
  });
  corners.push([geometry.left(heights.length) + pad, floor]);
  return rounded(corners, 15);
}

function rounded(corners, radius) {
  const towards = ([x, y], [a, b]) => {
    const share = Math.min(radius / Math.hypot(a - x, b - y), 0.5);
    return `${(x + (a - x) * share).toFixed(1)} ${(y + (b - y) * share).toFixed(1)}`;
  };
  const steps = corners.map((tip, index) => {
    const last = corners.at(index - 1);
    const next = corners[(index + 1) % corners.length];
    return `${index ? "L" : "M"}${towards(tip, last)}Q${tip[0]} ${tip[1]} ${towards(tip, next)}`;
  });
  return `${steps.join("")}Z`;
}

/** A hole of the board's face as path data, to be cut out by the even-odd rule. */
export function hole([x, y]) {
  const r = DISC - 1;
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}
