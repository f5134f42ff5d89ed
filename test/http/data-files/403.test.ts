import { needsActiveSubscription } from '../../support/key-contract.ts';

needsActiveSubscription('/data/toll-stations.json');
needsActiveSubscription('/data/speed-cameras.json');
