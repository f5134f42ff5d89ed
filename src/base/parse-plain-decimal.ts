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
