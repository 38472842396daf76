/** The desk's server, when the page came from one: what is new, notes, branches. */
import { byId, reason } from "./util.js";

const EVERY = 1500; // milliseconds until a question that was not answered is asked again
export const UNANSWERED = 0; // status of a request to which no answer came
const BREATH = 20; // milliseconds between an answer and the next question, for which the server has patience

export class Server {
  /** The server that a page's data names; null for an exported page.
   * @param {Data} data */
  static at(data) {
    return data.server ? new Server(data.server) : null;
  }

  /** @param {ServerData} data */
  constructor({ api, table }) {
    this.api = api;
    this.plays = table === true;
    const fields = new URLSearchParams(location.search);
    this.token = fields.get("token") ?? "";
  }

  /** @param {string} path @param {RequestInit} options @returns {Promise<any>} */
  async _ask(path, options = {}) {
    const headers = { ...(this.token ? { authorization: `Bearer ${this.token}` } : {}), ...(options.body ? { "content-type": "application/json" } : {}) };
    const answer = await this._reach(path, { ...options, headers });
    const body = answer.status === 204 ? null : await answer.json();
    if (!answer.ok) throw Object.assign(new Error(body?.error ?? `the server answered ${answer.status}`), { status: answer.status });
    return body;
  }

  /** @param {string} path @param {RequestInit} options */
  async _reach(path, options) {
    try {
      return await fetch(`${this.api}${path}`, { ...options, cache: "no-store" });
    } catch {
      throw Object.assign(new Error("the server does not answer"), { status: UNANSWERED });
    }
  }

  /** Ask the table: with a body it is sent.
   * @param {string} path @param {object | null} body @returns {Promise<any>} */
  table(path, body = null) {
    return this._ask(`/table${path}`, body === null ? {} : { method: "POST", body: JSON.stringify(body) });
  }

  /** Send the table a text as it is.
   * @param {string} path @param {string} text @returns {Promise<any>} */
  tableText(path, text) {
    return this._ask(`/table${path}`, { method: "POST", body: text });
  }

  /** The address of another game's page on this server.
   * @param {string} name */
  page(name) {
    return `/games/${encodeURIComponent(name)}?${new URLSearchParams({ token: this.token })}`;
  }

  /** Take in each change at the table as it comes; begin anew when the line breaks.
   * @param {Desk} desk @param {HTMLElement} chip */
  async _listen(desk, chip) {
    for (;;) {
      try {
        const answer = await this._reach("/table/stream", { headers: { authorization: `Bearer ${this.token}` } });
        if (!answer.ok) throw Object.assign(new Error(`the server answered ${answer.status}`), { status: answer.status });
        const reader = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          if (!part.value.includes("data:")) continue;
          await desk.grow();
          await desk.table?.refresh();
          chip.textContent = "at the table";
        }
      } catch (error) {
        // a line that breaks in the middle says so in the browser's own words
        chip.textContent = `not connected: ${error instanceof Error && "status" in error ? error.message : "the server does not answer"}; asking again`;
      }
      await new Promise((go) => setTimeout(go, EVERY));
    }
  }

  /** What the game has more than `game`, null when nothing. The server is asked to wait a moment for news where `wait`.
   * @param {Game} game @param {boolean} wait */
  async growth(game, wait) {
    const sizes = Object.entries(game.tables).map(([name, rows]) => `${name}:${rows.length}`).join(",");
    const audited = game.data.verdict?.frames ?? 0;
    const asked = new URLSearchParams({ frames: `${game.frames.length}`, turnings: `${game.data.turnings.length}`, tables: sizes, audited: `${audited}`, wait: wait ? "1" : "0" });
    const more = await this._ask(`/growth?${asked}`);
    return more.frames.length || more.verdict ? more : null;
  }

  story() {
    return this._ask("/story");
  }

  /** The chance of victory, as far as the server knows it. @returns {Promise<SwingState>} */
  swing() {
    return this._ask("/swing");
  }

  /** Have it worked out. @returns {Promise<SwingState>} */
  beginSwing() {
    return this._ask("/swing", { method: "POST", body: "{}" });
  }

  /** Keep what was changed since `seen`; `{notes}` as they are then, with what another page has changed meanwhile.
   * @param {Record<string, Note>} notes @param {Record<string, Note>} seen */
  save(notes, seen) {
    return this._ask("/notes", { method: "PUT", body: JSON.stringify({ notes, seen }) });
  }

  /** @param {string} name @param {number} at */
  branch(name, at) {
    return this._ask("/branches", { method: "POST", body: JSON.stringify({ name, at }) });
  }

  /** Keep asking for what is new.
   * @param {Desk} desk */
  follow(desk) {
    const chip = byId("follow");
    chip.hidden = false;
    if (this.plays) {
      this._listen(desk, chip);
      return;
    }
    const again = async () => {
      try {
        await desk.grow(true);
        chip.textContent = "following";
        setTimeout(again, BREATH);
      } catch (error) {
        chip.textContent = `not connected: ${reason(error)}`;
        setTimeout(again, EVERY);
      }
    };
    again();
  }
}
