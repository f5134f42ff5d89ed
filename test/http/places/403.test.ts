import { needsActiveSubscription } from '../../support/key-contract.ts';

needsActiveSubscription('/api/places?q=oslo');
