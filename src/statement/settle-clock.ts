/** Lines of the hour that autumn has twice, written by a clock that shows it twice. */
import { HOUR_MS } from '../base/duration.ts';
import { groupBy } from '../base/group-by.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { BilledPassage } from './statement.ts';

/** Does the Norwegian clock show the same an hour later? */
export const isShownTwice = (atMs: number): boolean =>
  toOsloTime(atMs).minuteOfDay === toOsloTime(atMs + HOUR_MS).minuteOfDay;

/**
 * Where the lines of a vehicle are in order, and the clock runs back within the hour, what stands behind that is in the
 * second one. Else it stays undecided, and is taken for the first.
 *
 * @param rows undecided ones at their first moment.
 * @returns in the order given.
 */
export function settleClock(rows: readonly BilledPassage[]): BilledPassage[] {
  if (!rows.some(({ isUndecided }) => isUndecided)) return [...rows];
  const settled = new Map<BilledPassage, BilledPassage>();
  for (const own of groupBy(rows, ({ plate }) => plate).values()) {
    const isNewestFirst = (own[0]?.atMs ?? 0) > (own.at(-1)?.atMs ?? 0);
    const inOrder = isNewestFirst ? own.toReversed() : own;
    const told = settleNights(inOrder);
    const times = inOrder.map((row) => (told.get(row) ?? row).atMs);
    // Lines in no order tell nothing by it.
    if (times.some((atMs, i) => i > 0 && atMs < (times[i - 1] as number))) continue;
    for (const [row, known] of told) settled.set(row, known);
  }
  return rows.map((row) => settled.get(row) ?? row);
}

/** The undecided rows of each night in which the clock runs back, at their moments. */
function settleNights(rows: readonly BilledPassage[]): Map<BilledPassage, BilledPassage> {
  const open = rows.filter(({ isUndecided }) => isUndecided);
  const nights = [...groupBy(open, ({ atMs }) => toOsloTime(atMs).day).values()];
  return new Map(
    nights.flatMap((night) => {
      const turn = night.findIndex(({ atMs }, i) => atMs < (night[i - 1]?.atMs ?? atMs));
      return turn === -1 ? [] : night.map((row, i) => [row, decide(row, i < turn ? 0 : HOUR_MS)]);
    }),
  );
}

function decide({ isUndecided: _, ...row }: BilledPassage, laterMs: number): BilledPassage {
  return { ...row, atMs: row.atMs + laterMs };
}
