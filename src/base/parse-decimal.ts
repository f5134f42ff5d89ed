const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/i;

/**
 * A finite decimal number written with a point, blanks around it allowed.
 *
 * @returns `undefined` for anything else: an empty text, hexadecimal, a decimal comma, `NaN`.
 */
export function parseDecimal(text: string): number | undefined {
  const trimmed = text.trim();
  if (!DECIMAL.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : undefined;
}
