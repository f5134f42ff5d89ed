import { expect, onTestFinished, test } from 'vitest';
import { fuzz } from './fuzz.ts';
import { liveHeapMb } from './live-heap.ts';
import { openService } from './open-service.ts';

const REQUESTS = 3000;
/** Code that is compiled and caches that fill; 3 000 requests that are not let go weigh more. MB. */
const GROWTH_MB = 40;

test('3 000 requests of any shape get an answer of ours each, none of them 500, and leave no trace', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  let warmMb = 0;
  const { statuses, problems } = await fuzz(service, { seed: 9, requests: REQUESTS }, (sent) => {
    if (sent === REQUESTS / 3) warmMb = liveHeapMb();
  });
  expect(problems).toEqual([]);
  expect(liveHeapMb() - warmMb).toBeLessThan(GROWTH_MB);
  const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  expect(answered).toBe(REQUESTS);
  // It came past keys, parameters, methods, bodies and sizes, and to answers.
  for (const status of [200, 400, 401, 403, 404, 405, 415, 431])
    expect(statuses.get(status), `${status}`).toBeGreaterThan(0);
  const parameters = service.endpoints.flatMap((endpoint) => endpoint.parameters);
  expect(new Set(parameters)).toContain('plate');
  expect(service.endpoints.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/route', '/api/route-osrm', '/portal/api/keys/:id/rotate']),
  );
});
