/** Reads and normalises the names of stations. */

/** The name with blanks joined, ends trimmed and underscores read as blanks. */
export const cleanName = (written: string): string =>
  written
    .replace(/[_\s]+/g, ' ')
    .replace(/ ,/g, ',')
    .trim();

/**
 * The name without the road in front: `Fv 5254 Kleppevegen` and `Kleppevegen` are the same place.
 * A name that consists of a road only stays as it is.
 */
export function bareName(name: string): string {
  const bare = name.replace(/^(?:[EFK]v?|Rv|FV|RV)\.? ?\d+\.? /i, '').trim();
  return bare === '' ? name : bare;
}

/** Lower case letters and digits with hyphens, for keys. */
export const slug = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/æ/g, 'ae')
    .replace(/ø/g, 'oe')
    .replace(/å/g, 'aa')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const POINTS: Readonly<Record<string, number>> = {
  nord: 0,
  nordøst: 45,
  øst: 90,
  sørøst: 135,
  sør: 180,
  sørvest: 225,
  vest: 270,
  nordvest: 315,
};

/**
 * The compass direction that a station's name says it charges in: "mot sør-øst", "Nordgående".
 * `undefined`: it names none. "Barstølveien Vest" names a place, not a direction.
 */
export function readCompass(name: string): number | undefined {
  const text = name.toLowerCase();
  const [, towards] = /\bmot ([a-zøæå]+(?:-[a-zøæå]+)?)/.exec(text) ?? [];
  const [, bound] = /([a-zøæå]+)gående/.exec(text) ?? [];
  const word = (towards ?? bound)?.replace('-', '');
  return word === undefined ? undefined : POINTS[word];
}
