// @ts-nocheck
/** Playing on the map: what is asked, a draft filled field by field, what it would do, and the decision.
 *
 * It knows no game. The server says which kinds of decision may answer, which values a field may have, and what a draft
 * would do; a widget follows from a field's role. Nothing is written before Commit. */
import { Curtain } from "./curtain.js";
import { Refusal } from "./refusal.js";
import { StudyTree } from "./studytree.js";
import { byId, el, fill, plural } from "./util.js";

const SETS = ["units", "places", "pairs", "numbers"];
const TWICE = 500; // milliseconds before a second click commits

export class Table {
  /** The table of a page, null where its server plays no game. */
  static at(desk, server) {
    return server?.plays ? new Table(desk, server) : null;
  }

  constructor(desk, server) {
    Object.assign(this, { desk, server, asked: null, verbs: new Map(), piece: -1, draft: null, looked: null, told: "", busy: false, ready: false });
    Object.assign(this, { plan: [], planned: null, rolls: [], wants: null, refusal: new Refusal(desk), curtain: new Curtain(this), tree: new StudyTree(this) });
    byId("ask").hidden = false;
    this._strip();
  }

  // ------------------------------------------------------------------ what is asked
  /** Ask the server what stands; the draft goes when play has moved on. One question after the other. */
  refresh() {
    this._refreshing = (this._refreshing ?? Promise.resolve()).catch(() => null).then(() => this._refresh());
    return this._refreshing;
  }

  async _refresh() {
    const asked = await this.server.table("/ask");
    if (asked.version === this.asked?.version) return;
    const moved = !this.asked || asked.head !== this.asked.head || asked.yours !== this.asked.yours;
    if (asked.study) await this.tree.refresh();
    this.asked = asked;
    if (moved) {
      this.ready = false;
      this._drop();
      if (this.plan.length) this.desk.say("The plan is dropped: play has moved on.");
      this.plan = [];
      this.planned = null;
      this.curtain.ask(asked);
      this.verbs = new Map();
      this.key = null;
    }
    this._strip();
    this.desk.render();
    if (moved && asked.yours && !asked.secret) await this._units();
    if (moved && asked.yours) await this._begin();
    this.ready = true;
  }

  async _units() {
    const { head } = this.asked;
    const found = await this.server.table(`/units?at=${head}`);
    if (found.at !== this.asked.head) return;
    this.verbs = new Map(found.units.map(([piece, ...kinds]) => [piece, kinds]));
    this.desk.render();
  }

  /** Where only one kind can answer, its draft is begun. */
  _begin() {
    const { kinds } = this.question;
    return kinds.length === 1 && kinds[0][2].length && !this.draft ? this.start(kinds[0][0]) : null;
  }

  get here() {
    return this.asked !== null && this.desk.seq === this.asked.head;
  }

  /** Whether this page may decide now: it is asked, play is in sight, and no curtain hides the question. */
  get open() {
    return this.here && this.asked.yours && !this.busy && !this.curtain.closed;
  }

  /** What is asked where the plan leads; without one, what is asked. */
  get question() {
    return this.planned ?? this.asked;
  }

  /** Where units stand once the plan is made: piece -> place, and the units of a place. */
  _standing() {
    const { at, stacks } = this.desk.game.at(this.desk.seq);
    if (!this.planned) return { where: (piece) => at.get(piece), stack: (place) => stacks.get(place) ?? [] };
    const moved = new Map(this.planned.places);
    const stack = (place) => [...(stacks.get(place) ?? []).filter((piece) => !moved.has(piece)), ...[...moved].filter(([, there]) => there === place).map(([piece]) => piece)];
    return { where: (piece) => moved.get(piece) ?? at.get(piece), stack };
  }

  _fields(kind) {
    return this.question.kinds.find(([name]) => name === kind)[2].map(([name, role, needed, parts]) => ({ name, role, needed, parts }));
  }

  // ------------------------------------------------------------------ the draft
  /** Begin a decision of a kind, of a unit where one was clicked. */
  async start(kind, piece = -1) {
    const fields = this._fields(kind);
    this.draft = { kind, fields, given: {}, order: [], values: null, picks: [], way: null };
    this.looked = null;
    this.refusal.hide();
    const first = fields[0];
    if (piece >= 0 && first && (first.role === "unit" || first.role === "units")) this._give(first.name, first.role === "unit" ? piece : [piece]);
    await this._next();
  }

  _drop() {
    this.draft = this.looked = this.wants = null;
    this.rolls = [];
    this.stale = false;
    this.piece = -1;
    this.refusal.hide();
  }

  get field() {
    return this.draft?.fields.find((field) => !(field.name in this.draft.given)) ?? null;
  }

  _give(name, value) {
    this.draft.given[name] = value;
    this.draft.order.push(name);
    Object.assign(this.draft, { values: null, picks: [], way: null });
    this.refusal.hide();
  }

  /** Take the last field back; the whole draft after the first. */
  back() {
    if (!this.draft) return this._drop();
    if (this.draft.picks.length || this.draft.way) Object.assign(this.draft, { picks: [], way: null });
    else if (this.draft.order.length) {
      delete this.draft.given[this.draft.order.pop()];
      this.draft.values = null;
    } else this._drop();
    this.looked = null;
    return this.draft ? this._next(false) : this.desk.render();
  }

  /** Ask for the values of the next field; a field with one value is filled. */
  async _next(alone = true) {
    const { draft } = this;
    const field = this.field;
    if (field === null) return this._look();
    const answer = await this._after("/next", { kind: draft.kind, given: draft.given, field: field.name });
    if (answer === null || this.draft !== draft) return null;
    draft.values = answer.values;
    draft.cut = answer.cut;
    if (alone && answer.values.length === 1 && !answer.cut && (!SETS.includes(field.role) || !answer.values[0][0].length)) {
      this._give(field.name, answer.values[0][0]);
      return this._next();
    }
    if (SETS.includes(field.role) && answer.values.length === 1) draft.picks = [...answer.values[0][0]];
    this.desk.show("play");
    this.desk.render(); // before anything else is asked: what is shown is the field that a click fills
    if (field.role === "route") this._price(field);
    return SETS.includes(field.role) ? this._look() : null;
  }

  /** What each way costs comes after the ways themselves. */
  async _price(field) {
    const { draft } = this;
    const found = await this._after("/costs", { kind: draft.kind, given: { ...draft.given }, field: field.name });
    if (found === null || this.draft !== draft || this.field?.name !== field.name) return;
    draft.costs = new Map(found.costs);
    this.desk.render();
  }

  /** What the draft would do, as far as it is whole. */
  async _look() {
    const { draft } = this;
    const given = this._whole();
    if (given === null) {
      this.looked = null;
      return this.desk.render();
    }
    const asking = (this._looking = (this._looking ?? 0) + 1);
    this.stale = true; // what is shown is of the draft before: nothing is committed by it
    const looked = await this._after("/preview", { kind: draft.kind, given });
    if (asking !== this._looking || this.draft !== draft) return null;
    Object.assign(this, { looked, rolls: [], wants: null, stale: false });
    const begun = this.field === null || draft.picks.length || draft.way?.length;
    if (looked && !looked.legal && begun) this.refusal.show(this._spot(), [looked]);
    else this.refusal.hide();
    this._since = performance.now();
    this.desk.show("play");
    return this.desk.render();
  }

  /** The draft's values with what is being picked; null while a field that must be given is not. */
  _whole() {
    const { draft } = this;
    const given = { ...draft.given };
    const field = this.field;
    if (field !== null && SETS.includes(field.role)) given[field.name] = draft.picks;
    if (field !== null && draft.way) given[field.name] = draft.way;
    return draft.fields.some(({ name, needed }) => needed && !(name in given)) ? null : given;
  }

  /** Choose a value of the field that is asked for now. */
  async choose(value) {
    const field = this.field;
    if (field === null) return;
    if (SETS.includes(field.role)) {
      const same = (one) => JSON.stringify(one) === JSON.stringify(value);
      this.draft.picks = this.draft.picks.some(same) ? this.draft.picks.filter((one) => !same(one)) : [...this.draft.picks, value];
      await this._look();
    } else {
      this._give(field.name, value);
      await this._next();
    }
  }

  async done() {
    const field = this.field;
    if (field === null) return;
    this._give(field.name, this.draft.way ?? this.draft.picks);
    await this._next();
  }

  // ------------------------------------------------------------------ the map
  /** A hex was clicked; true when the table made use of it. */
  tookPlace(place) {
    if (!this.open) return false;
    const field = this.field;
    if (this.draft && field) {
      const role = field.role;
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

  /** The unit of a hex that was meant by a click on it, none where several could be, or one of them may be chosen. */
  _only(place, candidates) {
    const stack = this._standing().stack(place);
    return stack.length === 1 && !candidates.includes(stack[0]) ? stack[0] : null;
  }

  /** Ask why a hex or unit that was clicked cannot be chosen, and say it there. */
  async _why(place, value) {
    const { draft, field } = this;
    this.refusal.hide();
    if (value === null || (draft && (!field || !draft.values))) return;
    const body = draft ? { kind: draft.kind, field: field.name, given: draft.given, value } : { value };
    const found = await this._after("/why", body);
    if (!found || this.draft !== draft || this.field !== field) return;
    // what is not listed and not refused either is chosen: lists of sets and support name a part of what is legal
    if (draft && !found.refusals.length && !this.question.complete && /^(place|unit)$/.test(field.role)) await this.choose(value);
    else this.refusal.show(place, found.refusals);
  }

  /** Where on the map a draft that is refused is refused: at what was chosen last. */
  _spot() {
    const { draft } = this;
    const { where } = this._standing();
    const role = (name) => draft.fields.find((one) => one.name === name).role;
    const given = [...draft.order.map((name) => [role(name), draft.given[name]]), [this.field?.role, draft.way ?? draft.picks]];
    for (const [how, value] of given.reverse()) {
      const last = Array.isArray(value) ? value.at(-1) : value;
      if (last === undefined) continue;
      const place = /^(place|places|route)$/.test(how) ? last : /^units?$/.test(how) ? where(last) : -1;
      if (place >= 0) return place;
    }
    return -1;
  }

  /** Whether a set may hold more than is listed: then the rules say of each what they think of it. */
  _free(field) {
    return !this.asked.complete && SETS.includes(field.role);
  }

  _take(fits, value) {
    if (fits) this.choose(value);
    return fits;
  }

  /** Of the units in a hex those that may be chosen: the only one at once, several by the fan. */
  _pieces(place, candidates) {
    const known = new Set(candidates);
    const stack = this._standing().stack(place);
    const found = stack.filter((piece) => known.has(piece) || (this.field && this._free(this.field)));
    if (found.length !== 1) return false;
    this.tookUnit(found[0]);
    return true;
  }

  /** A unit was clicked; true when the table made use of it. */
  tookUnit(piece) {
    if (!this.open) return false;
    const field = this.field;
    const place = this._standing().where(piece) ?? -1;
    if (this.draft && field && (field.role === "unit" || field.role === "units")) {
      const took = this._take(this._items().includes(piece) || this._free(field), piece);
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

  /** The way to a hex: the listed one, or by hand one hex more. */
  _route(place) {
    const { draft } = this;
    if (draft.way) {
      draft.way = [...draft.way, place];
      this._look();
      return true;
    }
    const found = (draft.values ?? []).find(([way]) => way.at(-1) === place);
    return this._take(Boolean(found), found?.[0]);
  }

  byHand() {
    this.draft.way = [];
    this._look();
  }

  /** Single things that the current field may hold: units, places or pairs. */
  _items() {
    const field = this.field;
    const values = (this.draft?.values ?? []).map(([value]) => value);
    if (!field) return [];
    if (!SETS.includes(field.role)) return values;
    const seen = new Map(this.draft.picks.map((one) => [JSON.stringify(one), one]));
    for (const set of values) for (const one of set) seen.set(JSON.stringify(one), one);
    return [...seen.values()];
  }

  _goal() {
    const moved = this.looked?.moved ?? [];
    return moved.length ? moved[0].at(-1) : -1;
  }

  /** What the map marks: hexes that may be chosen, units' hexes, the way of the draft. */
  marks() {
    if (!this.here || !this.asked?.yours || this.curtain.closed) return null;
    const stands = this._standing().where;
    const where = (pieces) => pieces.map((piece) => stands(piece)).filter((place) => place !== undefined);
    const field = this.field;
    const chosen = [];
    for (const { name, role } of this.draft?.fields ?? []) {
      const value = this.draft.given[name];
      if (value === undefined) continue;
      if (role === "unit") chosen.push(...where([value]));
      if (role === "units") chosen.push(...where(value));
      if (role === "place") chosen.push(value);
      if (role === "places") chosen.push(...value);
    }
    const picks = this.draft?.picks ?? [];
    const ways = [...(this.planned?.moved ?? []), ...(this.looked?.moved ?? [])].map(([, ...way]) => way);
    if (this.draft?.way) ways.push(this.draft.way);
    const out = { open: [], chosen, ways, refused: this.refusal.places };
    if (field === null) out.open = this.draft ? [] : where([...this.verbs.keys()]);
    else if (field.role === "route") Object.assign(out, { open: (this.draft.values ?? []).map(([way]) => way.at(-1)), costs: this.draft.costs });
    else if (field.role === "place") out.open = this._items();
    else if (field.role === "places") Object.assign(out, { open: this._items(), chosen: [...chosen, ...picks] });
    else if (field.role === "unit") out.open = where(this._items());
    else if (field.role === "units") Object.assign(out, { open: where(this._items()), chosen: [...chosen, ...where(picks)] });
    const there = (place) => place >= 0; // "nowhere" is a value too
    out.open = [...new Set(out.open)].filter(there);
    out.chosen = out.chosen.filter(there);
    return out;
  }

  // ------------------------------------------------------------------ deciding
  async commit() {
    if (!this.looked?.legal || this.busy || this.stale) return;
    this.key ??= crypto.randomUUID();
    await this._make({ kind: this.draft.kind, given: this.looked.given, rolls: this.rolls }, this.plan);
  }

  /** Make the decisions of the plan. */
  async commitPlan() {
    if (!this.plan.length || this.busy) return;
    await this._make(this.plan.at(-1), this.plan.slice(0, -1));
  }

  async _make({ kind, given, rolls = [] }, plan) {
    this.key ??= crypto.randomUUID();
    await this._writing(() => this._made({ kind, given, rolls }, plan));
  }

  async _made({ kind, given, rolls }, plan) {
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
    this.desk.say(this.told || "The decision is fixed and waits for its dice.");
    await this._follow();
    if (row.left) {
      this.refused = `${plural(row.left, "decision", "decisions")} of the plan not made: ${row.why}`;
      this.desk.render();
    }
  }

  /** Put the draft behind the plan: nothing is written, and what is asked then is asked now. */
  async planOn() {
    if (!this.canPlan || this.busy) return;
    await this._planTo([...this.plan, { kind: this.draft.kind, given: this.looked.given }]);
  }

  /** Take the last decision of the plan out, or all of them. */
  async unplan(all = false) {
    await this._planTo(all ? [] : this.plan.slice(0, -1));
  }

  async _planTo(plan) {
    const row = plan.length ? await this._ask("/plan", { plan: plan.map(bare) }) : null;
    if (plan.length && row === null) return;
    this._drop();
    this.plan = plan;
    this.planned = row;
    if (row) this.verbs = new Map(row.units.map(([piece, ...kinds]) => [piece, kinds]));
    else await this._units();
    await this._begin();
    this.desk.render();
  }

  get canPlan() {
    const { looked, asked } = this;
    return Boolean(looked?.legal && !this.stale && !asked.secret && !looked.dice && looked.then?.[0] === asked.side);
  }

  roll(value) {
    return this._writing(async () => {
      const row = await this._ask("/roll", { value });
      if (row === null) return;
      this.told = row.told.join(" · ");
      await this._follow();
    });
  }

  async undo(agreed = false) {
    const row = await this._writing(() => this._undone(agreed));
    if (row?.needs && !row.asked) {
      const sure = confirm(`This takes back ${row.needs.join(", ")}. Does ${row.sides.join(" and ")} agree?`);
      if (sure) await this.undo(true);
    }
  }

  async _undone(agreed) {
    const row = await this._ask("/undo", { key: crypto.randomUUID(), reason: "", agreed });
    if (row === null || (row.needs && !row.asked)) return row;
    this.told = row.needs ? `${row.sides.join(" and ")} is asked to agree: it crosses ${row.needs.join(", ")}.` : `Taken back: play stands at #${row.head}.`;
    await this._follow();
    return row;
  }

  answer(agree) {
    return this._writing(async () => {
      if ((await this._ask("/answer", { agree })) !== null) await this._follow();
    });
  }

  /** Do something that writes: until its answer is on the screen nothing else is begun here. */
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
    return this.asked.study ? this.tree.open() : this.tree.choose();
  }

  async _follow() {
    await this.desk.grow();
    this.desk.toHead();
    await this.refresh();
  }

  /** A request about a draft that comes after the plan. */
  _after(path, body) {
    return this._ask(path, this.plan.length ? { ...body, plan: this.plan.map(bare) } : body);
  }

  /** A request of this moment; null when it was refused, which is said. */
  async _ask(path, body) {
    try {
      this.refused = "";
      return await this.server.table(path, body ? { at: this.asked.head, ...body } : null);
    } catch (error) {
      if (error.status === 409) {
        // play has moved on: what is asked now says more than the refusal, unless something was to be written
        this.key = null;
        if (this.busy) this._refuse(error.message);
        await this._follow();
      } else this._refuse(error.message);
      this.desk.render();
      return null;
    }
  }

  _refuse(why) {
    this.refused = why;
    this.desk.say(why);
  }

  // ------------------------------------------------------------------ the strip above the map
  _strip() {
    const { asked } = this;
    if (!asked) return fill(byId("ask"), "…");
    const decides = asked.bots[asked.side] ? `${asked.who} (${asked.bots[asked.side]}) decides … ` : `${asked.who} decides${asked.away ? ", and plays elsewhere" : ""}. `;
    const who = asked.yours || asked.over || !asked.who ? null : el("strong", {}, decides);
    const text = asked.over ? "The game is over." : this.question.text || asked.trouble || "The decision waits for its dice.";
    return fill(
      byId("ask"),
      this.here ? null : el("button", { type: "button", onclick: () => this.desk.toHead() }, "To the game"),
      who,
      el("span", { class: "asked", title: asked.title }, text),
      asked.trouble && asked.text ? el("span", { class: "refused" }, asked.trouble) : null,
      el("span", { class: "askedtools" },
        asked.seats.length && asked.policy !== "strict" ? el("button", { type: "button", id: "table-undo", disabled: this.busy || asked.head === 0, onclick: () => this.undo(), title: "Take the last decision back (Backspace takes a field of the draft back)" }, "Undo") : null,
        asked.seats.length ? el("button", { type: "button", id: "table-study", onclick: () => this.study(), title: asked.study ? "A new line from the moment shown (w)" : "A study from the moment shown: a file of its own, the game stays as it is (w)" }, asked.study ? "Line from here" : "Study from here") : null),
    );
  }

  // ------------------------------------------------------------------ the panel
  panel() {
    const { asked } = this;
    if (!asked) return [el("p", {}, "Asking …")];
    if (this.curtain.closed) return [el("p", {}, this.curtain.words)];
    const parts = [this.tree.choosing()];
    if (asked.request) parts.push(this._request(asked.request));
    if (this.refused) parts.push(el("p", { class: "refused", role: "alert" }, this.refused));
    if (asked.dice) parts.push(this._dice());
    if (!this.here) parts.push(el("p", {}, "You look at the past. What is asked stands at the end of the line."), el("button", { type: "button", onclick: () => this.desk.toHead() }, "To the game"));
    else if (asked.yours && !asked.dice) parts.push(this._plan(), this.draft ? this._draft() : this._verbs());
    parts.push(this.tree.panel(), this._mail());
    if (!this.draft) parts.push(this._lately());
    return parts;
  }

  /** Where the other side plays elsewhere: what goes there by mail, and what came from there. */
  _mail() {
    if (!this.asked.mail) return null;
    return el("details", { class: "card", id: "mail" }, el("summary", {}, "By mail"),
      el("p", {}, "The other side plays elsewhere. Where the two tables are linked, all goes by itself."),
      el("div", { class: "formrow" }, el("button", { type: "button", id: "bundle-save", onclick: () => this._saveBundle() }, "Save a bundle to send")),
      el("label", { class: "takein" }, "Take a bundle that came ", el("input", { type: "file", id: "bundle-take", onchange: (event) => this._takeBundle(event.target.files[0]) })));
  }

  async _saveBundle() {
    const bundle = await this._ask("/bundle");
    if (bundle === null) return;
    const link = el("a", { href: URL.createObjectURL(new Blob([JSON.stringify(bundle)], { type: "application/json" })), download: `to-${bundle.to}.bundle` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  _takeBundle(file) {
    return this._writing(async () => {
      try {
        const row = await this.server.tableText("/bundle", await file.text());
        await this._follow();
        this.desk.say([row.frames.length ? `${plural(row.frames.length, "frame", "frames")} taken.` : "Nothing new in it.", ...row.remarks].join(" "));
      } catch (error) {
        this._refuse(error.message);
      }
    });
  }

  _request(request) {
    const what = `${request.by} asks to go back to #${request.to}${request.reason ? `: ${request.reason}` : ""}. It crosses ${request.crosses.join(", ")}.`;
    return el("div", { class: "card" }, el("p", {}, what), request.yours
      ? el("div", { class: "formrow" }, el("button", { type: "button", onclick: () => this.answer(true) }, "Agree"), el("button", { type: "button", onclick: () => this.answer(false) }, "Decline"))
      : el("p", {}, `${request.sides.join(" and ")} is asked.`));
  }

  _dice() {
    const input = el("input", { id: "die", autocomplete: "off", "aria-label": this.asked.dice });
    const enter = (event) => {
      event.preventDefault();
      this.roll(input.value.trim());
    };
    const few = this.asked.faces.length <= 12;
    if (few) return el("div", { class: "card" }, el("p", {}, this.asked.dice), el("div", { class: "verbs", role: "group", "aria-label": this.asked.dice }, this.asked.faces.map((face) => el("button", { type: "button", "data-face": face, disabled: this.busy, onclick: () => this.roll(face) }, shown(face)))));
    return el("form", { class: "card", onsubmit: enter }, el("p", {}, this.asked.dice), el("div", { class: "formrow" }, input, el("button", {}, "Enter the roll")));
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
    return el("div", {},
      asked.about.map((line) => el("p", {}, line)),
      this.asked.secret ? el("p", { class: "warnbox" }, "The choice is sealed: it is shown when both sides have chosen.") : null,
      mine ? el("p", { class: "what-big" }, this.desk.game.name(piece)) : null,
      el("div", { class: "verbs" }, kinds.map(([kind, words]) => el("button", { type: "button", "data-kind": kind, onclick: () => this.start(kind, piece) }, words))),
      mine ? el("button", { type: "button", onclick: () => this.back() }, "All kinds") : null,
      !mine ? el("p", {}, this.verbs.size ? "Click a marked unit on the map, or take one of these. " : "Take one of these. ", "Nothing is made before Commit.") : null,
      asked.complete ? null : el("p", {}, "More may be legal than is listed: sets and ways can be put together by hand."),
    );
  }

  _draft() {
    const { draft, desk, looked } = this;
    const field = this.field;
    const shown = draft.order.map((name) => el("li", {}, `${name.replaceAll("_", " ")}: `, this._text(draft.given[name], draft.fields.find((one) => one.name === name).role)));
    return el("div", { class: "draft" },
      el("p", { class: "what-big" }, draft.kind.replaceAll("_", " ")),
      shown.length ? el("ul", { class: "plain" }, shown) : null,
      field ? this._widget(field) : null,
      this._preview(),
      el("div", { class: "formrow" },
        looked?.legal ? el("button", { type: "button", id: "commit", class: "commit", disabled: this.busy, onclick: () => this.commit() }, this._commitText()) : null,
        this.canPlan ? el("button", { type: "button", id: "plan-on", title: "Put it behind the plan and go on; nothing is made yet", onclick: () => this.planOn() }, "Plan it") : null,
        el("button", { type: "button", id: "draft-back", onclick: () => this.back() }, "Back"),
        el("button", { type: "button", id: "draft-drop", onclick: () => (this._drop(), desk.render()) }, "Drop")),
    );
  }

  _commitText() {
    const { crosses, dice } = this.looked;
    const rolled = this.rolls.length ? `with dice set to ${this.rolls.map(shown).join(", ")}` : `and roll (${dice})`;
    const before = this.plan.length ? ` the plan (${this.plan.length}) and this` : "";
    const what = this.asked.secret ? "Seal" : `Commit${before}${dice ? ` ${rolled}` : ""}`;
    const rest = crosses.filter((one) => !/^a (die|draw|seal)$/.test(one));
    return rest.length ? `${what}: ${rest.join(", ")}` : what;
  }

  _widget(field) {
    const { draft } = this;
    const named = el("p", { class: "asking" }, `${field.name.replaceAll("_", " ")}:`);
    if (!draft.values) return el("p", {}, "…");
    if (SETS.includes(field.role)) {
      const picked = new Set(draft.picks.map((one) => JSON.stringify(one)));
      const items = this._items();
      if (field.parts.join() === "unit,number") return el("div", {}, named, this._deal(items), this._nextButton(field));
      return el("div", {}, named,
        el("div", { class: "values", role: "group", "aria-label": field.name }, items.map((one) => el("button", { type: "button", "aria-pressed": String(picked.has(JSON.stringify(one))), onclick: () => this.choose(one) }, this._member(one, field)))),
        el("div", { class: "formrow" },
          el("button", { type: "button", onclick: () => ((draft.picks = items), this._look()) }, "All"),
          el("button", { type: "button", onclick: () => ((draft.picks = []), this._look()) }, "None"),
          this._nextButton(field)));
    }
    const hand = field.role === "route" ? el("div", { class: "formrow" }, el("button", { type: "button", id: "by-hand", onclick: () => this.byHand() }, draft.way ? "Begin the way anew" : "Way by hand"), draft.way?.length ? el("button", { type: "button", id: "draft-next", onclick: () => this.done() }, "Take this way") : null) : null;
    return el("div", {}, named,
      draft.way ? el("p", {}, draft.way.length ? draft.way.map((place) => this.desk.game.place(place)).join(" - ") : "Click hex after hex.") : el("div", { class: "values", role: "group", "aria-label": field.name }, draft.values.map(([value, text]) => el("button", { type: "button", onclick: () => this.choose(value) }, this._value(value, text, field.role)))),
      draft.values.length || draft.way ? null : el("p", { class: "wanted" }, `Nothing is listed that goes with what is chosen${field.role === "route" ? "; make the way by hand, or take something back" : "; take something back"}.`),
      draft.cut ? el("p", {}, "… and more.") : null, hand);
  }

  _nextButton(field) {
    return this.draft.fields.at(-1) === field ? null : el("button", { type: "button", id: "draft-next", onclick: () => this.done() }, "Next");
  }

  /** A number for each unit: none, up to the most that is listed. */
  _deal(items) {
    const most = new Map();
    for (const [piece, number] of items) most.set(piece, Math.max(number, most.get(piece) ?? 0));
    const now = new Map(this.draft.picks);
    return el("div", { class: "values" }, [...most].map(([piece, max]) => el("label", { class: "dealt" }, this._text(piece, "unit"), " ",
      el("input", { type: "number", min: 0, max, value: now.get(piece) ?? 0, "data-deal": piece, onchange: (event) => {
        const number = Number(event.target.value);
        this.draft.picks = [...this.draft.picks.filter(([one]) => one !== piece), ...(number > 0 ? [[piece, number]] : [])];
        this._look();
      } }), ` of ${max}`)));
  }

  _value(value, text, role) {
    if (role === "route") {
      const cost = this.draft.costs?.get(value.at(-1));
      return `${this._text(value.at(-1), "place")}${cost ? ` (${cost} MP)` : ""}`;
    }
    if (role === "yes") return value ? "yes" : "no";
    if (role === "unit" || role === "place") return this._text(value, role);
    return text || "none";
  }

  /** A member of a set in words; of a pair each half. */
  _member(one, field) {
    if (field.role === "pairs") return one.map((half, i) => this._text(half, field.parts[i])).join(" – ");
    return this._text(one, field.role.slice(0, -1));
  }

  /** A value in words: a place with its name, a unit with its place. */
  _text(value, role) {
    const { game } = this.desk;
    const named = (place) => `${game.place(place)} ${game.placeName(place)}`.trim();
    if (role === "place") return value >= 0 ? named(value) : "none";
    if (role === "unit") {
      const at = game.at(this.desk.seq).at.get(value);
      return value < 0 ? "none" : at === undefined ? game.name(value) : `${game.name(value)} in ${game.place(at)}`;
    }
    if (role === "units") return value.map((piece) => game.name(piece)).join(", ") || "none";
    if (role === "places") return value.map(named).join(", ") || "none";
    if (role === "route") return value.length ? `to ${named(value.at(-1))} (${value.length} hexes)` : "none";
    if (role === "yes") return value ? "yes" : "no";
    return Array.isArray(value) ? value.join(":") : String(value);
  }

  _preview() {
    const { looked, desk } = this;
    if (!looked) return null;
    if (!looked.legal) {
      const begun = this.field === null || this.draft.picks.length || this.draft.way?.length;
      return el("p", { class: begun ? "refused" : "wanted", role: "status" }, begun ? null : "Pick until the rules allow it. ", looked.rule ? el("strong", {}, `${looked.rule}: `) : null, looked.why);
    }
    const lost = looked.lost.map(([piece, steps, gone]) => `${desk.game.name(piece)} ${gone ? "is lost" : `loses ${steps}`}`);
    return el("div", { class: "card preview", role: "status" },
      el("p", {}, el("strong", {}, looked.told)),
      looked.odds ? el("p", { class: "result" }, looked.odds) : null,
      looked.fight.map((line) => el("p", {}, line)),
      looked.lines.slice(0, 12).map((line) => el("p", { class: "ev" }, line)),
      lost.length ? el("p", { class: "refused" }, lost.join("; ")) : null,
      looked.dice || looked.later ? this._faces() : null,
      looked.dice ? el("p", {}, `Then: ${looked.dice}`) : looked.then ? el("p", {}, `Then: ${looked.then[1]}`) : null,
      looked.later ? el("div", { class: "later" }, el("p", {}, el("strong", {}, "When nobody adds anything: "), looked.later.dice), looked.later.fight.map((line) => el("p", {}, line)),
        el("p", { class: "ev" }, `Taken for granted: ${looked.later.assumed.join("; ")}.`)) : null,
      this.asked.study && looked.dice ? this._setDice() : null);
  }

  /** In a study: the dice fall by its luck, or show what is chosen here, one die after the other. */
  _setDice() {
    const next = this.wants ?? this.looked;
    const open = !this.rolls.length || this.wants;
    const set = (face) => {
      this.rolls.push(face);
      this.wants = null;
      this.desk.render();
    };
    return el("div", { class: "setdice" }, el("p", {}, el("strong", {}, this.rolls.length ? `Set by hand: ${this.rolls.map(shown).join(", ")}. ` : "Or set by hand (the record says so): "), open ? next.dice : ""),
      open ? el("div", { class: "verbs", role: "group", "aria-label": `Set by hand: ${next.dice}` }, next.faces.map((face) => el("button", { type: "button", "data-set": face, onclick: () => set(face) }, shown(face)))) : null,
      this.rolls.length ? el("button", { type: "button", id: "dice-fall", onclick: () => (Object.assign(this, { rolls: [], wants: null }), this.desk.render()) }, "Let them fall") : null);
  }

  /** What each face of the die would bring, when asked. */
  _faces() {
    if (!this.faces || this.faces.of !== this.looked) return el("button", { type: "button", id: "faces", onclick: () => this._layOut() }, "What could it bring?");
    return el("table", { class: "faces" }, el("caption", {}, "Every way that it can fall"), el("tbody", {}, this.faces.rows.map((row) => el("tr", {}, el("td", { class: "n" }, row.percent), el("td", {}, row.ways), el("td", {}, row.lines.slice(0, 6).map((line) => el("p", {}, line)))))));
  }

  async _layOut() {
    const { looked, draft } = this;
    const found = await this._after("/faces", { kind: draft.kind, given: looked.given });
    if (found === null) return;
    this.faces = { of: looked, rows: found.faces };
    this.desk.render();
  }

  _lately() {
    const { asked, desk } = this;
    if (!asked.lately.length) return null;
    return el("div", {}, el("h3", {}, "Lately"), [...asked.lately].reverse().map(([seq, side, lines]) => el("div", { class: "noterow" },
      el("button", { type: "button", class: "jump", onclick: () => desk.go(seq) }, `#${seq}`), ` ${side ? desk.game.side(side) : "Referee"}: `, lines[0], lines.slice(1, 7).map((line) => el("p", { class: "ev" }, line)))));
  }

  // ------------------------------------------------------------------ keys
  /** A key; true when the table made use of it. */
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

  keyed(event) {
    const button = event.target.closest?.("#panel button, #panel input");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (this.curtain.closed) return false;
    if (event.key === "w" && !event.ctrlKey && !event.altKey && !event.metaKey && this.asked?.seats.length) {
      this.study();
      return true;
    }
    if (event.key === "g" && !event.ctrlKey && !event.altKey && !event.metaKey) {
      this.desk.show("play");
      byId("panel").querySelector("button, input")?.focus();
      return true;
    }
    if (step && button && this.desk.tab === "play") {
      const all = [...byId("panel").querySelectorAll("button, input")];
      all[Math.max(0, Math.min(all.length - 1, all.indexOf(button) + step))].focus();
      return true;
    }
    if (event.key === "Enter" && !event.ctrlKey && event.target.closest?.("button, summary, a")) return false;
    if (event.key === "Enter" && event.ctrlKey && this.looked?.legal) {
      this.commit();
      return true;
    }
    return event.ctrlKey || event.altKey || event.metaKey ? false : this.key_(event);
  }
}

/** A decision of a plan as it is sent. */
const bare = ({ kind, given }) => ({ kind, given });

/** What a die or token shows, as players read it. */
const shown = (face) => face.replace(/^token\./, "").replaceAll("_", " ");
