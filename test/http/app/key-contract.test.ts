/** What every endpoint that needs a key and is asked by GET promises. */
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../src/http/openapi/endpoints.ts';
import { RUNNING_JOB } from '../../support/jobs.ts';
import {
  isCounted,
  isNotCounted,
  needsActiveSubscription,
  needsDatabase,
  needsLiveKey,
} from '../../support/key-contract.ts';

const TRIP = 'from=59.91,10.75&to=60.39,5.32';
const COUNTED = [
  `/api/route?${TRIP}`,
  `/api/route-osrm?${TRIP}`,
  `/api/departures?${TRIP}`,
  '/api/vehicle?plate=QQ10001',
];
const JOB = `/api/jobs/${RUNNING_JOB.id}`;
const UNCOUNTED = [
  '/api/jobs',
  JOB,
  `${JOB}/result`,
  '/api/webhook',
  '/api/places?q=oslo',
  '/api/ferry-quays',
  '/data/toll-stations.json',
  '/data/speed-cameras.json',
];

test('none of these endpoints is without a row', () => {
  const asked = ENDPOINTS.filter(
    ({ access, method = 'GET' }) => access !== 'open' && method === 'GET',
  );
  const rows = [...COUNTED, ...UNCOUNTED].map((url) =>
    url.replace(/\?.*/, '').replace(RUNNING_JOB.id, '{id}'),
  );
  expect(rows.sort()).toEqual(asked.map(({ path }) => path).sort());
});

for (const url of COUNTED) isCounted(url);
for (const url of UNCOUNTED) {
  isNotCounted(url);
  needsDatabase(url);
}
for (const url of [...COUNTED, ...UNCOUNTED]) {
  needsLiveKey(url);
  needsActiveSubscription(url);
}
