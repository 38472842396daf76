/** The desk's server, when the page came from one: what is new, notes, branches. */
import { byId } from "./util.js";

const EVERY = 1500; // milliseconds between two questions for what is new

export class Server {
  /** The server that a page's data names; null for an exported page. */
  static at(data) {
    return data.server ? new Server(data.server) : null;
  }

  constructor({ api }) {
    this.api = api;
    const fields = new URLSearchParams(location.search);
    this.token = fields.get("token") ?? "";
  }

  async _ask(path, options = {}) {
    const headers = { ...(this.token ? { authorization: `Bearer ${this.token}` } : {}), ...(options.body ? { "content-type": "application/json" } : {}) };
    const answer = await fetch(`${this.api}${path}`, { ...options, headers, cache: "no-store" });
    const body = answer.status === 204 ? null : await answer.json();
    if (!answer.ok) throw new Error(body?.error ?? `the server answered ${answer.status}`);
    return body;
  }

  /** What the game has more than `game`, null when nothing. */
  async growth(game) {
    const sizes = Object.entries(game.tables).map(([name, rows]) => `${name}:${rows.length}`).join(",");
    const audited = game.data.verdict?.frames ?? 0;
    const asked = new URLSearchParams({ frames: game.frames.length, turnings: game.data.turnings.length, tables: sizes, audited });
    const more = await this._ask(`/growth?${asked}`);
    return more.frames.length || more.verdict ? more : null;
  }

  /** Keep what was changed since `seen`; `{notes}` as they are then, with what another page has changed meanwhile. */
  save(notes, seen) {
    return this._ask("/notes", { method: "PUT", body: JSON.stringify({ notes, seen }) });
  }

  branch(name, at) {
    return this._ask("/branches", { method: "POST", body: JSON.stringify({ name, at }) });
  }

  /** Keep asking for what is new. */
  follow(desk) {
    const chip = byId("follow");
    chip.hidden = false;
    const again = async () => {
      try {
        await desk.grow();
        chip.textContent = "following";
      } catch (error) {
        chip.textContent = `not connected: ${error.message}`;
      }
      setTimeout(again, EVERY);
    };
    again();
  }
}
