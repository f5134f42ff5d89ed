/** Guards tariffs: by themselves, beside the other tariffs of their station, and compared with the data in force. */
import type { StationRow } from '../../upstream/road-database/parse-station.ts';
import { readTariff } from '../compile/station-rush.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import type { StationRecord } from '../schema/toll-stations.ts';
import { type Finding, label, type Pair, pairKnown } from './guard-places.ts';

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
