import { isCounted } from '../../support/key-contract.ts';

isCounted('/api/vehicle?plate=QQ10001');
