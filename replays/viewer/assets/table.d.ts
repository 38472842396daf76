/** What the table's server is asked and answers; written by `python -m tests.page.declare`, not by hand. */

declare namespace Wire {

type AnswerFile = {
  answer: number;
  log: string;
  seq: number;
  leaf: string;
  key: string;
  signature: string;
};

type AnswerWanted = {
  at: number;
  agree: boolean;
  number: number;
};

type AskRow = {
  about: string[];
  away: boolean;
  bots: Record<string, string>;
  complete: boolean;
  dice: string;
  does: string;
  faces: string[];
  head: number;
  keeper: boolean;
  kinds: [string, string, Field[], boolean][];
  lately: [number, number, string[]][];
  mail: boolean;
  over: boolean;
  pieces: number[];
  places: number[];
  policy: string;
  request: RequestRow | null;
  rule: string;
  seats: number[];
  secret: boolean;
  side: number | null;
  study: boolean;
  text: string;
  title: string;
  trouble: string;
  version: number;
  who: string;
  yours: boolean;
};

type Bundle = {
  bundle: number;
  log: string;
  game: string;
  sender: string;
  to: string;
  first: number;
  after: string;
  frames: string[];
  checkpoint?: string;
};

type CostsRow = {
  at: number;
  costs: [number, string][];
};

type DecidedRow = {
  head: number;
  left?: number;
  seq: number | null;
  told: string[];
  wants?: DiceRow;
  why?: string;
};

type DecisionWanted = {
  at: number;
  key: string;
  kind: string;
  given?: Record<string, any>;
  plan?: Made[];
  rolls?: string[];
};

type DiceRow = {
  dice: string;
  faces: string[];
};

type DraftWanted = {
  at: number;
  kind: string;
  given?: Record<string, any>;
  plan?: Made[];
};

type FaceRow = {
  chance: [number, number];
  lines: string[];
  percent: string;
  ways: string;
};

type FacesRow = {
  at: number;
  faces: FaceRow[];
};

type Field = [string, string, boolean, string[], string, string, number];

type LaterRow = {
  assumed: string[];
  dice: string;
  fight: string[];
  sums: string[];
};

type LineRow = {
  current: boolean;
  fork: number;
  head: number;
  length: number;
  luck: SideLuckRow[];
  name: string;
  note: string;
  odds: OddsRow | null;
  parent: string;
  played: boolean;
};

type LineWanted = {
  deed: string;
  name?: string;
  to?: string;
  at?: number;
};

type LinesRow = {
  lines: LineRow[];
  luck: string;
};

type Made = {
  kind: string;
  given?: Record<string, any>;
};

type NextRow = {
  at: number;
  cut: boolean;
  field: string;
  more: [any, string, number][];
  values: [any, string, number][];
};

type NextWanted = {
  at: number;
  kind: string;
  field: string;
  given?: Record<string, any>;
  plan?: Made[];
};

type OddsRow = {
  at: number;
  complete: boolean;
  runs: number;
  wins: WinsRow[];
};

type OddsWanted = {
  at: number;
  runs?: number;
};

type OldStudyWanted = {
  file: string;
};

type PlanRow = {
  about: string[];
  at: number;
  complete: boolean;
  kinds: [string, string, Field[], boolean][];
  moved: number[][];
  places: [number, number][];
  rule: string;
  text: string;
  told: string[][];
  units: ((number | string)[])[];
};

type PlanWanted = {
  at: number;
  plan: Made[];
};

type PlayerWanted = {
  side: number;
  bot?: string;
};

type PreviewRow = {
  crosses?: string[];
  dice?: string;
  faces?: string[];
  fight?: string[];
  given: Record<string, any>;
  later?: LaterRow | null;
  legal: boolean;
  lines?: string[];
  lost?: [number, number, boolean][];
  moved?: number[][];
  odds?: string;
  paid?: [number, string][];
  rule: string;
  sum: string;
  then?: [number, string] | null;
  told: string;
  why: string;
};

type RefusalRow = {
  kind: string;
  rule: string;
  why: string;
};

type RequestRow = {
  by: string;
  crosses: string[];
  mine: boolean;
  number: number;
  reason: string;
  sides: string[];
  to: number;
  yours: boolean;
};

type RollWanted = {
  at: number;
  value: string;
};

type SideLuckRow = {
  as_good: string;
  luck: string;
  side: number;
  throws: number;
};

type StudyRow = {
  file: string;
  name: string;
};

type StudyWanted = {
  at: number;
  luck?: string;
};

type TakenRow = {
  frames: number[];
  remarks: string[];
};

type UndoRow = {
  asked?: boolean;
  head: number;
  needs?: string[];
  sides?: string[];
};

type UndoWanted = {
  at: number;
  key: string;
  reason?: string;
  agreed?: boolean;
};

type UnitsRow = {
  at: number;
  units: ((number | string)[])[];
};

type WhyRow = {
  at: number;
  refusals: RefusalRow[];
};

type WhyWanted = {
  at: number;
  value: number;
  kind?: string;
  field?: string;
  given?: Record<string, any>;
  plan?: Made[];
};

type WinsRow = {
  high: number;
  low: number;
  share: number;
  side: number;
};

}
