// The list of moves with its branches and grades, and the graph of the value over the game.

import { h, s } from "./dom.js";
import { disc, glyph } from "./shapes.js";
import * as tree from "./state.js";
import { cellName, columnName, PLAYERS } from "./words.js";

/** Draws the list for where the session stands; `onGo(id)` when a move is pressed. */
export function showMoves(parent, session, onGo) {
  const rows = tree.listMoves(session.tree, session.cursor);
  if (!rows.length) return parent.replaceChildren(h("p", { class: "quiet" }, "No moves yet."));
  const line = h("ol", { class: "line" });
  rows.forEach(({ id, others }, index) => {
    line.append(h("li", {}, moveButton(session, id, index + 1, onGo)));
    for (const ids of others) {
      line.append(
        h(
          "li",
          { class: "beside", "aria-label": "Another branch" },
          ids.map((each, further) => moveButton(session, each, index + 1 + further, onGo)),
        ),
      );
    }
  });
  parent.replaceChildren(line, tally(session));
  const current = parent.querySelector('[aria-current="true"]');
  if (current) keepInView(parent, current);
}

function moveButton(session, id, number, onGo) {
  const node = tree.at(session.tree, id);
  const last = node.snapshot?.last;
  const grade = tree.gradeOf(session.tree, id);
  const letter = last ? (last.ban ? "!" : PLAYERS[last.player].letter) : null;
  const here = id === session.cursor;
  const name = last ? cellName(last.cell) : columnName(node.column);
  const spoken = last
    ? `${number}. ${PLAYERS[last.player].name}${last.ban ? " bans" : ""} ${name}`
    : `${number}. ${name}`;
  return h(
    "button",
    {
      type: "button",
      class: "move",
      "aria-current": here ? "true" : null,
      "data-node": id,
      "aria-label": grade ? `${spoken}, ${grade.word}` : spoken,
      onclick: () => onGo(id),
    },
    h("span", { class: "number" }, String(number)),
    letter && glyph(disc(letter)),
    name,
    grade?.mark
      ? h("span", { class: `grade ${grade.grade}`, title: grade.word }, grade.mark)
      : null,
  );
}

// scrollIntoView would scroll the page too.
function keepInView(parent, child) {
  const top = child.offsetTop - parent.offsetTop;
  if (top < parent.scrollTop) parent.scrollTop = top - 8;
  else if (top + child.offsetHeight > parent.scrollTop + parent.clientHeight) {
    parent.scrollTop = top + child.offsetHeight - parent.clientHeight + 8;
  }
}

function tally(session) {
  const counts = tree.gradeCounts(session.tree, tree.lineThrough(session.tree, session.cursor));
  if (!counts.some((each) => Object.keys(each).length)) return "";
  const shown = tree.GRADES.filter(({ mark }) => mark);
  return h(
    "div",
    { class: "tally", role: "group", "aria-label": "Grades" },
    counts.flatMap((count, side) => [
      h(
        "span",
        { class: "name" },
        glyph(disc(PLAYERS[side].letter), { label: PLAYERS[side].name }),
      ),
      ...shown.map(({ grade, mark, word }) =>
        h(
          "span",
          { title: word },
          h("span", { class: `grade ${grade}` }, mark),
          ` ${count[grade] ?? 0} `,
          h("span", { class: "unseen" }, word),
        ),
      ),
    ]),
  );
}

const WIDTH = 300;
const HEIGHT = 84;

/** The value for red at each ply of the line: red at the top. Nothing while nothing is known. */
export function showGraph(parent, session, onGo) {
  const line = tree.lineThrough(session.tree, session.cursor);
  const values = tree.valueSeries(session.tree, line);
  const known = values.map((value, ply) => [ply, value]).filter(([, value]) => value !== null);
  if (known.length < 2) return parent.replaceChildren();
  const x = (ply) => (ply / Math.max(1, line.length - 1)) * WIDTH;
  const y = (value) => 4 + ((1 - value) / 2) * (HEIGHT - 8);
  const points = known.map(([ply, value]) => `${x(ply).toFixed(1)} ${y(value).toFixed(1)}`);
  const [start, end] = [known[0][0], known.at(-1)[0]];
  const here = x(line.indexOf(session.cursor));
  const graph = s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": "Value over the game; red is winning where the line is high",
    },
    s("rect", { class: "ground", width: WIDTH, height: HEIGHT, rx: 6 }),
    s("path", {
      class: "area",
      d: `M${x(start)} ${HEIGHT}L${points.join("L")}L${x(end)} ${HEIGHT}Z`,
    }),
    s("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    s("path", { class: "curve", d: `M${points.join("L")}` }),
    s("path", { class: "here", d: `M${here} 0V${HEIGHT}` }),
  );
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
    onGo(line[Math.max(0, Math.min(line.length - 1, ply))]);
  });
  parent.replaceChildren(graph);
}
