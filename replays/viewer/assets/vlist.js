/** A long list, or table, of which only what is in sight is laid out; which part that is @tanstack/virtual-core works out. */
import { el, within } from "./util.js";
import { virtual } from "./virtual.js";

const ROUNDS = 4; // times that the list is put right after new items were measured
const HEAD = 62; // pixels that the name of the turn covers, and a row before the one that is shown
const TITLES = 28; // pixels of the heads of a table's columns until they were measured
const LOW = 40; // pixels of an item that is brought into sight, in a third of the window: what is higher has its room below
const CLOSE = 0.1; // pixels between two items that count as none
const SLACK = 26; // pixels by which the items in sight may be lower than was thought before they were measured
const MORE = 3; // items that are laid out above and below those in sight

/** What a list holds: a key that no other item has, and its height in pixels until it was measured.
 * @typedef {{ key: string, high: number }} Item */

/** @param {Element} node */
const keyOf = (node) => /** @type {HTMLElement} */ (node).dataset.key ?? "";

/** @template {Item} T */
export class VirtualList {
  /** @param {HTMLElement} box the window in which it scrolls
   * @param {(item: T) => HTMLElement[]} make what stands in an item
   * @param {(first: T | null) => void} scrolled told of the first item in sight
   * @param {HTMLElement} root what holds the items */
  constructor(box, make, scrolled = () => {}, root = el("ol", {})) {
    this.box = box;
    this.root = root;
    if (!root.parentElement) box.append(root);
    /** Pixels that are covered at the top of the box. */
    this.covered = HEAD;
    this._make = make;
    /** Whether items say nearly how high they are, events below them and all. */
    this.knows = false;
    /** Have the element of an item that is gone show another one, where it can: that costs a browser less than a new one. @type {(node: HTMLElement, item: T) => boolean} */
    this.recast = () => false;
    this._scrolled = scrolled;
    /** @type {T[]} */
    this.items = [];
    /** Key -> place. @type {Map<string, number>} */
    this._at = new Map();
    /** What is laid out, by key. @type {Map<string, HTMLElement>} */
    this._nodes = new Map();
    this._busy = false;
    /** Whether only what is in sight is laid out anew: what lies above and below follows in the next frame. */
    this._hasty = false;
    /** Pixels beyond what is in sight, by which heights that are not measured yet may be wrong. */
    this._slack = 0;
    /** Pixels for all items, as they were laid out last. */
    this._room = 0;
    /** That frame, 0 for none. */
    this._spare = 0;
    this._virtual = new virtual.Virtualizer(this._options());
    this._virtual._didMount();
    addEventListener("resize", () => this.measure());
  }

  /** @returns {import("./virtual.js").VirtualizerOptions<HTMLElement, HTMLElement>} */
  _options() {
    return {
      count: this.items.length,
      getScrollElement: () => this.box,
      estimateSize: (i) => this.items[i].high,
      getItemKey: (i) => this.items[i]?.key ?? i,
      scrollToFn: virtual.elementScroll,
      observeElementRect: virtual.observeElementRect,
      observeElementOffset: virtual.observeElementOffset,
      rangeExtractor: (range) => this._wanted(virtual.defaultRangeExtractor(range)),
      overscan: MORE,
      onChange: () => this._draw(),
    };
  }

  /** What is in sight, and what has the focus.
   * @param {number[]} range */
  _wanted(range) {
    const held = this._at.get(this._focused ?? "") ?? -1;
    return held < 0 || range.includes(held) ? range : [...range, held].sort((a, b) => a - b);
  }

  /** Key of the item that has the focus. */
  get _focused() {
    const item = document.activeElement?.closest("[data-key]");
    return item instanceof HTMLElement && this.root.contains(item) ? item.dataset.key : undefined;
  }

  /** List these, lay those out anew whose keys are `changed`, and bring one into sight.
   * @param {T[]} items @param {string[]} changed @param {string} shown */
  set(items, changed = [], shown = "") {
    const held = this._focused;
    this.items = items;
    this._at = new Map(items.map(({ key }, i) => [key, i]));
    for (const key of changed) {
      this._drop(key);
      if (this.knows) this._virtual.itemSizeCache.delete(key); // what was measured is of what it showed before
    }
    if (!this._virtual.scrollRect?.height) this._look();
    this._quiet(() => {
      this._virtual.setOptions({ ...this._virtual.options, ...this._options() });
      this._virtual._willUpdate();
    });
    if (!shown || !this.show(shown)) this._draw();
    if (held && changed.includes(held)) this._nodes.get(held)?.querySelector("button")?.focus({ preventScroll: true });
  }

  /** See how large the box is and where it stands, which the browser tells later of one that was hidden. */
  _look() {
    this._virtual.scrollRect = { width: this.box.clientWidth, height: this.box.clientHeight };
    this._virtual.scrollOffset = this.box.scrollTop;
  }

  /** Lay all of it out anew: what items show has changed. */
  renew() {
    for (const key of [...this._nodes.keys()]) this._drop(key);
  }

  /** Measure all of it anew: the list is wider or narrower. */
  measure() {
    this._quiet(() => this._virtual.measure());
    this.renew();
    this._draw();
  }

  /** @param {string} key */
  _drop(key) {
    this._nodes.get(key)?.remove();
    this._nodes.delete(key);
  }

  /** How wide the list is. */
  get wide() {
    return this._virtual.scrollRect?.width ?? 0;
  }

  /** The place of an item; -1 for none.
   * @param {string} key */
  place(key) {
    return this._at.get(key) ?? -1;
  }

  /** What is laid out of an item, once it is brought into sight.
   * @param {string} key @returns {HTMLElement | null} */
  show(key) {
    const place = this.place(key);
    if (place < 0) return null;
    const from = this._virtual.scrollOffset ?? 0;
    this._hurry();
    for (let rounds = 0; rounds < ROUNDS; rounds++) {
      const to = this._offset(place);
      if (rounds && to === this._virtual.scrollOffset) break;
      this._virtual.scrollOffset = to; // the box follows once: each question to it has the browser lay out the page
      this._draw();
    }
    if (this._virtual.scrollOffset !== from) this.box.scrollTop = this._virtual.scrollOffset ?? 0;
    return this._nodes.get(key) ?? null;
  }

  /** Lay out no more than is in sight, until the next frame. */
  _hurry() {
    this._hasty = true;
    this._slack = SLACK;
    cancelAnimationFrame(this._spare);
    this._spare = requestAnimationFrame(() => {
      this._hasty = false;
      this._draw();
    });
  }

  /** Whether something of an item lies in sight, as far as is known.
   * @param {import("./virtual.js").VirtualItem} item */
  _sees({ start, end }) {
    const top = this._virtual.scrollOffset ?? 0;
    return end > top - this._slack && start < top + (this._virtual.scrollRect?.height ?? 0) + this._slack;
  }

  /** Where the list has to stand for an item to be in sight: as it stands when it is.
   * @param {number} place */
  _offset(place) {
    const now = this._virtual.scrollOffset ?? 0;
    const view = this._virtual.scrollRect?.height ?? 0;
    const item = this._virtual.getVirtualItems().find(({ index }) => index === place) ?? this._virtual.measurementsCache[place];
    if (!view || !item) return now;
    const end = item.start + Math.min(item.size, view / 2);
    const covered = Math.max(0, Math.min(this.covered, view - item.size)); // a low box shows the item rather than what covers it
    if (item.start >= now + covered && end <= now + view) return now;
    return Math.max(0, Math.round(item.start - Math.max(covered, Math.min((view - Math.min(item.size, LOW)) / 3, view - item.size))));
  }

  /** Do something of which the list is not told while it goes on.
   * @param {() => void} act */
  _quiet(act) {
    const before = this._busy;
    this._busy = true;
    act();
    this._busy = before;
  }

  /** Lay out what is in sight, and measure what was not there before; what that moves is moved. */
  _draw() {
    if (this._busy) return;
    this._quiet(() => {
      for (let rounds = 0; rounds < ROUNDS; rounds++) {
        const fresh = this._lay(rounds > 0);
        if (!fresh.length) break;
        // all heights are read at once: each reading after a change has the browser lay out the page
        const found = fresh.map((node) => node.getBoundingClientRect().height);
        fresh.forEach((node, i) => found[i] && this._virtual.resizeItem(Number(node.dataset.index), found[i]));
        this._slack = 0;
      }
    });
  }

  /** Put what is in sight where it belongs; what was not laid out before. After something was `measured` in haste, what lies below it
   * has moved by itself, and the room for what is out of sight can wait.
   * @param {boolean} measured */
  _lay(measured) {
    const { items, _nodes: nodes } = this;
    const near = this._virtual.getVirtualItems().filter(({ index }) => index < items.length);
    const shown = this._hasty ? near.filter((one) => nodes.has(items[one.index].key) || this._sees(one)) : near;
    const top = this._virtual.scrollOffset ?? 0;
    const room = top + (this._virtual.scrollRect?.height ?? 0) <= this._room;
    if (this._hasty && measured && room && shown.every(({ index }) => nodes.has(items[index].key))) {
      this._tell(shown);
      return [];
    }
    this._begin();
    this._room = this._virtual.getTotalSize();
    const wanted = new Set(shown.map(({ index }) => items[index].key));
    /** @type {HTMLElement[]} */
    const fresh = [];
    let before = this.root.firstElementChild;
    /** @param {Element} node */
    const gone = (node) => !wanted.has(keyOf(node));
    for (const { index } of shown) {
      const item = items[index];
      let node = nodes.get(item.key) ?? null;
      if (!node) {
        for (let at = before; at && gone(at) && !node; at = at.nextElementSibling) if (at instanceof HTMLElement && this.recast(at, item)) node = at;
        if (node) nodes.delete(keyOf(node));
        else node = this._wrap(item);
        node.dataset.key = item.key;
        nodes.set(item.key, node);
        fresh.push(node);
      }
      // what is gone before it is taken out: to put the node before that would have all of it laid out anew
      while (node.parentElement === this.root && before && before !== node && gone(before)) {
        const next = before.nextElementSibling;
        this._drop(keyOf(before));
        before = next;
      }
      if (node.dataset.index !== String(index)) {
        node.dataset.index = String(index);
        this._number(node, index);
      }
      if (node === before) before = node.nextElementSibling;
      else this.root.insertBefore(node, before);
    }
    for (const key of [...nodes.keys()]) if (!wanted.has(key)) this._drop(key);
    this._put(shown);
    this._tell(shown);
    return fresh;
  }

  /** Tell what is first in sight.
   * @param {import("./virtual.js").VirtualItem[]} shown */
  _tell(shown) {
    const top = this._virtual.scrollOffset ?? 0;
    const first = shown.find(({ end }) => end > top);
    this._scrolled(first && first.start < top ? this.items[first.index] : null);
  }

  /** The element of an item.
   * @param {T} item @returns {HTMLElement} */
  _wrap(item) {
    return el("li", {}, this._make(item));
  }

  /** Say which of all the items one is, to those who do not see the others.
   * @param {HTMLElement} node @param {number} index */
  _number(node, index) {
    node.setAttribute("aria-posinset", String(index + 1));
  }

  /** Before what is in sight is laid out. */
  _begin() {
    this.root.style.height = `${this._virtual.getTotalSize()}px`;
  }

  /** Put what is in sight where it belongs: one below the other, so that only the first has to be told where, and what comes after
   * something that is not laid out.
   * @param {import("./virtual.js").VirtualItem[]} shown */
  _put(shown) {
    let from = 0;
    for (const { index, start, end } of shown) {
      const node = this._nodes.get(this.items[index].key);
      if (!node) continue;
      const gap = start - from > CLOSE ? `${start - from}px` : "";
      if (node.style.marginTop !== gap) node.style.marginTop = gap;
      if (node.getAttribute("aria-setsize") !== String(this.items.length)) node.setAttribute("aria-setsize", String(this.items.length));
      from = end;
    }
  }

  /** Go from button to button; of items out of sight too.
   * @param {KeyboardEvent} event @param {number} by */
  walk(event, by) {
    const li = within(event, "li");
    const all = li ? [...li.querySelectorAll("button")] : [];
    const beside = all[all.indexOf(document.activeElement) + by];
    if (beside) {
      beside.focus();
      return;
    }
    // from the list itself to the row that takes part in the order of tabs, else to the first
    const first = li ? null : this.root.querySelector("button[tabindex='0']");
    if (first instanceof HTMLElement) {
      first.focus({ preventScroll: true });
      return;
    }
    const item = this.items[Number(li?.dataset.index ?? -1) + by];
    const buttons = item ? this.show(item.key)?.querySelectorAll("button") : null;
    if (buttons?.length) buttons[by > 0 ? 0 : buttons.length - 1].focus({ preventScroll: true });
  }
}

/** A table of which only the rows in sight are laid out; empty rows keep the room of the others.
 * @template {Item} T
 * @extends {VirtualList<T>} */
export class VirtualTable extends VirtualList {
  /** @param {HTMLElement} box the window in which it scrolls
   * @param {HTMLTableElement} table with its heads and an empty body
   * @param {(item: T) => HTMLTableRowElement} row */
  constructor(box, table, row) {
    super(box, (item) => [row(item)], undefined, table.tBodies[0]);
    this.table = table;
    this._row = row;
    /** @type {HTMLElement[]} */
    this._gaps = [];
    this.covered = TITLES;
  }

  /** @override */
  _options() {
    return { ...super._options(), paddingStart: this.covered ?? TITLES };
  }

  /** @override */
  _look() {
    super._look();
    this.covered = this.table.tHead?.offsetHeight || TITLES;
  }

  /** @override @param {T} item */
  _wrap(item) {
    return this._row(item);
  }

  /** @override @param {HTMLElement} node @param {number} index */
  _number(node, index) {
    node.setAttribute("aria-rowindex", String(index + 2)); // the heads are the first row
  }

  /** @override */
  _begin() {
    for (const gap of this._gaps) gap.remove();
    this._gaps = [];
    this.table.setAttribute("aria-rowcount", String(this.items.length + 1));
  }

  /** @override @param {import("./virtual.js").VirtualItem[]} shown */
  _put(shown) {
    let end = this.covered;
    for (const item of shown) {
      const node = this._nodes.get(this.items[item.index].key);
      if (item.start > end && node) this._gap(item.start - end, node);
      end = item.end;
    }
    if (this._virtual.getTotalSize() > end) this._gap(this._virtual.getTotalSize() - end, null);
  }

  /** @param {number} high @param {HTMLElement | null} before */
  _gap(high, before) {
    const gap = el("tr", { "aria-hidden": "true", class: "gap", style: { height: `${high}px` } });
    this._gaps.push(gap);
    this.root.insertBefore(gap, before);
  }
}
