/** The tree of lines with what was undone, and two lines side by side. */
import { compared } from "./lockstep.js";
import { hexLink, jump, linked, unitLink } from "./parts.js";
import { el, minus, plural } from "./util.js";

const ROW = 26;
const WIDE = 560;

/** @param {Desk} desk */
export function linesPanel(desk) {
  const { game } = desk;
  const tips = game.tips().sort((a, b) => rank(desk, a) - rank(desk, b) || a - b);
  /** @type {Kid[]} */
  const out = [el("h2", { class: "quiet" }, "Lines"), el("h3", {}, "Tree"), tree(desk, tips)];
  out.push(el("ul", { class: "plain" }, tips.map((tip) => {
    const names = game.namesAt(tip);
    const undone = game.undoneBy(tip);
    const on = desk.tip === tip;
    return el("li", { class: "formrow" },
      el("button", { type: "button", class: on ? "jump now" : "jump", "aria-pressed": String(on), onclick: () => desk.take(tip) }, names.length ? names.join(", ") : `undone line to #${tip}`),
      el("span", {}, `${plural(game.depth[tip], "decision", "decisions")}, ends at #${tip}${names.includes(game.data.lines.current) ? ", in play" : ""}`),
      undone ? el("span", { class: "who" }, undone.decision ?? "") : null,
      on ? null : el("button", { type: "button", onclick: () => desk.goInStep(tip) }, "Side by side"));
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
      el("li", {}, `#${turning.seq} `, linked(desk, [turning.decision, turning.outcome?.length ? `(${turning.outcome.join("; ")})` : ""].filter(Boolean).join(" ")), " ", stood(desk, turning)))));
  }
  return out;
}

/** Where play stood, for an entry that names no decision itself.
 * @param {Desk} desk @param {Turning} turning */
function stood(desk, turning) {
  const { game } = desk;
  const named = [turning.decision, ...(turning.outcome ?? [])].some((text) => /#\d/.test(text ?? ""));
  return named || !game.is(turning.at) ? null : jump(desk, turning.at, 0, `play stood at #${turning.at}`);
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

/** What differs between the desk's frame (A) and another (B), in words and numbers.
 * @param {Desk} desk @param {number} other */
function comparison(desk, other) {
  const { game, seq } = desk;
  const found = compared(game, seq, other);
  const { series } = game.differences(game.at(seq), game.at(other));
  const next = (/** @type {number} */ tip) => game.path(tip).find((at) => game.frames[at].p === found.fork);
  const [mine, theirs] = [seq === found.fork ? null : next(seq), other === found.fork ? null : next(other)];
  const first = (/** @type {string} */ letter, /** @type {number | null | undefined} */ at) => (at ? [el("b", {}, letter), " ", jump(desk, at), ` ${game.frames[at].w} `] : null);
  const when = game.when(seq);
  return el("section", { id: "comparison" },
    el("h3", {}, `A #${seq} and B #${other}: ${[when.turn, when.phase].filter(Boolean).join(", ")}`),
    el("p", {}, "Same up to ", jump(desk, found.fork), mine || theirs ? ", then " : ".", first("A", mine), first("B", theirs)),
    numbers(desk, series, found, other),
    held(desk, found),
    ["onlyA", "onlyB"].map((which) => only(desk, which === "onlyA" ? found.onlyA : found.onlyB, which === "onlyA" ? "A" : "B", which === "onlyA" ? seq : other)),
    found.weaker.length ? el("details", { open: true }, el("summary", {}, `Other steps: ${plural(found.weaker.length, "unit", "units")}`), el("ul", { class: "plain" }, found.weaker.map((one) => el("li", { "data-piece": one.piece }, unitLink(desk, one.piece), ` ${game.side(game.sideOf(one.piece))}: A ${one.a}, B ${one.b}`)))) : null,
    found.elsewhere.length ? el("details", { open: found.elsewhere.length < 60 ? true : null }, el("summary", {}, `Elsewhere: ${plural(found.elsewhere.length, "unit", "units")}, the farthest first`), el("ul", { class: "plain", id: "elsewhere" }, found.elsewhere.slice(0, 200).map((one) => el("li", { "data-piece": one.piece }, unitLink(desk, one.piece), ` ${game.side(game.sideOf(one.piece))}: A ${game.place(one.from)}, B ${game.place(one.to)}${one.far === null ? "" : `, ${plural(one.far, "hex", "hexes")} apart`}`)))) : null);
}

/** Numbers of both lines, and B less A.
 * @param {Desk} desk @param {Differences["series"]} series @param {import("./lockstep.js").Compared} found @param {number} other */
function numbers(desk, series, found, other) {
  const { game, seq, story } = desk;
  const since = (/** @type {number} */ head) => story.line(game.tipFor(head)).combats.filter((one) => one.rs > found.fork && one.rs <= head && game.isAncestor(one.rs, head)).length;
  const shown = (/** @type {string} */ group, /** @type {number} */ value) => minus(group === "luck" ? (value / 100).toFixed(2) : value);
  const rows = series.map(({ number, a, b }) => {
    const [name, side, group] = game.tables.series[number];
    return /** @type {[string, string, string, string]} */ ([`${side ? `${game.side(side)} ` : ""}${name}`, shown(group, a), shown(group, b), `${b > a ? "+" : "−"}${shown(group, Math.abs(b - a))}`]);
  });
  const [a, b] = [since(seq), since(other)];
  if (a !== b) rows.push(["combats since the fork", String(a), String(b), `${b > a ? "+" : "−"}${Math.abs(b - a)}`]);
  if (!rows.length) return el("p", {}, "No track and no count differs.");
  return el("table", { id: "differences" }, el("thead", {}, el("tr", {}, ["what", "A", "B", "B−A"].map((head, i) => el("th", { scope: "col", class: i ? "n" : null }, head)))),
    el("tbody", {}, rows.map(([name, ...values]) => el("tr", {}, el("th", { scope: "row" }, name), values.map((value) => el("td", { class: "n" }, value))))));
}

/** Places that another side holds; those with a name first.
 * @param {Desk} desk @param {import("./lockstep.js").Compared} found */
function held(desk, { held: places }) {
  const { game } = desk;
  if (!places.length) return null;
  const named = places.filter(({ place }) => game.placeName(place));
  const shown = named.length ? named : places;
  const side = (/** @type {number} */ number) => [el("span", { class: `dot s${number}`, "aria-hidden": "true" }), number ? game.side(number) : "nobody", " "];
  return el("section", { "aria-label": "Held by another side" }, el("h3", {}, `Held by another side (${places.length})`), el("ul", { class: "plain", id: "held" }, shown.slice(0, 40).map(({ place, a, b }) => el("li", { class: "heldrow" }, hexLink(desk, place), el("span", {}, "A ", side(a), " B ", side(b))))),
    shown.length < places.length ? el("p", { class: "who" }, `and ${plural(places.length - shown.length, "hex", "hexes")} without a name`) : null);
}

/** Units in play on one line only.
 * @param {Desk} desk @param {number[]} pieces @param {string} letter @param {number} seq */
function only(desk, pieces, letter, seq) {
  const { game } = desk;
  if (!pieces.length) return null;
  return el("details", { open: true }, el("summary", {}, `Only in ${letter}: ${plural(pieces.length, "unit", "units")}`), el("ul", { class: "plain" }, pieces.map((piece) => el("li", { "data-piece": piece }, unitLink(desk, piece), ` ${game.side(game.sideOf(piece))}, ${game.place(game.at(seq).at.get(piece) ?? -1)}`))));
}

/** The bar over two maps: the turn, steps to its end and on, and whether only differences are shown.
 * @param {Desk} desk @returns {Kid[]} */
export function lockbar(desk) {
  const { game } = desk;
  const ends = desk.clock.ends(desk.tip);
  const at = ends.findIndex(([name]) => name === game.when(desk.seq).turn);
  const pale = el("input", { type: "checkbox", checked: desk.onlyDifferences, onchange: () => ((desk.onlyDifferences = pale.checked), desk.store.flush()) });
  return [
    el("button", { type: "button", class: "small", "aria-label": "End of the turn before", onclick: () => desk.stepTurn(-1) }, "◁"),
    el("b", {}, `${ends[at]?.[1] === desk.seq ? "End of " : ""}${ends[at]?.[0] || "Set-up"}`), el("span", { class: "quietly" }, `${at + 1} of ${ends.length}`),
    el("button", { type: "button", class: "small", "aria-label": "End of the turn, or of the next", onclick: () => desk.stepTurn(1) }, "▷"),
    el("label", {}, pale, " differences only"),
    el("button", { type: "button", class: "small", "aria-label": "One map again", onclick: () => desk.compare(null) }, "✕"),
  ];
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
