import { needsDatabase } from '../../support/key-contract.ts';

needsDatabase('/data/toll-stations.json');
needsDatabase('/data/speed-cameras.json');
