/** Pictures of moments for the report: the map of the desk without a hand on it. */
import { MapView } from "./map.js";

/** Width and height of the map on paper, in pixels of a page; desk.css gives it the same shape. */
const PRINTED = [920, 560];
const SHARP = 2; // pixels of the picture for one of the page: it is printed

export class Still extends MapView {
  /** @param {Desk} desk @param {number} wide @param {number} high in pixels of the page */
  constructor(desk, wide, high) {
    super(document.createElement("canvas"), desk.game, desk.geo, desk.map.ground, desk.counters, { chosen: () => {} });
    this.wide = wide;
    this.high = high;
    this.ratio = SHARP;
    this.seen = true;
    this.canvas.width = wide * SHARP;
    this.canvas.height = high * SHARP;
  }

  _wire() {}
  _settle() {}
  draw() {}

  get width() {
    return this.wide;
  }

  get height() {
    return this.high;
  }

  /** A canvas with what is shown, said in words for those who do not see it.
   * @param {string} words */
  picture(words) {
    const coarse = this.counters.coarse;
    this.counters.coarse = false;
    this.paint();
    this.counters.coarse = coarse;
    const copy = document.createElement("canvas");
    copy.width = this.canvas.width;
    copy.height = this.canvas.height;
    copy.setAttribute("role", "img");
    copy.setAttribute("aria-label", words);
    copy.getContext("2d")?.drawImage(this.canvas, 0, 0);
    return copy;
  }

  /** The shape of the hexes in play: height for a width of one. */
  get shape() {
    const clip = this.clipOf(this.shown.position);
    const places = clip.length ? clip.filter((place) => place < this.geo.count) : [...this.geo.centres.keys()];
    const [xs, ys] = [0, 1].map((k) => places.map((place) => this.geo.centre(place)[k]));
    const [x0, x1, y0, y1] = [xs.reduce(least), xs.reduce(most), ys.reduce(least), ys.reduce(most)];
    return (y1 - y0 + 2 * RIM) / (x1 - x0 + 2 * RIM);
  }
}

const RIM = 130; // units of the map beyond the centres of its outer hexes
const least = (/** @type {number} */ a, /** @type {number} */ b) => Math.min(a, b);
const most = (/** @type {number} */ a, /** @type {number} */ b) => Math.max(a, b);

/** Put the map as it is seen now into a picture that is printed in its place.
 * @param {Desk} desk @param {HTMLElement} box */
export function printed(desk, box) {
  const { map } = desk;
  const still = new Still(desk, PRINTED[0], PRINTED[1]);
  still.show({ ...map.shown });
  still.go({ ...map.view, z: map.view.z * Math.min(PRINTED[0] / map.width, PRINTED[1] / map.height) });
  box.replaceChildren(still.picture("The map"));
}

/** What a still shows of a position and nothing more.
 * @param {Position} position @param {Partial<MapShown>} more @returns {MapShown} */
export const plain = (position, more = {}) => ({ position, arrows: [], selected: -1, unit: -1, overlays: new Set(), since: null, differing: null, trail: [], ...more });
