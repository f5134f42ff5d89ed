import { expect, test } from 'vitest';
import { keyed } from '../../support/app.ts';
import { startingApp } from '../../support/starting-app.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

test.each([
  TRIP,
  TRIP.replace('route', 'route-osrm'),
  '/api/vehicle?plate=QQ12345',
  '/api/ferry-quays',
  '/data/toll-stations.json',
  '/data/speed-cameras.json',
])('while the server starts, %s is put off and not counted; then it is answered', async (url) => {
  const { app, used, open } = startingApp({ publicData: true });
  const early = await app.inject(keyed(url));
  expect(early.statusCode).toBe(503);
  expect(early.headers['retry-after']).toBe('5');
  expect(early.json().error).toBe('The server is starting; try again in a few seconds.');
  expect(early.headers['x-api-quota-remaining']).toBe('500');
  expect(used()).toBe(0);
  open();
  expect((await app.inject(keyed(url))).statusCode).toBe(200);
});

test.each([
  ['/health/live', 200],
  ['/health/ready', 503],
  ['/metrics', 200],
  ['/unknown', 404],
])('while the server starts, %s is answered with %i', async (url, status) => {
  expect((await startingApp().app.inject(url)).statusCode).toBe(status);
});

test('while the server starts, a key that is not in use is refused as ever', async () => {
  const { app } = startingApp();
  expect((await app.inject({ url: TRIP, headers: { 'x-api-key': 'junk' } })).statusCode).toBe(401);
});
