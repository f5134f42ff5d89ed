/** The registry of the foreign services that questions are answered with. */
import type { Logger } from 'pino';
import type { SettingReader } from '../base/settings.ts';
import { openDemoRegister } from '../facts/load-vehicles.ts';
import { type AddressSearch, searchInTurn } from '../places/address.ts';
import { estimateTrip } from '../trip/estimate-trip.ts';
import { type QuoteParts, type QuoteTrip, quoteTrip } from '../trip/quote-trip.ts';
import { ADDRESS_SEARCH, PLACE_NAMES } from '../upstream/address-search/descriptor.ts';
import type {
  OpenTerms,
  PlaceFacts,
  RoutingService,
  ServiceDescriptor,
} from '../upstream/descriptor.ts';
import { OSRM } from '../upstream/osrm/descriptor.ts';
import { ROUTE_PLANNER } from '../upstream/route-planner/descriptor.ts';
import { VEHICLE_REGISTER } from '../upstream/vehicle-register/descriptor.ts';
import { type FindVehicle, findVehicle } from '../vehicle/find-vehicle.ts';
import { DATA_DIR, systemClock, systemTimer } from './machine.ts';

/** By what each answers: routes, estimates, what a vehicle is, where an address and a name is. */
export const SERVICES = {
  route: ROUTE_PLANNER,
  estimate: OSRM,
  vehicle: VEHICLE_REGISTER,
  address: ADDRESS_SEARCH,
  name: PLACE_NAMES,
} as const;

type Settled<Descriptor> =
  Descriptor extends ServiceDescriptor<infer Settings, infer _> ? Settings : never;
type Opened<Descriptor> =
  Descriptor extends ServiceDescriptor<infer _, infer Service> ? Service : never;

/** What is set for each service; absent: it is not asked. */
export type ServiceSettings = {
  readonly [Use in keyof typeof SERVICES]?: Settled<(typeof SERVICES)[Use]>;
};

/** The services that are asked. */
export type OpenServices = {
  readonly [Use in keyof typeof SERVICES]?: Opened<(typeof SERVICES)[Use]>;
};

/** @throws Error with one line that names the setting and what it must be. */
export function readServiceSettings(set: SettingReader): ServiceSettings {
  const read = Object.entries(SERVICES).map(([use, { settings }]) => [use, settings(set)] as const);
  return Object.fromEntries(read.filter(([, settings]) => settings !== undefined));
}

/** Opens the services that are set, once per process; the first question connects. */
export async function openServices(
  settings: ServiceSettings,
  log: OpenTerms['log'] | Logger,
  terms: Partial<OpenTerms> = {},
): Promise<OpenServices> {
  const all = { log, clock: systemClock, nowMs: systemTimer.nowMs, ...terms };
  const { route, estimate, vehicle, address, name } = settings;
  return {
    ...(route && { route: await SERVICES.route.open(route, all) }),
    ...(estimate && { estimate: await SERVICES.estimate.open(estimate, all) }),
    ...(vehicle && { vehicle: await SERVICES.vehicle.open(vehicle, all) }),
    ...(address && { address: await SERVICES.address.open(address, all) }),
    ...(name && { name: await SERVICES.name.open(name, all) }),
  };
}

/** By the register that is set, or over the fictitious vehicles. */
export const findVehicleBy = ({ vehicle }: Pick<OpenServices, 'vehicle'>): FindVehicle =>
  findVehicle(vehicle?.register ?? openDemoRegister(DATA_DIR));

/** Where addresses, and behind them place names, are looked for; undefined: nowhere. */
export const addressSearchBy = ({
  address,
  name,
}: Pick<OpenServices, 'address' | 'name'>): AddressSearch | undefined =>
  searchInTurn([address, name].flatMap((service) => (service ? [service.search] : [])));

/** Of the toll stations and quays. Source: the licences named in data/README.md. */
const OWN_ATTRIBUTION =
  'Inneholder data under norsk lisens for offentlige data (NLOD) tilgjengeliggjort av Statens vegvesen.';

/** Our own credit with that of what plans the trips. */
export const creditWith = (credit = ''): string => `${OWN_ATTRIBUTION} ${credit}`.trim();

/** What the quotes of a foreign service are made with besides it. */
export interface ServiceParts extends Omit<QuoteParts, 'planner' | 'passages' | 'listUnseen'> {
  readonly places: PlaceFacts;
}

/** Quotes with the routes of a foreign service. */
export function quoteByService(
  use: 'route' | 'estimate',
  service: RoutingService,
  { places, ...parts }: ServiceParts,
): QuoteTrip {
  const makeQuote = use === 'route' ? quoteTrip : estimateTrip;
  return makeQuote({ ...parts, ...service.engineFor(places) });
}
