// @ts-check

/** @typedef {{ href: string, page: string, text: string, lead: string }} Found */

const MOST = 12;

/**
 * Headings that have all words, those first of which one has it at its beginning.
 *
 * @param {readonly Found[]} all
 * @param {readonly string[]} words small letters.
 */
export function find(all, words) {
  /** @param {Found} one */
  const rank = ({ text, lead }) => {
    const [title, whole] = [text.toLowerCase(), `${text} ${lead}`.toLowerCase()];
    if (!words.every((word) => whole.includes(word))) return 0;
    if (words.some((word) => title.split(/[ /]/).at(-1) === word)) return 4;
    if (words.some((word) => title.startsWith(word))) return 3;
    return words.every((word) => title.includes(word)) ? 2 : 1;
  };
  return all
    .map((one) => ({ one, rank: rank(one) }))
    .filter((ranked) => ranked.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST)
    .map(({ one }) => one);
}
