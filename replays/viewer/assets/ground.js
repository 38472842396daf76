/** The land: terrain, water, roads, names. Everything that never changes in a game. */
import { SIZE, chains } from "./geometry.js";
import { texture } from "./textures.js";
import { mix } from "./util.js";

const REGIONS = ["bocage", "rough", "mountain", "alpine", "void", "marsh", "woods", "urban"];
const SETTLED = ["village", "town"];
const GRID = 20 * SIZE; // the grid is kept in squares of this width: what lies out of sight is not stroked
const SLOPES = ["cliff", "bluff"];

export class Ground {
  /** @param {Game} game @param {Geometry} geometry */
  constructor(game, geometry) {
    this.game = game;
    this.geo = geometry;
    this.board = game.board;
    this.draw = game.data.draw;
    /** @type {Record<string, Map<string, HTMLCanvasElement>>} */
    this.tiles = { light: new Map(), dark: new Map() };
    this.looks = this._looks();
    this.all = new Path2D();
    this._regions();
    this._waters();
    this._roads();
    this.grid = this._grid();
    this.labels = this._names();
    /** Outline of the hexes in play, and all that lies outside. @type {{ key: number[] | null, inner: Path2D, veil: Path2D }} */
    this._clip = { key: null, inner: new Path2D(), veil: new Path2D() };
  }

  /** @param {number} i */
  terrain(i) {
    return this.board.terrains[this.board.terrain[i]];
  }

  /** @param {number} i */
  features(i) {
    return this.board.features[i] ?? [];
  }

  /** @param {number} i */
  builtUp(i) {
    const features = this.features(i);
    return SETTLED.includes(this.terrain(i)) || features.some((f) => SETTLED.includes(f) || f.endsWith("city"));
  }

  /** Look of each hex; settlements take the ground of their neighbours. */
  _looks() {
    /** @type {(string | null)[]} */
    const direct = [];
    for (let i = 0; i < this.geo.count; i++) direct.push(this.draw.looks[this.terrain(i)] ?? null);
    return direct.map((look, i) => {
      if (look) return look;
      const around = this.geo.neighbours(i).map((n) => direct[n]);
      const counted = ["clear", "rough", "bocage"].map((kind) => /** @type {[number, string]} */ ([around.filter((a) => a === kind).length, kind]));
      const best = counted.sort((a, b) => b[0] - a[0])[0];
      return best[0] ? best[1] : "clear";
    });
  }

  _regions() {
    const all = new Set(this.looks.keys());
    const seen = new Map();
    for (const i of all) for (const corner of this.geo.corners(i)) seen.set(corner.join(), (seen.get(corner.join()) ?? 0) + 1);
    /** @param {Point} corner */
    const sharp = (corner) => seen.get(corner.join()) < 3;
    this.geo.outline(all, this.all);
    /** @type {Map<string, Path2D>} */
    this.regions = new Map();
    for (const look of [...REGIONS, "sea"]) {
      const cells = new Set([...all].filter((i) => this.looks[i] === look));
      if (cells.size) this.regions.set(look, this.geo.softOutline(cells, sharp));
    }
  }

  _waters() {
    const corners = new Map();
    /** @param {Point} corner */
    const key = (corner) => {
      corners.set(corner.join(), corner);
      return corner.join();
    };
    /** @type {{ name: string, path: Path2D, width: number, ruled: boolean }[]} */
    this.rivers = [];
    /** @type {{ name: string, edges: [Point, Point][], slope: boolean }[]} */
    this.slopes = [];
    const bridged = [];
    for (const [kind, name] of this.board.kinds.entries()) {
      const sides = this.board.sides.filter((side) => side[2] === kind);
      if (!sides.length) continue;
      const edges = sides.map(([a, b]) => this.geo.side(a, b)).filter((edge) => edge !== null);
      const water = this.draw.waters[name];
      if (!water) {
        this.slopes.push({ name, edges, slope: SLOPES.includes(name) });
        continue;
      }
      const path = new Path2D();
      for (const line of chains(edges.map(([a, b]) => /** @type {[string, string]} */ ([key(a), key(b)])))) {
        const points = line.map((k) => this.geo.soft(/** @type {Point} */ (corners.get(k))));
        smooth(path, points, Boolean(water[1]));
      }
      this.rivers.push({ name, path, width: water[0] * SIZE, ruled: Boolean(water[1]) });
      const carrying = sides.filter((side) => side[4]);
      if (carrying.length && (carrying.length < sides.length || sides.length < 30)) bridged.push(...carrying);
    }
    this.rivers.sort((a, b) => a.width - b.width);
    /** @type {[number, number][]} */
    this.bridges = bridged.map(([a, b]) => [a, b]);
  }

  _roads() {
    /** @type {Map<string, Path2D[]>} */
    this.roads = new Map();
    for (const [kind, name] of this.board.kinds.entries()) {
      const links = this.board.links.filter((link) => link[2] === kind);
      if (!links.length) continue;
      const path = new Path2D();
      for (const line of chains(links.map(([a, b]) => /** @type {[number, number]} */ ([a, b])))) {
        path.moveTo(...this.geo.centre(line[0]));
        for (let i = 0; i + 1 < line.length; i++) {
          const across = this.geo.crossing(line[i], line[i + 1]) ?? this.geo.centre(line[i + 1]);
          i ? path.quadraticCurveTo(...this.geo.centre(line[i]), ...across) : path.lineTo(...across);
        }
        path.lineTo(...this.geo.centre(line[line.length - 1]));
      }
      const sort = name.includes("rail") ? "rail" : name.startsWith("main") ? "main" : "minor";
      this.roads.set(sort, [...(this.roads.get(sort) ?? []), path]);
    }
  }

  _grid() {
    /** @type {Map<string, { x: number, y: number, path: Path2D }>} */
    const cells = new Map();
    for (let i = 0; i < this.geo.count; i++) {
      const [x, y] = this.geo.centre(i);
      const key = `${Math.floor(x / GRID)},${Math.floor(y / GRID)}`;
      if (!cells.has(key)) cells.set(key, { x: Math.floor(x / GRID) * GRID, y: Math.floor(y / GRID) * GRID, path: new Path2D() });
      const { path } = /** @type {{ path: Path2D }} */ (cells.get(key));
      const corners = this.geo.corners(i).map((corner) => this.geo.point(corner));
      for (let k = 0; k < 6; k++) {
        if (k < 3 || this.geo.neighbour(i, k) < 0) {
          path.moveTo(...corners[k]);
          path.lineTo(...corners[(k + 1) % 6]);
        }
      }
    }
    return [...cells.values()];
  }

  /** Names of places, those of adjacent hexes once: `{text, x, y, big}`. */
  _names() {
    const done = new Set();
    const out = [];
    for (const key of Object.keys(this.board.names)) {
      const i = Number(key);
      if (i >= this.geo.count || done.has(i)) continue;
      const name = this.board.names[i];
      const group = [i];
      done.add(i);
      for (const member of group) {
        for (const n of this.geo.neighbours(member)) {
          if (!done.has(n) && this.board.names[n] === name) {
            done.add(n);
            group.push(n);
          }
        }
      }
      const points = group.map((member) => this.geo.centre(member));
      const city = this.terrain(i) === "city" || this.features(i).some((f) => f.endsWith("city"));
      const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
      const top = Math.min(...points.map((p) => p[1]));
      const y = group.length > 1 ? top - SIZE * 0.62 : points[0][1] + SIZE * 0.72;
      out.push({ text: city && group.length > 1 ? name.toUpperCase() : name, x, y, big: city });
    }
    return out.sort((a, b) => Number(b.big) - Number(a.big));
  }

  // ------------------------------------------------------------------ painting
  /** Paint what lies in `box` (map units) on a context whose transform is set; `zoom` = pixels a unit.
   * @param {Ctx} ctx @param {number} zoom @param {number[]} box @param {string} themeName @param {number[]} clip */
  paint(ctx, zoom, box, themeName, clip, names = true) {
    const theme = this.draw.themes[themeName];
    const px = 1 / zoom;
    ctx.lineJoin = ctx.lineCap = "round";
    ctx.fillStyle = theme.grounds.clear;
    ctx.fill(this.all);
    this._texture(ctx, "clear", this.all, themeName, zoom);
    for (const look of REGIONS) {
      const region = this.regions.get(look);
      if (!region) continue;
      ctx.fillStyle = theme.grounds[look];
      ctx.fill(region);
      this._texture(ctx, look, region, themeName, zoom);
    }
    this._settlements(ctx, theme, zoom, box);
    for (const river of this.rivers) {
      ctx.strokeStyle = theme.river_bank;
      ctx.lineWidth = Math.max(river.width + SIZE * 0.035, 1.6 * px);
      ctx.stroke(river.path);
    }
    for (const river of this.rivers) {
      ctx.strokeStyle = theme.river;
      ctx.lineWidth = Math.max(river.width, 1.2 * px);
      ctx.stroke(river.path);
    }
    const sea = this.regions.get("sea");
    if (sea) {
      ctx.fillStyle = theme.sea;
      ctx.fill(sea);
      ctx.save();
      ctx.clip(sea);
      ctx.strokeStyle = theme.sea_edge;
      ctx.globalAlpha = 0.35;
      for (const wide of [0.9, 0.55, 0.25]) {
        ctx.lineWidth = SIZE * wide;
        ctx.stroke(sea);
      }
      ctx.globalAlpha = 1;
      ctx.restore();
      this._texture(ctx, "sea", sea, themeName, zoom);
      ctx.strokeStyle = theme.coast;
      ctx.lineWidth = Math.max(SIZE * 0.03, px);
      ctx.stroke(sea);
    }
    this._sides(ctx, theme, zoom, box);
    if (zoom > 0.1) {
      ctx.strokeStyle = theme.grid;
      ctx.globalAlpha = Math.min(0.4, zoom * 1.2);
      ctx.lineWidth = Math.max(SIZE * 0.016, 0.6 * px);
      for (const { x, y, path } of this.grid) {
        if (x < box[2] + SIZE && y < box[3] + SIZE && x + GRID > box[0] - SIZE && y + GRID > box[1] - SIZE) ctx.stroke(path);
      }
      ctx.globalAlpha = 1;
    }
    this._lanes(ctx, theme, px);
    if (zoom > 0.2) for (const [a, b] of this.bridges) this.bridge(ctx, theme, a, b, "");
    if (zoom > 0.16) this._features(ctx, theme, box);
    this._veil(ctx, theme, clip, px);
    if (names) this._lettering(ctx, theme, zoom, box);
  }

  /** @param {Ctx} ctx @param {string} look @param {Path2D} path @param {string} themeName @param {number} zoom */
  _texture(ctx, look, path, themeName, zoom) {
    if (zoom < 0.1) return;
    const pattern = texture(ctx, look, this.draw.themes[themeName], this.tiles[themeName]);
    if (!pattern) return;
    ctx.globalAlpha = Math.min(1, (zoom - 0.1) * 6);
    ctx.fillStyle = pattern;
    ctx.fill(path);
    ctx.globalAlpha = 1;
  }

  /** @param {number} i @param {number[]} box */
  _inside(i, box) {
    const [x, y] = this.geo.centre(i);
    return x > box[0] - SIZE && x < box[2] + SIZE && y > box[1] - SIZE && y < box[3] + SIZE;
  }

  /** @param {Ctx} ctx @param {Theme} theme @param {number} zoom @param {number[]} box */
  _settlements(ctx, theme, zoom, box) {
    const t = theme.textures;
    for (let i = 0; i < this.geo.count; i++) {
      const urban = this.looks[i] === "urban";
      if ((!urban && !this.builtUp(i)) || !this._inside(i, box)) continue;
      const [x, y] = this.geo.centre(i);
      if (urban) {
        ctx.fillStyle = t.block;
        ctx.strokeStyle = t.block_edge;
        ctx.lineWidth = 1.4;
        for (let row = -3; row <= 3; row++) {
          for (let column = -3; column <= 3; column++) {
            if (mix(row * 7 + i, column, 300) > 820) continue;
            const [bx, by] = [column * 25, row * 23];
            if (bx * bx + by * by > 76 * 76) continue;
            const [w, h] = [20 + mix(row, column + i, 302) * 0.0025, 18 + mix(column, row + i, 303) * 0.0025];
            ctx.beginPath();
            ctx.rect(x + bx - w / 2, y + by - h / 2, w, h);
            ctx.fill();
            if (zoom > 0.25) ctx.stroke();
          }
        }
      } else {
        const city = this.features(i).some((f) => f.endsWith("city"));
        ctx.fillStyle = t.house;
        ctx.strokeStyle = t.block_edge;
        ctx.lineWidth = 1.2;
        for (let n = 0; n < (city ? 26 : 13); n++) {
          const reach = city ? 0.06 : 0.042;
          const [hx, hy] = [x + mix(n, i, 400) * reach, y + mix(n, i, 450) * reach];
          const [w, h] = n % 2 ? [14, 8] : [9, 12];
          ctx.beginPath();
          ctx.rect(hx - w / 2, hy - h / 2, w, h);
          ctx.fill();
          if (zoom > 0.25) ctx.stroke();
        }
      }
    }
  }

  /** @param {Ctx} ctx @param {Theme} theme @param {number} zoom @param {number[]} box */
  _sides(ctx, theme, zoom, box) {
    for (const { edges, slope } of this.slopes) {
      for (const [a, b] of edges) {
        const [p, q] = [this.geo.soft(a), this.geo.soft(b)];
        if (p[0] < box[0] - SIZE || p[0] > box[2] + SIZE || p[1] < box[1] - SIZE || p[1] > box[3] + SIZE) continue;
        ctx.strokeStyle = slope ? theme.textures.slope : theme.textures.reed;
        ctx.lineWidth = 5;
        ctx.beginPath();
        ctx.moveTo(...p);
        ctx.lineTo(...q);
        if (slope && zoom > 0.15) {
          const [dx, dy] = [(q[0] - p[0]) / 6, (q[1] - p[1]) / 6];
          for (let k = 1; k < 6; k++) {
            ctx.moveTo(p[0] + dx * k, p[1] + dy * k);
            ctx.lineTo(p[0] + dx * k - dy * 0.8, p[1] + dy * k + dx * 0.8);
          }
        }
        ctx.stroke();
      }
    }
  }

  /** @param {Ctx} ctx @param {Theme} theme @param {number} px */
  _lanes(ctx, theme, px) {
    /** @type {[string, string, number, number[]][]} */
    const layers = [
      ["rail", theme.ink, 4.5, []],
      ["rail", theme.ink, 13, [3.5, 15]],
      ["minor", theme.minor_case, 8, []],
      ["minor", theme.minor_road, 4.4, []],
      ["main", theme.main_case, 13, []],
      ["main", theme.main_road, 7.8, []],
    ];
    for (const [sort, colour, width, dash] of layers) {
      for (const path of this.roads.get(sort) ?? []) {
        ctx.save();
        ctx.strokeStyle = colour;
        ctx.setLineDash(dash);
        if (dash.length) ctx.lineCap = "butt";
        ctx.lineWidth = Math.max(width, (sort === "main" ? 1.2 : 0.7) * px);
        ctx.stroke(path);
        ctx.restore();
      }
    }
  }

  /** A bridge between two hexes; `state` "blown" or "pontoon" as it is now.
   * @param {Ctx} ctx @param {Theme} theme @param {number} a @param {number} b @param {string} state */
  bridge(ctx, theme, a, b, state) {
    const mid = this.geo.crossing(a, b);
    if (!mid) return;
    const [ca, cb] = [this.geo.centre(a), this.geo.centre(b)];
    const far = Math.hypot(cb[0] - ca[0], cb[1] - ca[1]);
    ctx.save();
    ctx.translate(...mid);
    ctx.rotate(Math.atan2((cb[1] - ca[1]) / far, (cb[0] - ca[0]) / far));
    ctx.lineWidth = 4.5;
    ctx.strokeStyle = theme.ink;
    ctx.fillStyle = state === "pontoon" ? theme.sand : theme.halo;
    ctx.fillRect(-18, -7, 36, 14);
    ctx.beginPath();
    for (const s of [-1, 1]) {
      ctx.moveTo(-24, s * 13);
      ctx.lineTo(-18, s * 8);
      ctx.lineTo(18, s * 8);
      ctx.lineTo(24, s * 13);
    }
    ctx.stroke();
    if (state === "blown") {
      for (const [colour, wide] of /** @type {[string, number][]} */ ([[theme.arrow_case, 14], ["#d55e00", 8]])) {
        ctx.strokeStyle = colour;
        ctx.lineWidth = wide;
        ctx.beginPath();
        ctx.moveTo(-16, -16);
        ctx.lineTo(16, 16);
        ctx.moveTo(-16, 16);
        ctx.lineTo(16, -16);
        ctx.stroke();
      }
    } else if (state === "pontoon") {
      ctx.lineWidth = 7;
      ctx.beginPath();
      for (const k of [-1, 0, 1]) {
        ctx.moveTo(k * 11, -15);
        ctx.lineTo(k * 11, 15);
      }
      ctx.stroke();
    }
    ctx.restore();
  }

  /** @param {Ctx} ctx @param {Theme} theme @param {number[]} box */
  _features(ctx, theme, box) {
    for (const key of Object.keys(this.board.features)) {
      const i = Number(key);
      if (!this._inside(i, box)) continue;
      const features = this.features(i);
      const [x, y] = this.geo.centre(i);
      ctx.lineCap = "round";
      if (features.includes("airfield")) {
        for (const [colour, wide] of /** @type {[string, number][]} */ ([[theme.faint, 11], [theme.halo, 6]])) {
          ctx.strokeStyle = colour;
          ctx.lineWidth = wide;
          ctx.beginPath();
          ctx.moveTo(x - 45, y + 12);
          ctx.lineTo(x + 45, y - 16);
          ctx.moveTo(x - 20, y - 28);
          ctx.lineTo(x + 16, y + 30);
          ctx.stroke();
        }
      }
      if (features.includes("port") || features.includes("inland_port")) {
        const [ax, ay] = [x + 42, y + 30];
        ctx.strokeStyle = theme.ink;
        ctx.lineWidth = 5;
        ctx.beginPath();
        ctx.moveTo(ax, ay - 16);
        ctx.lineTo(ax, ay + 16);
        ctx.moveTo(ax - 8, ay - 8);
        ctx.lineTo(ax + 8, ay - 8);
        ctx.moveTo(ax - 15, ay + 4);
        ctx.quadraticCurveTo(ax, ay + 27, ax + 15, ay + 4);
        ctx.stroke();
      }
      if (features.includes("strongpoint") || features.includes("fortress") || features.includes("west_wall")) {
        const s = features.includes("fortress") ? 7 : 5;
        ctx.fillStyle = theme.faint;
        ctx.strokeStyle = theme.ink;
        ctx.lineWidth = 2;
        ctx.beginPath();
        const points = [[-4, 3], [-4, -3], [-2, -3], [-2, -1], [-1, -1], [-1, -3], [1, -3], [1, -1], [2, -1], [2, -3], [4, -3], [4, 3]];
        points.forEach(([a, b], k) => (k ? ctx.lineTo(x + a * s, y + b * s) : ctx.moveTo(x + a * s, y + b * s)));
        ctx.closePath();
        ctx.fill();
        ctx.stroke();
      }
    }
  }

  /** Veil what is out of play. `clip`: places of the scenario, empty for all.
   * @param {Ctx} ctx @param {Theme} theme @param {number[]} clip @param {number} px */
  _veil(ctx, theme, clip, px) {
    if (!clip.length) return;
    if (this._clip.key !== clip) {
      const inner = this.geo.outline(new Set(clip));
      const veil = new Path2D();
      veil.addPath(this.all);
      veil.addPath(inner);
      this._clip = { key: clip, inner, veil };
    }
    ctx.fillStyle = theme.veil;
    ctx.globalAlpha = 0.55;
    ctx.fill(this._clip.veil, "evenodd");
    ctx.globalAlpha = 1;
    ctx.strokeStyle = theme.edge;
    ctx.lineWidth = Math.max(7, 1.5 * px);
    ctx.setLineDash([30, 12, 6, 12]);
    ctx.stroke(this._clip.inner);
    ctx.setLineDash([]);
  }

  /** @param {Ctx} ctx @param {Theme} theme @param {number} zoom @param {number[]} box */
  _lettering(ctx, theme, zoom, box) {
    const px = 1 / zoom;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    if (zoom > 0.3) {
      ctx.fillStyle = theme.number;
      ctx.font = `600 ${17}px system-ui, sans-serif`;
      for (let i = 0; i < this.geo.count; i++) {
        if (!this._inside(i, box)) continue;
        const [x, y] = this.geo.centre(i);
        ctx.fillText(this.board.labels[i], x, y - (this.geo.flat ? 72 : 72));
      }
    }
    ctx.lineJoin = "round";
    /** @type {number[][]} */
    const taken = [];
    for (const label of this.labels) {
      if (!label.big && zoom < 0.16) continue;
      if (label.x < box[0] || label.x > box[2] || label.y < box[1] || label.y > box[3]) continue;
      const size = Math.max(label.big ? 34 : 23, (label.big ? 13 : 11) * px);
      ctx.font = `600 ${size}px system-ui, sans-serif`;
      const [half, high] = [ctx.measureText(label.text).width / 2, size * 0.55];
      if (taken.some(([x, y, w, h]) => Math.abs(x - label.x) < w + half && Math.abs(y - label.y) < h + high)) continue;
      taken.push([label.x, label.y, half, high]);
      ctx.strokeStyle = theme.halo;
      ctx.lineWidth = size * 0.28;
      ctx.strokeText(label.text, label.x, label.y);
      ctx.fillStyle = theme.name;
      ctx.fillText(label.text, label.x, label.y);
    }
  }
}

/** @param {Path2D} path @param {Point[]} points @param {boolean} ruled */
function smooth(path, points, ruled) {
  path.moveTo(...points[0]);
  if (ruled || points.length < 3) {
    for (const point of points.slice(1)) path.lineTo(...point);
    return;
  }
  for (let i = 1; i + 1 < points.length; i++) {
    const [a, b] = [points[i], points[i + 1]];
    path.quadraticCurveTo(...a, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
  }
  path.lineTo(...points[points.length - 1]);
}
