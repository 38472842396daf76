/** The curtain: at one screen a secret choice is shown to its own player only.
 *
 * Where one page plays several sides and a choice is to be sealed, nothing of it is shown before somebody says that the
 * right player sits there; when it is sealed it is gone from the page, and the next side's choice is behind a curtain of
 * its own. */
import { byId, el, every, fill } from "./util.js";

export class Curtain {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.closed = false;
    this.node = el("div", { id: "curtain", class: "curtain", role: "dialog", "aria-modal": "true", "aria-labelledby": "curtain-words", hidden: true });
    document.body.append(this.node);
  }

  get words() {
    const who = this.table.asked?.who;
    return `${who} chooses in secret. Only the ${who} player looks at this screen now.`;
  }

  /** Something else is asked: draw the curtain where it is a secret at a screen that others look at.
   * @param {Wire.AskRow} asked */
  ask(asked) {
    this.closed = asked.secret && asked.yours && asked.seats.length > 1;
    this.node.hidden = !this.closed;
    if (!this.closed) return;
    fill(this.node, el("div", { class: "card" }, el("h2", { id: "curtain-words" }, this.words),
      el("p", {}, "The choice is sealed and shown when both sides have chosen. Then the screen goes to the other player."),
      el("button", { type: "button", id: "curtain-open", class: "commit", onclick: () => this.open() }, `I am the ${asked.who} player: show`)));
    byId("curtain-open").focus();
  }

  open() {
    this.closed = false;
    this.node.hidden = true;
    this.table.begin();
    this.table.desk.show("play");
    this.table.desk.render();
    every("button, input", byId("panel"))[0]?.focus();
  }
}
