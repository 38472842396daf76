/** Small repeating drawings that fill terrain: trees, reeds, hedges, slopes, waves. One tile a look and theme. */
import { mix, pen } from "./util.js";

const TILE = 600; // units of the map
const SCALE = 0.5; // pixels of the tile a unit

/** Positions over the tile, at least `gap` apart also across its edges.
 * @param {number} count @param {number} gap @param {number} salt */
function scatter(count, gap, salt) {
  const key = `${count}|${gap}|${salt}`;
  if (!SCATTERED.has(key)) SCATTERED.set(key, scattered(count, gap, salt));
  return SCATTERED.get(key);
}

const SCATTERED = new Map();

/** @param {number} count @param {number} gap @param {number} salt */
function scattered(count, gap, salt) {
  /** @type {Point[]} */
  const points = [];
  for (let n = 0; n < count * 10 && points.length < count; n++) {
    const x = ((mix(n, salt, 1) + 1000) / 2001) * TILE;
    const y = ((mix(n, salt, 2) + 1000) / 2001) * TILE;
    const free = points.every(([a, b]) => {
      const dx = Math.min(Math.abs(a - x), TILE - Math.abs(a - x));
      const dy = Math.min(Math.abs(b - y), TILE - Math.abs(b - y));
      return dx * dx + dy * dy >= gap * gap;
    });
    if (free) points.push([x, y]);
  }
  return points.sort((p, q) => p[1] - q[1]);
}

/** @param {(ctx: Ctx) => void} draw */
function tile(draw) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = TILE * SCALE;
  const ctx = pen(canvas);
  ctx.scale(SCALE, SCALE);
  for (const dy of [-TILE, 0, TILE]) {
    for (const dx of [-TILE, 0, TILE]) {
      ctx.save();
      ctx.translate(dx, dy);
      draw(ctx);
      ctx.restore();
    }
  }
  return canvas;
}

/** @param {Ctx} ctx @param {number} x @param {number} y @param {number} r */
const disc = (ctx, x, y, r) => {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fill();
};

/** What is drawn for a look, from the colours of a theme. @type {Record<string, (t: Record<string, string>, theme: Theme) => (ctx: Ctx) => void>} */
const DRAW = {
  woods: (t) => (ctx) => {
    for (const [i, [x, y]] of scatter(200, 26, 100).entries()) {
      const r = 12 + (mix(i, 3) + 1000) / 260;
      ctx.fillStyle = t.tree_shade;
      ctx.globalAlpha = 0.4;
      disc(ctx, x + 3, y + 4, r);
      ctx.globalAlpha = 1;
      ctx.fillStyle = t.tree;
      disc(ctx, x, y, r);
      ctx.fillStyle = t.tree_top;
      disc(ctx, x - r * 0.25, y - r * 0.3, r * 0.5);
    }
  },
  marsh: (t, theme) => (ctx) => {
    for (const [x, y] of scatter(70, 44, 200)) {
      ctx.lineWidth = 3;
      ctx.strokeStyle = theme.river;
      line(ctx, [[x - 20, y + 3], [x + 20, y + 3]]);
      ctx.strokeStyle = t.reed;
      line(ctx, [[x - 9, y], [x - 12, y - 12]]);
      line(ctx, [[x, y], [x, y - 17]]);
      line(ctx, [[x + 9, y], [x + 12, y - 12]]);
    }
  },
  bocage: (t) => (ctx) => {
    const [rows, cols] = [9, 8];
    const [high, wide] = [TILE / rows, TILE / cols];
    /** @param {number} r @param {number} c @returns {Point} */
    const corner = (r, c) => {
      const [i, k] = [((r % rows) + rows) % rows, ((c % cols) + cols) % cols];
      return [c * wide + mix(i, k, 900) * 0.02 + (i % 2) * wide * 0.5, r * high + mix(i, k, 901) * 0.018];
    };
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < cols; c++) {
        const tint = mix(r, c, 910);
        const ring = [corner(r, c), corner(r, c + 1), corner(r + 1, c + 1), corner(r + 1, c)];
        ctx.fillStyle = tint < -350 ? t.field_a : tint < 150 ? t.field_b : tint > 600 ? t.field_c : "transparent";
        ctx.beginPath();
        ring.forEach((p, k) => (k ? ctx.lineTo(...p) : ctx.moveTo(...p)));
        ctx.fill();
      }
    }
    ctx.strokeStyle = t.hedge;
    ctx.globalAlpha = 0.6;
    ctx.lineWidth = 3.4;
    ctx.setLineDash([15, 5, 7, 5]);
    for (let r = 0; r < rows; r++) {
      line(ctx, Array.from({ length: cols + 1 }, (_, c) => corner(r, c)));
      for (let c = 0; c < cols; c++) line(ctx, [corner(r, c), corner(r + 1, c)]);
    }
  },
  rough: (t) => (ctx) => {
    ctx.strokeStyle = t.slope;
    ctx.lineWidth = 2.6;
    for (const [x, y] of scatter(60, 52, 600)) {
      ctx.beginPath();
      ctx.moveTo(x - 15, y + 6);
      ctx.quadraticCurveTo(x, y - 18, x + 15, y + 6);
      ctx.moveTo(x - 5, y + 2);
      ctx.lineTo(x - 5, y + 11);
      ctx.moveTo(x + 5, y + 1);
      ctx.lineTo(x + 5, y + 11);
      ctx.stroke();
    }
  },
  mountain: (t) => (ctx) => {
    for (const [x, y] of scatter(42, 66, 700)) {
      ctx.fillStyle = t.slope;
      ctx.globalAlpha = 0.55;
      ctx.beginPath();
      ctx.moveTo(x, y - 24);
      ctx.lineTo(x + 28, y + 20);
      ctx.lineTo(x + 6, y + 20);
      ctx.fill();
      ctx.globalAlpha = 1;
      ctx.strokeStyle = t.slope;
      ctx.lineWidth = 3.6;
      line(ctx, [[x - 28, y + 20], [x, y - 24], [x + 28, y + 20]]);
    }
  },
  clear: (t) => (ctx) => {
    ctx.strokeStyle = t.furrow;
    ctx.lineWidth = 2;
    ctx.globalAlpha = 0.7;
    for (const [i, [x, y]] of scatter(34, 78, 500).entries()) {
      const slope = [4, -4, 2, -3][i % 4];
      for (const k of [-1, 0, 1]) line(ctx, [[x - 17, y + k * 7], [x + 17, y + k * 7 + slope]]);
    }
  },
  sea: (t) => (ctx) => {
    ctx.strokeStyle = t.wave;
    ctx.lineWidth = 2.6;
    for (const [x, y] of scatter(22, 100, 800)) {
      ctx.beginPath();
      ctx.moveTo(x - 26, y);
      ctx.quadraticCurveTo(x - 17, y - 10, x - 9, y);
      ctx.quadraticCurveTo(x, y + 10, x + 9, y);
      ctx.quadraticCurveTo(x + 17, y - 10, x + 26, y);
      ctx.stroke();
    }
  },
};
DRAW.alpine = DRAW.mountain;

/** @param {Ctx} ctx @param {Point[]} points */
function line(ctx, points) {
  ctx.beginPath();
  points.forEach((p, k) => (k ? ctx.lineTo(...p) : ctx.moveTo(...p)));
  ctx.stroke();
}

/** The pattern of a look in a theme, in units of the map; null for looks that have none.
 * @param {Ctx} ctx @param {string} look @param {Theme} theme @param {Map<string, HTMLCanvasElement>} cache */
export function texture(ctx, look, theme, cache) {
  if (!DRAW[look]) return null;
  const drawn = cache.get(look) ?? tile(DRAW[look](theme.textures, theme));
  cache.set(look, drawn);
  const pattern = ctx.createPattern(drawn, "repeat");
  pattern?.setTransform(new DOMMatrix().scale(1 / SCALE));
  return pattern;
}
