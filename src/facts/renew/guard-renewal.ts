/**
 * The rules for a renewal. An odd station keeps its old record, and the rest is taken. Any other violated rule refuses
 * the whole harvest.
 */
import type { Area } from '../../geo/area.ts';
import { compileFerryQuays } from '../compile/quays-and-cameras.ts';
import { readTariff } from '../compile/station-rush.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import {
  type Finding,
  findJumps,
  findMismatched,
  findMoved,
  findOddTariffs,
  findOutside,
  findTurned,
  pairKnown,
} from './guard-rows.ts';
import type { RenewableData, RoadRows } from './renewed-data.ts';

interface GuardTerms {
  readonly limits: RenewalLimits;
  readonly norway: Area;
}

/** A rule that the harvest breaks. */
interface Violation extends Finding {
  /** An operator who knows better may force the renewal. */
  readonly mayBeForced: boolean;
}

/** The rows that were read from the road database. */
export interface Harvest {
  readonly rows: RoadRows;
  readonly unreadable: readonly Finding[];
}

/** A harvest that can be taken. */
export interface SoundHarvest {
  /** Without the rows of odd stations. */
  readonly rows: RoadRows;
  /** Stations that keep their present record, by id, with at least one reason each. */
  readonly odd: ReadonlyMap<number, readonly string[]>;
}

/**
 * Sets odd stations aside, and checks the rest by all rules.
 *
 * @param force violations that may be forced are accepted.
 * @throws RefusedRenewal when the rest is not sound, for example because too many stations are odd.
 */
export function takeSound(
  harvest: Harvest,
  before: RenewableData,
  { force, ...terms }: GuardTerms & { readonly force: boolean },
): SoundHarvest {
  const listViolations = (of: Harvest) =>
    guardRenewal(of, before, terms).filter(({ mayBeForced }) => !(force && mayBeForced));
  const odd = new Map<number, readonly string[]>();
  for (const { station, line } of listViolations(harvest))
    if (station !== undefined) odd.set(station, [...(odd.get(station) ?? []), line]);
  const rows = {
    ...harvest.rows,
    stations: harvest.rows.stations.filter(({ nvdbId }) => !odd.has(nvdbId)),
  };
  const unreadable = harvest.unreadable.filter(({ station }) => station === undefined);
  const refused = listViolations({ rows, unreadable });
  if (refused.length > 0) throw new RefusedRenewal(refused);
  return { rows, odd };
}

/**
 * All rules that a harvest breaks, first those that can not be forced; `[]`: it is sound.
 *
 * @param before the data in force. Only rows that it has are compared with it.
 * @internal Outside this file only tests use it.
 */
export function guardRenewal(
  { rows, unreadable }: Harvest,
  before: RenewableData,
  { limits, norway }: GuardTerms,
): Violation[] {
  const firm = [
    ...unreadable,
    ...findTwice(rows),
    ...findBlank(rows),
    ...findOutside(rows, norway, limits),
    ...findOddTariffs(rows.stations, limits),
    ...findMismatched(rows.stations),
  ];
  const soft = [
    ...toFindings(findFalls(rows, before, limits)),
    ...toFindings(findRises(rows, before, limits)),
    ...toFindings(findTurned(rows.stations, before.stations, limits)),
    ...findMoved(rows, before, limits),
    ...findJumps(rows.stations, before.stations, limits),
  ];
  return [
    ...firm.map((finding) => ({ ...finding, mayBeForced: false })),
    ...soft.map((finding) => ({ ...finding, mayBeForced: true })),
  ];
}

const toFindings = (lines: readonly string[]): Finding[] => lines.map((line) => ({ line }));

/** All objects. `about` names the station if the object is a station. */
const listAll = ({ stations, quays, cameras }: RoadRows) => [
  ...stations.map(({ nvdbId, name }) => ({ nvdbId, name, about: { station: nvdbId } })),
  ...[...quays, ...cameras].map(({ nvdbId, name }) => ({ nvdbId, name, about: {} })),
];

/** Objects that are there twice: it is not known which of the two rows holds. */
function findTwice(rows: RoadRows): Finding[] {
  const seen = new Set<number>();
  const stations = new Set(rows.stations.map(({ nvdbId }) => nvdbId));
  return listAll(rows).flatMap(({ nvdbId }) => {
    if (seen.has(nvdbId))
      return [
        {
          line: `the object ${nvdbId} is there twice`,
          ...(stations.has(nvdbId) && { station: nvdbId }),
        },
      ];
    seen.add(nvdbId);
    return [];
  });
}

/** Objects with an empty name. A missing name is allowed. */
const findBlank = (rows: RoadRows): Finding[] =>
  listAll(rows)
    .filter(({ name }) => name?.trim() === '')
    .map(({ nvdbId, about }) => ({ line: `the object ${nvdbId} has an empty name`, ...about }));

/** The most reasons that are told. */
const TOLD = 5;

/** The harvest is not sound, and nothing was changed. The message is public. */
export class RefusedRenewal extends Error {
  override readonly name = 'RefusedRenewal';

  constructor(violations: readonly Violation[]) {
    const told = violations.slice(0, TOLD).map(({ line }) => line);
    const more = violations.length - told.length;
    const reasons = [...told, ...(more > 0 ? [`${more} more`] : [])].join('; ');
    const hint = violations.every(({ mayBeForced }) => mayBeForced)
      ? ' With --force they are taken all the same.'
      : '';
    super(`The renewal is refused, and the data in force stays: ${reasons}.${hint}`);
  }
}

interface Kind {
  readonly what: string;
  readonly was: readonly { readonly id: string; readonly name: string | null }[];
  readonly is: readonly { readonly nvdbId: number; readonly name: string | null }[];
}

type Tally = readonly [what: string, was: number, is: number];

/** The counts of records, and of values that prices depend on, that have fallen too much, one sentence without full stop each. */
function findFalls(rows: RoadRows, before: RenewableData, limits: RenewalLimits): string[] {
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
const findRises = (
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
