/** How names are typed: in Norwegian letters or without, in part, with one letter wrong. */

const SINGLE_LETTERS: Readonly<Record<string, string>> = { å: 'a', ø: 'o', æ: 'ae' };
const DOUBLE_LETTERS: Readonly<Record<string, string>> = { å: 'aa', ø: 'oe', æ: 'ae' };
/** Letters of Sámi that are no letter with a mark. */
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

/** Half of all names: classes of Unicode take most of the time that an index is made in. */
const ASCII = /^[ -~]*$/;

/** `Ålesund` is found as alesund and as aalesund, `Bodø` as bodo and as bodoe. */
export const spellingsOf = (name: string): string[] =>
  ASCII.test(name) ? [plain(name)] : [...new Set([plain(name), plain(name, DOUBLE_LETTERS)])];

/** How a name fits a text, the best first. */
export type Fit = 'whole' | 'beginning' | 'word' | 'inside' | 'one-letter';

/** Shorter texts stand inside of too many words, and are one letter from too many. */
export const SHORTEST_INSIDE = 3;
export const SHORTEST_ERROR = 4;

/** @param name and `wanted` as `plain` gives them. @returns undefined where one letter does not help. */
export function fitOf(name: string, wanted: string): Exclude<Fit, 'one-letter'> | undefined {
  const at = name.indexOf(wanted);
  if (at === -1) return undefined;
  if (at === 0) return name.length === wanted.length ? 'whole' : 'beginning';
  if (name[at - 1] === ' ' || name.includes(` ${wanted}`)) return 'word';
  return wanted.length >= SHORTEST_INSIDE ? 'inside' : undefined;
}

/** Does each of these words begin one of the name, in any order? `sandefjord torp` is in `sandefjord lufthavn torp`. */
export const hasWords = (name: string, wanted: readonly string[]): boolean =>
  wanted.every((word) => name.startsWith(word) || name.includes(` ${word}`));

/** Whether the first two letters of a word leave it open: most words differ in both. */
export const mayBeOneLetterOff = (word: string, wanted: string): boolean =>
  word[0] === wanted[0] || word[1] === wanted[1] || word[0] === wanted[1] || word[1] === wanted[0];

/** Does a word begin like the text, but for one letter that is wrong, missing, too many or changed places with the next? */
export function isOneLetterOff(word: string, wanted: string): boolean {
  if (wanted.length < SHORTEST_ERROR) return false;
  const same = countSame(word, 0, wanted, 0);
  if (same === wanted.length) return true;
  if (same === 0 && !mayBeOneLetterOff(word, wanted)) return false;
  /** Does all that was typed behind some letters stand behind some letters of the word? */
  const fits = (typed: number, meant: number) =>
    countSame(word, same + meant, wanted, same + typed) === wanted.length - same - typed;
  const isSwapped = word[same] === wanted[same + 1] && word[same + 1] === wanted[same];
  return fits(1, 1) || fits(1, 0) || fits(0, 1) || (isSwapped && fits(2, 2));
}

/** So many letters are the same from these places on. */
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
