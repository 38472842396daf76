/** How the decisions of a line are put under turns, phases and rows: as data, so that only what is looked at is laid out. */

const FOLDED = 4; // decisions without dice in a row that are folded under one

/** Decisions that are one row: one alone, or several without dice, or those of one combat.
 * @typedef {{ kind: "plain" | "combat" | "", seqs: number[] }} Run */
/** @typedef {{ name: string, runs: Run[] }} Phase */
/** @typedef {{ name: string, first: number, last: number, phases: Phase[] }} Turn */

/** What a decision is to the list: the combat that it belongs to (0: none), and whether it is shown by itself.
 * @typedef {{ combat: number, alone: boolean }} Sort */

/** The turns of some decisions in the order of the line.
 * @param {Game} game @param {number[]} found @param {(seq: number) => Sort} sortOf @param {boolean} folds
 * @returns {Turn[]} */
export function outline(game, found, sortOf, folds) {
  /** @type {Turn[]} */
  const turns = [];
  /** The row that the next decision may join. @type {{ run: Run, combat: number } | null} */
  let open = null;
  for (const seq of found) {
    const when = game.when(seq);
    const phaseName = `${when.phase || "Set-up"}${when.side ? ` · ${game.side(when.side)}` : ""}`;
    let turn = turns[turns.length - 1];
    if (!turn || turn.name !== when.turn) {
      turns.push((turn = { name: when.turn, first: seq, last: seq, phases: [] }));
      open = null;
    }
    turn.last = seq;
    let phase = turn.phases[turn.phases.length - 1];
    if (!phase || phase.name !== phaseName) {
      turn.phases.push((phase = { name: phaseName, runs: [] }));
      open = null;
    }
    const { combat, alone } = sortOf(seq);
    if (!alone && open && open.combat === combat) {
      open.run.seqs.push(seq);
      continue;
    }
    /** @type {Run} */
    const run = { kind: alone ? "" : combat ? "combat" : "plain", seqs: [seq] };
    phase.runs.push(run);
    open = alone ? null : { run, combat };
  }
  for (const { phases } of turns) {
    for (const phase of phases) phase.runs = phase.runs.flatMap((run) => (folds && run.seqs.length >= FOLDED ? [run] : run.seqs.map((seq) => /** @type {Run} */ ({ kind: "", seqs: [seq] }))));
  }
  return turns;
}


/** What kinds of decision a row holds, the commonest first: `33 × move, 2 × end moves`.
 * @param {Game} game @param {Run} run */
export function kindsOf(game, run) {
  if (run.kind === "combat") return `${run.seqs.length} decisions of the combat`;
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const seq of run.seqs) {
    const kind = game.word(game.frames[seq].dk).replaceAll("_", " ");
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const most = [...kinds].sort((a, b) => b[1] - a[1]).slice(0, 3).map(([kind, count]) => `${count} × ${kind}`);
  return `${most.join(", ")}${kinds.size > 3 ? " ..." : ""}`;
}
