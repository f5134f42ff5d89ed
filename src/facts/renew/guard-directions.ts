/** How many stations may charge another direction than before. */
import type { SourceStation } from '../compile/station-source.ts';
import type { RenewalLimits } from './load-limits.ts';
import { type Pair, pairKnown } from './pair-known.ts';
import type { DatedStation } from './renewed-data.ts';

/** One sentence without full stop when too many turn. */
export function findTurned(
  stations: readonly SourceStation[],
  before: readonly DatedStation[],
  { mostTurnedPercent }: RenewalLimits,
): string[] {
  const pairs = pairKnown(stations, before);
  const turned = pairs.filter((pair) => hasTurned(pair) || hasTurnedOnLink(pair)).length;
  if (turned * 100 <= pairs.length * mostTurnedPercent) return [];
  return [
    `${turned} of ${pairs.length} toll stations charge another direction, which is more than ${mostTurnedPercent} %`,
  ];
}

/** What a person decided stays decided, whatever the row says; so does what only we call both. */
function hasTurned({ row, was }: Pair<SourceStation, DatedStation>): boolean {
  if (was.chargedBy === 'override') return false;
  if (row.direction === 'both') return was.charged !== 'both';
  return was.charged === 'both' ? was.chargedBy === 'source-both' : !isOneWay(row);
}

const isOneWay = ({ direction }: SourceStation) => direction === 'with' || direction === 'against';

const hasTurnedOnLink = ({ row, was }: Pair<SourceStation, DatedStation>) =>
  (was.positions ?? []).some(({ linkId, charged }) =>
    (row.positions ?? []).some((now) => now.linkId === linkId && now.charged !== charged),
  );
