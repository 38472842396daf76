/** Supply: who was cut off, by whom, when a check saw it, what restored it; as a list, for a unit, and on the map. */
import { holds, plain, words } from "./finding.js";
import { clicked, lifeBar } from "./life.js";
import { near } from "./near.js";
import { hexLink, jump } from "./parts.js";
import { byId, el, every, fill, plural, within } from "./util.js";
import { VirtualList } from "./vlist.js";

const HIGH = { turn: 28, story: 72 }; // pixels of an item until it is measured
const ALSO = 12; // units that the same decision cut off, by name

/** The head of a turn, or a story.
 * @typedef {{ key: string, high: number, turn: string, story: SupplyRow | null }} Listed */

export class SupplyList {
  /** @param {Desk} desk @param {Strips} strips */
  constructor(desk, strips) {
    this.desk = desk;
    this.strips = strips;
    this.filter = { side: 0, kind: "", text: "", cause: "" };
    this.box = byId("supply-list");
    /** What is listed. @type {SupplyRow[]} */
    this.found = [];
    /** The same with heads of turns. @type {Listed[]} */
    this._items = [];
    /** All stories of the line. @type {SupplyRow[]} */
    this._all = [];
    /** What the rows were laid out for. */
    this._key = "";
    /** The story whose row is marked. @type {SupplyRow | null} */
    this._now = null;
    this._form = this._controls();
    this._sums = el("p", { class: "sums", role: "status" });
    this._causes = el("div", { class: "causes", role: "group", "aria-label": "By what" });
    this._stuck = el("div", { class: "stuck", "aria-hidden": "true", hidden: true });
    this._nothing = el("p", { class: "nothing", hidden: true }, "Nothing passes these filters.");
    const scroll = el("div", { class: "scroll", id: "supply-rows" }, this._stuck, this._nothing);
    fill(this.box, el("h2", { class: "quiet" }, "Supply stories"), strips.node, this._form, this._sums, this._causes, scroll);
    /** @type {VirtualList<Listed>} */
    this._rows = new VirtualList(scroll, (item) => [item.story ? this._row(item.story) : el("h3", {}, item.turn)], (first) => {
      this._stuck.hidden = first === null;
      this._stuck.textContent = first?.turn ?? "";
    });
  }

  build() {
    const { desk, filter } = this;
    if (this.box.hidden) return;
    this.strips.build();
    const { game, story } = desk;
    const all = story.line(desk.tip).supply;
    // as long as the same rows are wanted only the mark moves
    const key = JSON.stringify([desk.tip, filter]);
    if (key === this._key && all === this._all) return this._mark();
    [this._key, this._all] = [key, all];
    const some = all.filter((one) => this._passes(one));
    const found = some.filter((one) => !filter.cause || causeKind(game, one) === filter.cause);
    this.found = found;
    this._items = found.flatMap((one, i) => {
      const turn = one.turn || "Before the first turn";
      const row = { key: keyOf(one), high: HIGH.story, turn, story: one };
      return one.turn === found[i - 1]?.turn ? [row] : [{ key: `t${i}`, high: HIGH.turn, turn, story: null }, row];
    });
    const judged = found.filter((one) => one.j.length).length;
    /** @type {Map<string, number>} */
    const kinds = new Map(filter.cause ? [[filter.cause, 0]] : []);
    for (const one of some) {
      const kind = causeKind(game, one);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    this._sums.textContent = `${plural(found.length, "time", "times")} that a unit had no line, ${judged} seen by a check`;
    const most = Math.max(1, ...kinds.values());
    fill(this._causes, [...kinds].sort(([, a], [, b]) => b - a).map(([kind, count]) => el("button", { type: "button", "data-cause": kind, "aria-pressed": String(kind === filter.cause) }, el("span", { class: "share", "aria-hidden": "true", style: { width: `${(100 * count) / most}%` } }), el("span", {}, el("b", {}, count), ` ${kind}`))));
    this._nothing.hidden = found.length > 0;
    this._rows.renew();
    this._mark();
  }

  /** Mark the row of the story that is shown, and bring it into sight. */
  _mark() {
    const before = this._now;
    this._now = this.desk.supplyStory;
    const first = this.found[0] ?? null;
    this._rows.set(this._items, [before, this._now, first].map(keyOf), keyOf(this._now));
  }

  /** @param {SupplyRow} one */
  _row(one) {
    const { game, story } = this.desk;
    const now = one === this._now;
    return el("button", { type: "button", class: "storyrow", "data-story": this._all.indexOf(one), "aria-current": now ? "true" : null, tabindex: now || (!this._now && one === this.found[0]) ? 0 : -1 },
      el("span", { class: `dot s${game.sideOf(one.p)}`, "aria-hidden": "true" }), el("span", {}, el("b", {}, game.name(one.p)), ` ${[game.place(one.at), game.placeName(one.at) || near(game, one.at)].filter(Boolean).join(", ")} `, one.j.length ? el("span", { class: "badge held" }, "judged") : null, one.e === undefined ? el("span", { class: "badge" }, "lasts") : null, el("br"), el("span", { class: "who" }, story.supplyText(one)), lifeBar(this.desk.line, [one])));
  }

  /** @param {SupplyRow} one */
  _passes(one) {
    const { game, story } = this.desk;
    const { side, kind, text } = this.filter;
    if (side && game.sideOf(one.p) !== side) return false;
    if (kind === "judged" && !one.j.length) return false;
    if (kind === "lasts" && one.e !== undefined) return false;
    if (kind === "enemy" && causeKind(game, one) !== "by the enemy") return false;
    one.found ??= plain(`${game.name(one.p)} ${game.place(one.at)} ${game.placeName(one.at)} ${one.turn} ${story.supplyText(one)}`);
    return holds(one.found, words(text));
  }

  _controls() {
    const { desk, filter } = this;
    const side = el("select", { "aria-label": "Whose units" }, el("option", { value: 0 }, "both sides"), desk.game.sides.map((name, i) => el("option", { value: i + 1 }, name)));
    const kind = el("select", { "aria-label": "Which" }, [["", "all"], ["judged", "seen by a check"], ["enemy", "cut by the enemy"], ["lasts", "still cut off"]].map(([value, title]) => el("option", { value }, title)));
    const text = el("input", { type: "search", placeholder: "unit, place", "aria-label": "Words: unit, place, who", autocomplete: "off" });
    for (const field of [side, kind, text]) {
      field.addEventListener("input", () => {
        Object.assign(filter, { side: Number(side.value), kind: kind.value, text: text.value });
        this.build();
      });
    }
    this.box.addEventListener("click", (event) => {
      const cause = within(event, "[data-cause]")?.dataset.cause;
      if (cause !== undefined) {
        filter.cause = filter.cause === cause ? "" : cause;
        this.build();
        every("[data-cause]", this.box).find((one) => one.dataset.cause === cause)?.focus();
      }
      const row = within(event, "[data-story]");
      const taken = row && desk.story.line(desk.tip).supply[Number(row.dataset.story)];
      if (!taken) return;
      const bar = within(event, "[data-life]");
      const there = bar && clicked(event, bar, desk.line, [taken]);
      this._take(taken);
      if (there) desk.go(there.moment.seq, there.moment.event);
    });
    this.box.addEventListener("keydown", (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
      if (!by || within(event, "select, input")) return;
      event.preventDefault();
      const next = this.found[Math.max(0, Math.min(this.found.findIndex((one) => one === desk.supplyStory) + by, this.found.length - 1))];
      if (next) this._take(next);
    });
    return el("form", { class: "formrow", onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, side, kind, text);
  }

  /** @param {SupplyRow} story */
  _take(story) {
    this.desk.showSupply(story);
    every("[aria-current]", this.box)[0]?.focus({ preventScroll: true });
  }
}

/** The key of a story's row.
 * @param {SupplyRow | null} story */
const keyOf = (story) => `s${story?.f}.${story?.p}`;

/** What cut a unit off, in one word for counting.
 * @param {Game} game @param {SupplyRow} story */
function causeKind(game, story) {
  if (story.what === "entered") return "came without a line";
  const side = game.sideOf(story.p);
  const pieces = story.why.filter((one) => one.k === "piece" || one.k === "flag").map((one) => one.n);
  if (pieces.some((piece) => game.sideOf(piece) !== side)) return "by the enemy";
  if (pieces.includes(story.p)) return "by itself";
  if (pieces.length) return "by its own side";
  return "by other events";
}

/** The stories of a unit, for its panel; the one that runs now first.
 * @param {Desk} desk @param {number} piece */
export function unitStories(desk, piece) {
  const mine = desk.story.line(desk.tip).supply.filter((one) => one.p === piece);
  if (!mine.length) return null;
  const bar = lifeBar(desk.line, mine, desk.supplyStory, desk.seq);
  bar.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const there = clicked(event, bar, desk.line, mine);
    if (!there) return;
    desk.showSupply(there.story);
    desk.go(there.moment.seq, there.moment.event);
  });
  return el("section", { "aria-label": "Supply stories" }, el("h3", {}, `Cut off (${mine.length})`), bar, [...mine].sort((a, b) => Number(b === desk.supplyStory) - Number(a === desk.supplyStory)).map((one) => storyCard(desk, one)));
}

/** @param {Desk} desk @param {SupplyRow} story */
function storyCard(desk, story) {
  const { game } = desk;
  const on = story === desk.supplyStory;
  /** @param {Agent[]} why @param {boolean} both */
  const who = (why, both) => why.map((one, i) => [i ? (both ? " and " : ", or ") : "", one.k === "piece" ? el("button", { type: "button", class: "jump", onclick: () => desk.chooseUnit(one.n) }, one.t) : one.t]);
  return el("div", { class: on ? "card hit" : "card", "data-story": story.f },
    el("p", {}, story.what === "entered" ? "In play without a line at " : "Cut at ", jump(desk, story.f), ` (${story.turn})`, story.why.length ? [": ", who(story.why, story.both)] : null),
    story.closed.length ? el("p", {}, "Closed on its line: ", story.closed.map((place) => [hexLink(desk, place), " "])) : null,
    story.j.length ? el("p", {}, "Judged at ", story.j.map(([seq, event, status]) => [jump(desk, seq, event), ` ${status} `])) : el("p", { class: "who" }, "No check of the rulebook saw it."),
    el("p", {}, story.e === undefined ? "It lasts." : story.how === "gone" ? ["Out of play at ", jump(desk, story.e)] : ["Restored at ", jump(desk, story.e), story.why2.length ? [": ", who(story.why2, false)] : null]),
    on ? alsoCut(desk, story) : null,
    el("button", { type: "button", "aria-pressed": String(on), onclick: () => (on ? desk.showSupply(null) : desk.showSupply(story)) }, on ? "Hide on the map" : "Show on the map"));
}

/** Whom else the same decision cut off.
 * @param {Desk} desk @param {SupplyRow} story */
function alsoCut(desk, story) {
  const { game } = desk;
  const others = desk.story.line(desk.tip).supply.filter((one) => one.f === story.f && one !== story && one.what === story.what);
  if (!others.length) return null;
  const rest = others.length - ALSO;
  return el("p", {}, `${plural(others.length, "other unit", "other units")} by the same decision: `, others.slice(0, ALSO).map((one, i) => [i ? ", " : "", el("button", { type: "button", class: "jump", onclick: () => desk.showSupply(one) }, game.name(one.p))]), rest > 0 ? ` and ${rest} more` : null);
}
