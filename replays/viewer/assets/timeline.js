/** The timeline: turn > phase > decision > event, with search and filters. */
import { kindsOf, outline } from "./outline.js";
import { words } from "./story.js";
import { byId, el, every, fill, plural, within } from "./util.js";

/** @typedef {import("./outline.js").Turn} Turn */
/** @typedef {import("./outline.js").Phase} Phase */
/** @typedef {import("./outline.js").Run} Run */

const PATTERN = el("li", {}, el("button", { type: "button", tabindex: -1 }, el("span", { "aria-hidden": "true" }), el("span", { class: "no" }), el("span", { class: "what" }, el("span", { class: "quiet" }))));
const BLOCK = 24; // rows that are laid out together
const LONG = 400; // decisions of a line from which on turns are folded

export class Timeline {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.game = desk.game;
    this.list = byId("list");
    /** @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    /** @type {FrameFilter} */
    this.filter = {};
    /** What is listed; see outline.js. @type {Turn[]} */
    this.turns = [];
    /** Decision -> its turn and phase. @type {Map<number, { turn: Turn, phase: Phase }>} */
    this._where = new Map();
    /** True when every phase is open. */
    this._whole = true;
    /** Turn or phase -> its head and what lies under it; head -> its turn or phase.
     * @type {Map<Turn | Phase | HTMLElement, { head: HTMLElement, body: HTMLElement, laid: boolean } | Turn | Phase>} */
    this._heads = new Map();
    /** Decision -> the row that it is folded under; that row -> those folded under it. @type {Map<number | HTMLElement, HTMLElement | HTMLElement[]>} */
    this._groups = new Map();
    /** Frames of the line. @type {Set<number>} */
    this._on = new Set();
    /** @type {string[]} */
    this._wanted = [];
    /** The row of the current decision. @type {HTMLElement | null} */
    this._open = null;
    /** The turn that was opened because the desk stands in it. @type {Turn | null} */
    this._shown = null;
    /** The phase that was opened so. @type {Phase | null} */
    this._shownPhase = null;
    this._again = 0;
    this.list.addEventListener("click", (event) => this._click(event));
    this.list.addEventListener("keydown", (event) => this._key(event));
    this._form();
  }

  _form() {
    const { game } = this;
    fill(byId("f-side"), el("option", { value: "" }, "any"), game.sides.map((side, i) => el("option", { value: i + 1 }, side)));
    this._kinds();
    fill(byId("units"), game.pieces.map((piece) => el("option", { value: piece[0] }, `${piece[1]} (${game.side(piece[2])})`)));
    fill(byId("hexes"), Object.entries(game.board.names).map(([i, name]) => el("option", { value: game.place(Number(i)) }, name)));
    fill(byId("rules"), game.tables.rules.slice(1).map(([cite, title]) => el("option", { value: cite }, title)));
    byId("filters").addEventListener("submit", (event) => event.preventDefault());
    byId("filters").addEventListener("input", () => this._changed());
    byId("f-clear").addEventListener("click", () => this.set({}));
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
    if (Object.entries(wanted).some(([key, value]) => key !== "text" && value)) byId("more").open = true;
    this._changed();
  }

  get active() {
    const f = this.filter;
    return Boolean(f.text || f.side || f.kind || f.rule || f.piece !== undefined || f.place !== undefined);
  }

  /** Frames that are listed: those of the line, or of the whole file, that pass the filter. */
  get found() {
    const { game, desk } = this;
    const every = this.filter.all ? game.frames.map((_, seq) => seq).filter((seq) => game.is(seq)) : desk.line;
    const said = this.filter.text ? this._said() : null;
    return this.active ? every.filter((seq) => game.passes(seq, this.filter, said?.get(seq))) : every;
  }

  /** What notes say of decisions: their words count in a search. */
  _said() {
    /** @type {Map<number, string>} */
    const said = new Map();
    for (const { seq, text } of this.desk.notes.list()) said.set(seq, `${said.get(seq) ?? ""} ${text.toLowerCase()}`);
    return said;
  }

  /** Lay the list out anew: the heads of its turns, and the rows of those that are open. */
  build() {
    const { game, desk } = this;
    const found = this.found;
    const told = desk.story.line(desk.tip);
    const summary = new Map(told.turns.map((row) => [row.turn_name, row]));
    const folds = !this.active && !this.filter.all;
    this._on = new Set(desk.line);
    this._wanted = words(this.filter.text);
    this.rows.clear();
    this._groups.clear();
    this._heads.clear();
    this.turns = outline(game, found, (seq) => this._sort(seq), folds);
    this._where = new Map(this.turns.flatMap((turn) => turn.phases.flatMap((phase) => phase.runs.flatMap(({ seqs }) => seqs.map((seq) => /** @type {[number, { turn: Turn, phase: Phase }]} */ ([seq, { turn, phase }]))))));
    const open = !folds || found.length <= LONG;
    this._whole = open;
    this._shown = this._shownPhase = null;
    fill(this.list, this.turns.map((turn) => this._section(turn, summary.get(turn.name), open)), found.length ? null : el("p", { style: { padding: "12px" } }, "Nothing passes these filters."));
    const count = plural(found.filter((seq) => seq).length, "decision", "decisions");
    byId("found").textContent = this.active ? `${count} of ${desk.line.length - 1}` : count;
    byId("filtered").textContent = this.active ? "(on)" : "";
    this._open = null;
    this.mark();
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

  /** A turn: its head, and its rows once it is open.
   * @param {Turn} turn @param {TurnRow | undefined} summary @param {boolean} open */
  _section(turn, summary, open) {
    const head = el("button", { type: "button", class: "turnhead", "aria-expanded": "false", tabindex: -1 }, el("b", {}, turn.name || "Before the first turn"), turnWords(this.desk, summary));
    const body = el("div", { class: "turnbody", hidden: true });
    this._heads.set(turn, { head, body, laid: false });
    this._heads.set(head, turn);
    if (open) this._turn(turn, true);
    return el("section", { class: "turn" }, el("h2", {}, head), body);
  }

  /** Open a turn, or fold it. Its phases are laid out when it is opened first.
   * @param {Turn} turn @param {boolean} on */
  _turn(turn, on) {
    const made = this._made(turn);
    if (on && !made.laid) {
      made.laid = true;
      fill(made.body, turn.phases.map((phase) => this._phase(phase)));
    }
    this._show(made, on);
  }

  /** A phase: its head with what was decided in it, and its rows once it is open. Of a long game only the one is open in which the desk
   * stands.
   * @param {Phase} phase */
  _phase(phase) {
    const head = el("button", { type: "button", class: "phasehead", "aria-expanded": "false", tabindex: -1 }, el("span", {}, phase.name), el("span", { class: "sum" }, this._phaseWords(phase)));
    const body = el("div", { hidden: true });
    this._heads.set(phase, { head, body, laid: false });
    this._heads.set(head, phase);
    if (this._whole) this._openPhase(phase, true);
    return [el("h3", {}, head), body];
  }

  /** @param {Phase} phase @param {boolean} on */
  _openPhase(phase, on) {
    const made = this._made(phase);
    if (on && !made.laid) {
      made.laid = true;
      // in blocks: of those out of sight a browser works out nothing
      const blocks = Array.from({ length: Math.ceil(phase.runs.length / BLOCK) }, (_, k) => phase.runs.slice(k * BLOCK, (k + 1) * BLOCK));
      fill(made.body, blocks.map((runs) => el("ol", {}, runs.flatMap((run) => this._run(run)))));
    }
    this._show(made, on);
  }

  /** What a phase brought, in few words.
   * @param {Phase} phase */
  _phaseWords(phase) {
    const { desk } = this;
    const seqs = phase.runs.flatMap((run) => run.seqs);
    const fought = new Set(seqs.map((seq) => (this._on.has(seq) ? desk.story.combatAt(seq, desk.tip)?.n : undefined)).filter(Boolean));
    return fought.size ? plural(fought.size, "combat", "combats") : plural(seqs.length, "decision", "decisions");
  }

  /** @param {Turn | Phase} part */
  _made(part) {
    return /** @type {{ head: HTMLElement, body: HTMLElement, laid: boolean }} */ (this._heads.get(part));
  }

  /** @param {{ head: HTMLElement, body: HTMLElement }} made @param {boolean} on */
  _show({ head, body }, on) {
    body.hidden = !on;
    head.setAttribute("aria-expanded", String(on));
  }

  /** The rows of a run; of several decisions one more above them, under which they are folded.
   * @param {Run} run @returns {HTMLElement[]} */
  _run(run) {
    const rows = run.seqs.map((seq) => this._row(seq));
    if (run.seqs.length < 2) return rows;
    const { game } = this;
    const [first] = run.seqs;
    const button = el("button", { type: "button", class: "group", "aria-expanded": "false", tabindex: -1 }, el("span", { class: `dot s${game.frames[first].a}`, "aria-hidden": "true" }), el("span", { class: "no" }, `#${first}`), el("span", {}, kindsOf(game, run)));
    for (const seq of run.seqs) this._groups.set(seq, button);
    this._groups.set(button, rows);
    for (const row of rows) row.hidden = true;
    return [el("li", {}, button), ...rows];
  }

  /** @param {number} seq */
  _row(seq) {
    const { game, desk } = this;
    const wanted = this._wanted;
    const frame = game.frames[seq];
    const mine = this._on.has(seq);
    const undone = !mine && game.undoneBy(seq) !== null;
    const other = !mine && !undone;
    const combat = mine ? desk.story.combatAt(seq, desk.tip) : null;
    const decides = combat !== null && decidedIn(combat) === seq;
    // thousands of rows: copies of one are made faster than each from nothing
    const li = /** @type {HTMLLIElement} */ (PATTERN.cloneNode(true));
    const row = /** @type {HTMLElement} */ (li.firstChild);
    const [dot, no, what] = row.children;
    row.className = `row${undone ? " undone" : ""}${other ? " other" : ""}${decides || game.about(seq).combat ? " combat" : ""}${combat && !decides ? " part" : ""}`;
    row.dataset.seq = String(seq);
    dot.className = `dot s${frame.a}`;
    no.textContent = `#${seq}`;
    what.children[0].textContent = `${seq ? game.actor(frame) : ""}${undone ? ", undone" : other ? ", on another line" : ""}: `;
    what.append(...(wanted.length ? hits(frame.w, wanted) : [frame.w]));
    if (decides) what.append(el("span", { class: "came" }, [combat.col, combat.die === null ? "" : `die ${combat.die}`, desk.story.result(combat)].filter(Boolean).join(" · ")));
    else if (wanted.length) {
      const hit = hitOf(game, frame, wanted);
      if (hit) what.append(el("span", { class: "came" }, hits(hit, wanted)));
    }
    if (desk.notes.has(seq)) what.append(el("span", { class: "flag", title: "a note" }, " ⚐"), el("span", { class: "quiet" }, " has a note"));
    this.rows.set(seq, li);
    return li;
  }

  /** @param {HTMLElement} button @param {boolean} on */
  _unfold(button, on) {
    button.setAttribute("aria-expanded", String(on));
    const rows = this._groups.get(button);
    if (Array.isArray(rows)) for (const row of rows) row.hidden = !on;
  }

  /** @param {Event} event */
  _click(event) {
    const row = within(event, "button[data-seq]");
    const head = within(event, "button.turnhead");
    const group = within(event, "button.group");
    const turn = this._heads.get(head);
    const phase = this._heads.get(within(event, "button.phasehead"));
    if (turn && "phases" in turn) this._turn(turn, head.getAttribute("aria-expanded") !== "true");
    else if (phase && "runs" in phase) this._openPhase(phase, this._made(phase).head.getAttribute("aria-expanded") !== "true");
    else if (group) this._unfold(group, group.getAttribute("aria-expanded") !== "true");
    else if (row) this.desk.go(Number(row.dataset.seq), Number(row.dataset.event ?? 0));
  }

  /** Arrow keys go from row to row; one of them takes part in the order of tabs.
   * @param {KeyboardEvent} event */
  _key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const all = every("button", this.list).filter((button) => button.offsetParent !== null);
    const next = all[all.indexOf(document.activeElement) + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }

  /** Unfold what a row lies in; a turn that was opened so before is folded again.
   * @param {number} seq */
  reveal(seq) {
    const found = this._where.get(seq);
    if (!found) return;
    const { turn, phase } = found;
    if (this._made(turn).head.getAttribute("aria-expanded") !== "true") {
      if (this._shown && this._shown !== turn) this._turn(this._shown, false);
      this._turn(turn, true);
      this._shown = turn;
    }
    if (this._made(phase).head.getAttribute("aria-expanded") !== "true") {
      if (this._shownPhase && this._shownPhase !== phase) this._openPhase(this._shownPhase, false);
      this._openPhase(phase, true);
      this._shownPhase = phase;
    }
    const group = this._groups.get(seq);
    if (group instanceof HTMLElement && this.rows.get(seq)?.hidden) this._unfold(group, true);
  }

  /** Show where the desk stands: the row, and its events below it. */
  mark() {
    const { desk, game } = this;
    if (this._open) {
      for (const old of every(".row", this._open)) {
        old.removeAttribute("aria-current");
        old.tabIndex = -1;
      }
      this._open.querySelector(".events")?.remove();
    }
    this.reveal(desk.seq);
    const li = this.rows.get(desk.seq);
    this._open = li ?? null;
    if (!li) {
      const first = this.list.querySelector("button");
      if (first) first.tabIndex = 0;
      return;
    }
    const [row] = every(".row", li);
    row.setAttribute("aria-current", "step");
    row.tabIndex = 0;
    const events = game.frames[desk.seq].e ?? [];
    if (events.length) {
      li.append(el("div", { class: "events" }, events.map((event) =>
        el("button", { type: "button", "data-seq": desk.seq, "data-event": event.n, tabindex: -1, "aria-current": event.n === desk.event ? "true" : null }, brief(event)))));
    }
    // rows out of sight have no height of their own yet: what was aimed at lies elsewhere once they have
    cancelAnimationFrame(this._again);
    /** @param {number} left */
    const again = (left) => {
      this._scroll(li);
      if (left) this._again = requestAnimationFrame(() => again(left - 1));
    };
    again(4);
  }

  /** Bring a row into sight.
   * @param {HTMLElement} li */
  _scroll(li) {
    const [box, row] = [this.list.getBoundingClientRect(), li.getBoundingClientRect()];
    const hidden = row.top < box.top + 58 || row.top + Math.min(row.height, 90) > box.bottom;
    if (hidden) this.list.scrollTop += row.top - box.top - Math.min(box.height * 0.35, 220);
  }
}

/** The decision in which a combat was decided; without a die that of its declaration.
 * @param {Combat} combat */
const decidedIn = (combat) => (combat.rs >= 0 ? combat.rs : combat.f);

/** An event in few words: of a calculation only its result.
 * @param {Ev} event */
function brief(event) {
  const { x } = event;
  return x?.parts ? [[x.name, x.about].filter(Boolean).join(", "), x.total].filter(Boolean).join(": ") : event.t;
}

/** A text in pieces, with the words of a search marked.
 * @param {string} text @param {string[]} wanted */
function hits(text, wanted) {
  const out = [];
  const low = text.toLowerCase();
  let at = 0;
  while (at < text.length) {
    let next = -1;
    let long = 0;
    for (const word of wanted) {
      const found = low.indexOf(word, at);
      if (found >= 0 && (next < 0 || found < next)) [next, long] = [found, word.length];
    }
    if (next < 0) break;
    out.push(text.slice(at, next), el("mark", {}, text.slice(next, next + long)));
    at = next + long;
  }
  out.push(text.slice(at));
  return out;
}

/** What of a decision holds the words that its own text does not: the first event, or the name that it is about.
 * @param {Game} game @param {Frame} frame @param {string[]} wanted */
function hitOf(game, frame, wanted) {
  const left = wanted.filter((word) => !frame.w.toLowerCase().includes(word));
  if (!left.length) return "";
  const texts = [...(frame.e ?? []).map((event) => event.t), ...game.namesIn(frame)];
  return texts.find((text) => left.some((word) => text.toLowerCase().includes(word))) ?? "";
}

/** A turn in few words: combats, steps lost, what changed hands.
 * @param {Desk} desk @param {TurnRow | undefined} row */
function turnWords(desk, row) {
  if (!row) return null;
  const lost = row.lost.map((one) => `${one.side[0].toUpperCase()}${one.side.slice(1)} −${one.steps}`).join(" ");
  const named = row.taken.filter((one) => desk.game.placeName(desk.game.findPlace(one.place))).slice(0, 3).map((one) => desk.game.placeName(desk.game.findPlace(one.place)));
  return el("span", { class: "sum" }, [row.combats ? plural(row.combats, "combat", "combats") : "", lost, named.length ? `⚑ ${named.join(", ")}` : row.taken.length ? plural(row.taken.length, "hex", "hexes") : ""].filter(Boolean).join(" · "));
}
