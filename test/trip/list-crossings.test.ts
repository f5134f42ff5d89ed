import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import type { PlannedRoute } from '../../src/passages/planned-route.ts';
import type { FerryConnection } from '../../src/pricing/ferry/law.ts';
import { listCrossings } from '../../src/trip/list-crossings.ts';
import { table } from '../support/table.ts';

/** The lines 1 A-B-C and 2 B-D; A, B and C lie 10 km apart, from west to east. */
const LINES: Readonly<Record<string, FerryConnection>> = Object.fromEntries(
  ['ABC', 'BD'].map((quays, i) => [
    `${i + 1}`,
    {
      id: `${i + 1}`,
      name: quays,
      authority: 'state',
      quayIds: [...quays],
      fare: { kind: 'own-fares', note: 'none' },
      agreementUnsure: false,
    },
  ]),
);
const KM_DEG = 1 / 111.195 / Math.cos(Math.PI / 3);
const point = (km: number): LatLon => ({ lat: 60, lon: 5 + km * KM_DEG });
const B_KM = 10;

/** The ferries `1AB` and the like, one after the other, with road between. */
function sail(rides: string, ashoreKm: number, via: readonly LatLon[] = []) {
  const [first = '', second = ''] = rides.split(' ');
  const ends = [0, B_KM, B_KM + ashoreKm, B_KM + ashoreKm + 10];
  const route = {
    line: ends.map(point),
    secondsAt: [0, 1000, 1060, 2060],
    lengthM: (20 + ashoreKm) * 1000,
    durationS: 2060,
    ferries: [
      { fromIndex: 0, toIndex: 1 },
      { fromIndex: 2, toIndex: 3 },
    ],
  } as unknown as PlannedRoute;
  const toRide = ([line = '', from = '', to = '']: string, sailed: object) => ({
    ...(LINES[line] && { connection: LINES[line] }),
    fromQuay: { id: from, name: from },
    toQuay: { id: to, name: to },
    ...(sailed as { lengthM: number; durationS: number }),
  });
  const found = listCrossings(route, via, {
    matchCrossings: ({ line: [start], lengthM, durationS }) => [
      toRide(start === route.line[0] ? first : second, { lengthM, durationS }),
    ],
  });
  return found;
}

test.each(
  table<'rides' | 'ashore' | 'crossings' | 'because'>(`
    rides   | ashore | crossings | because
    1AB 1BC | 0.1    | AC        | the line calls at B and goes on
    1AB 1BC | 0.9    | AC        | its lines end at both ends of the harbour
    1AB 1BC | 2      | AB BC     | who drives farther has gone ashore
    1AB 2BD | 0.1    | AB BD     | another line goes on
    1AB 1BA | 0.1    | AB BA     | there and back is no crossing from A to A
    1AC 1BC | 0.1    | AC BC     | they meet at no quay
    9AB 9BC | 0.1    | AB BC     | nobody knows that both are one line
  `),
)('$rides, $ashore km ashore, is $crossings: $because', ({ rides, ashore, crossings }) => {
  const found = sail(rides, Number(ashore));
  expect(found.map(({ fromQuay, toQuay }) => `${fromQuay?.id}${toQuay?.id}`).join(' ')).toBe(
    crossings,
  );
});

test('one crossing is as long as its parts, and takes their time', () => {
  const [whole] = sail('1AB 1BC', 0.1);
  expect(whole?.lengthM).toBeCloseTo(20_000, -2);
  expect(whole?.durationS).toBe(2000);
});

test('a stop of the trip where the line calls makes two crossings', () => {
  expect(sail('1AB 1BC', 0.1, [point(B_KM + 0.5)])).toHaveLength(2);
  expect(sail('1AB 1BC', 0.1, [point(B_KM + 5)])).toHaveLength(1);
});
