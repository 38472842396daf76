/** What readers write: the form of a note with what it draws, the list of all, and the guided review through its chapters. */
import { holds, plain, words } from "./finding.js";
import { hexLink, jump, later } from "./parts.js";
import { signsVisible } from "./notes.js";
import { byId, el, plural, reason } from "./util.js";

const AUTHOR = "hexledger-author";

/** A note with where it stands. @typedef {Note & { seq: number, event: number }} Placed */

/** Notes in the order of a guided review: by chapter (numbers in its name count as numbers), then by their place in it, then as they
 * happened; those of no chapter are not in it, unless no note has one.
 * @param {Placed[]} notes @returns {Placed[]} */
export function guided(notes) {
  const told = notes.filter((note) => note.text || note.draw?.length);
  const chosen = told.some((note) => note.chapter) ? told.filter((note) => note.chapter) : told;
  return [...chosen].sort((a, b) => byName()(a.chapter ?? "", b.chapter ?? "") || (a.order ?? 0) - (b.order ?? 0) || a.seq - b.seq || a.event - b.event);
}

/** @type {Intl.Collator | undefined} */
let names;

/** How names compare, numbers in them as numbers: made when it is wanted first, as it takes a browser milliseconds. */
function byName() {
  names ??= new Intl.Collator("en", { numeric: true });
  return names.compare;
}

/** Notes that hold all words of a search, in text, author, chapter or number.
 * @param {Placed[]} notes @param {string} search */
export const searched = (notes, search) => notes.filter((note) => holds(plain(`#${note.seq} ${note.text} ${note.by ?? ""} ${note.chapter ?? ""} ${note.to ?? ""}`), words(search)));

/** Now, as a note says it. @param {Date} clock */
export const writtenAt = (clock) => `${clock.toISOString().slice(0, 16).replace("T", " ")} UTC`;

export class Review {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** What is drawn now: its kind and the places so far; null while the map is only looked at.
     * @type {{ kind: "arrow" | "ring", places: number[] } | null} */
    this.pencil = null;
    this.search = "";
    this.chapter = "";
    /** The event whose form was opened by hand: a redraw does not fold it. */
    this.opened = "";
    /** The note's box while nobody has opened it. @type {{ box: HTMLDetailsElement, head: HTMLElement } | null} */
    this._folded = null;
  }

  /** @returns {string} */
  get author() {
    try {
      return localStorage.getItem(AUTHOR) ?? this._author ?? "";
    } catch {
      return this._author ?? "";
    }
  }

  set author(name) {
    this._author = name;
    try {
      localStorage.setItem(AUTHOR, name);
    } catch {
      // a page opened from disk may not be allowed to; then the name lasts as long as the page
    }
  }

  /** What the note on a decision and its event would be, with what is typed and not kept yet.
   * @returns {Note} */
  get draft() {
    const { desk } = this;
    const kept = desk.notes.get(desk.seq, desk.event) ?? { mark: false, text: "" };
    return { ...kept, ...desk.drafts.get(desk.notes.name(desk.seq, desk.event)) };
  }

  /** Remember what is typed until it is kept.
   * @param {Partial<Note>} typed */
  type(typed) {
    const { desk } = this;
    const name = desk.notes.name(desk.seq, desk.event);
    const all = { ...desk.drafts.get(name), ...typed };
    const kept = desk.notes.get(desk.seq, desk.event) ?? { mark: false, text: "" };
    if (all.text === kept.text) delete all.text;
    if (Object.keys(all).length) desk.drafts.set(name, all);
    else desk.drafts.delete(name);
  }

  // ------------------------------------------------------------------ drawing
  /** Begin to draw, or end it.
   * @param {"arrow" | "ring"} kind */
  draw(kind) {
    const { desk } = this;
    if (this.pencil?.kind === kind) this._drop();
    else {
      this.pencil = { kind, places: [] };
      desk.say(kind === "ring" ? "Choose hexes on the map: each is ringed." : "Choose hex after hex on the map, then Draw arrow again.");
    }
    desk.render();
  }

  /** What was drawn so far is put into the note. */
  _drop() {
    const { pencil } = this;
    this.pencil = null;
    if (pencil?.kind === "arrow" && pencil.places.length > 1) this.type({ draw: [...(this.draft.draw ?? []), ["arrow", ...pencil.places]] });
  }

  /** A hex was chosen: true when it is drawn on.
   * @param {number} place */
  took(place) {
    const { desk, pencil } = this;
    if (!pencil || place < 0) return false;
    if (pencil.kind === "ring") this.type({ draw: [...(this.draft.draw ?? []), ["ring", place]] });
    else if (pencil.places.at(-1) !== place) pencil.places.push(place);
    desk.render();
    return true;
  }

  /** What the map shows of notes on the current decision: `["arrow" | "ring", place ...]`.
   * @returns {Drawn[]} */
  drawn() {
    const { desk, pencil } = this;
    const name = desk.game.frames[desk.seq].h;
    const rows = Object.entries(desk.notes.all).filter(([key]) => key === name || key.startsWith(`${name}.`)).flatMap(([key, note]) => desk.drafts.get(key)?.draw ?? note.draw ?? []);
    const fresh = desk.notes.get(desk.seq, desk.event) ? [] : this.draft.draw ?? [];
    return [...rows, ...fresh, ...(pencil?.places.length ? [/** @type {Drawn} */ ([pencil.places.length > 1 ? "arrow" : "ring", ...pencil.places])] : [])];
  }

  // ------------------------------------------------------------------ the form
  /** The note on what is shown: its form is made when it is opened, as most are not. One that was not serves other moments too: a
   * new `details` takes a browser as long as all else that it stands below. */
  form() {
    const { desk } = this;
    const note = this.draft;
    const name = desk.notes.name(desk.seq, desk.event);
    const typed = desk.drafts.has(name);
    const about = `#${desk.seq}${desk.event ? `.${desk.event}` : ""}`;
    const open = note.text || note.mark || note.draw?.length || typed || this.opened === name;
    const said = `Comment on ${about}${note.mark ? " ★" : ""}${typed ? " (not kept yet)" : ""}`;
    const kept = this._folded;
    if (kept && !open && !kept.box.open) {
      kept.head.childNodes[0].nodeValue = said;
      return kept.box;
    }
    const head = el("summary", { onclick: () => (this.opened = byId("note-box").open ? "" : desk.notes.name(desk.seq, desk.event)) }, said);
    this._folded = null;
    const box = later({ open: open ? true : null, id: "note-box" }, head, () => {
      this._folded = null;
      return this._fields(this.draft);
    });
    if (!open) this._folded = { box, head };
    return box;
  }

  /** The form of the note on what is shown, opened.
   * @returns {HTMLTextAreaElement} */
  unfold() {
    const box = byId("note-box");
    this.opened = this.desk.notes.name(this.desk.seq, this.desk.event);
    box.open = true;
    box.dispatchEvent(new Event("toggle")); // which the browser would tell later
    return byId("note-text");
  }

  /** @param {Note} note @returns {Kid[]} */
  _fields(note) {
    const { desk } = this;
    const text = el("textarea", { id: "note-text", "aria-label": "Comment" });
    text.value = note.text;
    text.addEventListener("input", () => this.type({ text: text.value }));
    const chapter = el("input", { id: "note-chapter", list: "chapters", autocomplete: "off", placeholder: "chapter", "aria-label": "Chapter of the guided review", oninput: () => this.type({ chapter: chapter.value }) });
    chapter.value = note.chapter ?? this.chapter;
    const to = el("select", { id: "note-to", "aria-label": "Whom it is for", onchange: () => this.type({ to: to.value }) }, [["mine", "for me"], ["all", "for everybody"], ...desk.game.sides.map((side) => [side.toLowerCase(), `for the ${side}`])].map(([value, said]) => el("option", { value }, said)));
    to.value = note.to ?? "mine";
    const by = el("input", { id: "note-by", autocomplete: "off", placeholder: "your name", "aria-label": "Your name", maxlength: 80, oninput: () => (this.author = by.value) });
    by.value = note.by ?? this.author;
    const drawing = (/** @type {"arrow" | "ring"} */ kind, /** @type {string} */ said) => el("button", { type: "button", class: "small", "aria-pressed": String(this.pencil?.kind === kind), onclick: () => this.draw(kind) }, said);
    const keep = (/** @type {boolean} */ mark) => {
      this._drop();
      this.chapter = chapter.value;
      desk.note(mark, text.value, { by: by.value.trim(), to: to.value, chapter: chapter.value.trim(), draw: this.draft.draw ?? [] });
    };
    const chapters = [...new Set(desk.notes.list().map((one) => one.chapter).filter(Boolean))];
    return [
      note.at || note.by ? el("p", { class: "who" }, [note.by ? signsVisible(note.by) : "", note.at ? signsVisible(note.at) : ""].filter(Boolean).join(", ")) : null,
      text,
      el("div", { class: "formrow" }, by, to, chapter, el("datalist", { id: "chapters" }, chapters.map((name) => el("option", { value: name })))),
      el("div", { class: "formrow" }, drawing("arrow", "Draw arrow"), drawing("ring", "Ring hexes"), note.draw?.length ? [el("span", { class: "quietly" }, plural(note.draw.length, "drawing", "drawings")), el("button", { type: "button", class: "small", onclick: () => (this.type({ draw: [] }), desk.render()) }, "Rub out")] : null),
      el("div", { class: "formrow" },
        el("button", { type: "button", onclick: () => keep(note.mark) }, "Keep comment"),
        el("button", { type: "button", "aria-pressed": String(Boolean(note.mark)), onclick: () => keep(!note.mark) }, note.mark ? "★ Bookmarked" : "☆ Bookmark")),
    ];
  }

  // ------------------------------------------------------------------ all notes
  /** @returns {Kid[]} */
  panel() {
    const { desk } = this;
    const load = el("input", { type: "file", accept: ".json,application/json", "aria-label": "Notes of somebody else" });
    load.addEventListener("change", async () => {
      try {
        await desk.notes.merge(await /** @type {FileList} */ (load.files)[0].text());
        desk.say("Notes taken in.");
        desk.render();
      } catch (error) {
        desk.say(`These notes cannot be read: ${reason(error)}`);
      }
    });
    const all = desk.notes.list();
    const search = el("input", { type: "search", id: "note-search", placeholder: "search", "aria-label": "Search the notes: words, author, chapter", autocomplete: "off" });
    search.value = this.search;
    const list = el("div", { id: "note-list" });
    const show = () => {
      this.search = search.value;
      const found = searched(all, search.value);
      list.replaceChildren(...this._chapters(found), ...(all.length && !found.length ? [el("p", {}, "No note holds these words.")] : []));
    };
    search.addEventListener("input", show);
    show();
    const tour = guided(all);
    return [
      el("h2", { class: "quiet" }, "Notes"),
      el("p", {}, "Comments and bookmarks lie beside the log, by the hash of the event they are about; the log never holds them."),
      all.length ? el("div", { class: "formrow" }, search, tour.length ? el("button", { type: "button", id: "tour", onclick: () => this.go(0) }, `Guided review (${tour.length})`) : null) : el("p", {}, "None yet. b sets a bookmark, m writes a comment."),
      list,
      el("div", { class: "formrow" }, el("button", { type: "button", onclick: () => this._save() }, "Save as a file")),
      el("label", { class: "takein" }, "Take in a file of somebody else ", load),
    ];
  }

  /** Notes under their chapters, those of none last.
   * @param {Placed[]} notes */
  _chapters(notes) {
    const named = [...new Set(guided(notes).map((note) => note.chapter ?? "").filter(Boolean))];
    return [...named, ""].flatMap((name) => {
      const mine = name ? guided(notes).filter((note) => note.chapter === name) : notes.filter((note) => !note.chapter);
      return mine.length ? [named.length ? el("h3", {}, signsVisible(name) || "In no chapter") : "", ...mine.map((note) => this._row(note, mine))] : [];
    });
  }

  /** @param {Placed} note @param {Placed[]} beside those of its chapter */
  _row(note, beside) {
    const { desk } = this;
    const at = beside.indexOf(note);
    const move = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ said) => (note.chapter && beside[at + by] ? el("button", { type: "button", class: "small", "aria-label": said, onclick: () => this._move(beside, at, by) }, sign) : null);
    return el("div", { class: "noterow" }, note.mark ? "★ " : "", jump(desk, note.seq, note.event), ` ${desk.game.frames[note.seq].w}`, move(-1, "↑", "Earlier in the chapter"), move(1, "↓", "Later in the chapter"),
      note.text ? el("blockquote", {}, signsVisible(note.text)) : null,
      note.draw?.length ? el("p", { class: "who" }, "draws ", note.draw.slice(0, 6).map(([kind, ...places]) => [kind === "ring" ? "○ " : "➔ ", places.map((place) => hexLink(desk, place)), " "])) : null,
      note.by || note.at || (note.to && note.to !== "mine") ? el("p", { class: "who" }, [note.by, note.at, note.to === "all" ? "for everybody" : note.to && note.to !== "mine" ? `for the ${note.to}` : ""].filter(Boolean).map((said) => signsVisible(said ?? "")).join(" · ")) : null);
  }

  /** Change the order of a chapter.
   * @param {Placed[]} notes @param {number} at @param {number} by */
  async _move(notes, at, by) {
    const order = [...notes];
    [order[at], order[at + by]] = [order[at + by], order[at]];
    for (const [place, { seq, event }] of order.entries()) this.desk.notes.put(seq, event, { order: place });
    await this.desk.keepNotes();
  }

  _save() {
    const { desk } = this;
    const link = el("a", { href: URL.createObjectURL(new Blob([desk.notes.file()], { type: "application/json" })), download: `${desk.game.data.game.file}.notes.json` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  // ------------------------------------------------------------------ the guided review
  /** Go to a note of the guided review; out of it for a number that it has not.
   * @param {number} at */
  go(at) {
    const { desk } = this;
    const note = guided(desk.notes.list())[at];
    desk.touring = note ? at : -1;
    if (note) {
      desk.go(note.seq, note.event);
      const places = (note.draw ?? []).flatMap(([, ...all]) => all);
      if (places.length) desk.map.frame(places);
      else desk.look();
    }
    desk.store.flush();
  }

  /** The next note, or the one before; without a review it begins.
   * @param {number} by */
  step(by) {
    const all = guided(this.desk.notes.list());
    if (!all.length) this.desk.say("There is no note to go to.");
    else this.go(Math.max(0, Math.min(all.length - 1, this.desk.touring < 0 ? 0 : this.desk.touring + by)));
  }

  /** The note of the guided review that is shown, over the map. */
  bar() {
    const { desk } = this;
    const all = desk.touring < 0 ? [] : guided(desk.notes.list());
    const note = all[desk.touring];
    byId("tourbar").hidden = !note;
    document.body.toggleAttribute("data-touring", Boolean(note));
    if (!note) return;
    byId("tourbar").replaceChildren(
      el("div", { class: "formrow" }, el("b", {}, signsVisible(note.chapter ?? "") || "Guided review"), el("span", { class: "quietly" }, `${desk.touring + 1} of ${all.length}`),
        el("button", { type: "button", class: "small", "aria-label": "The note before", disabled: desk.touring === 0, onclick: () => this.step(-1) }, "◁"),
        el("button", { type: "button", class: "small", "aria-label": "The next note", disabled: desk.touring === all.length - 1, onclick: () => this.step(1) }, "▷"),
        el("button", { type: "button", class: "small", "aria-label": "End of the guided review", onclick: () => this.go(-1) }, "✕")),
      el("p", { class: "tourtext" }, signsVisible(note.text)),
      note.by || note.at ? el("p", { class: "quietly" }, [note.by, note.at].filter(Boolean).map((said) => signsVisible(said ?? "")).join(", ")) : "");
  }
}
