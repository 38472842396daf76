/** The tree of lines with what was undone, and two lines side by side. */
import { jump } from "./parts.js";
import { el, plural } from "./util.js";

const ROW = 26;
const WIDE = 560;

/** @param {Desk} desk */
export function linesPanel(desk) {
  const { game } = desk;
  const tips = game.tips().sort((a, b) => rank(desk, a) - rank(desk, b) || a - b);
  /** @type {Kid[]} */
  const out = [el("h3", {}, "Tree"), tree(desk, tips)];
  out.push(el("ul", { class: "plain" }, tips.map((tip) => {
    const names = game.namesAt(tip);
    const undone = game.undoneBy(tip);
    const on = desk.tip === tip;
    return el("li", { class: "formrow" },
      el("button", { type: "button", class: on ? "jump now" : "jump", "aria-pressed": String(on), onclick: () => desk.take(tip) }, names.length ? names.join(", ") : `undone line to #${tip}`),
      el("span", {}, `${plural(game.depth[tip], "decision", "decisions")}, ends at #${tip}${names.includes(game.data.lines.current) ? ", in play" : ""}`),
      undone ? el("span", { class: "who" }, undone.decision ?? "") : null,
      on ? null : el("button", { type: "button", onclick: () => desk.compare(desk.sameTime(tip)) }, "Side by side"));
  })));
  if (desk.server) out.push(branchForm(desk));
  const earlier = el("input", { id: "compare-with", inputmode: "numeric", placeholder: "frame, e.g. 40", "aria-label": "Compare with frame" });
  const form = el("form", { class: "formrow" }, earlier, el("button", {}, "Compare with frame"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    desk.compare(Number(earlier.value.replace("#", "")));
  });
  out.push(form);
  if (desk.other !== null) out.push(comparison(desk, desk.other));
  if (game.data.turnings.length) {
    out.push(el("h3", {}, "What was done to the log"), el("ul", { class: "plain" }, game.data.turnings.map((turning) =>
      el("li", {}, `#${turning.seq} `, turning.decision, turning.outcome?.length ? ` (${turning.outcome.join("; ")})` : "", " ", about(desk, turning)))));
  }
  return out;
}

/** Jumps to the decisions that an entry is about: those that it names, else where play stood.
 * @param {Desk} desk @param {Turning} turning */
function about(desk, turning) {
  const { game } = desk;
  const texts = [turning.decision, ...(turning.outcome ?? [])].filter(Boolean).join(" ");
  const named = [...texts.matchAll(/#(\d+)/g)].map(([, seq]) => Number(seq)).filter((seq) => game.is(seq));
  const all = [...new Set(named.length ? named : game.is(turning.at) ? [turning.at] : [])];
  return all.map((seq) => [jump(desk, seq, 0, named.length ? `see #${seq}` : `play stood at #${seq}`), " "]);
}

/** @param {Desk} desk @param {number} tip */
const rank = (desk, tip) => (tip === desk.game.head ? 0 : desk.game.namesAt(tip).length ? 1 : 2);

/** Every line as a row of the tree, leaving its parent where it forks; what was undone is dashed.
 * @param {Desk} desk @param {number[]} tips */
function tree(desk, tips) {
  const { game } = desk;
  const deepest = Math.max(1, ...tips.map((tip) => game.depth[tip]));
  /** @param {number} depth */
  const x = (depth) => 12 + (depth / deepest) * (WIDE - 150);
  const rowOf = new Map();
  const svg = el("svg:svg", { viewBox: `0 0 ${WIDE} ${tips.length * ROW + 10}`, class: "tree", role: "img", "aria-label": `Tree of ${plural(tips.length, "line", "lines")}` });
  tips.forEach((tip, row) => {
    let at = tip;
    while (at >= 0 && !rowOf.has(at)) {
      rowOf.set(at, row);
      at = game.frames[at].p;
    }
    const y = row * ROW + 18;
    const undone = game.undoneBy(tip) !== null;
    const start = at < 0 ? `M${x(0)} ${y}` : `M${x(game.depth[at])} ${rowOf.get(at) * ROW + 18}L${x(game.depth[at]) + 8} ${y}`;
    const line = el("svg:path", { d: `${start}H${x(game.depth[tip])}`, fill: "none", stroke: tip === desk.tip ? "var(--accent)" : "var(--frame)", "stroke-width": tip === desk.tip ? 4 : 2.5, "stroke-dasharray": undone ? "5 4" : null });
    const words = game.namesAt(tip).join(", ") || `undone #${tip}`;
    const label = el("svg:text", { x: x(game.depth[tip]) + 10, y: y + 4, "font-size": 13, fill: "var(--ink)", "text-decoration": undone ? "line-through" : null }, words.slice(0, 18));
    const group = el("svg:g", { style: { cursor: "pointer" }, onclick: () => desk.take(tip) }, line, el("svg:circle", { cx: x(game.depth[tip]), cy: y, r: 5, fill: undone ? "var(--paper)" : "var(--frame)", stroke: "var(--frame)" }), label);
    svg.append(group);
  });
  if (rowOf.has(desk.seq)) {
    svg.append(el("svg:circle", { cx: x(game.depth[desk.seq]), cy: rowOf.get(desk.seq) * ROW + 18, r: 7, fill: "none", stroke: "#d55e00", "stroke-width": 3 }));
  }
  return svg;
}

/** What differs between the desk's frame and another.
 * @param {Desk} desk @param {number} other */
function comparison(desk, other) {
  const { game, seq } = desk;
  const fork = game.fork(seq, other);
  const { units, control, series } = game.differences(game.at(seq), game.at(other));
  /** @param {number} tip */
  const next = (tip) => game.path(tip).find((at) => game.frames[at].p === fork);
  const [mine, theirs] = [seq === fork ? null : next(seq), other === fork ? null : next(other)];
  /** @param {string} text */
  const cell = (text) => el("td", {}, text);
  return el("section", { id: "comparison" },
    el("h3", {}, `#${seq} and #${other} side by side`),
    el("p", {}, `They share everything up to `, jump(desk, fork), mine || theirs ? ", then:" : "."),
    el("ul", {}, [mine, theirs].filter((at) => at !== null && at !== undefined).map((at) => el("li", {}, jump(desk, at), ` ${game.frames[at].w}`))),
    el("table", { id: "differences" },
      el("caption", {}, plural(units.length, "unit differs", "units differ")),
      el("thead", {}, el("tr", {}, el("th", {}, "Unit"), el("th", {}, `#${seq}`), el("th", {}, `#${other}`))),
      el("tbody", {}, units.map((one) => el("tr", { "data-piece": one.piece }, el("th", { scope: "row" }, el("button", { type: "button", class: "jump", onclick: () => desk.chooseUnit(one.piece) }, game.name(one.piece))), cell(one.a), cell(one.b))))),
    series.length ? el("table", {}, el("caption", {}, "Tracks"), el("tbody", {}, series.map(({ number, a, b }) => {
      const [name, side, group] = game.tables.series[number];
      /** @param {number} value */
      const shown = (value) => (group === "luck" ? (value / 100).toFixed(2) : String(value));
      return el("tr", {}, el("th", { scope: "row" }, `${side ? `${game.side(side)} ` : ""}${name}`), cell(shown(a)), cell(shown(b)));
    }))) : null,
    control.length ? el("table", {}, el("caption", {}, "Control"), el("tbody", {}, control.map((one) => el("tr", {}, el("th", { scope: "row" }, game.place(one.place)), cell(one.a), cell(one.b))))) : null,
    el("button", { type: "button", onclick: () => desk.compare(null) }, "One map again"));
}

/** @param {Desk} desk */
function branchForm(desk) {
  const name = el("input", { id: "branch-name", maxlength: 40, placeholder: "name of the new line", "aria-label": "Name of the new line" });
  const said = el("p", { role: "status", id: "branch-said" });
  const form = el("form", { class: "formrow" }, name, el("button", {}, `Branch at #${desk.seq}`));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.textContent = await desk.branch(name.value);
  });
  return el("section", {}, el("h3", {}, "A line of your own"), form, said);
}
