import type { Day } from '../base/day.ts';
import type { AbsentStation, ByVehicle, ShareCeiling, TollProject } from '../pricing/toll/law.ts';
import { parseClock, parseClockWindow } from './clock-window.ts';
import type { ProjectRecord, TollProjects } from './toll-projects-schema.ts';
import type { ZeroEmissionRecord } from './toll-rule-schema.ts';
import type { GoneStation } from './toll-stations-schema.ts';

/** Terms whose first day nobody tells hold since before every trip. */
const ALWAYS: Day = '0001-01-01';

/**
 * The rules of a project in the kernel's types, oldest first; national terms where it has none.
 *
 * @param gone stations of any project that the road database has no more.
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
      ({ from, smallPercent, largePercent, source }) => ({
        from,
        percent: { small: smallPercent, large: largePercent },
        source,
      }),
    ),
    hourRules: oldestFirst(record.hourRules).map(({ onceBetween, ...terms }) => ({
      ...terms,
      ...(onceBetween !== undefined && { onceBetween: parseClockWindow(onceBetween) }),
    })),
    linkedStations: oldestFirst(record.linkedStations),
    reversedRules: record.reversedRules ?? [],
    unappliedRules: record.unappliedRules ?? [],
    absentStations: [
      ...(record.absentStations ?? []).flatMap(toAbsentStation),
      ...gone
        .filter(({ project }) => project === record.id)
        .map(({ name, until }) => ({ name, until })),
    ],
    byVehicle: toByVehicle(record),
    ...(isNational && exemptions && { exemptions: oldestFirst(exemptions) }),
    ...(isNational && { ceilings: listCeilings(zeroEmission) }),
  };
}

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

/** A station whose end is not known never misses from a bill: nobody tells when it still stood. */
function toAbsentStation({
  name,
  until,
  untilTime,
}: NonNullable<ProjectRecord['absentStations']>[number]): AbsentStation[] {
  if (until === undefined) return [];
  return [{ name, until, ...(untilTime !== undefined && { untilMin: parseClock(untilTime) }) }];
}

function oldestFirst<T extends { readonly from?: Day }>(
  terms: readonly T[] = [],
): (T & { readonly from: Day })[] {
  return terms
    .map((term) => ({ ...term, from: term.from ?? ALWAYS }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}
