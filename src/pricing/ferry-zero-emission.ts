import type { Day } from '../base/day.ts';
import type { FerryClass } from '../base/vehicle.ts';
import type { FerryConnection } from './ferry.ts';
import type { ZeroEmissionShare } from './ferry-tariffs.ts';

/**
 * The part of the ordinary fare that a zero-emission vehicle of the class pays on a day. Before
 * the first row the whole fare, which is an assumption too.
 */
export function findZeroEmissionShare(
  shares: readonly ZeroEmissionShare[],
  ferryClass: FerryClass,
  connection: FerryConnection,
  day: Day,
): Pick<ZeroEmissionShare, 'share' | 'assumed' | 'source'> {
  return (
    shares.findLast(
      ({ from, classes, authorities }) =>
        from <= day &&
        classes.includes(ferryClass) &&
        (authorities?.includes(connection.authority) ?? true),
    ) ?? { share: 1, assumed: true, source: 'no share is published for the day: an assumption' }
  );
}
