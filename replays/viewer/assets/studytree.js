/** A study on the page: its lines as a tree with names, notes and what bots make of each, beside what was played. */
import { el, plural } from "./util.js";

const LUCKS = [["fresh", "fall anew"], ["same", "fall as in the game, where it rolled the same"], ["paired", "are the same in every line"]];
const BOTS = [["", "you"], ["greedy", "greedy bot"], ["random", "random bot"]];
const RUNS = 20;

export class StudyTree {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.desk = table.desk;
    /** @type {Wire.LineRow[]} */
    this.lines = [];
    this.luck = "";
    /** The form that begins a study, while it is open. @type {{ at: number, luck: string, files: string[] } | null} */
    this.asking = null;
    /** Names of the line that bots play on, and of the one whose name and note are edited. */
    this.counting = this.editing = "";
  }

  /** Ask for the lines anew. */
  async refresh() {
    this._take(await this.table.server.table("/lines"));
  }

  /** @param {Wire.LinesRow} row */
  _take({ lines, luck }) {
    this.lines = lines;
    this.luck = luck;
  }

  // ------------------------------------------------------------------ beginning
  /** Ask with which dice a study is to begin at the moment shown, and which of those that lie there is to go on. */
  async choose() {
    const asking = (this.asking = { at: this.desk.seq, luck: "fresh", files: /** @type {string[]} */ ([]) });
    this.desk.show("play");
    this.desk.render();
    document.getElementById("study-begin")?.focus();
    asking.files = (await this.table.server.table("/studies").catch(() => [])) ?? [];
    this.desk.render();
  }

  /** The form that `choose` opened; null when it is not open. */
  choosing() {
    const { asking } = this;
    if (!asking) return null;
    /** @param {string} value @param {string} words */
    const luck = (value, words) => el("label", { class: "check" }, el("input", { type: "radio", name: "luck", value, checked: asking.luck === value, onchange: () => (asking.luck = value) }), ` ${words}`);
    const close = () => {
      this.asking = null;
      this.desk.render();
    };
    return el("div", { class: "card", id: "study-form" }, el("h3", {}, `Study from #${asking.at}`),
      el("p", {}, "A file of its own, in which you play all sides. The game stays as it is."),
      el("p", {}, "Its dice …"), LUCKS.map(([value, words]) => el("p", {}, luck(value, words))),
      el("p", { class: "ev" }, "Each roll can also be set by hand when it comes."),
      el("div", { class: "formrow" }, el("button", { type: "button", id: "study-begin", class: "commit", onclick: () => this._begin() }, "Begin the study"), el("button", { type: "button", onclick: close }, "Not now")),
      asking.files.length ? el("p", {}, "Or go on with: ", asking.files.map((file) => el("button", { type: "button", "data-study": file, onclick: () => this._on(file) }, file))) : null);
  }

  async _begin() {
    if (!this.asking) return;
    const { at, luck } = this.asking;
    this._to(await this.table._ask("/studies", { luck, at }));
  }

  /** @param {string} file */
  async _on(file) {
    this._to(await this.table._ask("/studies/on", { file, at: undefined }));
  }

  /** @param {Wire.StudyRow | null} row */
  _to(row) {
    if (row !== null) location.href = this.table.server.page(row.name);
  }

  // ------------------------------------------------------------------ changing the tree
  /** A new line from the moment shown. */
  open(name = "") {
    return this._do({ deed: "open", name, at: this.desk.seq });
  }

  /** @param {Omit<Wire.LineWanted, "name"> & { name: string }} body */
  async _do(body) {
    await this.table._writing(async () => {
      const row = await this.table._ask("/lines", { at: undefined, ...body });
      if (row === null) return;
      this._take(row);
      this.editing = "";
      await this.desk.grow();
      if (body.deed === "open" || body.deed === "go") this.desk.toHead();
      await this.table.refresh();
    });
  }

  /** Have bots play on from the end of a line.
   * @param {Wire.LineRow} line */
  async count(line) {
    this.counting = line.name;
    this.desk.render();
    await this.table._ask("/odds", { at: line.head, runs: RUNS });
    this.counting = "";
    await this.refresh();
    this.desk.render();
  }

  /** This moment of the line beside the same time of what was played.
   * @param {Wire.LineRow} line @param {Wire.LineRow} played */
  _compare(line, played) {
    this.desk.take(line.head);
    this.desk.goInStep(played.head);
  }

  // ------------------------------------------------------------------ showing
  panel() {
    const { asked } = this.table;
    if (!asked?.study) return null;
    const played = this.lines.find((line) => line.played);
    const words = LUCKS.find(([value]) => value === this.luck)?.[1] ?? this.luck;
    /** @param {number} side */
    const player = (side) => el("label", {}, `${this.desk.game.side(side)}: `, el("select", { "data-player": side, onchange: (/** @type {any} */ event) => this._player(side, event.target.value) }, BOTS.map(([name, said]) => el("option", { value: name, selected: (asked.bots[side] ?? "").replace("bot:", "") === name }, said))));
    return el("div", { class: "card", id: "study-tree" }, el("h3", {}, "Study"),
      el("p", { class: "ev" }, `Dice ${words}; each can be set by hand.`),
      el("ul", { class: "plain tree" }, this.lines.map((line) => this._line(line, played))),
      el("div", { class: "formrow" }, el("button", { type: "button", id: "line-open", onclick: () => this.open() }, `New line from #${this.desk.seq}`)),
      el("p", {}, asked.seats.map(player)));
  }

  /** @param {number} side @param {string} bot */
  async _player(side, bot) {
    await this.table._ask("/players", { side, bot, at: undefined });
    await this.table._follow();
  }

  /** @param {Wire.LineRow} line @param {Wire.LineRow | undefined} played @returns {HTMLElement} */
  _line(line, played) {
    const about = line.played ? "what was played" : line.current ? "play goes on here" : "";
    const from = line.fork >= 0 ? ` from #${line.fork}` : "";
    return el("li", { class: "line", "data-line": line.name, style: { marginLeft: `${14 * this._depth(line)}px` } },
      el("div", { class: "formrow" },
        el("button", { type: "button", class: "jump", "aria-current": String(line.current), title: "Show its end", onclick: () => this.desk.take(line.head) }, line.name),
        el("span", { class: "ev" }, `${plural(line.length, "decision", "decisions")}${from}${about ? ` · ${about}` : ""}`)),
      this._odds(line),
      this._luck(line),
      line.note ? el("blockquote", {}, line.note) : null,
      el("div", { class: "formrow small" },
        line.current || line.played ? null : el("button", { type: "button", "data-deed": "go", onclick: () => this._do({ deed: "go", name: line.name }) }, "Play on here"),
        el("button", { type: "button", "data-deed": "odds", disabled: Boolean(this.counting), onclick: () => this.count(line) }, this.counting === line.name ? "Bots play on …" : "Evaluate"),
        line.played || !played ? null : el("button", { type: "button", "data-deed": "compare", onclick: () => this._compare(line, played) }, "Beside what was played"),
        line.played ? null : el("button", { type: "button", "data-deed": "promote", title: "Before the line that stands above it", onclick: () => this._do({ deed: "promote", name: line.name }) }, "Up"),
        el("button", { type: "button", "data-deed": "edit", "aria-expanded": String(this.editing === line.name), onclick: () => ((this.editing = this.editing === line.name ? "" : line.name), this.desk.render()) }, "Name, note …")),
      this.editing === line.name ? this._edit(line) : null);
  }

  /** @param {Wire.LineRow} line @returns {number} */
  _depth(line) {
    const parent = this.lines.find((one) => one.name === line.parent);
    return parent ? 1 + this._depth(parent) : 0;
  }

  /** @param {Wire.LineRow} line */
  _odds({ odds, head }) {
    if (!odds) return null;
    const shares = odds.wins.map(({ side, share, low, high }) => `${this.desk.game.side(side)} ${percent(share)} % (${percent(low)} to ${percent(high)})`);
    const where = odds.at === head ? "" : ` at #${odds.at}`;
    return el("p", { class: "odds" }, `${shares.join(", ")}: ${odds.runs} games of bots${where}${odds.complete ? "" : ", as many as the time allowed"}`);
  }

  /** @param {Wire.LineRow} line */
  _luck({ luck, played }) {
    const sides = luck.map((one) => `${this.desk.game.side(one.side)} ${one.luck} in ${plural(one.throws, "die", "dice")}, so much or more in ${one.as_good}`);
    return sides.length ? el("p", { class: "ev luck" }, `Luck${played ? " since the lines left it" : ""}: ${sides.join("; ")}`) : null;
  }

  /** @param {Wire.LineRow} line */
  _edit(line) {
    const name = el("input", { value: line.name, maxlength: 40, "aria-label": "Name of the line", disabled: line.played, "data-edit": "name" });
    const note = el("textarea", { rows: 3, maxlength: 2000, "aria-label": "Note on the line", "data-edit": "note" }, line.note);
    /** @param {Event} event */
    const keep = async (event) => {
      event.preventDefault();
      if (note.value !== line.note) await this._do({ deed: "note", name: line.name, to: note.value });
      if (name.value.trim() !== line.name) await this._do({ deed: "rename", name: line.name, to: name.value.trim() });
    };
    return el("form", { class: "edit", onsubmit: keep }, el("label", {}, "Name ", name), el("label", {}, "Note ", note),
      el("div", { class: "formrow" }, el("button", { "data-deed": "keep" }, "Keep"),
        line.played ? null : el("button", { type: "button", "data-deed": "close", title: "Out of the tree; its decisions stay in the file", onclick: () => this._do({ deed: "close", name: line.name }) }, "Delete the line")));
  }
}

/** @param {number} share */
const percent = (share) => Math.round(share * 100);
