/** How names are typed: in Norwegian letters or without, in part, with one letter wrong. */

const SINGLE_LETTERS: Readonly<Record<string, string>> = { å: 'a', ø: 'o', æ: 'ae' };
const DOUBLE_LETTERS: Readonly<Record<string, string>> = { å: 'aa', ø: 'oe', æ: 'ae' };
/** Sámi letters that are not a letter with a mark. */
const SAMI_LETTERS: Readonly<Record<string, string>> = { đ: 'd', ŋ: 'n', ŧ: 't' };

/** Lower case without marks, words parted by one blank. */
export function plain(text: string, letters = SINGLE_LETTERS): string {
  const lower = text.normalize('NFC').toLowerCase();
  if (ASCII.test(lower)) return lower.replace(/[^a-z0-9]+/g, ' ').trim();
  return lower
    .replace(/[åøæđŋŧ]/g, (letter) => letters[letter] ?? SAMI_LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Half of all names are ASCII. Classes of Unicode take most of the time that an index is made in. */
const ASCII = /^[ -~]*$/;

/** `Ålesund` is found as alesund and as aalesund, `Bodø` as bodo and as bodoe. */
export const spellingsOf = (name: string): string[] =>
  ASCII.test(name) ? [plain(name)] : [...new Set([plain(name), plain(name, DOUBLE_LETTERS)])];

/** How a name fits a text, the best first. */
export type Fit = 'whole' | 'beginning' | 'word' | 'inside' | 'one-letter';

/** Shorter texts stand inside too many words, and are one letter off too many words. */
export const SHORTEST_INSIDE = 3;
export const SHORTEST_ERROR = 4;

/**
 * @param name as `plain` gives it, and so is `wanted`.
 * @returns undefined where the name does not fit the text.
 */
export function fitOf(name: string, wanted: string): Exclude<Fit, 'one-letter'> | undefined {
  const at = name.indexOf(wanted);
  if (at === -1) return undefined;
  if (at === 0) return name.length === wanted.length ? 'whole' : 'beginning';
  if (name[at - 1] === ' ' || name.includes(` ${wanted}`)) return 'word';
  return wanted.length >= SHORTEST_INSIDE ? 'inside' : undefined;
}

/**
 * Does each of these words begin a word of the name, in any order? `sandefjord torp` is in `sandefjord lufthavn torp`.
 */
export const hasWords = (name: string, wanted: readonly string[]): boolean =>
  wanted.every((word) => name.startsWith(word) || name.includes(` ${word}`));

/** May a word be one letter off, by its first two letters? Most words differ in both. */
export const mayBeOneLetterOff = (word: string, wanted: string): boolean =>
  word[0] === wanted[0] || word[1] === wanted[1] || word[0] === wanted[1] || word[1] === wanted[0];

/**
 * Does a word begin like the text, apart from one letter that is wrong, missing, too many or swapped with the next?
 *
 * @param wanted not shorter than `SHORTEST_ERROR`.
 */
export function isOneLetterOff(word: string, wanted: string): boolean {
  const same = countSame(word, 0, wanted, 0);
  if (same === wanted.length) return true;
  /** Is the rest of the typed text the next part of the word, when some letters of both are skipped? */
  const fits = (typed: number, meant: number) =>
    countSame(word, same + meant, wanted, same + typed) === wanted.length - same - typed;
  const isSwapped = word[same] === wanted[same + 1] && word[same + 1] === wanted[same];
  return fits(1, 1) || fits(1, 0) || fits(0, 1) || (isSwapped && fits(2, 2));
}

/** How many letters are the same from these places on. */
function countSame(name: string, at: number, wanted: string, from: number): number {
  let same = 0;
  while (
    from + same < wanted.length &&
    at + same < name.length &&
    name.charCodeAt(at + same) === wanted.charCodeAt(from + same)
  )
    same++;
  return same;
}
