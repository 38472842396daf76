/** Tracks over time as plots that jump to the moment that is clicked. */
import { SIDE_COLOURS, el } from "./util.js";

const [WIDE, HIGH] = [600, 100];
const TITLES = { track: "Tracks", objectives: "Objective hexes held", losses: "Steps lost", units: "Units in play", supply: "Supply", luck: "Luck of the dice" };
const ORDER = ["objectives", "track", "losses", "supply", "luck", "units"];

/** Figures for every group of series along the desk's line. */
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
  return sorted.map(([key, all]) => figure(desk, key, all, at));
}

const shownValue = (series, value) => (series.group === "luck" ? (value / 100).toFixed(2) : String(value));

function figure(desk, key, all, at) {
  const { line, game } = desk;
  const [group, name] = key.split(":");
  const title = name ? name[0].toUpperCase() + name.slice(1) : TITLES[group];
  const values = all.flatMap((series) => series.points.map((point) => point[1]));
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (i) => (line.length < 2 ? 0 : (i / (line.length - 1)) * WIDE);
  const y = (value) => HIGH - 8 - ((value - low) / (high - low || 1)) * (HIGH - 16);
  const svg = el("svg:svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", class: "plot", role: "img", "aria-label": `${title} over the game` });
  line.forEach((seq, i) => {
    if (i && game.when(seq).turn !== game.when(line[i - 1]).turn) {
      svg.append(el("svg:line", { x1: x(i), x2: x(i), y1: 0, y2: HIGH, stroke: "var(--rule)", "stroke-width": 1, "vector-effect": "non-scaling-stroke" }));
    }
  });
  const here = at.get(desk.seq) ?? 0;
  const legend = [];
  const list = [];
  for (const series of all.sort((a, b) => a.side - b.side)) {
    let d = "";
    let now = null;
    let last = null;
    for (const [seq, value] of series.points) {
      const i = at.get(seq);
      d += last === null ? `M${x(i)} ${y(value)}` : `H${x(i)}V${y(value)}`;
      last = value;
      if (i <= here) now = value;
      list.push(el("li", {}, el("button", { type: "button", class: "jump", onclick: () => desk.go(seq) }, `#${seq}`), ` ${series.side ? `${game.side(series.side)}: ` : ""}${shownValue(series, value)}`));
    }
    d += `H${WIDE}`;
    const colour = SIDE_COLOURS[series.side] ?? SIDE_COLOURS[0];
    svg.append(el("svg:path", { d, fill: "none", stroke: colour, "stroke-width": 2.5, "stroke-dasharray": series.side === 2 ? "7 3" : null, "vector-effect": "non-scaling-stroke" }));
    legend.push(el("span", {}, el("span", { class: `dot s${series.side}`, style: { display: "inline-block", marginRight: "4px" } }), `${series.side ? `${game.side(series.side)} ` : ""}${now === null ? "-" : shownValue(series, now)}`));
  }
  svg.append(el("svg:line", { class: "now", x1: x(here), x2: x(here), y1: 0, y2: HIGH, stroke: "var(--ink)", "stroke-width": 1.5, "vector-effect": "non-scaling-stroke" }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    desk.go(line[Math.round(((event.clientX - box.left) / box.width) * (line.length - 1))]);
  });
  return el("figure", { "data-plot": key },
    el("figcaption", {}, title, el("span", { class: "who" }, legend)),
    svg,
    el("details", {}, el("summary", {}, `${list.length} values`), el("ul", { class: "plain" }, list)));
}
