/** The map on a canvas: zoom, pan, counters, arrows, overlays; it says which hex was chosen. */
import { put, spots } from "./counters.js";
import { PITCH, SIZE } from "./geometry.js";
import { drawArrows } from "./arrows.js";
import { Position } from "./model.js";
import { drawChanges, drawCombat, drawControl, drawDifferences, drawStory, drawSupply, drawZoc } from "./overlays.js";
import { SIDE_COLOURS, every, pen } from "./util.js";

const NEAREST = 1.6;
const PALE = 0.28; // of a stack that is equal on both maps
const SMALL = 0.15; // below this zoom a stack is one square with its number
const READABLE = [0.3, 0.45]; // zoom at which the values of counters can be read, on a small and on a large screen
const CLOSE = 0.62; // zoom at which a combat is shown
const SETTLE = 110; // milliseconds after which the land is drawn anew at the new zoom
const BAR = 40; // pixels at the top that the bar of overlays covers
const RIM = 46; // pixels at the edge in which a hex is not seen well
const FINGER = 24; // pixels of a hex that can be clicked for sure
const PAD = 160; // pixels of land drawn beyond the edges, so that a short drag shows no gap

/** Where an arrow key goes. @type {Record<string, Point>} */
const TURNS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What a map shows before it is told. @type {MapShown} */
const NOTHING = { position: new Position(null), arrows: [], selected: -1, unit: -1, overlays: new Set(), since: null, differing: null, trail: [] };

export class MapView {
  /** `hooks`: `chosen(place)`, `moved(view)`, `hovered(place)`.
   * @param {HTMLCanvasElement} canvas @param {Game} game @param {Geometry} geometry @param {Ground} ground @param {Counters} counters @param {Hooks} hooks */
  constructor(canvas, game, geometry, ground, counters, hooks) {
    this.canvas = canvas;
    this.game = game;
    this.geo = geometry;
    this.ground = ground;
    this.counters = counters;
    this.hooks = hooks;
    this.ctx = pen(canvas, true);
    this.land = document.createElement("canvas");
    /** @type {View} */
    this.view = { x: 0, y: 0, z: 0.2 };
    /** Where the land was drawn. @type {View | null} */
    this._drawn = null;
    /** Pixels of land beyond the edges: none in the first picture, which is seen the sooner; the land is drawn anew as soon as the view
     * has settled. */
    this._pad = 0;
    /** @type {MapShown} */
    this.shown = NOTHING;
    /** Whether the first picture is still to come. */
    this.waits = true;
    this.ratio = 1;
    this.plays = false;
    /** Its size when it was seen last (a printed page hides it): to ask the canvas has the browser lay out the page. */
    this.size = [1, 1];
    /** False while it lies out of sight and need not be drawn; noted when it changes, as its size is. */
    this.seen = false;
    this.lettered = true;
    /** @type {Map<number, MapRow>} */
    this._maps = new Map();
    this.theme = "light";
    this.cursor = -1;
    this._hover = -1;
    this._dragged = false;
    this._stale = true;
    /** The frame in which it will be drawn, 0 for none. */
    this._asked = 0;
    /** @type {Map<number, Point>} */
    this._pointers = new Map();
    this._wire();
  }

  // ------------------------------------------------------------------ what is shown
  /** `shown`: `{position, arrows, spots, selected, unit, overlays, since, differing, moves}`; see desk.js.
   * @param {MapShown} shown */
  show(shown) {
    const clip = this.clipOf(shown.position);
    const first = this.shown === NOTHING;
    const other = !first && this.clipOf(this.shown.position) !== clip;
    this.shown = shown;
    if (first) this.fit();
    if (other) this._stale = true;
    this.draw();
  }

  /** What the map table says of a position. Made once a row; rows with the same hexes in play share one array.
   * @param {Position} position */
  map(position) {
    const number = position.scalar("map");
    const known = this._maps.get(number);
    if (known) return known;

    const [clip, outlines, objectives, flags] = this.game.tables.maps[number] ?? [[], [], [], []];
    const same = [...this._maps.values()].find((row) => row.clip.length === clip.length && row.clip.every((hex, i) => hex === clip[i]));
    const rims = new Path2D();
    for (const place of objectives) if (place < this.geo.count) this.geo.hexPath(rims, place, 0.92);
    const drawn = outlines.filter(([, kind]) => kind !== "edge").map(([, kind, hexes]) => ({ kind, path: this.geo.outline(new Set(hexes.filter((hex) => hex < this.geo.count))) }));
    const row = { clip: same?.clip ?? clip, outlines: drawn, objectives, rims, flags };
    this._maps.set(number, row);
    return row;
  }

  /** @param {Position} position */
  clipOf(position) {
    return this.map(position).clip;
  }

  /** @param {string} theme */
  setTheme(theme) {
    this.theme = theme;
    this._stale = true;
    this.draw();
  }

  // ------------------------------------------------------------------ the view
  get width() {
    return this.size[0];
  }

  get height() {
    return this.size[1];
  }

  get least() {
    const [x0, y0, x1, y1] = this.geo.box;
    return Math.min(this.width / (x1 - x0), this.height / (y1 - y0)) * 0.85;
  }

  resize() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.seen = this.canvas.clientWidth > 0;
    this.size = [this.canvas.clientWidth || this.width, this.canvas.clientHeight || this.height];
    const [w, h] = [Math.round(this.width * ratio), Math.round(this.height * ratio)];
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w;
      this.canvas.height = h;
      this._blank();
      this._stale = true;
    }
    this.ratio = ratio;
    this.draw();
  }

  /** Show the hexes in play, or the given ones.
   * @param {number[] | null} places */
  fit(places = null) {
    const clip = this.clipOf(this.shown.position);
    const wanted = places?.length ? places : clip.length ? clip : null;
    let box = [...this.geo.box];
    if (wanted) {
      box = [Infinity, Infinity, -Infinity, -Infinity];
      for (const place of wanted) {
        if (place >= this.geo.count) continue;
        const [x, y] = this.geo.centre(place);
        box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
      }
      const room = places?.length ? PITCH * 2.2 : PITCH * 0.75;
      box = [box[0] - room, box[1] - room, box[2] + room, box[3] + room];
    }
    if (!Number.isFinite(box[0])) return;
    const bar = this.height > 300 ? BAR : 0;
    const z = Math.min(this.width / (box[2] - box[0]), (this.height - bar) / (box[3] - box[1]), places?.length ? 0.55 : NEAREST);
    this.go({ x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2 - bar / 2 / z, z });
  }

  /** Whether a hex is seen, and not at the rim.
   * @param {number} place */
  sees(place) {
    const [x, y] = this.toScreen(this.geo.centre(place));
    return x >= RIM && y >= RIM && x <= this.width - RIM && y <= this.height - RIM;
  }

  /** Move the view only if one of these hexes cannot be seen well.
   * @param {number[]} places */
  reveal(places) {
    const here = places.filter((place) => place >= 0 && place < this.geo.count);
    if (!here.length) return;
    if (here.every((place) => this.sees(place))) return;
    const xs = here.map((place) => this.geo.centre(place)[0]);
    const ys = here.map((place) => this.geo.centre(place)[1]);
    const [wide, high] = [Math.max(...xs) - Math.min(...xs) + 3 * PITCH, Math.max(...ys) - Math.min(...ys) + 3 * PITCH];
    const z = Math.min(this.view.z, this.width / wide, this.height / high);
    this.go({ x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2, z });
  }

  /** Go to these hexes, near enough to read the counters; stay if the view is that near already and they are seen.
   * @param {number[]} places */
  approach(places) {
    const here = places.filter((place) => place >= 0 && place < this.geo.count);
    if (!here.length) return;
    const near = Math.min(READABLE[1], Math.max(READABLE[0], this.width / 2400));
    if (this.view.z >= near) {
      this.reveal(here);
      return;
    }
    const [xs, ys] = [0, 1].map((k) => here.map((place) => this.geo.centre(place)[k]));
    const [wide, high] = [Math.max(...xs) - Math.min(...xs) + 3 * PITCH, Math.max(...ys) - Math.min(...ys) + 3 * PITCH];
    const z = Math.max(this.view.z, Math.min(near, this.width / wide, this.height / high));
    this.go({ x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2, z });
  }

  /** Frame these hexes so that the counters can be read, however near or far the view was; no paper where there is land.
   * @param {number[]} places */
  frame(places) {
    const here = places.filter((place) => place >= 0 && place < this.geo.count);
    if (!here.length) return;
    const [xs, ys] = [0, 1].map((k) => here.map((place) => this.geo.centre(place)[k]));
    const [wide, high] = [Math.max(...xs) - Math.min(...xs) + 3.4 * PITCH, Math.max(...ys) - Math.min(...ys) + 3.4 * PITCH];
    const z = Math.max(this.least, Math.min(CLOSE, this.width / wide, this.height / high));
    const [x0, y0, x1, y1] = this.geo.box;
    /** @param {number} at @param {number} low @param {number} high @param {number} half */
    const within = (at, low, high, half) => (high - low < 2 * half ? (low + high) / 2 : Math.min(Math.max(at, low + half), high - half));
    this.go({ x: within((Math.min(...xs) + Math.max(...xs)) / 2, x0, x1, this.width / 2 / z), y: within((Math.min(...ys) + Math.max(...ys)) / 2, y0, y1, this.height / 2 / z), z });
  }

  /** @param {View} view */
  go(view, silent = false) {
    const [x0, y0, x1, y1] = this.geo.box;
    this.view = {
      x: Math.min(Math.max(view.x, x0), x1),
      y: Math.min(Math.max(view.y, y0), y1),
      z: Math.min(Math.max(view.z, this.least), NEAREST),
    };
    this._settle();
    this.draw();
    if (!silent) this.hooks.moved?.(this.view);
  }

  /** @param {number} factor */
  zoom(factor, at = /** @type {Point} */ ([this.width / 2, this.height / 2])) {
    const [mx, my] = this.toMap(at);
    const z = Math.min(Math.max(this.view.z * factor, this.least), NEAREST);
    this.go({ x: mx - (at[0] - this.width / 2) / z, y: my - (at[1] - this.height / 2) / z, z });
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.go({ ...this.view, x: this.view.x + dx / this.view.z, y: this.view.y + dy / this.view.z });
  }

  /** @param {Point} at @returns {Point} */
  toMap([sx, sy]) {
    return [this.view.x + (sx - this.width / 2) / this.view.z, this.view.y + (sy - this.height / 2) / this.view.z];
  }

  /** @param {Point} at @returns {Point} */
  toScreen([x, y]) {
    return [(x - this.view.x) * this.view.z + this.width / 2, (y - this.view.y) * this.view.z + this.height / 2];
  }

  // ------------------------------------------------------------------ drawing
  draw() {
    if (!this._asked) this._asked = requestAnimationFrame(() => this.paint());
  }

  /** What is drawn: the view at whole pixels of the screen, by which a browser moves the land that was drawn before in a seventh of
   * the time and keeps it sharp. */
  get _whole() {
    const { x, y, z } = this.view;
    const pixels = z * this.ratio;
    return { x: Math.round(x * pixels) / pixels, y: Math.round(y * pixels) / pixels, z };
  }

  /** Paper and nothing on it. Cleared first, so that the browser forgets pictures that were never shown. */
  _blank() {
    const { ctx, canvas } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    ctx.fillStyle = this.game.data.draw.themes[this.theme].paper;
    ctx.fillRect(0, 0, canvas.width, canvas.height);
  }

  /** Draw now; what was to be drawn in the next frame is drawn with it. */
  paint() {
    cancelAnimationFrame(this._asked);
    this._asked = 0;
    if (this.shown === NOTHING || !this.canvas.width || !this.seen) return;
    const { ctx, ratio } = this;
    const view = this._whole;
    if (this._stale || !this._drawn) this._paintLand();
    const drawn = this._drawn ?? view;
    this._blank();
    const k = view.z / drawn.z;
    const pad = Math.round(this._pad * ratio) * k;
    const way = [(drawn.x - view.x) * view.z * ratio, (drawn.y - view.y) * view.z * ratio];
    const [dx, dy] = k === 1 ? way.map(Math.round) : way; // both are of whole pixels, so that this takes off what a sum of fractions left
    const [w, h] = [this.canvas.width * k, this.canvas.height * k];
    const left = this.canvas.width / 2 - w / 2 + dx - pad;
    const top = this.canvas.height / 2 - h / 2 + dy - pad;
    ctx.drawImage(this.land, left, top, w + 2 * pad, h + 2 * pad);
    ctx.setTransform(view.z * ratio, 0, 0, view.z * ratio, this.canvas.width / 2, this.canvas.height / 2);
    ctx.translate(-view.x, -view.y);
    this.counters.begin();
    this._paintGame(ctx);
    if (this.counters.late && !this.counters.coarse) this.draw();
  }

  _paintLand() {
    const { ratio, _whole: view } = this;
    this._pad = this._drawn ? PAD : 0;
    const pad = Math.round(this._pad * ratio);
    this.land.width = this.canvas.width + 2 * pad;
    this.land.height = this.canvas.height + 2 * pad;
    const ctx = pen(this.land, true);
    ctx.fillStyle = this.game.data.draw.themes[this.theme].paper;
    ctx.fillRect(0, 0, this.land.width, this.land.height);
    ctx.setTransform(view.z * ratio, 0, 0, view.z * ratio, this.land.width / 2, this.land.height / 2);
    ctx.translate(-view.x, -view.y);
    const [w, h] = [this.width / 2 + this._pad, this.height / 2 + this._pad];
    const box = [view.x - w / view.z, view.y - h / view.z, view.x + w / view.z, view.y + h / view.z];
    this.ground.paint(ctx, view.z, box, this.theme, this.clipOf(this.shown.position), this.lettered);
    this._drawn = { ...view };
    this._stale = false;
  }

  /** Draw the land anew when the view has stood still for a while; not before the first picture, which would wait for it. */
  _settle() {
    clearTimeout(this._timer);
    if (this.waits) return;
    this.counters.coarse = true;
    this._timer = setTimeout(() => {
      this._stale = true;
      this.counters.coarse = false;
      this.draw();
    }, SETTLE);
  }

  /** The first picture has been seen: from now on the land is drawn anew when the view has settled. */
  begin() {
    this.waits = false;
    this._settle();
  }

  /** @param {Ctx} ctx */
  _paintGame(ctx) {
    const { shown, game } = this;
    const { position, overlays } = shown;
    const theme = game.data.draw.themes[this.theme];
    const map = this.map(position);
    ctx.lineJoin = ctx.lineCap = "round";
    if (overlays.has("control")) drawControl(ctx, this, position);
    if (overlays.has("zoc")) drawZoc(ctx, this, position);
    this._objectives(ctx, theme, map);
    this._flags(ctx, position, map);
    for (const [a, b, how] of position.marks.values()) if (b >= 0) this.ground.bridge(ctx, theme, a, b, how);
    if (overlays.has("supply")) drawSupply(ctx, this, position);
    if (shown.unit >= 0) this._trail(ctx, shown);
    drawArrows(ctx, this, shown.arrows.filter(([kind]) => kind !== "attack" && kind !== "support"));
    this._stacks(ctx, position);
    this._tokens(ctx, position);
    drawArrows(ctx, this, shown.arrows.filter(([kind]) => kind === "attack" || kind === "support"));
    if (shown.combat) drawCombat(ctx, this, shown.combat, shown.when ?? null);
    if (shown.story) drawStory(ctx, this, shown.story);
    if (overlays.has("changes") && shown.since) drawChanges(ctx, this, shown.since, position);
    if (shown.differing) drawDifferences(ctx, this, shown.differing, shown.held ?? new Set());
    if (shown.marks) this._marks(ctx, shown.marks);
    this._notes(ctx, shown.drawn ?? []);
    for (const place of shown.spots ?? []) this._ring(ctx, place, theme.objective, 6, [14, 8]);
    if (shown.selected >= 0) this._ring(ctx, shown.selected, this.theme === "dark" ? "#fff" : "#111", 8);
    if (this.cursor >= 0 && document.activeElement === this.canvas) this._ring(ctx, this.cursor, "#0072b2", 7, [10, 8]);
  }

  /** What notes draw: arrows, and rings round hexes.
   * @param {Ctx} ctx @param {Drawn[]} rows */
  _notes(ctx, rows) {
    for (const [kind, ...places] of rows) {
      const seen = places.filter((place) => place < this.geo.count);
      if (kind === "arrow" && seen.length > 1) drawArrows(ctx, this, [["note", "", ...seen]]);
      else for (const place of seen) this._ring(ctx, place, this.theme === "dark" ? "#d9a6f2" : "#7a2fa0", 13);
    }
  }

  /** What may be chosen at the table: a dotted rim and a dot; what is chosen: a full one; ways as lines.
   * @param {Ctx} ctx @param {TableMarks} marks */
  _marks(ctx, { open, chosen, ways, costs, refused }) {
    const colour = this.theme === "dark" ? "#7cc4ff" : "#00578a";
    ctx.fillStyle = colour;
    for (const place of open) {
      if (place >= this.geo.count || !this.visible(place)) continue;
      const path = new Path2D();
      this.geo.hexPath(path, place, 0.9);
      ctx.globalAlpha = 0.16;
      ctx.fill(path);
      ctx.globalAlpha = 1;
      this._ring(ctx, place, colour, 5, [4, 9]);
      const [x, y] = this.geo.centre(place);
      const cost = this.view.z >= SMALL ? costs?.get(place) : null;
      ctx.beginPath();
      ctx.arc(x, y - (this.geo.flat ? 62 : 74), cost ? 22 : Math.max(7, 3 / this.view.z), 0, 7);
      ctx.fill();
      if (!cost) continue;
      ctx.fillStyle = this.theme === "dark" ? "#10151a" : "#fff";
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.font = "700 27px system-ui, sans-serif";
      ctx.fillText(cost, x, y - (this.geo.flat ? 62 : 74) + 1);
      ctx.fillStyle = colour;
    }
    for (const place of refused) this._crossed(ctx, place, this.theme === "dark" ? "#ff8f7a" : "#a3200f");
    for (const place of chosen) this._ring(ctx, place, "#e69f00", 11);
    ctx.strokeStyle = "#e69f00";
    ctx.lineWidth = Math.max(12, 3 / this.view.z);
    for (const way of ways) {
      const seen = way.filter((place) => place >= 0 && place < this.geo.count);
      if (seen.length < 2) continue;
      ctx.beginPath();
      seen.forEach((place, k) => (k ? ctx.lineTo(...this.geo.centre(place)) : ctx.moveTo(...this.geo.centre(place))));
      ctx.stroke();
      this._ring(ctx, seen[seen.length - 1], "#e69f00", 11);
    }
  }

  /** What was refused: a rim and a cross. @param {Ctx} ctx @param {number} place @param {string} colour */
  _crossed(ctx, place, colour) {
    this._ring(ctx, place, colour, 9);
    const [x, y] = this.geo.centre(place);
    const arm = SIZE * 0.45;
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(9, 2 / this.view.z);
    ctx.beginPath();
    for (const turn of [-1, 1]) {
      ctx.moveTo(x - arm, y - turn * arm);
      ctx.lineTo(x + arm, y + turn * arm);
    }
    ctx.stroke();
  }

  /** @param {Ctx} ctx @param {number} place @param {string} colour @param {number} wide @param {number[]} [dash] */
  _ring(ctx, place, colour, wide, dash = []) {
    if (place < 0 || place >= this.geo.count) return;
    const path = new Path2D();
    this.geo.hexPath(path, place, 0.95);
    ctx.setLineDash(dash);
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(wide, 2 / this.view.z);
    ctx.stroke(path);
    ctx.setLineDash([]);
  }

  /** @param {Ctx} ctx @param {Theme} theme @param {MapRow} map */
  _objectives(ctx, theme, map) {
    for (const { kind, path } of map.outlines) {
      ctx.strokeStyle = kind === "objective" ? theme.objective : theme.zone;
      ctx.lineWidth = 7;
      if (this.view.z >= SMALL) ctx.setLineDash([10, 8]); // the gaps between their round ends cannot be seen on a smaller map
      ctx.stroke(path);
      ctx.setLineDash([]);
    }
    ctx.globalAlpha = 0.14;
    ctx.fillStyle = theme.objective;
    ctx.fill(map.rims);
    ctx.globalAlpha = 1;
    ctx.strokeStyle = theme.objective;
    ctx.lineWidth = 6;
    ctx.stroke(map.rims);
    if (this.view.z < SMALL) return;
    ctx.fillStyle = theme.objective;
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = 2.4;
    for (const place of map.objectives) {
      if (place >= this.geo.count) continue;
      const [x, y] = this.geo.centre(place);
      star(ctx, x - (this.geo.flat ? 52 : 40), y - (this.geo.flat ? 52 : 68), 15);
    }
  }

  /** @param {Ctx} ctx @param {Position} position @param {MapRow} map */
  _flags(ctx, position, map) {
    if (this.view.z < SMALL) return;
    for (const place of map.flags) {
      const side = position.control.get(place);
      if (!side || place >= this.geo.count) continue;
      const [x, y] = [this.geo.centre(place)[0] + 28, this.geo.centre(place)[1] - 72];
      ctx.strokeStyle = "#16140f";
      ctx.lineWidth = 4;
      ctx.beginPath();
      ctx.moveTo(x, y + 16);
      ctx.lineTo(x, y - 12);
      ctx.stroke();
      ctx.fillStyle = SIDE_COLOURS[side] ?? SIDE_COLOURS[0];
      ctx.lineWidth = 1.6;
      ctx.beginPath();
      ctx.moveTo(x, y - 12);
      ctx.lineTo(x + 27, y - 3);
      ctx.lineTo(x, y + 7);
      ctx.closePath();
      ctx.fill();
      ctx.stroke();
    }
  }

  /** @param {Ctx} ctx @param {Position} position */
  _stacks(ctx, position) {
    const places = [...position.stacks.keys()].filter((place) => place < this.geo.count && this.visible(place));
    places.sort((a, b) => this.geo.centre(a)[1] - this.geo.centre(b)[1]);
    // every counter is asked for before the first one is put: see Sheet in counters.js
    const all = places.map((place) => this._stack(place, position));
    all.forEach((stack, i) => {
      ctx.globalAlpha = this.shown.equal?.has(places[i]) ? PALE : 1;
      stack(ctx);
    });
    ctx.globalAlpha = 1;
  }

  /** @param {number} place */
  visible(place) {
    const [x, y] = this.toScreen(this.geo.centre(place));
    const rim = SIZE * this.view.z * 1.6;
    return x > -rim && y > -rim && x < this.width + rim && y < this.height + rim;
  }

  /** How a stack is drawn.
   * @param {number} place @param {Position} position @returns {(ctx: Ctx) => void} */
  _stack(place, position) {
    const pieces = position.stacks.get(place) ?? [];
    const [cx, cy] = this.geo.centre(place);
    const { z } = this.view;
    if (z < SMALL) {
      const wide = Math.min(PITCH * 0.86, Math.max(PITCH * 0.6, 10 / z));
      const sprite = this.counters.tiny(position.faces.get(pieces[0]) ?? 0, this.game.sideOf(pieces[0]), pieces.length, wide * z * this.ratio);
      return (ctx) => put(ctx, sprite, cx - wide / 2, cy - wide / 2, wide);
    }
    const most = 9;
    const shown = pieces.length > most ? pieces.slice(0, most - 1) : pieces;
    const [side, where] = spots(Math.min(pieces.length, most), PITCH);
    const up = this.geo.flat ? 0 : SIZE * 0.04;
    const sprites = shown.map((piece) => this.counters.sprite(piece, position.faces.get(piece) ?? 0, side * z * this.ratio));
    return (ctx) => {
      sprites.forEach((sprite, i) => {
        const [dx, dy] = where[i];
        put(ctx, sprite, cx + dx, cy + dy - up, side);
        if (shown[i] === this.shown.unit) {
          ctx.strokeStyle = "#e69f00";
          ctx.lineWidth = 7;
          ctx.strokeRect(cx + dx - 2, cy + dy - up - 2, side + 4, side + 4);
        }
      });
      if (pieces.length > most) {
        const [dx, dy] = where[most - 1];
        ctx.fillStyle = "rgba(43,38,32,.88)";
        ctx.fillRect(cx + dx, cy + dy - up, side, side);
        ctx.fillStyle = "#fffdf5";
        ctx.textAlign = "center";
        ctx.textBaseline = "middle";
        ctx.font = `600 ${side * 0.45}px system-ui, sans-serif`;
        ctx.fillText(`+${pieces.length - most + 1}`, cx + dx + side / 2, cy + dy - up + side / 2);
      }
    };
  }

  /** @param {Ctx} ctx @param {Position} position */
  _tokens(ctx, position) {
    if (this.view.z < SMALL) return;
    const here = new Map();
    for (const [a, b, kind, text] of position.marks.values()) {
      if (b >= 0 || a >= this.geo.count) continue;
      const n = here.get(a) ?? 0;
      here.set(a, n + 1);
      const [x, y] = [this.geo.centre(a)[0] - 58 + n * 34, this.geo.centre(a)[1] + 40];
      ctx.fillStyle = "#f7f2e3";
      ctx.strokeStyle = "#9c2a1c";
      ctx.lineWidth = 3.5;
      ctx.beginPath();
      ctx.arc(x, y, 16, 0, 7);
      ctx.fill();
      ctx.stroke();
      ctx.fillStyle = "#2b2620";
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.font = "600 17px system-ui, sans-serif";
      ctx.fillText(text || kind.slice(0, 1).toUpperCase(), x, y + 1);
    }
  }

  /** Where the chosen unit went, up to here.
   * @param {Ctx} ctx @param {MapShown} shown */
  _trail(ctx, shown) {
    const places = shown.trail ?? [];
    if (places.length < 2) return;
    ctx.strokeStyle = "#e69f00";
    ctx.globalAlpha = 0.85;
    ctx.lineWidth = 9;
    ctx.setLineDash([2, 16]);
    ctx.beginPath();
    places.forEach((place, k) => {
      const at = this.geo.centre(place);
      k ? ctx.lineTo(...at) : ctx.moveTo(...at);
    });
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }

  // ------------------------------------------------------------------ hands
  _wire() {
    const { canvas } = this;
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), this._at(event));
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this._pointers.set(event.pointerId, this._at(event));
      this._dragged = false;
    });
    canvas.addEventListener("pointermove", (event) => this._move(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      canvas.addEventListener(end, (event) => {
        const was = this._pointers.delete(event.pointerId);
        if (was && end === "pointerup" && !this._dragged && !this._pointers.size) this._click(this._at(event));
      });
    }
    canvas.addEventListener("dblclick", (event) => this.plays || this.zoom(1.7, this._at(event)));
    canvas.addEventListener("keydown", (event) => this._key(event));
    for (const end of ["focus", "blur"]) canvas.addEventListener(end, () => this.draw());
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  /** @param {MouseEvent} event @returns {Point} */
  _at(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const before = this._pointers.get(event.pointerId);
    const now = this._at(event);
    if (!before) {
      const place = this.geo.hexAt(...this.toMap(now));
      if (place !== this._hover) this.hooks.hovered?.(place);
      this._hover = place;
      return;
    }
    const other = [...this._pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const [was, is] = [Math.hypot(before[0] - other[0], before[1] - other[1]), Math.hypot(now[0] - other[0], now[1] - other[1])];
      this._dragged = true;
      if (was > 0) this.zoom(is / was, [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
    } else if (this._dragged || Math.hypot(now[0] - before[0], now[1] - before[1]) > 4) {
      this._dragged = true;
      this.pan(before[0] - now[0], before[1] - now[1]);
    } else return;
    this._pointers.set(event.pointerId, now);
  }

  /** @param {Point} at */
  _click(at) {
    const place = this.geo.hexAt(...this.toMap(at));
    if (this.plays && place >= 0 && PITCH * this.view.z < FINGER) {
      this.approach([place]); // too small to be meant: the first click comes near, the second one chooses
      return;
    }
    this.cursor = place;
    this.hooks.chosen(place);
  }

  /** Arrow keys move a cursor from hex to hex, Enter chooses.
   * @param {KeyboardEvent} event */
  _key(event) {
    const turn = TURNS[event.key];
    if (event.key === "Enter" && this.cursor >= 0) this.hooks.chosen(this.cursor);
    else if (turn && !event.altKey && !event.ctrlKey && !event.metaKey) {
      if (this.cursor < 0) this.cursor = this.geo.hexAt(this.view.x, this.view.y);
      else {
        const [x, y] = this.geo.centre(this.cursor);
        const ranked = this.geo.neighbours(this.cursor).map((n) => {
          const [a, b] = this.geo.centre(n);
          return [((a - x) * turn[0] + (b - y) * turn[1]) / PITCH, n];
        });
        const best = ranked.sort((p, q) => q[0] - p[0])[0];
        if (best && best[0] > 0.4) this.cursor = best[1];
      }
      if (this.cursor >= 0) {
        this.reveal([this.cursor]);
        this.hooks.hovered?.(this.cursor, true);
      }
      this.draw();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {Ctx} ctx @param {number} x @param {number} y @param {number} r */
function star(ctx, x, y, r) {
  ctx.beginPath();
  for (let k = 0; k < 10; k++) {
    const reach = k % 2 ? r * 0.42 : r;
    const angle = (k * Math.PI) / 5 - Math.PI / 2;
    ctx.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
  }
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
}
