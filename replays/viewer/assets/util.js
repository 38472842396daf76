/** Small helpers that every part of the desk uses. */

/** An element: `el("button", {class: "x", onclick: f}, "text", child ...)`. Text is never parsed as HTML. */
export function el(tag, attrs = {}, ...kids) {
  const svg = tag.startsWith("svg:");
  const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4)) : document.createElement(tag);
  for (const [key, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "style" && typeof value === "object") Object.assign(node.style, value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  for (const kid of kids.flat(Infinity)) if (kid !== null && kid !== undefined && kid !== false) node.append(kid);
  return node;
}

export const byId = (id) => document.getElementById(id);

/** Put children in place of what a node holds. */
export function fill(node, ...kids) {
  node.replaceChildren(...kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false));
  return node;
}

/** A well-stirred number from -1000 to 1000 that depends on three integers only. */
export function mix(x, y, salt = 0) {
  let n = (Math.imul(x, 0x9e3779b1) + Math.imul(y, 0x85ebca77) + Math.imul(salt, 0xc2b2ae3d) + 0x27d4eb2f) >>> 0;
  n = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d) >>> 0;
  n = Math.imul(n ^ (n >>> 12), 0x297a2d39) >>> 0;
  return ((n ^ (n >>> 15)) >>> 0) % 2001 - 1000;
}

/** Colours of the sides, safe for every kind of colour blindness (Okabe and Ito), with a hatching that tells them apart
 * without colour. Side n has entry n; 0 is nobody. */
export const SIDE_COLOURS = ["#8a8a8a", "#0072b2", "#d55e00", "#009e73", "#cc79a7"];

export const plural = (n, one, many) => `${n} ${n === 1 ? one : many}`;
