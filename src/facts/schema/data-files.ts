/** The schema of each file of `data/` that a server reads: for what compiles, reads, renews and checks it. */
import {
  CamerasFile,
  HolidaysFile,
  MAP_FILES,
  NorwayFile,
  PlacesFile,
  PostcodesFile,
  TravelAllowanceFile,
} from './country.ts';
import { CuratedFerriesFile } from './curated-ferries.ts';
import {
  DirectionsFile,
  HourGroupsFile,
  KeysFile,
  NamesFile,
  OperatorsFile,
  OsloRingsFile,
  RampsFile,
  RingsFile,
  StationPlacesFile,
  TiesFile,
} from './curated-stations.ts';
import { ConnectionFile, FerryPaymentsFile, QuayFile, TariffFile } from './ferries.ts';
import { FerryServiceFile } from './ferry-service.ts';
import { AccountLimitsFile, PlansFile, RenewalFile, SelfTestFile } from './operation.ts';
import { RoadClosuresFile } from './road-closures.ts';
import {
  LinksMetaFile,
  MatchingFile,
  OsmFile,
  OsmProfileFile,
  PlacingFile,
  RuteplanFile,
  SpeedsFile,
} from './road-network.ts';
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
  ...MAP_FILES,
  'toll-projects.json': TollProjectsFile,
  'ferry-tariffs.json': TariffFile,
  'ferry-payments.json': FerryPaymentsFile,
  'ferry-service.json': FerryServiceFile,
  'holidays.json': HolidaysFile,
  'norway.json': NorwayFile,
  'places.json': PlacesFile,
  'postcodes.json': PostcodesFile,
  'vehicle-types.json': VehicleTypesFile,
  'travel-allowance.json': TravelAllowanceFile,
  'demo-vehicles.json': DemoVehiclesFile,
  'plans.json': PlansFile,
  'account-limits.json': AccountLimitsFile,
  'renewal.json': RenewalFile,
  'self-test.json': SelfTestFile,
  'road-network/links-meta.json': LinksMetaFile,
  'road-network/speeds.json': SpeedsFile,
  'road-network/placing.json': PlacingFile,
  'road-network/matching.json': MatchingFile,
  'road-network/osm.json': OsmFile,
  'road-network/osm-profile.json': OsmProfileFile,
  'road-network/ruteplan.json': RuteplanFile,
  'curated/ferries.json': CuratedFerriesFile,
  'curated/station-places.json': StationPlacesFile,
  'curated/toll-stations-directions.json': DirectionsFile,
  'curated/toll-stations-hour-groups.json': HourGroupsFile,
  'curated/toll-stations-keys.json': KeysFile,
  'curated/toll-stations-names.json': NamesFile,
  'curated/toll-stations-operators.json': OperatorsFile,
  'curated/toll-stations-oslo-rings.json': OsloRingsFile,
  'curated/toll-stations-ramps.json': RampsFile,
  'curated/toll-stations-rings.json': RingsFile,
  'curated/toll-stations-ties.json': TiesFile,
} as const;

export type DataFileName = keyof typeof DATA_FILES;
export type RenewedFileName = keyof typeof RENEWED_FILES;
/** The content of a file. */
export type DataFile<Name extends DataFileName> = Row<(typeof DATA_FILES)[Name]>;
