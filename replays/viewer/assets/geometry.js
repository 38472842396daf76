/** Where hexes, corners and sides lie, in units of the map (a hex is 100 from centre to corner). */
import { mix } from "./util.js";

export const SIZE = 100;
const ROOT3 = Math.sqrt(3);
export const PITCH = SIZE * ROOT3;

/** @type {Point[]} */
const NEIGHBOURS = [[1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]];
/** @type {Record<string, Point[]>} */
const CORNERS = {
  pointy: [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]],
  flat: [[1, -1], [2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1]],
};

/** Geometry of one board. A corner is named by its lattice point `x,y`, shared by the hexes that meet there. */
export class Geometry {
  /** @type {WeakMap<Board, Geometry>} */
  static _made = new WeakMap();

  /** The geometry of a board, made once.
   * @param {Board} board */
  static of(board) {
    const made = this._made.get(board) ?? new Geometry(board);
    this._made.set(board, made);
    return made;
  }

  /** @param {Board} board */
  constructor(board) {
    /** @type {Point[]} */
    this.centres = [];
    /** @type {Map<string, number>} */
    this.byCell = new Map();
    this.flat = board.flat;
    this.offsets = CORNERS[board.flat ? "flat" : "pointy"];
    const [half, long] = [SIZE / 2, (SIZE * ROOT3) / 2];
    this.ux = board.flat ? half : long;
    this.uy = board.flat ? long : half;
    this.count = board.hexes;
    this.q = board.q;
    this.r = board.r;
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < board.hexes; i++) {
      this.byCell.set(`${board.q[i]},${board.r[i]}`, i);
      const [x, y] = this.point(this.lattice(i));
      this.centres.push([x, y]);
      box[0] = Math.min(box[0], x - SIZE);
      box[1] = Math.min(box[1], y - SIZE);
      box[2] = Math.max(box[2], x + SIZE);
      box[3] = Math.max(box[3], y + SIZE);
    }
    this.box = box;
  }

  /** @param {number} i @returns {Point} */
  lattice(i) {
    const [q, r] = [this.q[i], this.r[i]];
    return this.flat ? [3 * q, 2 * r + q] : [2 * q + r, 3 * r];
  }

  /** @param {Point} at @returns {Point} */
  point([x, y]) {
    return [x * this.ux, y * this.uy];
  }

  /** @param {number} i */
  centre(i) {
    return this.centres[i];
  }

  /** @param {number} i @param {number} k */
  neighbour(i, k) {
    return this.byCell.get(`${this.q[i] + NEIGHBOURS[k][0]},${this.r[i] + NEIGHBOURS[k][1]}`) ?? -1;
  }

  /** @param {number} i @returns {number[]} */
  neighbours(i) {
    return [0, 1, 2, 3, 4, 5].map((k) => this.neighbour(i, k)).filter((n) => n >= 0);
  }

  /** @param {number} i @returns {Point[]} */
  corners(i) {
    const [x, y] = this.lattice(i);
    return this.offsets.map(([dx, dy]) => /** @type {Point} */ ([x + dx, y + dy]));
  }

  /** The corners of the side between two adjacent hexes.
   * @param {number} a @param {number} b @returns {[Point, Point] | null} */
  side(a, b) {
    for (let k = 0; k < 6; k++) {
      if (this.neighbour(a, k) === b) {
        const corners = this.corners(a);
        return [corners[k], corners[(k + 1) % 6]];
      }
    }
    return null;
  }

  /** A corner moved a little: coasts and rivers look surveyed, not ruled.
   * @param {Point} corner @returns {Point} */
  soft(corner) {
    const [x, y] = this.point(corner);
    const reach = (SIZE * 0.11) / 1000;
    return [x + mix(corner[0], corner[1], 1) * reach, y + mix(corner[0], corner[1], 2) * reach];
  }

  /** Where a road passes from a to b.
   * @param {number} a @param {number} b @returns {Point | null} */
  crossing(a, b) {
    const side = this.side(a, b);
    if (!side) return null;
    const [p, q] = [this.soft(side[0]), this.soft(side[1])];
    return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  }

  /** The hex at a point of the map, -1 for none.
   * @param {number} x @param {number} y */
  hexAt(x, y) {
    const fq = this.flat ? ((2 / 3) * x) / SIZE : ((ROOT3 / 3) * x - y / 3) / SIZE;
    const fr = this.flat ? (-x / 3 + (ROOT3 / 3) * y) / SIZE : ((2 / 3) * y) / SIZE;
    let [q, r] = [Math.round(fq), Math.round(fr)];
    const s = Math.round(-fq - fr);
    const [dq, dr, ds] = [Math.abs(q - fq), Math.abs(r - fr), Math.abs(s + fq + fr)];
    if (dq > dr && dq > ds) q = -r - s;
    else if (dr > ds) r = -q - s;
    return this.byCell.get(`${q},${r}`) ?? -1;
  }

  /** The polygon of one hex, shrunk by a share.
   * @param {Path2D} path @param {number} i */
  hexPath(path, i, share = 1) {
    const [cx, cy] = this.centres[i];
    this.corners(i).forEach((corner, k) => {
      const [x, y] = this.point(corner);
      const at = /** @type {Point} */ ([cx + (x - cx) * share, cy + (y - cy) * share]);
      k ? path.lineTo(...at) : path.moveTo(...at);
    });
    path.closePath();
  }

  /** Rings of corners round a set of hexes.
   * @param {Set<number>} cells @returns {Point[][]} */
  rings(cells) {
    /** @type {Map<string, [Point, Point]>} */
    const after = new Map();
    for (const i of cells) {
      const corners = this.corners(i);
      for (let k = 0; k < 6; k++) {
        if (!cells.has(this.neighbour(i, k))) after.set(corners[k].join(), [corners[k], corners[(k + 1) % 6]]);
      }
    }
    const rings = [];
    while (after.size) {
      const [start, first] = [...after.entries()][0];
      const ring = [first[0]];
      after.delete(start);
      let at = first[1];
      while (at.join() !== start) {
        ring.push(at);
        const next = after.get(at.join());
        if (!next) break; // a ring closes: this is never so
        after.delete(at.join());
        at = next[1];
      }
      rings.push(ring);
    }
    return rings;
  }

  /** Outline of a set of hexes along the grid.
   * @param {Set<number>} cells */
  outline(cells, path = new Path2D()) {
    for (const ring of this.rings(cells)) {
      ring.forEach((corner, k) => (k ? path.lineTo(...this.point(corner)) : path.moveTo(...this.point(corner))));
      path.closePath();
    }
    return path;
  }

  /** Outline with rounded, slightly wavering edges; corners for which `sharp` is true stay where they are.
   * @param {Set<number>} cells @param {(corner: Point) => boolean} sharp */
  softOutline(cells, sharp, path = new Path2D()) {
    for (const ring of this.rings(cells)) {
      const points = ring.map((corner) => (sharp(corner) ? this.point(corner) : this.soft(corner)));
      const flags = ring.map(sharp);
      const n = points.length;
      /** @param {number} i @param {number} j @returns {Point} */
      const half = (i, j) => [(points[i][0] + points[j][0]) / 2, (points[i][1] + points[j][1]) / 2];
      path.moveTo(...half(n - 1, 0));
      for (let i = 0; i < n; i++) {
        const next = half(i, (i + 1) % n);
        if (flags[i]) {
          path.lineTo(...points[i]);
          path.lineTo(...next);
        } else path.quadraticCurveTo(...points[i], ...next);
      }
      path.closePath();
    }
    return path;
  }
}

/** Edges `[key, key]` joined into the longest lines that do not fork.
 * @template {string | number} K
 * @param {[K, K][]} edges
 * @returns {K[][]} */
export function chains(edges) {
  /** @type {Map<K, K[]>} */
  const near = new Map();
  /** @param {K} key */
  const beside = (key) => near.get(key) ?? [];
  for (const [a, b] of edges) {
    for (const [one, two] of [[a, b], [b, a]]) if (!beside(one).includes(two)) near.set(one, [...beside(one), two]);
  }
  const used = new Set();
  /** @param {K} a @param {K} b */
  const take = (a, b) => {
    used.add(`${a}|${b}`);
    used.add(`${b}|${a}`);
  };
  /** @param {K} a @param {K} b */
  const walk = (a, b) => {
    const line = [a, b];
    take(a, b);
    for (let last = b; beside(last).length === 2; last = line[line.length - 1]) {
      const next = beside(last).find((n) => !used.has(`${last}|${n}`));
      if (next === undefined) break;
      take(last, next);
      line.push(next);
    }
    return line;
  };
  const found = [];
  const starts = [...near.keys()].filter((n) => beside(n).length !== 2);
  for (const start of [...starts, ...near.keys()]) {
    for (const n of beside(start)) if (!used.has(`${start}|${n}`)) found.push(walk(start, n));
  }
  return found;
}
