/** Why not: the rule and the reason at the place on the map where something was refused. */
import { byId, el, fill } from "./util.js";

export class Refusal {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.place = -1;
    this.node = el("div", { id: "why", class: "why", role: "status", hidden: true });
    byId("stage").append(this.node);
  }

  get shown() {
    return !this.node.hidden;
  }

  /** Places that the map marks as refused. */
  get places() {
    return this.shown && this.place >= 0 && this.place < this.desk.geo.count ? [this.place] : [];
  }

  /** Say at a place why not: `refusals` as `{rule, why}`; nothing for none. Off the map it is said above it.
   * @param {number} place @param {{ rule: string, why: string }[]} refusals */
  show(place, refusals) {
    if (!refusals.length) {
      this.hide();
      return;
    }
    this.place = place;
    const off = place < 0 || place >= this.desk.geo.count;
    const where = place >= 0 ? this.desk.game.place(place) : "";
    fill(this.node, refusals.slice(0, 4).map(({ rule, why }) => el("p", {}, rule ? el("strong", {}, `${rule}: `) : null, why)),
      el("button", { type: "button", class: "shut", "aria-label": "Close", onclick: () => (this.hide(), this.desk.render()) }, "×"));
    this.node.hidden = false;
    this.node.dataset.off = String(off);
    this.node.setAttribute("aria-label", `Refused${where ? ` at ${where}` : ""}`);
    this.desk.render();
    this.put();
  }

  hide() {
    this.node.hidden = true;
    this.place = -1;
  }

  /** Put it above its hex, below where there is no room, inside the map. */
  put() {
    if (!this.shown) return;
    const { map, geo } = this.desk;
    const [w, h] = [this.node.offsetWidth, this.node.offsetHeight];
    const off = this.node.dataset.off === "true";
    const [x, y] = off ? [map.width / 2, h + 90] : map.toScreen(geo.centre(this.place));
    const rim = off ? 0 : 60 * map.view.z + 14;
    this.node.style.left = `${Math.max(6, Math.min(x - w / 2, map.width - w - 6))}px`;
    this.node.style.top = `${y - rim - h > 46 ? y - rim - h : Math.max(6, Math.min(y + rim, map.height - h - 6))}px`;
  }
}
