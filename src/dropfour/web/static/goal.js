// The goal as a picture, where it is more than a line.

import { s } from "./dom.js";

const MOST = 4; // shapes in a picture

/** The cells of each shape of a goal, [column, row] from the bottom left; none of a line. */
export function goalShapes({ square, shapes = [] }) {
  if (square) {
    const cellAt = (_, index) => [index % square, Math.floor(index / square)];
    return [Array.from({ length: square ** 2 }, cellAt)];
  }
  return shapes.map(cellsOfShape);
}

/** [column, row] pairs of a shape, which comes as a picture: rows from the top. */
export const cellsOfShape = (rows) =>
  rows.flatMap((text, down) =>
    [...text].flatMap((letter, column) =>
      letter === "X" ? [[column, rows.length - 1 - down]] : [],
    ),
  );

/** Up to four shapes of a goal side by side; null for a line, which needs no picture. */
export function goalPicture(goal, label) {
  const shapes = goalShapes(goal).slice(0, MOST);
  if (!shapes.length) return null;
  let left = 0;
  const tall = Math.max(...shapes.flat().map(([, row]) => row + 1));
  const discs = shapes.flatMap((cells) => {
    const from = left;
    left += Math.max(...cells.map(([column]) => column + 1)) + 0.7;
    return cells.map(([column, row]) => {
      return s("circle", { cx: from + column + 0.5, cy: tall - row - 0.5, r: 0.42 });
    });
  });
  const viewBox = `0 0 ${left - 0.7} ${tall}`;
  return s("svg.goal-picture", { viewBox, role: "img", "aria-label": label }, discs);
}
