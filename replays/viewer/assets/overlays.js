/** Overlays: zones of control, supply with its traced paths and what cuts it, control, changes, differences. */
import { drawArrows } from "./arrows.js";
import { whole } from "./counters.js";
import { PITCH, SIZE } from "./geometry.js";
import { SIDE_COLOURS, pen } from "./util.js";

const CUT = /\b(no|not|out|isolated|cut|unsupplied|emergency)\b/i;

/** Hatch the hexes of a path: each side its own angle, so that colour is not needed.
 * @param {Ctx} ctx @param {number} side */
function hatch(ctx, side) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 24;
  const c = pen(canvas);
  c.strokeStyle = SIDE_COLOURS[side] ?? SIDE_COLOURS[0];
  c.lineWidth = 4;
  c.beginPath();
  if (side % 2) {
    c.moveTo(-6, 18);
    c.lineTo(18, -6);
    c.moveTo(6, 30);
    c.lineTo(30, 6);
  } else {
    c.moveTo(-6, 6);
    c.lineTo(18, 30);
    c.moveTo(6, -6);
    c.lineTo(30, 18);
  }
  c.stroke();
  return ctx.createPattern(canvas, "repeat");
}

/** @param {Ctx} ctx @param {MapView} map @param {Position} position */
export function drawZoc(ctx, map, position) {
  const by = new Map();
  for (const key of position.zoc.keys()) {
    const [side, place] = key.split(".").map(Number);
    if (place >= map.geo.count) continue;
    if (!by.has(side)) by.set(side, new Path2D());
    map.geo.hexPath(by.get(side), place, 0.97);
  }
  for (const [side, path] of by) {
    ctx.fillStyle = hatch(ctx, side) ?? "transparent";
    ctx.globalAlpha = 0.75;
    ctx.fill(path);
    ctx.globalAlpha = 1;
  }
}

/** @param {Ctx} ctx @param {MapView} map @param {Position} position */
export function drawControl(ctx, map, position) {
  const by = new Map();
  for (const [place, side] of position.control) {
    if (!side || place >= map.geo.count) continue;
    if (!by.has(side)) by.set(side, new Set());
    by.get(side).add(place);
  }
  for (const [side, places] of by) {
    const path = map.geo.outline(places);
    ctx.fillStyle = SIDE_COLOURS[side] ?? SIDE_COLOURS[0];
    ctx.globalAlpha = 0.26;
    ctx.fill(path);
    ctx.globalAlpha = 1;
    ctx.strokeStyle = SIDE_COLOURS[side] ?? SIDE_COLOURS[0];
    ctx.lineWidth = 6;
    ctx.setLineDash(side % 2 ? [] : [22, 10]);
    ctx.stroke(path);
    ctx.setLineDash([]);
  }
}

/** @param {string} standing */
export const isCut = (standing) => CUT.test(standing);

/** Units of a position that are out of supply: `[{piece, place, standing, rule}]`.
 * @param {Game} game @param {Geometry} geo @param {Position} position */
export function cutOff(game, geo, position) {
  const out = [];
  for (const [piece, number] of position.supply) {
    const [standing, , rule] = game.tables.supply[number];
    const place = position.at.get(piece);
    if (isCut(standing) && place !== undefined && place < geo.count) out.push({ piece, place, standing, rule });
  }
  return out;
}

/** @param {Ctx} ctx @param {MapView} map @param {Position} position */
export function drawSupply(ctx, map, position) {
  const { game, geo } = map;
  const drawn = new Set(); // many lines share their last leg
  for (const [piece, number] of position.supply) {
    const [, path] = game.tables.supply[number];
    const places = path.filter((place) => place < geo.count);
    if (places.length < 2) continue;
    ctx.strokeStyle = SIDE_COLOURS[game.sideOf(piece)] ?? SIDE_COLOURS[0];
    ctx.globalAlpha = piece === map.shown.unit ? 1 : 0.6;
    ctx.lineWidth = piece === map.shown.unit ? 14 : 7;
    ctx.setLineDash(game.sideOf(piece) % 2 ? [] : [18, 10]);
    ctx.beginPath();
    const chosen = piece === map.shown.unit;
    places.forEach((place, k) => {
      const leg = `${game.sideOf(piece)} ${places[k - 1]} ${place}`;
      if (k && (chosen || !drawn.has(leg))) {
        ctx.moveTo(...geo.centre(places[k - 1]));
        ctx.lineTo(...geo.centre(place));
        drawn.add(leg);
      }
    });
    ctx.stroke();
    ctx.setLineDash([]);
    const [x, y] = geo.centre(places[places.length - 1]);
    ctx.fillStyle = ctx.strokeStyle;
    if (!isCut(game.tables.supply[number][0])) ctx.fillRect(x - 14, y - 14, 28, 28);
  }
  ctx.globalAlpha = 1;
  for (const { place } of cutOff(game, geo, position)) {
    const path = new Path2D();
    geo.hexPath(path, place, 0.88);
    ctx.strokeStyle = "#111";
    ctx.lineWidth = 15;
    ctx.stroke(path);
    ctx.strokeStyle = "#f0e442";
    ctx.lineWidth = 8;
    ctx.setLineDash([18, 12]);
    ctx.stroke(path);
    ctx.setLineDash([]);
  }
}

/** A supply story: the line as it was, dotted red up to where it was closed and grey beyond, the closed hexes crossed, and the
 * way of those who closed it.
 * @param {Ctx} ctx @param {MapView} map @param {SupplyRow} story */
export function drawStory(ctx, map, story) {
  const { geo } = map;
  const line = story.line.filter((place) => place < geo.count);
  const stop = line.findIndex((place) => story.closed.includes(place));
  /** @param {number[]} places @param {string} colour @param {number[]} dash */
  const leg = (places, colour, dash) => {
    if (places.length < 2) return;
    for (const [ink, wide] of /** @type {[string, number][]} */ ([["#fffdf5", 18], [colour, 11]])) {
      ctx.strokeStyle = ink;
      ctx.lineWidth = wide;
      ctx.setLineDash(ink === colour ? dash : []);
      ctx.beginPath();
      places.forEach((place, k) => (k ? ctx.lineTo(...geo.centre(place)) : ctx.moveTo(...geo.centre(place))));
      ctx.stroke();
    }
    ctx.setLineDash([]);
  };
  leg(stop < 0 ? [] : line.slice(stop), "#7d7568", [20, 12]);
  leg(stop < 0 ? line : line.slice(0, stop + 1), "#c8371b", [3, 18]);
  for (const place of story.closed) if (place < geo.count) cross(ctx, geo.centre(place), 24, "#fffdf5", "#c8371b");
  if (story.at >= 0) ring(ctx, geo, story.at, "#c8371b", [18, 12], 0.9, 10);
  drawArrows(ctx, map, story.why.map((one) => (one.path ?? []).filter((place) => place < geo.count)).filter((way) => way.length > 1).map((way) => /** @type {Arrow} */ (["attackway", "", ...way])));
}

/** A combat before its die, or with what it brought: `when` is `before` or `after`.
 * @param {Ctx} ctx @param {MapView} map @param {Combat & { brief: string }} combat @param {"before" | "after" | null} when */
export function drawCombat(ctx, map, combat, when) {
  const { geo } = map;
  const targets = combat.at.filter((place) => place < geo.count);
  if (when === "before") {
    for (const place of targets) ring(ctx, geo, place, "#c8371b", [], 0.96, 12);
    const from = [...new Set(combat.a.map(([, place]) => place))].filter((place) => place >= 0 && place < geo.count);
    const arrows = from.flatMap((place) => targets.filter((target) => target !== place).map((target) => /** @type {Arrow} */ ([geo.neighbours(place).includes(target) ? "attack" : "support", "", place, target])));
    drawArrows(ctx, map, arrows);
    if (targets.length && combat.brief) tag(ctx, map, geo.centre(targets[0]), from.map((place) => geo.centre(place)), combat.brief);
    return;
  }
  const ways = combat.mv.map(([, path, kind]) => /** @type {Arrow} */ ([kind === "retreat" || kind === "advance" ? kind : "move", "", ...path.filter((place) => place < geo.count)]));
  drawArrows(ctx, map, ways.filter((way) => way.length > 3));
  /** @type {Map<number, number[]>} */
  const fallen = new Map();
  for (const [piece, place, , after] of [...combat.a, ...combat.d]) if (after < 0 && place >= 0 && place < geo.count) fallen.set(place, [...(fallen.get(place) ?? []), piece]);
  for (const [place, pieces] of fallen) {
    const [x, y] = geo.centre(place);
    pieces.slice(0, 4).forEach((piece, k) => {
      const at = /** @type {Point} */ ([x - SIZE * 0.35 + (k % 2) * SIZE * 0.7, y + (k > 1 ? SIZE * 0.5 : -SIZE * 0.1)]);
      ghost(ctx, map, piece, at);
    });
  }
  for (const [place, side] of combat.taken) if (place < geo.count) ring(ctx, geo, place, SIDE_COLOURS[side] ?? SIDE_COLOURS[0], [], 0.96, 10);
}

/** The odds, opposite to those who attack.
 * @param {Ctx} ctx @param {MapView} map @param {Point} at @param {Point[]} from @param {string} text */
function tag(ctx, map, [x, y], from, text) {
  const [mx, my] = from.length ? [0, 1].map((k) => from.reduce((sum, point) => sum + point[k], 0) / from.length) : [x, y + 1];
  const far = Math.hypot(x - mx, y - my) || 1;
  const grow = Math.max(1, 0.28 / map.view.z);
  const at = [x + ((x - mx) / far) * SIZE * 0.95, y + ((y - my) / far) * SIZE * 0.95];
  ctx.font = `700 ${40 * grow}px system-ui, sans-serif`;
  const shown = text.length > 12 ? `${text.slice(0, 11)}…` : text;
  const wide = ctx.measureText(shown).width + 34 * grow;
  ctx.fillStyle = "#c8371b";
  ctx.strokeStyle = "#fffdf5";
  ctx.lineWidth = 5 * grow;
  ctx.beginPath();
  ctx.roundRect(at[0] - wide / 2, at[1] - 29 * grow, wide, 58 * grow, 29 * grow);
  ctx.stroke();
  ctx.fill();
  ctx.fillStyle = "#fff";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(shown, at[0], at[1] + 2 * grow);
}

/** A pale counter of a unit that died, crossed out.
 * @param {Ctx} ctx @param {MapView} map @param {number} piece @param {Point} at */
function ghost(ctx, map, piece, at) {
  const number = map.shown.ghosts?.get(piece);
  if (number !== undefined) {
    const size = SIZE * 0.95;
    ctx.globalAlpha = 0.45;
    whole(ctx, map.counters.sprite(piece, number, 96), at[0] - size / 2, at[1] - size / 2, size);
    ctx.globalAlpha = 1;
  }
  cross(ctx, at, 20, "#fffdf5", SIDE_COLOURS[map.game.sideOf(piece)] ?? SIDE_COLOURS[0]);
}

/** `since`: `{position}` of an earlier frame.
 * @param {Ctx} ctx @param {MapView} map @param {Position} since @param {Position} now */
export function drawChanges(ctx, map, since, now) {
  const before = since.at;
  const { geo, game } = map;
  for (const [piece, place] of now.at) {
    const was = before.get(piece);
    if (was === place || place >= geo.count) continue;
    if (was === undefined || was >= geo.count) {
      mark(ctx, geo.centre(place), "+", SIDE_COLOURS[game.sideOf(piece)]);
      continue;
    }
    const [a, b] = [geo.centre(was), geo.centre(place)];
    ctx.strokeStyle = SIDE_COLOURS[game.sideOf(piece)];
    ctx.lineWidth = 5;
    ctx.setLineDash([4, 12]);
    ctx.beginPath();
    ctx.moveTo(...a);
    ctx.lineTo(...b);
    ctx.stroke();
    ctx.setLineDash([]);
    ring(ctx, geo, place, SIDE_COLOURS[game.sideOf(piece)], [], 0.9, 5);
  }
  for (const [piece, place] of before) {
    if (!now.at.has(piece) && place < geo.count) cross(ctx, geo.centre(place), 26, "#fffdf5", SIDE_COLOURS[game.sideOf(piece)]);
    else if (now.at.get(piece) === place && place < geo.count && (now.steps.get(piece) ?? 0) < (since.steps.get(piece) ?? 0)) {
      mark(ctx, geo.centre(place), "−", SIDE_COLOURS[game.sideOf(piece)]);
    }
  }
  for (const [place, side] of now.control) {
    if ((since.control.get(place) ?? 0) === side || place >= geo.count) continue;
    const path = new Path2D();
    geo.hexPath(path, place, 0.97);
    ctx.fillStyle = SIDE_COLOURS[side];
    ctx.globalAlpha = 0.2;
    ctx.fill(path);
    ctx.globalAlpha = 1;
  }
}

/** Hexes in which two positions differ: a thin rim; those that another side holds there: a thick one in the colour of who holds them.
 * @param {Ctx} ctx @param {MapView} map @param {Set<number>} places @param {Set<number>} held */
export function drawDifferences(ctx, map, places, held) {
  for (const place of places) if (!held.has(place)) ring(ctx, map.geo, place, "#b5488a", [10, 12], 0.93, 6);
  for (const place of held) {
    const side = map.shown.position.control.get(place) ?? 0;
    ring(ctx, map.geo, place, SIDE_COLOURS[side] ?? SIDE_COLOURS[0], side % 2 ? [] : [26, 10], 0.95, 14);
  }
}

/** @param {Ctx} ctx @param {Geometry} geo @param {number} place @param {string} colour @param {number[]} [dash] */
function ring(ctx, geo, place, colour, dash = /** @type {number[]} */ ([]), share = 0.93, wide = 8) {
  if (place < 0 || place >= geo.count) return;
  const path = new Path2D();
  geo.hexPath(path, place, share);
  ctx.strokeStyle = colour;
  ctx.lineWidth = wide;
  ctx.setLineDash(dash);
  ctx.stroke(path);
  ctx.setLineDash([]);
}

/** @param {Ctx} ctx @param {Point} at @param {number} r @param {string} under @param {string} over */
function cross(ctx, [x, y], r, under, over) {
  for (const [colour, wide] of /** @type {[string, number][]} */ ([[under, r * 0.75], [over, r * 0.4]])) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = wide;
    ctx.beginPath();
    ctx.moveTo(x - r, y - r);
    ctx.lineTo(x + r, y + r);
    ctx.moveTo(x - r, y + r);
    ctx.lineTo(x + r, y - r);
    ctx.stroke();
  }
}

/** @param {Ctx} ctx @param {Point} at @param {string} text @param {string} colour */
function mark(ctx, [x, y], text, colour) {
  const [mx, my] = [x + PITCH * 0.3, y + SIZE * 0.42];
  ctx.fillStyle = colour;
  ctx.strokeStyle = "#fffdf5";
  ctx.lineWidth = 4;
  ctx.beginPath();
  ctx.arc(mx, my, 20, 0, 7);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = "#fff";
  ctx.font = "700 32px system-ui, sans-serif";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, mx, my + 1);
}
