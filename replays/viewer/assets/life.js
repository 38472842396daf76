/** The life of a supply story as a bar over the whole game: cut, seen by checks, restored or out of play. */
import { el } from "./util.js";

const NEAR = 0.02; // of the bar, within which a click means the decision that is nearest

/** A moment of a story: frame, event of it, and what it is.
 * @typedef {{ seq: number, event: number, kind: "cut" | "judged" | "restored" | "gone" }} Moment */

/** The moments of a story in order.
 * @param {SupplyRow} story @returns {Moment[]} */
export function momentsOf(story) {
  /** @type {Moment[]} */
  const out = [{ seq: story.f, event: 0, kind: "cut" }];
  for (const [seq, event] of story.j) out.push({ seq, event, kind: "judged" });
  if (story.e !== undefined) out.push({ seq: story.e, event: 0, kind: story.how === "gone" ? "gone" : "restored" });
  return out;
}

/** Where a frame lies on a line, from 0 to 1; that of the last before it, where it is not on the line.
 * @param {number[]} line rising @param {number} seq */
export function share(line, seq) {
  let [low, high] = [0, line.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if (line[mid] <= seq) low = mid + 1;
    else high = mid;
  }
  return Math.max(0, low - 1) / Math.max(1, line.length - 1);
}

/** The moment of some stories that a click on their bar means: the nearest; null where none is near and the click lies in no story.
 * @param {number[]} line @param {SupplyRow[]} stories @param {number} at from 0 to 1 @returns {{ story: SupplyRow, moment: Moment } | null} */
export function meant(line, stories, at) {
  const all = stories.flatMap((story) => momentsOf(story).map((moment) => ({ story, moment, far: Math.abs(share(line, moment.seq) - at) })));
  const best = all.reduce((one, other) => (one && one.far <= other.far ? one : other), all[0]);
  if (!best) return null;
  const inside = stories.some((story) => share(line, story.f) <= at && at <= (story.e === undefined ? 1 : share(line, story.e)));
  return inside || best.far < NEAR ? best : null;
}

/** A bar of some stories of one unit; `seq`: where the desk stands, -1 for a bar that does not say so. What it shows is said by the
 * words beside it.
 * @param {number[]} line @param {SupplyRow[]} stories @param {SupplyRow | null} chosen */
export function lifeBar(line, stories, chosen = null, seq = -1) {
  /** @param {number} seq */
  const x = (seq) => 1000 * share(line, seq);
  return el("svg:svg", { viewBox: "0 0 1000 10", preserveAspectRatio: "none", class: "life", "data-life": "", "aria-hidden": "true" },
    el("svg:rect", { x: 0, y: 4, width: 1000, height: 2, class: "whole" }),
    stories.map((story) => [
      el("svg:rect", { x: x(story.f), y: 1, width: Math.max(5, (story.e === undefined ? 1000 : x(story.e)) - x(story.f)), height: 8, class: story === chosen || !chosen ? "out" : "out pale" }),
      momentsOf(story).map(({ seq, kind }) => (kind === "cut" ? null : el("svg:line", { x1: x(seq), x2: x(seq), y1: 0, y2: 10, class: kind })))]),
    seq < 0 ? null : el("svg:line", { x1: x(seq), x2: x(seq), y1: 0, y2: 10, class: "here" }));
}

/** The moment that a click on a bar means.
 * @param {MouseEvent} event @param {Element} bar @param {number[]} line @param {SupplyRow[]} stories */
export function clicked(event, bar, line, stories) {
  const { left, width } = bar.getBoundingClientRect();
  return meant(line, stories, (event.clientX - left) / Math.max(1, width));
}
