/**
 * Guards the rows of a harvest: where objects may stand, how far and how many may move or turn, and which tariffs are
 * possible by themselves, beside the others of their station, and after the data in force.
 */
import type { LatLon } from '../../base/point.ts';
import { type Area, outsideM } from '../../geo/area.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { RoadObject } from '../../upstream/road-database/parse-objects.ts';
import type { StationRow } from '../../upstream/road-database/parse-station.ts';
import { readTariff } from '../compile/station-rush.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import type { StationRecord } from '../schema/toll-stations.ts';
import type { RenewableData, RoadRows } from './renewed-data.ts';

/** A row of the road database and its record in the data in force. */
interface Pair<Row, Known> {
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

const PRICES = ['smallNok', 'largeNok', 'smallRushNok', 'largeRushNok'] as const;

type Price = (typeof PRICES)[number];
type Prices = { readonly [price in Price]?: number | null };

/** Amounts that can not be a tariff. */
export function findOddTariffs(
  stations: readonly StationRow[],
  { mostSmallNok, mostLargeNok }: RenewalLimits,
): Finding[] {
  return stations.flatMap((row) =>
    PRICES.flatMap((price) => {
      const nok = row[price] ?? 0;
      const mostNok = price.startsWith('small') ? mostSmallNok : mostLargeNok;
      if (nok >= 0 && nok <= mostNok && Number.isInteger(Math.round(nok * 1e6) / 1e4)) return [];
      return [{ line: `a tariff of ${label(row)} is ${nok} kr`, station: row.nvdbId }];
    }),
  );
}

const NAMES: Readonly<Record<Price, string>> = {
  smallNok: 'small',
  largeNok: 'large',
  smallRushNok: 'small rush',
  largeRushNok: 'large rush',
};

/** The first price is never higher than the second. */
const ORDERS = [
  ['smallNok', 'largeNok'],
  ['smallRushNok', 'largeRushNok'],
  ['smallNok', 'smallRushNok'],
  ['largeNok', 'largeRushNok'],
] as const;

const RUSH = [
  ['smallNok', 'smallRushNok'],
  ['largeNok', 'largeRushNok'],
] as const;

/** Tariffs of a station that contradict each other. */
export const findMismatched = (stations: readonly StationRow[]): Finding[] =>
  stations.flatMap((row) => {
    const prices: Prices = readTariff(row);
    const isKnown = (price: Price) => prices[price] !== null && prices[price] !== undefined;
    const lone = RUSH.filter(([ordinary, rush]) => isKnown(rush) && !isKnown(ordinary));
    const wrong = ORDERS.filter(
      ([less, more]) => (prices[less] ?? 0) > (prices[more] ?? Number.POSITIVE_INFINITY),
    );
    return [
      ...lone.map(
        ([ordinary, rush]) =>
          `${label(row)} has a ${NAMES[rush]} tariff and no ${NAMES[ordinary]} one`,
      ),
      ...wrong.map(
        ([less, more]) =>
          `the ${NAMES[less]} tariff of ${label(row)} is ${prices[less]} kr, above the ${NAMES[more]} one of ${prices[more]} kr`,
      ),
    ].map((line) => ({ line, station: row.nvdbId }));
  });

/** Tariffs that change too much, and too many changes at once. */
export function findJumps(
  stations: readonly StationRow[],
  before: readonly StationRecord[],
  { mostFactor, adjustedPercent, mostChangedPercent }: RenewalLimits,
): Finding[] {
  const pairs = pairKnown(stations, before).filter(({ was }) => PRICES.some((price) => was[price]));
  const isRemade: IsMore = (from, to) => Math.abs(to - from) * 100 > from * adjustedPercent;
  const isJump: IsMore = (from, to) => to > from * mostFactor || from > to * mostFactor;
  const changed = pairs.filter((pair) => listChanges(pair, isRemade).length > 0);
  const jumps = pairs.flatMap((pair) =>
    listChanges(pair, isJump).map(([from, to]) => ({
      line: `a tariff of ${label(pair.row)} goes from ${from} to ${to} kr`,
      station: pair.row.nvdbId,
    })),
  );
  if (changed.length * 100 <= pairs.length * mostChangedPercent) return jumps;
  return [
    {
      line: `${changed.length} of ${pairs.length} toll stations have a tariff that changes by more than ${adjustedPercent} %, which is more than ${mostChangedPercent} % of them`,
    },
    ...jumps,
  ];
}

type IsMore = (from: number, to: number) => boolean;

/** The tariffs that are known before and after, and that change by more than allowed. */
const listChanges = ({ row, was }: Pair<StationRow, StationRecord>, isMore: IsMore) =>
  PRICES.flatMap((price) => {
    const [from, to] = [was[price], row[price]];
    return from && to && isMore(from, to) ? [[from, to] as const] : [];
  });
