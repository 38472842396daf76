/** Shapes that the modules of the page share, for `make lint` only: nothing of this file reaches a page.
 *
 * What comes from the server is written down here once; replays/viewer/builder.py, moment.py, saga.py and story.py make it. */

type Desk = import("./desk.js").Desk;
type Game = import("./model.js").Game;
type Position = import("./model.js").Position;
type Story = import("./story.js").Story;
type Store = import("./store.js").Store;
type Geometry = import("./geometry.js").Geometry;
type Ground = import("./ground.js").Ground;
type Counters = import("./counters.js").Counters;
type MapView = import("./map.js").MapView;
type Notes = import("./notes.js").Notes;
type Server = import("./server.js").Server;
type Strips = import("./strips.js").Strips;
type Table = import("./tabletop.js").Table;

type Ctx = CanvasRenderingContext2D;
type Point = [number, number];
/** What `el` and `fill` put into an element; empty ones are left out. */
type Kid = Node | string | number | null | undefined | false | Kid[];
/** What `el` makes of a tag. */
type Made<T extends string> = T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : T extends `svg:${infer S}` ? (S extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[S] : SVGElement) : HTMLElement;

/** What the desk shows: the one thing that every view reads. See store.js. */
interface Shown {
  /** frame, and event of it (0: the decision itself) */
  seq: number;
  event: number;
  /** where the line ends that is looked along */
  tip: number;
  /** whose knowledge: number of a side, 0 for all */
  viewer: number;
  /** chosen piece and place, -1 for none */
  unit: number;
  hex: number;
  /** frame of the second map, null for one map */
  other: number | null;
  /** end of the line that goes in step on the second map; null: the second map stays at its frame */
  lockstep: number | null;
  /** number of the note of the guided review that is shown, -1 for none */
  touring: number;
  /** whether stacks that are equal on both maps are pale */
  onlyDifferences: boolean;
  /** frame since which changes are shown */
  since: number | null;
  /** panel on the right, list on the left */
  tab: string;
  view: string;
  /** the map before a combat, after it, or as the decision left it */
  when: "before" | "after" | null;
  /** the combat that was shown last, by its number; of several in one decision it is the current one */
  fight: number;
  supplyStory: SupplyRow | null;
  /** pieces of which one is meant */
  alike: number[] | null;
  alikeHexes: number[] | null;
  overlays: Set<string>;
}

/** Ids of the page's elements that are looked up. */
interface Ids {
  data: HTMLScriptElement;
  map: HTMLCanvasElement;
  "map-b": HTMLCanvasElement;
  ticks: HTMLCanvasElement;
  slider: HTMLInputElement;
  search: HTMLInputElement;
  "f-side": HTMLSelectElement;
  "f-kind": HTMLSelectElement;
  "f-unit": HTMLInputElement;
  "f-hex": HTMLInputElement;
  "f-rule": HTMLInputElement;
  "f-all": HTMLInputElement;
  "f-clear": HTMLButtonElement;
  more: HTMLDetailsElement;
  overlays: HTMLDetailsElement;
  "note-box": HTMLDetailsElement;
  "note-text": HTMLTextAreaElement;
  dialog: HTMLDialogElement;
  viewer: HTMLSelectElement;
  since: HTMLSelectElement;
  speed: HTMLSelectElement;
  first: HTMLButtonElement;
  back: HTMLButtonElement;
  play: HTMLButtonElement;
  forward: HTMLButtonElement;
  last: HTMLButtonElement;
  combat: HTMLButtonElement;
  unit: HTMLButtonElement;
  verdict: HTMLButtonElement;
  theme: HTMLButtonElement;
  help: HTMLButtonElement;
  "zoom-in": HTMLButtonElement;
  "zoom-out": HTMLButtonElement;
  "zoom-fit": HTMLButtonElement;
  "zoom-here": HTMLButtonElement;
  hold: HTMLButtonElement;
  only: HTMLElement;
  title: HTMLElement;
  subtitle: HTMLElement;
  edition: HTMLElement;
  dice: HTMLElement;
  follow: HTMLElement;
  ask: HTMLElement;
  stage: HTMLElement;
  "curtain-open": HTMLButtonElement;
  timeline: HTMLElement;
  views: HTMLElement;
  combats: HTMLElement;
  "supply-list": HTMLElement;
  report: HTMLElement;
  "paper-map": HTMLElement;
  filters: HTMLElement;
  filtered: HTMLElement;
  found: HTMLElement;
  named: HTMLElement;
  list: HTMLElement;
  units: HTMLElement;
  hexes: HTMLElement;
  rules: HTMLElement;
  second: HTMLElement;
  lockbar: HTMLElement;
  tourbar: HTMLElement;
  here: HTMLElement;
  fan: HTMLElement;
  legend: HTMLElement;
  tabs: HTMLElement;
  panel: HTMLElement;
  where: HTMLElement;
  said: HTMLElement;
  live: HTMLElement;
  "caption-a": HTMLElement;
  "caption-b": HTMLElement;
  "draft-commit": HTMLButtonElement;
  [tab: `tab-${string}`]: HTMLElement;
}

// ---------------------------------------------------------------------- the data of a page (builder.py)
interface Data {
  swing?: Swing | null;
  format: number;
  game: GameData;
  verdict: Verdict | null;
  left_out: string | null;
  board: Board;
  pieces: Piece[];
  draw: Drawing;
  tables: Tables;
  /** null where a frame changes no position: `Game.is` says so */
  frames: Frame[];
  turnings: Turning[];
  lines: { current: string; heads: Record<string, number>; undone: Record<string, number> };
  story: StoryData | null;
  notes: Record<string, Note>;
  server?: ServerData;
}

interface ServerData {
  api: string;
  verifies: boolean;
  table?: boolean;
}

interface GameData {
  title: string;
  scenario: string;
  edition: string;
  edition_kind: string;
  dice: string;
  rules: string;
  log: string;
  file: string;
  sides: string[];
  players: [number, string, string][];
  over: boolean;
  result: string;
  due: string;
  view: number | null;
}

interface Verdict {
  word: string;
  text: string;
  checks: { check: string; ok: boolean | null; found: string }[];
  notes: string[];
  frames?: number;
}

interface Board {
  flat: boolean;
  hexes: number;
  labels: string[];
  q: number[];
  r: number[];
  terrains: string[];
  terrain: number[];
  names: Record<number, string>;
  features: Record<number, string[]>;
  kinds: string[];
  /** a, b, kind, name, bridge */
  sides: [number, number, number, string, number][];
  links: [number, number, number][];
  areas: [string, string, number[]][];
}

/** id, what it is called, side, type, size, steps, formation, printed name */
type Piece = [string, string, number, string, string, number, string, string];

interface Theme {
  paper: string;
  ink: string;
  halo: string;
  faint: string;
  objective: string;
  zone: string;
  grid: string;
  sea: string;
  sea_edge: string;
  coast: string;
  river: string;
  river_bank: string;
  sand: string;
  veil: string;
  edge: string;
  number: string;
  name: string;
  minor_case: string;
  minor_road: string;
  main_case: string;
  main_road: string;
  arrow_case: string;
  grounds: Record<string, string>;
  textures: Record<string, string>;
}

interface Drawing {
  themes: Record<string, Theme>;
  looks: Record<string, string>;
  /** kind -> width as a share of a hex, straight */
  waters: Record<string, [number, number]>;
  palettes: Record<string, [string, string, string, string]>;
  tints: string[];
  badges: Record<string, [string, string]>;
  /** symbol -> lines, shapes, letter */
  icons: Record<string, [string, string, string]>;
  size_marks: Record<string, string>;
}

/** See replays/viewer/tables.py. */
interface Tables {
  rules: [string, string][];
  faces: FaceRow[];
  notes: string[][];
  /** standing, places of the traced path, rule */
  supply: [string, number[], string][];
  maps: [number[], [string, string, number[]][], number[], number[]][];
  tracks: [string, string[], number, string[]?][][];
  sections: [string, string[], number[]][];
  words: string[];
  series: [string, number, string][];
  /** title, columns, rows, cells by row */
  printed: [string, string[], string[], string[][]][];
  [name: string]: unknown[];
}

type FaceRow = [string, string, string, string, number, number, number, number, boolean, boolean, boolean, string[]];

/** A counter as it looks. */
interface Face {
  colours: string;
  symbol: string;
  size: string;
  values: string;
  formation: number;
  artillery: number;
  armor: number;
  at: number;
  band: boolean;
  reduced: boolean;
  dimmed: boolean;
  badges: string[];
}

/** An arrow: its kind, a text, places. */
type Arrow = [string, string, ...number[]];

interface Frame {
  k: number;
  a: number;
  p: number;
  h: string;
  t?: string;
  w: string;
  dk: number;
  e?: Ev[];
  ar?: Arrow[];
  /** frame that showed what a seal held, and what it was */
  q?: [number, string];
  d: Delta;
}

/** An event of a decision; see replays/viewer/story.py. */
interface Ev {
  n: number;
  k: number;
  l: number;
  t: string;
  r?: number;
  p?: number[];
  h?: number[];
  x?: Extra;
}

interface Extra {
  name?: string;
  about?: string;
  /** label, value, rule */
  parts?: [string, string, number][][];
  sums?: string[];
  sum?: boolean;
  total?: string;
  /** value, faces */
  die?: [number, number];
  for?: string;
  table?: string;
  column?: string;
  row?: string | number;
  results?: string[];
  c?: number;
  /** printed table, row, column */
  at?: [number, number, number];
  path?: number[];
}

/** What a frame changed against its parent; see replays/viewer/moment.py. */
interface Delta {
  s?: number[][];
  z?: [string, ...number[]][];
  m?: [string, ...Mark][];
  f?: number[];
  n?: number[];
  g?: number[];
  u?: number[];
  c?: number[];
  v?: (number | null)[];
  x?: number[];
  b?: number[];
}

/** a, b (-1: in a hex), kind, text that is drawn, name */
type Mark = [number, number, string, string, string];

interface Turning {
  seq: number;
  kind: string;
  h: string;
  at: number;
  actor?: string;
  decision?: string;
  outcome?: string[];
  time?: string;
  left?: number;
  to?: number;
  reason?: string;
  label?: string;
}

interface Growth {
  from: number;
  frames: Frame[];
  tables: Record<string, unknown[]>;
  turnings: Turning[];
  lines: Data["lines"];
  opened: Record<string, [number, string]>;
  game: GameData;
  verdict?: Verdict;
}

// ---------------------------------------------------------------------- the story (saga.py)
interface StoryData {
  combats: Combat[];
  supply: SupplyRow[];
  lines: Record<string, LineData>;
}

interface Told {
  scored: Scored[];
  turned: Turned[];
  start: number;
  causes: { cause: string; side: string | null; rule: string; points: number; turns: [number, number][] }[];
  turns: TurnRow[];
  luck: { sides: LuckRow[]; kinds: (LuckRow & { kind: string })[] };
  /** side, how many of its units had no line from which frame on, how many of them a check saw in which frame */
  without: [number, [number, number][], [number, number][]][];
  result: Result | null;
}

/** How a line ended or stands. */
interface Result {
  over: boolean;
  winner: string | null;
  level: string;
  turn_name: string;
  when: string;
  if_now: string;
  conditions: { side: string | null; wanted: string; now: string; holds: boolean | null; points: number | null; rule: string }[];
}

interface LineData extends Told {
  combats: number[];
  supply: number[];
}

interface LineStory extends Told {
  combats: Combat[];
  supply: SupplyRow[];
}

interface LuckRow {
  side: string;
  throws: number;
  luck: [string, string];
  luck_text: string;
  as_good_or_better_text: string;
  percentile_text: string;
  deviation: string;
}

interface Scored {
  frame: number;
  address: string;
  turn: number;
  turn_name: string;
  side: string | null;
  cause: string;
  points: number;
  rule: string;
}

interface Turned {
  frame: number;
  turn: number;
  turn_name: string;
  side: string | null;
  wanted: string;
  before: string;
  now: string;
  holds: boolean | null;
  rule: string;
}

interface TurnRow {
  turn: number;
  turn_name: string;
  first: number;
  last: number;
  lost: { side: string; steps: number; units: number }[];
  taken: { place: string; from: string; to: string }[];
  combats: number;
  luck: { side: string; luck_text: string }[];
}

/** piece, place, steps, place after, steps after */
type FighterRow = [number, number, number, number, number];

interface FaceOutcome {
  /** number of the lot of dice, from 1 */
  lot: number;
  /** what that lot was thrown for */
  for: string;
  dice: number;
  /** sums of the lot's dice */
  values: number[];
  text: string;
  chance: [string, string];
  chance_text: string;
  results: string[];
  besides: string[];
  lost: [number, number][];
  /** whether the hex is cleared by the end of the combat; null where that cannot be said */
  cleared: boolean | null;
  /** side, steps lost by the end */
  after: [number, number][];
  /** false where further dice decide: told as far as these */
  whole: boolean;
  happened: boolean;
}

/** What a lot of dice promised before it fell. */
interface Prospect {
  lot: number;
  for: string;
  cleared: [string, string] | null;
  cleared_text: string;
  /** side, chance that it loses steps, in words */
  hurt: [number, [string, string], string][];
  /** side, steps lost on the average, in words */
  average: [number, [string, string], string][];
  whole: boolean;
}

/** Dice thrown together: what for, faces, values. */
type DiceLot = [string, number, number[]];

interface Combat {
  n: number;
  f: number;
  rs: number;
  fr: number[];
  turn: string;
  phase: string;
  kind: string;
  side: number;
  at: number[];
  a: FighterRow[];
  d: FighterRow[];
  A: string;
  D: string;
  sh: [number, number] | null;
  col: string;
  row: string | null;
  /** the dice that its table was read with */
  thr: DiceLot[];
  res: string[];
  /** results besides those of the table's cell */
  bes: string[];
  out: "cleared" | "held" | "no die";
  /** by side: steps, units */
  lost: [number, number][];
  /** place, side */
  taken: [number, number][];
  luck: [string, string];
  lt: string;
  rk: [number, number][];
  /** address, words, value, chance of this or better, faces that are worse, alike, better */
  dice: [string, string, number, string, [number, number, number]][];
  fc: FaceOutcome[];
  pr: Prospect[];
  /** it was fought by dice alone, with no hex at stake: an air combat, a strafing */
  cl: boolean;
  /** swing for the attacker in hexes and in victory points: what, as a fraction, in words; of those that are known */
  ws: [string, [string, string], string][];
  /** swing of the die for the attacker in steps: as a fraction, in words; null where its faces are not known */
  sw: [string, string] | null;
  st: string;
  /** piece, path, kind */
  mv: [number, number[], string][];
  /** what a search looks through, once it was looked through */
  found?: string;
}

interface Agent {
  k: string;
  n: number;
  t: string;
  path?: number[];
}

interface SupplyRow {
  p: number;
  f: number;
  at: number;
  st: string;
  was: string;
  rule: string;
  turn: string;
  what: string;
  line: number[];
  closed: number[];
  why: Agent[];
  both: boolean;
  j: [number, number, string][];
  e?: number;
  how?: string;
  why2: Agent[];
  found?: string;
}

interface Note {
  mark: boolean;
  text: string;
  by?: string;
  to?: string;
  /** when it was written last */
  at?: string;
  /** chapter of the guided review, and its place there */
  chapter?: string;
  order?: number;
  draw?: Drawn[];
}

/** What a note draws: `arrow` or `ring`, then places. */
type Drawn = [string, ...number[]];

// ---------------------------------------------------------------------- what modules give each other
/** A field of a kind of decision at the table; see engine/table/drafting.py. */
interface DraftField {
  name: string;
  role: string;
  needed: boolean;
  /** of pairs the role of each half */
  parts: string[];
  /** what players call it, and what it is for */
  words: string;
  help: string;
  /** how many a set of a fixed size holds, 0 for any */
  size: number;
}

/** A decision that is being put together at the table. */
interface TableDraft {
  kind: string;
  fields: DraftField[];
  /** field -> its value, and the fields in the order in which they were filled */
  given: Record<string, any>;
  order: string[];
  /** fields that the page has filled because there was one value */
  filled: string[];
  /** field -> its value in words, of those that were listed */
  said: Record<string, string>;
  /** what the next field may have: value, in words, decisions; null until the server has said so */
  values: Wire.NextRow["values"] | null;
  /** what else may be tried */
  more: Wire.NextRow["more"];
  cut: boolean;
  /** what is picked of a set, the first half of a pair that waits for its second, and the way made by hand */
  picks: any[];
  half: number | null;
  /** the picks that the page has proposed, as text */
  proposed: string;
  /** whether nothing is listed that goes with what is picked */
  few: boolean;
  /** whether what is not listed has been unfolded */
  unfolded: boolean;
  way: number[] | null;
  /** place where a way ends -> what it costs */
  costs: Map<number, string> | null;
}

/** A preview of a draft that the rules allow; of one that is refused the first five only. */
type Looked = Required<Wire.PreviewRow>;

interface View {
  x: number;
  y: number;
  z: number;
}

interface CombatFilter {
  side: number;
  kind: string;
  text: string;
  unit: number;
  turn?: string;
}

interface FrameFilter {
  text?: string;
  side?: number;
  kind?: string;
  rule?: string;
  piece?: number;
  place?: number;
  all?: boolean;
  only?: string;
}

/** Filters as they are typed. */
interface Wanted {
  text?: string;
  side?: number | string;
  kind?: string;
  unit?: string;
  hex?: string;
  rule?: string;
  all?: boolean;
  only?: string;
}

interface About {
  kinds: Set<string>;
  pieces: Set<number>;
  places: Set<number>;
  rules: Set<number>;
  text: string;
  combat: boolean;
}

interface Chance {
  side: string;
  share: number;
  gain: number | null;
  low?: number;
  high?: number;
}

interface Swing {
  runs: number;
  complete: boolean;
  moments: { frame: number; turn: string; decision: string | null; over: boolean; chances: Chance[] }[];
}

interface SwingState {
  state: "none" | "working" | "done" | "failed";
  done: number;
  of: number;
  swing: Swing | null;
  why: string;
  head: number;
}

interface Series {
  number: number;
  name: string;
  side: number;
  group: string;
  points: [number, number][];
}

interface Differences {
  units: { piece: number; a: string; b: string; from: number; to: number }[];
  control: { place: number; a: string; b: string }[];
  series: { number: number; a: number; b: number }[];
}

/** An event that names a unit, or a stack that a hex held from then on. */
interface Happened {
  seq: number;
  event?: Ev;
  stack?: number[];
}

/** What a map shows; see desk.js. */
interface MapShown {
  position: Position;
  arrows: Arrow[];
  spots?: number[];
  /** what notes draw */
  drawn?: Drawn[];
  selected: number;
  unit: number;
  overlays: Set<string>;
  since: Position | null;
  differing: Set<number> | null;
  /** places that another side holds on the other map */
  held?: Set<number>;
  /** places with equal stacks on both maps, which are shown pale */
  equal?: Set<number>;
  trail: number[];
  marks?: TableMarks;
  combat?: (Combat & { brief: string }) | null;
  when?: "before" | "after" | null;
  ghosts?: Map<number, number> | null;
  story?: SupplyRow | null;
}

/** What may be chosen at the table, what is chosen, ways, and what places cost. */
interface TableMarks {
  open: number[];
  chosen: number[];
  ways: number[][];
  costs?: Map<number, string> | null;
  /** Where something was refused. */
  refused: number[];
}

interface MapRow {
  clip: number[];
  outlines: { kind: string; path: Path2D }[];
  objectives: number[];
  rims: Path2D;
  flags: number[];
}

interface Hooks {
  chosen: (place: number) => void;
  moved?: (view: View) => void;
  hovered?: (place: number, aloud?: boolean) => void;
}

interface Look {
  colour: string;
  dark: string;
  wide: number;
  dash: number[];
  words: string;
}

/** A place of the desk as its address says it; see link.js. */
interface Link {
  seq: number | null;
  event: number;
  line: string | null;
  view: string | null;
  hex: string | null;
  unit: string | null;
  show: string[];
  since: number | null;
  with: number | null;
  /** number of the combat that is shown, where the decision belongs to several */
  combat: number | null;
  /** line of the second map that goes in step */
  lockstep: string | null;
  tab: string | null;
  list: string | null;
  when: string | null;
}
