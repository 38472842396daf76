/** Counters: the printed face, drawn once for each size and kept on a sheet with others of that size. */
import { SIDE_COLOURS, pen } from "./util.js";

const KEPT = 3000; // sprites
const AREA = 24e6; // pixels of all sheets
const WIDE = 1024; // pixels of a sheet at most
const ROW = 16; // sprites in a row of a sheet at most
const ROOM = 1.3; // of a sprite for a counter of 1: badges and shadow lie around it
/** Where a counter of 100 begins in its sprite. @type {Point} */
const COUNTER = [10, 22];
/** Where a stack too small for values does. @type {Point} */
const TINY = [4, 22];
const FRESH_MOVING = 24; // counters drawn anew in one picture while the map is zoomed
const FRESH_STILL = 120; // and when it stands still
const MARKS = { I: 5.2, X: 9.4 };

/** A drawn counter: where it lies on its sheet, `wide` pixels of it; `origin`: where the counter begins, of a counter of 100.
 * @typedef {{ sheet: HTMLCanvasElement, x: number, y: number, wide: number, origin: Point }} Sprite */
/** Sprites of one size on one canvas, row by row. A canvas of its own for each would cost more than what is drawn on it, and a
 * sheet is copied once when it is drawn on after it was drawn from: who draws many asks for all of them first.
 * @typedef {{ canvas: HTMLCanvasElement, ctx: Ctx, row: number, count: number }} Sheet */

export class Counters {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.draw = game.data.draw;
    /** @type {Map<string, Sprite>} */
    this._kept = new Map();
    /** @type {Map<string, Sprite>} */
    this._last = new Map(); // piece and face -> the sprite that was used last, which stands in while the map is zoomed
    /** Pixels of a sprite -> the sheet that has room. @type {Map<number, Sheet>} */
    this._sheets = new Map();
    /** Pixels of all sheets. */
    this._area = 0;
    this.coarse = false; // while the map is zoomed
    this._fresh = 0;
    this.begin();
  }

  /** A picture begins: so many counters may be drawn anew in it; for others the last sprite stands in. */
  begin() {
    this._fresh = this.coarse ? FRESH_MOVING : FRESH_STILL;
    this.late = false; // true when a counter could not be drawn at its size
  }

  /** Forget what was drawn. */
  forget() {
    for (const all of [this._kept, this._last, this._sheets]) all.clear();
    this._area = 0;
  }

  /** A sprite for a counter of `size` pixels, drawn by `paint` on a field of 100 with its origin.
   * @param {string} key @param {number} size @param {Point} origin @param {(ctx: Ctx) => void} paint @returns {Sprite} */
  _drawn(key, size, origin, paint) {
    if (this._kept.size > KEPT || this._area > AREA) this.forget();
    const wide = Math.ceil(size * ROOM);
    let sheet = this._sheets.get(wide);
    if (!sheet || sheet.count === sheet.row ** 2) {
      const row = Math.max(1, Math.min(ROW, Math.floor(WIDE / wide)));
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = row * wide;
      this._area += canvas.width ** 2;
      sheet = { canvas, ctx: pen(canvas), row, count: 0 };
      this._sheets.set(wide, sheet);
    }
    const { ctx, row, canvas } = sheet;
    const [x, y] = [(sheet.count % row) * wide, Math.floor(sheet.count / row) * wide];
    sheet.count++;
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, wide, wide);
    ctx.clip();
    ctx.translate(x, y);
    ctx.scale(size / 100, size / 100);
    ctx.translate(...origin);
    paint(ctx);
    ctx.restore();
    const sprite = { sheet: canvas, x, y, wide, origin };
    this._kept.set(key, sprite);
    return sprite;
  }

  /** Draw a counter alone on a canvas for it, `px` device pixels wide (with room for badges and shadow around).
   * @param {Ctx} ctx @param {number} piece @param {Face} face @param {number} px */
  alone(ctx, piece, face, px) {
    ctx.scale(px / 100, px / 100);
    ctx.translate(...COUNTER);
    this.paint(ctx, piece, face, px);
  }

  /** The counter, `px` device pixels wide (with room for badges and shadow around).
   * @param {number} piece @param {number} face @param {number} px @returns {Sprite} */
  sprite(piece, face, px) {
    const size = Math.max(8, Math.round(px));
    const who = `${piece}|${face}`;
    const key = `${who}|${size}`;
    let sprite = this._kept.get(key);
    if (!sprite) {
      const last = this._last.get(who);
      const near = last && last.wide < size * 2.4 && last.wide > size * 0.9;
      if (last && (this._fresh <= 0 || (this.coarse && near))) {
        this.late = true;
        return last;
      }
      this._fresh--;
      sprite = this._drawn(key, size, COUNTER, (ctx) => this.paint(ctx, piece, this.game.face(face), size));
    }
    this._last.set(who, sprite);
    return sprite;
  }

  /** A stack on a map too small for values: the symbol of its top counter in the side's colour, thicker for more units.
   * @param {number} face @param {number} side @param {number} count @param {number} pixels @returns {Sprite} */
  tiny(face, side, count, pixels) {
    const size = Math.max(6, Math.round(pixels));
    const depth = Math.min(count, 3);
    const key = `tiny|${face}|${side}|${depth}|${size}`;
    return this._kept.get(key) ?? this._drawn(key, size, TINY, (c) => {
      const shown = this.game.face(face);
      for (let k = depth - 1; k >= 0; k--) {
        c.fillStyle = this.palette(shown.colours)[0];
        c.strokeStyle = SIDE_COLOURS[side] ?? SIDE_COLOURS[0];
        c.lineWidth = 15;
        c.fillRect(8 + k * 9, 8 - k * 9, 84, 84);
        c.strokeRect(8 + k * 9, 8 - k * 9, 84, 84);
      }
      if (size >= 9) {
        c.translate(50, 50);
        c.scale(1.42, 1.42);
        this._symbol(c, shown.symbol, "#ffffff", 4.5);
      }
    });
  }

  /** @param {string} key */
  palette(key) {
    return this.draw.palettes[key] ?? this.draw.palettes.plain;
  }

  /** @param {Ctx} ctx @param {number} piece @param {Face} face @param {number} px */
  paint(ctx, piece, face, px) {
    const [ground, light, dark, ink] = this.palette(face.colours);
    const box = () => {
      ctx.beginPath();
      ctx.roundRect(0, 0, 100, 100, 8);
    };
    ctx.fillStyle = "rgba(0,0,0,.38)";
    ctx.beginPath();
    ctx.roundRect(4, 5, 100, 100, 8);
    ctx.fill();
    ctx.fillStyle = ground;
    box();
    ctx.fill();
    let nameInk = ink;
    if (face.band) {
      ctx.fillStyle = "#fbfaf3";
      ctx.beginPath();
      ctx.roundRect(0, 0, 100, 21, [8, 8, 0, 0]);
      ctx.fill();
      nameInk = "#16140f";
    }
    if (face.reduced) {
      ctx.fillStyle = light;
      ctx.fillRect(0, 66, 100, 30);
      ctx.strokeStyle = ink;
      ctx.lineWidth = 1.6;
      ctx.setLineDash([5, 3]);
      ctx.beginPath();
      ctx.moveTo(0, 66);
      ctx.lineTo(100, 66);
      ctx.moveTo(0, 96);
      ctx.lineTo(100, 96);
      ctx.stroke();
      ctx.setLineDash([]);
    }
    ctx.strokeStyle = dark;
    ctx.lineWidth = 1.8;
    box();
    ctx.stroke();
    if (px >= 24) {
      text(ctx, this.game.printed(piece), 50, 11.5, 18, 93, nameInk);
      this._mark(ctx, face.size, ink);
    }
    const tint = face.formation >= 0 ? this.draw.tints[face.formation % this.draw.tints.length] : "#ffffff";
    ctx.save();
    if (px < 24) {
      ctx.translate(50, 50);
      ctx.scale(1.7, 1.7);
    } else ctx.translate(50, 47);
    this._symbol(ctx, face.symbol, tint);
    ctx.restore();
    if (px >= 24) {
      this._numbers(ctx, face);
      text(ctx, face.values, 50, 81, 34, 94, ink);
    }
    if (face.dimmed) {
      ctx.fillStyle = "rgba(244,238,221,.36)";
      box();
      ctx.fill();
    }
    this._badges(ctx, face.badges);
  }

  /** @param {Ctx} ctx @param {string} size @param {string} ink */
  _mark(ctx, size, ink) {
    const mark = this.draw.size_marks[size] ?? "";
    const step = mark.startsWith("I") ? MARKS.I : MARKS.X;
    ctx.strokeStyle = ink;
    ctx.lineWidth = 1.9;
    ctx.beginPath();
    [...mark].forEach((c, i) => {
      const at = 50 - (step * (mark.length - 1)) / 2 + i * step;
      if (c === "I") {
        ctx.moveTo(at, 22.5);
        ctx.lineTo(at, 30.5);
      } else {
        ctx.moveTo(at - 3.4, 22.5);
        ctx.lineTo(at + 3.4, 30.5);
        ctx.moveTo(at + 3.4, 22.5);
        ctx.lineTo(at - 3.4, 30.5);
      }
    });
    ctx.stroke();
  }

  /** @param {Ctx} ctx @param {string} symbol @param {string} tint */
  _symbol(ctx, symbol, tint, line = 2.1) {
    const [lines, shapes, letter] = this.draw.icons[symbol] ?? ["", "", ""];
    ctx.fillStyle = tint;
    ctx.fillRect(-22, -14.5, 44, 29);
    ctx.strokeStyle = ctx.fillStyle = "#16140f";
    ctx.lineWidth = line;
    ctx.lineJoin = "round";
    ctx.strokeRect(-22, -14.5, 44, 29);
    if (lines) ctx.stroke(new Path2D(lines));
    if (shapes) ctx.fill(new Path2D(shapes));
    if (symbol === "hq") text(ctx, "HQ", 0, 3.5, 18, 40, "#16140f");
    else if (!lines && !shapes) text(ctx, symbol.slice(0, 3).toUpperCase(), 0, 0.5, 17, 40, "#16140f");
    else if (letter) text(ctx, letter, 0, -7.5, 10, 20, "#16140f");
  }

  /** @param {Ctx} ctx @param {Face} face */
  _numbers(ctx, face) {
    if (face.artillery) {
      ctx.fillStyle = "#f8d548";
      ctx.strokeStyle = "#16140f";
      ctx.lineWidth = 1.6;
      ctx.beginPath();
      ctx.arc(14, 47, 11.5, 0, 7);
      ctx.fill();
      ctx.stroke();
      text(ctx, String(face.artillery), 14, 47.5, 19, 19, "#16140f");
    }
    /** @type {[number, string, string][]} */
    const numbers = [[face.armor, "#16140f", "#ffffff"], [face.at, "#ffffff", "#16140f"]];
    const boxes = numbers.filter(([n]) => n);
    const tops = boxes.length === 1 ? [38] : [27.5, 46.5];
    boxes.forEach(([n, back, ink], i) => {
      ctx.fillStyle = back;
      ctx.strokeStyle = "#16140f";
      ctx.lineWidth = 1.4;
      ctx.fillRect(76, tops[i], 20, 17.5);
      ctx.strokeRect(76, tops[i], 20, 17.5);
      text(ctx, String(n), 86, tops[i] + 9.5, 18, 17, ink);
    });
  }

  /** @param {Ctx} ctx @param {string[]} badges */
  _badges(ctx, badges) {
    let right = 104;
    for (const badge of badges) {
      const [back, ink] = this.draw.badges[badge] ?? ["#3d4a3a", "#ffffff"];
      const word = badge.slice(0, 6);
      ctx.font = "600 17px system-ui, sans-serif";
      const wide = ctx.measureText(word).width + 11;
      ctx.fillStyle = back;
      ctx.strokeStyle = "#fffdf5";
      ctx.lineWidth = 1.6;
      ctx.beginPath();
      ctx.roundRect(right - wide, -17, wide, 20, 5);
      ctx.fill();
      ctx.stroke();
      text(ctx, word, right - wide / 2, -6.5, 17, wide, ink);
      right -= wide + 1.5;
    }
  }
}

/** Draw a whole sprite with its upper left corner at (x, y), so wide.
 * @param {Ctx} ctx @param {Sprite} sprite @param {number} x @param {number} y @param {number} wide */
export const whole = (ctx, sprite, x, y, wide) => ctx.drawImage(sprite.sheet, sprite.x, sprite.y, sprite.wide, sprite.wide, x, y, wide, wide);

/** Draw a sprite so that its counter has the upper left corner at (x, y) and is so wide.
 * @param {Ctx} ctx @param {Sprite} sprite @param {number} x @param {number} y @param {number} wide */
export const put = (ctx, sprite, x, y, wide) => whole(ctx, sprite, x - sprite.origin[0] * wide / 100, y - sprite.origin[1] * wide / 100, ROOM * wide);

/** Text centred on a point, made smaller until it fits.
 * @param {Ctx} ctx @param {string} words @param {number} x @param {number} y @param {number} size @param {number} room @param {string} ink */
function text(ctx, words, x, y, size, room, ink) {
  ctx.fillStyle = ink;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.font = `600 ${size}px "Arial Narrow", "Roboto Condensed", system-ui, sans-serif`;
  const wide = ctx.measureText(words).width;
  // whole sizes: each one more is a font that the browser makes
  if (wide > room) ctx.font = `600 ${Math.max(1, Math.floor((size * room) / wide))}px "Arial Narrow", "Roboto Condensed", system-ui, sans-serif`;
  ctx.fillText(words, x, y);
}

/** `[side, [[x, y] ...]]`: width of the counters and their upper left corners round the centre of a hex of that pitch.
 * @param {number} count @param {number} pitch @returns {[number, Point[]]} */
export function spots(count, pitch) {
  if (count === 1) return [pitch * 0.62, [[-pitch * 0.31, -pitch * 0.31]]];
  const perRow = count <= 4 ? 2 : 3;
  const side = pitch * (count === 2 ? 0.47 : count <= 4 ? 0.44 : 0.32);
  const gap = pitch * 0.015;
  const rows = [];
  for (let left = count; left > 0; left -= perRow) rows.push(Math.min(left, perRow));
  const high = rows.length * side + (rows.length - 1) * gap;
  /** @type {Point[]} */
  const out = [];
  rows.forEach((n, i) => {
    const wide = n * side + (n - 1) * gap;
    for (let k = 0; k < n; k++) out.push([k * (side + gap) - wide / 2, i * (side + gap) - high / 2]);
  });
  return [side, out];
}
