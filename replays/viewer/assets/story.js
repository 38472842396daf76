/** The story of a game as the projections tell it: combats, supply, victory by cause, turns, luck. Draws nothing. */
import { holds, plain, words } from "./finding.js";
import { near } from "./near.js";
import { minus, plural, signed } from "./util.js";

const RATIO = /^(\d+)\s*[-:]\s*(\d+)/;

/** @type {Told} */
const NOTHING_TOLD = { scored: [], turned: [], causes: [], turns: [], luck: { sides: [], kinds: [] }, without: [], start: 0, result: null };

export class Story {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Map<number, LineStory>} */
    this._lines = new Map();
    /** Frame -> combat, by line. @type {Map<number, Map<number, Combat>>} */
    this._combats = new Map();
    /** Number -> combat, by line. @type {Map<number, Map<number, Combat>>} */
    this._numbers = new Map();
    /** Turn -> its combats and their swing in words, by line. @type {Map<number, Map<string, { combats: Combat[], swing?: string }>>} */
    this._turns = new Map();
  }

  /** Forget what was made of the data: it has grown. */
  renew() {
    this._lines.clear();
    this._combats.clear();
    this._numbers.clear();
    this._turns.clear();
  }

  /** @returns {StoryData} */
  get data() {
    return this.game.data.story ?? { combats: [], supply: [], lines: {} };
  }

  /** The story of the line that ends at `tip`: `{combats, supply, scored, turned, causes, turns, luck, start}`. Of an end that
   * nobody has told of, what its line shares with those that were told.
   * @param {number} tip @returns {LineStory} */
  line(tip) {
    const known = this._lines.get(tip);
    if (known) return known;
    const { combats, supply, lines } = this.data;
    const told = lines[tip];
    /** @type {LineStory} */
    let story;
    if (told) story = { ...told, combats: told.combats.map((n) => combats[n]), supply: told.supply.map((n) => supply[n]) };
    else {
      const on = new Set(this.game.path(tip));
      const mine = combats.filter((one) => one.fr.every((seq) => on.has(seq)));
      story = { ...NOTHING_TOLD, combats: mine, supply: supply.filter((one) => on.has(one.f)) };
    }
    this._lines.set(tip, story);
    return story;
  }

  /** The combat of a line that a frame belongs to; of several the one declared or decided in it.
   * @param {number} seq @param {number} tip @returns {Combat | null} */
  combatAt(seq, tip) {
    let by = this._combats.get(tip);
    if (!by) {
      by = new Map();
      for (const one of this.line(tip).combats) {
        for (const frame of one.fr) if (!by.has(frame) || frame === one.f || frame === one.rs) by.set(frame, one);
      }
      this._combats.set(tip, by);
    }
    return by.get(seq) ?? null;
  }

  /** The combat of a line that has a number.
   * @param {number} number @param {number} tip @returns {Combat | undefined} */
  numbered(number, tip) {
    let by = this._numbers.get(tip);
    if (!by) {
      by = new Map(this.line(tip).combats.map((one) => [one.n, one]));
      this._numbers.set(tip, by);
    }
    return by.get(number);
  }

  /** Where a combat took place, in words.
   * @param {Combat} combat */
  target(combat) {
    const { game } = this;
    return combat.at.map((place) => [game.placeName(place), game.place(place)].filter(Boolean).join(" ")).join(", ") || "-";
  }

  /** The odds of a combat as a number: of its column, else of the strengths; null where there are none.
   * @param {Combat} combat */
  odds(combat) {
    const column = RATIO.exec(combat.col);
    if (column) return Number(column[1]) / Number(column[2]);
    const [a, d] = [parseFloat(combat.A), parseFloat(combat.D)];
    return a > 0 && d > 0 ? a / d : null;
  }

  /** The modifier of a combat's die, in words; empty where a column is read.
   * @param {Combat} combat */
  drm(combat) {
    const total = combat.sh ? this.game.event(...combat.sh)?.x?.total ?? "" : "";
    return /^[+-]/.test(total) ? total : "";
  }

  /** What a combat is read by, in short: its column, or where that is no odds the modifier, else the strengths.
   * @param {Combat} combat */
  brief(combat) {
    const drm = this.drm(combat);
    if (RATIO.test(combat.col)) return combat.col;
    return drm ? minus(`DRM ${drm}`) : combat.A && combat.D ? `${combat.A} v ${combat.D}` : combat.col;
  }

  /** True for a combat whose attackers did not get the hex.
   * @param {Combat} combat */
  failed(combat) {
    return combat.out === "held";
  }

  /** The result of its table in words.
   * @param {Combat} combat */
  result(combat) {
    const lost = combat.lost.reduce((sum, [steps]) => sum + steps, 0);
    return shortResult(combat.res) || (!combat.thr.length ? (combat.out === "no die" ? "no die" : "done") : lost ? plural(lost, "step", "steps") : "no effect");
  }

  /** What its table and its dice brought, in words.
   * @param {Combat} combat */
  brought(combat) {
    return [this.result(combat), ...combat.bes].join(", ");
  }

  /** What its dice promised, as words that follow others: `; hex cleared in 66.7 %`; empty where that is not one number.
   * @param {Combat} combat */
  chance(combat) {
    const [one, more] = combat.pr ?? [];
    return one?.cleared && !more ? `; hex cleared in ${one.cleared_text}${one.whole ? "" : " or more"}` : "";
  }

  /** True when a combat passes `{side, kind, text, turn, unit}`; what is empty does not filter.
   * @param {Combat} combat @param {CombatFilter} filter */
  passes(combat, filter) {
    if (filter.side && combat.side !== filter.side) return false;
    if (filter.kind === "failed" && !this.failed(combat)) return false;
    if (filter.kind === "cleared" && combat.out !== "cleared") return false;
    if (filter.kind === "good" && !((this.odds(combat) ?? 0) >= 3)) return false;
    if (filter.kind === "turn" && combat.turn !== filter.turn) return false;
    if (filter.unit >= 0 && ![...combat.a, ...combat.d].some(([piece]) => piece === filter.unit)) return false;
    return holds(this.text(combat), words(filter.text));
  }

  /** All that a search looks through.
   * @param {Combat} combat */
  text(combat) {
    const { game } = this;
    combat.found ??= plain([this.target(combat), combat.at.length === 1 ? near(game, combat.at[0]) : "", combat.turn, combat.phase, combat.kind, combat.col, this.result(combat), combat.out, `#${combat.f}`, ...[...combat.a, ...combat.d].map(([piece]) => game.name(piece))].join(" "));
    return combat.found;
  }

  /** The swing of its die as a number; 0 where it is not known.
   * @param {Combat} combat */
  swing(combat) {
    return combat.sw ? Number(combat.sw[0]) / Number(combat.sw[1]) : 0;
  }

  /** What the dice of a combat brought its attacker beside what they promised, in words: `+1.25 steps, +0.33 hexes`.
   * @param {Combat} combat */
  swingWords(combat) {
    return minus([combat.st ? `${combat.st} steps` : "", ...combat.ws.filter(([, [over]]) => Number(over)).map(([what, , text]) => `${text} ${what}`)].filter(Boolean).join(", "));
  }

  /** That of several combats for a side, in words; empty where none is known.
   * @param {Combat[]} combats @param {number} side */
  swingOf(combats, side) {
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const one of combats) {
      for (const [what, [over, under]] of [...(one.sw ? [/** @type {const} */ (["steps", one.sw])] : []), ...one.ws]) {
        sums.set(what, (sums.get(what) ?? 0) + ((one.side === side ? 1 : -1) * Number(over)) / Number(under));
      }
    }
    return [...sums].map(([what, value]) => `${signed(value, 2)} ${what}`).join(", ");
  }

  /** The combats of a turn of a line.
   * @param {string} turn @param {number} tip @returns {Combat[]} */
  turned(turn, tip) {
    return this._turn(turn, tip)?.combats ?? [];
  }

  /** What their dice brought the first side beside what they promised, in words.
   * @param {string} turn @param {number} tip */
  swingIn(turn, tip) {
    const mine = this._turn(turn, tip);
    return mine ? (mine.swing ??= this.swingOf(mine.combats, 1)) : "";
  }

  /** @param {string} turn @param {number} tip */
  _turn(turn, tip) {
    let by = this._turns.get(tip);
    if (!by) {
      this._turns.set(tip, (by = new Map()));
      for (const one of this.line(tip).combats) {
        const mine = by.get(one.turn);
        if (mine) mine.combats.push(one);
        else by.set(one.turn, { combats: [one] });
      }
    }
    return by.get(turn);
  }

  /** Luck as a number, for sorting and bars.
   * @param {Combat} combat */
  luck(combat) {
    return Number(combat.luck[0]) / Number(combat.luck[1]);
  }

  /** A supply story in words.
   * @param {SupplyRow} story */
  supplyText(story) {
    /** @param {Agent[]} why @param {boolean} both */
    const by = (why, both) => (why.length ? ` by ${why.map((one) => one.t).join(both ? " and " : ", or by ")}` : "");
    const parts = [story.what === "entered" ? `in play without a line from #${story.f}` : `cut at #${story.f}${by(story.why, story.both)}`];
    parts.push(story.j.length ? `judged at ${story.j.slice(0, 3).map(([seq]) => `#${seq}`).join(", ")}` : "never judged");
    parts.push(story.e === undefined ? "it lasts" : story.how === "gone" ? `out of play at #${story.e}` : `restored at #${story.e}${by(story.why2, false)}`);
    return parts.join("; ");
  }
}

/** Results of a table in words: `attacker: E Disorder 1, defender: D Reduced`.
 * @param {string[]} results */
export const resultText = (results) => results.join(", ").replaceAll(":,", ":");

/** Results of a table in few words; empty for none.
 * @param {string[]} results */
export const shortResult = (results) => resultText(results.map((one) => ({ "attacker:": "A:", "defender:": "D:" })[one] ?? one)).replaceAll(", D:", "; D:");

/** The dice that a combat's table was read with: `4`, of dice thrown together `6+4`, of dice for several things `3 1 5 2`.
 * @param {Combat} combat */
export const diceText = (combat) => combat.thr.map(([, , values]) => values.join("+")).join(" ");

/** The same with what each was thrown for.
 * @param {Combat} combat */
export const diceWords = (combat) => combat.thr.map(([what, faces, values]) => `${what}: ${values.length > 1 ? values.length : ""}d${faces} = ${values.join(" + ")}`).join(", ");

/** Their sum, to sort by; -1 where none was thrown.
 * @param {Combat} combat */
export const diceSum = (combat) => (combat.thr.length ? combat.thr.flatMap(([, , values]) => values).reduce((sum, value) => sum + value, 0) : -1);

/** `die 4`, `dice 6+4`; empty where none was thrown.
 * @param {Combat} combat */
export const diceNamed = (combat) => (combat.thr.length ? `${combat.thr.length > 1 || combat.thr[0][2].length > 1 ? "dice" : "die"} ${diceText(combat)}` : "");
