/** The name with blanks joined, ends trimmed and underscores read as blanks. */
export const cleanName = (written: string): string =>
  written
    .replace(/[_\s]+/g, ' ')
    .replace(/ ,/g, ',')
    .trim();

/**
 * The name without the road in front: `Fv 5254 Kleppevegen` and `Kleppevegen` are the same place.
 * A name that is a road alone stays.
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
