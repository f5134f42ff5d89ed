const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI'];

/**
 * A Euro class as people write it: `6`, `VI`, `Euro 6`, `euro-vi`; no blanks around it.
 *
 * @returns 1 to 6; `undefined` for anything else.
 */
export function parseEuroClass(text: string): number | undefined {
  const [, written = ''] = /^(?:euro[ -]?)?([1-6]|[iv]{1,3})$/i.exec(text) ?? [];
  const euroClass = /^\d$/.test(written)
    ? Number(written)
    : ROMAN.indexOf(written.toUpperCase()) + 1;
  return euroClass === 0 ? undefined : euroClass;
}
