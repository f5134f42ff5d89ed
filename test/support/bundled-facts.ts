import { loadFerries } from '../../src/facts/load-ferries.ts';
import { loadVehicleRules } from '../../src/facts/load-vehicles.ts';
import type { FerryTariffs } from '../../src/pricing/ferry/law.ts';
import { DATA_DIR } from '../../src/service/machine.ts';

/** Of `data/vehicle-types.json`. */
export const VEHICLE_RULES = loadVehicleRules(DATA_DIR);

/** The bundled ferry catalogue. */
export const loadBundledFerries = () => loadFerries({ bundled: DATA_DIR });

/** The bundled ferry tariffs. */
export const loadFerryTariffs = (): FerryTariffs => loadBundledFerries().tariffs;
