/** A trip and what it costs, as a toll clerk adds it up. Kroner. */
export interface Receipt {
  /** The first line as it is written, without the reason. */
  readonly title: string;
  /** Names of places: start, via points, destination. */
  readonly stops: readonly string[];
  /** Departure, ISO 8601 with offset. */
  readonly startTime: string;
  /** Least and most kilometres, ferries included; absent: not said. */
  readonly band?: readonly [number, number];
  /** Why these stations, and where it is published. */
  readonly why: string;
  /** What is passed, in the order of the drive. */
  readonly lines: readonly ReceiptLine[];
  /** Names of the ferry connections, in the order of the alphabet. */
  readonly ferries: readonly string[];
  readonly full: Sums;
  readonly withTag: Sums;
}

interface Sums {
  readonly small: number;
  readonly large: number;
}

/**
 * A station that is passed. `free`: whom the hour rule covers; absent: everybody pays. Prices are
 * full ones; `null`: nobody publishes them.
 */
export interface ReceiptLine extends Record<keyof Sums, number | null> {
  readonly station: string;
  readonly free?: 'in the hour' | 'with tag';
}

/** A Saturday, on which no city has a rush: the sums are plain additions. */
const SATURDAY = '2026-11-21T10:00:00+01:00';

/**
 * Reads receipts with a blank line between them:
 *
 *     Molde > Batnfjordsøra > Kristiansund, 68-78 km: why these stations
 *        44   87  E39 Hjelset
 *        34   68  Rv.70 Omsundbrua
 *        34   68  Rv.70 Nordsundbrua, free with tag
 *       112  223  in all
 *        62.40 155  with tag
 *
 * `- -  Station, free in the hour` is free with tag and without; `?` is a price that nobody publishes; a line
 * `ferry Name` is a crossing. Another day than a Saturday stands behind the kilometres.
 *
 * @throws Error for a line that does not read, or sums that the lines do not add up to.
 */
export function parseReceipts(text: string): Receipt[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map(parseReceipt);
}

const HEAD = /^(.+?)(?:, (\d+)-(\d+) km)?(?:, (\d{4}-\S+T\S+))?: (\S.*)$/;

function parseReceipt(text: string): Receipt {
  const [head = '', ...rows] = text.split('\n').map((line) => line.trim());
  const [, route = '', least, most, startTime = SATURDAY, why] = HEAD.exec(head) ?? [];
  const stops = route.split(' > ');
  if (why === undefined || stops.length < 2) throw new Error(`Expected from > to: why: ${head}`);
  const ferries = rows.flatMap((row) => /^ferry (.+)$/.exec(row)?.[1] ?? []);
  const lines = rows.slice(0, -2).filter(isNoFerry).map(parseLine);
  const receipt = {
    title: head.slice(0, -why.length - 2),
    stops,
    startTime,
    ...(least !== undefined && { band: [Number(least), Number(most)] as const }),
    why,
    lines,
    ferries: ferries.toSorted(),
    full: parseSums(rows.at(-2) ?? '', 'in all'),
    withTag: parseSums(rows.at(-1) ?? '', 'with tag'),
  };
  checkSums(receipt);
  return receipt;
}

const isNoFerry = (row: string) => !row.startsWith('ferry ');

function parseLine(row: string): ReceiptLine {
  const [, small, large, station, free] =
    /^(\d+|[?-]) +(\d+|[?-]) +(.+?)(?:, free (in the hour|with tag))?$/.exec(row) ?? [];
  if (station === undefined) throw new Error(`Expected small, large and a station: ${row}`);
  const toNok = (cell?: string) => (cell === '?' ? null : cell === '-' ? 0 : Number(cell));
  return {
    station,
    small: toNok(small),
    large: toNok(large),
    ...(free !== undefined && { free: free as 'in the hour' | 'with tag' }),
  };
}

function parseSums(row: string, of: string): Sums {
  const [, small, large, what] = /^([\d.]+) +([\d.]+) +(.+)$/.exec(row) ?? [];
  if (what !== of) throw new Error(`Expected small, large, ${of}: ${row}`);
  return { small: Number(small), large: Number(large) };
}

/** Source: 20 % for small vehicles with tag, none for large ones, docs/pricing.md. */
const TAG_SHARE = 0.8;

/** A clerk who adds up wrongly is no measure. */
function checkSums({ title, lines, full, withTag }: Receipt): void {
  const add = (size: keyof Sums, isPaid: (line: ReceiptLine) => boolean) =>
    lines.filter(isPaid).reduce((sum, line) => sum + (line[size] ?? 0), 0);
  const untagged = (line: ReceiptLine) => line.free !== 'in the hour';
  const tagged = (line: ReceiptLine) => line.free === undefined;
  const added = [
    add('small', untagged),
    add('large', untagged),
    Math.round(100 * TAG_SHARE * add('small', tagged)) / 100,
    add('large', tagged),
  ];
  const written = [full.small, full.large, withTag.small, withTag.large];
  if (added.join() !== written.join())
    throw new Error(`${title}: the lines add up to ${added}, not to ${written}.`);
}
