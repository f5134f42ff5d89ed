import { expect, test } from 'vitest';
import { appOf, keyed } from '../../support/app.ts';

const ENDS = 'from=59.91,10.75&to=60.39,5.32';

/** The whole list is that of /api/route: both are read by the same code. */
test.each([
  '',
  'from=59.91,10.75',
  'from=59.91&to=60.39,5.32',
  'from=59.91,10.75&from=59.92,10.75&to=60.39,5.32',
  `${ENDS}&via=60.1,9|`,
  `${ENDS}&via=${Array(9).fill('60.1,9').join('|')}`,
  `${ENDS}&startTime=2026-11-20T08:00:00`,
  `${ENDS}&startTime=`,
  `${ENDS}&heavy=2`,
  `${ENDS}&ferryClass=AP10`,
  `${ENDS}&vehicleLength=0`,
  `${ENDS}&srs=wgs84`,
])('"%s" is refused with the sentence of /api/route', async (query) => {
  const app = appOf();
  const [estimate, route] = await Promise.all(
    ['/api/route-osrm', '/api/route'].map((path) => app.inject(keyed(`${path}?${query}`))),
  );
  expect(estimate?.statusCode).toBe(400);
  expect(estimate?.json().error).toBe(route?.json().error);
});

test.each(['3', 'pareto'])(
  'alternatives=%s is refused as no number of routes: no prices are compared here',
  async (value) => {
    const reply = await appOf().inject(
      keyed(`/api/route-osrm?${ENDS}&alternatives=${value}&valueOfTime=200`),
    );
    expect(reply.statusCode).toBe(400);
    expect(reply.json().errors).toMatchObject([
      { parameter: 'alternatives', message: 'alternatives must be 0, 1 or 2.' },
    ]);
  },
);
