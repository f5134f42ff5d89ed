import { loadFerries } from '../../src/facts/load-ferries.ts';
import type { FerryTariffs } from '../../src/pricing/ferry/law.ts';
import { DATA_DIR } from '../../src/service/machine.ts';

/** The bundled ferry catalogue. */
export const loadBundledFerries = () => loadFerries(DATA_DIR);

/** The bundled ferry tariffs. */
export const loadFerryTariffs = (): FerryTariffs => loadBundledFerries().tariffs;
