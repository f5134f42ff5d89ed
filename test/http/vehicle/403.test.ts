import { needsActiveSubscription } from '../../support/key-contract.ts';

needsActiveSubscription('/api/vehicle?plate=QQ10001');
