import { isNotCounted } from '../../support/key-contract.ts';

isNotCounted('/api/places?q=oslo');
