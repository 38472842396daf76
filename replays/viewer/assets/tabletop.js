/** Playing on the map: what is asked, a draft filled field by field, what it would do, and the decision.
 *
 * It knows no game. The server says which kinds of decision may answer, which values a field may have, and what a draft
 * would do; a widget follows from a field's role. Nothing is written before Commit. */
import { Begun } from "./begun.js";
import { Curtain } from "./curtain.js";
import { Refusal } from "./refusal.js";
import { UNANSWERED } from "./server.js";
import { StudyTree } from "./studytree.js";
import { byId, el, every, fill, plural, reason, within } from "./util.js";

const SETS = ["units", "places", "row", "pairs", "numbers"];
const TWICE = 500; // milliseconds before a second click commits
const UNSURE = "The server does not answer. If it has heard this, it stands, and is shown as soon as the server is there again; if not, do it once more: it is never made twice.";
const LINES = 40; // what a draft would do, at most; a calculation is one
const BRIEF = 3; // lines of what was done that cover the map for a while
const FEW = 12; // faces of a die that are buttons; what has more is typed
/** What is asked before the server has said so. */
const NOTHING = { kinds: /** @type {Wire.AskRow["kinds"]} */ ([]), text: "", about: /** @type {string[]} */ ([]), complete: true };

export class Table {
  /** The table of a page, null where its server plays no game.
   * @param {Desk} desk @param {Server | null} server */
  static at(desk, server) {
    return server?.plays ? new Table(desk, server) : null;
  }

  /** @param {Desk} desk @param {Server} server */
  constructor(desk, server) {
    this.desk = desk;
    this.server = server;
    /** What is asked. @type {Wire.AskRow | null} */
    this.asked = null;
    /** Units that may be decided about -> kinds of decision. @type {Map<number, string[]>} */
    this.verbs = new Map();
    /** The unit that was clicked, -1 for none. */
    this.piece = -1;
    /** @type {TableDraft | null} */
    this.draft = null;
    /** What the draft would do; `stale` while it is of the draft before. @type {Looked | null} */
    this.looked = null;
    this.stale = false;
    /** Ways in which the dice of `of` can fall. @type {{ of: Looked, rows: Wire.FaceRow[] } | null} */
    this.faces = null;
    /** What was done last, and what was refused last, in words. */
    this.told = this.refused = "";
    /** Whether something is being written; whether what is asked is known whole. */
    this.busy = this.ready = false;
    /** The key of the request that decides, until it is answered. @type {string | null} */
    this.key = null;
    /** Decisions that are planned, and where they lead. @type {{ kind: string, given: Record<string, any> }[]} */
    this.plan = [];
    /** @type {Wire.PlanRow | null} */
    this.planned = null;
    /** Dice of a study that are set by hand, and the one that is wanted next. @type {string[]} */
    this.rolls = [];
    /** @type {Wire.DiceRow | null} */
    this.wants = null;
    this.begun = new Begun(`${server.api} ${desk.game.data.game.log}`);
    this.refusal = new Refusal(desk);
    this.curtain = new Curtain(this);
    this.tree = new StudyTree(this);
    /** How many previews were asked for, when the last one was shown, and the question that is under way. */
    this._looking = this._since = 0;
    /** @type {Promise<unknown>} */
    this._refreshing = Promise.resolve();
    byId("ask").hidden = false;
    this._strip();
  }

  // ------------------------------------------------------------------ what is asked
  /** Ask the server what stands; the draft goes when play has moved on. One question after the other. */
  refresh() {
    this._refreshing = this._refreshing.catch(() => null).then(() => this._refresh());
    return this._refreshing;
  }

  async _refresh() {
    /** @type {Wire.AskRow} */
    const asked = await this.server.table("/ask");
    if (asked.version === this.asked?.version) return;
    const first = this.asked === null;
    const moved = !this.asked || asked.head !== this.asked.head || asked.yours !== this.asked.yours;
    if (asked.study) await this.tree.refresh();
    this.asked = asked;
    if (moved) {
      this.ready = false;
      const begun = first ? this.begun.before && !this.begun.at(asked) : this.plan.length || this.draft?.order.length;
      if (begun && !asked.secret) this.desk.say("What was begun here is dropped: play has moved on.");
      this._drop();
      this.plan = [];
      this.planned = null;
      this.curtain.ask(asked);
      this.verbs = new Map();
      this.key = null;
    }
    this._strip();
    this.desk.render();
    if (moved && asked.yours && !asked.secret) await this._units();
    if (moved && asked.yours && !this.curtain.closed && !(first && (await this._resume()))) await this.begin();
    if (moved) this._comeNear(first);
    this.ready = true;
  }

  /** Show what is marked, or where nothing is left to choose what the page has chosen: at the first question of a page that
   * was opened without a place of its own near enough to read the counters, later where none of it can be seen.
   * @param {boolean} first */
  _comeNear(first) {
    const { map, geo, unplaced } = this.desk;
    const { open, chosen, ways } = this.marks() ?? { open: [], chosen: [], ways: [] };
    const shown = (open.length ? open : [...chosen, ...ways.flat()]).filter((place) => place >= 0 && place < geo.count);
    if (shown.length && (first ? unplaced : !shown.some((place) => map.sees(place)))) map.approach(shown);
  }

  async _units() {
    const found = await this.server.table(`/units?at=${this.asked?.head}`);
    if (found.at !== this.asked?.head) return;
    this.verbs = verbsOf(found);
    this.desk.render();
  }

  /** Take up what was begun before the page was loaded again; whether there was something. */
  async _resume() {
    const kept = this.asked && this.begun.at(this.asked);
    if (!kept) return false;
    if (kept.plan.length) await this._planTo(kept.plan);
    this.key = kept.key;
    if (!kept.draft) return kept.plan.length > 0;
    const { kind, given, said, order, picks, way } = kept.draft;
    const draft = (this.draft = { ...this._blank(kind), given, said, order });
    await this._next(false);
    Object.assign(draft, { picks, way });
    if (picks.length || way) await this._look();
    return true;
  }

  /** Where only one kind is listed, its draft is begun. */
  begin() {
    const listed = this.question.kinds.filter((row) => row[3]);
    return listed.length === 1 && listed[0][2].length && !this.draft ? this.start(listed[0][0]) : null;
  }

  get here() {
    return this.asked !== null && this.desk.seq === this.asked.head;
  }

  /** Whether this page may decide now: it is asked, play is in sight, and no curtain hides the question. */
  get open() {
    return this.here && Boolean(this.asked?.yours) && !this.busy && !this.curtain.closed;
  }

  /** What is asked where the plan leads; without one, what is asked. */
  get question() {
    return this.planned ?? this.asked ?? NOTHING;
  }

  /** Where units stand once the plan is made: piece -> place, and the units of a place. */
  _standing() {
    const { at, stacks } = this.desk.game.at(this.desk.seq);
    if (!this.planned) return { where: (/** @type {number} */ piece) => at.get(piece), stack: (/** @type {number} */ place) => stacks.get(place) ?? [] };
    const moved = new Map(this.planned.places);
    /** @param {number} place */
    const stack = (place) => [...(stacks.get(place) ?? []).filter((piece) => !moved.has(piece)), ...[...moved].filter(([, there]) => there === place).map(([piece]) => piece)];
    return { where: (/** @type {number} */ piece) => moved.get(piece) ?? at.get(piece), stack };
  }

  /** @param {string} kind @returns {DraftField[]} */
  _fields(kind) {
    const fields = this.question.kinds.find(([name]) => name === kind)?.[2] ?? [];
    return fields.map(([name, role, needed, parts, words, help, size]) => ({ name, role, needed, parts, words, help, size }));
  }

  // ------------------------------------------------------------------ the draft
  /** Begin a decision of a kind, of a unit where one was clicked.
   * @param {string} kind */
  async start(kind, piece = -1) {
    this.draft = this._blank(kind);
    this.looked = null;
    this.refusal.hide();
    const first = this.draft.fields[0];
    if (piece >= 0 && first?.role === "units") return this._of([piece]);
    return piece >= 0 && first?.role === "unit" ? this._by(piece) : this._next();
  }

  /** Fill the first field with the unit that was clicked. Where nothing is listed that goes with it, the list names it in a
   * later field: then the first one is asked for, and where that has one value, the unit is chosen behind it.
   * @param {number} piece @returns {Promise<unknown>} */
  async _by(piece) {
    const { draft } = this;
    if (!draft) return;
    const [first, second] = draft.fields;
    const { given } = draft;
    this._give(first.name, piece);
    await this._next();
    if (!second || this.draft !== draft || draft.given !== given || second.name in given || draft.values?.length !== 0) return;
    Object.assign(draft, { given: {}, order: [], filled: [], values: null });
    await this._next();
    const { field } = this;
    if (this.draft === draft && field && /^units?$/.test(field.role) && this._items().includes(piece)) await this.choose(piece);
  }

  /** Fill the first field, a set of units, with those that were clicked by now, so that the map shows what goes with them.
   * Where nothing is listed that does, or nothing is asked after it, they stay picked and more can be; where one listed set
   * holds the unit that was clicked last, all of that.
   * @param {number[]} units @returns {Promise<unknown>} */
  async _of(units, more = true) {
    const { draft } = this;
    const first = draft?.fields[0];
    if (!draft || !first) return;
    const given = {}; // that of this click: what an earlier one asked for comes too late
    this.desk.shut();
    Object.assign(draft, { given, order: [], filled: [], values: null });
    this.looked = null;
    if (units.length && draft.fields.length > 1) {
      this._give(first.name, units);
      await this._next();
      const second = draft.fields[1].name;
      if (this.draft !== draft || draft.given !== given || second in given || draft.values?.length) return;
    }
    draft.values = null;
    const answer = await this._after("/next", { kind: draft.kind, given: {}, field: first.name });
    if (answer === null || this.draft !== draft || draft.given !== given) return;
    /** @type {number[][]} */
    const listed = answer.values.map((/** @type {[number[], string, number]} */ [set]) => set);
    const sets = listed.filter((set) => units.every((one) => set.includes(one)));
    if (more && units.length && sets.length === 1 && sets[0].length > units.length) return this._of(sets[0], false);
    Object.assign(draft, { given: {}, order: [], values: answer.values, more: answer.more, cut: answer.cut, picks: units, proposed: "", few: draft.fields.length > 1 && units.length > 0 });
    this.desk.show("play");
    await this._look();
  }

  /** Whether what is picked is what the page has proposed. */
  get untouched() {
    return this.draft !== null && this.draft.picks.length > 0 && JSON.stringify(this.draft.picks) === this.draft.proposed;
  }

  /** Units with one more, or without one of them.
   * @param {number[]} units @param {number} piece */
  _toggle(units, piece) {
    return units.includes(piece) ? this._of(units.filter((one) => one !== piece), false) : this._of([...units, piece]);
  }

  /** Whether a unit that is clicked goes with those of the first field, or is taken out of them: they are a set that a
   * click began, and the player has filled nothing after it. Units that go a way begin it in one hex.
   * @param {number} piece */
  _joins(piece) {
    const { draft, field } = this;
    const first = draft?.fields[0];
    const kinds = this.verbs.get(piece);
    if (!draft || first?.role !== "units" || !kinds || (this.question.complete && !kinds.includes(draft.kind))) return false;
    const by = draft.order.filter((name) => !draft.filled.includes(name));
    const touched = draft.way || draft.half !== null || (draft.picks.length > 0 && !this.untouched);
    if (by.join() !== first.name || touched || (field && /^units?$/.test(this._aim(field)))) return false;
    const { where } = this._standing();
    return where(piece) === where(draft.given[first.name][0]) || !draft.fields.some(({ role }) => role === "route");
  }

  /** A draft with nothing in it.
   * @param {string} kind @returns {TableDraft} */
  _blank(kind) {
    return { kind, fields: this._fields(kind), given: {}, said: {}, order: [], values: null, more: [], cut: false, filled: [], picks: [], proposed: "", few: false, half: null, way: null, costs: null, unfolded: false };
  }

  _drop() {
    this.draft = this.looked = this.wants = this.faces = null;
    this.rolls = [];
    this.stale = false;
    this.piece = -1;
    this.refusal.hide();
    this.begun.keep(this);
  }

  /** The field that is asked for next; null without a draft, or where all are filled. */
  get field() {
    const { draft } = this;
    return draft?.fields.find((field) => !(field.name in draft.given)) ?? null;
  }

  /** @param {string} name @param {any} value */
  _give(name, value) {
    const { draft } = this;
    if (!draft) return;
    const listed = draft.values?.find(([one]) => JSON.stringify(one) === JSON.stringify(value));
    if (listed) draft.said[name] = listed[1];
    draft.given[name] = value;
    draft.order.push(name);
    Object.assign(draft, { values: null, more: [], picks: [], half: null, way: null });
    this.refusal.hide();
  }

  /** Take the last field back; the whole draft after the first. */
  back() {
    const { draft } = this;
    if (!draft) return this._drop();
    const last = draft.order.at(-1);
    if (draft.half !== null) draft.half = null;
    else if (draft.picks.length || draft.way) Object.assign(draft, { picks: [], way: null });
    else if (last !== undefined) {
      draft.order.pop();
      delete draft.given[last];
      draft.values = null;
    } else this._drop();
    this.looked = null;
    return this.draft ? this._next(false) : this.desk.render();
  }

  /** Take back a field and those that were filled after it.
   * @param {string} name */
  anew(name) {
    const { draft } = this;
    if (!draft) return null;
    for (const gone of draft.order.splice(draft.order.indexOf(name))) delete draft.given[gone];
    Object.assign(draft, { values: null, more: [], picks: [], half: null, way: null });
    this.looked = null;
    return this._next(false);
  }

  /** Ask for the values of the next field; a field with one value is filled.
   * @returns {Promise<unknown>} */
  async _next(alone = true) {
    const { draft, field } = this;
    if (draft === null) return null;
    if (field === null) return this._look();
    const { given } = draft;
    const answer = await this._after("/next", { kind: draft.kind, given, field: field.name });
    if (answer === null || this.draft !== draft || draft.given !== given) return null;
    Object.assign(draft, { values: answer.values, more: answer.more, cut: answer.cut });
    const set = SETS.includes(field.role);
    if (alone && answer.values.length === 1 && !answer.cut && (!set || this.question.complete || !answer.values[0][0].length)) {
      this._give(field.name, answer.values[0][0]);
      draft.filled.push(field.name);
      return this._next();
    }
    if (set && answer.values.length === 1) draft.picks = [...answer.values[0][0]];
    Object.assign(draft, { proposed: JSON.stringify(draft.picks), few: false });
    this.begun.keep(this);
    if (this.ready) this._comeNear(false);
    this.desk.show("play");
    this.desk.render(); // before anything else is asked: what is shown is the field that a click fills
    if (field.role === "route") this._price(field);
    return set ? this._look() : null;
  }

  /** What each way costs comes after the ways themselves.
   * @param {DraftField} field */
  async _price(field) {
    const { draft } = this;
    if (!draft) return;
    /** @type {Wire.CostsRow | null} */
    const found = await this._after("/costs", { kind: draft.kind, given: { ...draft.given }, field: field.name });
    if (found === null || this.draft !== draft || this.field?.name !== field.name) return;
    draft.costs = new Map(found.costs);
    this.desk.render();
  }

  /** What the draft would do, as far as it is whole. */
  async _look() {
    const { draft } = this;
    const given = this._whole();
    this.begun.keep(this);
    if (draft === null || given === null) {
      this.looked = null;
      return this.desk.render();
    }
    const asking = (this._looking += 1);
    this.stale = true; // what is shown is of the draft before: nothing is committed by it
    const looked = await this._after("/preview", { kind: draft.kind, given });
    if (asking !== this._looking || this.draft !== draft) return null;
    Object.assign(this, { looked, rolls: [], wants: null, stale: false });
    if (looked && !looked.legal && this._begun) this.refusal.show(this._spot(), [looked]);
    else this.refusal.hide();
    this._since = performance.now();
    this.desk.show("play");
    return this.desk.render();
  }

  /** Whether enough is chosen for a refusal to be said: the fields are filled, or something of the last one is. */
  get _begun() {
    return this.draft !== null && (this.field === null || this.draft.picks.length > 0 || Boolean(this.draft.way?.length));
  }

  /** The draft's values with what is being picked; null while a field that must be given is not. */
  _whole() {
    const { draft, field } = this;
    if (draft === null) return null;
    const given = { ...draft.given };
    if (field !== null && SETS.includes(field.role)) given[field.name] = draft.picks;
    if (field !== null && draft.way) given[field.name] = draft.way;
    return draft.fields.some(({ name, needed }) => needed && !(name in given)) ? null : given;
  }

  /** Choose a value of the field that is asked for now.
   * @param {any} value */
  async choose(value) {
    const { draft, field } = this;
    if (!draft || !field) return;
    this.desk.shut(); // the stack that was asked about lies open no longer over what is to be clicked next
    if (field.role === "pairs" && !Array.isArray(value)) return this._half(value);
    if (SETS.includes(field.role)) {
      const same = (/** @type {any} */ one) => field.role !== "row" && JSON.stringify(one) === JSON.stringify(value);
      draft.picks = draft.picks.some(same) ? draft.picks.filter((one) => !same(one)) : [...draft.picks, value];
      draft.few = false;
      await this._look();
    } else {
      this._give(field.name, value);
      await this._next();
    }
  }

  /** One half of a pair that is not listed: the first waits for the second.
   * @param {number} value */
  async _half(value) {
    const { draft } = this;
    if (!draft) return;
    if (draft.half === null) {
      draft.half = value;
      this.desk.render();
      return;
    }
    const pair = [draft.half, value];
    draft.half = null;
    await this.choose(pair);
  }

  /** What a click on the map is taken as: a unit, a place, a hex of a way; of a pair the half that is wanted next.
   * @param {DraftField} field */
  _aim(field) {
    return field.role === "pairs" && !dealt(field) ? field.parts[this.draft?.half === null ? 0 : 1] : shape(field);
  }

  /** Of pairs the halves that may be wanted next: first ones, or those that are listed as second ones.
   * @returns {number[]} */
  _halves() {
    const { draft } = this;
    if (!draft) return [];
    const pairs = (draft.values ?? []).flatMap(([set]) => set);
    const found = draft.half === null ? [...pairs.map(([one]) => one), ...draft.more.map(([one]) => one)] : pairs.map(([, other]) => other);
    return [...new Set(found)];
  }

  async done() {
    const { draft, field } = this;
    if (!draft || !field) return;
    this._give(field.name, draft.way ?? draft.picks);
    await this._next();
  }

  // ------------------------------------------------------------------ the map
  /** A hex was clicked; true when the table made use of it.
   * @param {number} place */
  tookPlace(place) {
    if (!this.open) return false;
    const field = this.field;
    const joining = this._marked(place) ? [] : this._standing().stack(place).filter((piece) => this._joins(piece));
    if (joining.length) return joining.length === 1 && this.tookUnit(joining[0]);
    if (this.draft && field) {
      const role = this._aim(field);
      const took = role === "place" || role === "places" ? this._take(this._items().includes(place) || this._free(field), place)
        : role === "route" ? this._route(place)
        : role === "unit" || role === "units" ? this._pieces(place, this._items()) : false;
      if (!took && place >= 0) this._why(place, /^units?$/.test(role) ? this._only(place, this._items()) : place);
      return took;
    }
    if (this.draft && this.looked?.legal && this._goal() === place) {
      if (performance.now() - this._since > TWICE && !this.looked.crosses.length) this.commit();
      return true;
    }
    const took = this._pieces(place, [...this.verbs.keys()]);
    if (!took && place >= 0) this._why(place, this._only(place, [...this.verbs.keys()]));
    return took;
  }

  /** Whether a hex is one that may be chosen for the field that is asked for.
   * @param {number} place */
  _marked(place) {
    const role = this.field && this._aim(this.field);
    if (role === "route") return (this.draft?.values ?? []).some(([way]) => way.at(-1) === place);
    return (role === "place" || role === "places") && this._items().includes(place);
  }

  /** The unit of a hex that was meant by a click on it, none where several could be, or one of them may be chosen.
   * @param {number} place @param {number[]} candidates */
  _only(place, candidates) {
    const stack = this._standing().stack(place);
    return stack.length === 1 && !candidates.includes(stack[0]) ? stack[0] : null;
  }

  /** Ask why a hex or unit that was clicked cannot be chosen, and say it there.
   * @param {number} place @param {number | null} value */
  async _why(place, value) {
    const { draft, field } = this;
    this.refusal.hide();
    if (value === null || (draft && (!field || !draft.values))) return;
    const body = draft && field ? { kind: draft.kind, field: field.name, given: draft.given, value } : { value };
    /** @type {Wire.WhyRow | null} */
    const found = await this._after("/why", body);
    if (!found || this.draft !== draft || this.field !== field) return;
    // what is not listed and not refused either is chosen: lists of sets and support name a part of what is legal, and
    // of an area one hex; where nothing is listed, what stands in no field yet may be why it is refused, and the rules
    // speak of the whole
    const tried = draft && field && /^(place|unit)$/.test(field.role);
    if (tried && (!found.refusals.length || (!this.question.complete && !draft.values?.length))) await this.choose(value);
    else this.refusal.show(place, found.refusals);
  }

  /** Where on the map a draft that is refused is refused: at what was chosen last. */
  _spot() {
    const { draft } = this;
    if (!draft) return -1;
    const { where } = this._standing();
    /** @type {[string, any][]} */
    const given = draft.order.map((name) => [this._shape(name), draft.given[name]]);
    given.push([this.field ? shape(this.field) : "", draft.way ?? draft.picks]);
    for (const [how, value] of given.reverse()) {
      const last = Array.isArray(value) ? value.at(-1) : value;
      if (last === undefined) continue;
      const place = /^(place|places|route)$/.test(how) ? last : /^units?$/.test(how) ? where(last) ?? -1 : -1;
      if (place >= 0) return place;
    }
    return -1;
  }

  /** What a field of the draft is asked as.
   * @param {string} name */
  _shape(name) {
    const field = this.draft?.fields.find((one) => one.name === name);
    return field ? shape(field) : "";
  }

  /** What players call a field of the draft.
   * @param {string} name */
  _called(name) {
    return this.draft?.fields.find((one) => one.name === name)?.words ?? name;
  }

  /** The value of a field that is filled, in words.
   * @param {string} name */
  _given(name) {
    const field = this.draft?.fields.find((one) => one.name === name);
    const value = this.draft?.given[name];
    if (field?.role === "pairs") return value.map((/** @type {any} */ one) => this._member(one, field)).join(", ") || "none";
    return (field?.role === "word" && this.draft?.said[name]) || this._text(value, this._shape(name));
  }

  /** Whether more may be taken than is listed, in a set or where nothing is listed: then the rules say of each what they think of it.
   * @param {DraftField} field */
  _free(field) {
    const none = this.draft?.values?.length === 0 && !this.draft.more.length;
    return !this.question.complete && (none || SETS.includes(field.role));
  }

  /** @param {boolean} fits @param {any} value */
  _take(fits, value) {
    if (fits) this.choose(value);
    return fits;
  }

  /** Of the units in a hex those that may be chosen: the only one at once, several by the fan.
   * @param {number} place @param {number[]} candidates */
  _pieces(place, candidates) {
    const known = new Set(candidates);
    const stack = this._standing().stack(place);
    const found = stack.filter((piece) => known.has(piece) || (this.field && this._free(this.field)));
    if (found.length !== 1) return false;
    this.tookUnit(found[0]);
    return true;
  }

  /** A unit was clicked; true when the table made use of it.
   * @param {number} piece */
  tookUnit(piece) {
    if (!this.open) return false;
    const field = this.field;
    const place = this._standing().where(piece) ?? -1;
    if (this._joins(piece)) {
      this._toggle(this.draft?.given[this.draft.fields[0].name], piece);
      return true;
    }
    if (this.draft && field && /^units?$/.test(this._aim(field))) {
      const fits = this._items().includes(piece) || this._free(field);
      if (fits && field.role === "units" && field === this.draft.fields[0]) {
        this._toggle(this.untouched ? [] : this.draft.picks, piece); // what the page has proposed gives way
        return true;
      }
      const took = this._take(fits, piece);
      if (!took) this._why(place, piece);
      return took;
    }
    const kinds = this.verbs.get(piece);
    if (!kinds) {
      if (!this.draft) this._why(place, piece);
      return false;
    }
    this._drop();
    this.piece = piece;
    const own = kinds.filter((kind) => /^units?$/.test(this._fields(kind)[0]?.role ?? ""));
    if (own.length === 1) this.start(own[0], piece);
    else {
      this.desk.tab = "play";
      this.desk.render();
    }
    return true;
  }

  /** Whether a click on a unit does something now.
   * @param {number} piece */
  able(piece) {
    if (!this.open) return false;
    const { field } = this;
    if (this.draft && field && /^units?$/.test(this._aim(field))) return (field.role === "pairs" ? this._halves() : this._items()).includes(piece);
    return this._joins(piece) || this.verbs.has(piece);
  }

  /** Whether a unit is one of those that are chosen for the draft.
   * @param {number} piece */
  holds(piece) {
    const { draft } = this;
    const chosen = (draft?.fields ?? []).map((one) => [one.role, one === this.field ? draft?.picks : draft?.given[one.name]]);
    return chosen.some(([role, value]) => (role === "units" ? value?.includes(piece) : role === "unit" && value === piece));
  }

  /** The way to a hex: the listed one, or by hand one hex more.
   * @param {number} place */
  _route(place) {
    const { draft } = this;
    if (!draft) return false;
    if (draft.way) {
      draft.way = [...draft.way, place];
      this._look();
      return true;
    }
    const found = (draft.values ?? []).find(([way]) => way.at(-1) === place);
    return this._take(Boolean(found), found?.[0]);
  }

  byHand() {
    if (this.draft) this.draft.way = [];
    this._look();
  }

  /** Single things that the current field may hold: units, places or pairs.
   * @returns {any[]} */
  _items() {
    const { draft, field } = this;
    if (!draft || !field) return [];
    const values = (draft.values ?? []).map(([value]) => value);
    if (!SETS.includes(field.role)) return values;
    const seen = new Map(draft.picks.map((one) => [JSON.stringify(one), one]));
    for (const set of values) for (const one of set) seen.set(JSON.stringify(one), one);
    return [...seen.values()];
  }

  _goal() {
    const moved = this.looked?.moved ?? [];
    return moved[0]?.at(-1) ?? -1;
  }

  /** What the map marks: hexes that may be chosen, units' hexes, the way of the draft.
   * @returns {TableMarks | null} */
  marks() {
    if (!this.here || !this.asked?.yours || this.curtain.closed) return null;
    const stands = this._standing().where;
    const where = (/** @type {number[]} */ pieces) => pieces.flatMap((piece) => stands(piece) ?? []);
    const { draft, field } = this;
    const chosen = [];
    for (const one of draft?.fields ?? []) {
      const [role, value] = [shape(one), draft?.given[one.name]];
      if (value === undefined) continue;
      if (role === "unit") chosen.push(...where([value]));
      if (role === "units") chosen.push(...where(value));
      if (role === "place") chosen.push(value);
      if (role === "places") chosen.push(...value);
    }
    const picks = draft?.picks ?? [];
    const ways = [...(this.planned?.moved ?? []), ...(this.looked?.moved ?? [])].map(([, ...way]) => way);
    if (draft?.way) ways.push(draft.way);
    /** @type {TableMarks} */
    const out = { open: [], chosen, ways, refused: this.refusal.places };
    const role = field ? this._aim(field) : "";
    if (draft !== null && field?.role === "pairs") out.open = role === "place" ? this._halves() : role === "unit" ? where(this._halves()) : [];
    else if (draft === null || field === null) out.open = draft ? [] : where([...this.verbs.keys()]);
    else if (role === "route") Object.assign(out, { open: (draft.values ?? []).map(([way]) => way.at(-1) ?? -1), costs: draft.costs });
    else if (role === "place") out.open = this._items();
    else if (role === "places") Object.assign(out, { open: this._items(), chosen: [...chosen, ...picks] });
    else if (role === "unit") out.open = where(this._items());
    else if (role === "units") Object.assign(out, { open: where(this._items()), chosen: [...chosen, ...where(picks)] });
    const there = (/** @type {number} */ place) => place >= 0; // "nowhere" is a value too
    out.open = [...new Set(out.open)].filter(there);
    out.chosen = out.chosen.filter(there);
    return out;
  }

  // ------------------------------------------------------------------ deciding
  async commit() {
    if (!this.draft || !this.looked?.legal || this.busy || this.stale) return;
    await this._make({ kind: this.draft.kind, given: this.looked.given, rolls: this.rolls }, this.plan);
  }

  /** Make the decisions of the plan. */
  async commitPlan() {
    const last = this.plan.at(-1);
    if (!last || this.busy) return;
    await this._make(last, this.plan.slice(0, -1));
  }

  /** @param {{ kind: string, given: Record<string, any>, rolls?: string[] }} made @param {Wire.Made[]} plan */
  async _make({ kind, given, rolls = [] }, plan) {
    this.key ??= crypto.randomUUID();
    this.begun.keep(this);
    await this._writing(() => this._made({ kind, given, rolls }, plan));
  }

  /** @param {{ kind: string, given: Record<string, any>, rolls: string[] }} made @param {Wire.Made[]} plan */
  async _made({ kind, given, rolls }, plan) {
    /** @type {Wire.DecidedRow | null} */
    const row = await this._ask("/decisions", { kind, given, rolls, key: this.key, plan: plan.map(bare) });
    if (row === null) return;
    if (row.wants) {
      this.wants = row.wants; // a die more is to be set by hand before anything is written
      this.desk.render();
      return;
    }
    this.key = null;
    this.told = row.told.join(" · ");
    this._drop();
    this.plan = [];
    this.planned = null;
    this.desk.say(brief(row.told) || "The decision is fixed and waits for its dice.");
    await this._follow();
    if (row.left) {
      this.refused = `${plural(row.left, "decision", "decisions")} of the plan not made: ${row.why}`;
      this.desk.render();
    }
  }

  /** Put the draft behind the plan: nothing is written, and what is asked then is asked now. */
  async planOn() {
    if (!this.canPlan || this.busy || !this.draft || !this.looked) return;
    await this._planTo([...this.plan, { kind: this.draft.kind, given: this.looked.given }]);
  }

  /** Take the last decision of the plan out, or all of them. */
  async unplan(all = false) {
    await this._planTo(all ? [] : this.plan.slice(0, -1));
  }

  /** @param {{ kind: string, given: Record<string, any> }[]} plan */
  async _planTo(plan) {
    /** @type {Wire.PlanRow | null} */
    const row = plan.length ? await this._ask("/plan", { plan: plan.map(bare) }) : null;
    if (plan.length && row === null) return;
    this._drop();
    this.plan = plan;
    this.planned = row;
    this.begun.keep(this);
    if (row) this.verbs = verbsOf(row);
    else await this._units();
    await this.begin();
    this.desk.render();
  }

  get canPlan() {
    const { looked, asked } = this;
    return Boolean(looked?.legal && !this.stale && !asked?.secret && !looked.dice && looked.then?.[0] === asked?.side);
  }

  /** Whether decisions may be taken back from here at all, and whether there is one to take back now. */
  get _undoes() {
    return Boolean(this.asked?.seats.length) && this.asked?.policy !== "strict";
  }

  get canUndo() {
    return this._undoes && !this.busy && this.asked?.head !== 0;
  }

  /** Enter a real die.
   * @param {string} value */
  roll(value) {
    return this._writing(async () => {
      /** @type {Wire.DecidedRow | null} */
      const row = await this._ask("/roll", { value });
      if (row === null) return;
      this.told = row.told.join(" · ");
      await this._follow();
    });
  }

  async undo(agreed = false) {
    const row = await this._writing(() => this._undone(agreed));
    if (row?.needs && !row.asked) {
      const sure = confirm(`This takes back ${row.needs.join(", ")}. Does ${(row.sides ?? []).join(" and ")} agree?`);
      if (sure) await this.undo(true);
    }
  }

  /** @param {boolean} agreed */
  async _undone(agreed) {
    /** @type {Wire.UndoRow | null} */
    const row = await this._ask("/undo", { key: crypto.randomUUID(), reason: "", agreed });
    if (row === null || (row.needs && !row.asked)) return row;
    this.told = row.needs ? `${(row.sides ?? []).join(" and ")} is asked to agree: it crosses ${row.needs.join(", ")}.` : `Taken back: play stands at #${row.head}.`;
    await this._follow();
    return row;
  }

  /** Agree to a request to go back, decline it, or take it back.
   * @param {Wire.RequestRow} request @param {boolean} agree */
  answer({ number }, agree) {
    return this._writing(async () => {
      if ((await this._ask("/answer", { agree, number })) !== null) await this._follow();
    });
  }

  /** Do something that writes: until its answer is on the screen nothing else is begun here.
   * @template R @param {() => Promise<R>} act @returns {Promise<R>} */
  async _writing(act) {
    this.busy = true;
    this._strip();
    try {
      return await act();
    } finally {
      this.busy = false;
      this._strip();
      this.desk.render();
    }
  }

  /** A study from the moment shown, or in a study a line. */
  study() {
    return this.asked?.study ? this.tree.open() : this.tree.choose();
  }

  async _follow() {
    await this.desk.grow();
    this.desk.toHead();
    await this.refresh();
  }

  /** A request about a draft that comes after the plan.
   * @param {string} path @param {Record<string, any>} body @returns {Promise<any>} */
  _after(path, body) {
    return this._ask(path, this.plan.length ? { ...body, plan: this.plan.map(bare) } : body);
  }

  /** A request of this moment; null when it was refused, which is said.
   * @param {string} path @param {Record<string, any> | null} body @returns {Promise<any>} */
  async _ask(path, body = null) {
    try {
      this.refused = "";
      return await this.server.table(path, body ? { at: this.asked?.head, ...body } : null);
    } catch (error) {
      if (statusOf(error) === 409) {
        // play has moved on: what is asked now says more than the refusal, unless something was to be written
        this.key = null;
        if (this.busy) this._refuse(reason(error));
        await this._follow();
      } else if (statusOf(error) === UNANSWERED && this.busy) this._refuse(UNSURE);
      else this._refuse(reason(error));
      this.desk.render();
      return null;
    }
  }

  /** @param {string} why */
  _refuse(why) {
    this.refused = why;
    this.desk.say(why);
  }

  // ------------------------------------------------------------------ the strip above the map
  _strip() {
    const { asked } = this;
    if (!asked) return fill(byId("ask"), "…");
    const decides = asked.bots[`${asked.side}`] ? `${asked.who} (${asked.bots[`${asked.side}`]}) decides … ` : `${asked.who} decides${asked.away ? ", and plays elsewhere" : ""}. `;
    const who = asked.yours || asked.over || !asked.who ? null : el("strong", {}, decides);
    const text = asked.over ? "The game is over." : this.question.text || asked.trouble || "The decision waits for its dice.";
    return fill(
      byId("ask"),
      this.here ? null : el("button", { type: "button", onclick: () => this.desk.toHead() }, "To the game"),
      who,
      el("span", { class: "asked", title: asked.title }, text),
      asked.trouble && asked.text ? el("span", { class: "refused" }, asked.trouble) : null,
      el("span", { class: "askedtools" },
        this._undoes ? el("button", { type: "button", id: "table-undo", disabled: !this.canUndo, onclick: () => this.undo(), title: "Take the last decision back (Ctrl+Z; Backspace takes a field of the draft back)" }, "Undo") : null,
        asked.seats.length ? el("button", { type: "button", id: "table-study", onclick: () => this.study(), title: asked.study ? "A new line from the moment shown (w)" : "A study from the moment shown: a file of its own, the game stays as it is (w)" }, asked.study ? "Line from here" : "Study from here") : null),
    );
  }

  // ------------------------------------------------------------------ the panel
  /** @returns {Kid[]} */
  panel() {
    const { asked } = this;
    /** @type {Kid[]} */
    const parts = [this.tree.choosing()];
    if (!asked) return [el("p", {}, "Asking …")];
    if (this.curtain.closed) return [el("p", {}, this.curtain.words)];
    if (asked.request) parts.push(this._request(asked.request));
    if (this.refused) parts.push(el("p", { class: "refused", role: "alert" }, this.refused));
    if (asked.dice) parts.push(this._dice(asked));
    if (!this.here) parts.push(el("p", {}, "You look at the past. What is asked stands at the end of the line."), el("button", { type: "button", onclick: () => this.desk.toHead() }, "To the game"));
    else if (asked.yours && !asked.dice) parts.push(this._plan(), this.draft ? this._draft(this.draft) : this._verbs());
    parts.push(this.tree.panel(), asked.mail ? this._mail() : null, asked.keeper ? this._keeping() : null);
    if (!this.draft) parts.push(this._lately(asked));
    return parts;
  }

  /** Where the other side plays elsewhere: what goes there by mail, and what came from there. */
  _mail() {
    return el("details", { class: "card", id: "mail" }, el("summary", {}, "By mail"),
      el("p", {}, "The other side plays elsewhere. Where the two tables are linked, all goes by itself."),
      el("div", { class: "formrow" }, el("button", { type: "button", id: "bundle-save", onclick: () => this._saveBundle() }, "Save a bundle to send")),
      el("label", { class: "takein" }, "Take a bundle that came ", el("input", { type: "file", id: "bundle-take", onchange: (/** @type {any} */ event) => this._takeFile("/bundle", event.target.files[0]) })));
  }

  /** On the keeper's page: what waits for him, and his answer where it does not come by itself. */
  _keeping() {
    return el("div", { class: "card", id: "keeping" }, el("h3", {}, "You keep the dice"),
      el("p", {}, "While `hexledger keeper attend` runs on your machine with the address of this page, rolls are answered by themselves. By hand: save, receive it into your copy, and bring what `hexledger keeper answer` makes."),
      el("div", { class: "formrow" }, el("button", { type: "button", id: "bundle-save", onclick: () => this._saveBundle() }, "Save what is new")),
      el("label", { class: "takein" }, "Your answer ", el("input", { type: "file", id: "answer-take", onchange: (/** @type {any} */ event) => this._takeFile("/dice", event.target.files[0]) })));
  }

  async _saveBundle() {
    const bundle = await this._ask("/bundle");
    if (bundle === null) return;
    const link = el("a", { href: URL.createObjectURL(new Blob([JSON.stringify(bundle)], { type: "application/json" })), download: `to-${bundle.to}.bundle` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /** Hand in a file that came by mail.
   * @param {string} path @param {File} file */
  _takeFile(path, file) {
    return this._writing(async () => {
      try {
        const row = await this.server.tableText(path, await file.text());
        await this._follow();
        this.desk.say(row.told ? row.told.join(" · ") : [row.frames.length ? `${plural(row.frames.length, "frame", "frames")} taken.` : "Nothing new in it.", ...row.remarks].join(" "));
      } catch (error) {
        this._refuse(reason(error));
      }
    });
  }

  /** @param {Wire.RequestRow} request */
  _request(request) {
    const what = `${request.by} asks to go back to #${request.to}${request.reason ? `: ${request.reason}` : ""}. It crosses ${request.crosses.join(", ")}.`;
    return el("div", { class: "card" }, el("p", {}, what), request.yours
      ? el("div", { class: "formrow" }, el("button", { type: "button", onclick: () => this.answer(request, true) }, "Agree"), el("button", { type: "button", onclick: () => this.answer(request, false) }, "Decline"))
      : el("p", {}, `${request.sides.join(" and ")} is asked.`), request.mine ? el("div", { class: "formrow" }, el("button", { type: "button", onclick: () => this.answer(request, false) }, "Take the request back")) : null);
  }

  /** @param {Wire.AskRow} asked */
  _dice({ dice, faces }) {
    const input = el("input", { id: "die", autocomplete: "off", "aria-label": dice });
    const enter = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.roll(input.value.trim());
    };
    if (faces.length <= FEW) return el("div", { class: "card" }, el("p", {}, dice), el("div", { class: "verbs", role: "group", "aria-label": dice }, faces.map((face) => el("button", { type: "button", "data-face": face, disabled: this.busy, onclick: () => this.roll(face) }, shown(face)))));
    return el("form", { class: "card", onsubmit: enter }, el("p", {}, dice), el("div", { class: "formrow" }, input, el("button", {}, "Enter the roll")));
  }

  /** The plan: what it would do, and the ways out of it. */
  _plan() {
    if (!this.planned) return null;
    return el("div", { class: "card", id: "plan" }, el("h3", {}, `Plan: ${plural(this.plan.length, "decision", "decisions")}, nothing is made yet`),
      el("ol", { class: "plain" }, this.planned.told.map(([what, ...lines]) => el("li", {}, what, lines.slice(0, 3).map((line) => el("p", { class: "ev" }, line))))),
      el("div", { class: "formrow" },
        el("button", { type: "button", id: "plan-commit", class: "commit", disabled: this.busy || this.draft !== null, onclick: () => this.commitPlan() }, `Commit the plan (${this.plan.length})`),
        el("button", { type: "button", id: "plan-back", onclick: () => this.unplan() }, "Take the last out"),
        el("button", { type: "button", id: "plan-drop", onclick: () => this.unplan(true) }, "Drop the plan")));
  }

  _verbs() {
    const { piece, question: asked } = this;
    const mine = piece >= 0 ? this.verbs.get(piece) ?? [] : null;
    const kinds = asked.kinds.filter(([kind]) => !mine || mine.includes(kind));
    const unlisted = mine ? [] : kinds.filter((row) => !row[3]);
    /** @param {Wire.AskRow["kinds"][number]} row */
    const verb = ([kind, words]) => el("button", { type: "button", "data-kind": kind, onclick: () => this.start(kind, piece) }, words);
    return el("div", {},
      asked.about.map((line) => el("p", {}, line)),
      this.asked?.secret ? el("p", { class: "warnbox" }, "The choice is sealed: it is shown when both sides have chosen.") : null,
      mine ? el("p", { class: "what-big" }, this.desk.game.name(piece)) : null,
      el("div", { class: "verbs" }, kinds.filter((row) => row[3]).map(verb)),
      unlisted.length ? el("details", { class: "unlisted" }, el("summary", {}, "By hand: none of these is listed"), el("div", { class: "verbs" }, unlisted.map(verb))) : null,
      mine ? el("button", { type: "button", onclick: () => this.back() }, "All kinds") : null,
      !mine ? el("p", {}, this.verbs.size ? "Click a marked unit on the map, or take one of these. " : "Take one of these. ", "Nothing is made before Commit.") : null,
      asked.complete ? null : el("p", {}, "More may be legal than is listed: sets and ways can be put together by hand."),
    );
  }

  /** @param {TableDraft} draft */
  _draft(draft) {
    const { desk, looked, field } = this;
    const shown = draft.order.map((name) => el("li", {}, `${this._called(name)}: `, el("button", { type: "button", class: "jump", "data-anew": name, title: "Choose this anew", onclick: () => this.anew(name) }, this._given(name))));
    return el("div", { class: "draft" },
      el("p", { class: "what-big" }, this.question.kinds.find(([kind]) => kind === draft.kind)?.[1] ?? ""),
      shown.length ? el("ul", { class: "plain" }, shown) : null,
      field ? this._widget(draft, field) : null,
      this._preview(),
      el("div", { class: "formrow" },
        looked?.legal ? el("button", { type: "button", id: "commit", class: "commit", disabled: this.busy, onclick: () => this.commit() }, this._commitText(looked)) : null,
        this.canPlan ? el("button", { type: "button", id: "plan-on", title: "Put it behind the plan and go on; nothing is made yet", onclick: () => this.planOn() }, "Plan it") : null,
        el("button", { type: "button", id: "draft-back", onclick: () => this.back() }, "Back"),
        el("button", { type: "button", id: "draft-drop", onclick: () => (this._drop(), desk.render()) }, "Drop")),
    );
  }

  /** @param {Looked} looked */
  _commitText({ crosses, dice }) {
    const rolled = this.rolls.length ? `with dice set to ${this.rolls.map(shown).join(", ")}` : `and roll (${dice})`;
    const before = this.plan.length ? ` the plan (${this.plan.length}) and this` : "";
    const what = this.asked?.secret ? "Seal" : `Commit${before}${dice ? ` ${rolled}` : ""}`;
    const rest = crosses.filter((one) => !/^a (die|draw|seal)$/.test(one));
    return rest.length ? `${what}: ${rest.join(", ")}` : what;
  }

  /** @param {TableDraft} draft @param {DraftField} field */
  _widget(draft, field) {
    const named = [el("p", { class: "asking" }, `${field.words}:`), field.help ? el("p", { class: "ev" }, field.help) : null];
    if (!draft.values) return el("p", {}, "…");
    if (SETS.includes(field.role)) {
      const picked = new Set(draft.picks.map((one) => JSON.stringify(one)));
      const items = this._items();
      if (dealt(field)) return el("div", {}, named, this._deal(draft, items), this._nextButton(draft, field));
      if (field.role === "row") return el("div", {}, named, this._row(draft, field, items), this._nextButton(draft, field));
      return el("div", {}, named,
        el("div", { class: "values", role: "group", "aria-label": field.words }, items.map((one) => el("button", { type: "button", "aria-pressed": String(picked.has(JSON.stringify(one))), onclick: () => this.choose(one) }, this._member(one, field)))),
        items.length || !this._free(field) ? null : el("p", {}, "None is listed: click what you mean on the map."),
        draft.few ? el("p", { class: "wanted" }, `Nothing is listed that goes with ${draft.picks.length === 1 ? "this one alone" : "these alone"}: pick more, or fewer.`) : null,
        field.role === "pairs" ? this._pairing(draft, field) : this._further(draft, field),
        el("div", { class: "formrow" },
          el("button", { type: "button", onclick: () => ((draft.picks = items), this._look()) }, "All"),
          el("button", { type: "button", id: "pick-none", onclick: () => ((draft.picks = []), this._look()) }, "None"),
          el("span", { class: "count", role: "status" }, `${draft.picks.length}${field.size ? ` of ${field.size}` : ""} picked`),
          this._nextButton(draft, field)));
    }
    const hand = field.role === "route" ? el("div", { class: "formrow" }, el("button", { type: "button", id: "by-hand", onclick: () => this.byHand() }, draft.way ? "Begin the way anew" : "Way by hand"), draft.way?.length ? el("button", { type: "button", id: "draft-next", onclick: () => this.done() }, "Take this way") : null) : null;
    return el("div", {}, named,
      draft.way ? el("p", {}, draft.way.length ? draft.way.map((place) => this.desk.game.place(place)).join(" - ") : "Click hex after hex.") : el("div", { class: "values", role: "group", "aria-label": field.words }, draft.values.map(([value, text]) => el("button", { type: "button", onclick: () => this.choose(value) }, this._value(value, text, field.role)))),
      draft.values.length || draft.way ? null : el("p", { class: "wanted" }, `Nothing is listed that goes with what is chosen${field.role === "route" ? "; make the way by hand, or take something back" : "; take something back"}.`),
      draft.cut ? el("p", {}, "… and more.") : null, draft.way ? null : this._further(draft, field), hand);
  }

  /** What is not listed and may be tried all the same: the rules say what they think of it.
   * @param {TableDraft} draft @param {DraftField} field */
  _further(draft, field) {
    const picked = new Set(SETS.includes(field.role) ? draft.picks : []);
    const more = draft.more.filter(([value]) => !picked.has(value));
    const free = !this.question.complete && field.role === "number";
    if (!more.length && !free) return null;
    const input = el("input", { type: "number", id: "another", "aria-label": field.words });
    const role = field.role.replace(/s$/, "");
    return folded(draft, !draft.values?.length,
      more.length ? el("div", { class: "values", role: "group", "aria-label": `${field.words}, not listed` }, more.map(([value, text]) => el("button", { type: "button", "data-more": String(value), onclick: () => this.choose(value) }, field.role === "row" ? this._member(value, field) : this._value(value, text, role)))) : null,
      free ? el("form", { class: "formrow", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), input.value === "" ? null : this.choose(Number(input.value))) }, input, el("button", {}, "Take this number")) : null);
  }

  /** A pair that is not listed, one half after the other.
   * @param {TableDraft} draft @param {DraftField} field */
  _pairing(draft, field) {
    if (!this._free(field)) return null;
    const role = this._aim(field);
    const asking = draft.half === null ? "Another: click the first on the map, or take one:" : `${this._text(draft.half, field.parts[0])} with, on the map or here:`;
    return folded(draft, draft.half !== null || !draft.values?.length, el("p", {}, asking),
      el("div", { class: "values", role: "group", "aria-label": asking }, this._halves().map((one) => el("button", { type: "button", "data-half": one, onclick: () => this.choose(one) }, this._text(one, role)))));
  }

  /** @param {TableDraft} draft @param {DraftField} field */
  _nextButton(draft, field) {
    return draft.fields.at(-1) === field ? null : el("button", { type: "button", id: "draft-next", onclick: () => this.done() }, "Next");
  }

  /** Units or places in their order, one of which may stand twice; beside each what stands there in the row before.
   * @param {TableDraft} draft @param {DraftField} field @param {any[]} items */
  _row(draft, field, items) {
    const before = draft.fields.filter((one) => one.role === "row" && one.name in draft.given).at(-1);
    const beside = (/** @type {number} */ i) => (before && i < draft.given[before.name].length ? `${this._member(draft.given[before.name][i], before)}: ` : "");
    const out = (/** @type {number} */ at) => ((draft.picks = draft.picks.filter((_, i) => i !== at)), this._look());
    const next = beside(draft.picks.length);
    return el("div", {},
      el("ol", { class: "plain" }, draft.picks.map((one, i) => el("li", {}, el("button", { type: "button", "data-out": i, title: "Take it out", onclick: () => out(i) }, `${i + 1}. ${beside(i)}${this._member(one, field)} ×`)))),
      next ? el("p", { class: "ev" }, `Next ${next}`) : null,
      el("div", { class: "values", role: "group", "aria-label": field.words }, [...new Set(items)].map((one) => el("button", { type: "button", onclick: () => this.choose(one) }, this._member(one, field)))));
  }

  /** A number for each unit: none, up to the most that is listed.
   * @param {TableDraft} draft @param {[number, number][]} items */
  _deal(draft, items) {
    const most = new Map();
    for (const [piece, number] of items) most.set(piece, Math.max(number, most.get(piece) ?? 0));
    const now = new Map(draft.picks);
    return el("div", { class: "values" }, [...most].map(([piece, max]) => el("label", { class: "dealt" }, this._text(piece, "unit"), " ",
      el("input", { type: "number", min: 0, max, value: now.get(piece) ?? 0, "data-deal": piece, onchange: (/** @type {any} */ event) => {
        const number = Number(event.target.value);
        draft.picks = [...draft.picks.filter(([one]) => one !== piece), ...(number > 0 ? [[piece, number]] : [])];
        this._look();
      } }), ` of ${max}`)));
  }

  /** A value of a field in words.
   * @param {any} value @param {string} text @param {string} role */
  _value(value, text, role) {
    if (role === "route") {
      const cost = this.draft?.costs?.get(value.at(-1));
      return `${this._text(value.at(-1), "place")}${cost ? ` (${cost} MP)` : ""}`;
    }
    if (role === "yes") return value ? "yes" : "no";
    if (role === "unit" || role === "place") return this._text(value, role);
    return text || "none";
  }

  /** A member of a set in words; of a pair each half.
   * @param {any} one @param {DraftField} field */
  _member(one, field) {
    if (field.role === "row") return this._text(one, field.parts[0]);
    if (field.role === "pairs") return one.map((/** @type {any} */ half, /** @type {number} */ i) => this._text(half, field.parts[i])).join(" – ");
    return this._text(one, field.role.slice(0, -1));
  }

  /** A value in words: a place with its name, a unit with its place.
   * @param {any} value @param {string} role */
  _text(value, role) {
    const { game } = this.desk;
    const named = (/** @type {number} */ place) => `${game.place(place)} ${game.placeName(place)}`.trim();
    if (role === "place") return value >= 0 ? named(value) : "none";
    if (role === "unit") {
      const at = game.at(this.desk.seq).at.get(value);
      return value < 0 ? "none" : at === undefined ? game.name(value) : `${game.name(value)} in ${game.place(at)}`;
    }
    if (role === "units") return value.map((/** @type {number} */ piece) => game.name(piece)).join(", ") || "none";
    if (role === "places") return value.map(named).join(", ") || "none";
    if (role === "route") return value.length ? `to ${named(value.at(-1))} (${plural(value.length, "hex", "hexes")})` : "none";
    if (role === "yes") return value ? "yes" : "no";
    return Array.isArray(value) ? value.join(", ") || "none" : String(value);
  }

  _preview() {
    const { looked, desk } = this;
    if (!looked) return null;
    if (!looked.legal) {
      const begun = this._begun;
      return el("div", {}, this._soFar(looked), el("p", { class: begun ? "refused" : "wanted", role: "status" }, begun ? null : "Pick until the rules allow it. ", looked.rule ? el("strong", {}, `${looked.rule}: `) : null, looked.why));
    }
    const lost = looked.lost.map(([piece, steps, gone]) => `${desk.game.name(piece)} ${gone ? "is lost" : `loses ${steps}`}`);
    return el("div", { class: "card preview", role: "status" },
      el("p", {}, el("strong", {}, looked.told)),
      looked.odds ? el("p", { class: "result" }, looked.odds) : this._soFar(looked),
      looked.fight.map((line) => el("p", {}, line)),
      looked.paid.length ? el("p", {}, `Cost: ${looked.paid.map(([piece, cost]) => `${looked.paid.length > 1 ? `${desk.game.name(piece)} ` : ""}${cost} MP`).join(", ")}`) : null,
      looked.lines.slice(0, LINES).map((line) => el("p", { class: "ev" }, line)),
      looked.lines.length > LINES ? el("p", { class: "ev" }, `… and ${looked.lines.length - LINES} more.`) : null,
      lost.length ? el("p", { class: "refused" }, lost.join("; ")) : null,
      looked.dice || looked.later ? this._faces(looked) : null,
      looked.dice ? el("p", {}, `Then: ${looked.dice}`) : looked.then ? el("p", {}, `Then: ${looked.then[1]}`) : null,
      looked.later ? el("div", { class: "later" }, el("p", {}, el("strong", {}, "When nobody adds anything: "), looked.later.dice), looked.later.fight.map((line) => el("p", {}, line)),
        looked.later.sums.map((line) => el("p", { class: "ev" }, line)),
        el("p", { class: "ev" }, `Taken for granted: ${looked.later.assumed.join("; ")}.`)) : null,
      this.asked?.study && looked.dice ? this._setDice(looked) : null);
  }

  /** The running sum: the strengths with what is picked by now.
   * @param {Looked} looked */
  _soFar(looked) {
    return looked.sum ? el("p", { class: "result", id: "sum" }, looked.sum) : null;
  }

  /** In a study: the dice fall by its luck, or show what is chosen here, one die after the other.
   * @param {Looked} looked */
  _setDice(looked) {
    const next = this.wants ?? looked;
    const open = !this.rolls.length || this.wants;
    const set = (/** @type {string} */ face) => {
      this.rolls.push(face);
      this.wants = null;
      this.desk.render();
    };
    return el("div", { class: "setdice" }, el("p", {}, el("strong", {}, this.rolls.length ? `Set by hand: ${this.rolls.map(shown).join(", ")}. ` : "Or set by hand (the record says so): "), open ? next.dice : ""),
      open ? el("div", { class: "verbs", role: "group", "aria-label": `Set by hand: ${next.dice}` }, next.faces.map((face) => el("button", { type: "button", "data-set": face, onclick: () => set(face) }, shown(face)))) : null,
      this.rolls.length ? el("button", { type: "button", id: "dice-fall", onclick: () => (Object.assign(this, { rolls: [], wants: null }), this.desk.render()) }, "Let them fall") : null);
  }

  /** What each face of the die would bring, when asked.
   * @param {Looked} looked */
  _faces(looked) {
    if (!this.faces || this.faces.of !== looked) return el("button", { type: "button", id: "faces", onclick: () => this._layOut(looked) }, "What could it bring?");
    return el("table", { class: "faces" }, el("caption", {}, "Every way that it can fall"), el("tbody", {}, this.faces.rows.map((row) => el("tr", {}, el("td", { class: "n" }, row.percent), el("td", {}, row.ways), el("td", {}, row.lines.slice(0, 6).map((line) => el("p", {}, line)))))));
  }

  /** @param {Looked} looked */
  async _layOut(looked) {
    const { draft } = this;
    if (!draft) return;
    /** @type {Wire.FacesRow | null} */
    const found = await this._after("/faces", { kind: draft.kind, given: looked.given });
    if (found === null) return;
    this.faces = { of: looked, rows: found.faces };
    this.desk.render();
  }

  /** @param {Wire.AskRow} asked */
  _lately(asked) {
    const { desk } = this;
    if (!asked.lately.length) return null;
    return el("div", {}, el("h3", {}, "Lately"), [...asked.lately].reverse().map(([seq, side, lines]) => el("div", { class: "noterow" },
      el("button", { type: "button", class: "jump", onclick: () => desk.go(seq) }, `#${seq}`), ` ${side ? desk.game.side(side) : "Referee"}: `, lines[0], lines.slice(1, 7).map((line) => el("p", { class: "ev" }, line)))));
  }

  // ------------------------------------------------------------------ keys
  /** A key; true when the table made use of it.
   * @param {KeyboardEvent} event */
  key_(event) {
    if (!this.open) return false;
    if (event.key === "Escape" && this.refusal.shown && !this.draft) {
      this.refusal.hide();
      this.desk.render();
      return true;
    }
    if (event.key === "Escape" && this.draft) {
      this._drop();
      this.desk.render();
      return true;
    }
    if (event.key === "Backspace" && this.draft) {
      this.back();
      return true;
    }
    if (event.key === "Enter" && this.looked?.legal && !this.looked.crosses.length) {
      this.commit();
      return true;
    }
    return false;
  }

  /** A key anywhere on the page; true when the table made use of it.
   * @param {KeyboardEvent} event */
  keyed(event) {
    const button = within(event, "#panel button, #panel input, #panel summary");
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (this.curtain.closed) return false;
    if (event.key === "w" && !event.ctrlKey && !event.altKey && !event.metaKey && this.asked?.seats.length) {
      this.study();
      return true;
    }
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && this.canUndo) {
      this.undo();
      return true;
    }
    if (event.key === "g" && !event.ctrlKey && !event.altKey && !event.metaKey) {
      this.desk.show("play");
      stops()[0]?.focus();
      return true;
    }
    if (step && button && this.desk.tab === "play") {
      const all = stops();
      all[Math.max(0, Math.min(all.length - 1, all.indexOf(button) + step))].focus();
      return true;
    }
    if (event.key === "Enter" && !event.ctrlKey && within(event, "button, summary, a")) return false;
    if (event.key === "Enter" && event.ctrlKey && this.looked?.legal) {
      this.commit();
      return true;
    }
    return event.ctrlKey || event.altKey || event.metaKey ? false : this.key_(event);
  }
}

/** What arrow keys go through in the panel: what is folded away is left out, but not what unfolds it. */
const stops = () => every("button, input, summary", byId("panel")).filter((node) => !(node.matches("summary") ? node.parentElement.parentElement : node).closest("details:not([open])"));

/** How a field is chosen on the map: a row of units like a set of them.
 * @param {DraftField} field */
const shape = ({ role, parts }) => (role === "row" ? `${parts[0]}s` : role);

/** Whether the pairs of a field are numbers dealt to units.
 * @param {DraftField} field */
const dealt = ({ parts }) => parts.join() === "unit,number";

/** What may be tried although it is not listed: folded, and open again after a redraw where the player has opened it.
 * @param {TableDraft} draft @param {boolean} open @param {...Kid} kids */
const folded = (draft, open, ...kids) => el("details", { class: "unlisted", open: open || draft.unfolded, ontoggle: (/** @type {any} */ event) => (draft.unfolded = event.target.open) }, el("summary", {}, "Not listed here"), kids);

/** What was done in a line or two: the record has the rest.
 * @param {string[]} told */
const brief = (told) => [...told.slice(0, BRIEF), told.length > BRIEF ? `… and ${told.length - BRIEF} more in the record` : ""].filter(Boolean).join(" · ");

/** A decision of a plan as it is sent.
 * @param {Wire.Made} made */
const bare = ({ kind, given }) => ({ kind, given });

/** Units that may be decided about, with the kinds of decision.
 * @param {Wire.UnitsRow | Wire.PlanRow} row @returns {Map<number, string[]>} */
const verbsOf = ({ units }) => new Map(units.map(([piece, ...kinds]) => [Number(piece), kinds.map(String)]));

/** The status of an answer that was a refusal, UNANSWERED where none came; -1 for what is none.
 * @param {unknown} error @returns {number} */
const statusOf = (error) => (error instanceof Error && "status" in error ? Number(error.status) : -1);

/** What a die or token shows, as players read it.
 * @param {string} face */
const shown = (face) => face.replace(/^token\./, "").replaceAll("_", " ");
