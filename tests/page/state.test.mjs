/** The parts of the page that draw nothing: the store, the address, the outline of the timeline, the notes, the geometry. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const assets = new URL("../../replays/viewer/assets/", import.meta.url);
const load = (name) => import(new URL(`${name}.js`, assets));
const { Facade, Store, atFirst } = await load("store");
const { read, write } = await load("link");
const { Clock, compared, distance } = await load("lockstep");
const { kindsOf, outline } = await load("outline");
const { Game } = await load("model");
const { Notes, readNote } = await load("notes");
const { guided, searched } = await load("review");
const { Story } = await load("story");
const { minus, signed, verdict } = await load("util");
const { Geometry, chains } = await load("geometry");

const data = () => JSON.parse(readFileSync(process.env.HEXLEDGER_PAGE_DATA, "utf8"));

/** Numbers that are the same in every run. */
function* dice(seed, faces) {
  for (let n = seed; ; ) yield (n = (Math.imul(n, 1103515245) + 12345) >>> 1) % faces;
}

test("a view is told once of all that changed, and only when it reads it", () => {
  const store = new Store(atFirst(7, 0));
  const told = [];
  store.on(["seq", "tip"], () => told.push("map"));
  store.on(["tab"], () => told.push("panel"));
  store.on(["game"], () => told.push("list"));
  store.flush();
  assert.deepEqual(told, []);
  store.set("seq", 3);
  store.set("tip", 9);
  store.set("tab", "decision"); // as it was
  store.flush();
  assert.deepEqual(told, ["map"]);
  store.touch("game");
  store.set("tab", "unit");
  store.flush();
  assert.deepEqual(told, ["map", "panel", "list"]);
  store.flush();
  assert.equal(told.length, 3);
});

test("what a view changes while it shows is shown, and two views that change each other end", () => {
  const store = new Store(atFirst(7, 0));
  let [shown, rounds] = [0, 0];
  store.on(["seq"], () => store.set("unit", store.shown.seq));
  store.on(["unit"], () => (shown = store.shown.unit));
  store.on(["event"], () => store.set("event", ++rounds));
  store.set("seq", 5);
  store.set("event", 1);
  store.flush();
  assert.equal(shown, 5);
  assert.ok(rounds < 10);
});

test("a number below zero has a minus, and what joins two numbers stays", () => {
  for (const [text, shown] of [["-0.67", "−0.67"], ["river -1", "river −1"], ["DRM -3", "DRM −3"], ["18-21 May", "18-21 May"], ["3-1", "3-1"], ["1-5-0 (-2)", "1-5-0 (−2)"], [-4, "−4"]]) {
    assert.equal(minus(text), shown);
  }
  assert.deepEqual([[2], [-3], [0], [-0.004, 2], [-2.666, 2]].map(([value, places]) => signed(value, places)), ["+2", "−3", "0", "+0.00", "−2.67"]);
});

test("a verdict is said as the engine says it", () => {
  assert.equal(verdict("German", "marginal victory"), "German marginal victory");
  assert.equal(verdict("Allied", ""), "Allied victory");
  assert.equal(verdict("", ""), "Draw");
});

test("the desk's fields are those of the store", () => {
  const store = new Store(atFirst(7, 2));
  const desk = new Facade(store);
  let told = 0;
  store.on(["hex"], () => told++);
  desk.hex = 12;
  assert.equal(store.shown.hex, 12);
  assert.equal(desk.viewer, 2);
  store.flush();
  assert.equal(told, 1);
});

test("an address says the same moment again", () => {
  const place = { seq: 57, event: 3, line: "what if", view: "german", hex: "E2237", unit: "1/46", tab: "tracks", list: "combats", when: "before", show: ["supply", "zoc"], since: 40, with: 88, lockstep: "other line", combat: 12 };
  assert.deepEqual(read(write(place)), place);
  assert.deepEqual([read("#57").seq, read("#57.3").event, read("#nonsense").seq, read("#at=1e9x").seq], [57, 3, null, null]);
});

test("each decision of a line stands in the outline once and in order, whatever is folded", () => {
  const game = new Game(data());
  const line = game.path(game.head);
  const story = new Story(game);
  const sortOf = (seq) => ({ combat: story.combatAt(seq, game.head)?.n ?? 0, alone: seq % 5 === 0 });
  for (const folds of [true, false]) {
    const turns = outline(game, line, sortOf, folds);
    const runs = turns.flatMap((turn) => turn.phases.flatMap((phase) => phase.runs));
    assert.deepEqual(runs.flatMap((run) => run.seqs), line);
    assert.ok(runs.every((run) => run.seqs.length === 1 || (folds && run.seqs.length >= 4)));
    assert.equal(runs.some((run) => run.seqs.length > 1), folds);
    for (const run of runs.filter((one) => one.seqs.length > 1)) {
      assert.equal(new Set(run.seqs.map((seq) => sortOf(seq).combat)).size, 1);
      assert.match(kindsOf(game, run), run.kind === "combat" ? /decisions of the combat$/ : /^\d+ × /);
    }
    for (const turn of turns) {
      assert.ok(turn.phases.flatMap((phase) => phase.runs.flatMap((run) => run.seqs)).every((seq) => game.when(seq).turn === turn.name));
    }
  }
});

test("a position is the same by whatever way it was reached", () => {
  const straight = new Game(data());
  const last = straight.path(straight.head);
  const flat = (position) => JSON.stringify([["stacks", "faces", "notes", "steps", "control", "marks", "zoc", "supply", "series"].map((key) => [...position[key]].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))), position.x, position.blocks]);
  const found = new Map(last.map((seq) => [seq, flat(straight.at(seq))]));
  const jumping = new Game(data());
  const die = dice(18, last.length);
  for (let n = 0; n < 120; n++) {
    const seq = last[die.next().value];
    assert.equal(flat(jumping.at(seq)), found.get(seq));
  }
});

test("notes of two readers are merged and nothing is lost; nobody else's file changes a game", async () => {
  const game = new Game(data());
  const mine = new Notes(game, null);
  const other = new Notes(game, null);
  await mine.set(3, 0, { mark: true, text: "why here?", draw: [["ring", 4]], chapter: "1 Start" });
  await other.set(3, 0, { mark: false, text: "the bridge is blown", draw: [["ring", 4], ["arrow", 4, 5]], by: "Ann" });
  await other.set(9, 0, { mark: false, text: "second", to: "all" });
  await mine.merge(other.file());
  const text = mine.get(3).text;
  assert.ok(text.includes("why here?") && text.includes("the bridge is blown"));
  assert.equal(mine.get(9).text, "second");
  assert.deepEqual(mine.get(3).draw, [["ring", 4], ["arrow", 4, 5]]);
  assert.equal(mine.get(3).chapter, "1 Start");
  assert.equal(mine.get(3).by, undefined, "one's own note does not become another's");
  assert.equal(mine.get(9).to, "all");
  const before = mine.file();
  await mine.merge(other.file()); // the same again adds nothing
  assert.equal(mine.file(), before);
  await assert.rejects(mine.merge(JSON.stringify({ log: "another", notes: {} })), /another game/);
  await assert.rejects(mine.merge("no json"));
  assert.equal(mine.file(), before);
});

test("words of two are for nobody for whom one of them was not, and a note for all can be made one for oneself", async () => {
  const game = new Game(data());
  for (const [ours, theirs, both] of [["mine", "mine", undefined], ["mine", "all", "mine"], ["all", "mine", "mine"], ["all", "all", "all"], ["german", "all", "german"], ["german", "allied", "mine"]]) {
    const [mine, other] = [new Notes(game, null), new Notes(game, null)];
    await mine.set(3, 0, { mark: false, text: "one", to: ours });
    await other.set(3, 0, { mark: false, text: "two", to: theirs });
    await mine.merge(other.file());
    assert.equal(mine.get(3).to, both, `${ours} and ${theirs}`);
  }
  const note = new Notes(game, null);
  await note.set(3, 0, { mark: false, text: "one", to: "all" });
  await note.set(3, 0, { mark: false, text: "one", to: "mine" });
  assert.equal(note.get(3).to, "mine");
});

test("a point within a hex is in that hex, and lines that are joined keep every edge", () => {
  const { board } = data();
  const geo = new Geometry(board);
  for (let place = 0; place < geo.count; place++) {
    const [x, y] = geo.centre(place);
    for (const [dx, dy] of [[0, 0], [40, 30], [-40, 30], [30, -40], [-60, 0]]) assert.equal(geo.hexAt(x + dx, y + dy), place);
  }
  const links = board.links.map(([a, b]) => [a, b]);
  const edges = (lines) => new Set(lines.flatMap((line) => line.slice(1).map((to, k) => [line[k], to].sort().join("-"))));
  assert.deepEqual(edges(chains(links)), edges(links));
});

test("what differs between two frames is all that differs, and nothing of it twice", () => {
  const game = new Game(data());
  const line = game.path(game.head);
  const die = dice(4, line.length);
  for (let n = 0; n < 40; n++) {
    const [one, two] = [line[die.next().value], line[die.next().value]];
    const [a, b] = [game.at(one), game.at(two)];
    const found = compared(game, one, two);
    const told = new Map();
    for (const piece of found.onlyA) told.set(piece, "A");
    for (const piece of found.onlyB) told.set(piece, "B");
    for (const { piece } of found.elsewhere) told.set(piece, "elsewhere");
    const stood = new Map();
    for (const piece of new Set([...a.at.keys(), ...b.at.keys()])) {
      if (!b.at.has(piece)) stood.set(piece, "A");
      else if (!a.at.has(piece)) stood.set(piece, "B");
      else if (a.at.get(piece) !== b.at.get(piece)) stood.set(piece, "elsewhere");
    }
    assert.deepEqual([...told].sort((p, q) => p[0] - q[0]), [...stood].sort((p, q) => p[0] - q[0]));
    assert.deepEqual(found.weaker.map(({ piece }) => piece), [...a.steps.keys()].filter((piece) => a.at.has(piece) && b.at.has(piece) && a.steps.get(piece) !== b.steps.get(piece)).sort((p, q) => p - q));
    for (const { place, a: mine, b: theirs } of found.held) assert.ok(mine !== theirs && (a.control.get(place) ?? 0) === mine && (b.control.get(place) ?? 0) === theirs);
    for (const place of found.equal) assert.deepEqual([...a.stacks.get(place)].sort(), [...b.stacks.get(place)].sort());
    if (one === two) assert.deepEqual([told.size, found.held.length, found.weaker.length, found.equal.size], [0, 0, 0, a.stacks.size]);
  }
});

test("hexes are counted as one walks, and the clock of a line shows its own frames", () => {
  const game = new Game(data());
  const geo = new Geometry(game.board);
  const from = game.board.labels.indexOf("E2138");
  const far = new Map([[from, 0]]);
  for (const at of far.keys()) for (const next of geo.neighbours(at)) if (!far.has(next)) far.set(next, far.get(at) + 1);
  for (const [place, steps] of far) assert.ok(distance(game.board, from, place) <= steps);
  for (const next of geo.neighbours(from)) assert.equal(distance(game.board, from, next), 1);
  assert.equal(distance(game.board, from, game.board.hexes), null);
  const clock = new Clock(game);
  for (const seq of game.path(game.head)) assert.equal(clock.same(seq, game.head), seq);
  const ends = clock.ends(game.head);
  assert.equal(ends.at(-1)[1], game.head);
  assert.ok(ends.every(([name, seq], i) => game.when(seq).turn === name && (!i || seq > ends[i - 1][1])));
});

test("of a stranger's note only what a note may hold is taken", () => {
  const { board } = data();
  const hostile = { mark: "yes", text: 7, to: 3, chapter: "x".repeat(900), order: -1, at: "", extra: 1, draw: [["ring", 1e9], ["ring", 2], ["arrow", 1], ["arrow", 1, 2.5], ["bomb", 1, 2], "ring", ["arrow", 1, 2]] };
  assert.deepEqual(readNote(hostile, board), { mark: false, text: "7", chapter: "x".repeat(80), draw: [["ring", 2], ["arrow", 1, 2]] });
  for (const nothing of [null, undefined, 4, "text", []]) assert.deepEqual(readNote(nothing, board), { mark: false, text: "" });
});

test("a guided review goes by chapter, place and time; a search wants every word", () => {
  const note = (seq, chapter, order, text = "t", more = {}) => ({ seq, event: 0, mark: false, text, chapter, order, ...more });
  const all = [note(5, "10 End", 0), note(3, "2 Bridge", 1), note(9, "2 Bridge", 0), note(1, undefined, 0), note(4, "2 Bridge", 1, "", { draw: [["ring", 1]] }), note(7, "2 Bridge", 2, "")];
  assert.deepEqual(guided(all).map(({ seq }) => seq), [9, 3, 4, 5]);
  assert.deepEqual(guided(all.filter(({ chapter }) => !chapter)).map(({ seq }) => seq), [1]);
  const said = [note(5, "Bridge", 0, "The Orne is crossed", { by: "Ann" }), note(6, "", 0, "nothing")];
  assert.deepEqual(searched(said, "orne ann bridge").map(({ seq }) => seq), [5]);
  assert.equal(searched(said, "").length, 2);
  assert.equal(searched(said, "#6").length, 1);
});

test("a click on the bar of supply stories means the moment that is nearest, and nothing far from all of them", async () => {
  const { meant, momentsOf, share } = await load("life");
  const line = Array.from({ length: 101 }, (_, i) => 2 * i); // frames 0, 2 ... 200
  const one = { f: 20, j: [[40, 3, "out"], [60, 1, "out"]], e: 80, how: "restored", p: 1 };
  const other = { f: 160, j: [], e: 180, how: "gone", p: 1 };
  assert.equal(share(line, 100), 0.5);
  assert.equal(share(line, 101), 0.5, "what lies on another line stands where the last before it stands");
  assert.deepEqual(momentsOf(one).map(({ seq, kind }) => [seq, kind]), [[20, "cut"], [40, "judged"], [60, "judged"], [80, "restored"]]);
  assert.deepEqual(momentsOf(other).map(({ kind }) => kind), ["cut", "gone"]);
  assert.equal(meant(line, [one, other], 0.21).moment.seq, 40);
  assert.equal(meant(line, [one, other], 0.85).moment.kind, "cut", "within a story the nearest, however far");
  assert.equal(meant(line, [one, other], 0.895).moment.kind, "gone");
  assert.equal(meant(line, [one, other], 0.6), null);
  assert.equal(meant(line, [], 0.5), null);
  assert.equal(meant(line, [{ f: 150, j: [], p: 2 }], 0.99).moment.seq, 150, "a story that lasts reaches to the end");
});

test("units without a line are those whose stories run, at every decision; points are the sum of what was scored", async () => {
  const { carried, pointsOver, withoutOver } = await load("plots");
  const game = new Game(data());
  const line = game.path(game.head);
  const told = new Story(game).line(game.head);
  assert.ok(told.supply.length);
  const [plot] = withoutOver(game, told, line);
  for (const { side, points } of plot.lines) {
    const counts = carried(points, line);
    line.forEach((seq, i) => {
      const run = told.supply.filter((one) => game.sideOf(one.p) === side && one.f <= seq && (one.e === undefined || one.e > seq));
      assert.equal(counts[i], run.length, `#${seq}`);
    });
  }
  const seen = plot.bars.flatMap(({ points }) => points).reduce((sum, [, count]) => sum + count, 0);
  assert.equal(seen, new Set(told.supply.flatMap((one) => one.j.map(([seq]) => `${one.p} ${seq}`))).size);
  const scored = { ...told, start: -3, scored: [{ frame: line[4], points: 2 }, { frame: line[4], points: 1 }, { frame: line[9], points: -5 }] };
  assert.deepEqual(pointsOver(scored, line)[0].lines[0].points, [[line[0], -3], [line[4], 0], [line[9], -5]]);
  assert.deepEqual(pointsOver({ ...told, scored: [] }, line), []);
});

test("a short word of a search has to begin a word, accents count for nothing, and what is marked is the text itself", async () => {
  const { find, holds, pieces, plain, placesWith, unitsWith, words } = await load("finding");
  assert.equal(find("aircraft of the class", "ss"), -1);
  assert.ok(holds(plain("25/12SS Panzer"), words("12 ss")) && holds(plain("25/12SS"), words("12ss")));
  assert.equal(find("19 ss, 9 ss", "9"), 7);
  assert.ok(holds(plain("attack Liège"), words("Liege ATT")) && holds("losheimergraben", words("graben")));
  assert.deepEqual(pieces("Liège, 9 SS in class 9", words("liege 9 ss")), ["", "Liège", ", ", "9", " ", "SS", " in class ", "9", ""]);
  assert.equal(pieces("Straße Ünïted", words("unit")).join(""), "Straße Ünïted");
  const game = new Game(data());
  const [place, name] = Object.entries(game.board.names)[0];
  assert.ok(placesWith(game, words(name)).includes(Number(place)));
  assert.ok(unitsWith(game, words(game.name(5))).includes(5));
  assert.deepEqual(placesWith(game, words("nowhere at all")), []);
});

test("a hex without a name is told from the nearest that has one; a named one and one far from all are not", async () => {
  const { near } = await load("near");
  const { distance } = await load("lockstep");
  const game = new Game(data());
  const { board } = game;
  const named = Object.keys(board.names).map(Number).filter((at) => at < board.hexes);
  assert.equal(near(game, named[0]), "");
  let told = 0;
  for (let place = 0; place < board.hexes; place++) {
    if (named.includes(place)) continue;
    const least = Math.min(...named.map((at) => distance(board, place, at)));
    const found = /^(?:(\d+) )?([NESW]{1,2}) of (.+)$/.exec(near(game, place));
    assert.equal(found !== null, least <= 6);
    if (!found) continue;
    assert.equal(Number(found[1] ?? 1), least);
    const at = named.filter((one) => board.names[one] === found[3]).find((one) => distance(board, place, one) === least);
    const geo = new Geometry(board);
    const [dx, dy] = geo.centre(place).map((value, i) => value - geo.centre(at)[i]);
    if (found[2].includes("N")) assert.ok(dy < 0);
    if (found[2].includes("S")) assert.ok(dy > 0);
    if (found[2].includes("E")) assert.ok(dx > 0);
    if (found[2].includes("W")) assert.ok(dx < 0);
    if (++told > 60) break;
  }
  assert.ok(told > 20);
});
