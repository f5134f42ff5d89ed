import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Speeds } from '../../src/facts/schema/road-network.ts';
import { DATA } from './network-home.ts';

/** The bundled speeds. */
export const readSpeeds = (): Speeds =>
  JSON.parse(readFileSync(join(DATA, 'road-network/speeds.json'), 'utf8')) as Speeds;
