/** Converts the rules of a project, and the rules for its stations, to the kernel's types. */
import type { Day } from '../base/day.ts';
import { memoizeKeys } from '../base/memoize.ts';
import { parseClock } from '../base/oslo-time.ts';
import { VEHICLE_SIZES } from '../base/vehicle.ts';
import { ALWAYS, type Moment } from '../pricing/dated.ts';
import type {
  AbsentStation,
  ByVehicle,
  CollectionPeriod,
  MonthlyCap,
  ProjectRules,
  RushWindow,
  ShareCeiling,
  TollProject,
  TollStation,
} from '../pricing/toll/law.ts';
import {
  LOCAL_RULES,
  type ProjectRecord,
  type TollProjects,
  type ZeroEmissionRecord,
} from './schema/toll-projects.ts';
import type { GoneStation, StationRecord } from './schema/toll-stations.ts';

/**
 * The rules of a project in the kernel's types, oldest first. National terms replace missing terms of the project.
 *
 * @param gone stations of any project that the road database no longer has.
 */
export function toTollProject(
  record: ProjectRecord,
  national: Pick<
    TollProjects['national'],
    'drivePasts' | 'tagDiscounts' | 'exemptions' | 'zeroEmission'
  >,
  gone: readonly GoneStation[] = [],
): TollProject {
  const { drivePasts, tagDiscounts, exemptions, zeroEmission } = national;
  const isNational = record.nationalTerms !== false;
  return {
    id: record.id,
    name: record.name,
    drivePasts: oldestFirst(drivePasts),
    tagDiscounts: oldestFirst(record.tagDiscounts ?? tagDiscounts).map(
      ({ from, smallPercent, largePercent, known, source }) => ({
        from,
        percent: { small: smallPercent, large: largePercent },
        ...(known === false && { known }),
        source,
      }),
    ),
    hourRules: oldestFirst(record.hourRules).map(({ onceBetween, ...terms }) => ({
      ...terms,
      ...(onceBetween !== undefined && { onceBetween: parseClockWindow(onceBetween) }),
    })),
    ...toLocalRules(record),
    absentStations: [
      ...(record.absentStations ?? []).flatMap(toAbsentStation),
      ...gone
        .filter(({ project }) => project === record.id)
        .map(({ name, until }) => ({ name, until })),
    ],
    byVehicle: toByVehicle(record),
    ...(isNational && exemptions && { exemptions: oldestFirst(exemptions) }),
    ...(isNational && { ceilings: listCeilings(zeroEmission) }),
    ...(!isNational && { nationalTerms: false as const }),
  };
}

const toLocalRules = (record: ProjectRecord) =>
  Object.fromEntries(
    LOCAL_RULES.map((name) => [name, oldestFirst<LocalRow>(record[name])]),
  ) as unknown as ProjectRules;

type LocalRow = { readonly from?: Day; readonly source: string };

const toByVehicle = ({
  smallByFuel,
  tariffs = [],
  zeroEmission = [],
}: ProjectRecord): ByVehicle => ({
  smallByFuel: smallByFuel === true,
  largeByEuroClass: tariffs.some(({ byEuroClass }) => byEuroClass !== undefined),
  ownZeroEmission: zeroEmission.some(({ terms }) => terms === 'own-tariff'),
});

const listCeilings = (national: readonly ZeroEmissionRecord[]): ShareCeiling[] =>
  oldestFirst(national.filter(({ terms }) => terms === 'at-most')).map(
    ({ from, until, percentOfTagged = 100, source }) => ({
      from,
      ...(until !== undefined && { until }),
      percentOfTagged,
      source,
    }),
  );

/** A station whose last day is not known is left out: it is not known on which days it is missing from a bill. */
function toAbsentStation({
  name,
  until,
  untilTime,
  places,
}: NonNullable<ProjectRecord['absentStations']>[number]): AbsentStation[] {
  if (until === undefined) return [];
  const untilMin = untilTime === undefined ? {} : { untilMin: parseClock(untilTime) };
  return [{ name, until, ...untilMin, ...(places && { places }) }];
}

function oldestFirst<T extends { readonly from?: Day }>(
  terms: readonly T[] = [],
): (T & { readonly from: Day })[] {
  return terms
    .map((term) => ({ ...term, from: term.from ?? ALWAYS }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** The periods in which a station collects, oldest first: by records that name it, else by records of the project. */
export function listPeriods(
  passageKey: string,
  { collection = [] }: Pick<ProjectRecord, 'collection'>,
): { readonly periods?: readonly CollectionPeriod[] } {
  const named = collection.filter(({ stations }) => stations?.includes(passageKey));
  const own = named.length > 0 ? named : collection.filter(({ stations }) => !stations);
  if (own.length === 0) return {};
  return {
    periods: own
      .map(({ openFrom, openFromTime, openBy, openTo, openToTime, openUntil, towards }) => ({
        ...(openFrom !== undefined && { openFrom: toMoment(openFrom, openFromTime) }),
        ...(openBy !== undefined && { openBy }),
        ...(openTo !== undefined && { openTo: toMoment(openTo, openToTime) }),
        ...(openUntil !== undefined && { openUntil }),
        ...(towards !== undefined && { towards }),
      }))
      .sort((a, b) => ((a.openFrom?.day ?? '') < (b.openFrom?.day ?? '') ? -1 : 1)),
  };
}

const toMoment = (day: Day, time = '00:00'): Moment => ({ day, minuteOfDay: parseClock(time) });

/**
 * The monthly cap that counts the passages of a station, if one is published. Records with the same key are one cap
 * with terms of its own for each size and time. A cap of each station by itself has the name of the station.
 */
export function findMonthlyCap(
  { hourGroup, passageKey, name }: Pick<StationRecord, 'hourGroup' | 'passageKey' | 'name'>,
  { caps = [] }: Pick<ProjectRecord, 'caps'>,
): { readonly cap?: MonthlyCap } {
  const found = caps.find(
    ({ key, ungrouped, everyStation }) =>
      key === undefined ||
      everyStation === true ||
      key === hourGroup ||
      (hourGroup === null && ungrouped === true),
  );
  if (found === undefined) return {};
  const { key, group } = found;
  const rows = key === undefined ? [found] : caps.filter((cap) => cap.key === key);
  const bySize = Object.fromEntries(
    VEHICLE_SIZES.flatMap((size) => {
      const terms = rows
        .filter(({ sizes = VEHICLE_SIZES }) => sizes.includes(size))
        .map(({ perMonth, from = ALWAYS, knownOn, source }) => ({
          from,
          perMonth,
          knownOn,
          source,
        }));
      return terms.length === 0 ? [] : [[size, oldestFirst(terms)]];
    }),
  );
  return {
    cap: key === undefined ? { key: passageKey, name, bySize } : { key, name: group, bySize },
  };
}

/** The names under which a caller may count the passages of a month: hour groups and caps, sorted. */
export function listCapGroups(stations: readonly TollStation[]): readonly string[] {
  const names = stations.flatMap(({ hourGroup, cap }) => [hourGroup ?? [], cap?.key ?? []].flat());
  return [...new Set(names)].toSorted();
}

/** Reads `06:30-09:00` as minutes after midnight; the end lies outside. */
export const parseClockWindow = memoizeKeys((text: string): RushWindow => {
  const [fromMin = Number.NaN, untilMin = Number.NaN] = text.split('-').map(parseClock);
  if (!(fromMin < untilMin))
    throw new Error(`Expected a window like 06:30-09:00, got ${JSON.stringify(text)}.`);
  return { fromMin, untilMin };
});
