// Where the cells of a board lie in its drawing, and the outlines that follow from it.

export const CELL = 60;
export const DISC = 24.5;
export const HEAD = 34; // above the board, for a disc that hovers
const PAD = 9;
const MARGIN = 3;

/** Where cells lie; y grows downwards, row 0 is at the bottom. */
export function geometryOf(heights) {
  const rows = Math.max(...heights);
  const top = (row) => HEAD + PAD + (rows - 1 - row) * CELL;
  const left = (column) => MARGIN + PAD + column * CELL;
  return {
    pad: PAD,
    top,
    left,
    rows,
    columns: heights.length,
    bottom: top(-1),
    width: left(heights.length) + PAD + MARGIN,
    height: top(-1) + PAD + MARGIN,
    centre: ([column, row]) => [left(column) + CELL / 2, top(row) + CELL / 2],
  };
}

/** The outline of a board: its columns from a common floor, every corner rounded. */
export function outline(heights, geometry) {
  const floor = geometry.bottom + PAD;
  const corners = [[geometry.left(0) - PAD, floor]];
  let before = 0;
  [...heights, 0].forEach((height, column) => {
    if (height === before) return;
    // The taller of two neighbours keeps its padding; the outline steps outside of it.
    const x = geometry.left(column) + (height < before ? PAD : -PAD);
    for (const top of [before, height]) if (top) corners.push([x, geometry.top(top - 1) - PAD]);
    before = height;
  });
  corners.push([geometry.left(heights.length) + PAD, floor]);
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
