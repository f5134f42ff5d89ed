/**
 * A Norwegian registration number in the form that the register wants: capitals and digits,
 * without the blanks, hyphens and dots that people write. Personal plates have any letters, so
 * there is no closer look.
 *
 * Source: the road authority's rules for ordinary, personal, diplomatic and veteran plates, 2026.
 *
 * @returns `undefined` when no plate can look like this.
 */
export function parsePlate(text: string): string | undefined {
  const plate = text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[\s\u00a0\-.]+/g, '');
  return /^[A-ZÆØÅ0-9]{2,7}$/.test(plate) ? plate : undefined;
}
