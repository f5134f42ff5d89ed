import type { TollProject, TollStation } from '../../src/pricing/toll/law.ts';
import { formatMarkdown } from './section.ts';

/** What is known of the stations of each project: tariffs, rush prices, shares, first and last days. */
export function reportProjects(stations: readonly TollStation[]): string {
  const byProject = new Map<TollProject, TollStation[]>();
  for (const station of stations)
    byProject.set(station.project, [...(byProject.get(station.project) ?? []), station]);
  const parts = [...byProject.values()].toSorted((a, b) => b.length - a.length);
  const line = (name: string, part: readonly TollStation[]) => [
    name,
    part.length,
    ...COLUMNS.map(([, isKnown]) => part.filter(isKnown).length),
  ];
  return formatMarkdown(
    ['project', 'stations', ...COLUMNS.map(([title]) => title)],
    [line('all', stations), ...parts.map((part) => line(part[0]?.project.name ?? '', part))],
  );
}

const COLUMNS: readonly (readonly [title: string, isKnown: (station: TollStation) => boolean])[] = [
  ['tariff', ({ tariffs }) => hasPrice(tariffs.at(-1))],
  ['published before', ({ tariffs }) => tariffs.some(({ observed }) => observed !== true)],
  ['rush, small', ({ tariffs }) => tariffs.at(-1)?.small?.rushOre !== undefined],
  ['rush, large', ({ tariffs }) => tariffs.at(-1)?.large?.rushOre !== undefined],
  [
    'own price or share of zero emission',
    ({ vehicleTariffs = [] }) =>
      vehicleTariffs.some(({ size, classes }) => size === 'small' && classes.includes('electric')),
  ],
  ['first day', ({ periods = [] }) => periods.some((one) => one.openFrom && !one.openBy)],
  ['vouched for since', ({ periods = [] }) => periods.some(({ openBy }) => openBy !== undefined)],
  ['ended', ({ periods }) => periods?.at(-1)?.openTo !== undefined],
];

const hasPrice = (tariff?: TollStation['tariffs'][number]): boolean =>
  (tariff?.small ?? tariff?.large) !== undefined;
