/** `npm run openapi`: writes the contract. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_DIR } from '../../src/service/machine.ts';
import { formatContract } from './contract.ts';

writeFileSync(join(PACKAGE_DIR, 'docs/openapi.json'), `${formatContract()}\n`);
