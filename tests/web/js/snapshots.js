// Small made-up answers of the server for the tests: only what the tested code reads.

export const INFO = {
  rules: { rows: 6, columns: 7 },
  board: { heights: [6, 6, 6, 6, 6, 6, 6] },
  goal: "a line of 4",
};

export function snapshot(moves, { turn = moves.length % 2, outcome = null, banning = false } = {}) {
  const last = moves.length
    ? { cell: [moves.at(-1), 0], player: (moves.length - 1) % 2, ban: false }
    : null;
  return {
    ply: moves.length,
    text: moves.join(),
    moves: moves.join(),
    turn,
    banning,
    last,
    outcome,
    scores: [0, 0],
  };
}

/** An analysis from values by column. */
export function analysis(values, exact = {}) {
  const columns = Object.entries(values).map(([column, value]) => ({
    column: Number(column),
    value,
    interval: null,
    visits: 100,
    exact: exact[column] ?? null,
  }));
  const worth = (each) => (each.exact ? each.exact.value : each.value);
  const move = columns.reduce((best, each) => (worth(each) > worth(best) ? each : best)).column;
  return { move, columns, line: [], playouts: 700, nodes: 0 };
}
