/** The panel of the current decision: what was decided, the calculation, the dice, the table, what followed. */
import { late } from "./late.js";
import { jump, later, linked, ruleChip, unitLink } from "./parts.js";
import { el, minus, plural, verdict } from "./util.js";

export const SHOWN = 24; // events of a decision before the others are folded

/** @param {Desk} desk */
export function decisionPanel(desk) {
  const { game, seq } = desk;
  const frame = game.frames[seq];
  const when = game.when(seq);
  /** @type {Kid[]} */
  const out = [
    desk.combat && late().combatCard(desk),
    el("div", { class: "who" }, el("span", { class: `dot s${frame.a}`, "aria-hidden": "true" }), [`#${seq}`, seq ? game.actor(frame) : "", when.turn, when.phase, when.side ? `${game.side(when.side)} phase` : "", frame.t].filter(Boolean).join(" · ")),
    el("h2", { class: "what-big" }, linked(desk, frame.w)),
  ];
  const undone = game.undoneBy(seq);
  if (undone) {
    out.push(el("p", { class: "warnbox" }, "Undone: ", linked(desk, `${undone.decision ?? `in #${undone.seq}`}${undone.outcome?.length ? ` (${undone.outcome.join("; ")})` : ""}.`)));
  }
  const said = game.saidAbout(seq);
  if (said.length) out.push(el("section", { "aria-label": "Said about it" }, el("h3", {}, "Said about it"), el("ul", { class: "plain" }, said.map((one) => el("li", {}, linked(desk, `#${one.seq} ${one.text}`))))));
  const sealed = game.sealed(seq, desk.viewer, desk.seq);
  if (sealed) out.push(el("p", { class: "card" }, `The seal held: ${sealed}`));
  // the table that decides a combat, where others were read on the way to it
  const tables = (frame.e ?? []).filter((event) => event.x?.table);
  const read = tables.findLast((event) => event.x?.c) ?? tables[0];
  if (read?.x) out.push(el("p", { class: "outcome" }, jump(desk, seq, read.n, read.x.table), `: ${read.x.column ? `${read.x.column}, ` : ""}row ${read.x.row}: `, el("strong", {}, results(read.x))));
  out.push(...eventParts(desk, seq, frame.e ?? []));
  if (!frame.e?.length && seq) out.push(el("p", {}, "Nothing else followed."));
  const here = game.at(seq);
  const asked = here.scalar("prompt");
  if (asked) {
    out.push(el("h3", {}, "Then asked"), el("p", {}, `${game.side(here.scalar("asked"))}: ${game.word(asked)} `, ruleChip(desk, here.scalar("promptRule"))));
  } else if (here.scalar("winner") >= 0) {
    out.push(el("h3", {}, "The game is over"), el("p", { class: "result" }, verdict(here.scalar("winner") ? game.side(here.scalar("winner")) : "", game.word(here.scalar("level")))));
  }
  const next = game.children.get(seq) ?? [];
  if (next.length > 1) {
    out.push(el("h3", {}, "Lines that go on from here"), el("ul", { class: "plain" }, next.map((child) => el("li", {}, jump(desk, child), ` ${game.frames[child].w}`))));
  }
  out.push(desk.review.form());
  return out;
}

/** What followed, event by event; of a long list what comes after the first events stands folded, so that the keyboard
 * does not go through hundreds of places, unless the event looked at is one of them.
 * @param {Desk} desk @param {number} seq @param {Ev[]} events @returns {Kid[]} */
function eventParts(desk, seq, events) {
  const parts = events.slice(0, SHOWN).map((event) => eventPart(desk, seq, event));
  const rest = events.slice(SHOWN);
  if (!rest.length) return parts;
  const open = rest.some((event) => event.n === desk.event);
  return [...parts, later({ class: "further", open: open ? true : null }, plural(rest.length, "event more", "events more"), () => rest.map((event) => eventPart(desk, seq, event)))];
}

/** @param {Desk} desk @param {number} seq @param {Ev} event */
function eventPart(desk, seq, event) {
  const { game } = desk;
  const x = event.x;
  const on = event.n === desk.event ? true : null;
  if (x?.parts) return calculation(desk, event, { ...x, parts: x.parts }, on);
  if (x?.die) {
    return el("div", { class: "card", "data-on": on, "data-event": event.n }, el("span", { class: "die", "aria-label": `die ${x.die[0]} of ${x.die[1]}` }, String(x.die[0])), event.t, " ", ruleChip(desk, event.r ?? 0));
  }
  if (x?.table) {
    return el("div", { class: x.at ? "card hit spans" : "card hit", "data-on": on, "data-event": event.n },
      el("table", {}, el("caption", {}, x.table, " ", ruleChip(desk, event.r ?? 0)),
        el("tbody", {}, row("Column", x.column || "-"), row("Row", x.row), row("Result", el("span", { class: "result" }, results(x))))),
      x.at ? printedTable(game.tables.printed[x.at[0]], x.at[1], x.at[2]) : null);
  }
  return el("div", { class: "ev", "data-on": on, "data-event": event.n },
    el("button", { type: "button", class: "jump", onclick: () => desk.go(seq, event.n), "aria-label": `Event ${event.n}` }, `.${event.n}`), " ", linked(desk, event.t), " ", ruleChip(desk, event.r ?? 0),
    event.p?.length === 1 ? [" ", unitLink(desk, event.p[0])] : null);
}

/** The results that a table gave, in words.
 * @param {Extra} x */
const results = (x) => (x.results ?? []).join(", ").replaceAll(":,", ":") || "no effect";

/** @param {string} label @param {Kid} value */
const row = (label, value) => el("tr", {}, el("th", { scope: "row" }, label), el("td", {}, value));

/** The table as it is printed, with the row, the column and the cell that were hit.
 * @param {Tables["printed"][number]} table @param {number} hitRow @param {number} hitColumn */
function printedTable([title, columns, rows, cells], hitRow, hitColumn) {
  return el("div", { class: cells.some((row) => row.some((cell) => cell.length > 12)) ? "printed wordy" : "printed", tabindex: 0, role: "region", "aria-label": `${title}, the cell hit is marked` },
    el("table", {},
      el("thead", {}, el("tr", {}, el("td", {}), columns.map((column, c) => el("th", { scope: "col", class: c === hitColumn ? "lit" : null }, column)))),
      el("tbody", {}, rows.map((label, r) => el("tr", {},
        el("th", { scope: "row", class: r === hitRow ? "lit" : null }, label),
        cells[r].map((cell, c) => {
          const hit = r === hitRow && c === hitColumn;
          return el("td", { class: hit ? "hit-cell" : r === hitRow || c === hitColumn ? "lit" : null, "aria-current": hit ? "true" : null }, cell);
        }))))));
}

/** A calculation: every line with its value and rule; of a comparison both sums, the second part under "against".
 * @param {Desk} desk @param {Ev} event @param {Extra & { parts: NonNullable<Extra["parts"]> }} x @param {true | null} on */
function calculation(desk, event, x, on) {
  const lines = x.parts.flat();
  if (!lines.length) {
    return el("div", { class: "ev", "data-on": on, "data-event": event.n }, `${[x.name, x.about].filter(Boolean).join(", ")}: ${minus(x.total ?? "")} `, ruleChip(desk, event.r ?? 0));
  }
  /** @param {string} label @param {Kid} value */
  const last = (label, value) => el("tr", { class: "total" }, el("th", { scope: "row" }, label), el("td", { class: "n" }, value), el("td"));
  const rows = x.parts.flatMap((part, at) => [
    at ? el("tr", {}, el("th", { scope: "row", colspan: "3" }, "against")) : null,
    ...part.map(([label, value, rule]) => el("tr", {}, el("td", {}, label), el("td", { class: "n" }, minus(value)), el("td", {}, ruleChip(desk, rule)))),
    x.sums?.length && part.length > 1 ? last("", minus(x.sums[at])) : null,
  ]).filter(Boolean);
  return el("div", { class: "card", "data-on": on, "data-event": event.n },
    el("table", { "data-calculation": event.n },
      el("caption", {}, [x.name, x.about].filter(Boolean).join(", "), " ", ruleChip(desk, event.r ?? 0)),
      el("thead", { class: "quiet" }, el("tr", {}, el("th", {}, "What"), el("th", {}, "Value"), el("th", {}, "Rule"))),
      el("tbody", {}, ...rows, x.total ? last(x.sum ? "Total" : "Result", minus(x.total)) : null)));
}
