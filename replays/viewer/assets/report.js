/** The report of a line: how it ended and why, where it was decided, luck, losses, turn by turn. Printed on A4 by the browser. */
import { near } from "./near.js";
import { jump } from "./parts.js";
import { Still, plain } from "./still.js";
import { diceNamed, diceText } from "./story.js";
import { SIDE_COLOURS, byId, el, fill, minus, plural, signed, title, verdict } from "./util.js";

const DECISIVE = 12; // combats in the table
const PICTURES = 3; // of them with a picture
const WHOLE = 10; // letters of odds that stand on one line
const RIBBONS = 20; // places whose holders are shown
const MINI = 210; // pixels of a turn's map
const LETTERS = 14; // of the name of a turn under a plot
const LETTER = 6.4; // pixels of one
const CLOSE = 12; // pixels between two values of an axis

/** @param {[string | number, string | number]} pair */
const number = ([over, under]) => Number(over) / Number(under);

/** Combats of a line that weighed most: by the swing of their die, the steps lost and the hexes taken; in order of play.
 * @param {Combat[]} combats @param {number} most */
export function decisive(combats, most) {
  const heaviest = [...combats].sort((a, b) => weight(b) - weight(a) || a.n - b.n).filter((one) => weight(one) > 0);
  return heaviest.slice(0, most).sort((a, b) => a.n - b.n);
}

/** Heads of the combats that decided; where there is no room for columns each cell says its own. */
const FIGHTS = ["#", "turn", "attacker", "target", "odds", "die", "result", "lost", "swing", "luck"];

/** @param {HTMLTableRowElement} row */
function named(row) {
  [...row.cells].forEach((cell, i) => (cell.dataset.head = FIGHTS[i]));
  return row;
}

/** @param {Combat} combat */
const weight = (combat) => 2 * Math.abs(combat.sw ? number(combat.sw) : 0) + combat.lost.reduce((sum, [steps, units]) => sum + steps + units, 0) + 2 * combat.taken.length;

/** Who held a place at the end of each turn.
 * @typedef {{ place: number, held: number[], changes: number }} Ribbon */

/** Places that decide, then those that changed hands most, with who held them at the end of each turn.
 * @param {Game} game @param {number[]} ends frames at which turns end @param {number[]} objectives @param {number} most @returns {Ribbon[]} */
export function ribbons(game, ends, objectives, most) {
  const positions = ends.map((seq) => game.at(seq).control);
  const named = Object.keys(game.board.names).map(Number).filter((place) => positions.some((control) => control.get(place)));
  const rows = [...new Set([...objectives, ...named])].map((place) => {
    const held = positions.map((control) => control.get(place) ?? 0);
    return { place, held, changes: held.filter((side, i) => i && side !== held[i - 1]).length };
  });
  const wanted = new Set(objectives);
  const first = rows.filter(({ place, held }) => wanted.has(place) && held.some(Boolean));
  const others = rows.filter(({ place, changes }) => !wanted.has(place) && changes).sort((a, b) => b.changes - a.changes);
  return [...first, ...others].slice(0, most);
}

export class ReportPage {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.box = byId("report");
    this._key = "";
    this._drawing = 0;
  }

  /** Write the report of the line that is looked along, if it is in sight and not there yet. */
  build() {
    const { desk } = this;
    this.box.hidden = desk.view !== "report";
    if (this.box.hidden) return;
    const told = desk.story.line(desk.tip);
    const key = `${desk.tip} ${desk.game.frames.length} ${told.combats.length} ${told.turns.length} ${JSON.stringify(desk.notes.list())}`;
    if (key === this._key) return;
    this._key = key;
    const turns = told.turns.filter((turn) => desk.game.is(turn.last));
    fill(this.box, this._head(), this._result(told), this._figures(told), this._victory(told, turns), this._fights(told), this._luck(told), this._losses(turns), this._supply(told), this._turns(turns), this._annotations(), this._foot());
    this.box.scrollTop = 0;
  }

  _head() {
    const { game } = this.desk;
    const g = game.data.game;
    const players = g.players.filter(([, name]) => name).map(([side, name, seat]) => `${seat || game.side(side)}: ${name}`);
    const names = game.namesAt(this.desk.tip);
    return el("header", { class: "reporthead" },
      el("div", { class: "formrow noprint" }, el("button", { type: "button", onclick: () => this.desk.list("timeline") }, "◁ To the desk"), el("button", { type: "button", onclick: () => window.print() }, "Print")),
      el("h2", { class: "reporttitle" }, `${g.title}: ${g.scenario}`),
      el("p", { class: "who" }, [...players, `${g.dice} dice`, `${g.edition_kind} edition`, `rules ${g.rules}`, names.length ? `line ${names.join(", ")}` : `line to #${this.desk.tip}`].join(" · ")),
      el("p", { class: "who" }, game.data.verdict ? game.data.verdict.text : "Not verified."));
  }

  /** @param {LineStory} told */
  _result(told) {
    const { result } = told;
    if (!result) return null;
    const head = !result.over ? minus(`Not over; if it were decided now: ${result.if_now || "not said"}`) : verdict(result.winner === "draw" ? "" : title(result.winner), result.level);
    const shown = result.conditions.filter((row) => row.holds !== false || result.conditions.length <= 12);
    const left = result.conditions.length - shown.length;
    return el("section", {}, el("h3", {}, "Result"), el("p", { class: "bigresult" }, head), el("p", {}, `${result.over ? "Ended" : "It stands"} in ${result.turn_name}.${result.when ? ` Decided: ${result.when}.` : ""}`),
      shown.length ? el("table", {}, el("thead", {}, el("tr", {}, ["holds", "side", "condition", "as it stands", "rule"].map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, shown.map((row) => el("tr", {}, el("td", { class: "whole" }, row.holds === null ? "" : row.holds ? "✓ holds" : "✗ missing"), el("td", {}, title(row.side)), el("td", {}, row.wanted), el("td", {}, minus(row.now)), el("td", {}, row.rule))))) : null,
      left ? el("p", { class: "who" }, `${left} conditions that do not hold are not listed.`) : null);
  }

  /** @param {LineStory} told */
  _figures(told) {
    const { game, line } = this.desk;
    const steps = game.sides.map((side, i) => /** @type {[string, number]} */ ([`Steps lost, ${side}`, told.turns.reduce((sum, turn) => sum + turn.lost.filter((row) => title(row.side) === title(side)).reduce((all, row) => all + row.steps, 0), 0)]));
    const dice = told.luck.sides.reduce((sum, row) => sum + row.throws, 0);
    /** @type {[string, number][]} */
    const figures = [["Decisions", line.length - 1], ["Turns", told.turns.length], ["Combats", told.combats.length], ...steps, ["Dice with odds", dice]];
    return el("dl", { class: "figures" }, figures.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)))));
  }

  /** @param {LineStory} told @param {TurnRow[]} turns */
  _victory(told, turns) {
    const { desk } = this;
    const { game } = desk;
    const parts = [];
    if (told.scored.length) {
      parts.push(pointsPlot(told, turns), el("table", {}, el("thead", {}, el("tr", {}, [told.causes.some((row) => row.side) ? "side" : "", "cause", "points"].filter(Boolean).map((head) => el("th", { scope: "col", class: head === "points" ? "n" : null }, head)))),
        el("tbody", {}, told.causes.slice(0, 18).map((row) => el("tr", {}, told.causes.some((one) => one.side) ? el("td", {}, title(row.side)) : null, el("td", {}, row.cause), el("td", { class: "n" }, signed(row.points)))))));
    }
    const ends = turns.map((turn) => turn.last);
    const { objectives } = desk.map.map(game.at(desk.tip));
    const held = ribbons(game, ends, objectives, RIBBONS);
    if (held.length && ends.length > 1) {
      parts.push(el("h4", {}, "Who held what"), el("p", { class: "who" }, `Places that count for victory first, then those that changed hands most; turns from left to right. ${game.sides.map((side, i) => `${i ? "▨" : "■"} ${side}`).join("  ")}`),
        el("table", { class: "ribbons" }, el("tbody", {}, held.map(({ place, held: by }) => el("tr", {}, el("th", { scope: "row" }, called(game, place, held)), el("td", { role: "img", "aria-label": spans(game, by, turns) }, by.map((side) => el("i", { class: `held s${side}`, "aria-hidden": "true" }))))))));
    }
    return parts.length ? el("section", {}, el("h3", {}, "How it was decided"), parts) : null;
  }

  /** @param {LineStory} told */
  _fights(told) {
    const { desk } = this;
    const rows = decisive(told.combats, DECISIVE);
    if (!rows.length) return null;
    const shown = [...rows].sort((a, b) => weight(b) - weight(a)).slice(0, PICTURES).sort((a, b) => a.n - b.n);
    const go = (/** @type {Combat} */ one) => el("button", { type: "button", class: "jump", onclick: () => this._go(() => desk.showCombat(one, "before")) }, `#${one.f}`);
    return el("section", {}, el("h3", {}, "Combats that decided"),
      el("p", { class: "who" }, "Swing: what the die brought the attacker, less what it brings on the average of its faces: steps at once, hexes and points by the end of the combat. Chosen by swing, steps and units lost, and hexes taken."),
      el("div", { class: "shots" }, shown.map((one) => el("figure", {}, this._shot(one), el("figcaption", {}, el("b", {}, desk.story.target(one)), one.at.length === 1 ? ` ${near(desk.game, one.at[0])} ` : " ", go(one), el("br"), `${one.turn}, ${desk.game.side(one.side)} at ${desk.story.brief(one) || "-"}${one.thr.length ? `, ${diceNamed(one)}` : ""}: ${desk.story.brought(one)}${desk.story.chance(one)}`)))),
      el("table", { class: "fights" }, el("thead", {}, el("tr", {}, FIGHTS.map((head, i) => el("th", { scope: "col", class: i > 6 ? "n" : null }, head)))),
        el("tbody", {}, rows.map((one) => named(el("tr", {}, el("td", {}, go(one)), el("td", {}, one.turn), el("td", { class: "whole" }, el("span", { class: `dot s${one.side}`, "aria-hidden": "true" }), ` ${desk.game.side(one.side)}`), el("td", {}, desk.story.target(one), one.at.length === 1 ? el("span", { class: "near" }, ` ${near(desk.game, one.at[0])}`) : null), el("td", { class: desk.story.brief(one).length < WHOLE ? "whole" : null }, desk.story.brief(one) || "-"), el("td", { class: "whole" }, diceText(one) || "-"), el("td", {}, desk.story.brought(one)), el("td", { class: "n" }, one.lost.map(([steps]) => steps).join(" / ")), el("td", { class: "n" }, minus(one.st), one.ws.filter(([, [over]]) => Number(over)).map(([what, , text]) => el("div", { class: "whole near" }, minus(`${text} ${what}`)))), el("td", { class: "n" }, minus(one.lt))))))),
      el("p", { class: "who" }, `Lost: steps of ${this.desk.game.sides.join(" / ")}.`));
  }

  /** @param {Combat} one */
  _shot(one) {
    const { desk } = this;
    const still = new Still(desk, 320, 240);
    still.show(plain(desk.game.at(Math.max(0, desk.game.frames[one.f].p)), { combat: { ...one, brief: desk.story.brief(one) }, when: "before" }));
    still.frame([...one.at, ...[...one.a, ...one.d].map(([, place]) => place)]);
    return still.picture(`${desk.story.target(one)} before the combat`);
  }

  /** @param {() => void} act */
  _go(act) {
    this.desk.list("combats");
    act();
  }

  /** @param {LineStory} told */
  _luck(told) {
    if (!told.luck.sides.length) return null;
    return el("section", {}, el("h3", {}, "Luck of the dice"),
      el("p", { class: "who" }, "Luck of a die: the chance of worse less the chance of better; 0 on the average whatever the odds were. The curve is drawn from the standard deviation; the per cents are exact."),
      el("div", { class: "lucks" }, told.luck.sides.filter((row) => row.throws).map((row) => el("figure", {}, el("figcaption", {}, el("span", {}, el("b", {}, title(row.side)), ` ${minus(row.luck_text)} over ${plural(row.throws, "die", "dice")} (standard deviation ${row.deviation}). As lucky or luckier in `, el("b", {}, row.as_good_or_better_text), " of games with the same odds.")), bell(row, this.desk.game.sides.findIndex((name) => title(name) === title(row.side)) + 1)))));
  }

  /** @param {TurnRow[]} turns */
  _losses(turns) {
    const { game } = this.desk;
    if (!turns.length) return null;
    const by = game.sides.map((side) => turns.map((turn) => turn.lost.filter((row) => title(row.side) === title(side)).reduce((sum, row) => sum + row.steps, 0)));
    const top = Math.max(1, ...by.flat());
    const [wide, high, foot] = [640, 110, 16];
    const step = wide / turns.length;
    const bar = Math.min(14, (step - 2) / game.sides.length);
    const svg = el("svg:svg", { viewBox: `0 0 ${wide} ${high + foot}`, class: "plot", role: "img", "aria-label": `Steps lost by turn: ${turns.map((turn, t) => `${turn.turn_name} ${by.map((row, i) => `${game.sides[i]} ${row[t]}`).join(", ")}`).join("; ")}` });
    by.forEach((row, i) => row.forEach((value, t) => value && svg.append(el("svg:rect", { x: t * step + 1 + i * bar, y: high - (value / top) * (high - 12), width: Math.max(1, bar - 1), height: (value / top) * (high - 12), fill: SIDE_COLOURS[i + 1] }), bar > 9 ? el("svg:text", { x: t * step + 1 + (i + 0.5) * bar, y: high - (value / top) * (high - 12) - 2, "text-anchor": "middle", class: "tick" }, String(value)) : "")));
    svg.append(...turnTicks(turns, wide, (t) => t * step + 1, high + 12));
    const sums = by.map((row, i) => `${game.sides[i]} ${plural(row.reduce((sum, value) => sum + value, 0), "step", "steps")}, ${plural(turns.reduce((sum, turn) => sum + turn.lost.filter((one) => title(one.side) === title(game.sides[i])).reduce((all, one) => all + one.units, 0), 0), "unit", "units")} gone`);
    return el("section", {}, el("h3", {}, "Losses"), el("p", {}, `${sums.join("; ")}. Steps lost by turn, the most in one turn ${top}:`), svg);
  }

  /** @param {LineStory} told */
  _supply(told) {
    const { desk } = this;
    const seen = told.supply.filter((story) => story.j.length);
    if (!told.supply.length) return null;
    return el("section", {}, el("h3", {}, "Supply"), el("p", {}, `${plural(told.supply.length, "time", "times")} that a unit had no line; a check of the rulebook saw ${seen.length}.`),
      el("ul", { class: "stories" }, seen.slice(0, 14).map((story) => el("li", {}, el("button", { type: "button", class: "jump", onclick: () => (desk.list("supply"), desk.showSupply(story)) }, `#${story.f}`), " ", el("b", {}, desk.game.name(story.p)), ` (${story.turn}): ${desk.story.supplyText(story)}`))),
      seen.length > 14 ? el("p", { class: "who" }, `and ${seen.length - 14} more.`) : null);
  }

  /** @param {TurnRow[]} turns */
  _turns(turns) {
    const { desk } = this;
    if (!turns.length) return null;
    const still = new Still(desk, MINI, MINI);
    still.show(plain(desk.game.at(turns[0].last)));
    const high = Math.max(80, Math.min(340, Math.round(MINI * still.shape)));
    const frames = turns.map((turn) => el("div", { class: "minimap", style: { aspectRatio: `${MINI} / ${high}` } }));
    const job = ++this._drawing;
    this.drawn = this._minis(turns, frames, high, job);
    return el("section", {}, el("h3", {}, "Turn by turn"), el("p", { class: "who" }, "The board at the end of each turn; ringed: the combats that weighed most."),
      el("div", { class: "minis" }, turns.map((turn, i) => el("figure", {}, frames[i], el("figcaption", {}, el("span", {}, el("b", {}, turn.turn_name), " ", el("button", { type: "button", class: "jump", onclick: () => (desk.list("timeline"), desk.go(turn.last)) }, `#${turn.last}`), el("br"), this._turnWords(turn)))))));
  }

  /** @param {TurnRow} turn */
  _turnWords(turn) {
    const { game, story, tip } = this.desk;
    const swing = story.swingIn(turn.turn_name, tip);
    const lost = turn.lost.map((row) => `${title(row.side)} −${row.steps}`).join(" ");
    const named = turn.taken.map((row) => game.placeName(game.findPlace(row.place))).filter(Boolean);
    const luck = turn.luck.map((row) => `${title(row.side)} ${minus(row.luck_text)}`).join(", ");
    return [plural(turn.combats, "combat", "combats"), lost || "no losses", named.length ? `⚑ ${[...new Set(named)].slice(0, 4).join(", ")}` : turn.taken.length ? `${plural(turn.taken.length, "hex", "hexes")} changed hands` : "", luck ? `luck ${luck}` : "", swing ? `swing ${game.sides[0]} ${swing}` : ""].filter(Boolean).join(" · ");
  }

  /** Draw the maps of the turns one after the other, so that the page stands before them.
   * @param {TurnRow[]} turns @param {HTMLElement[]} frames @param {number} high @param {number} job */
  async _minis(turns, frames, high, job) {
    const { desk } = this;
    const still = new Still(desk, MINI, high);
    still.lettered = false;
    const combats = desk.story.line(desk.tip).combats;
    still.show(plain(desk.game.at(turns[0].last)));
    still.fit();
    for (const [i, turn] of turns.entries()) {
      if (this._drawing !== job) return;
      const fought = decisive(combats.filter((one) => one.turn === turn.turn_name), 3).flatMap((one) => one.at);
      still.show(plain(desk.game.at(turn.last), { overlays: new Set(["control"]), spots: fought }));
      fill(frames[i], still.picture(`The board at the end of ${turn.turn_name}`));
      if (i % 4 === 3) await new Promise((go) => setTimeout(go));
    }
  }

  /** What readers wrote for all. */
  _annotations() {
    const { desk } = this;
    const on = new Set(desk.line);
    const notes = desk.notes.list().filter((note) => note.text && on.has(note.seq));
    if (!notes.length) return null;
    return el("section", {}, el("h3", {}, "Annotations"), el("ul", { class: "stories" }, notes.map((note) => el("li", {}, jump(desk, note.seq, note.event), ` ${desk.game.frames[note.seq].w}`, el("blockquote", {}, desk.notes.shown(note.text), note.by ? el("footer", {}, desk.notes.shown(note.by)) : null)))));
  }

  _foot() {
    const { game } = this.desk;
    return el("footer", { class: "who" }, `Log ${game.data.game.log}, decision #${this.desk.tip}, ${game.frames[this.desk.tip].h}. Every number is worked out again from the log by hexledger report.`);
  }
}

/** The name of a place; with its hex where several rows have that name.
 * @param {Game} game @param {number} place @param {Ribbon[]} rows */
const called = (game, place, rows) => {
  const name = game.placeName(place);
  return name && rows.filter((row) => game.placeName(row.place) === name).length < 2 ? name : `${name} ${game.place(place)}`.trim();
};

/** Who held a place from when to when, in words.
 * @param {Game} game @param {number[]} held @param {TurnRow[]} turns */
export function spans(game, held, turns) {
  const parts = [];
  for (let i = 0, from = 0; i < held.length; i++) {
    if (i + 1 < held.length && held[i + 1] === held[i]) continue;
    if (held[i]) parts.push(`${game.side(held[i])} ${turns[from].turn_name}${from === i ? "" : ` to ${turns[i].turn_name}`}`);
    from = i + 1;
  }
  return parts.join("; ") || "nobody";
}

/** Names of turns under a plot, as many as there is room for; none goes over its edge.
 * @param {TurnRow[]} turns @param {number} wide @param {(t: number) => number} x @param {number} y */
function turnTicks(turns, wide, x, y) {
  const longest = Math.max(...turns.map((turn) => turn.turn_name.slice(0, LETTERS).length));
  const every = Math.ceil((longest + 2) * LETTER / Math.max(1, x(1) - x(0)));
  return turns.filter((turn, t) => t % every === 0 && x(t) + turn.turn_name.slice(0, LETTERS).length * LETTER <= wide).map((turn) => el("svg:text", { x: x(turns.indexOf(turn)), y, class: "tick" }, turn.turn_name.slice(0, LETTERS)));
}

/** Points over the turns as a line of steps.
 * @param {LineStory} told @param {TurnRow[]} turns */
function pointsPlot(told, turns) {
  const totals = turns.map((turn) => told.start + told.scored.filter((one) => one.frame <= turn.last).reduce((sum, one) => sum + one.points, 0));
  const low = Math.min(0, told.start, ...totals);
  const high = Math.max(low ? 0 : 1, told.start, ...totals);
  const [wide, tall, left, foot] = [640, 120, 40, 16];
  const x = (/** @type {number} */ t) => left + (t / Math.max(1, turns.length)) * (wide - left);
  const y = (/** @type {number} */ value) => 6 + (1 - (value - low) / (high - low)) * (tall - 12);
  const path = totals.reduce((d, value, t) => `${d}H${x(t + 0.5)}V${y(value)}`, `M${x(0)} ${y(told.start)}`);
  return el("svg:svg", { viewBox: `0 0 ${wide} ${tall + foot}`, class: "plot", role: "img", "aria-label": `Victory points at the end of each turn: ${turns.map((turn, t) => `${turn.turn_name} ${totals[t]}`).join(", ")}` },
    [...new Set([0, low, high])].filter((value) => !value || Math.abs(y(value) - y(0)) > CLOSE).map((value) => [el("svg:line", { x1: left, x2: wide, y1: y(value), y2: y(value), class: "grid" }), el("svg:text", { x: left - 4, y: y(value) + 4, "text-anchor": "end", class: "tick" }, minus(value))]),
    turnTicks(turns, wide, (t) => x(t), tall + 12),
    el("svg:path", { d: `${path}H${wide}`, fill: "none", stroke: "var(--ink)", "stroke-width": 2.5 }));
}

/** The luck of a side on the curve of all games with the same odds.
 * @param {LuckRow} row @param {number} side */
function bell(row, side) {
  const [wide, tall] = [300, 84];
  const deviation = Number(row.deviation) || 1;
  const reach = Math.max(3, Math.abs(number(row.luck)) / deviation + 0.4);
  const x = (/** @type {number} */ at) => wide / 2 + (at / reach) * (wide / 2);
  const y = (/** @type {number} */ at) => tall - 16 - Math.exp((-at * at) / 2) * (tall - 26);
  const points = Array.from({ length: 61 }, (_, k) => (k / 30 - 1) * reach);
  const now = number(row.luck) / deviation;
  const shade = points.filter((at) => at <= now);
  const line = (/** @type {number[]} */ some) => some.map((at, k) => `${k ? "L" : "M"}${x(at).toFixed(1)} ${y(at).toFixed(1)}`).join("");
  return el("svg:svg", { viewBox: `0 0 ${wide} ${tall}`, class: "plot", role: "img", "aria-label": `${title(row.side)}: luck ${minus(row.luck_text)}` },
    el("svg:path", { d: `${line([...shade, now])}L${x(now)} ${tall - 16}L0 ${tall - 16}Z`, fill: SIDE_COLOURS[side], "fill-opacity": 0.25 }),
    el("svg:path", { d: line(points), fill: "none", stroke: SIDE_COLOURS[side], "stroke-width": 2 }),
    el("svg:line", { x1: x(now), x2: x(now), y1: 4, y2: tall - 16, stroke: "var(--ink)", "stroke-width": 2 }),
    [-2, -1, 0, 1, 2].map((at) => el("svg:text", { x: x(at), y: tall - 3, "text-anchor": "middle", class: "tick" }, minus((at * deviation).toFixed(1)))));
}
