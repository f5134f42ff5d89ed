import { groupBy } from '../../src/base/lists.ts';
import type { VehicleSize } from '../../src/base/vehicle.ts';
import type { TollClass, TollStation } from '../../src/pricing/toll/law.ts';
import { formatTable } from '../page.ts';

/** The known facts about the stations of each project: tariffs, rush prices, shares, first and last days. */
export function reportProjects(stations: readonly TollStation[]): string {
  const byProject = groupBy(stations, ({ project }) => project);
  const parts = [...byProject.values()].toSorted((a, b) => b.length - a.length);
  const line = (name: string, part: readonly TollStation[]) => [
    name,
    part.length,
    ...COLUMNS.map(([, isKnown]) => part.filter(isKnown).length),
  ];
  return [
    formatTable(
      ['known of stations', '0.1.0', 'now'],
      COLUMNS.map(([title, isKnown], i) => [
        title,
        BEFORE[i] ?? 0,
        stations.filter(isKnown).length,
      ]),
    ),
    formatTable(
      ['project', 'stations', ...COLUMNS.map(([title]) => title)],
      [line('all', stations), ...parts.map((part) => line(part[0]?.project.name ?? '', part))],
    ),
  ].join('\n\n');
}

const hasOwn =
  (size: VehicleSize, fuel: TollClass) =>
  ({ vehicleTariffs = [] }: TollStation): boolean =>
    vehicleTariffs.some((own) => own.size === size && own.classes.includes(fuel));

const COLUMNS: readonly (readonly [title: string, isKnown: (station: TollStation) => boolean])[] = [
  ['tariff', ({ tariffs }) => hasPrice(tariffs.at(-1))],
  ['published before', ({ tariffs }) => tariffs.some(({ observed }) => observed !== true)],
  ['rush, small', ({ tariffs }) => tariffs.at(-1)?.small?.rushOre !== undefined],
  ['rush, large', ({ tariffs }) => tariffs.at(-1)?.large?.rushOre !== undefined],
  ['own price or share of zero emission', hasOwn('small', 'electric')],
  ['own price of petrol', hasOwn('small', 'petrol')],
  ['own price of Euro VI', hasOwn('large', 'euro-6')],
  ['first day', ({ periods = [] }) => periods.some((one) => one.openFrom && !one.openBy)],
  ['vouched for since', ({ periods = [] }) => periods.some(({ openBy }) => openBy !== undefined)],
  ['ended', ({ periods }) => periods?.at(-1)?.openTo !== undefined],
];

/** The same counts for the data of 0.1.0 (4eae6b31~1), read by its own code. It had no first and no last days. */
const BEFORE = [434, 336, 170, 46, 304, 114, 114];

const hasPrice = (tariff?: TollStation['tariffs'][number]): boolean =>
  (tariff?.small ?? tariff?.large) !== undefined;
