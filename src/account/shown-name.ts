/**
 * Nothing that breaks a line, changes unseen how it reads, or is half a letter. The two that join
 * or part letters may stand in words and in emoji.
 */
const SHOWN = /^(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[\u200C\u200D])*$/u;

/**
 * Whether a name can be told to others as its owner wrote it.
 *
 * @param mostLetters how many it may have; none is a name, too.
 */
export const isShownName = (text: string, mostLetters: number): boolean =>
  SHOWN.test(text) && [...text].length <= mostLetters;
