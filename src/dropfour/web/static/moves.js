// The list of moves with its branches and grades, and the graph of the value over the game.

import { h, s } from "./dom.js";
import { disc, glyph } from "./shapes.js";
import * as tree from "./state.js";
import { cellName, columnName, letterOf, PLAYERS } from "./words.js";

/** Draws the list for where the sitting stands; `onGo(id)` when a move is pressed. */
export function showMoves(parent, sitting, onGo) {
  const rows = tree.listMoves(sitting.tree, sitting.cursor);
  if (!rows.length) return parent.replaceChildren(h("p.quiet", "No moves yet."));
  const line = h("ol.line");
  rows.forEach(({ id, others }, index) => {
    line.append(h("li", moveButton(sitting, id, index + 1, onGo)));
    for (const ids of others) {
      line.append(
        h(
          "li.beside",
          { "aria-label": "Another branch" },
          ids.map((each, further) => moveButton(sitting, each, index + 1 + further, onGo)),
        ),
      );
    }
  });
  parent.replaceChildren(line, tally(sitting));
  const current = parent.querySelector('[aria-current="true"]');
  if (current) keepInView(parent, current);
}

function moveButton(sitting, id, number, onGo) {
  const node = tree.at(sitting.tree, id);
  const last = node.snapshot?.last;
  const grade = tree.gradeOf(sitting.tree, id);
  const here = id === sitting.cursor;
  const name = last ? cellName(last.cell) : columnName(node.column);
  const spoken = last
    ? `${number}. ${PLAYERS[last.player].name}${last.ban ? " bans" : ""} ${name}`
    : `${number}. ${name}`;
  return h(
    "button.move",
    {
      "aria-current": here ? "true" : null,
      "data-node": id,
      "aria-label": grade ? `${spoken}, ${grade.grade}` : spoken,
      onclick: () => onGo(id),
    },
    h("span.number", String(number)),
    last && glyph(disc(letterOf(last))),
    name,
    grade?.mark ? markOf(grade) : null,
  );
}

const markOf = ({ grade, mark }) => h("span", { class: `grade ${grade}`, title: grade }, mark);

// scrollIntoView would scroll the page too.
function keepInView(parent, child) {
  const top = child.offsetTop - parent.offsetTop;
  if (top < parent.scrollTop) parent.scrollTop = top - 8;
  else if (top + child.offsetHeight > parent.scrollTop + parent.clientHeight) {
    parent.scrollTop = top + child.offsetHeight - parent.clientHeight + 8;
  }
}

function tally(sitting) {
  const counts = tree.gradeCounts(sitting.tree, tree.lineThrough(sitting.tree, sitting.cursor));
  if (!counts.some((each) => Object.keys(each).length)) return "";
  const shown = tree.GRADES.filter(({ mark }) => mark);
  return h(
    "div.tally",
    { role: "group", "aria-label": "Grades" },
    counts.flatMap((count, side) => [
      h("span.name", glyph(disc(PLAYERS[side].letter), { label: PLAYERS[side].name })),
      ...shown.map((each) =>
        h("span", markOf(each), ` ${count[each.grade] ?? 0} `, h("span.unseen", each.grade)),
      ),
    ]),
  );
}

const WIDTH = 300;
const HEIGHT = 84;

/** The first player's value at each ply of the line, a win at the top; nothing if none is known. */
export function showGraph(parent, sitting, onGo) {
  const line = tree.lineThrough(sitting.tree, sitting.cursor);
  const values = line.map((id) => tree.valueForFirst(sitting.tree, id));
  const known = values.map((value, ply) => [ply, value]).filter(([, value]) => value !== null);
  if (known.length < 2) return parent.replaceChildren();
  const x = (ply) => (ply / Math.max(1, line.length - 1)) * WIDTH;
  const y = (value) => 4 + ((1 - value) / 2) * (HEIGHT - 8);
  const points = known.map(([ply, value]) => `${x(ply).toFixed(1)} ${y(value).toFixed(1)}`);
  const [start, end] = [known[0][0], known.at(-1)[0]];
  const here = x(line.indexOf(sitting.cursor));
  const graph = s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `Value over the game; ${PLAYERS[0].name.toLowerCase()} is winning where the line is high`,
    },
    s("rect.ground", { width: WIDTH, height: HEIGHT, rx: 6 }),
    s("path.area", { d: `M${x(start)} ${HEIGHT}L${points.join("L")}L${x(end)} ${HEIGHT}Z` }),
    s("path.middle", { d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    s("path.curve", { d: `M${points.join("L")}` }),
    s("path.here", { d: `M${here} 0V${HEIGHT}` }),
  );
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
    onGo(line[Math.max(0, Math.min(line.length - 1, ply))]);
  });
  parent.replaceChildren(graph);
}
