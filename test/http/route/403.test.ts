import { needsActiveSubscription } from '../../support/key-contract.ts';

needsActiveSubscription('/api/route?from=59.91,10.75&to=60.39,5.32');
