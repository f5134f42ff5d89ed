/** One snapshot of all facts, read and checked. */
import { setImmediate } from 'node:timers/promises';
import type { Calendar } from '../base/calendar.ts';
import { loadStations } from '../network/load-stations.ts';
import type { StationToPlace } from '../network/place.ts';
import type { Place } from '../trip/place-index.ts';
import type { FerryCatalogue, Quay } from '../trip/ports.ts';
import type { VehicleRules } from '../trip/vehicle-rules.ts';
import { checkCameras } from './check-cameras.ts';
import { bundledOf, type DataPlace, folderOf } from './data-place.ts';
import { loadCalendar } from './load-calendar.ts';
import { type Dump, loadDump } from './load-dump.ts';
import { loadFerries } from './load-ferries.ts';
import { loadPlaces } from './load-places.ts';
import { loadTolls, type TollData } from './load-tolls.ts';
import { loadVehicleRules } from './load-vehicle-rules.ts';
import { loadNorway, loadRenewalLimits } from './renew/load-limits.ts';

export interface Facts {
  readonly place: DataPlace;
  readonly tolls: TollData;
  readonly ferries: FerryCatalogue;
  readonly vehicleRules: VehicleRules;
  readonly calendar: Calendar;
  /** The country with its waters. */
  readonly norway: ReturnType<typeof loadNorway>;
  /** The bundled places that a trip may begin or end at. */
  readonly places: readonly Place[];
  /** The stations as the road network places them. */
  readonly stations: readonly StationToPlace[];
  /** As they are published. */
  readonly tollStations: Dump;
  readonly speedCameras: Dump;
  readonly quays: { readonly list: readonly Quay[]; readonly date: string };
}

/**
 * Reads one file after the other and lets other work go on in between: a server that takes over new
 * facts answers calls meanwhile.
 *
 * @throws Error with one sentence that names the file and what is wrong with it.
 */
export async function loadFacts(place: DataPlace): Promise<Facts> {
  const places = loadPlaces(bundledOf(place));
  const norway = loadNorway(place, places);
  await setImmediate();
  const tolls = loadTolls(place, norway);
  await setImmediate();
  const ferries = loadFerries(place);
  await setImmediate();
  checkCameras(place);
  // A renewal, months later, must not be the first to find them wrong.
  loadRenewalLimits(place);
  await setImmediate();
  return {
    place,
    tolls,
    ferries,
    vehicleRules: loadVehicleRules(bundledOf(place)),
    calendar: loadCalendar(place),
    norway,
    places,
    stations: await loadStations(folderOf(place, 'toll-stations.json')),
    tollStations: loadDump(place, 'toll-stations.json'),
    speedCameras: loadDump(place, 'speed-cameras.json'),
    quays: { list: ferries.listQuays(), date: loadDump(place, 'ferry-quays.json').date },
  };
}
