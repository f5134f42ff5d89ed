import { needsLiveKey } from '../../support/key-contract.ts';

needsLiveKey('/api/route-osrm?from=59.91,10.75&to=60.39,5.32');
