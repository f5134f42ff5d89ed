/** Guards places: where objects may stand, how far and how many may move, and how many stations may turn. */
import type { LatLon } from '../../base/point.ts';
import { type Area, outsideM } from '../../geo/area.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { RoadObject } from '../../upstream/road-database/parse-objects.ts';
import type { StationRow } from '../../upstream/road-database/parse-station.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import type { StationRecord } from '../schema/toll-stations.ts';
import type { RenewableData, RoadRows } from './renewed-data.ts';

/** A row of the road database and its record in the data in force. */
export interface Pair<Row, Known> {
  readonly row: Row;
  readonly was: Known;
}

/** Each row that has a record in the data in force, with the record, in the order of the rows. */
export function pairKnown<
  Row extends { readonly nvdbId: number },
  Known extends { readonly id: string },
>(rows: readonly Row[], before: readonly Known[]): readonly Pair<Row, Known>[] {
  const known = new Map(before.map((record) => [record.id, record]));
  return rows.flatMap((row) => {
    const was = known.get(String(row.nvdbId));
    return was === undefined ? [] : [{ row, was }];
  });
}

/** A rule that is broken. */
export interface Finding {
  /** One sentence without full stop. */
  readonly line: string;
  /** Id of the toll station that breaks the rule; absent: no station breaks it, or several do. */
  readonly station?: number;
}

/** `82443541 (Sandviken)`. */
export const label = ({ nvdbId, name }: RoadObject) => `${nvdbId} (${name ?? 'no name'})`;

/** The objects that do not stand in Norway. */
export function findOutside(
  { stations, quays, cameras }: RoadRows,
  norway: Area,
  { besideNorwayM }: RenewalLimits,
): Finding[] {
  const tell = (row: RoadObject & LatLon, station?: { readonly station: number }) =>
    outsideM(norway, row) <= besideNorwayM
      ? []
      : [{ line: `the object ${label(row)} is not in Norway`, ...station }];
  return [
    ...stations.flatMap((row) => tell(row, { station: row.nvdbId })),
    ...[...quays, ...cameras].flatMap((row) => tell(row)),
  ];
}

/** The objects that move too far, and the kinds of which too many objects move. */
export function findMoved(rows: RoadRows, before: RenewableData, limits: RenewalLimits): Finding[] {
  const kinds = [
    { what: 'toll stations', pairs: pairKnown(rows.stations, before.stations), areStations: true },
    { what: 'ferry quays', pairs: pairKnown(rows.quays, before.quays), areStations: false },
  ].map(({ what, pairs, areStations }) => ({
    what,
    areStations,
    moves: pairs.map(({ row, was }) => ({ row, byM: flatDistanceM(row, was) })),
  }));
  const { movedM, mostMovedM, mostMovedPercent } = limits;
  const many = kinds.flatMap(({ what, moves }) => {
    const moved = moves.filter(({ byM }) => byM > movedM).length;
    if (moved * 100 <= moves.length * mostMovedPercent) return [];
    return [
      {
        line: `${moved} of ${moves.length} ${what} move, which is more than ${mostMovedPercent} %`,
      },
    ];
  });
  const far = kinds.flatMap(({ moves, areStations }) =>
    moves
      .filter(({ byM }) => byM > mostMovedM)
      .map(({ row, byM }) => ({
        line: `the object ${label(row)} moves by ${Math.round(byM)} m`,
        ...(areStations && { station: row.nvdbId }),
      })),
  );
  return [...many, ...far];
}

/** One sentence without full stop if too many stations change their charged direction, else `[]`. */
export function findTurned(
  stations: readonly StationRow[],
  before: readonly StationRecord[],
  { mostTurnedPercent }: RenewalLimits,
): string[] {
  const pairs = pairKnown(stations, before);
  const turned = pairs.filter((pair) => hasTurned(pair) || hasTurnedOnLink(pair)).length;
  if (turned * 100 <= pairs.length * mostTurnedPercent) return [];
  return [
    `${turned} of ${pairs.length} toll stations charge another direction, which is more than ${mostTurnedPercent} %`,
  ];
}

/** Has the direction of a station changed? A decision by hand stays. So does "both" that the source does not say. */
function hasTurned({ row, was }: Pair<StationRow, StationRecord>): boolean {
  if (was.chargedBy === 'override') return false;
  if (row.direction === 'both') return was.charged !== 'both';
  return was.charged === 'both' ? was.chargedBy === 'source-both' : !isOneWay(row);
}

const isOneWay = ({ direction }: StationRow) => direction === 'with' || direction === 'against';

const hasTurnedOnLink = ({ row, was }: Pair<StationRow, StationRecord>) =>
  (was.positions ?? []).some(({ linkId, charged }) =>
    (row.positions ?? []).some((now) => now.linkId === linkId && now.charged !== charged),
  );
