/** What every endpoint that needs a key promises. */
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
const UNCOUNTED = [
  '/api/places?q=oslo',
  '/api/ferry-quays',
  '/data/toll-stations.json',
  '/data/speed-cameras.json',
];

for (const url of COUNTED) isCounted(url);
for (const url of UNCOUNTED) {
  isNotCounted(url);
  needsDatabase(url);
}
for (const url of [...COUNTED, ...UNCOUNTED]) {
  needsLiveKey(url);
  needsActiveSubscription(url);
}
