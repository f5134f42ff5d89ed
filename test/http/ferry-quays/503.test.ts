import { needsDatabase } from '../../support/key-contract.ts';

needsDatabase('/api/ferry-quays');
