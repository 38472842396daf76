/** The parts of the page that draw nothing: the store, the address, the outline of the timeline, the notes, the geometry. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const assets = new URL("../../replays/viewer/assets/", import.meta.url);
const load = (name) => import(new URL(`${name}.js`, assets));
const { Facade, Store, atFirst } = await load("store");
const { read, write } = await load("link");
const { kindsOf, outline } = await load("outline");
const { Game } = await load("model");
const { Notes } = await load("notes");
const { Story } = await load("story");
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
  const place = { seq: 57, event: 3, line: "what if", view: "german", hex: "E2237", unit: "1/46", tab: "tracks", list: "combats", when: "before", show: ["supply", "zoc"], since: 40, with: 88 };
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
  await mine.set(3, 0, true, "why here?");
  await other.set(3, 0, false, "the bridge is blown");
  await other.set(9, 0, false, "second");
  await mine.merge(other.file());
  const text = mine.get(3).text;
  assert.ok(text.includes("why here?") && text.includes("the bridge is blown"));
  assert.equal(mine.get(9).text, "second");
  const before = mine.file();
  await mine.merge(other.file()); // the same again adds nothing
  assert.equal(mine.file(), before);
  await assert.rejects(mine.merge(JSON.stringify({ log: "another", notes: {} })), /another game/);
  await assert.rejects(mine.merge("no json"));
  assert.equal(mine.file(), before);
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
