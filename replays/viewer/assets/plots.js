/** Values over a line as plots that lead to the decision that changed them; drawn by uPlot. */
import { printedTracks } from "./places.js";
import { plotter } from "./uplot.js";
import { SIDE_COLOURS, byId, el, minus, plural, reason, title } from "./util.js";
import { victoryPart } from "./victory.js";

const HIGH = 150; // pixels of a plot, with its axis
const AXIS = 44; // pixels for the values beside it
const NAME = 74; // pixels that the name of a turn wants
const NEAR = 14; // pixels within which the pointer snaps to the decision that changed a value
const BAR = 2; // pixels of a bar
const THIN = 1.6; // pixels of a line of a small plot
const EVERY = 700; // milliseconds between two questions how far the server is
const MOST = 400; // changes that are listed
const LETTER = 6.2; // pixels of a letter of the axes
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000]; // between two values on an axis
/** @type {Record<string, string>} */
const TITLES = { track: "Tracks", objectives: "Objective hexes held", losses: "Steps lost", units: "Units in play", supply: "Supply", luck: "Luck of the dice" };
const ORDER = ["objectives", "track", "losses", "supply", "luck", "units"];
const PAPER = { "--ink": "#111111", "--faint": "#444444", "--rule": "#bbbbbb" };

/** @typedef {import("./uplot.js").Plot} Plot */

/** One line of a plot: its values where they change.
 * @typedef {{ side: number, name: string, points: [number, number][], low?: [number, number][], high?: [number, number][] }} PlotLine */
/** What a plot shows. `said`: a value in words; `within`: the least range of its axis; `whole`: its values are whole numbers; `sampled`: they
 * are known at some decisions only, and between two of these lie somewhere between; `about`: a sentence below it; `bars`: what happened at single decisions, `barred` in words;
 * `high`: pixels of a small one, which has no list of changes.
 * @typedef {{ key: string, title: string, lines: PlotLine[], said: (value: number) => string, within: [number, number], whole: boolean, sampled: boolean, about?: string, bars?: PlotLine[], barred?: string, high?: number }} Plotted */

/** The plots of a line: drawn once for it, and marked anew when the desk goes to another decision. */
export class Plots {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this._for = "";
    /** @type {Figure[]} */
    this._figures = [];
    this._onPaper = false;
    /** What the server says of the chance of victory, once it was asked. @type {SwingState | null} */
    this._state = null;
    addEventListener("beforeprint", () => this._print(true));
    addEventListener("afterprint", () => this._print(false));
  }

  /** The panel: the printed tracks, victory by cause and luck as tables, then every plot. */
  panel() {
    const { desk } = this;
    const wide = Math.max(240, byId("panel").clientWidth - 26);
    const { swing } = desk.game.data;
    const key = [desk.tip, desk.game.frames.length, swing?.moments.length ?? 0, wide, document.documentElement.dataset.theme].join(" ");
    if (key !== this._for) {
      this._for = key;
      for (const one of this._figures) one.plot.destroy();
      const all = [...(swing ? [chances(swing, desk.game, desk.line)] : []), ...plotted(desk.game, desk.line)];
      this._figures = all.filter(({ lines }) => lines.some(({ points }) => points.length)).map((what) => new Figure(desk, what, wide, this));
    }
    for (const one of this._figures) one.mark();
    return [el("h2", { class: "quiet" }, "Tracks"), ...printedTracks(desk), ...victoryPart(desk), this._asking(), ...this._figures.map((one) => one.node)];
  }

  /** The button that has the chance of victory worked out, and how far that is; nothing where it is known or nobody can. */
  _asking() {
    const { desk, _state: now } = this;
    if (!desk.server || desk.table || desk.game.data.game.view || desk.game.data.swing) return null;
    if (now?.state === "working") return el("p", { role: "status", id: "swing-said" }, "Chance of victory: ", el("progress", { max: now.of || 1, value: now.done, "aria-label": "Games played" }), ` ${now.of ? `${now.done} of ${now.of} games played` : "the moments are chosen"}. The desk goes on meanwhile.`);
    return el("p", { class: "formrow" }, el("button", { type: "button", id: "swing", onclick: () => this._begin() }, "Chance of victory over the game"), el("span", { class: "who" }, now?.state === "failed" ? `Not worked out: ${now.why}.` : "Bots play on from every turn and from the decisions that weighed most; kept beside the log."));
  }

  async _begin() {
    const { desk } = this;
    try {
      this._state = await desk.server?.beginSwing() ?? null;
      while (this._state?.state === "working") {
        desk.render();
        await new Promise((go) => setTimeout(go, EVERY));
        this._state = await desk.server?.swing() ?? null;
      }
      if (this._state?.swing) desk.game.data.swing = this._state.swing;
    } catch (error) {
      this._state = null; // the button is there again
      desk.say(`The chance of victory is not worked out: ${reason(error)}.`);
    }
    desk.render();
  }

  /** A colour of the page; on paper that of light paper, whatever the screen shows.
   * @param {keyof typeof PAPER} name */
  colour(name) {
    return this._onPaper ? PAPER[name] : getComputedStyle(document.documentElement).getPropertyValue(name);
  }

  /** @param {boolean} on */
  _print(on) {
    this._onPaper = on;
    for (const one of this._figures) one.plot.redraw(false, true);
  }
}

/** The chance of victory of each side at the moments of a line that were played on from, with its interval.
 * @param {Swing} swing @param {Game} game @param {number[]} line @returns {Plotted} */
export function chances(swing, game, line) {
  const on = new Set(line);
  const moments = swing.moments.filter(({ frame }) => on.has(frame));
  /** @param {number} k @param {(chance: Chance) => number | undefined} of @returns {[number, number][]} */
  const along = (k, of) => moments.map(({ frame, chances: all }) => [frame, 100 * (of(all[k]) ?? all[k].share)]);
  return {
    key: "chance",
    title: "Chance of victory",
    lines: game.sides.map((name, k) => ({ side: k + 1, name, points: along(k, (one) => one.share), low: along(k, (one) => one.low), high: along(k, (one) => one.high) })),
    said: (value) => `${Math.round(value)} %`,
    within: [0, 100],
    whole: true,
    sampled: true,
    about: `Bots played on ${swing.runs} times from each moment, with the same luck; a draw counts half; shaded: interval of 95 %. It says what these bots make of a position.`,
  };
}

/** What is plotted of a line: every series of the game, those of one kind together.
 * @param {Game} game @param {number[]} line @returns {Plotted[]} */
export function plotted(game, line) {
  /** @type {Map<string, Series[]>} */
  const groups = new Map();
  for (const series of game.plots(line)) {
    const key = series.group === "track" || series.group === "supply" ? `${series.group}:${series.name}` : series.group;
    groups.set(key, [...(groups.get(key) ?? []), series]);
  }
  const place = (/** @type {string} */ key) => ORDER.indexOf(key.split(":")[0]);
  return [...groups].sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b)).map(([key, all]) => {
    const [group, ...rest] = key.split(":");
    const name = rest.join(":");
    const luck = group === "luck";
    return {
      key,
      title: name ? `${title(name)}${group === "supply" ? " (units)" : ""}` : TITLES[group],
      lines: [...all].sort((a, b) => a.side - b.side).map(({ side, points }) => ({ side, name: side ? game.side(side) : "", points: points.map(([seq, value]) => /** @type {[number, number]} */ ([seq, luck ? value / 100 : value])) })),
      said: (value) => minus(luck ? value.toFixed(2) : value),
      within: [0, 1],
      whole: !luck,
      sampled: false,
    };
  });
}

/** What decides a game as points over it; nothing where no points were told.
 * @param {LineStory} told @param {number[]} line @returns {Plotted[]} */
export function pointsOver(told, line) {
  if (!told.scored.length) return [];
  let now = told.start;
  /** @type {Map<number, number>} */
  const by = new Map([[line[0], now]]);
  for (const one of told.scored) by.set(one.frame, (now += one.points));
  return [{ key: "points", title: "Victory points", lines: [{ side: 0, name: "", points: [...by] }], said: (value) => minus(value), within: [0, 1], whole: true, sampled: false }];
}

/** Units without a line of supply over a game by side, and those that a check saw; nothing where no unit ever lacked one.
 * @param {Game} game @param {LineStory} told @param {number[]} line @returns {Plotted[]} */
export function withoutOver(game, told, line) {
  if (!told.without.length) return [];
  const most = Math.max(1, ...told.without.flatMap(([, , judged]) => judged.map(([, count]) => count)));
  return [{
    key: "without",
    title: "Units without a line",
    lines: told.without.map(([side, counts]) => ({ side, name: game.side(side), points: counts[0]?.[0] === line[0] ? counts : [[line[0], 0], ...counts] })),
    bars: told.without.map(([side, , judged]) => ({ side, name: game.side(side), points: judged })),
    barred: "judged",
    said: String,
    within: [0, most],
    whole: true,
    sampled: false,
  }];
}

/** The values of a line of a plot at each place of `xs` (places of a line in rising order): the last one before it; null before the first.
 * @param {[number, number][]} points `[place, value]` @param {number[]} xs */
export function carried(points, xs) {
  /** @type {(number | null)[]} */
  const out = [];
  let now = null;
  let next = 0;
  for (const x of xs) {
    while (next < points.length && points[next][0] <= x) now = points[next++][1];
    out.push(now);
  }
  return out;
}

/** Where turns begin on a line: place of the line and name.
 * @param {Game} game @param {number[]} line @returns {[number, string][]} */
const turnsOf = (game, line) => line.flatMap((seq, i) => (i && game.when(seq).turn !== game.when(line[i - 1]).turn ? [/** @type {[number, string]} */ ([i, game.when(seq).turn])] : []));

/** A plot with its title, legend, reading and list of changes. */
export class Figure {
  /** @param {Desk} desk @param {Plotted} what @param {number} wide @param {Plots} plots */
  constructor(desk, what, wide, plots) {
    this.desk = desk;
    this.what = what;
    this.line = desk.line;
    const at = new Map(this.line.map((seq, i) => [seq, i]));
    /** @param {[number, number][]} points @returns {[number, number][]} */
    const placed = (points) => points.map(([seq, value]) => [at.get(seq) ?? 0, value]);
    this._values = what.lines.map((one) => placed(one.points));
    /** The lower and the upper ends of the intervals of each line; nothing for lines without. */
    this._bounds = [what.lines.map(({ low }) => low && placed(low)), what.lines.map(({ high }) => high && placed(high))];
    this._bars = (what.bars ?? []).map((one) => placed(one.points));
    /** Places of the line at which a value changes. */
    this.changes = [...new Set([...this._values, ...this._bars].flatMap((points) => points.map(([i]) => i)))].sort((a, b) => a - b);
    /** Where turns begin: place of the line and name. @type {[number, string][]} */
    this._turns = turnsOf(desk.game, this.line);
    this._here = -1;
    this._legend = el("span", { class: "who" });
    this._read = el("p", { class: "who reading" });
    this._box = el("div", { class: "plot", role: "slider", tabindex: 0, "aria-label": `${what.title} over the game`, "aria-valuemin": 0, "aria-valuemax": this.line.length - 1 });
    this.plot = this._draw(wide, plots, placed);
    this._box.addEventListener("keydown", (event) => this._key(event));
    this.node = what.high
      ? el("figure", { "data-plot": what.key, class: "strip" }, el("figcaption", {}, what.title, this._legend, what.barred ? el("span", { class: "who" }, `bars: ${what.barred}`) : null), this._box, this._read)
      : el("figure", { "data-plot": what.key }, el("figcaption", {}, what.title, this._legend), this._box, what.about ? el("p", { class: "who" }, what.about) : null, this._read, this._list());
  }

  /** @param {number} wide @param {Plots} plots @param {(points: [number, number][]) => [number, number][]} placed */
  _draw(wide, plots, placed) {
    const { line, what } = this;
    const last = Math.max(1, line.length - 1);
    const xs = [...new Set([0, ...this.changes, last])].sort((a, b) => a - b);
    const columns = this._values.map((points) => carried(points, xs));
    const bands = what.lines.flatMap(({ low, high }) => (low && high ? [carried(placed(high), xs), carried(placed(low), xs)] : []));
    const Plot = plotter();
    const paths = what.sampled ? Plot.paths.linear?.() : Plot.paths.stepped?.({ align: 1 });
    /** @param {number} side */
    const look = (side) => ({ stroke: SIDE_COLOURS[side] ?? SIDE_COLOURS[0], width: what.high ? THIN : 2.5, dash: side === 2 ? [7, 3] : undefined, paths, points: { show: what.sampled, size: 5, fill: SIDE_COLOURS[side] } });
    const edge = { stroke: "transparent", width: 0, paths, points: { show: false } };
    const shaded = what.lines.filter(({ low }) => low);
    const [low, high] = what.within;
    const rule = { stroke: () => plots.colour("--rule"), width: 1 };
    const font = "11px system-ui, sans-serif";
    return new Plot(
      {
        width: wide,
        height: what.high ?? HIGH,
        padding: [8, 6, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false, click: () => {} }, points: { size: 7 }, move: (u, left, top) => [left < 0 ? left : u.valToPos(this._nearest(u, left), "x"), top] },
        scales: { x: { time: false, range: [0, last] }, y: { range: (_, from, to) => [Math.min(low, from ?? 0), Math.max(high, to ?? 0)] } },
        axes: [
          { stroke: () => plots.colour("--faint"), font, size: 22, gap: 3, align: 1, grid: rule, ticks: { show: false }, splits: () => this._turns.map(([i]) => i), values: (u) => this._named(u) },
          { stroke: () => plots.colour("--faint"), font, size: AXIS, gap: 4, space: what.high ? 15 : 24, grid: rule, ticks: { show: false }, incrs: what.whole ? STEPS.filter(Number.isInteger) : STEPS, values: (_, splits) => splits.map((value) => this.what.said(value).replace(/\.00$/, "")) },
        ],
        series: [{}, ...what.lines.map(({ side }) => look(side)), ...bands.map(() => edge)],
        bands: shaded.map(({ side }, k) => ({ series: [1 + what.lines.length + 2 * k, 2 + what.lines.length + 2 * k], fill: `${SIDE_COLOURS[side]}2e` })),
        hooks: {
          setCursor: [(u) => this._hover(u)],
          draw: [(u) => this._barred(u), (u) => this._now(u, plots.colour("--ink"))],
          ready: [(u) => u.over.addEventListener("click", () => this._take(u))],
        },
      },
      [xs, ...columns, ...bands],
      this._box,
    );
  }

  /** Names of turns that have room; the others are lines only.
   * @param {Plot} u */
  _named(u) {
    let from = -Infinity;
    return this._turns.map(([i, name]) => {
      const x = u.valToPos(i, "x");
      const wide = LETTER * name.length;
      if (x < from || x + wide > u.width - AXIS) return "";
      from = x + Math.max(NAME, wide + LETTER);
      return name;
    });
  }

  /** The place of the line that a point of the plot means: the nearest change when it is near, else what lies there; where values are known at
   * some decisions only, the nearest of these.
   * @param {Plot} u @param {number} left */
  _nearest(u, left) {
    const i = Math.max(0, Math.min(this.line.length - 1, Math.round(u.posToVal(left, "x"))));
    const near = this.changes.reduce((best, one) => (Math.abs(one - i) < Math.abs(best - i) ? one : best), this.changes[0] ?? i);
    return this.what.sampled || Math.abs(u.valToPos(near, "x") - u.valToPos(i, "x")) < NEAR ? near : i;
  }

  /** @param {Plot} u */
  _hover(u) {
    const left = u.cursor.left ?? -1;
    this._read.textContent = left < 0 && this.what.high ? "" : this._said(left < 0 ? this._here : this._nearest(u, left));
  }

  /** @param {Plot} u */
  _take(u) {
    const left = u.cursor.left ?? -1;
    if (left >= 0) this.desk.go(this.line[this._nearest(u, left)]);
  }

  /** What happened at single decisions, as bars beside each other.
   * @param {Plot} u */
  _barred(u) {
    const wide = Math.max(2, Math.round(BAR * (window.devicePixelRatio || 1)));
    const foot = u.valToPos(0, "y", true);
    this._bars.forEach((points, k) => {
      u.ctx.fillStyle = SIDE_COLOURS[this.what.bars?.[k].side ?? 0];
      for (const [i, value] of points) {
        const top = u.valToPos(value, "y", true);
        u.ctx.fillRect(Math.round(u.valToPos(i, "x", true)) + (k - 1) * wide, top, wide, foot - top);
      }
    });
  }

  /** The upright line at the decision that the desk shows.
   * @param {Plot} u @param {string} ink */
  _now(u, ink) {
    const x = Math.round(u.valToPos(Math.max(0, this._here), "x", true));
    u.ctx.fillStyle = ink;
    u.ctx.fillRect(x, u.bbox.top, Math.max(1, Math.round(1.5 * (window.devicePixelRatio || 1))), u.bbox.height);
  }

  /** Mark where the desk stands. */
  mark() {
    const here = Math.max(0, this.line.indexOf(this.desk.seq));
    if (here === this._here) return;
    this._here = here;
    this.plot.redraw(false, false);
    this._box.setAttribute("aria-valuenow", String(here));
    this._box.setAttribute("aria-valuetext", this._said(here));
    if (!this.what.high) this._read.textContent = this._said(here);
    this._legend.replaceChildren(...this.what.lines.map((one, k) => {
      const value = this._at(k, here);
      return el("span", {}, el("span", { class: `dot s${one.side}`, style: { display: "inline-block", marginRight: "4px" } }), `${one.name} ${value === null ? "-" : this.what.said(value)} `.trimStart());
    }));
  }

  /** The value of a line at a place; null before its first.
   * @param {number} k @param {number} i */
  _at(k, i) {
    return carried(this._values[k], [i])[0];
  }

  /** @param {number} i */
  _said(i) {
    const { desk, line, what } = this;
    const known = what.sampled ? this.changes.findLast((at) => at <= i) ?? i : i;
    const bars = this._bars.flatMap((points, k) => points.filter(([at]) => at === i).map(([, value]) => `${what.bars?.[k].name} ${what.said(value)}`));
    return `#${line[i]} ${desk.game.when(line[i]).turn}${known < i ? ` (as of #${line[known]})` : ""}: ${what.lines.map((one, k) => `${one.name} ${this._value(k, i)}`.trim()).join(", ")}${bars.length ? `; ${what.barred}: ${bars.join(", ")}` : ""}`;
  }

  /** The value of a line at a place in words, with its interval; a dash before its first.
   * @param {number} k @param {number} i */
  _value(k, i) {
    const { what } = this;
    const value = this._at(k, i);
    if (value === null) return "-";
    const [low, high] = this._bounds.map((all) => (all[k] ? carried(all[k], [i])[0] : null));
    return low === null || high === null ? what.said(value) : `${what.said(value)} (${Math.round(low)} to ${Math.round(high)})`;
  }

  /** Arrow keys go from change to change.
   * @param {KeyboardEvent} event */
  _key(event) {
    const next = { ArrowRight: this.changes.find((i) => i > this._here), ArrowLeft: this.changes.findLast((i) => i < this._here) }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.desk.go(this.line[next]);
    this._box.focus();
  }

  /** Every change as text, laid out when it is opened first. */
  _list() {
    const list = el("ul", { class: "plain" });
    const fold = el("details", {}, el("summary", {}, plural(this.changes.length, this.what.sampled ? "moment" : "change", this.what.sampled ? "moments" : "changes")), list);
    fold.addEventListener("toggle", () => {
      if (list.firstChild) return;
      list.append(...this.changes.slice(0, MOST).map((i) => el("li", {}, el("button", { type: "button", class: "jump", onclick: () => this.desk.go(this.line[i]) }, `#${this.line[i]}`), ` ${this._said(i).replace(/^#\d+ /, "")}`)));
    });
    return fold;
  }
}
