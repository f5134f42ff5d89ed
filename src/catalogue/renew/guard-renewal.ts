/** What a renewal must keep to. One violated rule refuses all of it: half a harvest is none. */
import { type Area, outsideM } from '../../geo/area.ts';
import type { SourceStation } from '../compile/station-source.ts';
import type { RenewalLimits } from './load-limits.ts';
import type { DatedStation, RenewableData, RoadRows } from './renewed-data.ts';

export interface GuardTerms {
  readonly limits: RenewalLimits;
  readonly norway: Area;
}

/** A rule that the harvest breaks. */
export interface Violation {
  /** One sentence without full stop. */
  readonly line: string;
  /** An operator who knows better may go on. */
  readonly mayBeForced: boolean;
}

/** What was read from the road database. */
export interface Harvest {
  readonly rows: RoadRows;
  /** Objects that cannot be read, one sentence without full stop each. */
  readonly unreadable: readonly string[];
}

/**
 * All rules that a harvest breaks, those that cannot be forced first; `[]` when it is sound.
 *
 * @param before the data in force, which nothing may be compared to but what it has.
 */
export function guardRenewal(
  { rows, unreadable }: Harvest,
  before: RenewableData,
  { limits, norway }: GuardTerms,
): Violation[] {
  const firm = [
    ...unreadable,
    ...findTwice(rows),
    ...findOutside(rows, norway, limits),
    ...findOddTariffs(rows.stations, limits),
  ];
  const soft = [
    ...findFalls(rows, before, limits),
    ...findJumps(rows.stations, before.stations, limits),
  ];
  return [
    ...firm.map((line) => ({ line, mayBeForced: false })),
    ...soft.map((line) => ({ line, mayBeForced: true })),
  ];
}

const listAll = ({ stations, quays, cameras }: RoadRows) => [...stations, ...quays, ...cameras];

function findTwice(rows: RoadRows): string[] {
  const seen = new Set<number>();
  return listAll(rows).flatMap(({ nvdbId }) => {
    if (seen.has(nvdbId)) return [`the object ${nvdbId} is there twice`];
    seen.add(nvdbId);
    return [];
  });
}

function findOutside(rows: RoadRows, norway: Area, { besideNorwayM }: RenewalLimits): string[] {
  return listAll(rows)
    .filter((row) => !(outsideM(norway, row) <= besideNorwayM))
    .map(({ nvdbId, name }) => `the object ${nvdbId} (${name ?? 'no name'}) is not in Norway`);
}

type Price = 'smallNok' | 'largeNok' | 'smallRushNok' | 'largeRushNok';

const PRICES: readonly Price[] = ['smallNok', 'largeNok', 'smallRushNok', 'largeRushNok'];

function findOddTariffs(
  stations: readonly SourceStation[],
  { mostSmallNok, mostLargeNok }: RenewalLimits,
): string[] {
  return stations.flatMap((row) =>
    PRICES.flatMap((price) => {
      const nok = row[price] ?? 0;
      const mostNok = price.startsWith('small') ? mostSmallNok : mostLargeNok;
      if (nok >= 0 && nok <= mostNok && Number.isInteger(Math.round(nok * 1e6) / 1e4)) return [];
      return [`a tariff of ${row.nvdbId} (${row.name ?? 'no name'}) is ${nok} kr`];
    }),
  );
}

function findFalls(
  { stations, quays, cameras }: RoadRows,
  before: RenewableData,
  { mostFallPercent }: RenewalLimits,
): string[] {
  const isPriced = ({ smallNok, largeNok }: Pick<SourceStation, 'smallNok' | 'largeNok'>) =>
    Boolean(smallNok || largeNok);
  const counts: readonly (readonly [what: string, before: number, now: number])[] = [
    ['toll stations', before.stations.length, stations.length],
    [
      'toll stations with a tariff',
      before.stations.filter(isPriced).length,
      stations.filter(isPriced).length,
    ],
    ['ferry quays', before.quays.filter((quay) => !quay.goneSince).length, quays.length],
    ['speed cameras', before.cameras.length, cameras.length],
  ];
  return counts
    .filter(([, was, is]) => is < was * (1 - mostFallPercent / 100))
    .map(
      ([what, was, is]) =>
        `${is} ${what} instead of ${was}, which is more than ${mostFallPercent} % fewer`,
    );
}

function findJumps(
  stations: readonly SourceStation[],
  before: readonly DatedStation[],
  { mostFactor }: RenewalLimits,
): string[] {
  const known = new Map(before.map((station) => [station.id, station]));
  return stations.flatMap((row) =>
    PRICES.flatMap((price) => {
      const was = known.get(String(row.nvdbId))?.[price];
      const is = row[price];
      if (!was || !is || (is <= was * mostFactor && was <= is * mostFactor)) return [];
      return [`a tariff of ${row.nvdbId} (${row.name ?? 'no name'}) goes from ${was} to ${is} kr`];
    }),
  );
}
