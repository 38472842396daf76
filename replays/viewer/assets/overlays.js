/** Overlays: zones of control, supply with its traced paths and what cuts it, control, changes, differences. */
import { PITCH, SIZE } from "./geometry.js";
import { SIDE_COLOURS } from "./util.js";

const CUT = /\b(no|not|out|isolated|cut|unsupplied|emergency)\b/i;
const FAR = 160; // hexes looked at round a unit that is cut off

/** Hatch the hexes of a path: each side its own angle, so that colour is not needed. */
function hatch(ctx, side) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 24;
  const c = canvas.getContext("2d");
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

export function drawZoc(ctx, map, position) {
  const by = new Map();
  for (const key of position.zoc.keys()) {
    const [side, place] = key.split(".").map(Number);
    if (place >= map.geo.count) continue;
    if (!by.has(side)) by.set(side, new Path2D());
    map.geo.hexPath(by.get(side), place, 0.97);
  }
  for (const [side, path] of by) {
    ctx.fillStyle = hatch(ctx, side);
    ctx.globalAlpha = 0.75;
    ctx.fill(path);
    ctx.globalAlpha = 1;
  }
}

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

export const isCut = (standing) => CUT.test(standing);

/** Units of a position that are out of supply: `[{piece, place, standing, rule, cutBy}]`; `cutBy`: the places that hem in. */
export function cutOff(game, geo, position) {
  const out = [];
  for (const [piece, number] of position.supply) {
    const [standing, path, rule] = game.tables.supply[number];
    const place = position.at.get(piece);
    if (!isCut(standing) || place === undefined || place >= geo.count) continue;
    out.push({ piece, place, standing, rule, cutBy: path.length > 1 ? [path.at(-1)] : path.length ? [] : hemmedBy(game, geo, position, piece, place) });
  }
  return out;
}

/** Hexes held or controlled by zones of the other side that border on what a unit can reach without entering one. */
function hemmedBy(game, geo, position, piece, place) {
  const side = game.sideOf(piece);
  const mine = (n) => game.sideOf((position.stacks.get(n) ?? [piece])[0]) === side;
  const blocked = (n) => {
    const stack = position.stacks.get(n);
    if (stack && !mine(n)) return true;
    if (stack) return false;
    for (let other = 1; other <= game.sides.length; other++) if (other !== side && position.zoc.has(`${other}.${n}`)) return true;
    return false;
  };
  const seen = new Set([place]);
  const rim = new Set();
  const queue = [place];
  while (queue.length && seen.size < FAR) {
    for (const n of geo.neighbours(queue.shift())) {
      if (seen.has(n) || rim.has(n)) continue;
      if (blocked(n)) rim.add(n);
      else {
        seen.add(n);
        queue.push(n);
      }
    }
  }
  return seen.size >= FAR ? [] : [...rim];
}

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
    const [x, y] = geo.centre(places.at(-1));
    ctx.fillStyle = ctx.strokeStyle;
    if (!isCut(game.tables.supply[number][0])) ctx.fillRect(x - 14, y - 14, 28, 28);
  }
  ctx.globalAlpha = 1;
  for (const { piece, place, cutBy } of cutOff(game, geo, position)) {
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
    if (map.shown.unit >= 0 && map.shown.unit !== piece) continue;
    for (const n of cutBy) cross(ctx, geo.centre(n), 20, "#111", "#f0e442");
  }
}

/** `since`: `{position}` of an earlier frame. */
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

/** Hexes in which two positions differ. */
export function drawDifferences(ctx, map, places) {
  for (const place of places) ring(ctx, map.geo, place, "#b5488a", [], 0.95, 7);
}

function ring(ctx, geo, place, colour, dash = [], share = 0.93, wide = 8) {
  if (place < 0 || place >= geo.count) return;
  const path = new Path2D();
  geo.hexPath(path, place, share);
  ctx.strokeStyle = colour;
  ctx.lineWidth = wide;
  ctx.setLineDash(dash);
  ctx.stroke(path);
  ctx.setLineDash([]);
}

function cross(ctx, [x, y], r, under, over) {
  for (const [colour, wide] of [[under, r * 0.75], [over, r * 0.4]]) {
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
