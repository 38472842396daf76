/** What is begun at the table and not made yet outlives a reload of the page: this tab keeps it, nothing of a secret. */

/** @typedef {{ head: number, plan: { kind: string, given: Record<string, any> }[], key: string | null, draft: Pick<TableDraft, "kind" | "given" | "said" | "order" | "picks" | "way"> | null }} Kept */

export class Begun {
  /** @param {string} name what tells this game's page from others of the same server */
  constructor(name) {
    this.name = `hexledger begun ${name}`;
    /** What was begun when the page was left. @type {Kept | null} */
    this.before = null;
    try {
      this.before = JSON.parse(sessionStorage.getItem(this.name) ?? "null");
    } catch {
      // a page that may keep nothing begins anew
    }
  }

  /** What is to be taken up again where play stands; null for nothing.
   * @param {Wire.AskRow} asked */
  at(asked) {
    return this.before?.head === asked.head && asked.yours && !asked.secret ? this.before : null;
  }

  /** Keep what is begun by now.
   * @param {Table} table */
  keep({ asked, draft, plan, key }) {
    const worth = asked && !asked.secret && (plan.length || key || draft?.order.length || draft?.picks.length || draft?.way);
    const begun = draft && { kind: draft.kind, given: draft.given, said: draft.said, order: draft.order, picks: draft.picks, way: draft.way };
    try {
      if (worth) sessionStorage.setItem(this.name, JSON.stringify({ head: asked.head, plan, key, draft: begun }));
      else sessionStorage.removeItem(this.name);
    } catch {
      // then it lasts as long as the page
    }
  }
}
