import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '../../src/service/config.ts';

const CONFIG = join(import.meta.dirname, '../../src/service/config.ts');

/** The names of all settings, as `src/service/config.ts` and the descriptors of foreign services read them. */
export function listSettings(): readonly string[] {
  const names = [...readFileSync(CONFIG, 'utf8').matchAll(/set\.\w+\('(\w+)'/g)];
  const ofServices = Object.values(SERVICES).flatMap(({ variables }) => Object.keys(variables));
  return [...new Set([...names.map(([, name = '']) => name), ...ofServices])];
}
