/** What the page shows, in one place: every view reads it here, and is told when a part that it reads has changed. */

/** @typedef {keyof Shown} Key */
/** What views read: a field; `game`: the game, which grows, and its story; `data`: what lies beside it, such as notes and drafts.
 * @typedef {Key | "game" | "data"} Part */

/** What the desk shows before anything is chosen, at the end `tip` of a line.
 * @param {number} tip @param {number} viewer @returns {Shown} */
export const atFirst = (tip, viewer) => ({
  seq: 0,
  event: 0,
  tip,
  viewer,
  unit: -1,
  hex: -1,
  other: null,
  lockstep: null,
  touring: -1,
  onlyDifferences: true,
  since: null,
  tab: "decision",
  view: "timeline",
  when: null,
  fight: -1,
  supplyStory: null,
  alike: null,
  alikeHexes: null,
  overlays: new Set(),
});

export class Store {
  /** @param {Shown} shown */
  constructor(shown) {
    this.shown = shown;
    /** @type {Set<Part>} */
    this._changed = new Set();
    /** @type {{ reads: Set<Part>, show: () => void }[]} */
    this._views = [];
  }

  /** Change one part. Views are told by `flush`, once for all that has changed until then.
   * @template {Key} K
   * @param {K} key @param {Shown[K]} value */
  set(key, value) {
    if (Object.is(this.shown[key], value)) return;
    this.shown[key] = value;
    this._changed.add(key);
  }

  /** A view: `show` is called by `flush` after a part that it `reads` has changed, in the order of the calls of `on`.
   * @param {Part[]} reads @param {() => void} show */
  on(reads, show) {
    this._views.push({ reads: new Set(reads), show });
  }

  /** Say that a part has changed inside, or the game has grown.
   * @param {Part[]} parts */
  touch(...parts) {
    for (const part of parts) this._changed.add(part);
  }

  /** Have every view show what has changed; a change that a view makes while it shows is shown too. */
  flush() {
    for (let rounds = 0; this._changed.size && rounds < 4; rounds++) {
      const changed = this._changed;
      this._changed = new Set();
      for (const { reads, show } of this._views) if ([...changed].some((key) => reads.has(key))) show();
    }
  }
}

/** A class whose fields are those of a store, for the desk: `desk.seq` is `desk.store.shown.seq`.
 * @type {new (store: Store) => Shown & { store: Store }} */
export const Facade = /** @type {any} */ (
  class {
    /** @param {Store} store */
    constructor(store) {
      this.store = store;
      for (const key of /** @type {Key[]} */ (Object.keys(store.shown))) {
        Object.defineProperty(this, key, { get: () => store.shown[key], set: (value) => store.set(key, value), enumerable: true });
      }
    }
  }
);
