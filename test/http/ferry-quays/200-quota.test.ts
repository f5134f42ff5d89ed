import { isNotCounted } from '../../support/key-contract.ts';

isNotCounted('/api/ferry-quays');
