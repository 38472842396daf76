/** Two lines at the same time of the game: what differs between them, and no more. Draws nothing. */

/** A unit that stands elsewhere, and how many hexes from where it stands on the other line (null where one of them is no hex).
 * @typedef {{ piece: number, from: number, to: number, far: number | null }} Elsewhere */

/** What differs between A and B.
 * @typedef {object} Compared
 * @property {{ place: number, a: number, b: number }[]} held places that another side holds
 * @property {number[]} onlyA units in play in A only
 * @property {number[]} onlyB
 * @property {{ piece: number, a: number, b: number }[]} weaker units with other steps
 * @property {Elsewhere[]} elsewhere the farthest first
 * @property {number} fork last frame that both share
 * @property {Set<number>} equal places with the same units in the same state */

/** @param {Game} game @param {number} one @param {number} two frames @returns {Compared} */
export function compared(game, one, two) {
  const [a, b] = [game.at(one), game.at(two)];
  /** @type {Compared} */
  const out = { held: [], onlyA: [], onlyB: [], weaker: [], elsewhere: [], fork: game.fork(one, two), equal: new Set() };
  for (const place of new Set([...a.control.keys(), ...b.control.keys()])) {
    const [mine, theirs] = [a.control.get(place) ?? 0, b.control.get(place) ?? 0];
    if (mine !== theirs) out.held.push({ place, a: mine, b: theirs });
  }
  // places that have a name first: they are what one talks of
  out.held.sort((p, q) => Number(game.placeName(p.place) === "") - Number(game.placeName(q.place) === "") || p.place - q.place);
  for (let piece = 0; piece < game.pieces.length; piece++) {
    const [from, to] = [a.at.get(piece), b.at.get(piece)];
    if (from === undefined && to === undefined) continue;
    if (to === undefined) out.onlyA.push(piece);
    else if (from === undefined) out.onlyB.push(piece);
    else {
      const [mine, theirs] = [a.steps.get(piece) ?? 0, b.steps.get(piece) ?? 0];
      if (mine !== theirs) out.weaker.push({ piece, a: mine, b: theirs });
      if (from !== to) out.elsewhere.push({ piece, from, to, far: distance(game.board, from, to) });
    }
  }
  out.elsewhere.sort((p, q) => (q.far ?? 1e6) - (p.far ?? 1e6) || p.piece - q.piece);
  for (const [place, pieces] of a.stacks) {
    const others = b.stacks.get(place) ?? [];
    if (pieces.length === others.length && pieces.every((piece) => others.includes(piece) && a.faces.get(piece) === b.faces.get(piece))) out.equal.add(place);
  }
  return out;
}

/** Hexes from one place to another; null where one is no hex.
 * @param {Board} board @param {number} from @param {number} to */
export function distance(board, from, to) {
  if (from >= board.hexes || to >= board.hexes) return null;
  const [q, r] = [board.q[from] - board.q[to], board.r[from] - board.r[to]];
  return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
}

/** The same time on other lines: by turn, phase and side. */
export class Clock {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** End of a line -> its times, as long as the game has so many frames.
     * @type {Map<number, { frames: number, phases: Map<string, number>, turns: Map<string, number> }>} */
    this._lines = new Map();
  }

  /** @param {number} tip */
  _times(tip) {
    const { game } = this;
    const known = this._lines.get(tip);
    if (known?.frames === game.frames.length) return known;
    const made = { frames: game.frames.length, phases: new Map(), turns: new Map() };
    for (const seq of game.path(tip)) {
      if (!seq) continue;
      const when = game.when(seq);
      made.phases.set(`${when.turn}|${when.phase}|${when.side}`, seq);
      made.turns.set(when.turn, seq);
    }
    this._lines.set(tip, made);
    return made;
  }

  /** The frame of the line to `tip` at the same time as `seq`: itself while both lines are one; else the last of the same turn and
   * phase; else the last of that turn; else the line's end.
   * @param {number} seq @param {number} tip */
  same(seq, tip) {
    const { game } = this;
    if (game.isAncestor(seq, tip)) return seq;
    const when = game.when(seq);
    const { phases, turns } = this._times(tip);
    return phases.get(`${when.turn}|${when.phase}|${when.side}`) ?? turns.get(when.turn) ?? tip;
  }

  /** Frames at which the turns of a line end, each with the turn's name.
   * @param {number} tip @returns {[string, number][]} */
  ends(tip) {
    return [...this._times(tip).turns];
  }
}
