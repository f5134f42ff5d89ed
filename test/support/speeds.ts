import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Speeds } from '../../src/facts/schema/road-network.ts';
import { DATA_DIR } from '../../src/service/machine.ts';

/** The bundled speeds. */
export const readSpeeds = (): Speeds =>
  JSON.parse(readFileSync(join(DATA_DIR, 'road-network/speeds.json'), 'utf8')) as Speeds;
