/** Comments and bookmarks: kept apart from the log, by the hash of the event they are about. */

/** Text of somebody else with what nobody would see written out: control, bidirectional and invisible characters.
 * @param {string} text */
export function signsVisible(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, (sign) => (sign === "\n" ? sign : `\\u{${Number(sign.codePointAt(0)).toString(16)}}`));
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

  /** `{mark, text}`; both empty takes the note away.
   * @param {number} seq @param {number} event @param {boolean} mark @param {string} text */
  async set(seq, event, mark, text) {
    const name = this.name(seq, event);
    const before = { ...this.all };
    try {
      if (!mark && !text) delete this.all[name];
      else this.all[name] = { ...this.all[name], mark, text };
      await this._save();
    } catch (error) {
      this.all = before;
      this._named = null;
      throw error;
    }
  }

  /** Every note whose event is in this game: `[{seq, event, mark, text}]`, in the order of the file. */
  list() {
    const bySeq = new Map(this.game.frames.map((frame, seq) => [frame?.h, seq]));
    const out = [];
    for (const [name, note] of Object.entries(this.all)) {
      const [hash, event] = name.split(".");
      if (bySeq.has(hash)) out.push({ seq: Number(bySeq.get(hash)), event: Number(event ?? 0), ...note });
    }
    return out.sort((a, b) => a.seq - b.seq || a.event - b.event);
  }

  /** Take in notes that somebody else wrote.
   * @param {string} text */
  async merge(text) {
    const found = JSON.parse(text);
    if (found.log !== this.game.data.game.log) throw new Error("these notes are about another game");
    for (const [name, note] of Object.entries(found.notes ?? {})) {
      if (/^[0-9a-f]{32}(\.\d+)?$/.test(name)) this._take(name, { mark: Boolean(note.mark), text: String(note.text ?? "") }, String(note.by ?? "somebody else"));
    }
    await this._save();
  }

  /** A note of somebody else: where both wrote, both texts stay.
   * @param {string} name @param {Note} note @param {string} by */
  _take(name, note, by) {
    const mine = this.all[name];
    if (!mine) this.all[name] = { ...note, by };
    else {
      const added = `${by}: ${note.text}`;
      const known = !note.text || mine.text === note.text || mine.text.includes(added);
      const text = known ? mine.text : mine.text ? `${mine.text}\n${added}` : note.text;
      this.all[name] = { ...mine, mark: mine.mark || note.mark, text };
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
