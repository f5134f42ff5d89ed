import { fromOsloWallClock, toOsloTime } from '../../src/base/oslo-time.ts';
import type { VehicleSize } from '../../src/base/vehicle.ts';
import { loadCalendar } from '../../src/facts/load-country.ts';
import { buildTollStations } from '../../src/facts/load-tolls.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import type { ProjectRecord, PublishedTariffRecord } from '../../src/facts/schema/toll-projects.ts';
import type { StationRecord } from '../../src/facts/schema/toll-stations.ts';
import { priceTolls, type TollBill } from '../../src/pricing/toll/bill.ts';
import type { TollStation } from '../../src/pricing/toll/law.ts';
import type { TollPassage, TollTerms, TollVehicle } from '../../src/pricing/toll/terms.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { record } from './renewals.ts';

const projectsFile = readBundled(DATA_DIR, 'toll-projects.json');
const stationsFile = readBundled(DATA_DIR, 'toll-stations.json');

/** The real calendar. */
export const calendar = loadCalendar(DATA_DIR);

/**
 * The real stations, and the stations that notices name but the extract lacks. So every printed price and rule runs
 * through the loader and the kernel.
 */
export const stations = [
  ...buildTollStations(stationsFile, projectsFile),
  ...buildTollStations(
    {
      ...stationsFile,
      stations: [...stationsFile.stations, ...projectsFile.projects.flatMap(listAbsent)],
    },
    {
      ...projectsFile,
      projects: projectsFile.projects.map(({ absentStations, ...project }) => project),
    },
  ).filter(({ id, passageKey }) => id === passageKey),
];

/** The absent stations of a project in the form of the extract, with their key as id. */
function listAbsent({ id: project, absentStations = [] }: ProjectRecord): StationRecord[] {
  const facts = { project, operator: null, road: '', lon: 10, smallNok: null, largeNok: null };
  return absentStations.map(({ passageKey, name }) =>
    record(passageKey, { name, passageKey, ...facts }),
  );
}

/** A station by its project and its name in the data. Throws if there is no station with the name. */
export function station(project: string, name: string): TollStation {
  const found = stations.find((s) => s.project.id === project && s.name === name);
  if (found === undefined) throw new Error(`${project} has no station named ${name}.`);
  return found;
}

/** A project in the form of the data file. */
export function projectRecord(id: string) {
  const found = projectsFile.projects.find((project) => project.id === id);
  if (found === undefined) throw new Error(`No project ${id}.`);
  return found;
}

/**
 * The bill of a drive `2026-10-05 07:10 Sandviken > 07:40 Gravdal`: one day, passages in order.
 * `project/Name` names a station of another project.
 */
export const drive = (project: string, text: string, size: VehicleSize = 'small'): TollBill =>
  priceTolls(passagesOf(project, text), { size, rulesBetweenPassages: true }, calendar);

/** The same bill for one vehicle. */
export const driveAs = (
  project: string,
  text: string,
  vehicle: TollVehicle,
  terms?: Pick<TollTerms, 'capUse'>,
): TollBill =>
  priceTolls(
    passagesOf(project, text),
    { size: vehicle.size, rulesBetweenPassages: true, vehicle, ...terms },
    calendar,
  );

function passagesOf(project: string, text: string): TollPassage[] {
  const day = text.slice(0, 10);
  return text
    .slice(11)
    .split(' > ')
    .map((passage) => {
      const [, other, name = ''] = /^([a-z0-9-]+)\/(.+)$/.exec(passage.slice(6)) ?? [
        '',
        undefined,
        passage.slice(6),
      ];
      const atMs = fromOsloWallClock(`${day}T${passage.slice(0, 5)}`);
      return { station: station(other ?? project, name), atMs };
    });
}

/** Øre as a notice prints them: `164`, `131.20`. */
export const printed = (ore: number): string =>
  ore % 100 === 0 ? String(ore / 100) : (ore / 100).toFixed(2);

/** The four sums of a drive as printed: small with tag, small, large with tag, large. */
export function sums(bill: TollBill): string {
  const { smallOre, smallNoDiscountOre, largeOre, largeNoDiscountOre } = bill.total;
  return [smallOre, smallNoDiscountOre, largeOre, largeNoDiscountOre].map(printed).join(' ');
}

/** Columns of a price table. Columns that end in `rush` are read at 08:00, the others at 12:00. */
type PriceColumn =
  | 'full'
  | 'full rush'
  | 'tag'
  | 'tag rush'
  | 'large'
  | 'large rush'
  /** Electric with tag, and without. */
  | 'ev tag'
  | 'ev tag rush'
  | 'ev'
  | 'ev rush'
  | 'petrol'
  | 'petrol rush'
  | 'petrol tag'
  | 'petrol tag rush'
  | 'euro6'
  | 'euro6 rush';

/**
 * The row of a price table, read back from the data and the kernel on the first working day of the tariff: it equals
 * the printed row exactly when every price in it is right. Cells with `-` are not checked.
 *
 * `from` and `station` tell the tariff. `source` is the source of the record, if that names the address.
 */
export function readBack(
  project: string,
  row: Readonly<Record<string, string>>,
): Record<string, string> {
  const { from = '', station: name = '' } = row;
  const at = station(project, name);
  const record = publishedRow(project, at, from);
  return Object.fromEntries(
    Object.entries(row).map(([column, cell]) => {
      if (cell === '-' || column === 'from' || column === 'station') return [column, cell];
      if (column === 'source') return [column, record.source.includes(cell) ? cell : record.source];
      return [column, printed(read(column as PriceColumn, at, record))];
    }),
  );
}

/** The published record of a station that begins on a day. */
function publishedRow(
  project: string,
  { passageKey }: Pick<TollStation, 'passageKey'>,
  from: string,
): PublishedTariffRecord {
  const found = projectRecord(project).tariffs?.find(
    (row) => row.from === from && (row.stations?.includes(passageKey) ?? true),
  );
  if (found === undefined) throw new Error(`No tariff of ${passageKey} from ${from}.`);
  return found;
}

/** The first day from this day on that is neither a Saturday or Sunday nor a special day. */
function workingDay(from: string): string {
  for (let atMs = fromOsloWallClock(`${from}T12:00`); ; atMs += 86_400_000) {
    const { day, weekday } = toOsloTime(atMs);
    if (weekday <= 5 && calendar(day).size === 0) return day;
  }
}

function read(column: PriceColumn, at: TollStation, record: PublishedTariffRecord): number {
  const isRush = column.endsWith('rush');
  const kind = column.replace(/ rush$/, '');
  const time = `${workingDay(record.from)}T${isRush ? '08:00' : '12:00'}`;
  if (kind === 'full' || kind === 'tag' || kind === 'large') return priceByKernel(kind, at, time);
  const fuel = kind.startsWith('ev') ? 'electric' : 'petrol';
  if (kind === 'euro6')
    return vehiclePrice(at, time, { size: 'large', tagged: true, fuel: 'diesel', euroClass: 6 });
  return vehiclePrice(at, time, { size: 'small', tagged: kind.endsWith('tag'), fuel });
}

/**
 * The amount that a vehicle pays; `NaN`, which no cell equals, where the ordinary tariff or the ceiling is used
 * instead.
 */
function vehiclePrice(at: TollStation, time: string, vehicle: TollVehicle): number {
  const { charged, vehicle: toll } = priceTolls(
    [{ station: at, atMs: fromOsloWallClock(time) }],
    { size: vehicle.size, rulesBetweenPassages: true, vehicle },
    calendar,
  );
  const { certainty = 'ordinary' } = charged[0]?.vehicle?.amount ?? {};
  const isOpen = toll?.ore !== 0 && (certainty === 'ordinary' || certainty === 'ceiling');
  return isOpen ? Number.NaN : (toll?.ore ?? Number.NaN);
}

function priceByKernel(kind: 'full' | 'tag' | 'large', at: TollStation, time: string): number {
  const size = kind === 'large' ? 'large' : 'small';
  const passages = [{ station: at, atMs: fromOsloWallClock(time) }];
  const { total } = priceTolls(passages, { size, rulesBetweenPassages: true }, calendar);
  if (kind === 'tag') return total.smallOre;
  if (kind === 'full') return total.smallNoDiscountOre;
  // Group 2 has no tag discount: a notice prints one price for both.
  return total.largeOre === total.largeNoDiscountOre ? total.largeOre : Number.NaN;
}
