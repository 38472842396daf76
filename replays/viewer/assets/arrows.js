/** Arrows of the current decision. Kinds differ in dash and head as well as in colour. */
import { SIZE } from "./geometry.js";

/** @type {Record<string, Look>} */
export const KINDS = {
  move: { colour: "#0072b2", dark: "#56b4e9", wide: 11, dash: [], words: "move" },
  attack: { colour: "#c8371b", dark: "#ff7a4d", wide: 22, dash: [], words: "attack" },
  support: { colour: "#c8371b", dark: "#ff7a4d", wide: 8, dash: [22, 14], words: "support from a distance" },
  retreat: { colour: "#a04c84", dark: "#e8a3cc", wide: 12, dash: [4, 17], words: "retreat" },
  note: { colour: "#7a2fa0", dark: "#d9a6f2", wide: 14, dash: [], words: "drawn in a note" },
  attackway: { colour: "#c8371b", dark: "#ff7a4d", wide: 12, dash: [], words: "who cut the line" },
  advance: { colour: "#00795a", dark: "#3fd6a5", wide: 12, dash: [34, 10], words: "advance after combat" },
};

/** The places of an arrow.
 * @param {Arrow} arrow @returns {number[]} */
export const placesOf = ([, , ...places]) => places;

/** Draw `[kind, text, place ...]` rows.
 * @param {Ctx} ctx @param {MapView} map @param {Arrow[]} arrows */
export function drawArrows(ctx, map, arrows) {
  for (const [kind, text, ...places] of arrows) {
    const look = KINDS[kind] ?? KINDS.move;
    const points = places.map((place) => map.geo.centre(place));
    if (points.length < 2) continue;
    const grow = Math.max(1, 0.17 / map.view.z);
    if (kind === "attack") fat(ctx, map, look, points, text, grow);
    else path(ctx, map, look, points, text, grow);
  }
}

/** @param {MapView} map @param {Look} look */
function ink(map, look) {
  return map.theme === "dark" ? look.dark : look.colour;
}

/** @param {MapView} map */
function casing(map) {
  return map.game.data.draw.themes[map.theme].arrow_case;
}

/** @param {Ctx} ctx @param {MapView} map @param {Look} look @param {Point[]} points @param {string} text @param {number} grow */
function path(ctx, map, look, points, text, grow) {
  const wide = look.wide * grow;
  const [before, end] = points.slice(-2);
  const [ux, uy] = unit(before, end);
  /** @type {Point} */
  const tip = [end[0] - ux * SIZE * 0.1, end[1] - uy * SIZE * 0.1];
  /** @type {Point} */
  const neck = [tip[0] - ux * wide * 2.6, tip[1] - uy * wide * 2.6];
  const trace = () => {
    ctx.beginPath();
    ctx.moveTo(...points[0]);
    for (let i = 1; i + 1 < points.length; i++) {
      const [a, b] = [points[i], points[i + 1]];
      ctx.quadraticCurveTo(...a, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
    }
    ctx.lineTo(...neck);
  };
  ctx.lineCap = "round";
  ctx.strokeStyle = casing(map);
  ctx.lineWidth = wide * 1.75;
  trace();
  ctx.stroke();
  ctx.strokeStyle = ctx.fillStyle = ink(map, look);
  ctx.lineWidth = wide;
  ctx.setLineDash(look.dash.map((d) => d * grow));
  trace();
  ctx.stroke();
  ctx.setLineDash([]);
  head(ctx, map, tip, neck, [ux, uy], wide * 2.1);
  ctx.beginPath();
  ctx.arc(...points[0], wide * 0.9, 0, 7);
  ctx.fill();
  if (text) label(ctx, map, text, [(before[0] + end[0]) / 2, (before[1] + end[1]) / 2], look, grow);
}

/** @param {Ctx} ctx @param {MapView} map @param {Point} tip @param {Point} neck @param {Point} towards @param {number} half */
function head(ctx, map, tip, neck, [ux, uy], half) {
  ctx.beginPath();
  ctx.moveTo(...tip);
  ctx.lineTo(neck[0] - uy * half, neck[1] + ux * half);
  ctx.lineTo(neck[0] + uy * half, neck[1] - ux * half);
  ctx.closePath();
  ctx.lineWidth = half * 0.3;
  ctx.strokeStyle = casing(map);
  ctx.stroke();
  ctx.fill();
}

/** The broad arrow of an attack, from the border of its hex into the target.
 * @param {Ctx} ctx @param {MapView} map @param {Look} look @param {Point[]} points @param {string} text @param {number} grow */
function fat(ctx, map, look, points, text, grow) {
  const [a, b] = [points[0], points[points.length - 1]];
  const [ux, uy] = unit(a, b);
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [start, tip] = [far * 0.3, far * 0.76];
  const w = look.wide * grow * 0.62;
  /** @param {number} along @param {number} across */
  const at = (along, across) => /** @type {Point} */ ([a[0] + ux * along - uy * across, a[1] + uy * along + ux * across]);
  const neck = tip - w * 2.4;
  const outline = [at(start, w * 0.7), at(neck, w), at(neck, w * 2.2), at(tip, 0), at(neck, -w * 2.2), at(neck, -w), at(start, -w * 0.7)];
  ctx.beginPath();
  outline.forEach((p, k) => (k ? ctx.lineTo(...p) : ctx.moveTo(...p)));
  ctx.closePath();
  ctx.strokeStyle = casing(map);
  ctx.lineWidth = 9 * grow;
  ctx.stroke();
  ctx.fillStyle = ink(map, look);
  ctx.fill();
  if (text) label(ctx, map, text, at(far * 0.36, 0), look, grow);
}

/** @param {Ctx} ctx @param {MapView} map @param {string} text @param {Point} at @param {Look} look @param {number} grow */
function label(ctx, map, text, [x, y], look, grow) {
  const size = 27 * grow;
  ctx.font = `700 ${size}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const wide = ctx.measureText(text).width + size * 0.6;
  ctx.fillStyle = casing(map);
  ctx.strokeStyle = ink(map, look);
  ctx.lineWidth = 3 * grow;
  ctx.beginPath();
  ctx.roundRect(x - wide / 2, y - size * 0.62, wide, size * 1.24, size * 0.4);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = ink(map, look);
  ctx.fillText(text, x, y + size * 0.05);
}

/** @param {Point} a @param {Point} b @returns {Point} */
function unit(a, b) {
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [(b[0] - a[0]) / far, (b[1] - a[1]) / far];
}
