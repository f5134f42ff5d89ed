/** Pairs lines with the drives past a station that they bill. */
import type { Steps } from '../base/steps.ts';

interface Timed {
  /** Unix milliseconds. */
  readonly atMs: number;
}

interface Driven extends Timed {
  /** It may not have been passed at all. */
  readonly isPossible?: true;
}

/**
 * The worth of a pair, before the milliseconds between its two are taken off. So there are as many pairs as possible,
 * then as many sure ones as possible, then near ones. The differences are larger than a month of lines can lie apart.
 */
const PAIR = { sure: 25e9, possible: 20e9 };

/**
 * Pairs lines and drives, both of one station and in time order, so that a later line has a later drive. The time grows
 * with the lines times the drives within reach of one.
 *
 * @param reachMs the most time between line and drive of a pair.
 */
export function* pairPassages<Row extends Timed, Drive extends Driven>(
  rows: readonly Row[],
  drives: readonly Drive[],
  reachMs: number,
): Steps<Map<Row, Drive>> {
  const bands: Band[] = [];
  let [from, until] = [0, 0];
  for (const row of rows) {
    yield;
    while (from < drives.length && isBefore(drives[from], row.atMs - reachMs)) from += 1;
    while (until < drives.length && isBefore(drives[until], row.atMs + reachMs + 1)) until += 1;
    bands.push(fillBand({ from, until: Math.max(from, until) }, row, drives, bands.at(-1)));
  }
  return listPairs(rows, drives, bands);
}

const isBefore = (drive: Timed | undefined, atMs: number) =>
  drive !== undefined && drive.atMs < atMs;

/** The most worth of all lines up to one, by how many of the drives within its reach may be used. */
interface Band {
  /** Drives within reach: the first, and the one behind the last. */
  readonly from: number;
  readonly until: number;
  /** By drives from `from` on: the most that is reached with the drives before that one. */
  readonly worth: readonly number[];
}

const worthOf = (band: Band | undefined, until: number): number =>
  band === undefined ? 0 : (band.worth[Math.min(until, band.until) - band.from] ?? 0);

function fillBand<Drive extends Driven>(
  reach: Pick<Band, 'from' | 'until'>,
  row: Timed,
  drives: readonly Drive[],
  before: Band | undefined,
): Band {
  const worth = [worthOf(before, reach.from)];
  for (const [i, drive] of drives.slice(reach.from, reach.until).entries()) {
    const at = reach.from + i;
    const paired = worthOf(before, at) + worthOfPair(row, drive);
    worth.push(Math.max(worthOf(before, at + 1), worth[i] ?? 0, paired));
  }
  return { ...reach, worth };
}

const worthOfPair = (row: Timed, { atMs, isPossible }: Driven): number =>
  (isPossible ? PAIR.possible : PAIR.sure) - Math.abs(atMs - row.atMs);

/** Follows the worth of the last line back to the pairs that it comes from. */
function listPairs<Row extends Timed, Drive extends Driven>(
  rows: readonly Row[],
  drives: readonly Drive[],
  bands: readonly Band[],
): Map<Row, Drive> {
  const pairs = new Map<Row, Drive>();
  let until = drives.length;
  for (let i = rows.length - 1; i >= 0; i--) {
    const band = bands[i];
    until = Math.min(until, band?.until ?? 0);
    const reached = worthOf(band, until);
    if (reached <= worthOf(bands[i - 1], until)) continue;
    // The pair is with the first drive up to which as much is reached.
    while (worthOf(band, until - 1) === reached) until -= 1;
    until -= 1;
    const [row, drive] = [rows[i], drives[until]];
    if (row && drive) pairs.set(row, drive);
  }
  return pairs;
}
