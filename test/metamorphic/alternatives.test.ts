/** Seeded trips over the bundled network: how many alternatives are wanted never changes what is recommended. */
import { expect, test } from 'vitest';
import { listSeededTrips } from '../../measure/audit/seeded-trips.ts';
import { loadNetworkInputs } from '../../src/network/link.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import type { TripRequest } from '../../src/trip/ports.ts';
import { openQuotes } from './open-quotes.ts';

test('where another way waits at a gate at night, the recommended route is the same for every number of them', async () => {
  const ask = await openQuotes();
  const trip: TripRequest = {
    from: { lat: 62.4722, lon: 6.1495 },
    to: { lat: 58.97, lon: 5.7331 },
    via: [],
    startMs: Date.parse('2026-11-20T20:00:00+01:00'),
    avoidTolls: false,
  };
  const durations: (readonly number[])[] = [];
  for (const alternatives of [0, 1, 2]) {
    const { routes } = await ask.refined({ ...trip, alternatives });
    durations.push(routes.map(({ route }) => route.durationS));
  }
  const whole = durations.at(-1) ?? [];
  expect(whole).toHaveLength(3);
  expect(durations).toEqual([whole.slice(0, 1), whole.slice(0, 2), whole]);
  expect(whole[0]).toBe(Math.min(...whole));
});

/** Every so many of the 500 seeded trips. */
const EVERY = 4;
const START_MS = Date.parse('2026-11-18T07:45:00+01:00');

test.each([
  ['recommended', false],
  ['recommended to somebody who avoids tolls', true],
])(
  'the route that is %s, and the order of the others, are the same for every number of them',
  async (_, avoidTolls) => {
    const ask = await openQuotes();
    const { readLinks } = loadNetworkInputs(DATA_DIR);
    const trips = listSeededTrips({ links: readLinks() }, 1).filter((_, i) => i % EVERY === 0);
    const counts = new Set<number>();
    const changed: string[] = [];
    for (const { from, to } of trips) {
      const request: TripRequest = { from, to, via: [], startMs: START_MS, avoidTolls };
      const whole = await ask.both(request);
      counts.add(whole.refined.routes.length);
      for (const alternatives of [0, 1]) {
        const some = await ask.both({ ...request, alternatives });
        for (const kind of ['refined', 'preliminary'] as const) {
          const routes = whole[kind].routes.slice(0, 1 + alternatives);
          if (JSON.stringify(some[kind]) !== JSON.stringify({ ...whole[kind], routes }))
            changed.push(`${from.lat},${from.lon} to ${to.lat},${to.lon}, ${alternatives} ${kind}`);
        }
      }
    }
    expect(trips).toHaveLength(125);
    expect([...counts].sort()).toEqual([1, 2, 3]);
    expect(changed).toEqual([]);
  },
);
