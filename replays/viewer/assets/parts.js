/** Pieces of panels that occur in several: rules, jumps, units, counters. */
import { el, flat, pen } from "./util.js";

/** @param {Desk} desk @param {number} number */
export function ruleChip(desk, number) {
  if (!number) return null;
  const [cite, title] = desk.game.rule(number);
  return el("button", { type: "button", class: "rule", title: `${title} - what it says, and all that cite it`, onclick: () => desk.showRule(number) }, cite);
}

/** A way to a decision, or to an event of it.
 * @param {Desk} desk @param {number} seq @param {number} event @param {Kid} words */
export function jump(desk, seq, event = 0, words = null) {
  const now = seq === desk.seq && (!event || event === desk.event);
  return el("button", { type: "button", class: `jump${now ? " now" : ""}`, "aria-current": now ? "true" : null, onclick: () => desk.go(seq, event) }, words ?? `#${seq}${event ? `.${event}` : ""}`);
}

/** A text in which every decision that it names (`#80`, `#80.3`) is a way to it.
 * @param {Desk} desk @param {string} text @returns {Kid[]} */
export const linked = (desk, text) =>
  text.split(/(#\d+(?:\.\d+)?)/).map((part) => {
    const named = /^#(\d+)(?:\.(\d+))?$/.exec(part);
    return named && desk.game.is(Number(named[1])) ? jump(desk, Number(named[1]), Number(named[2] ?? 0), part) : part;
  });

/** @param {Desk} desk @param {number} piece */
export const unitLink = (desk, piece) =>
  el("button", { type: "button", class: "jump", onclick: () => desk.chooseUnit(piece) }, desk.game.name(piece));

/** @param {Desk} desk @param {number} place */
export const hexLink = (desk, place) =>
  el("button", { type: "button", class: "jump", onclick: () => desk.chooseHex(place, true) }, desk.game.place(place), desk.game.placeName(place) ? ` ${desk.game.placeName(place)}` : "");

/** A counter as a canvas, with words for those who do not see it.
 * @param {Desk} desk @param {number} piece @param {Position} position */
export function counter(desk, piece, position, px = 56) {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const canvas = el("canvas", { width: px * 1.3 * ratio, height: px * 1.3 * ratio, style: { width: `${px * 1.3}px`, height: `${px * 1.3}px` } });
  const number = position.faces.get(piece);
  if (number === undefined) return el("span", { style: { lineHeight: 1.4 } }, desk.game.name(piece));
  const face = desk.game.face(number);
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", words(desk.game, piece, position, face));
  desk.counters.alone(pen(canvas), piece, face, px * ratio);
  return canvas;
}

/** What is folded at first, and made when it is opened first. `summary`: its words, or the element itself.
 * @param {Record<string, any>} attrs @param {Kid} summary @param {() => Kid[]} make */
export function later(attrs, summary, make) {
  const node = el("details", attrs, summary instanceof HTMLElement ? summary : el("summary", {}, summary));
  const open = () => {
    if (!node.open) return;
    node.removeEventListener("toggle", open);
    node.append(...flat(make()));
  };
  node.addEventListener("toggle", open);
  open();
  return node;
}

/** A counter in words.
 * @param {Game} game @param {number} piece @param {Position} position */
export function words(game, piece, position, face = game.face(position.faces.get(piece) ?? 0)) {
  const [, name, side, type, size] = game.pieces[piece];
  const more = [face.reduced ? "reduced" : "", ...face.badges].filter(Boolean).join(", ");
  return `${name}, ${game.side(side)} ${type.replaceAll("_", " ")} ${size.replaceAll("_", " ")}, ${face.values}${more ? `, ${more}` : ""}`;
}
