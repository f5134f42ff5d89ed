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

interface Ashore {
  readonly km: number;
  readonly minutes?: number;
  readonly via?: readonly LatLon[];
  readonly isRecorded?: boolean;
}

/** The ferries `1AB` and the like, one after the other, with road between. */
function sail(rides: string, { km, minutes = 1, via = [], isRecorded = false }: Ashore) {
  const [first = '', second = ''] = rides.split(' ');
  const ends = [0, B_KM, B_KM + km, B_KM + km + 10];
  const boardS = 1000 + 60 * minutes;
  const line = ends.map(point);
  const route = {
    line,
    secondsAt: [0, 1000, boardS, boardS + 1000],
    lengthM: (20 + km) * 1000,
    durationS: boardS + 1000,
    ferries: [
      { fromIndex: 0, toIndex: 1 },
      { fromIndex: 2, toIndex: 3 },
    ],
    stops: [point(0), ...via, point(B_KM + km + 10)].map((at) => ({ at, movedM: 0 })),
    ...(isRecorded && { isRecorded }),
  } as unknown as PlannedRoute;
  const toRide = ([line = '', from = '', to = '']: string, sailed: object) => ({
    ...(LINES[line] && { connection: LINES[line] }),
    fromQuay: { id: from, name: from },
    toQuay: { id: to, name: to },
    ...(sailed as { lengthM: number; durationS: number }),
  });
  return listCrossings(route, via, {
    matchCrossings: ({ line: [start], lengthM, durationS }) => [
      toRide(start === route.line[0] ? first : second, { lengthM, durationS }),
    ],
  });
}

const namesOf = (found: ReturnType<typeof sail>) =>
  found.map(({ fromQuay, toQuay }) => `${fromQuay?.id}${toQuay?.id}`).join(' ');

test.each(
  table<'rides' | 'km' | 'minutes' | 'planned' | 'recorded' | 'because'>(`
    rides   | km  | minutes | planned | recorded | because
    1AB 1BC | 0.1 | 1       | AC      | AC       | the line calls at B and goes on
    1AB 1BC | 0.9 | 2       | AC      | AC       | its lines end at both ends of the harbour
    1AB 1BC | 8   | 10      | AC      | AB BC    | who drives farther has gone ashore, but no plan is made of that
    1AB 1BC | 0.1 | 140     | AC      | AB BC    | one that is recorded rests; what is planned waits for the ferry
    1AB 2BD | 0.1 | 1       | AB BD   | AB BD    | another line goes on
    1AB 1BA | 0.1 | 1       | AB BA   | AB BA    | there and back is no crossing from A to A
    1AC 1BC | 0.1 | 1       | AC BC   | AC BC    | they meet at no quay
    9AB 9BC | 0.1 | 1       | AB BC   | AB BC    | nobody knows that both are one line
  `),
)('$rides, $km km and $minutes min ashore: $because', ({ rides, planned, recorded, ...ashore }) => {
  const [km, minutes] = [Number(ashore.km), Number(ashore.minutes)];
  expect(namesOf(sail(rides, { km, minutes }))).toBe(planned);
  expect(namesOf(sail(rides, { km, minutes, isRecorded: true }))).toBe(recorded);
});

test('one crossing is as long as its parts, and takes their time', () => {
  const [whole] = sail('1AB 1BC', { km: 0.1 });
  expect(whole?.lengthM).toBeCloseTo(20_000, -2);
  expect(whole?.durationS).toBe(2000);
});

test.each(
  table<'km' | 'stop' | 'crossings' | 'because'>(`
    km  | stop | crossings | because
    0.1 | 0.5  | AB BC     | where the line calls
    8   | 4    | AB BC     | on the way from the quay back to it
    0.1 | 5    | AC        | behind the next quay
    8   | -4   | AC        | while it is aboard
  `),
)(
  'a stop of the trip $stop km behind the quay makes $crossings: it is $because',
  ({ km, stop, crossings }) => {
    const via = [point(B_KM + Number(stop))];
    expect(namesOf(sail('1AB 1BC', { km: Number(km), via }))).toBe(crossings);
  },
);
