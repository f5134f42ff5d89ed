/** Whether the refined toll lies between the bounds of the preliminary answer, and how wide they are. */

import { groupBy } from '../../src/base/lists.ts';
import { quantile } from '../numbers.ts';
import { formatShare, formatTable } from '../page.ts';
import type { AskProduct } from './product.ts';
import type { SeededTrip } from './seeded-trips.ts';

/** The tolls of the recommended route with a tag, in the size asked for. NOK. */
export interface BoundedToll {
  /** What to ask to see it again. */
  readonly name: string;
  readonly region: string;
  readonly minNok: number;
  readonly maxNok: number;
  readonly preliminaryNok: number;
  readonly refinedNok: number;
}

/** Ordinary, rush in the morning and in the afternoon, a Saturday, and just before the rush. */
const STARTS = [
  '2026-11-18T10:00:00+01:00',
  '2026-11-18T07:45:00+01:00',
  '2026-11-19T15:40:00+01:00',
  '2026-11-21T12:00:00+01:00',
  '2026-11-20T06:20:00+01:00',
];
const AT_ONCE = 4;
/** One trip in this many is the trip of a large vehicle. */
const LARGE_EVERY = 3;

/** The bounds and the refined toll of each trip. Trips without a route are left out. */
export async function boundTrips(
  trips: readonly SeededTrip[],
  ask: AskProduct,
): Promise<BoundedToll[]> {
  const found: BoundedToll[] = [];
  let next = 0;
  const work = async () => {
    for (let i = next++; i < trips.length; i = next++) {
      const bounded = await boundTrip(trips[i] as SeededTrip, i, ask).catch(() => undefined);
      if (bounded !== undefined) found.push(bounded);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

async function boundTrip({ region, from, to }: SeededTrip, i: number, ask: AskProduct) {
  const startTime = STARTS[i % STARTS.length] ?? '';
  const heavy = i % LARGE_EVERY === 0;
  const trip = { from, to, startTime, heavy };
  const { bill } = await ask({ ...trip, refine: false, bounds: true });
  const { bill: refined } = await ask({ ...trip, refine: true });
  const { tollMin, tollMax } = bill;
  if (tollMin === undefined || tollMax === undefined)
    throw new Error('Expected bounds in a preliminary answer.');
  return {
    name: `from=${from.lat},${from.lon}&to=${to.lat},${to.lon}&startTime=${startTime}&heavy=${heavy ? 1 : 0}`,
    region,
    minNok: tollMin,
    maxNok: tollMax,
    preliminaryNok: heavy ? bill.tollLarge : bill.tollSmall,
    refinedNok: heavy ? refined.tollLarge : refined.tollSmall,
  };
}

/** Does the refined toll leave its bounds? */
export const isLeft = ({ minNok, maxNok, refinedNok }: BoundedToll): boolean =>
  refinedNok < minNok || refinedNok > maxNok;

/** How wide the bounds are, by region. */
export function reportBounds(tolls: readonly BoundedToll[]): string {
  const byRegion = groupBy(tolls, ({ region }) => region);
  const rows = [...byRegion.keys()].toSorted().map((name) => row(name, byRegion.get(name) ?? []));
  const left = tolls
    .filter(isLeft)
    .map(
      ({ name, minNok, maxNok, refinedNok }) =>
        `- ${name}: ${refinedNok} is not within ${minNok} and ${maxNok}`,
    );
  return [
    formatTable(HEAD, [...rows, row('all', tolls)]),
    left.length === 0 ? 'Left: never.' : `Left:\n\n${left.join('\n')}`,
  ].join('\n\n');
}

const HEAD = [
  'region',
  'trips',
  'with toll',
  'left',
  'median width, kr',
  '95 %, kr',
  'widest, kr',
  'one amount',
  'preliminary inside',
];

function row(name: string, tolls: readonly BoundedToll[]): (string | number)[] {
  const tolled = tolls.filter(({ maxNok }) => maxNok > 0);
  const widths = tolled.map(({ minNok, maxNok }) => maxNok - minNok);
  const inside = tolled.filter(
    ({ minNok, maxNok, preliminaryNok }) => minNok <= preliminaryNok && preliminaryNok <= maxNok,
  );
  const exact = widths.filter((width) => width === 0);
  return [
    name,
    tolls.length,
    tolled.length,
    tolls.filter(isLeft).length,
    toKroner(quantile(widths, 0.5)),
    toKroner(quantile(widths, 0.95)),
    toKroner(Math.max(0, ...widths)),
    formatShare(exact.length, tolled.length),
    formatShare(inside.length, tolled.length),
  ];
}

const toKroner = (nok: number) => Math.round(nok * 100) / 100;
