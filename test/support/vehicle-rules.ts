import { loadVehicleRules } from '../../src/facts/load-vehicles.ts';
import { DATA_DIR } from '../../src/service/machine.ts';

/** Of `data/vehicle-types.json`. */
export const VEHICLE_RULES = loadVehicleRules(DATA_DIR);
