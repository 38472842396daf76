/** The game as data: positions at any frame of the tree, what happened, and how to find it. Draws nothing. */
import { find, plain, words } from "./finding.js";

const EVERY = 128; // decisions between positions that are kept: to keep one costs more than to go on by a hundred
const RECENT = 48;

export const SCALARS = ["turn", "phase", "side", "map", "tracks", "winner", "level", "asked", "prompt", "promptRule"];
const GENESIS = 0;
const RULING = 4; // kind of a frame in which a referee or the table corrects the position

/** One position as it is shown; see replays/viewer/moment.py for the tables. */
export class Position {
  /** Place -> pieces, the top one first.
   * @type {Map<number, number[]>} */
  stacks;
  /** Piece -> number of its face.
   * @type {Map<number, number>} */
  faces;
  /** Piece -> number of its notes.
   * @type {Map<number, number>} */
  notes;
  /** Piece -> steps left.
   * @type {Map<number, number>} */
  steps;
  /** Piece -> number of its line of supply.
   * @type {Map<number, number>} */
  supply;
  /** Place -> side.
   * @type {Map<number, number>} */
  control;
  /** `a.b.word` -> marker.
   * @type {Map<string, Mark>} */
  marks;
  /** `side.place` -> pieces.
   * @type {Map<string, number[]>} */
  zoc;
  /** Number of a series -> value.
   * @type {Map<number, number>} */
  series;
  /** SCALARS.
   * @type {number[]} */
  x;
  /** Numbers of the blocks beside the map.
   * @type {number[]} */
  blocks;
  /** Piece -> place, once it was asked for.
   * @type {Map<number, number> | null} */
  _at = null;

  /** Tables that no other position shares.
   * @type {Set<Map<any, any>>} */
  _own = new Set();

  /** @param {Position | null} from its tables are shared until one of the two changes */
  constructor(from) {
    this.stacks = from?.stacks ?? new Map();
    this.faces = from?.faces ?? new Map();
    this.notes = from?.notes ?? new Map();
    this.steps = from?.steps ?? new Map();
    this.supply = from?.supply ?? new Map();
    this.control = from?.control ?? new Map();
    this.marks = from?.marks ?? new Map();
    this.zoc = from?.zoc ?? new Map();
    this.series = from?.series ?? new Map();
    this.x = from ? from.x : [];
    this.blocks = from ? from.blocks : [];
    from?._own.clear();
  }

  /** A table that may be changed.
   * @template K, V
   * @param {Map<K, V>} table @returns {Map<K, V>} */
  _mine(table) {
    if (this._own.has(table)) return table;
    const mine = new Map(table);
    this._own.add(mine);
    return mine;
  }

  /** Change this position by a frame's delta.
   * @param {Delta} d */
  apply(d) {
    if (d.s) this.stacks = this._mine(this.stacks);
    if (d.z) this.zoc = this._mine(this.zoc);
    if (d.m) this.marks = this._mine(this.marks);
    if (d.f) this.faces = this._mine(this.faces);
    if (d.n) this.notes = this._mine(this.notes);
    if (d.g) this.steps = this._mine(this.steps);
    if (d.u) this.supply = this._mine(this.supply);
    if (d.c) this.control = this._mine(this.control);
    if (d.v) this.series = this._mine(this.series);
    for (const [place, ...pieces] of d.s ?? []) pieces.length ? this.stacks.set(place, pieces) : this.stacks.delete(place);
    for (const [key, ...pieces] of d.z ?? []) pieces.length ? this.zoc.set(key, pieces) : this.zoc.delete(key);
    for (const [key, ...mark] of d.m ?? []) mark.length ? this.marks.set(key, /** @type {Mark} */ (mark)) : this.marks.delete(key);
    pairs(this.faces, d.f);
    pairs(this.notes, d.n);
    pairs(this.steps, d.g);
    pairs(this.supply, d.u);
    pairs(this.control, d.c);
    pairs(this.series, d.v, null);
    if (d.x) this.x = d.x;
    if (d.b) this.blocks = d.b;
    this._at = null;
    return this;
  }

  /** Piece -> place of all pieces in play. @returns {Map<number, number>} */
  get at() {
    if (this._at === null) {
      this._at = new Map();
      for (const [place, pieces] of this.stacks) for (const piece of pieces) this._at.set(piece, place);
    }
    return this._at;
  }

  /** @param {string} name */
  scalar(name) {
    return this.x[SCALARS.indexOf(name)] ?? 0;
  }
}

/** Take `key, value` pairs into a map; the value `gone` takes an entry away.
 * @param {Map<number, number>} map @param {(number | null)[] | undefined} flat @param {number | null} gone */
function pairs(map, flat, gone = -1) {
  if (!flat) return;
  for (let i = 0; i < flat.length; i += 2) {
    const [key, value] = [flat[i], flat[i + 1]];
    if (key === null) continue;
    if (value === gone || value === null) map.delete(key);
    else map.set(key, value);
  }
}

export class Game {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    this.board = data.board;
    this.pieces = data.pieces;
    this.tables = data.tables;
    this.frames = data.frames;
    this.sides = data.game.sides;
    /** @type {number[][]} */
    this.scalars = [];
    /** @type {number[]} */
    this.depth = [];
    /** @type {Map<number, number[]>} */
    this.children = new Map();
    /** @type {Map<number, Position>} */
    this._kept = new Map();
    /** @type {Map<number, Position>} */
    this._recent = new Map();
    /** @type {About[]} */
    this._found = [];
    /** Label of a place in capitals -> the place, once one was looked for. @type {Map<string, number> | null} */
    this._labels = null;
    /** What names a frame, once it was asked for. @type {Map<number, { seq: number, text: string }[]> | null} */
    this._said = null;
    this._index(0);
  }

  /** Take in what the server says was added.
   * @param {Growth} more */
  grow(more) {
    const from = this.frames.length;
    if (more.from !== from) throw new Error("the growth does not continue what is here");
    this.frames.push(...more.frames);
    for (const [name, rows] of Object.entries(more.tables)) this.tables[name].push(...rows);
    this.data.turnings.push(...more.turnings);
    for (const [seq, shown] of Object.entries(more.opened)) this.frames[Number(seq)].q = shown;
    this.data.lines = more.lines;
    this.data.game = more.game;
    if (more.verdict) this.data.verdict = more.verdict;
    this._index(from);
  }

  /** @param {number} from */
  _index(from) {
    this._said = null;
    for (let seq = from; seq < this.frames.length; seq++) {
      const frame = this.frames[seq];
      if (!frame) continue;
      this.depth[seq] = seq === 0 ? 0 : this.depth[frame.p] + 1;
      this.scalars[seq] = frame.d.x ?? this.scalars[frame.p];
      if (seq > 0) {
        const born = this.children.get(frame.p);
        if (born) born.push(seq);
        else this.children.set(frame.p, [seq]);
      }
    }
  }

  // ------------------------------------------------------------------ the tree
  /** True for the number of a frame that has a position.
   * @param {number | null} seq @returns {seq is number} */
  is(seq) {
    return seq !== null && Number.isInteger(seq) && seq >= 0 && seq < this.frames.length && this.frames[seq] !== null;
  }

  /** Frames from the set-up to `seq`.
   * @param {number} seq */
  path(seq) {
    const out = [];
    for (let at = seq; at >= 0; at = this.frames[at].p) out.push(at);
    return out.reverse();
  }

  get heads() {
    return this.data.lines.heads;
  }

  get head() {
    return this.heads[this.data.lines.current];
  }

  /** The end of the line that a frame is shown on: the named line it lies on (the current one first), else the newest
   * end of what grew from it.
   * @param {number} seq */
  tipFor(seq) {
    const names = [this.data.lines.current, ...Object.keys(this.heads)];
    for (const name of names) if (this.isAncestor(seq, this.heads[name])) return this.heads[name];
    let at = seq;
    for (let next = this.children.get(at); next; next = this.children.get(at)) at = next[next.length - 1];
    return at;
  }

  /** @param {number} early @param {number} late */
  isAncestor(early, late) {
    while (this.depth[late] > this.depth[early]) late = this.frames[late].p;
    return early === late;
  }

  /** Last frame that two lines share.
   * @param {number} one @param {number} two */
  fork(one, two) {
    while (one !== two) {
      if (this.depth[one] >= this.depth[two]) one = this.frames[one].p;
      else two = this.frames[two].p;
    }
    return one;
  }

  /** Every frame at which something ends: heads of lines and tips of what was undone. */
  tips() {
    const standing = new Set(Object.values(this.heads));
    const out = [];
    for (let seq = 0; seq < this.frames.length; seq++) {
      if (this.frames[seq] && (standing.has(seq) || !this.children.has(seq))) out.push(seq);
    }
    return out;
  }

  /** @param {number} seq */
  namesAt(seq) {
    return Object.keys(this.heads).filter((name) => this.heads[name] === seq);
  }

  /** What the table or the referee did about a frame: rulings and other entries in whose words it is named.
   * @param {number} seq */
  saidAbout(seq) {
    this._said ??= this._sayings();
    return this._said.get(seq) ?? [];
  }

  /** Frame -> what names it: entries of the log that change no position, rewinds apart, and rulings. */
  _sayings() {
    /** @type {Map<number, { seq: number, text: string }[]>} */
    const said = new Map();
    const all = this.data.turnings.filter((turning) => turning.kind !== "rewind").map((turning) => ({ seq: turning.seq, text: [turning.decision, turning.outcome?.length ? `(${turning.outcome.join("; ")})` : ""].filter(Boolean).join(" ") }));
    this.frames.forEach((frame, seq) => frame?.k === RULING && all.push({ seq, text: frame.w }));
    for (const one of all.sort((a, b) => a.seq - b.seq)) {
      for (const about of new Set([...one.text.matchAll(/#(\d+)/g)].map(([, number]) => Number(number)))) {
        if (about !== one.seq) said.set(about, [...(said.get(about) ?? []), one]);
      }
    }
    return said;
  }

  /** The turning that undid a frame, null when it stands on some line.
   * @param {number} seq @returns {Pick<Turning, "seq"> & Partial<Turning> | null} */
  undoneBy(seq) {
    const by = this.data.lines.undone[seq];
    return by === undefined ? null : this.data.turnings.find((turning) => turning.seq === by) ?? { seq: by };
  }

  // ------------------------------------------------------------------ positions
  /** The position after a frame. Do not change it: it is shared.
   * @param {number} seq */
  at(seq) {
    const known = this._recent.get(seq) ?? this._kept.get(seq);
    if (known) return known;
    const todo = [];
    let at = seq;
    let from = null;
    while (at >= 0) {
      from = this._recent.get(at) ?? this._kept.get(at) ?? null;
      if (from) break;
      todo.push(at);
      at = this.frames[at].p;
    }
    const position = new Position(from);
    for (const step of todo.reverse()) {
      position.apply(this.frames[step].d);
      if (this.depth[step] % EVERY === 0 && !this._kept.has(step)) this._kept.set(step, new Position(position));
    }
    this._recent.set(seq, position);
    if (this._recent.size > RECENT) this._recent.delete([...this._recent.keys()][0]);
    return position;
  }

  // ------------------------------------------------------------------ words
  /** What a place is called: the label of a hex, the name of a box.
   * @param {number} number */
  place(number) {
    const label = this.board.labels[number] ?? "?";
    return number < this.board.hexes ? label : this.board.names[number] ?? label.replaceAll("_", " ");
  }

  /** The name of a hex; a box has no other than the one it is called by.
   * @param {number} number */
  placeName(number) {
    return number < this.board.hexes ? this.board.names[number] ?? "" : "";
  }

  /** Every place that a text may mean: the one with that label, those of that name, those whose name holds it.
   * @param {string} text */
  placesLike(text) {
    const wanted = text.trim().toUpperCase();
    if (!wanted) return [];
    if (this._labels === null) {
      this._labels = new Map(this.board.labels.map((label, place) => [label.replaceAll("_", " ").toUpperCase(), place]));
      for (const [place, label] of this.board.labels.entries()) this._labels.set(label.toUpperCase(), place);
    }
    const byLabel = this._labels.get(wanted);
    if (byLabel !== undefined) return [byLabel];
    const named = Object.entries(this.board.names).map(([place, name]) => ({ place: Number(place), name: name.toUpperCase() }));
    const same = named.filter(({ name }) => name === wanted);
    return (same.length ? same : named.filter(({ name }) => name.includes(wanted))).map(({ place }) => place);
  }

  /** The place that a text means; -1 for none and for several.
   * @param {string} text */
  findPlace(text) {
    const found = this.placesLike(text);
    return found.length === 1 ? found[0] : -1;
  }

  /** Every piece that a text may mean: the one with that id, those of that name, those whose name holds it.
   * @param {string} text */
  piecesLike(text) {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return [];
    const byId = this.pieces.findIndex((piece) => piece[0].toLowerCase() === wanted);
    if (byId >= 0) return [byId];
    const all = this.pieces.map((_, piece) => piece);
    const named = all.filter((piece) => this.name(piece).toLowerCase() === wanted || this.printed(piece)?.toLowerCase() === wanted);
    return named.length ? named : all.filter((piece) => this.name(piece).toLowerCase().includes(wanted));
  }

  /** The piece that a text means; -1 for none and for several.
   * @param {string} text */
  findPiece(text) {
    const found = this.piecesLike(text);
    return found.length === 1 ? found[0] : -1;
  }

  /** @param {number} piece */
  name(piece) {
    return this.pieces[piece][1];
  }

  /** @param {number} piece */
  printed(piece) {
    return this.pieces[piece][7];
  }

  /** @param {number} piece */
  sideOf(piece) {
    return this.pieces[piece][2];
  }

  /** @param {number} number */
  side(number) {
    return number ? this.sides[number - 1] : "Neither side";
  }

  /** @param {Frame} frame */
  actor(frame) {
    return frame.a ? this.side(frame.a) : "Referee";
  }

  /** @param {number} number */
  word(number) {
    return this.tables.words[number] ?? "";
  }

  /** @param {number} number */
  rule(number) {
    return this.tables.rules[number] ?? ["", ""];
  }

  /** @param {number} number @returns {Face} */
  face(number) {
    const [colours, symbol, size, values, formation, artillery, armor, at, band, reduced, dimmed, badges] =
      this.tables.faces[number];
    return { colours, symbol, size, values, formation, artillery, armor, at, band, reduced, dimmed, badges };
  }

  /** Turn and phase that a decision was made in; for the set-up those it led to.
   * @param {number} seq */
  when(seq) {
    const x = this.scalars[seq === 0 ? 0 : this.frames[seq].p];
    return { turn: this.word(x[0]), phase: this.word(x[1]), side: x[2] };
  }

  // ------------------------------------------------------------------ finding things
  /** What a frame is about, for filters: kinds, units, hexes, rules, all text. Made once.
   * @param {number} seq */
  about(seq) {
    if (this._found[seq]) return this._found[seq];
    const frame = this.frames[seq];
    const kinds = new Set([this.word(frame.dk)]);
    const pieces = new Set();
    const places = new Set();
    const rules = new Set();
    const texts = [`#${seq}`, frame.w];
    for (const event of frame.e ?? []) {
      kinds.add(this.word(event.k));
      if (event.r) rules.add(event.r);
      for (const piece of event.p ?? []) pieces.add(piece);
      for (const place of event.h ?? []) places.add(place);
      for (const line of event.x?.parts?.flat() ?? []) if (line[2]) rules.add(line[2]);
      texts.push(event.t);
    }
    for (const arrow of frame.ar ?? []) for (const place of arrow.slice(2)) places.add(place);
    /** @param {Ev} event */
    const combat = (frame.e ?? []).some((event) => event.x?.c);
    for (const rule of rules) texts.push(this.rule(rule)[0]);
    texts.push(...this.namesIn(frame));
    const text = plain(texts.join(" \n"));
    return (this._found[seq] = { kinds, pieces, places, rules, text, combat });
  }

  /** Names that a frame is about though its words may not say them: places, units, formations, the turn.
   * @param {Frame} frame */
  namesIn(frame) {
    const places = new Set();
    const pieces = new Set();
    for (const event of frame.e ?? []) {
      for (const piece of event.p ?? []) pieces.add(piece);
      for (const place of event.h ?? []) if (this.word(event.k) !== "judged") places.add(place);
    }
    for (const arrow of frame.ar ?? []) for (const place of arrow.slice(2)) places.add(place);
    const named = [...places].map((place) => this.placeName(place)).filter(Boolean);
    const units = [...pieces].slice(0, 40).map((piece) => [this.name(piece), this.pieces[piece][6]].filter(Boolean).join(", "));
    const turn = frame.p >= 0 && this.scalars[frame.p] ? this.word(this.scalars[frame.p][0]) : "";
    return [...named, ...units, turn].filter(Boolean);
  }

  /** True when a frame passes a filter `{text, side, piece, place, kind, rule}`; what is empty does not filter.
   * @param {number} seq @param {FrameFilter} filter @param {string} said what notes say of it */
  passes(seq, filter, said = "") {
    const frame = this.frames[seq];
    if (filter.side && frame.a !== filter.side) return false;
    const about = this.about(seq);
    if (filter.kind && !about.kinds.has(filter.kind)) return false;
    if (filter.piece !== undefined && filter.piece >= 0 && !about.pieces.has(filter.piece)) return false;
    if (filter.place !== undefined && filter.place >= 0 && !about.places.has(filter.place)) return false;
    if (filter.rule && !this._cites(about, filter.rule.toLowerCase())) return false;
    return words(filter.text).every((word) => find(about.text, word) >= 0 || find(said, word) >= 0);
  }

  /** @param {About} about @param {string} rule */
  _cites(about, rule) {
    for (const number of about.rules) {
      const [cite, title] = this.rule(number);
      const bare = cite.toLowerCase();
      if (bare === rule || bare.endsWith(` ${rule}`) || bare.startsWith(`${rule}.`) || bare.includes(` ${rule}.`)) return true;
      if (title.toLowerCase() === rule) return true;
    }
    return false;
  }

  /** Every event along a path that names a piece: `{seq, event}`; where it went through, and every change of its face.
   * @param {number} piece @param {number[]} path @returns {{ seq: number, event: Ev }[]} */
  unitHistory(piece, path) {
    const out = [];
    for (const seq of path) {
      for (const event of this.frames[seq].e ?? []) if (event.p?.includes(piece)) out.push({ seq, event });
    }
    return out;
  }

  /** Every event along a path that happened in a hex, and every stack that stood in it: `{seq, event}` or `{seq, stack}`.
   * @param {number} place @param {number[]} path @returns {Happened[]} */
  hexHistory(place, path) {
    const out = [];
    for (const seq of path) {
      const frame = this.frames[seq];
      for (const event of frame.e ?? []) if (event.h?.includes(place)) out.push({ seq, event });
      for (const [where, ...pieces] of frame.d.s ?? []) if (where === place) out.push({ seq, stack: pieces });
    }
    return out;
  }

  /** Values of each series along a path: `[{number, name, side, group, points: [[seq, value] ...]}]`, changes only.
   * @param {number[]} path */
  plots(path) {
    /** @type {Map<number, Series>} */
    const found = new Map();
    for (const seq of path) {
      const flat = this.frames[seq].d.v ?? [];
      for (let i = 0; i < flat.length; i += 2) {
        const number = flat[i] ?? 0;
        if (!found.has(number)) {
          const [name, side, group] = this.tables.series[number];
          found.set(number, { number, name, side, group, points: [] });
        }
        found.get(number)?.points.push([seq, flat[i + 1] ?? 0]);
      }
    }
    return [...found.values()];
  }

  /** What differs between two positions: units `{piece, a, b}` (what each says of it), control `{place, a, b}`.
   * @param {Position} a @param {Position} b */
  differences(a, b) {
    const units = [];
    for (let piece = 0; piece < this.pieces.length; piece++) {
      const one = this.standing(piece, a);
      const two = this.standing(piece, b);
      if (one !== two) units.push({ piece, a: one, b: two, from: a.at.get(piece) ?? -1, to: b.at.get(piece) ?? -1 });
    }
    const control = [];
    for (const place of new Set([...a.control.keys(), ...b.control.keys()])) {
      const [one, two] = [a.control.get(place) ?? 0, b.control.get(place) ?? 0];
      if (one !== two) control.push({ place, a: this.side(one), b: this.side(two) });
    }
    const series = [];
    for (const number of new Set([...a.series.keys(), ...b.series.keys()])) {
      const [one, two] = [a.series.get(number) ?? 0, b.series.get(number) ?? 0];
      if (one !== two) series.push({ number, a: one, b: two });
    }
    return { units, control, series };
  }

  /** Where and how a unit stands, in words.
   * @param {number} piece @param {Position} position */
  standing(piece, position) {
    const place = position.at.get(piece);
    if (place === undefined) return "off the map";
    const face = this.face(position.faces.get(piece) ?? 0);
    const more = [...face.badges, ...(face.reduced ? ["reduced"] : [])];
    return `${this.place(place)}, ${face.values}${more.length ? ` (${more.join(", ")})` : ""}`;
  }

  /** What a seal held, as far as `viewer` (0: everybody) knows it at a frame: text, or empty.
   * @param {number} seq @param {number} viewer @param {number} here */
  sealed(seq, viewer, here) {
    const frame = this.frames[seq];
    if (!frame.q) return "";
    const [shown, text] = frame.q;
    if (viewer && viewer !== frame.a && shown > here) return "";
    return `${text} (shown in #${shown})`;
  }

  /** An event of a frame, by its number; null for none.
   * @param {number} seq @param {number} number */
  event(seq, number) {
    return (this.frames[seq]?.e ?? []).find((event) => event.n === number) ?? null;
  }

  /** @param {number} seq */
  isSetup(seq) {
    return this.frames[seq].k === GENESIS;
  }
}
