/** Small helpers that every part of the desk uses. */

/** An element: `el("button", {class: "x", onclick: f}, "text", child ...)`. Text is never parsed as HTML.
 * @template {string} T
 * @param {T} tag
 * @param {Record<string, any>} attrs
 * @param {...Kid} kids
 * @returns {Made<T>} */
export function el(tag, attrs = {}, ...kids) {
  const svg = tag.startsWith("svg:");
  const node = /** @type {any} */ (svg ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4)) : document.createElement(tag));
  for (const [key, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "style" && typeof value === "object") Object.assign(node.style, value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...flat(kids));
  return node;
}

/** Children in one row, without the empty ones.
 * @param {Kid[]} kids
 * @returns {(Node | string)[]} */
export function flat(kids) {
  const all = /** @type {(Node | string | number | null | undefined | false)[]} */ (/** @type {any[]} */ (kids).flat(Infinity));
  return all.filter((kid) => kid !== null && kid !== undefined && kid !== false).map((kid) => (typeof kid === "number" ? String(kid) : kid));
}

/** The element of the page with that id.
 * @template {keyof Ids} K
 * @param {K} id
 * @returns {Ids[K]} */
export const byId = (id) => /** @type {any} */ (document.getElementById(/** @type {string} */ (id)));

/** What one draws with on a canvas. Through one that is `opaque` nothing shines: black where nothing is drawn yet, drawn in less time.
 * @param {HTMLCanvasElement} canvas @returns {Ctx} */
export function pen(canvas, opaque = false) {
  const ctx = opaque ? canvas.getContext("2d", { alpha: false }) : canvas.getContext("2d");
  if (!ctx) throw new Error("this browser draws on no canvas");
  return ctx;
}

/** The element with that selector in which something happened; null for none.
 * @param {Event} event @param {string} selector @returns {any} */
export const within = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

/** Elements of the page, or of a part of it.
 * @param {string} selector @param {ParentNode} part @returns {any[]} */
export const every = (selector, part = document) => [...part.querySelectorAll(selector)];

/** What went wrong, in words.
 * @param {unknown} error */
export const reason = (error) => (error instanceof Error ? error.message : String(error));

/** Put children in place of what a node holds.
 * @param {Element} node @param {...Kid} kids */
export function fill(node, ...kids) {
  node.replaceChildren(...flat(kids));
  return node;
}

/** A well-stirred number from -1000 to 1000 that depends on three integers only.
 * @param {number} x @param {number} y */
export function mix(x, y, salt = 0) {
  let n = (Math.imul(x, 0x9e3779b1) + Math.imul(y, 0x85ebca77) + Math.imul(salt, 0xc2b2ae3d) + 0x27d4eb2f) >>> 0;
  n = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d) >>> 0;
  n = Math.imul(n ^ (n >>> 12), 0x297a2d39) >>> 0;
  return ((n ^ (n >>> 15)) >>> 0) % 2001 - 1000;
}

/** Colours of the sides, safe for every kind of colour blindness (Okabe and Ito), with a hatching that tells them apart
 * without colour. Side n has entry n; 0 is nobody. */
export const SIDE_COLOURS = ["#8a8a8a", "#0072b2", "#d55e00", "#009e73", "#cc79a7"];

/** @param {number} n @param {string} one @param {string} many */
export const plural = (n, one, many) => `${n} ${n === 1 ? one : many}`;

/** Signed numbers in a text as they are printed: `−0.67`, `river −1`; what joins two numbers (`18-21 May`) stays.
 * @param {string | number} text */
export const minus = (text) => String(text).replace(/(?<![\w.)\]])-(?=\d)/g, "−");

/** A number with its sign, to so many places; a whole nought has none.
 * @param {number} value */
export const signed = (value, places = 0) => value === 0 && !places ? "0" : minus(`${Number(value.toFixed(places)) < 0 ? "" : "+"}${value.toFixed(places)}`.replace(/^\+-/, "+"));

/** How a game ended, as the engine says it: `German marginal victory`, `Draw`.
 * @param {string} who the side that won, empty for none @param {string} said the level */
export const verdict = (who, said) => (who ? `${who} ${said || "victory"}` : "Draw");

/** A name as it is said at the beginning of a sentence: `Allied`.
 * @param {string | null} name */
export const title = (name) => (name ? name[0].toUpperCase() + name.slice(1) : "");
