import { needsActiveSubscription } from '../../support/key-contract.ts';

needsActiveSubscription('/api/ferry-quays');
