import { needsLiveKey } from '../../support/key-contract.ts';

needsLiveKey('/api/ferry-quays');
