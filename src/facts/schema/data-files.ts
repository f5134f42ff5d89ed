/** The schema of each file of `data/` that a server reads, for the code that compiles, reads, renews and checks it. */
import { CamerasFile, COUNTRY_FILES } from './country.ts';
import { CuratedFerriesFile, STATION_DECISIONS } from './curated.ts';
import {
  ConnectionFile,
  FerryPaymentsFile,
  FerryServiceFile,
  QuayFile,
  TariffFile,
} from './ferries.ts';
import { OPERATION_FILES } from './operation.ts';
import { RoadClosuresFile } from './road-closures.ts';
import { NETWORK_FILES } from './road-network.ts';
import { TollProjectsFile } from './toll-projects.ts';
import { TollStationsFile } from './toll-stations.ts';
import type { Row } from './values.ts';
import { DemoVehiclesFile, VehicleTypesFile } from './vehicles.ts';

/** The files that the road database renews. */
export const RENEWED_FILES = {
  'toll-stations.json': TollStationsFile,
  'ferry-quays.json': QuayFile,
  'ferry-connections.json': ConnectionFile,
  'speed-cameras.json': CamerasFile,
  'road-closures.json': RoadClosuresFile,
} as const;

/** By the name of the file. `road-network/links.ndjson` is no JSON: each line is a `LinkRow`. */
export const DATA_FILES = {
  ...RENEWED_FILES,
  ...COUNTRY_FILES,
  ...NETWORK_FILES,
  ...OPERATION_FILES,
  ...STATION_DECISIONS,
  'toll-projects.json': TollProjectsFile,
  'ferry-tariffs.json': TariffFile,
  'ferry-payments.json': FerryPaymentsFile,
  'ferry-service.json': FerryServiceFile,
  'vehicle-types.json': VehicleTypesFile,
  'demo-vehicles.json': DemoVehiclesFile,
  'curated/ferries.json': CuratedFerriesFile,
} as const;

export type DataFileName = keyof typeof DATA_FILES;
export type RenewedFileName = keyof typeof RENEWED_FILES;
/** The content of a file. */
export type DataFile<Name extends DataFileName> = Row<(typeof DATA_FILES)[Name]>;
