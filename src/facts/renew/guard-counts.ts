/**
 * Guards the number of records of each kind, and of values in each column that prices depend on. A harvest with far
 * fewer or far more records than before is refused.
 */
import { compileFerryQuays } from '../compile/quays-and-cameras.ts';
import { readTariff } from '../compile/station-rush.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import { pairKnown } from './guard-places.ts';
import type { RenewableData, RoadRows } from './renewed-data.ts';

interface Kind {
  readonly what: string;
  readonly was: readonly { readonly id: string; readonly name: string | null }[];
  readonly is: readonly { readonly nvdbId: number; readonly name: string | null }[];
}

type Tally = readonly [what: string, was: number, is: number];

/** The counts that have fallen too much, one sentence without full stop each. */
export function findFalls(rows: RoadRows, before: RenewableData, limits: RenewalLimits): string[] {
  const { mostFallPercent, mostRushFallPercent, mostClosedPercent } = limits;
  const kinds = listKinds(rows, before).map(
    ({ what, was, is }): Tally => [what, was.length, pairKnown(is, was).length],
  );
  return [
    ...tellFalls(kinds, mostFallPercent, ', new ones apart'),
    ...tellFalls(countNamed(rows, before), mostFallPercent),
    ...tellFalls(countTariffs(rows, before, ORDINARY), mostFallPercent),
    ...tellFalls(countTariffs(rows, before, RUSH), mostRushFallPercent),
    ...tellFalls([countInUse(rows, before)], mostClosedPercent),
  ];
}

/** The counts that have risen too much, one sentence without full stop each. */
export const findRises = (
  rows: RoadRows,
  before: RenewableData,
  { mostRisePercent }: RenewalLimits,
): string[] =>
  listKinds(rows, before)
    .filter(
      ({ was, is }) =>
        was.length > 0 && (is.length - was.length) * 100 > was.length * mostRisePercent,
    )
    .map(
      ({ what, was, is }) =>
        `${is.length} ${what} instead of ${was.length}, which is more than ${mostRisePercent} % more`,
    );

const tellFalls = (tallies: readonly Tally[], mostPercent: number, but = '') =>
  tallies
    .filter(([, was, is]) => (was - is) * 100 > was * mostPercent)
    .map(
      ([what, was, is]) =>
        `${is} ${what} instead of ${was}${but}, which is more than ${mostPercent} % fewer`,
    );

/** The kinds of records before and now. A quay that is kept only for its connection counts as gone before. */
const listKinds = ({ stations, quays, cameras }: RoadRows, before: RenewableData): Kind[] => [
  { what: 'toll stations', was: before.stations, is: stations },
  { what: 'ferry quays', was: before.quays.filter(({ goneSince }) => !goneSince), is: quays },
  { what: 'speed cameras', was: before.cameras, is: cameras },
];

function countNamed(rows: RoadRows, before: RenewableData): readonly Tally[] {
  const named = (list: readonly { readonly name: string | null }[]) =>
    list.filter(({ name }) => name !== null).length;
  return listKinds(rows, before).map(({ what, was, is }) => [
    `${what} with a name`,
    named(was),
    named(is),
  ]);
}

const ORDINARY = [
  ['smallNok', 'a tariff for small vehicles'],
  ['largeNok', 'a tariff for large vehicles'],
] as const;

const RUSH = [
  ['smallRushNok', 'a rush tariff for small vehicles'],
  ['largeRushNok', 'a rush tariff for large vehicles'],
] as const;

/** Counts the tariffs in the form in which they are compiled: a rush tariff without a window does not count. */
function countTariffs(
  { stations }: RoadRows,
  before: RenewableData,
  columns: typeof ORDINARY | typeof RUSH,
): readonly Tally[] {
  const tariffs = stations.map(readTariff);
  return columns.map(([column, what]) => [
    `toll stations with ${what}`,
    before.stations.filter((station) => station[column]).length,
    tariffs.filter((tariff) => tariff[column]).length,
  ]);
}

/**
 * The number of quays that were in use and are still there, and the number of these that are in use now. A quay whose
 * new status is not known keeps its status.
 */
function countInUse({ quays }: RoadRows, before: RenewableData): Tally {
  const inUse = before.quays.filter(({ status }) => status === 'in-use');
  const known = new Map(inUse.map((quay) => [quay.id, quay]));
  const none = { quayNames: [], duplicateQuays: [] };
  const compiled = compileFerryQuays(quays, [], none, { known, onUndecided: () => {} });
  const kept = compiled.filter(({ id }) => known.has(id));
  const still = kept.filter(({ status }) => status === 'in-use');
  return ['ferry quays in use', kept.length, still.length];
}
