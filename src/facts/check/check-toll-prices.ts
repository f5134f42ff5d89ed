import type { VehicleSize } from '../../base/vehicle.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import type {
  PublishedTariffRecord,
  TollProjects,
  UndatedTariffRecord,
} from '../schema/toll-projects.ts';
import type { ObservedTariff, TollStations } from '../schema/toll-stations.ts';
import { factFault } from './check-records.ts';

/** The highest possible toll of each size of vehicle, in kroner. */
type MostNok = Readonly<Record<VehicleSize, number>>;

/**
 * Checks that every price is possible: it is not above the highest possible toll, it is not lower in rush than at other
 * hours, and a kind of vehicle that pays less than another never pays more. Equal prices exist at some stations.
 *
 * @throws Error with one sentence that names the file, the record and the rule that it breaks.
 */
export function checkTollPrices(
  { stations }: Pick<TollStations, 'stations'>,
  { projects }: Pick<TollProjects, 'projects'>,
  { mostSmallNok, mostLargeNok }: Pick<RenewalLimits, 'mostSmallNok' | 'mostLargeNok'>,
): void {
  const most = { small: mostSmallNok, large: mostLargeNok };
  for (const station of stations) {
    const record = `${station.id} (${station.name})`;
    checkTable('toll-stations.json', record, columnsOf(station), most);
    for (const earlier of station.earlier ?? [])
      checkTable('toll-stations.json', `${record} from ${earlier.from}`, columnsOf(earlier), most);
  }
  for (const { id, tariffs = [], undatedTariffs = [] } of projects) {
    for (const row of tariffs)
      checkTable('toll-projects.json', `${id}, ${nameTariff(row)}`, publishedColumns(row), most);
    for (const row of undatedTariffs)
      checkTable('toll-projects.json', `${id}, an undated tariff`, publishedColumns(row), most);
  }
}

const nameTariff = ({ from, stations = [] }: PublishedTariffRecord) =>
  `tariff of ${[from, ...stations.slice(0, 1)].join(' at ')}`;

/** The prices of one kind of vehicle. Absent or null: not known, or not published for this kind. */
interface Column {
  readonly size: VehicleSize;
  readonly off?: number | null | undefined;
  readonly rush?: number | null | undefined;
}

type Table = Readonly<Record<string, Column>>;

const columnsOf = (tariff: ObservedTariff): Table => ({
  small: { size: 'small', off: tariff.smallNok, rush: tariff.smallRushNok },
  large: { size: 'large', off: tariff.largeNok, rush: tariff.largeRushNok },
});

function publishedColumns(row: UndatedTariffRecord): Table {
  const { byFuel = {}, byEuroClass = {} } = row;
  const detailed = (details: object, size: VehicleSize) =>
    Object.entries(details).map(([name, price]): [string, Column] => [name, { ...price, size }]);
  return {
    small: { size: 'small', off: row.small, rush: row.smallRush },
    large: { size: 'large', off: row.large, rush: row.largeRush },
    ...Object.fromEntries([...detailed(byFuel, 'small'), ...detailed(byEuroClass, 'large')]),
  };
}

/** The first kind never pays more than the second. If prices differ by fuel, `small` is the price of diesel. */
const ORDER: readonly (readonly [cheaper: string, dearer: string])[] = [
  ['small', 'large'],
  ['petrol', 'small'],
  ['petrol', 'diesel'],
  ['electric', 'small'],
  ['electric', 'petrol'],
  ['hydrogen', 'small'],
  ['hydrogen', 'petrol'],
  ['euro-6', 'large'],
  ['euro-6', 'euro-5-and-older'],
];

function checkTable(file: string, record: string, table: Table, most: MostNok): void {
  const rule = [
    ...Object.entries(table).map(([name, column]) => judgeColumn(name, column, most[column.size])),
    ...ORDER.flatMap(([cheaper, dearer]) => [
      judgeOrder(cheaper, table[cheaper]?.off, dearer, table[dearer]?.off),
      judgeOrder(`${cheaper} in rush`, table[cheaper]?.rush, dearer, table[dearer]?.rush),
    ]),
  ].find((found) => found !== undefined);
  if (rule !== undefined) throw factFault(file, record, rule);
}

type Nok = number | null | undefined;

/** @returns the rule that is broken; `undefined`: none is. */
function judgeColumn(name: string, { off, rush, size }: Column, mostNok: number) {
  const highest = Math.max(off ?? 0, rush ?? 0);
  if (highest > mostNok)
    return `${name} is ${highest} kr, and no toll of ${size} vehicles is above ${mostNok} kr`;
  if (!isKnown(rush)) return undefined;
  if (!isKnown(off)) return `${name} has a price in rush and none outside it`;
  return rush < off
    ? `${name} is ${rush} kr in rush, which is below ${off} kr outside it`
    : undefined;
}

function judgeOrder(cheaper: string, cheaperNok: Nok, dearer: string, dearerNok: Nok) {
  return isKnown(cheaperNok) && isKnown(dearerNok) && cheaperNok > dearerNok
    ? `${cheaper} is ${cheaperNok} kr, which is above ${dearerNok} kr of ${dearer}`
    : undefined;
}

const isKnown = (nok: Nok): nok is number => nok !== undefined && nok !== null;
