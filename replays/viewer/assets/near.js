/** Where a hex without a name lies: so many hexes in a direction from the nearest place that has one. Draws nothing. */
import { Geometry } from "./geometry.js";

const FAR = 6; // hexes from which on a name says nothing of a place
const WINDS = ["E", "SE", "S", "SW", "W", "NW", "N", "NE"];

/** @type {WeakMap<Game, { geo: Geometry, named: [number, string][], known: Map<number, string> }>} */
const kept = new WeakMap();

/** `SE of Paris`, of what is not beside it `2 SE of Paris`; empty for a place that has a name, no hex, or nothing near.
 * @param {Game} game @param {number} place */
export function near(game, place) {
  const { board } = game;
  if (place < 0 || place >= board.hexes || game.placeName(place)) return "";
  let mine = kept.get(game);
  if (!mine) {
    const named = Object.entries(board.names).map(([at, name]) => /** @type {[number, string]} */ ([Number(at), name])).filter(([at]) => at < board.hexes);
    mine = { geo: Geometry.of(board), named, known: new Map() };
    kept.set(game, mine);
  }
  const { geo, named, known } = mine;
  const found = known.get(place);
  if (found !== undefined) return found;
  let best = null;
  for (const [at, name] of named) {
    const [q, r] = [board.q[place] - board.q[at], board.r[place] - board.r[at]];
    const far = (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
    if (far <= FAR && (!best || far < best.far)) best = { at, name, far };
  }
  let text = "";
  if (best) {
    const [[x, y], [fromX, fromY]] = [geo.centre(place), geo.centre(best.at)];
    const wind = WINDS[(Math.round(Math.atan2(y - fromY, x - fromX) / (Math.PI / 4)) + 8) % 8];
    text = `${best.far > 1 ? `${best.far} ` : ""}${wind} of ${best.name}`;
  }
  known.set(place, text);
  return text;
}
