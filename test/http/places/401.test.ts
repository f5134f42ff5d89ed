import { needsLiveKey } from '../../support/key-contract.ts';

needsLiveKey('/api/places?q=oslo');
