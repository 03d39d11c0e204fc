// What discs and marks look like, in a cell whose centre is (0, 0). Colours come from board.css.

import { s } from "./dom.js";
import { DISC } from "./geometry.js";

/**
 * A disc of a player ("X", "O") or a ban ("!"). X has a cross, O a ring, a ban a bar. One that does
 * not count leaves the rim of its cell free.
 */
export function disc(letter, { counts = true } = {}) {
  const kind = letter === "!" ? "ban" : letter;
  const group = s("g", { class: `d4-disc d4-${kind}${counts ? "" : " d4-void"}` });
  const reach = counts ? 1 : VOID;
  group.append(
    s("circle.d4-disc-edge", { r: DISC * reach }),
    s("circle.d4-disc-face", { r: (DISC - 4.5) * reach }),
  );
  if (letter === "X") group.append(s("path.d4-emblem", { d: cross(8.2 * reach) }));
  if (letter === "O") group.append(s("circle.d4-emblem", { r: 9.2 * reach }));
  if (letter === "!") group.append(s("path.d4-emblem", { d: `M${-11 * reach} 0H${11 * reach}` }));
  return group;
}

const VOID = 0.72; // of a disc that does not count

/** A cell that never takes a disc: no hole, and a red X from corner to corner, cased in white. */
export function blocked() {
  const d = cross(17);
  return s(
    "g.d4-blocked",
    s("rect", { x: -26, y: -26, width: 52, height: 52, rx: 7 }),
    s("path.d4-casing", { d }),
    s("path.d4-cross", { d }),
  );
}

/** A cell where discs do not count: hatched, around a disc too. */
export function dead(taken) {
  const d = hatching(DISC - 2.5, 8.5, taken ? DISC * VOID + 1.5 : 0);
  return s("g.d4-dead", s("path.d4-hatch", { d }));
}

/** A cell that earns a ban: a bright diamond with a plus; on a disc a small one in its corner. */
export function bonus(taken) {
  const reach = taken ? 11 : 19;
  const group = s("g.d4-bonus", { transform: taken ? "translate(17 -17)" : null });
  group.append(s("path.d4-diamond", { d: `M0 ${-reach}L${reach} 0L0 ${reach}L${-reach} 0Z` }));
  if (!taken) group.append(s("path.d4-plus", { d: "M-8 0H8M0-8V8" }));
  return group;
}

const cross = (reach) =>
  `M${-reach} ${-reach}L${reach} ${reach}M${-reach} ${reach}L${reach} ${-reach}`;

/** Rising lines so far apart across a circle, without those parts that lie in an inner one. */
function hatching(radius, apart, inner) {
  const lines = [];
  for (let off = -2 * apart; off <= 2 * apart; off += apart) {
    const [end, gap] = [radius, inner].map((r) => Math.sqrt(Math.max(0, r * r - off * off)));
    const parts = gap ? [[-end, -gap], [gap, end]] : [[-end, end]]; // prettier-ignore
    for (const [from, to] of parts) {
      const [start, stop] = [from, to].map((along) => turned(along, off));
      lines.push(`M${start}L${stop}`);
    }
  }
  return lines.join("");
}

/** The point so far along a rising diagonal and so far beside it. */
const turned = (along, off) =>
  [along + off, off - along].map((part) => (part * Math.SQRT1_2).toFixed(2)).join(" ");

/** Discs that make a point: a stroke through a line of them, a ring around each of others. */
export function pattern(centres) {
  const [[x, y], [a, b] = [x, y]] = centres;
  const straight = centres.every(([c, d]) => (a - x) * (d - y) === (b - y) * (c - x));
  if (!straight || centres.length < 2)
    return s(
      "g.d4-pattern",
      centres.map(([cx, cy]) => s("circle", { cx, cy, r: DISC + 1 })),
    );
  const d = `M${centres[0].join(" ")}L${centres.at(-1).join(" ")}`;
  return s("g.d4-pattern", s("path.d4-casing", { d }), s("path.d4-stroke", { d }));
}

/** A disc or mark alone in a small picture, for legends and lists; `inHole` as on a board. */
export function glyph(shape, { label = null, inHole = false } = {}) {
  const role = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const under = inHole
    ? [s("rect.d4-face-glyph", { x: -30, y: -30, width: 60, height: 60, rx: 10 })].concat(
        shape.matches(".d4-blocked") ? [] : s("circle.d4-hole-glyph", { r: DISC }),
      )
    : null;
  return s("svg.d4-glyph", { viewBox: "-30 -30 60 60", ...role }, under, shape);
}
