/** The timeline: turn > phase > decision > event, with search and filters. */
import { SHOWN } from "./decision.js";
import { find, holds, pieces, placesWith, plain, unitsWith, words } from "./finding.js";
import { near } from "./near.js";
import { kindsOf, outline } from "./outline.js";
import { diceNamed } from "./story.js";
import { SIDE_COLOURS, byId, el, every, fill, pen, plural, title, within } from "./util.js";
import { VirtualList } from "./vlist.js";

/** @typedef {import("./outline.js").Turn} Turn */
/** @typedef {import("./outline.js").Phase} Phase */
/** @typedef {import("./outline.js").Run} Run */

const NAMED = 6; // places, and units, that a search names
const FOUGHT = 3; // and combats
const PLAIN = 4; // parts of a row without a note: who, its number, what it is, what came of it
const LONG = 400; // decisions of a line from which on turns are folded
const MARK = 7; // pixels of the mark of a combat beside its turn
const HIGH = { turn: 47, phase: 31, run: 26 }; // pixels of an item until it is measured
/** Of a row, and of an event below it: pixels beside its words, of a line of them and above and below them, and the least of all. */
const ROW = { beside: 78, line: 19.6, around: 6, least: 26 };
const EVENT = { beside: 70, line: 17.5, around: 2, least: 24 };
const LINE = 1.4; // of the letters of a line its height
const CAME = 16.8; // pixels of the line that says what came of it
const AROUND = 8; // pixels above and below the events of a row
const SAMPLE = "attack of the 2nd Armored from K3 to M5, 3-1 before shifts"; // words as they stand in the list

/** What is listed alone at a press: the decisions that it is about.
 * @type {Record<string, (desk: Desk, seq: number) => boolean>} */
const ONLY = {
  combats: (desk, seq) => desk.story.combatAt(seq, desk.tip) !== null || desk.game.about(seq).combat,
  places: (desk, seq) => desk.game.about(seq).kinds.has("controlled"),
  losses: (desk, seq) => ["steps_set", "removed"].some((kind) => desk.game.about(seq).kinds.has(kind)),
  notes: (desk, seq) => desk.notes.has(seq),
};

/** An item of the list: the head of a turn or phase, a row under which others are folded, or a decision.
 * @typedef {{ kind: "turn", turn: Turn } | { kind: "phase", phase: Phase } | { kind: "run", run: Run } | { kind: "row", seq: number }} Shows */
/** @typedef {Shows & { key: string, high: number, turn: Turn, phase?: Phase }} Listed */

export class Timeline {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.game = desk.game;
    this.list = byId("list");
    /** @type {FrameFilter} */
    this.filter = {};
    /** What is listed; see outline.js. @type {Turn[]} */
    this.turns = [];
    /** Decision -> its turn, phase and row. @type {Map<number, { turn: Turn, phase: Phase, run: Run }>} */
    this._where = new Map();
    /** What is open of turns, phases and rows. @type {Set<Turn | Phase | Run>} */
    this._open = new Set();
    /** What was opened because the desk stands in it. @type {(Turn | Phase | Run)[]} */
    this._shown = [];
    /** Frames of the line. @type {Set<number>} */
    this._on = new Set();
    /** @type {string[]} */
    this._wanted = [];
    /** @type {Map<string, TurnRow>} */
    this._summary = new Map();
    /** The decision whose row is marked, and the event of it. */
    this._now = -1;
    this._event = 0;
    /** Decision -> pixels of its row, as far as can be thought, in a list so wide. @type {Map<number, number>} */
    this._heights = new Map();
    this._wide = 0;
    /** What the head over the list says. @type {string | null} */
    this._headed = null;
    /** Whether that decision is one of those listed. */
    this._listed = false;
    /** Whether the rows that are listed are marked. */
    this._marked = false;
    this._stuck = el("div", { class: "stuck", "aria-hidden": "true", hidden: true });
    this.list.append(this._stuck);
    /** @type {VirtualList<Listed>} */
    this._rows = new VirtualList(this.list, (item) => this._item(item), (first) => this._head(first));
    this._rows.knows = true;
    this._rows.recast = (node, item) => this._recast(node, item);
    /** What alone is listed: a key of ONLY; empty for all. */
    this._only = "";
    this._nothing = el("p", { class: "nothing", hidden: true }, "Nothing passes these filters.");
    this.list.append(this._nothing);
    this.list.addEventListener("click", (event) => this._click(event));
    this.list.addEventListener("keydown", (event) => this._key(event));
    this._form();
  }

  /** What the fields of the filters offer: asked for after the first picture. */
  offer() {
    const { game } = this;
    fill(byId("f-side"), el("option", { value: "" }, "any"), game.sides.map((side, i) => el("option", { value: i + 1 }, side)));
    this._kinds();
    fill(byId("units"), game.pieces.map((piece) => el("option", { value: piece[0] }, `${piece[1]} (${game.side(piece[2])})`)));
    fill(byId("hexes"), Object.entries(game.board.names).map(([i, name]) => el("option", { value: game.place(Number(i)) }, name)));
    fill(byId("rules"), game.tables.rules.slice(1).map(([cite, title]) => el("option", { value: cite }, title)));
  }

  _form() {
    byId("filters").addEventListener("submit", (event) => event.preventDefault());
    byId("filters").addEventListener("input", () => this._changed());
    byId("f-clear").addEventListener("click", () => this.set({}));
    byId("only").addEventListener("click", (event) => {
      const chosen = within(event, "[data-only]")?.dataset.only;
      if (chosen === undefined) return;
      this._only = this._only === chosen ? "" : chosen;
      this._changed();
    });
    byId("search").addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.desk.findNext(event.shiftKey ? -1 : 1);
      if (event.key === "Escape") this.set({});
    });
  }

  _kinds() {
    const kinds = new Set();
    for (const frame of this.game.frames) {
      if (!frame) continue;
      kinds.add(this.game.word(frame.dk));
      for (const event of frame.e ?? []) kinds.add(this.game.word(event.k));
    }
    const kept = byId("f-kind").value;
    fill(byId("f-kind"), el("option", { value: "" }, "any"), [...kinds].sort().map((kind) => el("option", { value: kind }, kind.replaceAll("_", " "))));
    byId("f-kind").value = kept;
  }

  _changed() {
    const piece = byId("f-unit").value.trim();
    const place = byId("f-hex").value.trim();
    this.filter = {
      text: byId("search").value.trim(),
      side: Number(byId("f-side").value) || 0,
      kind: byId("f-kind").value,
      rule: byId("f-rule").value.trim(),
      piece: piece ? this.game.findPiece(piece) : undefined,
      place: place ? this.game.findPlace(place) : undefined,
      all: byId("f-all").checked,
      only: this._only,
    };
    // a name that several have, or none, is looked for as a word, beside those that are searched
    for (const [name, found] of /** @type {[string, number | undefined][]} */ ([[piece, this.filter.piece], [place, this.filter.place]])) {
      if (name && (found ?? -1) < 0) this.filter.text = `${this.filter.text} ${name}`.trim();
    }
    this.build();
  }

  /** Set filters from `{text, side, kind, unit, hex, rule, all}`.
   * @param {Wanted} wanted */
  set(wanted) {
    byId("search").value = wanted.text ?? "";
    byId("f-side").value = String(wanted.side ?? "");
    byId("f-kind").value = wanted.kind ?? "";
    byId("f-unit").value = wanted.unit ?? "";
    byId("f-hex").value = wanted.hex ?? "";
    byId("f-rule").value = wanted.rule ?? "";
    byId("f-all").checked = Boolean(wanted.all);
    this._only = wanted.only ?? "";
    if (Object.entries(wanted).some(([key, value]) => key !== "text" && value)) byId("more").open = true;
    this._changed();
  }

  get active() {
    const f = this.filter;
    return Boolean(f.only || f.text || f.side || f.kind || f.rule || f.piece !== undefined || f.place !== undefined);
  }

  /** Frames that are listed: those of the line, or of the whole file, that pass the filter. */
  get found() {
    const { game, desk } = this;
    const all = this.filter.all ? game.frames.map((_, seq) => seq).filter((seq) => game.is(seq)) : desk.line;
    const said = this.filter.text ? this._said() : null;
    const only = ONLY[this.filter.only ?? ""];
    return this.active ? all.filter((seq) => (!only || only(desk, seq)) && game.passes(seq, this.filter, said?.get(seq))) : all;
  }

  /** What notes say of decisions: their words count in a search. */
  _said() {
    /** @type {Map<number, string>} */
    const said = new Map();
    for (const { seq, text } of this.desk.notes.list()) said.set(seq, `${said.get(seq) ?? ""} ${plain(text)}`);
    return said;
  }

  /** Decisions that are listed, folded ones too. */
  get listed() {
    return this.turns.flatMap(({ phases }) => phases.flatMap(({ runs }) => runs.flatMap(({ seqs }) => seqs)));
  }

  /** List anew what passes the filters. */
  build() {
    const { game, desk } = this;
    const found = this.found;
    const folds = !this.active && !this.filter.all;
    this._summary = new Map(desk.story.line(desk.tip).turns.map((row) => [row.turn_name, row]));
    this._on = new Set(desk.line);
    this._heights.clear();
    this._wanted = words(this.filter.text);
    this.turns = outline(game, found, (seq) => this._sort(seq), folds);
    this._where = new Map();
    for (const turn of this.turns) for (const phase of turn.phases) for (const run of phase.runs) for (const seq of run.seqs) this._where.set(seq, { turn, phase, run });
    const whole = !folds || found.length <= LONG;
    this._open = new Set(whole ? this.turns.flatMap((turn) => [turn, ...turn.phases]) : []);
    this._shown = [];
    this._now = -1;
    this._rows.renew();
    this._headed = null;
    this._stuck.hidden = true;
    this._nothing.hidden = found.length > 0;
    this._marked = false;
    const count = plural(found.filter((seq) => seq).length, "decision", "decisions");
    byId("found").textContent = this.active ? `${count} of ${desk.line.length - 1}` : count;
    byId("filtered").textContent = this.active ? "(on)" : "";
    for (const button of every("[data-only]", byId("only"))) button.setAttribute("aria-pressed", String(button.dataset.only === this._only));
    fill(byId("named"), this._named());
    this.mark();
  }

  /** Combats, places and units that the words of the search name, whether anything happened to them or not.
   * @returns {Kid[]} */
  _named() {
    const { game, desk, _wanted: wanted } = this;
    if (!wanted.length) return [];
    let [places, units] = [placesWith(game, wanted), unitsWith(game, wanted)];
    if (!places.length && !units.length && !this._where.size) {
      // words that nothing has together are looked for one by one
      const alone = wanted.filter((word) => word.length > 2).map((word) => [placesWith(game, [word]), unitsWith(game, [word])]);
      [places, units] = [alone.flatMap(([found]) => found), alone.flatMap(([, found]) => found)];
    }
    if (!places.length && !units.length && !this._where.size) return ["No decision, place or unit of this game has all of these words."];
    /** @template T @param {T[]} all @param {(one: T) => Kid} made */
    const some = (all, made, most = NAMED) => [all.slice(0, most).map(made), all.length > most ? el("span", { class: "who" }, `and ${all.length - most} more`) : null];
    const fights = desk.story.line(desk.tip).combats.filter((one) => holds(desk.story.text(one), wanted));
    /** @param {Combat} one */
    const fight = (one) => [[desk.story.target(one), one.at.length === 1 ? near(game, one.at[0]) : ""].filter(Boolean).join(" "), desk.story.brief(one), desk.story.result(one)].filter((text) => text && text !== "-").join(" · ");
    return [
      some(places, (place) => el("button", { type: "button", onclick: () => desk.chooseHex(place, true) }, el("span", {}, hits(`${game.placeName(place)} ${game.place(place)}`, wanted)))),
      some(units, (piece) => el("button", { type: "button", onclick: () => desk.chooseUnit(piece) }, el("span", { class: `dot s${game.sideOf(piece)}`, "aria-hidden": "true" }), el("span", {}, hits(game.name(piece), wanted)))),
      some(fights, (one) => el("button", { type: "button", "data-fight": one.f, onclick: () => desk.showCombat(one, "before") }, el("span", { class: `dot s${one.side}`, "aria-hidden": "true" }), el("span", {}, "⚔ ", hits(fight(one), wanted)), el("span", { class: "who" }, `#${one.f}`)), FOUGHT)];
  }

  /** What is open, in order.
   * @returns {Listed[]} */
  _items() {
    /** @type {Listed[]} */
    const items = [];
    for (const turn of this.turns) {
      items.push({ kind: "turn", key: keyOf(turn), high: HIGH.turn, turn });
      if (!this._open.has(turn)) continue;
      for (const phase of turn.phases) {
        items.push({ kind: "phase", key: keyOf(phase), high: HIGH.phase, turn, phase });
        if (!this._open.has(phase)) continue;
        for (const run of phase.runs) {
          const folded = run.seqs.length > 1;
          if (folded) items.push({ kind: "run", key: keyOf(run), high: HIGH.run, run, turn, phase });
          if (!folded || this._open.has(run)) for (const seq of run.seqs) items.push({ kind: "row", key: `r${seq}`, high: this._high(seq), seq, turn, phase });
        }
      }
    }
    return items;
  }

  /** @param {Listed} item @returns {HTMLElement[]} */
  _item(item) {
    if (item.kind === "turn") return [el("h2", {}, this._button("turnhead", item.turn, item.key, el("b", {}, item.turn.name || "Before the first turn"), turnWords(this.desk, this._summary.get(item.turn.name))))];
    if (item.kind === "phase") return [el("h3", {}, this._button("phasehead", item.phase, item.key, el("span", {}, item.phase.name), el("span", { class: "sum" }, this._phaseWords(item.phase))))];
    if (item.kind === "run") {
      const [first] = item.run.seqs;
      return [this._button("group", item.run, item.key, el("span", { class: `dot s${this.game.frames[first].a}`, "aria-hidden": "true" }), el("span", { class: "no" }, `#${first}`), el("span", {}, kindsOf(this.game, item.run)))];
    }
    return this._row(item.seq);
  }

  /** A head that opens and folds what lies under it.
   * @param {string} name @param {Turn | Phase | Run} part @param {string} key @param {...Kid} kids */
  _button(name, part, key, ...kids) {
    const first = this.turns[0] === part && !this._where.has(this.desk.seq);
    return el("button", { type: "button", class: name, "aria-expanded": String(this._open.has(part)), tabindex: first ? 0 : -1, onclick: () => this._toggle(part, key) }, kids);
  }

  /** @param {Turn | Phase | Run} part @param {string} key */
  _toggle(part, key) {
    if (!this._open.delete(part)) this._open.add(part);
    this._rows.set(this._items(), [key]);
  }

  /** Say over the list which turn and phase its first row lies in.
   * @param {Listed | null} first */
  _head(first) {
    const said = first && `${first.turn.first} ${first.phase?.runs[0].seqs[0] ?? ""}`;
    if (said === this._headed) return;
    this._headed = said;
    this._stuck.hidden = first === null;
    if (first) fill(this._stuck, el("b", {}, first.turn.name || "Before the first turn"), first.phase ? el("span", {}, first.phase.name) : null);
  }

  /** What a decision is to the list; see outline.js.
   * @param {number} seq */
  _sort(seq) {
    const { game, desk } = this;
    const combat = this._on.has(seq) ? desk.story.combatAt(seq, desk.tip) : null;
    const decides = combat !== null && decidedIn(combat) === seq;
    const dice = (game.frames[seq].e ?? []).some((event) => event.x?.die || event.x?.table);
    return { combat: combat?.n ?? 0, alone: !seq || decides || dice || desk.notes.has(seq) };
  }

  /** What a phase brought, in few words.
   * @param {Phase} phase */
  _phaseWords(phase) {
    const { desk } = this;
    const seqs = phase.runs.flatMap((run) => run.seqs);
    const fought = new Set(seqs.map((seq) => (this._on.has(seq) ? desk.story.combatAt(seq, desk.tip)?.n : undefined)).filter(Boolean));
    return fought.size ? plural(fought.size, "combat", "combats") : plural(seqs.length, "decision", "decisions");
  }

  /** How a decision is told in the list: its class, who took it, what it is, what came of it.
   * @param {number} seq */
  _told(seq) {
    const { game, desk } = this;
    const frame = game.frames[seq];
    const mine = this._on.has(seq);
    const undone = !mine && game.undoneBy(seq) !== null;
    const other = !mine && !undone;
    const combat = mine ? desk.story.combatAt(seq, desk.tip) : null;
    const decides = combat !== null && decidedIn(combat) === seq;
    const state = `row${undone ? " undone" : ""}${other ? " other" : ""}${decides || game.about(seq).combat ? " combat" : ""}${combat && !decides ? " part" : ""}`;
    const who = `${seq ? game.actor(frame) : ""}${undone ? ", undone" : other ? ", on another line" : ""}`;
    const said = `${state.includes(" combat") ? "⚔ " : ""}${frame.w}`;
    const came = decides ? [combat.col, diceNamed(combat), desk.story.result(combat)].filter(Boolean).join(" · ") : "";
    return { state, who, said, came };
  }

  /** Pixels of a row as far as can be thought before a browser has laid it out.
   * @param {number} seq */
  _high(seq) {
    const { game, desk } = this;
    if (this._rows.wide !== this._wide) this._heights.clear();
    this._wide = this._rows.wide;
    const frame = game.frames[seq];
    let high = this._heights.get(seq);
    if (high === undefined) {
      const { said, came } = this._told(seq);
      high = lines(said, this._wide, ROW) + (came ? CAME : 0);
      this._heights.set(seq, high);
    }
    if (seq !== desk.seq || !frame.e?.length) return high;
    return high + AROUND + frame.e.slice(0, SHOWN).reduce((sum, event) => sum + lines(brief(event), this._wide, EVENT), 0);
  }

  /** Have the row of a decision that is gone show another one, if both are plain: see `_row`.
   * @param {HTMLElement} node @param {Listed} item */
  _recast(node, item) {
    const { game, desk } = this;
    const row = node.firstElementChild;
    if (item.kind !== "row" || item.seq === desk.seq || this._wanted.length || desk.notes.has(item.seq)) return false;
    if (!item.seq || !(row instanceof HTMLElement) || !Number(row.dataset.seq) || row.nextSibling || row.hasAttribute("aria-current") || row.childNodes.length > PLAIN) return false;
    const [dot, no, words, came] = row.childNodes;
    if (!(dot instanceof HTMLElement)) return false;
    const told = this._told(item.seq);
    row.className = told.state;
    row.dataset.seq = String(item.seq);
    dot.className = `dot s${game.frames[item.seq].a}`;
    dot.setAttribute("aria-label", told.who);
    no.childNodes[0].nodeValue = `#${item.seq}`;
    words.nodeValue = told.said;
    if (told.came && came) came.childNodes[0].nodeValue = told.came;
    else if (told.came) row.append(el("span", { class: "came" }, told.came));
    else came?.remove();
    return true;
  }

  /** A decision; the current one with its events below it.
   * @param {number} seq @returns {HTMLElement[]} */
  _row(seq) {
    const { game, desk } = this;
    const wanted = this._wanted;
    const frame = game.frames[seq];
    const now = seq === desk.seq;
    const { state, who, said, came } = this._told(seq);
    const hit = wanted.length ? hitOf(game, frame, `${frame.w} ${came}`, wanted) : "";
    const row = el("button", { type: "button", class: state, "data-seq": seq, tabindex: now ? 0 : -1, "aria-current": now ? "step" : null },
      el("span", { class: `dot s${frame.a}`, ...(who ? { role: "img", "aria-label": who } : { "aria-hidden": "true" }) }), el("span", { class: "no" }, wanted.length ? hits(`#${seq}`, wanted) : `#${seq}`),
      wanted.length ? hits(said, wanted) : said,
      came ? el("span", { class: "came" }, wanted.length ? hits(came, wanted) : came) : null,
      hit ? el("span", { class: "came" }, hits(hit, wanted)) : null,
      desk.notes.has(seq) ? [el("span", { class: "flag", title: "a note" }, " ⚐"), el("span", { class: "quiet" }, " has a note")] : null);
    const events = now ? frame.e ?? [] : [];
    if (!events.length) return [row];
    // of very many the first, until one of the others is looked at, as the last row leads to
    const all = events.length <= SHOWN || events.slice(SHOWN).some((event) => event.n === desk.event);
    /** @param {number} event @param {Kid} words */
    const line = (event, words) => el("button", { type: "button", "data-seq": seq, "data-event": event, tabindex: -1, "aria-current": event === desk.event ? "true" : null }, words);
    return [row, el("div", { class: "events" }, events.slice(0, all ? events.length : SHOWN).map((event) => line(event.n, brief(event))), all ? null : line(events[SHOWN].n, `${plural(events.length - SHOWN, "event more", "events more")} …`))];
  }

  /** @param {Event} event */
  _click(event) {
    const row = within(event, "button[data-seq]");
    if (row) this.desk.go(Number(row.dataset.seq), Number(row.dataset.event ?? 0));
  }

  /** Arrow keys go from row to row; one of them takes part in the order of tabs.
   * @param {KeyboardEvent} event */
  _key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    this._rows.walk(event, by);
  }

  /** Open what a decision lies in; what was opened so before is folded again.
   * @param {number} seq @returns {string[]} keys of the heads that say otherwise now */
  _reveal(seq) {
    const found = this._where.get(seq);
    if (!found) return [];
    const parts = [found.turn, found.phase, ...(found.run.seqs.length > 1 ? [found.run] : [])];
    if (parts.every((part) => this._open.has(part))) return [];
    const folded = this._shown.filter((part) => !parts.includes(part));
    const opened = parts.filter((part) => !this._open.has(part));
    for (const part of folded) this._open.delete(part);
    this._shown = parts.filter((part) => this._shown.includes(part) || opened.includes(part));
    for (const part of opened) this._open.add(part);
    return [...folded, ...opened].map(keyOf);
  }

  /** Show where the desk stands: the row, and its events below it. */
  mark() {
    const { seq, event } = this.desk;
    const before = this._now;
    // what was just built is marked already
    if (this._marked && before === seq && this._event === event) return;
    [this._marked, this._now, this._event] = [true, seq, event];
    const heads = this._reveal(seq);
    const listed = this._where.has(seq);
    if (listed !== this._listed && this.turns.length) heads.push(keyOf(this.turns[0])); // which takes part in the order of tabs when no row does
    this._listed = listed;
    this._rows.set(this._items(), [...heads, `r${before}`, `r${seq}`], `r${seq}`);
  }
}

/** The key of a head in the list.
 * @param {Turn | Phase | Run} part */
const keyOf = (part) => ("phases" in part ? `t${part.first}` : "runs" in part ? `p${part.runs[0].seqs[0]}` : `g${part.seqs[0]}`);

/** The decision in which a combat was decided; without a die that of its declaration.
 * @param {Combat} combat */
const decidedIn = (combat) => (combat.rs >= 0 ? combat.rs : combat.f);

/** An event in few words: of a calculation only its result.
 * @param {Ev} event */
function brief(event) {
  const { x } = event;
  return x?.parts ? [[x.name, x.about].filter(Boolean).join(", "), x.total].filter(Boolean).join(": ") : event.t;
}

/** Pixels of a text in a box so wide, by the letters of its words.
 * @param {string} text @param {number} wide @param {typeof ROW} how */
function lines(text, wide, { beside, line, around, least }) {
  const room = Math.max(1, (wide - beside) / letter(line / LINE));
  let [count, at] = [1, -1];
  for (const word of text.split(" ")) {
    at += word.length + 1;
    if (at <= room) continue;
    count++;
    at = word.length;
  }
  return Math.max(least, count * line + around);
}

/** @type {Map<number, number>} */
const LETTERS = new Map();

/** Pixels of a letter, as they are on average: of both sizes at once, as a canvas takes a browser a millisecond.
 * @param {number} size @returns {number} */
function letter(size) {
  const known = LETTERS.get(size);
  if (known) return known;
  const ctx = pen(document.createElement("canvas"));
  for (const each of [ROW, EVENT].map(({ line }) => line / LINE)) {
    ctx.font = `${each}px system-ui, "Segoe UI", Roboto, sans-serif`;
    LETTERS.set(each, ctx.measureText(SAMPLE).width / SAMPLE.length);
  }
  return letter(size);
}

/** A text with the words of a search marked.
 * @param {string} text @param {string[]} wanted */
const hits = (text, wanted) => pieces(text, wanted).map((part, i) => (i % 2 ? el("mark", {}, part) : part));

/** What of a decision holds the words that its row does not say, the most of them in the fewest letters: an event, or a name that it is about.
 * @param {Game} game @param {Frame} frame @param {string} said @param {string[]} wanted */
function hitOf(game, frame, said, wanted) {
  const left = wanted.filter((word) => find(plain(said), word) < 0);
  if (!left.length) return "";
  const texts = [...(frame.e ?? []).map((event) => event.t), ...game.namesIn(frame)];
  /** @param {string} text */
  const worth = (text) => left.filter((word) => find(plain(text), word) >= 0).length;
  const found = texts.map((text) => /** @type {const} */ ([worth(text), text])).filter(([count]) => count);
  return found.sort(([a, one], [b, other]) => b - a || one.length - other.length)[0]?.[1] ?? "";
}

/** Combats as a row of marks in the attackers' colours, pale where the hex was held.
 * @param {Combat[]} fought */
function marked(fought) {
  const stops = fought.map((one, i) => `${SIDE_COLOURS[one.side] ?? SIDE_COLOURS[0]}${one.out === "cleared" ? "" : "55"} ${i * MARK}px ${(i + 1) * MARK - 2}px, transparent ${(i + 1) * MARK - 2}px ${(i + 1) * MARK}px`);
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

/** A turn in few words: combats, steps lost, what changed hands.
 * @param {Desk} desk @param {TurnRow | undefined} row */
function turnWords(desk, row) {
  if (!row) return null;
  const lost = row.lost.map((one) => `${title(one.side)} −${one.steps}`).join(" ");
  const named = row.taken.filter((one) => desk.game.placeName(desk.game.findPlace(one.place))).slice(0, 3).map((one) => desk.game.placeName(desk.game.findPlace(one.place)));
  const swing = desk.story.swingIn(row.turn_name, desk.tip);
  const fought = desk.story.turned(row.turn_name, desk.tip);
  const marks = fought.length ? el("i", { class: "marks", "aria-hidden": "true", style: { width: `${fought.length * MARK}px`, background: marked(fought) } }) : null;
  const taken = named.length ? named.join(", ") : row.taken.length ? plural(row.taken.length, "hex", "hexes") : "";
  const said = [row.combats ? plural(row.combats, "combat", "combats") : "", lost, taken && `⚑ ${taken}`].filter(Boolean).join(" · ");
  return [marks, said ? el("span", { class: "sum", title: swing ? `swing of the dice: ${desk.game.sides[0]} ${swing}` : null }, said) : null];
}
