import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CONFIG = join(import.meta.dirname, '../../src/service/config.ts');

/** The names of all settings, as `src/service/config.ts` reads them. */
export function listSettings(): readonly string[] {
  const names = [...readFileSync(CONFIG, 'utf8').matchAll(/set\.\w+\('(\w+)'/g)];
  return [...new Set(names.map(([, name = '']) => name))];
}
