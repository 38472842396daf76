/** Combats: the list of all of them, and the card of one that says why it ended as it did. */
import { near } from "./near.js";
import { counter, hexLink, jump, unitLink } from "./parts.js";
import { diceSum, diceText, diceWords, resultText, shortResult } from "./story.js";
import { byId, el, every, fill, minus, plural, signed, within } from "./util.js";
import { VirtualTable } from "./vlist.js";

const HIGH = 31; // pixels of a row until it is measured
const HEAD = 25; // and of the head of a turn
const MODES = 12; // letters of a column that need a wide one of ours
const SHORT = 2; // figures of a die
const FIGURE = 7; // pixels of one
const MANY = 6; // units of a side from which on their counters are small
const LONG = 9; // letters of a result that need a wide column
const HEADS = [["n", "#"], ["target", "Target"], ["odds", "Odds"], ["die", "Die"], ["res", "Result"], ["lost", "Lost"], ["swing", "Swing"], ["luck", "Luck"]];
const KINDS = [["", "all"], ["failed", "failed"], ["cleared", "hex cleared"], ["good", "at 3-1 or better"], ["turn", "in this turn"]];

/** A row: a combat, or the head of a turn. @typedef {{ key: string, high: number } & ({ combat: Combat } | { turn: string })} Row */

/** The list on the left: one row a combat. */
export class CombatList {
  /** @param {Desk} desk @param {Strips} strips */
  constructor(desk, strips) {
    this.desk = desk;
    this.strips = strips;
    /** Head and way of the sorting. @type {[string, number]} */
    this.sort = ["n", 1];
    /** What is listed. @type {Combat[]} */
    this.found = [];
    /** What the rows were laid out for. */
    this._key = "";
    /** @type {Combat[]} */
    this._all = [];
    this.filter = { side: 0, kind: "", text: "", unit: -1 };
    /** The combat whose row is marked. @type {Combat | null} */
    this._now = null;
    this.box = byId("combats");
    this._form = this._controls();
    this._heads = el("tr", {});
    this._sums = el("p", { class: "sums", role: "status" });
    this._nothing = el("p", {}, "No combat passes these filters.");
    const table = el("table", { class: "combats" }, el("colgroup", {}, HEADS.map(([id]) => el("col", { class: `c-${id}` }))), el("thead", {}, this._heads), el("tbody", {}));
    const scroll = el("div", { class: "scroll", id: "combat-rows" }, table, this._nothing);
    fill(this.box, strips.node, this._form, this._sums, scroll);
    /** @type {VirtualTable<Row>} */
    this._rows = new VirtualTable(scroll, table, (item) => ("turn" in item ? el("tr", { class: "turnrow" }, el("th", { colspan: String(HEADS.length), scope: "rowgroup" }, item.turn)) : this._row(item.combat, item.combat === this._now)));
  }

  /** Lay the list out anew, if it is in sight. */
  build() {
    const { desk, filter } = this;
    if (this.box.hidden) return;
    this.strips.build();
    const { story, game } = desk;
    const all = story.line(desk.tip).combats;
    const turn = game.when(desk.seq).turn;
    // as long as the same rows are wanted only the mark moves
    const key = JSON.stringify([desk.tip, this.sort, filter, filter.kind === "turn" ? turn : ""]);
    if (key === this._key && all === this._all) return this._mark();
    [this._key, this._all] = [key, all];
    const found = all.filter((one) => story.passes(one, { ...filter, turn }));
    const [by, way] = this.sort;
    /** @type {Record<string, (one: Combat) => number | string>} */
    const values = { n: (one) => one.f, target: (one) => story.target(one), odds: (one) => story.odds(one) ?? -1, die: diceSum, res: (one) => story.result(one), lost: (one) => one.lost.reduce((sum, [steps]) => sum + steps, 0), swing: (one) => story.swing(one), luck: (one) => story.luck(one) };
    const value = values[by];
    found.sort((a, b) => way * (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0) || a.f - b.f);
    this.found = found;
    for (const chosen of every("[data-unit]", this._form)) {
      chosen.hidden = filter.unit < 0;
      chosen.textContent = filter.unit < 0 ? "" : `${game.name(filter.unit)} ×`;
    }
    const lost = game.sides.map((_, i) => found.reduce((sum, one) => sum + one.lost[i][0], 0));
    const luck = found.reduce((sum, one) => sum + story.luck(one), 0);
    const cleared = found.filter((one) => one.out === "cleared").length;
    const dice = all.reduce((most, one) => Math.max(most, diceText(one).length), SHORT);
    const several = dice > SHORT;
    fill(this._heads, HEADS.map(([id, title]) => el("th", { scope: "col", "aria-sort": id === by ? (way > 0 ? "ascending" : "descending") : null }, el("button", { type: "button", "data-sort": id }, id === "die" && several ? "Dice" : title, id === by ? (way > 0 ? " ▴" : " ▾") : ""))));
    this._sums.textContent = `${found.length === all.length ? "" : `${found.length} of `}${plural(all.length, "combat", "combats")}, hex cleared in ${cleared}; steps lost ${game.sides.map((side, i) => `${side} ${lost[i]}`).join(", ")}; attackers' luck ${signed(luck, 2)}${found.some((one) => one.sw) ? `; swing ${game.sides[0]} ${story.swingOf(found, 1)}` : ""}`;
    this._nothing.hidden = found.length > 0;
    this._rows.table.hidden = !found.length;
    this._rows.table.classList.toggle("wordy", all.some((one) => story.result(one).length > LONG));
    this._rows.table.classList.toggle("moded", all.some((one) => story.brief(one) !== one.col && one.col.length > MODES));
    this._rows.table.classList.toggle("dicey", several);
    this._rows.table.style.setProperty("--dice", `${dice * FIGURE + 14}px`);
    this._rows.renew();
    this._mark();
  }

  /** Mark the row of the combat that the desk stands in, and bring it into sight. */
  _mark() {
    const before = this._now;
    this._now = this.desk.combat;
    // in the order of play each turn has a head
    const headed = this.sort[0] === "n";
    /** @type {Row[]} */
    const items = this.found.flatMap((combat, i) => {
      const row = { key: keyOf(combat), high: HIGH, combat };
      return headed && combat.turn !== this.found[i - 1]?.turn ? [{ key: `t${combat.n}`, high: HEAD, turn: combat.turn }, row] : [row];
    });
    this._rows.set(items, [keyOf(before), keyOf(this._now)], keyOf(this._now));
  }

  /** Bring the row of a combat into sight; null when it is not listed.
   * @param {number} number @returns {HTMLElement | null} */
  show(number) {
    return this._rows.show(`c${number}`);
  }

  /** @param {Combat} one @param {boolean} now */
  _row(one, now) {
    const { desk } = this;
    const { story, game } = desk;
    const luck = story.luck(one);
    const by = game.sides.map((_, i) => one.lost[i][0]);
    const mine = by[one.side - 1] ?? 0;
    const theirs = by.reduce((sum, steps) => sum + steps, 0) - mine;
    return el("tr", { "data-combat": one.n, "aria-current": now ? "true" : null, class: one.out === "held" ? "held" : null },
      el("td", { class: "n" }, `#${one.f}`),
      el("th", { scope: "row" }, el("button", { type: "button", "data-go": one.f, tabindex: now ? 0 : -1 }, el("span", { class: `dot s${one.side}`, "aria-hidden": "true" }), el("span", { class: "quiet" }, `${game.side(one.side)}: `), el("span", {}, story.target(one), around(game, one)))),
      el("td", { class: story.brief(one).length > MODES ? "long" : null }, story.brief(one) || (one.thr.length ? one.kind : "") || "-", story.brief(one) === one.col ? null : el("div", { class: "who" }, one.col)),
      el("td", { class: "n", title: diceWords(one) || null }, diceText(one) || "-"),
      el("td", {}, el("span", { class: `badge ${one.out.replace(" ", "-")}`, title: [...one.res.length ? [resultText(one.res)] : [], ...one.bes].join(", ") }, story.result(one))),
      el("td", { class: "n" }, `${mine} / ${theirs}`),
      el("td", { class: "n", title: story.swingWords(one) || null }, minus(one.st)),
      el("td", { class: "n" }, minus(one.lt), one.lt ? el("span", { class: "bar", "aria-hidden": "true" }, el("i", { class: luck < 0 ? "bad" : "good", style: { width: `${Math.min(1, Math.abs(luck)) * 15}px`, marginLeft: luck < 0 ? `${15 - Math.min(1, -luck) * 15}px` : "15px" } })) : null));
  }

  _controls() {
    const { desk, filter } = this;
    const change = () => {
      filter.side = Number(side.value);
      filter.kind = kind.value;
      filter.text = text.value;
      this.build();
    };
    const side = el("select", { "aria-label": "Attacker" }, el("option", { value: 0 }, "both sides"), desk.game.sides.map((name, i) => el("option", { value: i + 1 }, name)));
    const kind = el("select", { id: "combat-kind", "aria-label": "Which combats" }, KINDS.map(([value, title]) => el("option", { value }, title)));
    const text = el("input", { type: "search", id: "combat-words", placeholder: "place, unit, result", "aria-label": "Words: place, unit, result", autocomplete: "off", maxlength: 200 });
    const unit = el("button", { type: "button", "data-unit": "", hidden: true, title: "All units again", onclick: () => { filter.unit = -1; this.build(); } });
    for (const field of [side, kind, text]) field.addEventListener("input", change);
    this.box.addEventListener("click", (event) => {
      const head = within(event, "[data-sort]");
      const row = within(event, "tr[data-combat]");
      if (head) {
        this.sort = [head.dataset.sort, this.sort[0] === head.dataset.sort ? -this.sort[1] : head.dataset.sort === "n" || head.dataset.sort === "target" ? 1 : -1];
        this.build();
        every(`[data-sort="${head.dataset.sort}"]`, this.box)[0]?.focus();
      } else {
        const found = row && this.found.find((one) => one.n === Number(row.dataset.combat));
        if (found) this._take(found);
      }
    });
    this.box.addEventListener("keydown", (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
      if (!by || within(event, "select, input")) return;
      event.preventDefault();
      const at = this.found.findIndex((one) => one === desk.combat) + by;
      const next = this.found[Math.max(0, Math.min(at, this.found.length - 1))];
      if (next) this._take(next);
    });
    return el("form", { class: "formrow", onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, side, kind, text, unit);
  }

  /** @param {Combat} combat */
  _take(combat) {
    this.desk.showCombat(combat, "before");
    every("tr[aria-current] button", this.box)[0]?.focus({ preventScroll: true });
  }
}

/** Where the hex of a combat lies that has no name.
 * @param {Game} game @param {Combat} combat */
function around(game, combat) {
  const text = combat.at.length === 1 ? near(game, combat.at[0]) : "";
  return text ? el("span", { class: "near" }, ` ${text}`) : null;
}

/** The key of a combat's row.
 * @param {Combat | null} combat */
const keyOf = (combat) => `c${combat?.n}`;

/** The card of the combat that the current decision belongs to.
 * @param {Desk} desk */
export function combatCard(desk) {
  const { combat, game, story } = desk;
  if (!combat) return null;
  const all = story.line(desk.tip).combats;
  const at = all.indexOf(combat);
  /** @param {number} by */
  const beside = (by) => all[at + by] ?? null;
  /** @param {number} by @param {string} words */
  const go = (by, words) => el("button", { type: "button", class: "small", "aria-label": words, title: words, disabled: !beside(by), onclick: () => desk.showCombat(beside(by), desk.when ?? "before") }, by < 0 ? "◁" : "▷");
  /** @param {"before" | "after"} name @param {string} words */
  const when = (name, words) => el("button", { type: "button", "aria-pressed": String(desk.when === name), onclick: () => desk.setWhen(desk.when === name ? null : name) }, words);
  return el("section", { class: "combatcard", "aria-label": "Combat", "data-combat": combat.n },
    el("div", { class: "who" }, el("span", { class: `dot s${combat.side}`, "aria-hidden": "true" }), `${game.side(combat.side)} ${combat.kind || "attack"} · ${combat.turn}`, el("span", { class: "pager" }, go(-1, "The combat before"), ` ${at + 1} of ${all.length} `, go(1, "The next combat"))),
    el("h2", { class: "target" }, combat.at.length ? combat.at.map((place, i) => [i ? ", " : "", hexLink(desk, place)]) : story.target(combat), around(game, combat)),
    forces(desk, combat),
    el("p", { class: "ratio" }, ratio(desk, combat)),
    el("div", { class: "toggle", role: "group", "aria-label": "Show the map" }, when("before", "Before"), when("after", "After")),
    !combat.thr.length && !combat.res.length ? el("p", {}, combat.out === "no die" ? "It came to no die." : "It needed no die.") : dice(desk, combat),
    followed(desk, combat));
}

/** `9 v 4, ground support +3 → 4-1`.
 * @param {Desk} desk @param {Combat} combat */
function ratio(desk, combat) {
  /** @type {Kid[]} */
  const out = [];
  if (combat.A || combat.D) out.push(el("b", {}, combat.A || "?"), " v ", el("b", {}, combat.D || "?"));
  const made = combat.sh && desk.game.event(...combat.sh)?.x;
  if (made) {
    // a sum of modifiers is signed; of a column the first line is the odds and the others move it
    const drm = /^[+-]/.test(made.total ?? "");
    for (const [label, value] of (made.parts ?? []).flat().slice(drm ? 0 : 1)) out.push(el("span", { class: "chip" }, minus(`${label} ${/^\d/.test(value) ? `+${value}` : value}`)));
    if (drm) out.push(el("b", {}, minus(`DRM ${made.total}`)));
  }
  if (combat.col) out.push(out.length ? " → " : "", el("strong", { class: "column" }, combat.col));
  return out.map((part) => [part, " "]);
}

/** @param {Desk} desk @param {Combat} combat */
function forces(desk, combat) {
  const before = desk.game.at(Math.max(0, desk.game.frames[combat.f].p));
  /** @param {FighterRow[]} rows */
  const side = (rows) => el("div", { class: "force" }, rows.slice(0, 12).map(([piece, , steps, after, left]) => {
    const gone = after < 0;
    const fewer = steps - left;
    const said = gone ? "eliminated" : fewer > 0 ? `${plural(fewer, "step", "steps")} lost` : "";
    return el("button", { type: "button", class: `fighter${gone ? " gone" : ""}`, title: [desk.game.name(piece), said].filter(Boolean).join(", "), onclick: () => desk.chooseUnit(piece) }, before.faces.has(piece) ? counter(desk, piece, before, rows.length > MANY ? 26 : 34) : el("span", { class: "name" }, desk.game.name(piece)), !gone && fewer > 0 ? el("span", { class: "lost", "aria-hidden": "true" }, `−${fewer}`) : null);
  }), rows.length > 12 ? el("span", {}, `and ${rows.length - 12} more`) : null);
  /** @param {FighterRow[]} rows */
  const named = (rows) => rows.map(([piece], i) => [i ? ", " : "", unitLink(desk, piece)]);
  return el("div", { class: "forces" },
    el("div", { class: "facing" }, side(combat.a), el("span", { class: "against", "aria-hidden": "true" }, "➔"), side(combat.d)),
    el("p", { class: "who names" }, combat.a.length ? named(combat.a) : combat.cl ? combat.kind : "nobody", " v ", combat.d.length ? named(combat.d) : "nobody"));
}

/** What was thrown and what it brought, and every face of each lot of dice.
 * @param {Desk} desk @param {Combat} combat */
function dice(desk, combat) {
  const { story } = desk;
  const alone = combat.thr.length === 1;
  return el("div", { class: "die-line" },
    el("p", { class: "rolled" },
      alone ? thrown(combat, combat.thr[0]) : null,
      el("strong", {}, story.brought(combat)),
      combat.lt ? el("span", { class: `chip luck ${story.luck(combat) < 0 ? "bad" : "good"}` }, minus(`luck ${combat.lt}`)) : null,
      alone ? orBetter(combat, combat.thr[0]) : null,
      combat.st ? el("span", { class: "who", title: "what the dice brought the attacker, less what they bring on the average of their faces: steps at once, hexes and points by the end of the combat" }, `swing ${story.swingWords(combat)}`) : null),
    alone ? [spread(combat, combat.thr[0]), promised(desk, combat, combat.pr[0])] : null,
    alone ? faces(desk, combat.fc, "Every face of the die: result, steps lost by the end of the combat, whether the hex is cleared, chance") : combat.thr.map((lot) => [
      el("p", { class: "rolled lot" }, thrown(combat, lot), el("span", {}, lot[0]), orBetter(combat, lot)),
      spread(combat, lot),
      promised(desk, combat, combat.pr.find((one) => one.for === lot[0])),
      faces(desk, combat.fc.filter((face) => face.for === lot[0]), `Every face of the die for ${lot[0]}, the others as they fell: result, steps lost by the end of the combat, whether the hex is cleared, chance`)]),
    combat.fc.length ? el("p", { class: "who" }, [alone ? "" : "Each with the other dice as they fell.", "Steps by the end of the combat: of what fell as it went, of the other faces as the bots would choose.", combat.fc.every((face) => face.whole) ? "" : "…: a further die decides."].filter(Boolean).join(" ")) : null);
}

/** What a lot of dice promised: the chance that the hex is cleared, and of losses by side with their average.
 * @param {Desk} desk @param {Combat} combat @param {Prospect | undefined} found */
function promised(desk, combat, found) {
  if (!found) return null;
  const open = found.whole ? "" : " …";
  const hurt = [...found.hurt].sort(([one]) => (one === combat.side ? -1 : 1));
  return el("p", { class: "promised", "data-lot": found.lot },
    found.cleared ? el("span", {}, el("span", { class: "mark good", "aria-hidden": "true" }, "⚑ "), "hex cleared ", el("b", {}, found.cleared_text), open) : null,
    hurt.map(([side, , text]) => el("span", {}, `${desk.game.side(side)} ${minus(found.average.find(([one]) => one === side)?.[2] ?? "")}, any loss `, el("b", {}, text))));
}

/** @param {Combat} combat @param {DiceLot} lot */
const thrown = (combat, [, faces, values]) => values.map((value) => [el("span", { class: "die", "aria-label": `die ${value} of ${faces}` }, String(value)), " "]);

/** The row of a die that is a lot of its own and has a lottery.
 * @param {Combat} combat @param {DiceLot} lot */
const ownDie = (combat, [what, , values]) => (values.length === 1 ? combat.dice.findLast(([, words]) => words === what) ?? null : null);

/** The chance of this or better of a die that is a lot of its own.
 * @param {Combat} combat @param {DiceLot} lot */
function orBetter(combat, lot) {
  const mine = ownDie(combat, lot);
  return mine ? el("span", { class: "who" }, `this or better ${mine[3]}`) : null;
}

/** Its faces that are worse for the side, alike and better, as one bar.
 * @param {Combat} combat @param {DiceLot} lot */
function spread(combat, lot) {
  const others = ownDie(combat, lot)?.[4];
  if (!others) return null;
  const all = others.reduce((sum, count) => sum + count, 0);
  const parts = others.map((count, i) => (count ? el("span", { class: ["worse", "alike", "better"][i], style: { flexGrow: String(count) } }, el("b", {}, `${["worse", "this", "better"][i]} ${Math.round((100 * count) / all)} %`)) : null));
  return el("p", { class: "spread", "aria-label": `Of ${all} faces ${others[0]} are worse for the side, ${others[1]} alike, ${others[2]} better`, role: "img" }, parts);
}

/** @param {Desk} desk @param {FaceOutcome[]} found @param {string} label */
function faces(desk, found, label) {
  if (!found.length) return null;
  const wide = found.length > 6 || found.some((face) => resultText([...face.results, ...face.besides]).length > 22);
  return el("ol", { class: wide ? "faces rows" : "faces", tabindex: wide ? 0 : null, "aria-label": label }, found.map((face) => {
    const losses = face.after.map(([side, steps]) => `${desk.game.side(side)} −${steps}`).join(", ") + (face.whole ? "" : " …");
    return el("li", { class: face.happened ? "face now" : "face", "aria-current": face.happened ? "true" : null },
      el("b", { class: "values" }, face.text),
      el("span", { class: "result" }, [shortResult(face.results) || "no effect", ...face.besides].join(", "), face.cleared ? el("span", { class: "mark good cleared", role: "img", "aria-label": "hex cleared", title: "hex cleared" }, " ⚑") : null),
      losses || !wide ? el("span", { class: "cost" }, losses || "–") : null,
      el("span", { class: "chance" }, face.chance_text));
  }));
}

/** @param {Desk} desk @param {Combat} combat */
function followed(desk, combat) {
  const { game } = desk;
  /** @type {Kid[]} */
  const out = [];
  for (const [piece, , steps, after, left] of [...combat.a, ...combat.d]) {
    if (after < 0) out.push(el("li", {}, el("span", { class: "mark bad", "aria-hidden": "true" }, "✕"), unitLink(desk, piece), ` gone (${game.side(game.sideOf(piece))})`));
    else if (steps > left) out.push(el("li", {}, el("span", { class: "mark", "aria-hidden": "true" }, "−"), unitLink(desk, piece), ` loses ${plural(steps - left, "step", "steps")}`));
  }
  for (const [piece, path, kind] of combat.mv) {
    if (path.length > 1) out.push(el("li", {}, el("span", { class: "mark", "aria-hidden": "true" }, kind === "advance" ? "▸" : "◂"), unitLink(desk, piece), ` ${kind === "retreat" ? "retreats" : kind === "advance" ? "advances" : "goes"} to `, hexLink(desk, path[path.length - 1])));
  }
  for (const [place, side] of combat.taken) out.push(el("li", {}, el("span", { class: "mark good", "aria-hidden": "true" }, "⚑"), `${game.side(side)} take `, hexLink(desk, place)));
  const ended = { cleared: "hex cleared", held: "hex held", "no die": "no die", "nobody there": "no unit stood there" }[combat.out];
  return el("div", { class: "followed" }, el("h3", {}, combat.cl ? "What followed" : `What followed: ${ended}`), out.length ? el("ul", { class: "plain" }, out) : el("p", {}, "Nobody was lost or moved."),
    el("p", { class: "who" }, "Decisions: ", combat.fr.map((seq) => [jump(desk, seq), " "])));
}
