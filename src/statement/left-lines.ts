/** The lines of a statement that are no passages: credits, discounts, sums of days. And the files that are refused for their lines. */
import { groupBy } from '../base/lists.ts';
import { fromNok, sumOre } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { isPayment } from './bill-words.ts';
import type { StatementColumn } from './columns.ts';
import { isDayAlone, isMidnight } from './read-moment.ts';
import { fail, failLine, WHOLE_ORE } from './settle-columns.ts';
import { type BilledPassage, LEFT_OUT, type LeftOut, type Statement } from './statement.ts';

export interface Line {
  /** As a person counts the lines of the file. */
  readonly no: number;
  readonly cells: readonly string[];
  /** What it has in a column, `''` where it has nothing. */
  readonly cell: (column: StatementColumn) => string;
  readonly isBlank: boolean;
}

export const NO_MOMENT = 'has no moment that can be read';
const NO_CLOCK =
  'has a day without a time of day, which tells the price: a column of clocks is named in columns, as clock';

type IsCredit = (left: Left) => boolean;

/**
 * Does a line pay back, and no passage of it is told? What passages have in the same column, as the customer, says
 * nothing of it.
 *
 * @param found what each line is.
 */
export function openIsCredit(
  lines: readonly Line[],
  found: readonly (BilledPassage | Left)[],
): IsCredit {
  const passages = lines.filter((_, i) => !('reason' in (found[i] as BilledPassage | Left)));
  const usual = new Set(passages.flatMap(({ cells }) => cells.map((text, at) => `${at} ${text}`)));
  return ({ ore, line: { cells } }) =>
    ore < 0 && !isPayment(cells.filter((text, at) => !usual.has(`${at} ${text}`)));
}

/**
 * The lines of a file where most that pay back without a passage stand right below one: they are its discounts, and
 * credits of its moment and station.
 *
 * @param found what each line is.
 */
export function placeDiscounts(
  lines: readonly Line[],
  found: readonly (BilledPassage | Left)[],
  isCredit: IsCredit,
): readonly (BilledPassage | Left)[] {
  const credits = found.filter((one) => 'reason' in one && isCredit(one)).length;
  const stations = new Set(found.flatMap((one) => ('reason' in one ? [] : one.station)));
  const isOf = ({ ore, line: { cell } }: Left, above: BilledPassage, before: Line | undefined) =>
    before?.cell('time').startsWith(cell('time')) &&
    above.ore + ore >= 0 &&
    (cell('station') === above.station || !stations.has(cell('station')));
  const placed = found.map((one, i) => {
    const above = found[i - 1];
    if (!('reason' in one) || !above || 'reason' in above || !isCredit(one)) return one;
    if (!isOf(one, above, lines[i - 1])) return one;
    const { vatOre: _, isWhole: __, ...passage } = above;
    return { ...passage, line: one.line.no, ore: one.ore };
  });
  const count = placed.filter((one, i) => one !== found[i]).length;
  return count > 1 && count * 2 > credits ? placed : found;
}

/**
 * Leaves out the sums of days, at the midnight of a day without a clock: a sum of several lines of its day, of all or of its
 * station, and where there is such a one those of a single line, too.
 *
 * @param found what each line is.
 */
export function leaveSums(
  lines: readonly Line[],
  found: readonly (BilledPassage | Left)[],
): readonly (BilledPassage | Left)[] {
  const isOfDay = ({ atMs }: BilledPassage, { cell }: Line) =>
    isMidnight(atMs, cell('time'), cell('clock'));
  const dayOf = ({ atMs }: BilledPassage) => toOsloTime(atMs).day;
  const timed = found.flatMap((one, i) =>
    'reason' in one || isOfDay(one, lines[i] as Line) ? [] : one,
  );
  const byDay = groupBy(timed, dayOf);
  /** Lines that are billed, of those that a line is the sum of; 0: it is no sum. */
  const countSummed = (sum: BilledPassage): number => {
    const ofVehicle = (byDay.get(dayOf(sum)) ?? []).filter(
      ({ plate }) => sum.plate === undefined || sum.plate === plate,
    );
    const own = [ofVehicle, ofVehicle.filter(({ station }) => station === sum.station)];
    const added = own.find((some) => sumOre(some, ({ ore }) => ore) === sum.ore) ?? [];
    return added.filter(({ ore }) => ore > 0).length;
  };
  const counts = found.map((one, i) =>
    'reason' in one || one.ore <= 0 || !isOfDay(one, lines[i] as Line) ? 0 : countSummed(one),
  );
  if (!counts.some((count) => count > 1)) return found;
  return found.map((one, i): BilledPassage | Left =>
    counts[i] === 0 ? one : { line: lines[i] as Line, reason: 'no-moment', ore: one.ore },
  );
}

/** A line that is no passage. */
export interface Left extends Pick<LeftOut, 'reason' | 'ore'> {
  readonly line: Line;
}

/** Where no line is a passage, a line that is meant to be one refuses the file. */
export function refuse({ line: { no, cell }, reason }: Left): void {
  if (reason === 'other-currency') failLine(no, 'is not in Norwegian kroner, and no other line is');
  if (reason === 'no-amount') failLine(no, 'has no amount');
  if (reason === 'no-moment' && /\d/.test(cell('time')))
    failLine(no, isDayAlone(cell('time')) ? NO_CLOCK : NO_MOMENT);
}

/** Refuses a file of which every moment is a midnight: its days have no clock. */
export function refuseDays(rows: readonly BilledPassage[], lines: readonly Line[]): void {
  const [first] = rows;
  const isOfDay = ({ atMs, line }: BilledPassage) => {
    const { cell } = lines[line - 1] as Line;
    return isMidnight(atMs, cell('time'), cell('clock'));
  };
  if (first !== undefined && rows.every(isOfDay)) failLine(first.line, NO_CLOCK);
}

/** No passage costs as much: a choice of ours. */
const MOST_NOK = 1000;

/**
 * Refuses amounts that are not kroner as an operator bills them: amounts that all have a minus, as a bank writes them,
 * most of them on the side of credit, as in a ledger of suppliers, and whole øre.
 */
export function refuseOtherAmounts(rows: readonly BilledPassage[], isSided: boolean): void {
  const filled = rows.filter(({ ore }) => ore !== 0);
  const credited = filled.filter(({ ore }) => ore < 0).length;
  if (isSided && credited < filled.length && credited * 2 > filled.length)
    fail(
      'The statement has most amounts on the side of credit, as in a ledger of suppliers: write what is billed as debit.',
    );
  if (filled.length > 0 && credited === filled.length)
    fail(
      'The statement has negative amounts alone, so that none is billed: write what is billed without a minus.',
    );
  const isDear = ({ ore }: BilledPassage) => Math.abs(ore) >= fromNok(MOST_NOK);
  if (filled.every((row) => row.isWhole) && filled.filter(isDear).length * 2 > filled.length)
    fail(WHOLE_ORE);
}

export function sumUp(left: readonly Left[]): Statement['leftOut'] {
  const sumOf = (some: readonly Left[]) => sumOre(some, ({ ore }) => ore);
  const byReason = groupBy(left, ({ reason }) => reason);
  const reasons = LEFT_OUT.flatMap((reason): LeftOut[] => {
    const own = byReason.get(reason) ?? [];
    const firstLine = own[0]?.line.no;
    return firstLine ? [{ reason, lines: own.length, firstLine, ore: sumOf(own) }] : [];
  });
  return { lines: left.length, ore: sumOf(left), reasons };
}
