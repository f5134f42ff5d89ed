import { expect, onTestFinished, test } from 'vitest';
import { ROUTE_PLANNER } from '../../../src/upstream/services.ts';
import { json } from '../../support/fake-upstream/answer.ts';
import { type FakeHandler, startFakeUpstream } from '../../support/fake-upstream.ts';
import { openTerms } from '../../support/open-terms.ts';
import { rawRoute } from './drawn-answer.ts';

const TRIP = {
  from: { lat: 59.9, lon: 10.7 },
  to: { lat: 59.9, lon: 10.8 },
  via: [],
  startMs: 0,
  avoidTolls: false,
};
const ROUTE = rawRoute([
  {
    line: [
      [0, 0],
      [1000, 0],
    ],
    time: 60,
    length: 1000,
  },
]);

const NO_SITES = { sites: [], carriageways: [] };

/** The open variant, of which `tourist` answers so, with one place and one failure to spare. */
async function openVariant(tourist: FakeHandler) {
  const fake = await startFakeUpstream((request) =>
    request.path.startsWith('/tourist') ? tourist(request) : json({ routes: [ROUTE] }),
  );
  const { server, engineFor } = await ROUTE_PLANNER.open(
    { url: fake.url },
    openTerms({
      limits: { inFlight: 1, queued: 0, failuresToOpen: 1, retries: 0, openMs: 60_000 },
    }),
  );
  onTestFinished(async () => {
    await server.close();
    await fake.stop();
  });
  const ended: string[] = [];
  server.listen(({ outcome }) => ended.push(outcome));
  // Opened anew for each trip, so that no answer is remembered.
  const open = () => engineFor({ sites: NO_SITES, stations: [], quays: [] }).planner;
  return { fake, server, ended, plan: () => open().planTrip(TRIP) };
}

test('other routes that fail close no circuit to the recommended one, and are told of', async () => {
  const { plan, server, ended } = await openVariant(() => json({}, 500));
  for (let i = 0; i < 3; i++) expect(await plan()).toHaveLength(1);
  expect(server.state().breaker).toBe('closed');
  expect(ended.toSorted()).toEqual(['refused', 'refused', 'reply', 'reply', 'reply', 'status']);
});

test('other routes that hang take no place from the recommended one', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { plan, fake } = await openVariant(() => gate.then(() => json({}, 404)));
  const first = plan();
  await fake.received(2);
  expect(await plan()).toHaveLength(1);
  release();
  expect(await first).toHaveLength(1);
});
