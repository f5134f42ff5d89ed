const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI'];

/**
 * A Euro class as people write it: `6`, `VI`, `Euro 6`, `euro-vi`.
 *
 * @returns 1 to 6; `undefined` for anything else.
 */
export function parseEuroClass(text: string): number | undefined {
  const [, written = ''] = /^\s*(?:euro[\s-]*)?([1-6]|[iv]{1,3})\s*$/i.exec(text) ?? [];
  const euroClass = /^\d$/.test(written)
    ? Number(written)
    : ROMAN.indexOf(written.toUpperCase()) + 1;
  return euroClass === 0 ? undefined : euroClass;
}
