/** The panels of a unit and of a hex, each with its whole history. */
import { near } from "./near.js";
import { isCut } from "./overlays.js";
import { unitStories } from "./supply.js";
import { counter, hexLink, jump, linked, ruleChip, unitLink } from "./parts.js";
import { el, plural } from "./util.js";

/** @param {Desk} desk @param {Happened} row */
function historyRow(desk, { seq, event, stack }) {
  const text = event ? event.t : stack?.length ? `here now: ${stack.map((piece) => desk.game.name(piece)).join(", ")}` : "nobody is here any more";
  return el("li", { class: seq > desk.seq ? "after" : "" }, jump(desk, seq, event?.n ?? 0), " ", linked(desk, text), " ", event ? ruleChip(desk, event.r ?? 0) : null);
}

/** @param {Desk} desk @param {string} label @param {string} id @param {string} list @param {(text: string) => void} take */
function chooser(desk, label, id, list, take) {
  const input = el("input", { id, list, autocomplete: "off", "aria-label": label, placeholder: label });
  const form = el("form", { class: "formrow" }, input, el("button", {}, "Show"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take(input.value);
  });
  return form;
}

/** @param {Desk} desk */
export function unitPanel(desk) {
  const { game, unit } = desk;
  /** @type {Kid[]} */
  const out = [chooser(desk, "Unit", "unit-name", "units", (text) => desk.findUnit(text))];
  if (desk.alike) {
    out.push(el("section", { "aria-label": "Which unit is meant" }, el("p", {}, desk.alike.length ? `${plural(desk.alike.length, "unit", "units")} may be meant:` : "No unit is called that."), el("ul", { class: "plain" }, desk.alike.slice(0, 40).map((piece) => el("li", {}, unitLink(desk, piece), ` ${game.side(game.sideOf(piece))}${game.at(desk.seq).at.has(piece) ? `, ${game.place(game.at(desk.seq).at.get(piece) ?? -1)}` : ""}`)))));
  }
  if (unit < 0) return [...out, el("p", {}, "Choose a unit on the map, in a hex, or by its name.")];
  const position = game.at(desk.seq);
  const [id, name, side, type, size, steps, formation] = game.pieces[unit];
  const place = position.at.get(unit);
  out.push(el("div", { class: "unithead" }, counter(desk, unit, position, 72), el("div", {}, el("h2", {}, name), el("div", { class: "who" }, `${id} · ${game.side(side)} · ${type.replaceAll("_", " ")} ${size.replaceAll("_", " ")}`), formation ? el("div", { class: "who" }, formation) : null)));
  out.push(el("p", {}, place === undefined ? "Not in play at this moment." : ["Stands in ", hexLink(desk, place), steps ? `, ${position.steps.get(unit)} of ${plural(steps, "step", "steps")}.` : "."]));
  const notes = game.tables.notes[position.notes.get(unit) ?? 0] ?? [];
  if (notes.length) out.push(el("p", {}, `Holds: ${notes.join(", ")}.`));
  const supply = game.tables.supply[position.supply.get(unit) ?? -1];
  if (supply) {
    const [standing, path, rule] = supply;
    const cut = isCut(standing);
    out.push(el("h3", {}, "Supply"), el("p", { class: cut ? "warnbox" : "" }, `${standing}${rule ? ` (${rule})` : ""}`, path.length ? ` by ${path.map((n) => game.place(n)).join(" → ")}` : ""));
  }
  out.push(unitStories(desk, unit));
  const history = game.unitHistory(unit, desk.line);
  out.push(el("h3", {}, `History (${history.length})`), el("div", { class: "formrow" }, el("button", { type: "button", onclick: () => desk.filterBy({ unit: id }) }, "Filter the timeline")), el("ol", { class: "plain", id: "unit-history", style: { listStyle: "none", padding: 0 } }, history.map((one) => historyRow(desk, one))));
  return out;
}

/** @param {Desk} desk */
export function hexPanel(desk) {
  const { game, hex, geo } = desk;
  /** @type {Kid[]} */
  const out = [chooser(desk, "Hex", "hex-name", "hexes", (text) => desk.findHex(text))];
  if (desk.alikeHexes) {
    out.push(el("section", { "aria-label": "Which hex is meant" }, el("p", {}, desk.alikeHexes.length ? `${plural(desk.alikeHexes.length, "hex", "hexes")} may be meant:` : "No hex is called that."), el("ul", { class: "plain" }, desk.alikeHexes.slice(0, 40).map((place) => el("li", {}, hexLink(desk, place))))));
  }
  if (hex < 0) return [...out, el("p", {}, "Choose a hex on the map, or type its number.")];
  const position = game.at(desk.seq);
  const board = game.board;
  const onMap = hex < board.hexes;
  const features = (board.features[hex] ?? []).map((f) => f.replaceAll("_", " "));
  const beside = near(game, hex);
  out.push(el("h2", {}, `${game.place(hex)} ${game.placeName(hex)}`, beside ? el("span", { class: "near" }, beside) : null));
  if (onMap) out.push(el("p", {}, [board.terrains[board.terrain[hex]].replaceAll("_", " "), ...features].join(", ")));
  const control = position.control.get(hex);
  if (control) out.push(el("p", {}, `Controlled by ${game.side(control)}.`));
  const areas = board.areas.filter(([, , hexes]) => hexes.includes(hex)).map(([name]) => name);
  if (areas.length) out.push(el("p", { class: "who" }, areas.join(", ")));
  const stack = position.stacks.get(hex) ?? [];
  out.push(el("h3", {}, `Units (${stack.length})`));
  if (stack.length) {
    out.push(el("ul", { class: "plain" }, stack.map((piece) => el("li", { class: "unithead" }, counter(desk, piece, position, 40), el("div", {}, unitLink(desk, piece), el("div", { class: "who" }, game.standing(piece, position).split(", ").slice(1).join(", ")))))));
  }
  const marks = [...position.marks.values()].filter(([a, b]) => a === hex && b < 0);
  if (marks.length) out.push(el("p", {}, `Markers: ${marks.map(([, , , , name]) => name).join("; ")}`));
  for (let side = 1; side <= game.sides.length; side++) {
    const by = position.zoc.get(`${side}.${hex}`);
    if (by) out.push(el("p", {}, `${game.side(side)} ZOC of `, by.map((piece) => [unitLink(desk, piece), " "])));
  }
  if (onMap) {
    const sides = [];
    for (const n of geo.neighbours(hex)) {
      const words = [];
      for (const [a, b, kind, name, bridge] of board.sides) {
        if ((a === hex && b === n) || (a === n && b === hex)) words.push(`${board.kinds[kind].replaceAll("_", " ")}${name ? ` ${name}` : ""}${bridge ? " with bridge" : ""}`);
      }
      for (const [a, b, kind] of board.links) if ((a === hex && b === n) || (a === n && b === hex)) words.push(board.kinds[kind].replaceAll("_", " "));
      for (const [a, b, , , name] of position.marks.values()) if (b >= 0 && ((a === hex && b === n) || (a === n && b === hex))) words.push(name);
      if (words.length) sides.push(el("li", {}, hexLink(desk, n), `: ${words.join(", ")}`));
    }
    if (sides.length) out.push(el("h3", {}, "Hexsides"), el("ul", { class: "plain" }, sides));
  }
  const history = game.hexHistory(hex, desk.line);
  out.push(el("h3", {}, `History (${history.length})`), el("div", { class: "formrow" }, el("button", { type: "button", onclick: () => desk.filterBy({ hex: game.place(hex) }) }, "Filter the timeline")), el("ol", { class: "plain", id: "hex-history", style: { listStyle: "none", padding: 0 } }, history.map((one) => historyRow(desk, one))));
  return out;
}

/** The tracks as they are printed: boxes, the one in use, and which are used or open where a track has such.
 * @param {Desk} desk @returns {Kid[]} */
export function printedTracks({ game, seq }) {
  const tracks = game.tables.tracks[game.at(seq).scalar("tracks")] ?? [];
  return tracks.flatMap(([name, cells, current, marks]) => [
    el("h3", {}, name),
    el("ul", { class: "cells" }, cells.map((cell, i) => el("li", { "aria-current": i === current ? "true" : null, class: marks?.[i] || null, title: marks?.[i] || null }, cell))),
  ]);
}

/** Turn record, weather, points, boxes: what lies beside the map.
 * @param {Desk} desk */
export function boardPanel(desk) {
  const { game } = desk;
  const position = game.at(desk.seq);
  /** @type {Kid[]} */
  const out = [el("h2", { class: "quiet" }, "Board"), ...printedTracks(desk)];
  for (const number of position.blocks) {
    const [title, lines, pieces] = game.tables.sections[number];
    out.push(el("h3", {}, title), ...lines.map((line) => el("p", {}, line)));
    if (pieces.length) out.push(el("div", { class: "formrow" }, pieces.map((piece) => el("button", { type: "button", title: game.name(piece), style: { padding: 0, border: 0, background: "none", lineHeight: 0 }, onclick: () => desk.chooseUnit(piece) }, counter(desk, piece, position, 44)))));
  }
  return out;
}
