import type { Day } from '../base/day.ts';
import { checkOnce, factFault } from './check-records.ts';
import { checkCollection } from './collection-periods.ts';
import type { PublishedTariffRecord } from './published-tariff-schema.ts';
import type { ProjectRecord, TollProjects } from './toll-projects-schema.ts';
import type { TollStations } from './toll-stations-schema.ts';

/**
 * Checks what a schema cannot: that every reference leads somewhere, that no two rows hold at the
 * same station on the same day, and that a fuel table agrees with the price it details.
 *
 * @throws Error with one sentence that names the file, the record and what is wrong with it.
 */
export function checkTollFacts(stationsFile: TollStations, { projects }: TollProjects): void {
  const { stations, gone = [] } = stationsFile;
  checkOnce('toll-stations.json', 'the id', idsOf(stations));
  checkOnce('toll-projects.json', 'the id', idsOf(projects));

  const byId = new Map(projects.map((project) => [project.id, project]));
  for (const { id, name, project: projectId, hourGroup } of stations) {
    const project = byId.get(projectId);
    if (project === undefined)
      throw stationFault(id, name, `the project ${projectId} is not in toll-projects.json`);
    if (hourGroup !== null && project.hourRules === undefined)
      throw stationFault(id, name, `it has an hour group, but ${projectId} has no hour rules`);
  }
  for (const project of projects) {
    const keysOf = (list: readonly Keyed[]) =>
      list.filter((station) => station.project === project.id).map(({ passageKey }) => passageKey);
    checkKeys(project, new Set(keysOf(stations)), keysOf(gone));
    checkDates(project);
    checkCollection(project, keysOf(stations));
    (project.tariffs ?? []).forEach((row) => {
      checkDetails(project, row);
    });
  }
}

const stationFault = (id: string, name: string, what: string) =>
  factFault('toll-stations.json', `${id} (${name})`, what);

const projectFault = (id: string, what: string) => factFault('toll-projects.json', id, what);

const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

interface Keyed {
  readonly project: string;
  readonly passageKey: string;
}

/**
 * Every passage key that the project names belongs to one of its stations, to one that is gone, or
 * is named absent.
 */
function checkKeys(
  project: ProjectRecord,
  present: ReadonlySet<string>,
  gone: readonly string[],
): void {
  const absent = new Set(project.absentStations?.map(({ passageKey }) => passageKey));
  for (const key of absent)
    if (present.has(key)) throw projectFault(project.id, `${key} is named absent, but it exists`);
  for (const key of listKeys(project))
    if (!present.has(key) && !absent.has(key) && !gone.includes(key))
      throw projectFault(project.id, `no station of the project has the passage key ${key}`);
}

function listKeys(project: ProjectRecord): string[] {
  const { collection, tariffs, rush, reversedRules, unappliedRules, zeroEmission, linkedStations } =
    project;
  const lists = [collection, tariffs, rush, reversedRules, unappliedRules, zeroEmission]
    .flatMap((records): readonly { readonly stations?: readonly string[] }[] => records ?? [])
    .flatMap(({ stations }) => stations ?? []);
  return [...lists, ...(linkedStations ?? []).flatMap(({ paid, free }) => [...paid, ...free])];
}

function checkDates(project: ProjectRecord): void {
  const { id, tagDiscounts = [], hourRules = [], rush = [], tariffs = [] } = project;
  checkPeriods(id, 'tag discounts', tagDiscounts);
  checkPeriods(id, 'hour rules', hourRules);
  const priced = tariffs.filter(({ small, large }) => (small ?? large) !== undefined);
  const keys = new Set(tariffs.flatMap(({ stations }) => stations ?? []));
  // A station that no row names has the rows of the whole project, and only those.
  for (const key of [undefined, ...keys]) {
    const applies = ({ stations }: { readonly stations?: readonly string[] }) =>
      stations === undefined || (key !== undefined && stations.includes(key));
    const rows = priced.filter(applies);
    const terms = rush.filter(applies);
    checkPeriods(id, `tariffs of ${key ?? 'the project'}`, rows);
    checkPeriods(id, `rush terms of ${key ?? 'the project'}`, terms);
    checkRushInside(id, rows, terms);
  }
}

interface Period {
  readonly from?: Day;
  readonly until?: Day;
}

function checkPeriods(id: string, what: string, periods: readonly Period[]): void {
  const sorted = periods.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
  sorted.forEach(({ from = '', until }, i) => {
    const next = sorted[i + 1]?.from;
    if (next === from || (sorted[i + 1] !== undefined && next === undefined))
      throw projectFault(id, `two ${what} begin on ${from || 'no day'}`);
    if (until !== undefined && (until < from || (next !== undefined && until > next)))
      throw projectFault(id, `${what} from ${from || 'ever'} overlap the next, or end before`);
  });
}

/** A row has one set of windows for its whole life. */
function checkRushInside(
  id: string,
  rows: readonly PublishedTariffRecord[],
  terms: readonly Period[],
): void {
  const changes = terms.flatMap(({ from, until }) => [from ?? '', until ?? '']);
  const sorted = rows.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  sorted.forEach(({ from, until }, i) => {
    const end = until ?? sorted[i + 1]?.from ?? '9999-12-31';
    const change = changes.find((day) => from < day && day < end);
    if (change !== undefined)
      throw projectFault(id, `the rush terms change on ${change}, inside the tariff of ${from}`);
  });
}

/** The kernel's price is the dearest of the details: diesel, and Euro V and older. */
function checkDetails({ id }: ProjectRecord, row: PublishedTariffRecord): void {
  const { from, small, smallRush, large, largeRush, byFuel, byEuroClass } = row;
  const pairs = [
    { whole: [small, smallRush], part: byFuel?.diesel, name: 'small and diesel' },
    {
      whole: [large, largeRush],
      part: byEuroClass?.['euro-5-and-older'],
      name: 'large and Euro V',
    },
  ];
  for (const { whole, part, name } of pairs)
    if (part !== undefined && (part.off !== whole[0] || part.rush !== whole[1]))
      throw projectFault(id, `${name} differ in the tariff of ${from}`);
}
