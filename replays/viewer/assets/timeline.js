/** The timeline: turn > phase > decision > event, with search and filters. */
import { byId, el, fill, plural } from "./util.js";

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
    const parts = [];
    let turn = null;
    let phase = null;
    let ol = null;
    // thousands of rows: copies of one are made faster than each from nothing
    const pattern = el("li", {}, el("button", { type: "button" }, el("span", { "aria-hidden": "true" }), el("span", { class: "no" }), el("span", { class: "what" }, el("span", { class: "quiet" }))));
    for (const seq of found) {
      const when = game.when(seq);
      const phaseName = `${when.phase || "Set-up"}${when.side ? ` · ${game.side(when.side)}` : ""}`;
      if (when.turn !== turn) {
        turn = when.turn;
        phase = null;
        parts.push(el("h2", {}, turn || "Before the first turn"));
      }
      if (phaseName !== phase || !ol) {
        phase = phaseName;
        parts.push(el("h3", {}, phase), (ol = el("ol")));
      }
      const frame = game.frames[seq];
      const undone = !on.has(seq);
      const li = pattern.cloneNode(true);
      const row = li.firstChild;
      const [dot, no, what] = row.children;
      row.className = `row${undone ? " undone" : ""}${game.about(seq).combat ? " combat" : ""}`;
      row.dataset.seq = seq;
      dot.className = `dot s${frame.a}`;
      no.textContent = `#${seq}`;
      what.firstChild.textContent = `${seq ? game.actor(frame) : ""}${undone ? ", not on this line" : ""}: `;
      what.append(frame.w);
      ol.append(li);
      this.rows.set(seq, li);
    }
    if (!found.length) parts.push(el("p", { style: { padding: "12px" } }, "Nothing passes these filters."));
    fill(this.list, parts);
    this.list.onclick = (event) => {
      const row = event.target.closest("button[data-seq]");
      if (row) desk.go(Number(row.dataset.seq), Number(row.dataset.event ?? 0));
    };
    const told = plural(found.filter((seq) => seq).length, "decision", "decisions");
    byId("found").textContent = this.active ? `${told} of ${desk.line.length - 1}` : told;
    byId("filtered").textContent = this.active ? "(on)" : "";
    this._open = null;
    this.mark();
  }

  /** Show where the desk stands: the row, and its events below it. */
  mark() {
    const { desk, game } = this;
    if (this._open) {
      this._open.querySelector(".row").removeAttribute("aria-current");
      this._open.querySelector(".events")?.remove();
    }
    const li = this.rows.get(desk.seq);
    this._open = li ?? null;
    if (!li) return;
    li.querySelector(".row").setAttribute("aria-current", "step");
    const events = game.frames[desk.seq].e ?? [];
    if (events.length) {
      li.append(el("div", { class: "events" }, events.map((event) =>
        el("button", { type: "button", "data-seq": desk.seq, "data-event": event.n, "aria-current": event.n === desk.event ? "true" : null }, brief(event)))));
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
