/** A trip and what it costs, as a toll clerk would write it down. */
export interface Receipt {
  /** The first line, as it is written. */
  readonly title: string;
  /** Names of the places: start, via points, destination. */
  readonly stops: readonly string[];
  /** Departure on an ordinary day, ISO 8601. */
  readonly startTime: string;
  /** The stations in the order in which they are passed. */
  readonly lines: readonly ReceiptLine[];
  /** Kroner, small vehicle with tag. */
  readonly smallNok: number;
  /** Kroner, large vehicle without tag; absent: not said. */
  readonly largeNok?: number;
}

/** A station that is passed: paid there, or free because another of its hour group was paid. */
export type ReceiptLine =
  | { readonly station: string; readonly paidNok: number }
  | { readonly station: string; readonly freeBy: string };

const DAYS: Readonly<Record<string, string>> = { Wednesday: '2026-11-18', Saturday: '2026-11-21' };

/**
 * Reads receipts:
 *
 *     Asker > Skøyen > Centre, Wednesday 08:00: why it costs what it costs
 *       33.60  name of a station that is paid
 *        free  name of a station < name of the one that paid for it
 *       33.60  large 161
 *
 * Without day and hour the trip starts on a Wednesday at 10:00. The last line is the sum.
 *
 * @throws Error for a line that does not read, or a sum that the lines do not add up to.
 */
export function parseReceipts(text: string): Receipt[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map(parseReceipt);
}

function parseReceipt(text: string): Receipt {
  const [title = '', ...rest] = text.split('\n').map((line) => line.trim());
  const [, route = '', day = 'Wednesday', hour = '10:00'] =
    /^(.+?)(?:, (\w+) (\d\d:\d\d))?: \S/.exec(title) ?? [];
  const stops = route.split(' > ');
  if (stops.length < 2) throw new Error(`Expected from > to: why, got: ${title}`);
  const date = DAYS[day];
  if (date === undefined) throw new Error(`Expected a day of ${Object.keys(DAYS)}: ${title}`);
  const lines = rest.slice(0, -1).map(parseLine);
  const [, small, large] = /^(\d+\.\d\d)(?: +large (\d+))?$/.exec(rest.at(-1) ?? '') ?? [];
  if (small === undefined) throw new Error(`Expected a sum at the end of: ${title}`);
  const paid = lines.reduce((sum, line) => sum + ('paidNok' in line ? line.paidNok : 0), 0);
  if (Math.abs(paid - Number(small)) > 0.001)
    throw new Error(`Expected ${paid.toFixed(2)} as the sum of: ${title}`);
  return {
    title,
    stops,
    startTime: `${date}T${hour}:00+01:00`,
    lines,
    smallNok: Number(small),
    ...(large === undefined ? {} : { largeNok: Number(large) }),
  };
}

function parseLine(line: string): ReceiptLine {
  const [, amount, station, freeBy] = /^(\d+\.\d\d|free) {2}(.+?)(?: < (.+))?$/.exec(line) ?? [];
  if (station === undefined || (amount === 'free') !== (freeBy !== undefined))
    throw new Error(`Expected an amount or a free passage: ${line}`);
  return freeBy === undefined ? { station, paidNok: Number(amount) } : { station, freeBy };
}
