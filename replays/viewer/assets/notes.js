/** Comments and bookmarks: kept apart from the log, by the hash of the event they are about. */

/** Text of somebody else with what nobody would see written out: control, bidirectional and invisible characters.
 * @param {string} text */
export function signsVisible(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, (sign) => (sign === "\n" ? sign : `\\u{${Number(sign.codePointAt(0)).toString(16)}}`));
}

/** A note as a file has it, without what is none: nothing of a stranger's file is believed.
 * @param {any} note @param {Board} board @returns {Note} */
export function readNote(note, board) {
  /** @type {Note} */
  const out = { mark: note?.mark === true, text: String(note?.text ?? "").slice(0, 10000) };
  for (const key of /** @type {const} */ (["to", "at", "chapter"])) if (typeof note?.[key] === "string" && note[key]) out[key] = note[key].slice(0, key === "at" ? 40 : 80);
  if (Number.isInteger(note?.order) && note.order >= 0 && note.order <= 5000) out.order = note.order;
  const rows = Array.isArray(note?.draw) ? note.draw.slice(0, 60) : [];
  const good = rows.filter((/** @type {any} */ row) => Array.isArray(row) && (row[0] === "ring" ? row.length === 2 : row[0] === "arrow" && row.length > 2) && row.slice(1).every((place) => Number.isInteger(place) && place >= 0 && place < board.labels.length));
  if (good.length) out.draw = good;
  return out;
}

/** For whom a note is that holds the words of two: for nobody for whom one of them was not.
 * @param {Note} one @param {Note} two @returns {Partial<Note>} */
function forBoth(one, two) {
  if (!one.to && !two.to) return {};
  const [narrow = "all", other] = new Set([one.to ?? "mine", two.to ?? "mine"].filter((to) => to !== "all"));
  return { to: other ? "mine" : narrow };
}

export class Notes {
  /** `server`: `{save(notes, seen)}` on a desk that has one; null in an exported page, where the browser keeps them.
   * @param {Game} game @param {Server | null} server */
  constructor(game, server) {
    this.game = game;
    this.server = server;
    this.key = `hexledger-notes-${game.data.game.log}`;
    /** Names of frames that have a note, once they were asked for. @type {Set<string> | null} */
    this._named = null;
    /** Name of a frame -> its number, of so many frames. @type {Map<string, number>} */
    this._bySeq = new Map();
    this._taken = 0;
    this.all = { ...game.data.notes };
    this.seen = structuredClone(this.all); // what the server had when this page asked last
    try {
      if (!server) Object.assign(this.all, JSON.parse(localStorage.getItem(this.key) ?? "{}"));
    } catch {
      this.lost = true;
    }
  }

  /** A text of somebody else as it is shown.
   * @param {string} text */
  shown(text) {
    return signsVisible(text);
  }

  /** Name of an event (0: the decision itself) of a frame.
   * @param {number} seq */
  name(seq, event = 0) {
    const frame = this.game.frames[seq];
    return event ? `${frame.h}.${event}` : frame.h;
  }

  /** @param {number} seq */
  get(seq, event = 0) {
    return this.all[this.name(seq, event)] ?? null;
  }

  /** True when a decision, or an event of it, has a note.
   * @param {number} seq */
  has(seq) {
    this._named ??= new Set(Object.keys(this.all).map((name) => name.split(".")[0]));
    return this._named.has(this.game.frames[seq]?.h);
  }

  /** Keep a note; one without mark, text and drawing is taken away. Empty parts are not kept.
   * @param {number} seq @param {number} event @param {Note} note */
  async set(seq, event, note) {
    const name = this.name(seq, event);
    const before = { ...this.all };
    try {
      if (!note.mark && !note.text && !note.draw?.length) delete this.all[name];
      else this.put(seq, event, note);
      await this._save();
    } catch (error) {
      this.all = before;
      this._named = null;
      throw error;
    }
  }

  /** Change parts of a note without keeping it yet.
   * @param {number} seq @param {number} event @param {Partial<Note>} parts */
  put(seq, event, parts) {
    const name = this.name(seq, event);
    const before = this.all[name];
    const whole = { ...(before ?? { mark: false, text: "" }), ...parts };
    const kept = Object.entries(whole).filter(([key, value]) => key === "mark" || key === "text" || !(value === "" || value === undefined || (key === "to" && value === "mine" && !before?.to) || (Array.isArray(value) && !value.length)));
    this.all[name] = /** @type {Note} */ (/** @type {unknown} */ (Object.fromEntries(kept)));
  }

  /** Keep all as they are now. */
  async keep() {
    await this._save();
  }

  /** Every note whose event is in this game: `[{seq, event, mark, text}]`, in the order of the file. */
  list() {
    const { frames } = this.game;
    for (; this._taken < frames.length; this._taken++) {
      const frame = frames[this._taken];
      if (frame) this._bySeq.set(frame.h, this._taken);
    }
    const out = [];
    for (const [name, note] of Object.entries(this.all)) {
      const [hash, event] = name.split(".");
      const seq = this._bySeq.get(hash);
      if (seq !== undefined) out.push({ seq, event: Number(event ?? 0), ...note });
    }
    return out.sort((a, b) => a.seq - b.seq || a.event - b.event);
  }

  /** Take in notes that somebody else wrote.
   * @param {string} text */
  async merge(text) {
    const found = JSON.parse(text);
    if (found.log !== this.game.data.game.log) throw new Error("these notes are about another game");
    for (const [name, note] of Object.entries(found.notes ?? {})) {
      if (/^[0-9a-f]{32}(\.\d+)?$/.test(name)) this._take(name, readNote(note, this.game.board), String(note.by ?? "somebody else").slice(0, 80));
    }
    await this._save();
  }

  /** A note of somebody else: where both wrote, both texts and both drawings stay.
   * @param {string} name @param {Note} note @param {string} by */
  _take(name, note, by) {
    const mine = this.all[name];
    if (!mine) this.all[name] = { ...note, by };
    else {
      const added = `${by}: ${note.text}`;
      const known = !note.text || mine.text === note.text || mine.text.includes(added);
      const text = known ? mine.text : mine.text ? `${mine.text}\n${added}` : note.text;
      const drawn = new Map([...(mine.draw ?? []), ...(note.draw ?? [])].map((row) => [row.join(), row]));
      this.all[name] = { ...note, ...mine, mark: mine.mark || note.mark, text, ...(drawn.size ? { draw: [...drawn.values()] } : {}), ...forBoth(mine, note) };
      if (!mine.by) delete this.all[name].by;
    }
  }

  file() {
    return JSON.stringify({ log: this.game.data.game.log, notes: this.all }, null, 1);
  }

  async _save() {
    this._named = null;
    if (this.server) {
      const { notes } = await this.server.save(this.all, this.seen);
      this.all = notes;
      this.seen = structuredClone(notes);
    } else {
      try {
        localStorage.setItem(this.key, JSON.stringify(this.all));
      } catch {
        this.lost = true;
      }
    }
  }
}
