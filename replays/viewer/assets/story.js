/** The story of a game as the projections tell it: combats, supply, victory by cause, turns, luck. Draws nothing. */

const RATIO = /^(\d+)\s*[-:]\s*(\d+)/;

export class Story {
  constructor(game) {
    this.game = game;
    this._lines = new Map();
    this._combats = new Map();
  }

  /** Forget what was made of the data: it has grown. */
  renew() {
    this._lines.clear();
    this._combats.clear();
  }

  get data() {
    return this.game.data.story ?? { combats: [], supply: [], lines: {} };
  }

  /** The story of the line that ends at `tip`: `{combats, supply, scored, turned, causes, turns, luck, start}`. Of an end that
   * nobody has told of, what its line shares with those that were told. */
  line(tip) {
    if (!this._lines.has(tip)) {
      const { combats, supply, lines } = this.data;
      const told = lines[tip];
      if (told) this._lines.set(tip, { ...told, combats: told.combats.map((n) => combats[n]), supply: told.supply.map((n) => supply[n]) });
      else {
        const on = new Set(this.game.path(tip));
        const mine = combats.filter((one) => one.fr.every((seq) => on.has(seq)));
        this._lines.set(tip, { combats: mine, supply: supply.filter((one) => on.has(one.f)), scored: [], turned: [], causes: [], turns: [], luck: { sides: [], kinds: [], units: [] }, start: 0 });
      }
    }
    return this._lines.get(tip);
  }

  /** The combat of a line that a frame belongs to; of several the one declared or decided in it. */
  combatAt(seq, tip) {
    if (!this._combats.has(tip)) {
      const by = new Map();
      for (const one of this.line(tip).combats) {
        for (const frame of one.fr) if (!by.has(frame) || frame === one.f || frame === one.rs) by.set(frame, one);
      }
      this._combats.set(tip, by);
    }
    return this._combats.get(tip).get(seq) ?? null;
  }

  /** Where a combat took place, in words. */
  target(combat) {
    const { game } = this;
    return combat.at.map((place) => [game.placeName(place), game.place(place)].filter(Boolean).join(" ")).join(", ") || "-";
  }

  /** The odds of a combat as a number: of its column, else of the strengths; null where there are none. */
  odds(combat) {
    const column = RATIO.exec(combat.col);
    if (column) return Number(column[1]) / Number(column[2]);
    const [a, d] = [parseFloat(combat.A), parseFloat(combat.D)];
    return a > 0 && d > 0 ? a / d : null;
  }

  /** The modifier of a combat's die, in words; empty where a column is read. */
  drm(combat) {
    const total = combat.sh ? this.game.event(...combat.sh)?.x?.total ?? "" : "";
    return /^[+-]/.test(total) ? total : "";
  }

  /** What a combat is read by, in short: its column, or where that is no odds the modifier. */
  brief(combat) {
    const drm = this.drm(combat);
    return RATIO.test(combat.col) || !drm ? combat.col : `DRM ${drm}`;
  }

  /** True for a combat whose attackers did not get the hex. */
  failed(combat) {
    return combat.out === "held";
  }

  /** The result in words. */
  result(combat) {
    return resultText(combat.res.map((one) => ({ "attacker:": "A:", "defender:": "D:" })[one] ?? one)).replaceAll(", D:", "; D:") || (combat.die === null ? "no die" : "no effect");
  }

  /** True when a combat passes `{side, kind, text, turn, unit}`; what is empty does not filter. */
  passes(combat, filter) {
    if (filter.side && combat.side !== filter.side) return false;
    if (filter.kind === "failed" && !this.failed(combat)) return false;
    if (filter.kind === "cleared" && combat.out !== "cleared") return false;
    if (filter.kind === "good" && !((this.odds(combat) ?? 0) >= 3)) return false;
    if (filter.kind === "turn" && combat.turn !== filter.turn) return false;
    if (filter.unit >= 0 && ![...combat.a, ...combat.d].some(([piece]) => piece === filter.unit)) return false;
    return words(filter.text).every((word) => this.text(combat).includes(word));
  }

  /** All that a search looks through. */
  text(combat) {
    const { game } = this;
    combat.found ??= [this.target(combat), combat.turn, combat.phase, combat.kind, combat.col, this.result(combat), combat.out, `#${combat.f}`, ...[...combat.a, ...combat.d].map(([piece]) => game.name(piece))].join(" ").toLowerCase();
    return combat.found;
  }

  /** Luck as a number, for sorting and bars. */
  luck(combat) {
    return Number(combat.luck[0]) / Number(combat.luck[1]);
  }

  /** A supply story in words. */
  supplyText(story) {
    const by = (why, both) => (why.length ? ` by ${why.map((one) => one.t).join(both ? " and " : ", or by ")}` : "");
    const parts = [story.what === "entered" ? `in play without a line from #${story.f}` : `cut at #${story.f}${by(story.why, story.both)}`];
    parts.push(story.j.length ? `judged at ${story.j.slice(0, 3).map(([seq]) => `#${seq}`).join(", ")}` : "never judged");
    parts.push(story.e === undefined ? "it lasts" : story.how === "gone" ? `out of play at #${story.e}` : `restored at #${story.e}${by(story.why2, false)}`);
    return parts.join("; ");
  }
}

/** Results of a table in words: `attacker: E Disorder 1, defender: D Reduced`. */
export const resultText = (results) => results.join(", ").replaceAll(":,", ":");

/** The words of a search, small. */
export const words = (text) => (text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
