import type { Day } from '../../base/day.ts';
import { type Area, outsideM } from '../../geo/area.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import {
  type CollectionRecord,
  LOCAL_RULES,
  type ProjectRecord,
  type PublishedTariffRecord,
  type TollProjects,
} from '../schema/toll-projects.ts';
import type { StationRecord, TollStations } from '../schema/toll-stations.ts';
import { listPeriods } from '../toll-project.ts';
import { checkOnce, checkWindows, factFault, idsOf } from './check-records.ts';

const FILE = 'toll-projects.json';

/**
 * Checks what a schema can not: every reference has a target, no two rows hold at the same station on the same day, a
 * table by fuel agrees with its ordinary price, and the rules are possible and can be met.
 *
 * @throws Error with one sentence that names the file, the record and the rule that it breaks.
 */
export function checkTollProjects(
  { stations, gone = [] }: Pick<TollStations, 'stations' | 'gone'>,
  { meta, projects }: TollProjects,
): void {
  for (const project of projects) checkRules(project, meta.date);
  checkOnce(FILE, 'the id', idsOf(projects));
  checkOnce('toll-stations.json', 'the id', idsOf(stations));
  const byId = new Map(projects.map((project) => [project.id, project]));
  for (const station of stations) checkStation(station, byId.get(station.project));
  for (const project of projects) {
    const keysOf = (list: readonly Keyed[]) =>
      list.filter((station) => station.project === project.id).map(({ passageKey }) => passageKey);
    checkKeys(project, new Set(keysOf(stations)), keysOf(gone));
    checkDates(project);
    checkCollection(project, keysOf(stations));
    for (const row of project.tariffs ?? []) checkDetails(project, row);
  }
}

function checkStation(station: StationRecord, project: ProjectRecord | undefined): void {
  const fault = (what: string) =>
    factFault('toll-stations.json', `${station.id} (${station.name})`, what);
  if (project === undefined)
    throw fault(`the project ${station.project} is not in toll-projects.json`);
  if (station.hourGroup !== null && project.hourRules === undefined)
    throw fault(`it has an hour group, but ${project.id} has no hour rules`);
}

const projectFault = (id: string, what: string) => factFault(FILE, id, what);

interface Keyed {
  readonly project: string;
  readonly passageKey: string;
}

/**
 * Checks that every passage key that the project names belongs to one of its stations, to a station that is gone, or to
 * a station that the project lists as absent.
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

/** The members of a record that name stations. */
type Naming = Partial<
  Readonly<Record<'stations' | 'stationsUnknown' | 'paid' | 'free', readonly string[]>>
>;

function listKeys(project: ProjectRecord): string[] {
  const { collection, tariffs, rush, hourRules, zeroEmission } = project;
  const local = LOCAL_RULES.map((name) => project[name]);
  return [collection, tariffs, rush, hourRules, zeroEmission, ...local]
    .flatMap((records): readonly Naming[] => records ?? [])
    .flatMap(({ stations = [], stationsUnknown = [], paid = [], free = [] }) => [
      ...stations,
      ...stationsUnknown,
      ...paid,
      ...free,
    ]);
}

function checkDates(project: ProjectRecord): void {
  const { id, tagDiscounts = [], hourRules = [], rush = [], tariffs = [] } = project;
  checkPeriods(id, 'tag discounts', tagDiscounts);
  checkPeriods(id, 'hour rules', hourRules);
  const priced = tariffs.filter(({ small, large }) => (small ?? large) !== undefined);
  const keys = new Set(tariffs.flatMap(({ stations }) => stations ?? []));
  // `undefined` stands for the stations that no row names: only rows for the whole project hold for them.
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

/** Checks that the rush terms do not change while a tariff row holds: a row has one set of windows. */
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

/** Checks that the ordinary price equals the dearest price in the tables: that of diesel, or of Euro V and older. */
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

/** Checks that the rules were known by the day of the file, have possible windows, and can be met. */
function checkRules(project: ProjectRecord, date: Day): void {
  const { id, rush = [], hourRules = [] } = project;
  const rule = judgeCaps(project, date) ?? judgeUnapplied(project) ?? judgeEnds(project);
  if (rule !== undefined) throw projectFault(id, rule);
  for (const { windows } of rush) checkWindows(FILE, id, windows);
  for (const { onceBetween } of hourRules)
    checkWindows(FILE, id, onceBetween === undefined ? [] : [onceBetween]);
}

function judgeCaps({ caps = [] }: ProjectRecord, date: Day) {
  const early = caps.find(({ knownOn }) => knownOn > date);
  return early && `the cap ${early.group} is known on ${early.knownOn}, after ${date} of the file`;
}

function judgeUnapplied({ unappliedRules = [] }: ProjectRecord) {
  const rule = unappliedRules.find(({ atLeast, stations }) => atLeast > stations.length);
  return rule && `a rule asks for ${rule.atLeast} of ${rule.stations.length} stations`;
}

function judgeEnds({ tariffs = [] }: ProjectRecord) {
  const row = tariffs.find(({ until, untilTime, ended }) => !until && (untilTime ?? ended));
  return row && `the tariff of ${row.from} tells more of an end than it has`;
}

/**
 * Checks that the days of the stations are possible: each record tells a day, a station closes after it has opened and
 * opens again after it has closed, and no tariff is known from before it opens.
 *
 * @throws Error with one sentence that names the file, the project and the rule that it breaks.
 * @internal Outside this file only its tests use it.
 */
export function checkCollection(project: ProjectRecord, keys: readonly string[]): void {
  const { id, collection = [], tariffs = [] } = project;
  const rule = collection.map(judgeRecord).find((found) => found !== undefined);
  if (rule !== undefined) throw projectFault(id, rule);
  for (const key of keys) {
    const { periods = [] } = listPeriods(key, project);
    const early = periods.find(
      ({ openFrom }, i) => i > 0 && (openFrom?.day ?? '') < (periods[i - 1]?.openTo?.day ?? '9'),
    );
    if (early !== undefined) throw projectFault(id, `${key} opens again before it has closed`);
    const opened = periods[0]?.openFrom?.day ?? '';
    const row = tariffs.find(
      ({ from, dateKnown, stations }) =>
        dateKnown === undefined && from < opened && stations?.includes(key),
    );
    if (row !== undefined)
      throw projectFault(id, `${key} has a tariff of ${row.from}, before it opens on ${opened}`);
  }
}

function judgeRecord(record: CollectionRecord): string | undefined {
  const { openFrom, openFromTime, openBy, openUntil, openTo, openToTime } = record;
  if ((openFrom ?? openBy ?? openTo) === undefined) return 'a record of its collection has no day';
  const isTimeAlone =
    (openFrom === undefined && openFromTime !== undefined) ||
    (openTo === undefined && (openToTime ?? openUntil) !== undefined);
  if (isTimeAlone) return 'a record of its collection tells more of a day that it has not';
  const days = [openFrom, openBy, openUntil, openTo].filter((day) => day !== undefined);
  const isInOrder = days.every((day, i) => i === 0 || (days[i - 1] ?? '') <= day);
  return isInOrder ? undefined : `its collection ends before it begins, ${days.join(', ')}`;
}

const STATIONS_FILE = 'toll-stations.json';

/**
 * Checks that the stations are possible, apart from their prices: they stand in Norway and were seen by the day of the
 * file.
 *
 * @throws Error with one sentence that names the file, the record and the rule that it breaks.
 */
export function checkTollStations(
  { stations, gone = [], meta }: TollStations,
  norway: Area,
  { besideNorwayM }: Pick<RenewalLimits, 'besideNorwayM'>,
): void {
  const ids = new Set(stations.map(({ id }) => id));
  for (const station of stations) {
    const rule =
      judgePlace(station, norway, besideNorwayM) ??
      judgeDuplicate(station, ids) ??
      judgeDays(station, meta.date);
    if (rule !== undefined) throw factFault(STATIONS_FILE, nameOf(station), rule);
    for (const { rush } of [station, ...(station.earlier ?? [])])
      checkWindows(STATIONS_FILE, nameOf(station), rush ?? []);
  }
  for (const station of gone)
    if (station.until > meta.date)
      throw factFault(
        STATIONS_FILE,
        nameOf(station),
        `it is gone on ${station.until}, ${after(meta.date)}`,
      );
}

const nameOf = ({ id, name }: Pick<StationRecord, 'id' | 'name'>) => `${id} (${name})`;
const after = (day: Day) => `after the day of the file, ${day}`;

/** @param besideNorwayM a position may lie this far outside the outline, which is simplified. */
function judgePlace(station: StationRecord, norway: Area, besideNorwayM: number) {
  const offM = outsideM(norway, station);
  return offM <= besideNorwayM
    ? undefined
    : `it stands ${Math.round(offM / 1000)} km outside Norway`;
}

function judgeDuplicate({ id, staleTwinOf }: StationRecord, ids: ReadonlySet<string>) {
  if (staleTwinOf === undefined || (staleTwinOf !== id && ids.has(staleTwinOf))) return undefined;
  return `it repeats ${staleTwinOf}, which is no other station of the file`;
}

/** Earlier tariffs must end one after the other. The last of them must end by the day of the file. */
function judgeDays({ observedFrom, observedUntil, earlier = [] }: StationRecord, date: Day) {
  const late = [observedFrom, observedUntil].find((day) => day !== undefined && day > date);
  if (late !== undefined) return `its tariff was seen on ${late}, ${after(date)}`;
  if (observedUntil !== undefined && observedUntil < (observedFrom ?? date))
    return `its tariff was last seen on ${observedUntil}, before it was first seen`;
  const ends = [...earlier.slice(1).map(({ from }) => from), observedFrom ?? date];
  const wrong = earlier.find(({ from, until }, i) => until <= from || until > (ends[i] ?? date));
  return wrong && `its tariff from ${wrong.from} ends on ${wrong.until}, not in between the others`;
}
