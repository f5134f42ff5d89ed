import { needsLiveKey } from '../../support/key-contract.ts';

needsLiveKey('/api/vehicle?plate=QQ10001');
