/**
 * What a renewal must keep to. A station that is odd keeps its old record, and the rest goes in; any
 * other violated rule refuses all of it: half a harvest is none.
 */
import type { Area } from '../../geo/area.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import { findFalls, findRises } from './guard-counts.ts';
import { type Finding, findMoved, findOutside, findTurned } from './guard-places.ts';
import { findJumps, findMismatched, findOddTariffs } from './guard-tariffs.ts';
import type { RenewableData, RoadRows } from './renewed-data.ts';

export interface GuardTerms {
  readonly limits: RenewalLimits;
  readonly norway: Area;
}

/** A rule that the harvest breaks. */
export interface Violation extends Finding {
  /** An operator who knows better may go on. */
  readonly mayBeForced: boolean;
}

/** What was read from the road database. */
export interface Harvest {
  readonly rows: RoadRows;
  readonly unreadable: readonly Finding[];
}

/** A harvest that may go in. */
export interface SoundHarvest {
  /** Without the rows of odd stations. */
  readonly rows: RoadRows;
  /** Stations that keep the record that they have, and why: at least one line each. */
  readonly odd: ReadonlyMap<number, readonly string[]>;
}

/**
 * Sets odd stations aside, and holds the rest against all rules.
 *
 * @param force what may be forced is taken.
 * @throws RefusedRenewal when the rest is not sound, as when too many are odd.
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
 * All rules that a harvest breaks, those that cannot be forced first; `[]` when it is sound.
 *
 * @param before the data in force, which nothing may be compared to but what it has.
 * @internal Outside this file only tests ask for it.
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

/** All objects, each with whether it is a station. */
const listAll = ({ stations, quays, cameras }: RoadRows) => [
  ...stations.map(({ nvdbId, name }) => ({ nvdbId, name, about: { station: nvdbId } })),
  ...[...quays, ...cameras].map(({ nvdbId, name }) => ({ nvdbId, name, about: {} })),
];

/** Of a station that stands there twice it is not known which one holds. */
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

/** An object may lack a name, but none has an empty one. */
const findBlank = (rows: RoadRows): Finding[] =>
  listAll(rows)
    .filter(({ name }) => name?.trim() === '')
    .map(({ nvdbId, about }) => ({ line: `the object ${nvdbId} has an empty name`, ...about }));

/** How many reasons are told. */
const TOLD = 5;

/** The harvest is not sound; nothing was changed. Anybody may read the message. */
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
