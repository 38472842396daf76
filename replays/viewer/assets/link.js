/** A link to any moment: `#at=57.3&line=what-if&view=german&hex=E2237&unit=1/46&show=zoc,supply&since=40&with=88&tab=tracks`; `combat=12` says which of several combats in one decision. */

/** The place that a fragment names; `#57` and `#57.3` are enough.
 * @param {string} fragment */
export function read(fragment) {
  const text = fragment.replace(/^#/, "");
  const plain = /^(\d+)(?:\.(\d+))?$/.exec(text);
  const fields = new URLSearchParams(plain ? `at=${text}` : text);
  const [seq, event] = (fields.get("at") ?? "").split(".");
  return {
    seq: /^\d+$/.test(seq ?? "") ? Number(seq) : null,
    event: /^\d+$/.test(event ?? "") ? Number(event) : 0,
    line: fields.get("line"),
    view: fields.get("view"),
    hex: fields.get("hex"),
    unit: fields.get("unit"),
    show: (fields.get("show") ?? "").split(",").filter(Boolean),
    since: number(fields.get("since")),
    with: number(fields.get("with")),
    combat: number(fields.get("combat")),
    tab: fields.get("tab"),
    list: fields.get("list"),
    when: fields.get("when"),
    lockstep: fields.get("lockstep"),
  };
}

/** @param {string | null | undefined} text */
const number = (text) => (/^\d+$/.test(text ?? "") ? Number(text) : null);

/** The fragment of a place; what is as usual is left out.
 * @param {Link} place */
export function write(place) {
  const parts = [`at=${place.seq}${place.event ? `.${place.event}` : ""}`];
  for (const key of /** @type {const} */ (["line", "view", "hex", "unit", "tab", "list", "when", "lockstep"])) if (place[key]) parts.push(`${key}=${encodeURIComponent(place[key] ?? "")}`);
  if (place.show?.length) parts.push(`show=${place.show.join(",")}`);
  for (const key of /** @type {const} */ (["since", "with", "combat"])) if (place[key] !== null && place[key] !== undefined) parts.push(`${key}=${place[key]}`);
  return `#${parts.join("&")}`;
}
