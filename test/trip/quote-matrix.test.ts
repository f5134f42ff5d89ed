import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import type { OwnPlanner, RoutePlanner } from '../../src/trip/ports.ts';
import { quoteMatrix } from '../../src/trip/quote-matrix.ts';
import { explainNoRoute } from '../../src/trip/quoted-stops.ts';
import { lineOf, partsOf, requestOf, routeOf } from '../support/trip-scene.ts';

test('a pair whose stations are not known exactly has no price: it is never told as an exact one', async () => {
  const route = routeOf('a1b');
  const planner: RoutePlanner & Pick<OwnPlanner, 'planTable'> = {
    source: 'drawn',
    planTrip: async () => [route],
    planTable: async () => ({ plan: async () => route, measure: async () => route }),
  };
  const { passages } = partsOf([]);
  const [from, to] = ['a', 'b'].map((name) => lineOf(name)[0] as LatLon) as [LatLon, LatLon];
  const asked = { ...requestOf(), origins: [from], destinations: [to], prices: true };
  const quoteWith = async (findExact: typeof passages.findExact) => {
    const parts = partsOf([], { planner, passages: { ...passages, findExact } });
    return (await quoteMatrix(parts, explainNoRoute([]))(asked)).quotePair(0, 0);
  };
  const exact = await quoteWith((found) => passages.findByGeometry(found));
  expect(exact.quoted?.toll.total.smallOre).toBe(3200);
  await expect(quoteWith(() => undefined)).rejects.toMatchObject({ code: 'upstream_down' });
});
