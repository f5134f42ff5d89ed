import { needsLiveKey } from '../../support/key-contract.ts';

needsLiveKey('/data/toll-stations.json');
needsLiveKey('/data/speed-cameras.json');
