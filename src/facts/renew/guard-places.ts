/** Where things may stand, and how far and how many may move. */
import { type Area, outsideM } from '../../geo/area.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { RenewalLimits } from './load-limits.ts';
import { label, pairKnown } from './pair-known.ts';
import type { RenewableData, RoadRows } from './renewed-data.ts';

/** What does not stand in Norway, one sentence without full stop each. */
export const findOutside = (
  { stations, quays, cameras }: RoadRows,
  norway: Area,
  { besideNorwayM }: RenewalLimits,
): string[] =>
  [...stations, ...quays, ...cameras]
    .filter((row) => !(outsideM(norway, row) <= besideNorwayM))
    .map((row) => `the object ${label(row)} is not in Norway`);

/** What moves too far, and kinds of which too many move, one sentence without full stop each. */
export function findMoved(rows: RoadRows, before: RenewableData, limits: RenewalLimits): string[] {
  const kinds = [
    { what: 'toll stations', pairs: pairKnown(rows.stations, before.stations) },
    { what: 'ferry quays', pairs: pairKnown(rows.quays, before.quays) },
  ].map(({ what, pairs }) => ({
    what,
    moves: pairs.map(({ row, was }) => ({ row, byM: flatDistanceM(row, was) })),
  }));
  const { movedM, mostMovedM, mostMovedPercent } = limits;
  const many = kinds.flatMap(({ what, moves }) => {
    const moved = moves.filter(({ byM }) => byM > movedM).length;
    if (moved * 100 <= moves.length * mostMovedPercent) return [];
    return [`${moved} of ${moves.length} ${what} move, which is more than ${mostMovedPercent} %`];
  });
  const far = kinds.flatMap(({ moves }) =>
    moves
      .filter(({ byM }) => byM > mostMovedM)
      .map(({ row, byM }) => `the object ${label(row)} moves by ${Math.round(byM)} m`),
  );
  return [...many, ...far];
}
