/** The desk: where it stands, what is chosen, and how keys, buttons and links change that. */
import { KINDS, placesOf } from "./arrows.js";
import { Counters } from "./counters.js";
import { decisionPanel } from "./decision.js";
import { Geometry } from "./geometry.js";
import { Ground } from "./ground.js";
import { late } from "./late.js";
import { read, write } from "./link.js";
import { Clock, compared } from "./lockstep.js";
import { MapView } from "./map.js";
import { Game } from "./model.js";
import { Notes } from "./notes.js";
import { counter, jump, words } from "./parts.js";
import { Review, writtenAt } from "./review.js";
import { Server } from "./server.js";
import { Facade, Store, atFirst } from "./store.js";
import { Story } from "./story.js";
import { SIDE_COLOURS, byId, el, every, fill, flat, pen, reason, within } from "./util.js";

const LINK_EVERY = 120; // milliseconds
const TICKS = 18; // pixels of the marks over the slider
const TICK_LETTERS = 10; // of the names of turns under it
const TICK_WIDE = 2; // of a combat
const STEP_HIGH = 3; // of a step that was lost, over the slider
const RETELL = 1200; // milliseconds without news after which the story is asked for, at least
const RESTS = 3; // and so many times as long as it took to be told

const TABS = [["timeline", "Lists"], ["decision", "Decision"], ["unit", "Unit"], ["hex", "Hex"], ["board", "Board"], ["tracks", "Tracks"], ["lines", "Lines"], ["notes", "Notes"]];
/** @type {Record<string, (desk: Desk) => Kid[]>} */
const PANELS = { play: (desk) => desk.table?.panel() ?? [], timeline: () => [], decision: decisionPanel, unit: (desk) => late().unitPanel(desk), hex: (desk) => late().hexPanel(desk), board: (desk) => late().boardPanel(desk), tracks: (desk) => desk.plots.panel(), lines: (desk) => late().linesPanel(desk), notes: (desk) => desk.review.panel() };
const VIEWS = [["timeline", "Timeline"], ["combats", "Combats"], ["supply", "Supply"], ["report", "Report"]];
const KEYS = [
  ["→  l", "forward one decision"], ["←  h", "back one decision"], ["Home  End", "first, last decision"], ["c  C", "next, last combat before"],
  ["u  U", "next, last decision of the chosen unit"], ["[  ]", "the end of the turn before, of the next turn"], ["n  p", "next, previous that passes the filters"], ["space", "play, stop"], ["+  -  0", "zoom in, out, whole map"],
  ["f", "map to the decision"], ["k", "the map stays where it is, or follows"], ["v", "the combat before its die, after it, as it is"], ["x", "next list: timeline, combats, supply, report"], ["r", "the report, printed by the browser on A4"], ["z  s  o  d", "overlays: ZOC, supply, control, changes"], ["1 … 7", "panels"], ["/", "search"], ["b", "bookmark"], ["m", "comment"], [",  .", "the note before, the next note of the guided review"], ["t", "light or dark"], ["?", "this help"],
  ["g", "at the table: to the choices; arrows up and down go through them, Enter takes one, Backspace takes it back, Ctrl+Enter commits"],
  ["Ctrl+Z", "at the table: takes the last decision back; the other side is asked where it must agree"],
  ["w", "at the table: a study from the moment shown; in a study a new line"],
  ["arrows on the map", "from hex to hex; Enter chooses, Escape closes"],
];

export class Desk extends Facade {
  /** @param {Data} data @param {Server | null} server */
  constructor(data, server = null) {
    const game = new Game(data);
    super(new Store(atFirst(game.head, data.game.view ?? 0)));
    this.server = server;
    this.game = game;
    this.story = new Story(this.game);
    this.geo = Geometry.of(this.game.board);
    this.clock = new Clock(game);
    this.counters = new Counters(this.game);
    this.notes = new Notes(this.game, server);
    const ground = new Ground(this.game, this.geo);
    /** @param {"map" | "map-b"} id @param {Hooks} hooks */
    const make = (id, hooks) => new MapView(byId(id), this.game, this.geo, ground, this.counters, hooks);
    this.map = make("map", {
      chosen: (place) => this.chooseHex(place),
      moved: (view) => this._moved(view),
      hovered: (place, aloud) => this._hovered(place, aloud),
    });
    this.second = make("map-b", {
      chosen: (place) => this.chooseHex(place),
      moved: (view) => this.map.go(view, true),
      hovered: (place) => this._hovered(place),
    });
    /** What was typed and is not kept yet: name of an event -> parts of its note. @type {Map<string, Partial<Note>>} */
    this.drafts = new Map();
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.table = server?.plays ? late().Table.at(this, server) : null;
    if (this.table) TABS.unshift(["play", "Table"]);
    this.map.plays = this.table !== null;
    this._heading();
    this._controls();
    this.review = new Review(this);
    this._views();
    this._theme(remembered("hexledger-theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
    this._early = true; // the long list of the timeline waits until the map is on the screen; see `complete`
    /** Whether the page was opened without a place of its own. */
    this.unplaced = location.hash.length < 2;
    this._linked = location.hash;
    this.store.touch("seq", "tip", "view"); // an address that names no place changes nothing: every view shows itself once all the same
    this._opening = true;
    this._open(location.hash);
    this._opening = false;
    addEventListener("hashchange", () => {
      this._linked = location.hash;
      if (location.hash !== this._written) this._open(location.hash);
    });
    addEventListener("copy", () => this._address());
    this._fitMaps();
    this.map.fit();
    this.look();
    this.map.paint();
  }

  /** What is made when it is wanted first, which is after the first picture unless the address asks for it.
   * @type {{ timeline?: import("./timeline.js").Timeline, combats?: import("./combats.js").CombatList, supplies?: import("./supply.js").SupplyList, report?: import("./report.js").ReportPage, plots?: import("./plots.js").Plots }} */
  _made = {};

  get timeline() {
    this._made.timeline ??= new (late().Timeline)(this);
    return this._made.timeline;
  }

  get combats() {
    const { CombatList, Strips, overCombats } = late();
    this._made.combats ??= new CombatList(this, new Strips(this, overCombats));
    return this._made.combats;
  }

  get supplies() {
    const { SupplyList, Strips, overSupply } = late();
    this._made.supplies ??= new SupplyList(this, new Strips(this, overSupply));
    return this._made.supplies;
  }

  get report() {
    this._made.report ??= new (late().ReportPage)(this);
    return this._made.report;
  }

  get plots() {
    this._made.plots ??= new (late().Plots)(this);
    return this._made.plots;
  }

  /** Who shows what: each view with the parts of the state that it reads. */
  _views() {
    const { store } = this;
    store.on(["seq", "event", "tip", "unit", "hex", "other", "lockstep", "onlyDifferences", "since", "when", "fight", "supplyStory", "overlays", "game", "data"], () => this._pictures());
    /** @type {import("./store.js").Part[]} */
    const beside = ["seq", "event", "tip", "viewer", "unit", "hex", "other", "lockstep", "onlyDifferences", "tab", "when", "fight", "supplyStory", "alike", "alikeHexes", "game", "data"];
    store.on(beside, () => this._panel());
    store.on(["seq", "touring", "data"], () => this.review.bar());
    store.on(["data"], () => this._early || this._flags());
    store.on(["tip", "game"], () => this._early || this.timeline.build());
    store.on(["seq", "tip", "view", "fight", "supplyStory", "game"], () => this._lists());
    store.on(["tip", "view", "game", "data"], () => this._early || this.report.build());
    store.on(["seq", "tip", "unit", "game"], () => this._footer());
    store.on(["seq", "overlays", "supplyStory"], () => this._legend());
    store.on(["seq", "event", "tip", "viewer", "unit", "hex", "other", "lockstep", "since", "tab", "view", "when", "fight", "overlays", "game"], () => this._link());
    // whoever asks how large something is comes last, when all is there: each question after a change has the browser lay out the page
    store.on(["seq", "event"], () => this._early || this.timeline.mark());
    store.on(beside, () => this._aim());
  }

  /** @type {number[]} */
  _path = [];
  /** The timer of the address, while it waits. @type {ReturnType<typeof setTimeout> | null} */
  _linking = null;
  /** The place whose stack is fanned out, -1 for none. */
  _fanned = -1;
  /** The address of what is shown. */
  _written = "";

  /** What the address said when it was last read or written. */
  _linked = "";
  /** Milliseconds in which the story was told. */
  _toldIn = 0;
  /** What the panel is about: the same after a redraw that only news brought. */
  _about = "";
  /** Decisions with notes that the slider marks. */
  _flagged = "";
  /** What waits for a printed table to come into sight. */
  _watched = new IntersectionObserver((seen, watcher) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      for (const cell of every(".hit-cell", target)) showCell(cell);
    }
  }, { root: byId("panel"), rootMargin: "200px 0px" });
  /** Where the panel is to stand, null for where it stands. @type {number | null} */
  _stands = null;
  /** Whether the panel may stand elsewhere than at its beginning. */
  _scrolled = false;

  /** The frames of the line that is looked along, the set-up first. */
  get line() {
    if (this._path.at(-1) !== this.tip) this._path = this.game.path(this.tip);
    return this._path;
  }

  /** What the first picture does not need: the timeline and the ticks over the slider. */
  complete() {
    this._early = false;
    for (const map of [this.map, this.second]) map.begin();
    this.timeline.offer();
    if (this.server && !this.game.data.story) this._retell(0);
    this._lists();
    this.report.build();
    if (this.table) this.toHead();
    this.timeline.build();
    this._ticks();
    this._ready();
  }

  /** Lay the panel of the first combat out where nobody sees it, so that the browser has found the letters and signs of all when
   * the first is asked for. */
  _ready() {
    const combat = this.story.line(this.tip).combats.find((one) => one.rs >= 0);
    if (!combat) return;
    const there = Object.create(this, { seq: { value: combat.rs }, review: { value: { form: () => null } } });
    const box = el("div", { "aria-hidden": "true", style: { position: "absolute", visibility: "hidden" } }, decisionPanel(there));
    byId("panel").append(box);
    box.getBoundingClientRect();
    box.remove();
  }

  // ------------------------------------------------------------------ going somewhere
  /** Go to a frame, and to one of its events; another line is taken when the frame is not on this one.
   * @param {number} seq */
  go(seq, event = 0) {
    if (!this.game.is(seq)) return;
    const before = this.combat;
    this.event = event;
    if (!this.game.isAncestor(seq, this.store.shown.tip)) this.tip = this.game.tipFor(seq);
    this.seq = seq;
    if (this.combat !== before) this.when = null;
    this._keepStep();
    this._say();
    this.store.flush();
    if (this._follows) this.map.reveal(this._places());
  }

  /** The combat that the current decision belongs to; of several the one that was shown, else the last; null for none. */
  get combat() {
    const shown = this.fight < 0 ? undefined : this.story.numbered(this.fight, this.tip);
    return shown?.fr.includes(this.seq) ? shown : this.story.combatAt(this.seq, this.tip);
  }

  /** Show a combat: at its die, with the map as it was before it or after.
   * @param {Combat} combat @param {"before" | "after" | null} when */
  showCombat(combat, when) {
    this.tab = "decision";
    this.supplyStory = null;
    this.fight = combat.n;
    this.go(combat.rs >= 0 ? combat.rs : combat.f);
    this.setWhen(when);
  }

  /** The map before the combat, after it (`before`, `after`), or as the decision left it (null).
   * @param {"before" | "after" | null} when */
  setWhen(when) {
    const { combat } = this;
    if (!combat) {
      this._announce("This decision belongs to no combat.");
      return;
    }
    this.when = when;
    this.store.flush();
    this._frame(combat);
  }

  /** Bring a combat near: where it is fought, and after it where it led.
   * @param {Combat} combat */
  _frame({ at, a, d, mv }) {
    if (this._follows) this.map.frame([...at, ...[...a, ...d].map(([, place]) => place), ...(this.when === "after" ? mv.flatMap(([, path]) => path) : [])]);
  }

  /** Show a supply story: the decision that cut the line, the unit, the line on the map; null: none any more.
   * @param {SupplyRow | null} story */
  showSupply(story) {
    this.supplyStory = story;
    if (story) {
      this.unit = story.p;
      this.tab = "unit";
      this.go(story.f);
      if (this._follows) this.map.frame([story.at, ...story.closed, ...story.why.flatMap((one) => one.path ?? [])]);
    } else this.store.flush();
  }

  /** Which list stands on the left: `timeline`, `combats` or `supply`.
   * @param {string} view */
  list(view) {
    this.view = view;
    document.body.dataset.view = view;
    byId("filters").hidden = byId("list").hidden = view !== "timeline";
    byId("combats").hidden = view !== "combats";
    byId("supply-list").hidden = view !== "supply";
    fill(byId("views"), VIEWS.map(([id, title]) => el("button", { type: "button", "aria-pressed": String(id === view), onclick: () => this.list(id) }, title)));
    this.store.flush();
    this._fitMaps();
  }

  /** Have the maps look how large they are: the first time when all beside them is there, as the question has the browser lay out the page. */
  _fitMaps() {
    if (this._opening) return;
    this.map.resize();
    this.second.resize();
  }

  _lists() {
    if (this._early) return;
    this.combats.build();
    this.supplies.build();
  }

  /** @param {number} by */
  step(by) {
    const at = this.line.indexOf(this.seq) + by;
    this.go(this.line[Math.max(0, Math.min(at, this.line.length - 1))]);
  }

  /** Next frame of the line after (or before) here for which a test holds; false when there is none.
   * @param {(seq: number) => boolean} test */
  seek(test, by = 1) {
    for (let i = this.line.indexOf(this.seq) + by; i >= 0 && i < this.line.length; i += by) {
      if (test(this.line[i])) {
        this.go(this.line[i]);
        return true;
      }
    }
    this._announce(by > 0 ? "None after here." : "None before here.");
    return false;
  }

  nextCombat(by = 1) {
    return this.seek((seq) => this.game.about(seq).combat, by);
  }

  nextOfUnit(by = 1) {
    if (this.unit < 0) {
      this._announce("Choose a unit first.");
      return false;
    }
    return this.seek((seq) => this.game.about(seq).pieces.has(this.unit), by);
  }

  findNext(by = 1) {
    const found = new Set(this.timeline.found);
    return this.seek((seq) => found.has(seq), by);
  }

  /** Look along another line, at its end.
   * @param {number} tip */
  take(tip) {
    this.tip = this.seq = tip;
    this.event = 0;
    this._keepStep();
    this.store.flush();
    this._say();
  }

  play(on = this.timer === undefined) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => (this.seq === this.line.at(-1) ? this.play(false) : this.step(1)), Number(byId("speed").value)) : undefined;
    byId("play").setAttribute("aria-pressed", String(on));
    byId("play").textContent = byId("play").ariaLabel = on ? "Stop" : "Play";
  }

  // ------------------------------------------------------------------ choosing
  /** @param {number} place */
  chooseHex(place, move = false) {
    if (!move && this.review.took(place)) return;
    if (this.table?.tookPlace(place)) {
      this._fan(-1);
      return;
    }
    this.hex = place ?? -1;
    this.alikeHexes = null;
    const stack = this.game.at(this.seq).stacks.get(place) ?? [];
    if (place < 0) this._announce("No such hex.");
    this.tab = place >= 0 && this.tab !== "timeline" && this.tab !== "play" ? "hex" : this.tab;
    this.store.flush();
    if (move && place >= 0) this.map.reveal([place]);
    this._fan(stack.length ? place : -1);
  }

  /** The unit that a text means; where several may be meant the panel asks which.
   * @param {string} text */
  findUnit(text) {
    const found = this.game.piecesLike(text);
    if (found.length === 1) {
      this.chooseUnit(found[0]);
      return;
    }
    this.alike = found;
    this.unit = -1;
    this.tab = "unit";
    this._announce(found.length ? `${found.length} units may be meant: choose one.` : "No such unit.");
    this.store.flush();
  }

  /** The hex that a text means; where several may be meant the panel asks which.
   * @param {string} text */
  findHex(text) {
    const found = this.game.placesLike(text);
    if (found.length === 1) {
      this.chooseHex(found[0], true);
      return;
    }
    this.alikeHexes = found;
    this.hex = -1;
    this.tab = "hex";
    this._announce(found.length ? `${found.length} hexes may be meant: choose one.` : "No such hex.");
    this.store.flush();
  }

  /** Go along two lines in step: the second map shows the line to `tip` at the same time as the first; null: one map again.
   * @param {number | null} tip */
  goInStep(tip) {
    if (tip === null) {
      this.compare(null);
      return;
    }
    this.compare(this.clock.same(this.seq, tip));
    this.lockstep = tip;
    this.store.flush();
  }

  /** Let the second map follow the first. */
  _keepStep() {
    if (this.lockstep !== null) this.other = this.clock.same(this.seq, this.lockstep);
  }

  /** The end of the next turn, or of the one before.
   * @param {number} by */
  stepTurn(by) {
    const ends = this.clock.ends(this.tip);
    const at = ends.findIndex(([, seq]) => seq >= this.seq);
    const next = ends[by > 0 ? (ends[at]?.[1] === this.seq ? at + 1 : at) : at - 1];
    if (next) this.go(next[1]);
    else this._announce(by > 0 ? "This is the last turn." : "This is the first turn.");
  }

  /** What a rule is about, and what cites it on this line; from there to all of it.
   * @param {number} number */
  showRule(number) {
    const { game } = this;
    const [cite, title] = game.rule(number);
    const citing = this.line.filter((seq) => game.about(seq).rules.has(number));
    /** @param {() => void} act */
    const closing = (act) => () => {
      byId("dialog").close();
      act();
    };
    const list = el("button", { type: "button", onclick: closing(() => this.filterBy({ rule: cite })) }, `List all ${citing.length}`);
    const next = citing.filter((seq) => seq >= this.seq).slice(0, 6);
    this._dialog(cite, el("p", {}, title), el("p", {}, `${citing.length} decisions of this line cite it.`), el("ul", { class: "plain" }, next.map((seq) => el("li", {}, el("button", { type: "button", class: "jump", onclick: closing(() => this.go(seq)) }, `#${seq}`), ` ${game.frames[seq].w}`))), el("div", { class: "formrow" }, list));
  }

  /** @param {number} piece */
  chooseUnit(piece) {
    if (this.table?.tookUnit(piece)) {
      this._fan(-1);
      return;
    }
    this.unit = piece;
    this.alike = null;
    if (piece < 0) this._announce("No such unit.");
    else {
      this.tab = "unit";
      const place = this.game.at(this.seq).at.get(piece);
      if (place !== undefined) {
        this.hex = place;
        this.map.reveal([place]);
      }
    }
    this.store.flush();
  }

  /** @param {Wanted} filter */
  filterBy(filter) {
    this.timeline.set(filter);
    if (matchMedia("(max-width: 900px)").matches) this.show("timeline");
    this._announce(byId("found").textContent);
  }

  /** @param {string} tab */
  show(tab) {
    this.tab = tab;
    this.store.flush();
  }

  /** @param {number | null} frame */
  compare(frame) {
    if (frame !== null && !this.game.is(frame)) {
      this._announce("There is no such frame.");
      return;
    }
    this.other = frame;
    this.lockstep = null;
    if (frame !== null) this.tab = "lines";
    byId("second").hidden = frame === null;
    this.store.flush();
    this._fitMaps();
    if (frame !== null) {
      this.second.go(this.map.view, true);
      const { units } = this.game.differences(this.game.at(this.seq), this.game.at(frame));
      this.map.fit(units.flatMap((one) => [one.from, one.to]).filter((place) => place >= 0 && place < this.geo.count));
    }
  }

  /** Keep a note on the current decision or event.
   * @param {boolean} mark @param {string} text @param {Partial<Note>} more */
  async note(mark, text, more = {}) {
    const name = this.notes.name(this.seq, this.event);
    try {
      await this.notes.set(this.seq, this.event, { ...more, mark, text: text.trim(), at: writtenAt(new Date()) });
      this.drafts.delete(name);
      this._announce(this.notes.lost ? "This browser keeps no notes; save them as a file." : "Kept.");
    } catch (error) {
      if (text.trim()) this.drafts.set(name, { ...more, text });
      this._announce(`The note is not kept: ${reason(error)}. What you typed stays here.`, true);
    }
    this.render();
  }

  /** Keep notes whose order was changed. */
  async keepNotes() {
    try {
      await this.notes.keep();
    } catch (error) {
      this._announce(`The order is not kept: ${reason(error)}.`, true);
    }
    this.render();
  }

  /** @param {string} name */
  async branch(name) {
    try {
      await this.server?.branch(name, this.seq);
      await this.grow();
      this._announce(`Line ${name} begins at #${this.seq}.`);
      return `Line ${name} begins at #${this.seq}.`;
    } catch (error) {
      return reason(error);
    }
  }

  /** Have the story told anew when the game has come to rest for a while, the longer the more there is to tell: it is
   * longer in the making than a growth. */
  _retell(after = Math.max(RETELL, RESTS * this._toldIn)) {
    clearTimeout(this._telling);
    this._telling = setTimeout(async () => {
      const asked = performance.now();
      try {
        this.game.data.story = (await this.server?.story()).story;
      } catch {
        return; // the next growth asks again
      }
      this._toldIn = performance.now() - asked;
      this.story.renew();
      this.store.touch("game");
      this.store.flush();
      this._ticks();
    }, after);
  }

  /** Take in what the server has more of; stay, or follow when the end was in sight. One growth after the other. */
  grow(wait = false) {
    this._growing = (this._growing ?? Promise.resolve()).catch(() => null).then(() => this._grow(wait));
    return this._growing;
  }

  /** @param {boolean} wait */
  async _grow(wait) {
    const more = await this.server?.growth(this.game, wait);
    if (!more) return false;
    const before = this.game.head;
    const atEnd = this.seq === before;
    const stood = this.game.undoneBy(this.seq) === null;
    this.game.grow(more);
    this.story.renew();
    if (more.frames.length) this._retell();
    this._heading();
    if (!more.frames.length) return true;
    if (atEnd) {
      this.take(this.game.head);
      if (!this.game.isAncestor(before, this.game.head)) this._announce(`#${before} was taken back: the game goes on at #${this.game.head}.`);
    } else {
      this.tip = this.game.tipFor(this.seq);
      this.store.touch("game");
      this.store.flush();
      if (stood && this.game.undoneBy(this.seq) !== null) this._announce(`#${this.seq}, which you look at, was taken back: the game goes on at #${this.game.head}.`);
    }
    return true;
  }

  // ------------------------------------------------------------------ showing
  /** Show anew what lies beside the state: drafts, notes, the table. */
  render() {
    this.store.touch("data");
    this.store.flush();
  }

  _pictures() {
    const { game, seq } = this;
    const fought = this.when ? this.combat : null;
    const combat = fought && { ...fought, brief: this.story.brief(fought) };
    const at = combat === null ? seq : this.when === "before" ? Math.max(0, game.frames[combat.f].p) : combat.fr[combat.fr.length - 1];
    const position = game.at(at);
    const frame = game.frames[seq];
    const picked = this.event ? (frame.e ?? []).find((event) => event.n === this.event) : null;
    const since = this.overlays.has("changes") && this.since !== null ? game.at(this.since) : null;
    const trail = this.unit >= 0 ? this._trail() : [];
    let differing = null;
    /** @type {Partial<MapShown>} */
    let beside = {};
    if (this.other !== null) {
      const { held, onlyA, onlyB, weaker, elsewhere, equal } = compared(game, at, this.other);
      const [here, there] = [position.at, game.at(this.other).at];
      const stand = [...onlyA, ...weaker.map((one) => one.piece)].map((piece) => here.get(piece)).concat(onlyB.map((piece) => there.get(piece)));
      differing = new Set([...stand, ...elsewhere.flatMap((one) => [one.from, one.to]), ...held.map((one) => one.place)].filter((place) => place !== undefined));
      beside = { held: new Set(held.map((one) => one.place)), equal: this.onlyDifferences ? equal : undefined };
    }
    const common = { ...beside, selected: this.hex, unit: this.unit, overlays: this.overlays, since, differing, marks: (!combat && this.table?.marks()) || undefined };
    const ghosts = combat ? game.at(Math.max(0, game.frames[combat.f].p)).faces : null;
    this.map.show({ ...common, position, arrows: combat ? [] : frame.ar ?? [], spots: picked?.h ?? [], drawn: this.review.drawn(), trail: combat || this.supplyStory ? [] : trail, combat, when: this.when, ghosts, story: this.supplyStory });
    if (this.other !== null) {
      this.second.show({ ...common, position: game.at(this.other), arrows: game.frames[this.other].ar ?? [], trail: [] });
      this._caption("caption-a", seq);
      this._caption("caption-b", this.other);
    }
    byId("caption-a").hidden = byId("lockbar").hidden = this.other === null;
    if (this.other !== null) fill(byId("lockbar"), late().lockbar(this));
    this._fan(this._fanned >= 0 && position.stacks.has(this._fanned) ? this._fanned : -1);
  }

  /** @param {keyof Ids} id @param {number} seq */
  _caption(id, seq) {
    const names = this.game.namesAt(seq);
    byId(id).textContent = `${id === "caption-a" ? "A" : "B"} #${seq}${names.length ? ` (${names.join(", ")})` : ""} ${this.game.frames[seq].w}`;
  }

  _trail() {
    const out = [];
    for (const { seq, event } of this.game.unitHistory(this.unit, this.line)) {
      if (seq > this.seq) break;
      if (this.game.word(event.k) === "moved") out.push(...(event.h ?? []));
    }
    return out.filter((place) => place < this.geo.count);
  }

  _places() {
    const frame = this.game.frames[this.seq];
    const arrows = (frame.ar ?? []).flatMap(placesOf);
    if (arrows.length) return arrows;
    // the whole way that a verdict on supply traced is no place to look at
    return (frame.e ?? []).flatMap((event) => (this.game.word(event.k) === "judged" ? [] : event.h ?? [])).filter((place) => place < this.geo.count).slice(0, 12);
  }

  _panel() {
    const same = this._shownTab === this.tab;
    const parts = PANELS[this.tab](this);
    // where it stands is asked of the browser only when it was scrolled: the question has it lay out the page
    const stood = this._scrolled ? byId("panel").scrollTop : 0;
    const top = same && this.tab !== "decision" ? stood : 0;
    const held = document.activeElement?.closest("#tabs") ? this.tab : null;
    if (!same) this._tabs();
    const choosing = this.tab === "play" && same ? every("button, input", byId("panel")).indexOf(document.activeElement) : -1;
    const about = [this.tab, this.seq, this.event, this.unit, this.hex].join();
    const typing = this._about === about ? typed(byId("panel")) : null;
    this._about = about;
    refill(byId("panel"), flat(parts));
    byId("panel").toggleAttribute("data-picked", this.event > 0); // then all is laid out at once, so that the event stays where it is brought
    typing?.();
    if (choosing >= 0) {
      // at the table the panel changes with each choice: who plays by keys stays among the choices
      const all = every("button, input", byId("panel"));
      all[Math.min(choosing, all.length - 1)]?.focus();
    }
    this._stands = top === stood ? null : top;
    this._scrolled = top > 0;
    if (held) byId(`tab-${held}`)?.focus();
    this._shownTab = this.tab;
  }

  /** Bring into sight what the panel is about, and inside it the cells and faces that were hit. */
  _aim() {
    if (this._stands !== null) byId("panel").scrollTop = this._stands;
    this._stands = null;
    this._watched.disconnect();
    for (const cell of every(".hit-cell", byId("panel"))) {
      const card = cell.closest(".combatcard ~ .card");
      // what lies farther down is laid out when it comes into sight
      if (!card || card.getBoundingClientRect().top < byId("panel").getBoundingClientRect().bottom) showCell(cell);
      else this._watched.observe(card);
    }
    for (const face of every(".faces.rows .face.now", byId("panel"))) face.parentElement.scrollTop = face.offsetTop - 8;
    const picked = this.event ? byId("panel").querySelector(`[data-event="${this.event}"]`) : null;
    if (picked) {
      byId("panel").scrollTop += picked.getBoundingClientRect().top - byId("panel").getBoundingClientRect().top - 40;
      this._scrolled = true;
    }
  }

  /** The heads of the panels. */
  _tabs() {
    document.body.dataset.tab = this.tab;
    fill(byId("tabs"), TABS.map(([id, title]) => el("button", { type: "button", role: "tab", id: `tab-${id}`, class: id === "timeline" ? "phone" : null, "aria-selected": String(this.tab === id), "aria-controls": "panel", tabindex: this.tab === id ? 0 : -1, onclick: () => this.show(id) }, title)));
    byId("panel").setAttribute("aria-labelledby", `tab-${this.tab}`);
  }

  _heading() {
    const { game } = this;
    const g = game.data.game;
    document.title = `${g.title}: ${g.scenario} - review desk`;
    byId("title").textContent = `${g.title}: ${g.scenario}`;
    const players = g.players.filter(([, name]) => name).map(([side, name, seat]) => `${seat || game.side(side)}: ${name}`);
    byId("subtitle").textContent = [g.over ? `Over. ${g.result}` : g.due || "In progress", ...players, `rules ${g.rules}`, `log ${g.log.slice(0, 12)}`].join(" · ");
    byId("edition").textContent = `${g.edition_kind} edition`;
    byId("edition").title = g.edition;
    byId("dice").textContent = `${g.dice} dice`;
    const verdict = game.data.verdict;
    const words = verdict ? verdict.word : game.data.server?.verifies ? "being verified" : "not verified";
    byId("verdict").textContent = words;
    byId("verdict").dataset.word = !verdict ? "warn" : /contradicted/.test(words) ? "bad" : words === "intact" ? "good" : "warn";
  }

  _controls() {
    /** @param {keyof Ids} id @param {() => void} act */
    const on = (id, act) => byId(id).addEventListener("click", act);
    byId("panel").addEventListener("scroll", () => (this._scrolled = true), { passive: true });
    on("first", () => this.go(this.line[0]));
    on("back", () => this.step(-1));
    on("play", () => this.play());
    on("forward", () => this.step(1));
    on("last", () => this.go(this.line[this.line.length - 1]));
    on("combat", () => this.nextCombat());
    on("unit", () => this.nextOfUnit());
    on("zoom-in", () => this.map.zoom(1.4));
    on("zoom-out", () => this.map.zoom(1 / 1.4));
    on("zoom-fit", () => this.map.fit());
    on("zoom-here", () => this.map.fit(this._places()));
    on("hold", () => this._hold());
    on("theme", () => this._theme(this.map.theme === "dark" ? "light" : "dark", true));
    on("help", () => this._help());
    on("verdict", () => this._verdict());
    byId("speed").addEventListener("change", () => this.timer !== undefined && this.play(true));
    byId("slider").addEventListener("input", () => this.go(this.line[Number(byId("slider").value)]));
    for (const box of every(".overlays input")) {
      box.addEventListener("change", () => this._overlay(box.value, box.checked));
    }
    byId("since").addEventListener("change", () => {
      this.since = Number(byId("since").value);
      this._overlay("changes", true);
    });
    byId("overlays").open = !matchMedia("(max-width: 900px)").matches;
    this._sinces();
    const viewer = byId("viewer");
    const only = this.game.data.game.view;
    const sides = this.game.sides.map((side, i) => el("option", { value: i + 1, disabled: only && only !== i + 1 }, side));
    fill(viewer, only ? null : el("option", { value: 0 }, "All"), sides);
    viewer.value = String(this.viewer);
    viewer.addEventListener("change", () => {
      this.viewer = Number(viewer.value);
      this.render();
    });
    for (const skip of every("[data-skip]")) {
      skip.addEventListener("click", (/** @type {Event} */ event) => {
        event.preventDefault();
        (skip.dataset.skip === "search" ? byId("search") : byId("panel")).focus();
      });
    }
    byId("tabs").addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
      if (!by) return;
      event.stopPropagation();
      event.preventDefault();
      const shown = TABS.filter(([id]) => id !== "timeline" || matchMedia("(max-width: 900px)").matches);
      const at = shown.findIndex(([id]) => id === this.tab);
      this.show(shown[(at + by + shown.length) % shown.length][0]);
    });
    addEventListener("keydown", (event) => this._key(event));
    addEventListener("beforeprint", () => {
      for (const more of every("#panel details.further")) {
        more.open = true;
        more.dispatchEvent(new Event("toggle")); // which the browser would tell after it has printed
      }
    });
    addEventListener("beforeprint", () => this.view === "report" || late().printed(this, byId("paper-map")));
    addEventListener("resize", () => {
      this._ticks();
      if (this.tab === "tracks") this.render();
    });
    this._follows = true;
  }

  /** Let the map stay where it is, or follow the decisions. */
  _hold() {
    this._follows = !this._follows;
    byId("hold").setAttribute("aria-pressed", String(!this._follows));
    this._announce(this._follows ? "The map follows the decisions." : "The map stays where it is.");
  }

  _sinces() {
    const turns = [];
    let turn = null;
    for (const seq of this.line) {
      const name = this.game.word(this.game.scalars[seq][0]);
      if (name !== turn) turns.push([seq, (turn = name)]);
    }
    if (this.since && turns.every(([seq]) => seq !== this.since)) turns.push([this.since, `#${this.since}`]);
    fill(byId("since"), el("option", { value: 0 }, "set-up"), turns.slice(1).map(([seq, name]) => el("option", { value: seq }, name)));
    if (this.since !== null) byId("since").value = String(this.since);
  }

  /** @param {string} name @param {boolean} on */
  _overlay(name, on) {
    this.overlays = new Set([...this.store.shown.overlays].filter((one) => one !== name).concat(on ? [name] : []));
    if (name === "changes" && on && this.since === null) this.since = Number(byId("since").value) || 0;
    for (const box of every(".overlays input")) box.checked = this.overlays.has(box.value);
    this.store.flush();
  }

  /** @param {string} theme */
  _theme(theme, keep = false) {
    document.documentElement.dataset.theme = theme;
    if (keep) remember("hexledger-theme", theme);
    this.map.setTheme(theme);
    this.second.setTheme(theme);
    if (this.tab === "tracks") this.render();
    if (!keep) return;
    this._lists();
    this._ticks();
  }

  _footer() {
    const at = this.line.indexOf(this.seq);
    const slider = byId("slider");
    slider.max = String(this.line.length - 1);
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", `#${this.seq}, ${at} of ${this.line.length - 1}`);
    byId("where").textContent = `#${this.seq} · ${at} of ${this.line.length - 1}`;
    byId("back").disabled = byId("first").disabled = at === 0;
    byId("forward").disabled = byId("last").disabled = at === this.line.length - 1;
    byId("unit").disabled = this.unit < 0;
    if (this._ticked === this.line || this._early) return;
    // marks over the slider can wait until the decision is shown
    clearTimeout(this._ticking);
    this._ticking = setTimeout(() => this._ticks(), LINK_EVERY);
  }

  /** Marks over the slider: turns with their names, and combats, up the steps that the defender lost, down the attacker's. */
  _ticks() {
    this._ticked = this.line;
    this._sinces();
    const { game, line } = this;
    const canvas = byId("ticks");
    const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
    const ratio = devicePixelRatio || 1;
    [canvas.width, canvas.height] = [wide * ratio, high * ratio];
    const ctx = pen(canvas);
    ctx.scale(ratio, ratio);
    const style = getComputedStyle(document.body);
    const [shade, rule, words] = ["--chip", "--rule", "--faint"].map((name) => style.getPropertyValue(name));
    /** @param {number} i */
    const x = (i) => (i / Math.max(1, line.length - 1)) * wide;
    const middle = TICKS / 2;
    const turns = line.flatMap((seq, i) => (game.when(seq).turn !== (i ? game.when(line[i - 1]).turn : "") ? [i] : []));
    ctx.font = `${TICK_LETTERS}px system-ui, sans-serif`;
    ctx.textBaseline = "alphabetic";
    let free = 0;
    turns.forEach((at, n) => {
      const [from, to] = [x(at), x(turns[n + 1] ?? line.length - 1)];
      ctx.fillStyle = shade;
      if (n % 2 === 0) ctx.fillRect(from, 0, to - from, TICKS);
      ctx.fillStyle = rule;
      ctx.fillRect(from, 0, 1, TICKS);
      const name = game.when(line[at]).turn;
      const long = ctx.measureText(name).width;
      if (high < TICKS + 2 * TICK_LETTERS || from < free || from + long > wide) return;
      ctx.fillStyle = words;
      ctx.fillText(name, from, high - 2);
      free = from + long + TICK_LETTERS;
    });
    ctx.fillStyle = rule;
    ctx.fillRect(0, middle, wide, 1);
    const places = new Map(line.map((seq, i) => [seq, i]));
    this._flagged = this._noted();
    ctx.fillStyle = words;
    for (const seq of this._flagged.split(" ").filter(Boolean).map(Number)) {
      // a flag for a note, pointing down at its decision
      const at = x(places.get(seq) ?? 0);
      ctx.beginPath();
      ctx.moveTo(at - 4, 0);
      ctx.lineTo(at + 4, 0);
      ctx.lineTo(at, 6);
      ctx.fill();
    }
    for (const combat of this.story.line(this.tip).combats) {
      const lost = combat.lost.map(([steps]) => steps);
      const mine = lost[combat.side - 1] ?? 0;
      const theirs = lost.reduce((sum, steps) => sum + steps, 0) - mine;
      const at = x(places.get(combat.f) ?? 0);
      ctx.fillStyle = SIDE_COLOURS[combat.side] ?? words;
      ctx.fillRect(at, middle - 2, TICK_WIDE, 4);
      for (const [steps, way] of [[theirs, -1], [mine, 1]]) ctx.fillRect(at, middle, TICK_WIDE, way * Math.min(middle, steps * STEP_HIGH));
    }
  }

  /** Decisions of the line with a note. */
  _noted() {
    const on = new Set(this.line);
    return [...new Set(this.notes.list().map(({ seq }) => seq))].filter((seq) => on.has(seq)).join(" ");
  }

  /** Mark notes over the slider anew where there are others. */
  _flags() {
    if (this._flagged !== this._noted()) this._ticks();
  }

  _legend() {
    const box = byId("legend");
    const parts = [];
    /** @param {string} words */
    const side = (words) => this.game.sides.map((name, i) => el("li", {}, el("span", { class: "key", style: { borderColor: SIDE_COLOURS[i + 1], borderStyle: i ? "dashed" : "solid", background: `repeating-linear-gradient(${i ? 45 : 135}deg, ${SIDE_COLOURS[i + 1]} 0 3px, transparent 3px 7px)` } }), `${name} ${words}`));
    if (this.overlays.has("zoc")) parts.push(side("ZOC"));
    if (this.overlays.has("supply")) parts.push(side("supply line"), el("li", {}, "Yellow rim: cut off; crosses: what hems it in"));
    if (this.overlays.has("control")) parts.push(side("control"));
    if (this.overlays.has("changes")) parts.push(el("li", {}, "Dotted: went; + came; − lost steps; × gone; tint: changed hands"));
    if (this.supplyStory) {
      /** @param {string} line @param {string} words */
      const mark = (line, words) => el("li", {}, el("span", { class: "key", style: { border: 0, borderTop: line, height: 0, background: "none" } }), words);
      parts.push(mark("3px dotted var(--bad)", "the line up to there"), mark("3px dashed var(--faint)", "behind it"), el("li", {}, el("b", { style: { color: "var(--bad)" } }, "✕ "), "closes the line"), mark("3px solid var(--bad)", "who did it"));
    }
    const kinds = new Set((this.game.frames[this.seq].ar ?? []).map(([kind]) => kind));
    if (parts.length) {
      for (const kind of kinds) {
        const look = KINDS[kind] ?? KINDS.move;
        const colour = this.map.theme === "dark" ? look.dark : look.colour;
        parts.push(el("li", {}, el("span", { class: "key", style: { border: 0, height: "5px", background: colour } }), look.words));
      }
    }
    box.hidden = !parts.length;
    fill(box, el("ul", {}, parts.flat(2)));
  }

  /** Fan the stack of a hex out: a button a unit.
   * @param {number} place */
  _fan(place) {
    this._fanned = place;
    const fan = byId("fan");
    fan.hidden = place < 0 || place >= this.geo.count;
    if (fan.hidden) return;
    const position = this.game.at(this.seq);
    const stack = position.stacks.get(place) ?? [];
    fill(fan, stack.map((piece) => el("button", { type: "button", "aria-pressed": String(piece === this.unit || Boolean(this.table?.holds(piece))), "data-able": String(Boolean(this.table?.able(piece))), title: words(this.game, piece, position), onclick: () => this.chooseUnit(piece) }, counter(this, piece, position, 58))));
    this._putFan();
  }

  /** Fold the fan away. */
  shut() {
    this._fan(-1);
  }

  _putFan() {
    const fan = byId("fan");
    if (fan.hidden) return;
    const [x, y] = this.map.toScreen(this.geo.centre(this._fanned));
    const [w, h] = [fan.offsetWidth, fan.offsetHeight];
    const below = y + 48 + h < this.map.height;
    fan.style.left = `${Math.max(6, Math.min(x - w / 2, this.map.width - w - 6))}px`;
    fan.style.top = `${Math.max(6, below ? y + 40 : y - h - 40)}px`;
  }

  /** @param {View} view */
  _moved(view) {
    if (this.other !== null) this.second.go(view, true);
    this.table?.refusal.put();
    this._putFan();
  }

  /** @param {number} place */
  _hovered(place, aloud = false) {
    const { game } = this;
    if (place < 0) {
      byId("here").textContent = "";
      return;
    }
    const position = game.at(this.seq);
    const stack = position.stacks.get(place) ?? [];
    const terrain = place < this.geo.count ? game.board.terrains[game.board.terrain[place]] : "";
    byId("here").setAttribute("aria-live", aloud ? "polite" : "off");
    byId("here").textContent = [`${game.place(place)} ${game.placeName(place)}`.trim(), terrain.replaceAll("_", " "), ...stack.map((piece) => game.name(piece))].filter(Boolean).join(", ");
  }

  _say() {
    const { game, seq } = this;
    const frame = game.frames[seq];
    const when = game.when(seq);
    /** @param {number} event */
    const result = (frame.e ?? []).filter((event) => event.l === 1).map((event) => event.t).slice(0, 4).join("; ");
    this._announce(`#${seq}, ${[when.turn, when.phase].filter(Boolean).join(", ")}. ${seq ? `${game.actor(frame)}: ` : ""}${frame.w}${result ? `. ${result}` : ""}`, false, false);
  }

  /** Say something to who listens.
   * @param {string} text */
  say(text) {
    this._announce(text);
  }

  /** Go to where play stands. */
  toHead() {
    if (this.seq !== this.game.head) this.take(this.game.head);
    if (this.table) this.show("play");
  }

  /** Say something to those who listen, and show it unless it is the account of a step.
   * @param {string} text */
  _announce(text, bad = false, seen = true) {
    byId("live").textContent = text;
    if (!seen) return;
    const said = byId("said");
    said.textContent = text;
    said.dataset.bad = String(bad);
    said.hidden = false;
    clearTimeout(this._saying);
    this._saying = setTimeout(() => (said.hidden = true), bad ? 12000 : 5000);
  }

  // ------------------------------------------------------------------ dialogs
  /** @param {string} title @param {...Kid} parts */
  _dialog(title, ...parts) {
    const dialog = byId("dialog");
    fill(dialog, el("h2", { id: "dialog-title" }, title), ...parts, el("form", { method: "dialog" }, el("button", { autofocus: true }, "Close")));
    dialog.showModal();
  }

  _help() {
    this._dialog("Keys", el("table", {}, el("tbody", {}, KEYS.map(([keys, what]) => el("tr", {}, el("td", {}, keys.split(/ {2}/).flatMap((key) => [el("kbd", {}, key), " "])), el("td", {}, what))))),
      el("p", {}, "The address of this page names the moment: copy it to show somebody exactly this."),
      el("p", {}, "The picture is drawn from the log alone. The map and counters are those of the edition named above."));
  }

  _verdict() {
    const { verdict, game } = this.game.data;
    /** @type {[string, string][]} */
    const rows = [["Game", `${game.title}: ${game.scenario}`], ["Edition", game.edition], ["Dice", game.dice], ["Rules version", game.rules], ["Log", game.log], ["View", game.view ? `what ${this.game.side(game.view)} knew` : "all"]];
    /** @param {string[][]} all */
    const table = (all) => el("table", {}, el("tbody", {}, all.map(([label, value]) => el("tr", {}, el("th", { scope: "row" }, label), el("td", {}, value)))));
    if (!verdict) this._dialog("Not verified", table(rows), el("p", {}, "This page was made without an audit. `hexledger verify` makes one."));
    else {
      this._dialog(verdict.text, table(rows), el("h3", {}, "Checks"), table(verdict.checks.map((check) => [`${check.ok === true ? "✓" : check.ok === false ? "✗" : "·"} ${check.check}`, check.found])), verdict.notes.map((note) => el("p", {}, note)), el("p", {}, "The verdict is the one of the moment this page was made. The log itself can be audited again by anybody: `hexledger verify`."));
    }
  }

  // ------------------------------------------------------------------ keys and links
  /** @param {KeyboardEvent} event */
  _key(event) {
    if (byId("dialog").open) return;
    const field = within(event, "input:not([type=checkbox]):not([type=range]), textarea, select");
    if (field && !(event.key === "Enter" && event.ctrlKey)) return;
    if (this.table?.keyed(event)) {
      event.preventDefault();
      return;
    }
    const tab = Number(event.key);
    const shown = TABS.filter(([id]) => id !== "timeline" || matchMedia("(max-width: 900px)").matches);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, () => unknown>} */
    const acts = {
      ArrowRight: () => this.step(1), l: () => this.step(1), ArrowLeft: () => this.step(-1), h: () => this.step(-1),
      Home: () => this.go(this.line[0]), End: () => this.go(this.line[this.line.length - 1]),
      c: () => this.nextCombat(), C: () => this.nextCombat(-1), u: () => this.nextOfUnit(), U: () => this.nextOfUnit(-1),
      "[": () => this.stepTurn(-1), "]": () => this.stepTurn(1), PageUp: () => this.stepTurn(-1), PageDown: () => this.stepTurn(1), n: () => this.findNext(), p: () => this.findNext(-1), " ": () => this.play(),
      "+": () => this.map.zoom(1.4), "=": () => this.map.zoom(1.4), "-": () => this.map.zoom(1 / 1.4), 0: () => this.map.fit(), f: () => this.map.fit(this._places()), k: () => this._hold(),
      v: () => this.setWhen(this.when === null ? "before" : this.when === "before" ? "after" : null), x: () => this.list(VIEWS[(VIEWS.findIndex(([id]) => id === this.view) + 1) % VIEWS.length][0]),
      z: () => this._overlay("zoc", !this.overlays.has("zoc")), s: () => this._overlay("supply", !this.overlays.has("supply")),
      o: () => this._overlay("control", !this.overlays.has("control")), d: () => this._overlay("changes", !this.overlays.has("changes")),
      r: () => this.list(this.view === "report" ? "timeline" : "report"), t: () => byId("theme").click(), "?": () => this._help(), "/": () => this._search(), ",": () => this.review.step(-1), ".": () => this.review.step(1), b: () => this._bookmark(), m: () => this._comment(),
      Escape: () => (this.view === "report" ? this.list("timeline") : this._escape()),
    };
    const act = acts[event.key] ?? (shown[tab - 1] ? () => this.show(shown[tab - 1][0]) : null);
    if (!act || (event.key === " " && within(event, "button, summary"))) return;
    event.preventDefault();
    act();
  }

  _search() {
    if (this.view !== "timeline") this.list("timeline");
    if (matchMedia("(max-width: 900px)").matches) this.show("timeline");
    byId("search").focus();
  }

  _bookmark() {
    const note = this.review.draft;
    this.note(!note.mark, note.text, note);
  }

  _comment() {
    this.show("decision");
    this.review.unfold().focus();
  }

  _escape() {
    this.review.pencil = null;
    this.touring = -1;
    this._fan(-1);
    this.hex = this.unit = -1;
    this.when = this.supplyStory = null;
    this.store.flush();
  }

  _link() {
    const { game } = this;
    const names = game.namesAt(this.tip);
    const usual = this.tip === game.tipFor(this.seq);
    const { combat } = this;
    this._written = write({
      seq: this.seq,
      event: this.event,
      line: usual ? null : names[0] ?? String(this.tip),
      view: this.viewer && !game.data.game.view ? game.side(this.viewer).toLowerCase() : null,
      hex: this.hex >= 0 ? game.place(this.hex) : null,
      unit: this.unit >= 0 ? game.pieces[this.unit][0] : null,
      tab: this.tab === "decision" ? null : this.tab,
      list: this.view === "timeline" ? null : this.view,
      when: this.when,
      show: [...this.overlays].sort(),
      since: this.overlays.has("changes") ? this.since : null,
      with: this.lockstep === null ? this.other : null,
      combat: combat && combat !== this.story.combatAt(this.seq, this.tip) ? combat.n : null,
      lockstep: this.lockstep === null ? null : game.namesAt(this.lockstep)[0] ?? String(this.lockstep),
    });
    // browsers slow a page down that changes its address very often: while steps follow each other, once in a while
    this._linking ??= setTimeout(() => {
      this._linking = null;
      this._address();
    }, LINK_EVERY);
  }

  /** Write the address, unless it was changed from outside: that is heard next, and followed. */
  _address() {
    if (location.hash !== this._linked) return;
    history.replaceState(null, "", this._written);
    this._linked = location.hash;
  }

  /** Go where a fragment says; without one, to the beginning of the line in play.
   * @param {string} fragment */
  _open(fragment) {
    const { game } = this;
    const place = read(fragment);
    const tip = place.line === null ? null : game.heads[place.line] ?? (/^\d+$/.test(place.line) ? Number(place.line) : null);
    const seq = place.seq !== null && game.is(place.seq) ? place.seq : null;
    if (place.seq !== null && seq === null) this._announce(`There is no decision #${place.seq} in this game.`);
    this.seq = seq ?? this.game.path(tip ?? game.head)[0];
    this.tip = tip !== null && game.is(tip) && game.isAncestor(this.seq, tip) ? tip : game.tipFor(this.seq);
    this.event = place.event;
    const side = game.sides.findIndex((name) => name.toLowerCase() === place.view) + 1;
    if (!game.data.game.view) {
      this.viewer = side;
      byId("viewer").value = String(side);
    }
    this.hex = place.hex ? game.findPlace(place.hex) : -1;
    this.unit = place.unit ? game.findPiece(place.unit) : -1;
    this.overlays = new Set(place.show.filter((name) => ["zoc", "supply", "control", "changes"].includes(name)));
    for (const box of every(".overlays input")) box.checked = this.overlays.has(box.value);
    this.since = place.since !== null && game.is(place.since) ? place.since : null;
    if (this.overlays.has("changes") && this.since === null) this.since = 0;
    this._sinces();
    this.tab = TABS.find(([id]) => id === place.tab)?.[0] ?? "decision";
    this.other = null;
    this.fight = place.combat ?? -1;
    this.when = this.combat && (place.when === "before" || place.when === "after") ? place.when : null;
    const view = VIEWS.find(([id]) => id === place.list)?.[0] ?? "timeline";
    if (view !== this.view || !byId("views").firstChild) this.list(view);
    this._named = place.seq !== null && this.seq > 0;
    this.store.flush();
    const beside = place.lockstep === null ? null : game.heads[place.lockstep] ?? (/^\d+$/.test(place.lockstep) ? Number(place.lockstep) : null);
    if (beside !== null && game.is(beside)) this.goInStep(beside);
    else if (place.with !== null) this.compare(place.with);
    else this.look();
    this._say();
  }

  /** Show where the decision happened: near enough to read the counters when a link named it. */
  look() {
    if (this.other !== null) return;
    if (this.when && this.combat) this._frame(this.combat);
    else if (this._named) this.map.approach(this._places());
    else this.map.reveal(this._places());
  }
}

/** Bring the cell of a printed table that was hit to the middle of the table's own window.
 * @param {HTMLElement} cell */
function showCell(cell) {
  const box = /** @type {HTMLElement} */ (cell.closest(".printed"));
  box.scrollTo(cell.offsetLeft - (box.clientWidth - cell.offsetWidth) / 2, cell.offsetTop - (box.clientHeight - cell.offsetHeight) / 2);
}

/** @param {string} key */
function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a page opened from disk may not be allowed to; then the choice lasts as long as the page
  }
}

const given = JSON.parse(byId("data").textContent);
const server = Server.at(given);
const desk = new Desk(given, server);
const shown = () => {
  performance.mark("hexledger-first-picture");
  desk.complete();
  Object.assign(window, { desk });
  server?.follow(desk);
};
// a page that is opened behind another one is given no frames
if (document.hidden) setTimeout(shown);
else requestAnimationFrame(() => setTimeout(shown));

/** Put children in place of what a box holds; the last one stays where it is if it is the same.
 * @param {HTMLElement} box @param {(Node | string)[]} kids */
function refill(box, kids) {
  const last = box.lastChild;
  if (!last || kids.at(-1) !== last) {
    box.replaceChildren(...kids);
    return;
  }
  while (box.firstChild !== last) box.firstChild?.remove();
  box.prepend(...kids.slice(0, -1));
}

/** Who types in a box, and where: given back after the box was filled anew, so that no news takes the pen away.
 * @param {HTMLElement} box @returns {(() => void) | null} */
function typed(box) {
  const at = document.activeElement;
  if (!(at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) || !at.id || !box.contains(at)) return null;
  const { id, value, selectionStart, selectionEnd } = at;
  return () => {
    const now = document.getElementById(id);
    if (!(now instanceof HTMLInputElement || now instanceof HTMLTextAreaElement)) return;
    if (!now.value) now.value = value;
    now.focus({ preventScroll: true });
    if (selectionStart !== null) now.setSelectionRange(selectionStart, selectionEnd);
  };
}
