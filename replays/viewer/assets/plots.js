/** Tracks over time as plots that jump to the moment that is clicked. */
import { SIDE_COLOURS, el, every } from "./util.js";
import { victoryPart } from "./victory.js";

const [WIDE, HIGH, LEFT, FOOT] = [600, 150, 34, 18];
/** @type {Record<string, string>} */
const TITLES = { track: "Tracks", objectives: "Objective hexes held", losses: "Steps lost", units: "Units in play", supply: "Supply", luck: "Luck of the dice" };
const ORDER = ["objectives", "track", "losses", "supply", "luck", "units"];

/** Figures for every group of series along the desk's line.
 * @param {Desk} desk */
export function plots(desk) {
  const { game, line } = desk;
  const at = new Map(line.map((seq, i) => [seq, i]));
  const groups = new Map();
  for (const series of game.plots(line)) {
    const key = series.group === "track" || series.group === "supply" ? `${series.group}:${series.name}` : series.group;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(series);
  }
  const sorted = [...groups].sort(([a], [b]) => ORDER.indexOf(a.split(":")[0]) - ORDER.indexOf(b.split(":")[0]) || a.localeCompare(b));
  return [...victoryPart(desk), ...sorted.map(([key, all]) => figure(desk, key, all, at))];
}

/** @param {Series} series @param {number} value */
const shownValue = (series, value) => (series.group === "luck" ? (value / 100).toFixed(2) : String(value));

/** Round values of an axis from `low` to `high`.
 * @param {number} low @param {number} high */
export function ticks(low, high, whole = false) {
  const rough = (high - low) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(whole ? 1 : 0, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? power);
  const out = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step) out.push(Math.round(value * 1e6) / 1e6);
  return out;
}

/** @param {Desk} desk @param {string} key @param {Series[]} all @param {Map<number, number>} at */
function figure(desk, key, all, at) {
  const { line, game } = desk;
  const colon = key.indexOf(":");
  const [group, name] = colon < 0 ? [key, ""] : [key.slice(0, colon), key.slice(colon + 1)];
  const title = name ? `${name[0].toUpperCase()}${name.slice(1)}${group === "supply" ? " (units)" : ""}` : TITLES[group];
  const scale = group === "luck" ? 100 : 1;
  const values = all.flatMap((series) => series.points.map((point) => point[1] / scale));
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  /** @param {number} i */
  const x = (i) => LEFT + (line.length < 2 ? 0 : (i / (line.length - 1)) * (WIDE - LEFT - 4));
  /** @param {number} value */
  const y = (value) => HIGH - FOOT - ((value / scale - low) / (high - low || 1)) * (HIGH - FOOT - 10);
  const svg = el("svg:svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "plot", role: "slider", tabindex: 0, "aria-label": `${title} over the game`, "aria-valuemin": 0, "aria-valuemax": line.length - 1 });
  for (const value of ticks(low, high, group !== "luck")) {
    svg.append(el("svg:line", { x1: LEFT, x2: WIDE - 4, y1: y(value * scale), y2: y(value * scale), class: "grid" }), el("svg:text", { x: LEFT - 4, y: y(value * scale) + 4, "text-anchor": "end", class: "tick" }, String(value)));
  }
  let named = -99;
  line.forEach((seq, i) => {
    if (!i || game.when(seq).turn === game.when(line[i - 1]).turn) return;
    svg.append(el("svg:line", { x1: x(i), x2: x(i), y1: 6, y2: HIGH - FOOT, class: "grid" }));
    if (x(i) - named > 74 && x(i) < WIDE - 50) {
      named = x(i);
      svg.append(el("svg:text", { x: x(i), y: HIGH - 4, class: "tick" }, game.when(seq).turn));
    }
  });
  const here = at.get(desk.seq) ?? 0;
  const changes = [...new Set(all.flatMap((series) => series.points.map(([seq]) => at.get(seq) ?? 0)))].sort((a, b) => a - b);
  /** @param {Series} series @param {number} i */
  const valueAt = (series, i) => {
    let now = null;
    for (const [seq, value] of series.points) if ((at.get(seq) ?? 0) <= i) now = value;
    return now;
  };
  /** @param {number} i */
  const said = (i) => `#${line[i]} ${game.when(line[i]).turn}: ${all.map((series) => `${series.side ? `${game.side(series.side)} ` : ""}${shownValue(series, valueAt(series, i) ?? 0)}`).join(", ")}`;
  const legend = [];
  for (const series of all.sort((a, b) => a.side - b.side)) {
    let d = "";
    let last = null;
    for (const [seq, value] of series.points) {
      const i = at.get(seq) ?? 0;
      d += last === null ? `M${x(i)} ${y(value)}` : `H${x(i)}V${y(value)}`;
      last = value;
    }
    d += `H${WIDE - 4}`;
    const colour = SIDE_COLOURS[series.side] ?? SIDE_COLOURS[0];
    svg.append(el("svg:path", { d, fill: "none", stroke: colour, "stroke-width": 2.5, "stroke-dasharray": series.side === 2 ? "7 3" : null }));
    const now = valueAt(series, here);
    legend.push(el("span", {}, el("span", { class: `dot s${series.side}`, style: { display: "inline-block", marginRight: "4px" } }), `${series.side ? `${game.side(series.side)} ` : ""}${now === null ? "-" : shownValue(series, now)}`));
  }
  const mark = el("svg:line", { class: "now", x1: x(here), x2: x(here), y1: 4, y2: HIGH - FOOT, stroke: "var(--ink)", "stroke-width": 1.5 });
  const hover = el("svg:line", { class: "hover", x1: -9, x2: -9, y1: 4, y2: HIGH - FOOT });
  svg.append(mark, hover);
  const read = el("p", { class: "who reading" }, said(here));
  svg.setAttribute("aria-valuenow", String(here));
  svg.setAttribute("aria-valuetext", said(here));
  // the decision that changed a value is near enough when it is within a few pixels
  /** @param {MouseEvent} event */
  const nearest = (event) => {
    const box = svg.getBoundingClientRect();
    const i = Math.max(0, Math.min(line.length - 1, Math.round((((event.clientX - box.left) / box.width) * WIDE - LEFT) / (WIDE - LEFT - 4) * (line.length - 1))));
    const near = changes.reduce((best, one) => (Math.abs(one - i) < Math.abs(best - i) ? one : best), changes[0] ?? i);
    return Math.abs(x(near) - x(i)) < 14 ? near : i;
  };
  svg.addEventListener("pointermove", (event) => {
    const i = nearest(event);
    hover.setAttribute("x1", String(x(i)));
    hover.setAttribute("x2", String(x(i)));
    read.textContent = said(i);
  });
  svg.addEventListener("pointerleave", () => {
    hover.setAttribute("x1", String(-9));
    hover.setAttribute("x2", String(-9));
    read.textContent = said(here);
  });
  svg.addEventListener("click", (event) => desk.go(line[nearest(event)]));
  svg.addEventListener("keydown", (event) => {
    const next = { ArrowRight: changes.find((i) => i > here), ArrowLeft: changes.findLast((i) => i < here) }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    desk.go(line[next]);
    every(`[data-plot="${CSS.escape(key)}"] svg`)[0]?.focus();
  });
  return el("figure", { "data-plot": key }, el("figcaption", {}, title, el("span", { class: "who" }, legend)), svg, read,
    el("details", {}, el("summary", {}, `${changes.length} changes`), el("ul", { class: "plain" }, changes.slice(0, 400).map((i) => el("li", {}, el("button", { type: "button", class: "jump", onclick: () => desk.go(line[i]) }, `#${line[i]}`), ` ${said(i).replace(/^#\d+ /, "")}`)))));
}
