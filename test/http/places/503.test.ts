import { needsDatabase } from '../../support/key-contract.ts';

needsDatabase('/api/places?q=oslo');
