import { join } from 'node:path';
import { loadFerries } from '../../src/facts/load-ferries.ts';
import type { FerryTariffs } from '../../src/pricing/ferry/law.ts';

/** The bundled ferry catalogue. */
export const loadBundledFerries = () => loadFerries(join(import.meta.dirname, '../../data'));

/** The bundled ferry tariffs. */
export const loadFerryTariffs = (): FerryTariffs => loadBundledFerries().tariffs;
