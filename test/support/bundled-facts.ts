import { loadFerries } from '../../src/facts/load-ferries.ts';
import { loadVehicleRules } from '../../src/facts/load-vehicles.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import { type StationToPlace, toStationsToPlace } from '../../src/network/placement/place.ts';
import type { FerryTariffs } from '../../src/pricing/ferry/law.ts';
import { DATA_DIR } from '../../src/service/machine.ts';

/** The rules of `data/vehicle-types.json`. */
export const VEHICLE_RULES = loadVehicleRules(DATA_DIR);

/** The bundled ferry catalogue. */
export const loadBundledFerries = () => loadFerries({ bundled: DATA_DIR });

/** The bundled ferry tariffs. */
export const loadFerryTariffs = (): FerryTariffs => loadBundledFerries().tariffs;

/** The toll stations of a `data/` folder, ready to be placed. */
export const loadStations = async (data: string): Promise<StationToPlace[]> =>
  toStationsToPlace(readBundled(data, 'toll-stations.json').stations);
