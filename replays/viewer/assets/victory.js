/** Victory by cause, and luck by side and kind: what the projections count, each number a way to its decision. */
import { jump } from "./parts.js";
import { el, minus, signed, title } from "./util.js";

/** @param {Desk} desk */
export function victoryPart(desk) {
  const told = desk.story.line(desk.tip);
  /** @type {Kid[]} */
  const out = [];
  if (told.scored.length) {
    const now = told.start + told.scored.filter((one) => one.frame <= desk.seq).reduce((sum, one) => sum + one.points, 0);
    const all = told.start + told.scored.reduce((sum, one) => sum + one.points, 0);
    out.push(el("section", { "aria-label": "Victory by cause" }, el("h3", {}, minus(`Victory by cause: ${now} now, ${all} at the end of this line`)),
      el("table", { id: "causes" }, el("thead", {}, el("tr", {}, ["side", "cause", "points"].map((head) => el("th", { scope: "col", class: head === "points" ? "n" : null }, head)))),
        el("tbody", {}, told.causes.map((row) => el("tr", {}, el("td", {}, title(row.side)), el("td", {}, row.cause), el("td", { class: "n" }, signed(row.points)))))),
      el("details", {}, el("summary", {}, `${told.scored.length} changes, in order`), el("ul", { class: "plain" }, told.scored.map((row) => el("li", {}, jump(desk, row.frame), ` ${signed(row.points)} ${title(row.side)}: ${row.cause}`))))));
  }
  const turned = told.turned.filter((row) => row.holds !== null);
  if (turned.length) {
    out.push(el("section", { "aria-label": "Conditions" }, el("h3", {}, "Conditions that changed"), el("ul", { class: "plain" }, turned.map((row) => el("li", {}, jump(desk, row.frame), ` ${row.turn_name}: ${row.wanted} ${row.holds ? "holds" : "holds no more"}${row.now ? ` (${minus(row.now)})` : ""}`)))));
  }
  if (told.luck.sides.length) {
    out.push(el("section", { "aria-label": "Luck" }, el("h3", {}, "Luck of this line"), el("table", {},
      el("thead", {}, el("tr", {}, ["side", "dice", "luck", "luckier in"].map((head, i) => el("th", { scope: "col", class: i ? "n" : null }, head)))),
      el("tbody", {}, told.luck.sides.map((row) => el("tr", {}, el("td", {}, title(row.side)), el("td", { class: "n" }, row.throws), el("td", { class: "n" }, minus(row.luck_text)), el("td", { class: "n" }, row.as_good_or_better_text))))),
      el("details", {}, el("summary", {}, "by kind of die"), el("table", {}, el("tbody", {}, told.luck.kinds.map((row) => el("tr", {}, el("td", {}, title(row.side)), el("td", {}, row.kind), el("td", { class: "n" }, row.throws), el("td", { class: "n" }, minus(row.luck_text)), el("td", { class: "n" }, row.percentile_text))))))));
  }
  return out;
}
