/** Small plots over a list: what it lists, over the whole game. */
import { Figure, plotted, pointsOver, withoutOver } from "./plots.js";
import { el, fill } from "./util.js";

const HIGH = 74; // pixels of a plot, with its axis
const LOW = 58; // of one in a low window
const FLAT = 800; // pixels of a low window
const NARROW = 900; // pixels of a window in which they are folded away at first
const SHALLOW = 640; // pixels of one that is too low for them

/** Luck by side, and what decides the game: points, else the places that are held.
 * @param {Desk} desk @returns {Plotted[]} */
export function overCombats({ game, story, tip, line }) {
  const all = plotted(game, line).filter(moves);
  const points = pointsOver(story.line(tip), line);
  return [...all.filter(({ key }) => key === "luck"), ...(points.length ? points : all.filter(({ key }) => key === "objectives"))];
}

/** True where something changes in the course of the game.
 * @param {Plotted} what */
const moves = ({ lines }) => lines.some(({ points }) => points.some(([, value]) => value !== points[0][1]));

/** Units without a line of supply by side.
 * @param {Desk} desk @returns {Plotted[]} */
export const overSupply = ({ game, story, tip, line }) => withoutOver(game, story.line(tip), line);

/** @typedef {import("./plots.js").Plotted} Plotted */

export class Strips {
  /** @param {Desk} desk @param {(desk: Desk) => Plotted[]} made */
  constructor(desk, made) {
    this.desk = desk;
    this._made = made;
    this._key = "";
    /** @type {Figure[]} */
    this._figures = [];
    this._held = el("div", {});
    this.node = el("details", { class: "strips", open: matchMedia(`(width > ${NARROW}px) and (height > ${SHALLOW}px)`).matches, hidden: true }, el("summary", {}, "Over the game"), this._held);
    this.node.addEventListener("toggle", () => {
      this.node.parentElement?.toggleAttribute("data-strips", this.node.open);
      this.build();
    });
    addEventListener("resize", () => this.build());
  }

  /** Draw them when something else is to be seen in them, and mark where the desk stands. */
  build() {
    const { desk, node } = this;
    if (node.parentElement?.hidden) return;
    const wide = Math.max(200, (node.parentElement?.clientWidth ?? 0) - 18);
    const key = [desk.tip, desk.game.frames.length, desk.story.line(desk.tip).combats.length, wide, innerHeight < FLAT, document.documentElement.dataset.theme].join(" ");
    if (key !== this._key && (node.open || node.hidden)) {
      this._key = key;
      for (const one of this._figures) one.plot.destroy();
      const all = this._made(desk).filter(({ lines }) => lines.some(({ points }) => points.length));
      this._figures = all.map((what) => new Figure(desk, { ...what, high: innerHeight < FLAT ? LOW : HIGH }, wide, desk.plots));
      fill(this._held, this._figures.map((one) => one.node));
      node.hidden = !all.length;
    }
    if (node.open) for (const one of this._figures) one.mark();
  }
}
