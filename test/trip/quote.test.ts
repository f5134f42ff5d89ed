import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import type { PlannedRoute } from '../../src/passages/planned-route.ts';
import type { TollStation } from '../../src/pricing/toll/law.ts';
import type { QuoteRequest } from '../../src/trip/quote.ts';
import { type QuoteParts, quoteTrip } from '../../src/trip/quote-trip.ts';
import type { RoadSection } from '../../src/trip/road-section.ts';
import { tariff } from '../pricing/toll/stations.ts';
import { table } from '../support/table.ts';
import {
  ferriesWith,
  lineOf,
  partsOf,
  requestOf,
  routeOf,
  stopsMoved,
} from '../support/trip-scene.ts';

const ENDS = [
  { lat: 60, lon: 10 },
  { lat: 60.1, lon: 10 },
] as const;
/** A road that is closed on all days, and one that nobody publishes the toll of. */
const SECTIONS: readonly RoadSection[] = [
  {
    id: '1',
    name: 'Pass',
    line: 'road',
    ends: ENDS,
    rule: { kind: 'closed', closed: { from: '01-01', to: '12-31' } },
  },
  { id: '2', name: 'Track', line: 'road', ends: ENDS, rule: { kind: 'private-toll' } },
  {
    id: '3',
    name: 'Gate',
    line: 'road',
    ends: ENDS,
    rule: {
      kind: 'closed',
      closed: {},
      night: { days: { from: '01-01', to: '12-31' }, closesMinute: 1200, opensMinute: 480 },
    },
  },
];
const CLOSED = { sections: new Map(SECTIONS.map((section) => [section.id, section])) };

/** What a trip is about, by the name of the case. */
const CASES: Readonly<
  Record<
    string,
    {
      readonly line: string;
      readonly route?: Partial<PlannedRoute>;
      readonly parts?: Partial<QuoteParts>;
      readonly asked?: Partial<QuoteRequest>;
    }
  >
> = {
  'all is priced': { line: 'a1bcd' },
  'no tariff': { line: 'a1b', parts: withTariffs([]) },
  'no tariff for large': { line: 'a1b', parts: withTariffs([tariff({ small: 40 })]) },
  'no tariff for large, heavy': {
    line: 'a1b',
    parts: withTariffs([tariff({ small: 40 })]),
    asked: { size: 'large' },
  },
  'two of no tariff': { line: 'a1b1a', parts: withTariffs([]) },
  'not in the catalogue': {
    line: 'a1b',
    parts: { tolls: { ...partsOf([]).tolls, findStation: () => undefined } },
  },
  'no fare': {
    line: 'bcd',
    parts: { ferries: ferriesWith({ kind: 'own-fares', note: 'Nobody publishes it.' }) },
  },
  'a moved start': { line: 'a1b', route: { stops: stopsMoved([2001, 0]) } },
  'a moved via point': {
    line: 'a1b',
    route: { stops: stopsMoved([0, 3000, 0]) },
    asked: { via: [lineOf('b')[0] as LatLon] },
  },
  'a start moved less': { line: 'a1b', route: { stops: stopsMoved([2000, 0]) } },
  'a ferry that is not placed': { line: 'a1b', route: { unplacedFerryM: 900 } },
  'a closed road': { line: 'a1b', route: { sections: [{ id: '1', atS: 0 }] }, parts: CLOSED },
  'a closed road gone round': {
    line: 'a1b',
    route: { avoided: [{ id: '1', atS: 0 }] },
    parts: CLOSED,
  },
  'a wait at a gate': {
    line: 'a1b',
    route: { sections: [{ id: '3', atS: 0, waitS: 60 }] },
    parts: CLOSED,
  },
  'a private toll': { line: 'a1b', route: { sections: [{ id: '2', atS: 0 }] }, parts: CLOSED },
};

test.each(
  table<'trip' | 'complete' | 'missing'>(`
    trip                       | complete | missing
    all is priced              | yes      |
    no tariff                  | no       | station 1
    no tariff for large        | yes      |
    no tariff for large, heavy | no       | station 1
    two of no tariff           | no       | station 1
    not in the catalogue       | no       | station 1
    no fare                    | no       | ferry Cape-Dale
    a moved start              | no       | stop The start
    a moved via point          | no       | stop Via point 1
    a start moved less         | yes      |
    a ferry that is not placed | no       | ferry Ferry that is not placed
    a closed road              | no       | road Pass
    a closed road gone round   | yes      |
    a wait at a gate           | yes      |
    a private toll             | no       | road Track
  `),
)('a trip with $trip is complete: $complete, for want of [$missing]', async (row) => {
  const { line, route = {}, parts = {}, asked = {} } = CASES[row.trip] ?? { line: '' };
  const quote = await quoteTrip(partsOf([routeOf(line, route)], parts))(requestOf(asked));
  const missing = quote.routes[0]?.missing ?? [];
  expect(missing.map(({ kind, name }) => `${kind} ${name}`).join(', ')).toBe(row.missing);
  expect(missing.length === 0).toBe(row.complete === 'yes');
  for (const { why } of missing) expect(why).toMatch(/^\S.*\.$/);
});

function withTariffs(tariffs: TollStation['tariffs']): Partial<QuoteParts> {
  const { tolls } = partsOf([]);
  const findStation = (id: string) => {
    const found = tolls.findStation(id);
    return found && { ...found, tariffs };
  };
  return { tolls: { ...tolls, findStation } };
}
