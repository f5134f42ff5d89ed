import { join } from 'node:path';
import { loadVehicleRules } from '../../src/facts/load-vehicles.ts';

/** Of `data/vehicle-types.json`. */
export const VEHICLE_RULES = loadVehicleRules(join(import.meta.dirname, '../../data'));
