/** The bounds of preliminary tolls on the routes of a planner that names stations and links. */
import { expect, test } from 'vitest';
import type { RouteAnswer } from '../../../src/wire/route.ts';
import { plannerHandler } from '../../support/fake-upstream/route-planner.ts';
import { LINK_11, openPlannerApp, routeBy } from './planner-app.ts';

const AGAINST = { ...LINK_11, direction: 'Against' as const };

test.each([
  ['a1b2cd3e', [LINK_11], 'named, and all of them driven past'],
  ['e3dc2b1a', [AGAINST], 'the other way: 1 is not charged there, 3 is'],
  ['abcde', [LINK_11], 'none is named, 1 is driven by its link'],
  ['abcde', [{ ...LINK_11, nvdbReferenceId: 12 }], 'none is named nor driven by a link'],
  ['a1b2b1a', [LINK_11, AGAINST], 'there and back'],
])('the refined toll of %s lies between its bounds: %#, %s', async (names, links) => {
  const { ask } = await openPlannerApp(plannerHandler([routeBy(names, { links })]));
  const [preliminary, refined] = [await ask('&bounds=1'), await ask('&refine=1&bounds=1')];
  const [bound] = preliminary.json<RouteAnswer>()._billing.routes;
  const { _billing: exact } = refined.json<RouteAnswer>();
  expect(exact.refined).toBe(true);
  const toll = exact.routes[0]?.tollSmall ?? Number.NaN;
  expect(bound?.tollMin).toBeLessThanOrEqual(toll);
  expect(bound?.tollMax).toBeGreaterThanOrEqual(toll);
});

test('an answer that fell back to preliminary tolls has bounds, too', async () => {
  const { ask } = await openPlannerApp(plannerHandler([routeBy('a1b2c')]));
  const reply = await ask('&refine=1&lines=1');
  const { refineFallback, routes } = reply.json<RouteAnswer>()._billing;
  expect(refineFallback).toBe(true);
  expect(routes[0]).toHaveProperty('tollMin');
  expect(routes[0]).toHaveProperty('tollMax');
});
