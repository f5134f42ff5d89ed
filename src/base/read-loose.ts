/**
 * Readers for members of foreign JSON, which may be missing, `null`, empty, or a string where a
 * number was promised. All give `undefined` for what they cannot read: unknown is never 0.
 */
import { parseDecimal } from './parse-decimal.ts';

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
