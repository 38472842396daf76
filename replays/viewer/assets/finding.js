/** How words are looked for in texts, names of places and names of units. Draws nothing. */

const SHORT = 3; // letters of a word that is looked for at the beginning of words only

/** The search that was taken apart last: a filter asks for its words at every decision. @type {{ text: string, words: string[] }} */
let last = { text: "", words: [] };

/** The words of a search, small and without accents, each once.
 * @param {string | null | undefined} text */
export function words(text) {
  const asked = text ?? "";
  if (asked !== last.text) last = { text: asked, words: [...new Set(plain(asked).split(/\s+/).filter(Boolean))] };
  return last.words;
}

/** A text as searches see it: small, without accents, letter for letter.
 * @param {string} text */
export const plain = (text) => text.toLowerCase().replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize("NFD")[0]);

/** Where a word stands in a text (both `plain`) from a place on; -1 for nowhere. A short one has to begin a word there, so that `ss` is
 * not found in `class`.
 * @param {string} text @param {string} word */
export function find(text, word, from = 0) {
  let at = text.indexOf(word, from);
  if (word.length > SHORT) return at;
  while (at > 0 && joined(text[at - 1], word[0])) at = text.indexOf(word, at + 1);
  return at;
}

/** True for two letters, and for two figures, of one word.
 * @param {string} one @param {string} other */
const joined = (one, other) => (/[a-z]/.test(one) && /[a-z]/.test(other)) || (/\d/.test(one) && /\d/.test(other));

/** True when a text (`plain`) holds every word.
 * @param {string} text @param {string[]} wanted */
export const holds = (text, wanted) => wanted.every((word) => find(text, word) >= 0);

/** A text in pieces: what lies at odd places are words of the search.
 * @param {string} text @param {string[]} wanted */
export function pieces(text, wanted) {
  /** @type {string[]} */
  const out = [];
  const low = plain(text);
  if (low.length !== text.length) return [text]; // letters of several signs: shown as it is
  let at = 0;
  for (;;) {
    let next = -1;
    let long = 0;
    for (const word of wanted) {
      const found = find(low, word, at);
      if (found >= 0 && (next < 0 || found < next || (found === next && word.length > long))) [next, long] = [found, word.length];
    }
    if (next < 0) break;
    out.push(text.slice(at, next), text.slice(next, next + long));
    at = next + long;
  }
  out.push(text.slice(at));
  return out;
}

/** Named places that all words are found in, by their order on the map.
 * @param {Game} game @param {string[]} wanted @returns {number[]} */
export const placesWith = (game, wanted) =>
  Object.entries(game.board.names).filter(([place, name]) => holds(plain(`${name} ${game.place(Number(place))}`), wanted)).map(([place]) => Number(place));

/** Units that all words are found in: name, what the counter says, formation.
 * @param {Game} game @param {string[]} wanted @returns {number[]} */
export const unitsWith = (game, wanted) =>
  game.pieces.flatMap(([id, name, side, , , , formation, printed], piece) => (side && holds(plain([id.replaceAll("_", " "), name, formation, printed].filter(Boolean).join(" ")), wanted) ? [piece] : []));
