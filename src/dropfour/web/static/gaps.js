// The snapshots of a long line come in pages: what a sitting's tree lacks is fetched. No DOM.

import { BUSY_MS } from "./api.js";

/** Gives back what fills the gaps of a line, told as the ids of its nodes from the root on. */
export function createGaps({ sitting, api, notify }) {
  let gaps = { tree: null, ids: [] }; // the line whose snapshots are to be fetched
  let filling = null; // the tree for which that is under way

  /** Fetches the snapshots that a line lacks, page by page: first the one we look at. */
  return async function fillGaps(ids) {
    gaps = { tree: sitting.tree, ids };
    if (filling === sitting.tree) return; // it goes on with this line
    const mine = (filling = sitting.tree);
    const current = () => mine === sitting.tree && gaps.tree === mine;
    try {
      while (current()) {
        const plies = gaps.ids.map((id, ply) => (mine.nodes.get(id)?.snapshot === null ? ply : -1));
        const missing = plies.filter((ply) => ply >= 0);
        if (!missing.length || !mine.nodes.has(gaps.ids.at(-1))) return;
        const here = gaps.ids.indexOf(sitting.cursor);
        const page = missing.includes(here) ? { from: here, to: here } : { from: missing[0] };
        await fillPage(gaps.ids, page, current);
      }
    } finally {
      if (filling === mine) filling = null;
    }
  };

  async function fillPage(ids, page, current) {
    let snapshots = null;
    try {
      ({ snapshots } = await api.position({ ...sitting.where(ids.at(-1)), ...page }));
    } catch (error) {
      if (error.code === "busy") return new Promise((resolve) => setTimeout(resolve, BUSY_MS));
    }
    if (!current()) return;
    if (!snapshots?.length) gaps = { tree: null, ids: [] }; // until somebody goes there
    for (const snapshot of snapshots ?? []) {
      const known = sitting.tree.nodes.get(ids[snapshot.ply]);
      if (known) known.snapshot ??= snapshot;
    }
    notify("game");
  }
}
