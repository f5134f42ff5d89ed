import { formatTable } from './format-table.ts';

/** What a renewal changes, as it is shown. */
export interface ShownChanges {
  readonly stations: ShownCounts & {
    readonly tariffs: readonly (ShownName & {
      readonly before: ShownTariff;
      readonly after: ShownTariff;
    })[];
    readonly new: readonly (ShownName & ShownTariff)[];
    readonly gone: readonly (ShownName & ShownTariff)[];
    readonly moved: readonly (ShownName & { readonly byM: number })[];
    readonly altered: readonly (ShownName & {
      readonly what: string;
      readonly before: string;
      readonly after: string;
    })[];
  };
  readonly quays: ShownCounts & ShownLists;
  readonly cameras: ShownCounts & ShownLists;
  readonly closures: ShownCounts & {
    readonly days: readonly (ShownName & {
      readonly before?: string;
      readonly after?: string;
    })[];
  };
}

interface ShownCounts {
  readonly before: number;
  readonly after: number;
}

interface ShownName {
  readonly id: string;
  readonly name: string;
}

interface ShownLists {
  readonly new: readonly ShownName[];
  readonly gone: readonly ShownName[];
}

/** Whole kroner; `null` and absence: not known. */
interface ShownTariff {
  readonly smallNok: number | null;
  readonly largeNok: number | null;
  readonly smallRushNok: number | null;
  readonly largeRushNok?: number | undefined;
  readonly rush: readonly string[] | null;
}

/** The changes as lines for a person: first the counts, then each change of a station. */
export function formatChanges({ stations, quays, cameras, closures }: ShownChanges): string[] {
  const counts = formatTable(
    [
      { head: '', align: 'left' },
      { head: 'before', align: 'right' },
      { head: 'after', align: 'right' },
    ],
    [
      ['toll stations', String(stations.before), String(stations.after)],
      ['ferry quays', String(quays.before), String(quays.after)],
      ['speed cameras', String(cameras.before), String(cameras.after)],
      ['closed roads and ferries', String(closures.before), String(closures.after)],
    ],
  );
  return [
    counts,
    ...table(
      'Tariffs that change, in kroner',
      ['station', 'id', 'before', 'after'],
      stations.tariffs.map(({ id, name, before, after }) => [
        name,
        id,
        formatTariff(before),
        formatTariff(after),
      ]),
    ),
    ...table('New stations', ['station', 'id', 'tariff'], stations.new.map(toRow)),
    ...table('Stations that are gone', ['station', 'id', 'tariff'], stations.gone.map(toRow)),
    ...table(
      'Stations that moved',
      ['station', 'id', 'by'],
      stations.moved.map(({ id, name, byM }) => [name, id, `${byM} m`]),
    ),
    ...table(
      'Other changes of stations',
      ['station', 'id', 'what', 'before', 'after'],
      stations.altered.map(({ id, name, what, before, after }) => [name, id, what, before, after]),
    ),
    ...listNames('New ferry quays', quays.new),
    ...listNames('Ferry quays that are gone', quays.gone),
    ...listNames('New speed cameras', cameras.new),
    ...listNames('Speed cameras that are gone', cameras.gone),
    ...table(
      'Roads and ferries that are closed on other days',
      ['name', 'id', 'before', 'after'],
      closures.days.map(({ id, name, before = '-', after = '-' }) => [name, id, before, after]),
    ),
  ];
}

const toRow = ({ id, name, ...tariff }: ShownName & ShownTariff) => [
  name,
  id,
  formatTariff(tariff),
];

/** `38 / 88, rush 70 / - 06:30-09:00 14:30-16:30`: small and large vehicles. */
function formatTariff({
  smallNok,
  largeNok,
  smallRushNok,
  largeRushNok,
  rush,
}: ShownTariff): string {
  const pair = (small: number | null, large: number | null) => `${small ?? '-'} / ${large ?? '-'}`;
  if (rush === null) return pair(smallNok, largeNok);
  const inRush = pair(smallRushNok, largeRushNok ?? null);
  return `${pair(smallNok, largeNok)}, rush ${inRush} ${rush.join(' ')}`;
}

function table(title: string, heads: readonly string[], rows: readonly string[][]): string[] {
  if (rows.length === 0) return [];
  const columns = heads.map((head) => ({ head, align: 'left' as const }));
  return ['', `${title}: ${rows.length}`, formatTable(columns, rows)];
}

const listNames = (title: string, names: readonly ShownName[]) =>
  table(
    title,
    ['name', 'id'],
    names.map(({ id, name }) => [name, id]),
  );
