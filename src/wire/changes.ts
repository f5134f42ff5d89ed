import { type Static, Type } from 'typebox';
import { toNok } from '../base/nok.ts';
import { formatClock } from '../base/oslo-time.ts';
import { FERRY_CLASSES } from '../base/vehicle.ts';
import { isBefore } from '../pricing/dated.ts';
import type { ClassFares, FareTable } from '../pricing/ferry/law.ts';
import type { CollectionPeriod, Tariff, TollStation } from '../pricing/toll/law.ts';
import { formatWindows } from './format-proof.ts';
import * as t from './unit.ts';

const Release = t.object('Release', 'A version of the interface.', {
  version: t.text('By SemVer of the interface.'),
  released: t.orNull('Null: not yet.', Type.String({ format: 'date' })),
  changes: t.list('Of the interface. Markdown, one each.', Type.String()),
  prices: t.list(
    'What costs something else than in the version before, on which days. Markdown.',
    Type.String(),
  ),
});

const Prices = t.object('TollPrices', 'Full prices, without discount.', {
  smallNok: t.maybe(t.nok('Small vehicle. Absent: not known.')),
  smallRushNok: t.maybe(t.nok('Small vehicle in the rush. Absent: no such price.')),
  largeNok: t.maybe(t.nok('Large vehicle. Absent: not known.')),
  largeRushNok: t.maybe(t.nok('Large vehicle in the rush. Absent: none, or not known.')),
  rush: t.maybe(t.list('Windows `HH:MM-HH:MM`. Absent: no rush price.', Type.String())),
});

const TollChange = t.object('TollChange', 'Prices of a station that are others than before.', {
  day: t.day('The first day of the new prices.'),
  time: t.maybe(t.text('`HH:MM` of that day. Absent: its beginning.')),
  station: t.text('Id, as in `/data/toll-stations.json`.'),
  name: t.text('Name of the station.'),
  project: t.text('Id of its toll project.'),
  before: t.orNull('Null: the station begins to collect.', Prices),
  after: t.orNull('Null: it ends to collect.', Prices),
  observedBy: t.mark('`after` holds on that day, and perhaps held before. Absent: from it on.'),
});

const Fares = Type.Record(Type.String(), t.nok('Ordinary fare.'), {
  description: 'By ferry class; one that is absent is not known.',
});

const FerryChange = t.object('FareChange', 'Fares of a ferry that are others than before.', {
  day: t.day('The first day of the new fares.'),
  table: t.text('Name of the fare table.'),
  dated: t.choice(['published', 'inferred', 'undated'], {
    description: 'How sure the day is; `undated`: on some days from then on.',
  }),
  before: Fares,
  after: Fares,
});

/** Body of `GET /changes.json`. */
export const ChangesBody = t.object(
  'Changes',
  'What changed in the interface and in tariffs, and will.',
  {
    date: t.day('The day that the toll stations stand for.'),
    releases: t.list('The newest first.', Release),
    tolls: t.list('As they are known, the latest day first.', TollChange),
    ferries: t.list('As they are known, the latest day first.', FerryChange),
  },
);

/** Dated prices. */
export interface TariffSources {
  readonly stations: readonly TollStation[];
  readonly fareTables: readonly FareTable[];
  /** See `ChangesBody`. */
  readonly date: string;
}

/**
 * All changes of the interface and of prices.
 *
 * @param changelog Markdown, as `CHANGELOG.md` is written.
 */
export function listChanges(
  changelog: string,
  { stations, fareTables, date }: TariffSources,
): Static<typeof ChangesBody> {
  return {
    date,
    releases: readReleases(changelog),
    tolls: latestFirst(stations.flatMap(changesOfStation)),
    ferries: latestFirst(fareTables.flatMap(changesOfTable)),
  };
}

const latestFirst = <Change extends { readonly day: string }>(changes: readonly Change[]) =>
  changes.toSorted((a, b) => (a.day < b.day ? 1 : -Number(a.day > b.day)));

/** `## 0.2.0, 2026-12-01`, bullets, then `Prices…:` and more bullets. A line that goes on is indented. */
function readReleases(changelog: string): Static<typeof Release>[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [head = '', ...rest] = section.split('\n');
      const [version = '', released = ''] = head.split(', ');
      const [changes = '', ...prices] = rest.join('\n').split(/^(?=Prices\b)/m);
      return {
        version,
        released: /^\d{4}-\d\d-\d\d$/.test(released) ? released : null,
        changes: readEntries(changes)
          .filter((entry) => entry.isBullet)
          .map(({ text }) => text),
        prices: prices.flatMap((part) => readEntries(part).map(({ text }) => text)),
      };
    });
}

/** Bullets, and paragraphs that no bullets follow. */
function readEntries(markdown: string) {
  return markdown
    .split(/\n(?=- |\n|Prices\b)/)
    .map((block) => block.trim().replace(/\s*\n\s*/g, ' '))
    .filter((block) => block !== '' && !block.endsWith(':'))
    .map((block) => ({ isBullet: block.startsWith('- '), text: block.replace(/^- /, '') }));
}

function changesOfStation({ id, name, project, tariffs, periods = [] }: TollStation) {
  const station = { station: id, name, project: project.id };
  const pairs = tariffs.slice(1).map((after, i) => ({ before: tariffs[i], after }));
  const changed = pairs
    .filter(({ before, after }) => isChange(before, after) && goesOnAt(periods, after))
    .map(({ before, after }) => ({
      ...momentOf(after.from, after.fromMin),
      ...station,
      before: before === undefined ? null : pricesOf(before),
      after: pricesOf(after),
      ...((after.observed ?? after.isOlder) && OBSERVED),
    }));
  const begun = periods.flatMap(({ openFrom, openBy }) => {
    if (openFrom === undefined) return [];
    const first = tariffs.findLast(({ from }) => from <= (openBy ?? openFrom.day));
    if (first === undefined) return [];
    const at =
      openBy === undefined ? momentOf(openFrom.day, openFrom.minuteOfDay) : { day: openBy };
    const isSeen = openBy !== undefined && OBSERVED;
    return [{ ...at, ...station, before: null, after: pricesOf(first), ...isSeen }];
  });
  const ended = periods.flatMap(({ openTo, openUntil }) => {
    if (openTo === undefined) return [];
    const last = tariffs.findLast(({ from }) => from < (openUntil ?? openTo.day));
    if (last === undefined) return [];
    const at = momentOf(openTo.day, openTo.minuteOfDay);
    const isSeen = openUntil !== undefined && OBSERVED;
    return [{ ...at, ...station, before: pricesOf(last), after: null, ...isSeen }];
  });
  return [...changed, ...begun, ...ended];
}

const OBSERVED = { observedBy: true } as const;

/** Does a station collect before and after a row begins? Begin and end of collection are entries of their own. */
function goesOnAt(periods: readonly CollectionPeriod[], { from: day, fromMin = 0 }: Tariff) {
  const at = { day, minuteOfDay: fromMin };
  const isWithin = ({ openFrom, openBy, openTo, openUntil }: CollectionPeriod) => {
    const first = openBy === undefined ? openFrom : { day: openBy, minuteOfDay: 0 };
    const end = openUntil === undefined ? openTo : { day: openUntil, minuteOfDay: 0 };
    return (first === undefined || isBefore(first, at)) && (end === undefined || isBefore(at, end));
  };
  return periods.length === 0 || periods.some(isWithin);
}

/** Do two rows differ in prices of their own? A price that stands in from another row does not count. */
function isChange(before: Tariff | undefined, after: Tariff): boolean {
  const [were, are] = [before, after].map((tariff) =>
    JSON.stringify(tariff && omit(rowPricesOf(tariff), listStandIns(after))),
  );
  return were !== are;
}

const momentOf = (onDay: string, minute = 0) => ({
  day: onDay,
  ...(minute > 0 && { time: formatClock(minute) }),
});

/** The prices of a tariff itself: those that stand in are left out. */
const pricesOf = (tariff: Tariff): Static<typeof Prices> =>
  omit(rowPricesOf(tariff), listStandIns(tariff));

const omit = (prices: Static<typeof Prices>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(prices).filter(([name]) => !names.includes(name)));

const listStandIns = ({ small, large }: Tariff): readonly string[] => [
  ...(small?.carriedFrom ? ['smallNok', 'smallRushNok'] : []),
  ...(small?.rushCarriedFrom === undefined ? [] : ['smallRushNok']),
  ...(large?.carriedFrom ? ['largeNok', 'largeRushNok'] : []),
  ...(large?.rushCarriedFrom === undefined ? [] : ['largeRushNok']),
];

function rowPricesOf({ small, large, rush }: Tariff): Static<typeof Prices> {
  return {
    ...(small && { smallNok: toNok(small.ore) }),
    ...(small?.rushOre !== undefined && { smallRushNok: toNok(small.rushOre) }),
    ...(large && { largeNok: toNok(large.ore) }),
    ...(large?.rushOre !== undefined && { largeRushNok: toNok(large.rushOre) }),
    ...(rush && { rush: formatWindows(rush) }),
  };
}

function changesOfTable({ name, rows }: FareTable) {
  return rows
    .slice(1)
    .map((after, i) => ({ before: rows[i], after }))
    .flatMap(({ before, after }) => {
      const change = { before: faresOf(before?.ordinary ?? {}), after: faresOf(after.ordinary) };
      const isSame = JSON.stringify(change.before) === JSON.stringify(change.after);
      return isSame ? [] : [{ day: after.from, dated: after.dated, table: name, ...change }];
    });
}

const faresOf = (fares: ClassFares): Record<string, number> =>
  Object.fromEntries(
    FERRY_CLASSES.flatMap((ferryClass) => {
      const fare = fares[ferryClass];
      return fare === undefined ? [] : [[ferryClass, toNok(fare)]];
    }),
  );
