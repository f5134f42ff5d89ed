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

const PLAIN = /^\d+(?:\.\d+)?$/;

/**
 * A measure as a caller has to write it: digits, and perhaps a point with digits after it. No sign,
 * exponent, blank or separator, and no digits of another script.
 *
 * @returns `undefined` for anything else.
 */
export function parsePlainDecimal(text: string): number | undefined {
  const value = PLAIN.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
