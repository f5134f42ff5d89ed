/**
 * Readers of numbers that people write, and of members of foreign JSON, which may be missing, `null`, empty, or a string
 * where a number was promised. All give `undefined` for what they cannot read: unknown is never 0.
 */

/** The content of a text; `undefined` for a text that is no JSON, such as the HTML of a gateway. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An object that is not a list. */
export function readRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

/** The items of a list; `[]` for anything else. */
export const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text without blanks around it. Numbers become texts. An empty text gives `undefined`. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** A finite number, or a text that is one; a decimal comma is read as well. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' ? parseDecimal(value.replace(',', '.')) : undefined;
}

/** The same for a size or a time, which is never below 0. */
export function readSize(value: unknown): number | undefined {
  const size = readNumber(value);
  return size !== undefined && size >= 0 ? size : undefined;
}

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
