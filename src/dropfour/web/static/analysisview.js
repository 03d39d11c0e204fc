// What an analysis says, for people: the verdict in words, every column with its line of play, and
// the evaluation bar beside the board.

import { h } from "./dom.js";
import { disc, glyph } from "./shapes.js";
import { isProven, valueForFirst } from "./state.js";
import {
  columnName,
  count,
  duration,
  exactText,
  letterOf,
  percent,
  PLAYERS,
  valueOf,
  verdictOf,
} from "./words.js";

/** The panel's body; `onPreview` is called when another part of a line is to be shown. */
export function createAnalysisView(body, { sitting, analysis, onPreview }) {
  const verdict = h("p.verdict");
  const advice = h("p.quiet");
  const list = h("ul.columns", { "aria-label": "Columns" });
  body.replaceChildren(verdict, advice, list);
  let rows = new Map(); // column → row
  let listed = null; // the node whose columns are listed
  let previewed = null; // so many moves of the unfolded line are shown; null: all of them

  const preview = (moves) => {
    previewed = moves;
    onPreview();
  };

  function listColumns(node) {
    const legal = node.snapshot.legal;
    if (listed === node && rows.size === legal.length) return;
    listed = node;
    rows = new Map(legal.map((column) => [column, createRow(column, { analysis, preview })]));
    list.replaceChildren(...[...rows.values()].map(({ element }) => element));
    previewed = null;
  }

  function show() {
    const node = sitting.node();
    const { analysis: found, snapshot } = node;
    const points = sitting.tree.info.rules.ending === "full";
    const words = found && !snapshot?.outcome ? verdictOf(found, snapshot.turn, points) : null;
    verdict.textContent = words?.text ?? "";
    advice.textContent = analysis.problem ?? words?.advice ?? absenceText(analysis, snapshot);
    list.hidden = !words;
    if (!words) return;
    listColumns(node);
    for (const each of found.columns) {
      const unfolded = analysis.unfolded?.column === each.column ? analysis.unfolded : null;
      rows.get(each.column).show(each, { best: each.column === found.move, points, unfolded });
    }
    // A line that somebody is about to press stays as it is.
    if (!list.querySelector(".play:hover, .play:focus-within")) analysis.refresh();
  }

  /** What to show on the board: the unfolded line as far as it is looked at, else the best move. */
  function line() {
    const { analysis: found } = sitting.node();
    const { unfolded } = analysis;
    if (!unfolded?.snapshots.length) return found?.line.slice(0, 1) ?? [];
    return unfolded.snapshots.slice(0, previewed ?? undefined).map(({ last }) => last);
  }

  return { show, line };
}

/** Why there is nothing to say. */
function absenceText(analysis, snapshot) {
  if (snapshot?.outcome) return "The game is over here. Step back to look into it.";
  return waitingText(analysis) ?? "Thinking…";
}

/** One column: what it is worth, and its line of play when unfolded. */
function createRow(column, { analysis, preview }) {
  const share = h("span.share");
  const worth = h("span.worth");
  const work = h("span.quiet");
  const moves = h("ol.play", { id: `play-${column}`, hidden: true });
  const button = h(
    "button.column",
    {
      "aria-expanded": "false",
      "aria-controls": moves.id,
      title: "The line of play after this column",
      onclick: () => {
        preview(null);
        analysis.unfold(analysis.unfolded?.column === column ? null : column);
      },
    },
    h("span.unseen", "Column "),
    h("span.name", columnName(column)),
    h("span.bar", share),
    worth,
    work,
  );
  const element = h("li", { "data-column": column }, button, moves);
  let drawn = null; // the snapshots of the line now drawn

  function show(each, { best, points, unfolded }) {
    element.classList.toggle("best", best);
    const value = valueOf(each);
    share.style.width = `${value === null ? 0 : percent(value)}%`;
    worth.className = `worth ${each.exact ? ["loss", "", "win"][each.exact.value + 1] : ""}`;
    worth.textContent = worthText(each, points);
    work.textContent = each.exact ? "proven" : each.visits ? `${count(each.visits)} playouts` : "";
    button.setAttribute("aria-expanded", String(Boolean(unfolded)));
    moves.hidden = !unfolded;
    if (unfolded && drawn !== unfolded.snapshots) drawMoves(unfolded.snapshots);
  }

  function drawMoves(snapshots) {
    drawn = snapshots;
    const items = snapshots.map(({ last }, index) => {
      const name = columnName(last.cell[0]);
      const does = `${PLAYERS[last.player].name}${last.ban ? " bans" : ""} ${name}`;
      return h(
        "li",
        h(
          "button.move",
          {
            "aria-label": `Go to ${index + 1}. ${does}`,
            onclick: () => analysis.walk(index + 1),
            onpointerenter: () => preview(index + 1),
            onpointerleave: () => preview(null),
            onfocus: () => preview(index + 1),
            onblur: () => preview(null),
          },
          glyph(disc(letterOf(last))),
          name,
        ),
      );
    });
    moves.replaceChildren(...(items.length ? items : [h("li.quiet", "Thinking…")]));
  }

  return { element, show };
}

/** "wins in 7 moves", "63 %". */
function worthText({ exact, value }, points) {
  if (exact) return exactText(exact, points);
  return value === null ? "–" : `${percent(value)} %`;
}

/** Others are before us; null if nobody is. */
function waitingText({ running, waiting }) {
  if (!running || waiting === null) return null;
  return `The server is busy: ${waiting ? `${waiting} before you` : "you are next"}…`;
}

/** How much was done for what is known of the position on the board. */
export function workText(sitting, analysis) {
  const { analysis: found } = sitting.node();
  if (analysis.grading) return `Grading ${analysis.grading.done} of ${analysis.grading.all}…`;
  if (!found || analysis.problem) return "";
  if (found.source === "book") return "from the book";
  const { playouts, nodes, seconds } = found;
  const work = playouts ? `${count(playouts)} playouts` : `${count(nodes)} nodes`;
  const text = `${work} · ${duration(seconds)}`;
  if (analysis.running?.node === sitting.node()) return waitingText(analysis) ?? text;
  return `${text} · ${isProven(found) ? "all proven" : "done"}`;
}

/** The first player's share of the bar beside the board; half of it while nothing is known. */
export function showEvaluation(bar, sitting, on) {
  const node = sitting.node();
  const value = on ? valueForFirst(sitting.tree, node.id) : null;
  bar.classList.toggle("off", value === null);
  bar.style.setProperty("--first", `${percent(value ?? 0)}%`);
  const points = sitting.tree.info.rules.ending === "full";
  const words =
    node.analysis && node.snapshot && verdictOf(node.analysis, node.snapshot.turn, points);
  bar.setAttribute("aria-label", words?.text ?? "Evaluation");
}
