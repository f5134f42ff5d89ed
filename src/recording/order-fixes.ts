/** Puts recorded fixes in the order of their moments. */
import type { Fix } from '../base/point.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { momentOf } from './mend-clocks.ts';

/** A fix, and the track of the file that it stands in. */
interface Placed {
  readonly fix: Fix;
  readonly track: number;
}

/** A receiver that stands still leaps this far: an order by time may lead this much farther. Metres. */
const SLACK_M = 250;

/**
 * Files may begin with their newest track or point, or have no order at all. A clock that was set back looks the same,
 * but then the order by time leads back and forth, and the file keeps its own order.
 *
 * @param fixes with a moment at each, or at none: those without stay as they are.
 */
export function orderFixes(fixes: readonly Fix[]): readonly Fix[] {
  const isLater = (fix: Fix, i: number) => i === 0 || momentOf(fix) >= momentOf(fixes[i - 1]);
  if (fixes.every(isLater)) return fixes;
  let track = 0;
  const placed = fixes.map((fix): Placed => {
    if (fix.begins) track += 1;
    return { fix, track };
  });
  const inTime = placed.toSorted((a, b) => momentOf(a.fix) - momentOf(b.fix));
  const isBorder = (one: Placed, i: number) => i > 0 && one.track !== inTime[i - 1]?.track;
  const isMixed = inTime.filter(isBorder).length > track;
  if (isMixed || lengthOf(inTime) > lengthOf(placed) + SLACK_M) return fixes;
  return inTime.map((one, i) => {
    const { begins: _, ...fix } = one.fix;
    return isBorder(one, i) ? { ...fix, begins: true } : fix;
  });
}

/** Metres from fix to fix within the tracks. */
function lengthOf(placed: readonly Placed[]): number {
  let sum = 0;
  let before: Placed | undefined;
  for (const one of placed) {
    if (before?.track === one.track) sum += flatDistanceM(before.fix, one.fix);
    before = one;
  }
  return sum;
}
