// The people at a sitting's game: what they ask of each other, seats and names. No DOM.

/** What nobody guesses, for a seat or the invitation to it. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}

export function createTable({ sitting, api, notify, keep }) {
  let withdrawn = -1; // the number of a question of ours that we took back

  /** Says something about the game that is not made on a state of it. */
  const tell = (message) => api.change({ ...message, game: sitting.game.id });

  /** Asks the other side for something; where nobody else is to be asked, it happens at once. */
  const ask = (kind, moves = null) => tell({ type: "ask", kind, moves, seq: sitting.game.seq });

  /** Answers what is asked, or takes it back where we asked it. */
  function answer(agree) {
    const { number, side } = sitting.game.asked;
    if (side === sitting.mySide()) withdrawn = number;
    return tell({ type: "answer", number, agree });
  }

  /** Has a side wait for who has the key, and gives it back; the same key for the same side. */
  async function invite(side) {
    const { id, invited } = sitting.game;
    const before = keep.of(id).key;
    if (before && invited === side) return before;
    const key = newSecret();
    await tell({ type: "invite", side, key });
    keep.note(id, { key });
    return key;
  }

  /** What people want to hear of besides the state of the game. */
  function hear(before, game) {
    const ours = before.asked?.side === sitting.mySide() && before.asked.number !== withdrawn;
    const unheard = !game.asked && before.seq === game.seq && !game.rematch;
    if (ours && unheard) notify("declined", before.asked);
    if (before.invited !== null && game.invited === null && game.sides.length === 1)
      notify("arrived");
    if (game.moves.length > before.moves.length && sitting.isMyTurn()) notify("turn");
    if (before.rematch !== game.rematch) follow().catch((error) => notify("error", error));
  }

  /** Goes on to the rematch, for which our tokens are good too. */
  function follow() {
    const { id, rematch } = sitting.game;
    if (!keep.tokensOf(rematch).length) keep.note(rematch, { tokens: keep.tokensOf(id) });
    return sitting.join(rematch, { rules: sitting.rules });
  }

  return {
    hear,
    ask,
    /** To the rematch, or if there is none yet the wish for one. */
    rematch: () => (sitting.game.rematch ? follow() : ask("rematch")),
    answer,
    invite,
    uninvite: () => tell({ type: "uninvite" }),
    resign: () => tell({ type: "resign", side: sitting.mySide() }),
    setName: (name) => tell({ type: "name", side: sitting.mySide(), name }),
  };
}
