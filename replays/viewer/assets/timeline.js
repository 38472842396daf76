/** The timeline: turn > phase > decision > event, with search and filters. */
import { words } from "./story.js";
import { byId, el, fill, plural } from "./util.js";

const FOLDED = 4; // decisions without dice in a row that are folded under one
const LONG = 400; // decisions of a line from which on turns are folded

export class Timeline {
  constructor(desk) {
    this.desk = desk;
    this.game = desk.game;
    this.list = byId("list");
    this.rows = new Map();
    this.filter = {};
    this._form();
  }

  _form() {
    const { game } = this;
    fill(byId("f-side"), el("option", { value: "" }, "any"), game.sides.map((side, i) => el("option", { value: i + 1 }, side)));
    this._kinds();
    fill(byId("units"), game.pieces.map((piece) => el("option", { value: piece[0] }, `${piece[1]} (${game.side(piece[2])})`)));
    fill(byId("hexes"), Object.entries(game.board.names).map(([i, name]) => el("option", { value: game.place(i) }, name)));
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
    if (piece && this.filter.piece < 0) this.filter.text = piece;
    if (place && this.filter.place < 0) this.filter.text = place;
    this.build();
  }

  /** Set filters from `{text, side, kind, unit, hex, rule, all}`. */
  set(wanted) {
    byId("search").value = wanted.text ?? "";
    byId("f-side").value = wanted.side ?? "";
    byId("f-kind").value = wanted.kind ?? "";
    byId("f-unit").value = wanted.unit ?? "";
    byId("f-hex").value = wanted.hex ?? "";
    byId("f-rule").value = wanted.rule ?? "";
    byId("f-all").checked = Boolean(wanted.all);
    if (Object.keys(wanted).some((key) => key !== "text" && wanted[key])) byId("more").open = true;
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
    return this.active ? every.filter((seq) => game.passes(seq, this.filter)) : every;
  }

  build() {
    const { game, desk } = this;
    const found = this.found;
    const on = new Set(desk.line);
    this.rows.clear();
    this._heads = new Map();
    this._groups = new Map();
    const parts = [];
    let turn = null;
    let phase = null;
    let ol = null;
    let body = null;
    const folds = !this.active && !this.filter.all;
    const wanted = words(this.filter.text);
    // thousands of rows: copies of one are made faster than each from nothing
    const pattern = el("li", {}, el("button", { type: "button", tabindex: -1 }, el("span", { "aria-hidden": "true" }), el("span", { class: "no" }), el("span", { class: "what" }, el("span", { class: "quiet" }))));
    const told = desk.story.line(desk.tip);
    const summary = new Map(told.turns.map((row) => [row.turn_name, row]));
    let run = [];
    const close = () => {
      if (folds && run.length >= FOLDED) this._fold(run);
      run = [];
    };
    for (const seq of found) {
      const when = game.when(seq);
      const phaseName = `${when.phase || "Set-up"}${when.side ? ` · ${game.side(when.side)}` : ""}`;
      if (when.turn !== turn || !body) {
        close();
        turn = when.turn;
        phase = null;
        body = el("div", { class: "turnbody" });
        const head = el("button", { type: "button", class: "turnhead", "aria-expanded": "true", tabindex: -1 }, el("b", {}, turn || "Before the first turn"), turnWords(desk, summary.get(turn)));
        this._heads.set(body, head);
        parts.push(el("section", { class: "turn" }, el("h2", {}, head), body));
      }
      if (phaseName !== phase || !ol) {
        close();
        phase = phaseName;
        body.append(el("h3", {}, phase), (ol = el("ol")));
      }
      const frame = game.frames[seq];
      const undone = !on.has(seq) && game.undoneBy(seq) !== null;
      const other = !on.has(seq) && !undone;
      const li = pattern.cloneNode(true);
      const row = li.firstChild;
      const [dot, no, what] = row.children;
      const combat = on.has(seq) ? desk.story.combatAt(seq, desk.tip) : null;
      const decides = combat && (seq === combat.rs || (combat.rs < 0 && seq === combat.f));
      row.className = `row${undone ? " undone" : ""}${other ? " other" : ""}${decides || game.about(seq).combat ? " combat" : ""}${combat && !decides ? " part" : ""}`;
      row.dataset.seq = seq;
      dot.className = `dot s${frame.a}`;
      no.textContent = `#${seq}`;
      what.firstChild.textContent = `${seq ? game.actor(frame) : ""}${undone ? ", undone" : other ? ", on another line" : ""}: `;
      if (wanted.length) what.append(...hits(frame.w, wanted));
      else what.append(frame.w);
      if (decides) what.append(el("span", { class: "came" }, [combat.col, combat.die === null ? "" : `die ${combat.die}`, desk.story.result(combat)].filter(Boolean).join(" · ")));
      else if (wanted.length) {
        const hit = hitOf(game, frame, wanted);
        if (hit) what.append(el("span", { class: "came" }, hits(hit, wanted)));
      }
      if (desk.notes.has(seq)) what.append(el("span", { class: "flag", title: "a note" }, " ⚐"), el("span", { class: "quiet" }, " has a note"));
      ol.append(li);
      this.rows.set(seq, li);
      const plain = !decides && !(frame.e ?? []).some((event) => event.x?.die || event.x?.table) && !desk.notes.has(seq);
      const kind = combat ? `combat ${combat.n}` : "plain";
      if (run.length && (run.kind !== kind || !plain)) close();
      if (plain && seq) {
        run.push(seq);
        run.kind = kind;
      }
    }
    close();
    if (!found.length) parts.push(el("p", { style: { padding: "12px" } }, "Nothing passes these filters."));
    fill(this.list, parts);
    this.list.onclick = (event) => {
      const row = event.target.closest("button[data-seq]");
      const head = event.target.closest("button.turnhead");
      const group = event.target.closest("button.group");
      if (head) this._turn(head.closest("section").querySelector(".turnbody"), head.getAttribute("aria-expanded") !== "true");
      else if (group) this._open_(group, group.getAttribute("aria-expanded") !== "true");
      else if (row) desk.go(Number(row.dataset.seq), Number(row.dataset.event ?? 0));
    };
    this.list.onkeydown = (event) => this._key(event);
    if (folds && found.length > LONG) for (const body of this._heads.keys()) this._turn(body, false);
    const count = plural(found.filter((seq) => seq).length, "decision", "decisions");
    byId("found").textContent = this.active ? `${count} of ${desk.line.length - 1}` : count;
    byId("filtered").textContent = this.active ? "(on)" : "";
    this._open = null;
    this.mark();
  }

  /** Fold a run of decisions without dice, or those of one combat, under one row. */
  _fold(run) {
    const { game } = this.desk;
    const first = this.rows.get(run[0]);
    const kinds = new Map();
    for (const seq of run) {
      const kind = game.word(game.frames[seq].dk).replaceAll("_", " ");
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    const most = [...kinds].sort((a, b) => b[1] - a[1]).slice(0, 3).map(([kind, count]) => `${count} × ${kind}`);
    const what = run.kind === "plain" ? `${most.join(", ")}${kinds.size > 3 ? " ..." : ""}` : `${run.length} decisions of the combat`;
    const head = el("li", {}, el("button", { type: "button", class: "group", "aria-expanded": "false", tabindex: -1 }, el("span", { class: `dot s${game.frames[run[0]].a}`, "aria-hidden": "true" }), el("span", { class: "no" }, `#${run[0]}`), el("span", {}, what)));
    first.before(head);
    const rows = run.map((seq) => this.rows.get(seq));
    const group = { button: head.firstChild, rows };
    for (const seq of run) this._groups.set(seq, group);
    head.firstChild.group = group;
    for (const row of rows) row.hidden = true;
  }

  _open_(button, on) {
    button.setAttribute("aria-expanded", String(on));
    for (const row of button.group.rows) row.hidden = !on;
  }

  _turn(body, on) {
    body.hidden = !on;
    this._heads.get(body).setAttribute("aria-expanded", String(on));
  }

  /** Arrow keys go from row to row; one of them takes part in the order of tabs. */
  _key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...this.list.querySelectorAll("button")].filter((button) => button.offsetParent !== null);
    const next = all[all.indexOf(document.activeElement) + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }

  /** Unfold what a row lies in. */
  reveal(seq) {
    const li = this.rows.get(seq);
    if (!li) return;
    const body = li.closest(".turnbody");
    if (body?.hidden) this._turn(body, true);
    const group = this._groups.get(seq);
    if (group && li.hidden) this._open_(group.button, true);
  }

  /** Show where the desk stands: the row, and its events below it. */
  mark() {
    const { desk, game } = this;
    if (this._open) {
      const old = this._open.querySelector(".row");
      old.removeAttribute("aria-current");
      old.tabIndex = -1;
      this._open.querySelector(".events")?.remove();
    }
    const li = this.rows.get(desk.seq);
    this._open = li ?? null;
    if (!li) {
      const first = this.list.querySelector("button");
      if (first) first.tabIndex = 0;
      return;
    }
    this.reveal(desk.seq);
    li.querySelector(".row").setAttribute("aria-current", "step");
    li.querySelector(".row").tabIndex = 0;
    const events = game.frames[desk.seq].e ?? [];
    if (events.length) {
      li.append(el("div", { class: "events" }, events.map((event) =>
        el("button", { type: "button", "data-seq": desk.seq, "data-event": event.n, tabindex: -1, "aria-current": event.n === desk.event ? "true" : null }, brief(event)))));
    }
    // rows out of sight have no height of their own yet: what was aimed at lies elsewhere once they have
    cancelAnimationFrame(this._again);
    const again = (left) => {
      this._scroll(li);
      if (left) this._again = requestAnimationFrame(() => again(left - 1));
    };
    again(8);
  }

  /** Bring a row into sight. */
  _scroll(li) {
    const [box, row] = [this.list.getBoundingClientRect(), li.getBoundingClientRect()];
    const hidden = row.top < box.top + 58 || row.top + Math.min(row.height, 90) > box.bottom;
    if (hidden) this.list.scrollTop += row.top - box.top - Math.min(box.height * 0.35, 220);
  }
}

/** An event in few words: of a calculation only its result. */
function brief(event) {
  const { x } = event;
  return x?.parts ? [[x.name, x.about].filter(Boolean).join(", "), x.total].filter(Boolean).join(": ") : event.t;
}

/** A text in pieces, with the words of a search marked. */
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

/** What of a decision holds the words that its own text does not: the first event, or the name that it is about. */
function hitOf(game, frame, wanted) {
  const left = wanted.filter((word) => !frame.w.toLowerCase().includes(word));
  if (!left.length) return "";
  const texts = [...(frame.e ?? []).map((event) => event.t), ...game.namesIn(frame)];
  return texts.find((text) => left.some((word) => text.toLowerCase().includes(word))) ?? "";
}

/** A turn in few words: combats, steps lost, what changed hands. */
function turnWords(desk, row) {
  if (!row) return null;
  const lost = row.lost.map((one) => `${one.side[0].toUpperCase()}${one.side.slice(1)} −${one.steps}`).join(" ");
  const named = row.taken.filter((one) => desk.game.placeName(desk.game.findPlace(one.place))).slice(0, 3).map((one) => desk.game.placeName(desk.game.findPlace(one.place)));
  return el("span", { class: "sum" }, [row.combats ? plural(row.combats, "combat", "combats") : "", lost, named.length ? `⚑ ${named.join(", ")}` : row.taken.length ? plural(row.taken.length, "hex", "hexes") : ""].filter(Boolean).join(" · "));
}
