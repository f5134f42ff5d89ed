/** The settings of an operator, and the registry of the foreign services that they choose. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Logger } from 'pino';
import { type Environment, readSettings, type SettingReader } from '../base/settings.ts';
import { openDemoRegister } from '../facts/load-vehicles.ts';
import { type AddressSearch, searchInTurn } from '../places/gazetteer.ts';
import { estimateTrip, type QuoteParts, type QuoteTrip, quoteTrip } from '../trip/quote-trip.ts';
import type {
  OpenTerms,
  PlaceFacts,
  RoutingService,
  ServiceDescriptor,
} from '../upstream/descriptor.ts';
import {
  ADDRESS_SEARCH,
  OSRM,
  PLACE_NAMES,
  ROUTE_PLANNER,
  VEHICLE_REGISTER,
} from '../upstream/services.ts';
import { type FindVehicle, findVehicle } from '../vehicle/vehicle.ts';
import { DATA_DIR, systemClock, systemTimer } from './machine.ts';

/** The settings of an operator. */
export type Config = Readonly<ReturnType<typeof toConfig>>;
export type PortalConfig = Config['portal'];

/** `embedded` is the SQLite file of the home folder. The first start makes a demo account in it. */
export interface DatabaseConfig {
  readonly kind: 'embedded' | 'postgres';
  readonly address: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The road authority's services. Source: docs/upstreams.md, "Addresses". */
const ROAD_DATABASE_URL = 'https://nvdbapiles.atlas.vegvesen.no';
/** Settings of earlier versions: the name, the value that is outdated (absent: all values), and the warning. */
const OUTDATED: readonly (readonly [name: string, value: string | undefined, sentence: string])[] =
  [
    [
      'ENGINE_PROCESSES',
      undefined,
      'ENGINE_PROCESSES has no effect: there is no engine beside the server any more; a later version refuses it',
    ],
    [
      'ROAD_NETWORK',
      'built',
      'ROAD_NETWORK=built is called bundled now; a later version refuses it',
    ],
  ];
/** A choice of ours: forty people of an office who look at the portal, each by six connections. */
const CONNECTIONS_PER_ADDRESS = 256;
/** The domain does not exist, so nobody can answer to it. Source: RFC 2606. */
const DEFAULT_SENDER = 'Veipris <no-reply@veipris.invalid>';
/**
 * The environment, completed from `.env` of a folder. A value of `.env` is taken where the environment has none or an
 * empty one.
 *
 * @param environment the missing values are added to it.
 */
export function readEnvironment(environment = process.env, folder = '.'): Environment {
  const file = join(folder, '.env');
  if (!existsSync(file)) return environment;
  for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8'))))
    if (!environment[name]) environment[name] = value;
  return environment;
}

/**
 * Checks the settings and fills in the defaults of docs/operations.md.
 *
 * @throws Error with one line that names the setting and what it must be.
 */
export function toConfig(environment: Environment) {
  const set = readSettings(environment);
  const home = resolve(set.text('VEIPRIS_HOME') ?? './var');
  return {
    /** 0 lets the system choose a free port. */
    port: set.whole('PORT', 0, 65_535) ?? 8080,
    host: hostOf(set),
    /** Absolute path of the folder that the server writes to. */
    home,
    /** Processes that answer on the port. */
    processes: set.whole('SERVER_PROCESSES', 1, 64) ?? 1,
    logLevel: set.choice('LOG_LEVEL', LOG_LEVELS) ?? 'info',
    database: databaseOf(set, home),
    /** The data files need no key. */
    publicData: set.flag('PUBLIC_DATA'),
    /** Counted calls that an account may make within a second; absent: any number. */
    burstPerSecond: set.whole('BURST_PER_SECOND', 1, 1_000_000),
    /** A sentence for each setting that has the form of an earlier version. A later version will refuse it. */
    outdated: OUTDATED.filter(([name, value]) => {
      const written = set.text(name);
      return written !== undefined && (value === undefined || written === value);
    }).map(([, , sentence]) => sentence),
    /** Calls that the embedded engine works on at once; 0: any number; absent: one. */
    callsAtOnce: set.whole('CALLS_AT_ONCE', 0, 1000),
    /** Answers that are remembered for callers who ask the same again; 0: none. */
    resultCache: set.whole('RESULT_CACHE', 0, 100_000) ?? 0,
    roadDatabase: roadDatabaseOf(set),
    roadNetwork: roadNetworkOf(set),
    /** The foreign services that are asked; absent: our own engine, or the fictitious vehicles. */
    services: readServiceSettings(set),
    portal: portalOf(set),
    jobs: jobsOf(set),
    /** Proxies before the server whose `X-Forwarded-For` is believed. */
    proxies: set.whole('TRUST_PROXY', 0, 9) ?? 0,
    /** Connections of an address at a time where no proxy stands before the server; 0: any number. */
    connectionsPerAddress:
      set.whole('CONNECTIONS_PER_ADDRESS', 0, 10_000) ?? CONNECTIONS_PER_ADDRESS,
  };
}

/**
 * The host to listen on. The name `localhost` has two addresses. For the second one the framework would open another
 * server, without our limits and refusals.
 */
function hostOf(set: SettingReader): string {
  const host = set.text('HOST') ?? LOOPBACK;
  return host === 'localhost' ? LOOPBACK : host;
}

const LOOPBACK = '127.0.0.1';

/**
 * The settings of the road database. Both kinds have the address, because `veipris data renew` uses it with either
 * kind.
 */
const roadDatabaseOf = (set: SettingReader) => ({
  kind: set.choice('ROAD_DATABASE', ['bundled', 'nvdb']) ?? 'bundled',
  /** The part of the address before `/vegobjekter`. */
  url: set.url('ROAD_DATABASE_URL', ['http:', 'https:']) ?? ROAD_DATABASE_URL,
  ...contactOf(set),
});

/**
 * `bundled` is the network that `veipris network build` has put in force, else the bundled network. `ruteplan` is the
 * official network. Each new edition of it is fetched and built while the edition before stays in force.
 */
const roadNetworkOf = (set: SettingReader) => ({
  kind:
    (set.text('ROAD_NETWORK') === 'built'
      ? 'bundled'
      : set.choice('ROAD_NETWORK', ['bundled', 'ruteplan'])) ?? 'bundled',
  /** Address of the Atom feed of its editions; absent: the publisher's. */
  feed: set.url('ROAD_NETWORK_FEED', ['http:', 'https:']),
});

const jobsOf = (set: SettingReader) => ({
  /** Blocks of rows that this process works on at once; 0: it only takes jobs in, and other processes work on them. */
  atOnce: set.whole('JOB_WORKERS', 0, 64) ?? 1,
  /** How many days an ended job is kept. */
  days: set.whole('JOB_DAYS', 1, 365) ?? 7,
  /** Seconds after which another process takes over the work of a process that has gone. */
  leaseS: set.whole('JOB_LEASE', 5, 3600) ?? 120,
});

function portalOf(set: SettingReader) {
  const publicUrl = set.url('PUBLIC_URL', ['http:', 'https:']);
  if (publicUrl !== undefined && new URL(publicUrl).origin !== publicUrl)
    throw new Error(
      `PUBLIC_URL must be an origin such as "https://veipris.example.no", and is "${publicUrl}".`,
    );
  const mailUrl = set.url('SMTP_URL', ['smtp:', 'smtps:'], 'login');
  const from = set.text('MAIL_FROM') ?? DEFAULT_SENDER;
  if (!/^[^@\s]+@[^@\s]+$|<[^@<>\s]+@[^@<>\s]+>$/.test(from) || /[\r\n]/.test(from))
    throw new Error(`MAIL_FROM must be an e-mail address, and is "${from}".`);
  return {
    /** Origin of the portal for browsers; absent: the address that the server listens on. */
    publicUrl,
    /** Trips can be tried without signing in. */
    publicDemo: set.flag('PUBLIC_DEMO'),
    /** A MapLibre style to draw instead of the bundled map. */
    mapStyleUrl: set.url('MAP_STYLE_URL', ['http:', 'https:']),
    /** Absent: sign-in links are written to the log. */
    mail: mailUrl === undefined ? undefined : { url: mailUrl, from },
  };
}

/** The e-mail address at which the road authority can reach the operator; absent: the road database is not asked. */
function contactOf(set: SettingReader): { contact?: string } {
  const contact = set.text('ROAD_DATABASE_CONTACT');
  if (contact === undefined) return {};
  // The address is sent as a header, which may hold only printable ASCII.
  if (/^[!-?A-~]+@[!-?A-~]+$/.test(contact)) return { contact };
  throw new Error(`ROAD_DATABASE_CONTACT must be an e-mail address, and is "${contact}".`);
}

function databaseOf(set: SettingReader, home: string): DatabaseConfig {
  const address = set.url('DATABASE_URL', ['postgres:', 'postgresql:'], 'login');
  if (address !== undefined) return { kind: 'postgres', address };
  return { kind: 'embedded', address: join(home, 'veipris.db') };
}

/** The foreign services by what they answer: routes, estimates, vehicles, addresses, place names. */
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

/** The settings of each service; absent: the service is not asked. */
export type ServiceSettings = {
  readonly [Use in keyof typeof SERVICES]?: Settled<(typeof SERVICES)[Use]>;
};

/** The services that are asked. */
export type OpenServices = {
  readonly [Use in keyof typeof SERVICES]?: Opened<(typeof SERVICES)[Use]>;
};

/** @throws Error with one line that names the setting and what it must be. */
function readServiceSettings(set: SettingReader): ServiceSettings {
  const read = Object.entries(SERVICES).map(([use, { settings }]) => [use, settings(set)] as const);
  return Object.fromEntries(read.filter(([, settings]) => settings !== undefined));
}

/** Opens the services that are set, once per process. The first question opens the connection. */
export async function openServices(
  settings: ServiceSettings,
  log: OpenTerms['log'] | Logger,
  terms: Partial<OpenTerms> = {},
): Promise<OpenServices> {
  const all = { log, clock: systemClock, nowMs: systemTimer.nowMs, ...terms };
  const opened: [string, unknown][] = [];
  for (const use of Object.keys(settings) as (keyof ServiceSettings)[]) {
    const open: ServiceDescriptor<never, unknown>['open'] = SERVICES[use].open;
    opened.push([use, await open(settings[use] as never, all)]);
  }
  return Object.fromEntries(opened);
}

/** Finds vehicles in the register that is set, or else among the fictitious vehicles. */
export const findVehicleBy = ({ vehicle }: Pick<OpenServices, 'vehicle'>): FindVehicle =>
  findVehicle(vehicle?.register ?? openDemoRegister(DATA_DIR));

/** The search for addresses and, after them, place names; `undefined`: no such service is set. */
export const addressSearchBy = ({
  address,
  name,
}: Pick<OpenServices, 'address' | 'name'>): AddressSearch | undefined =>
  searchInTurn([address, name].flatMap((service) => (service ? [service.search] : [])));

/**
 * The credit line of the toll stations and quays.
 *
 * Source: the licences named in data/README.md.
 */
export const OWN_ATTRIBUTION =
  'Inneholder data under norsk lisens for offentlige data (NLOD) tilgjengeliggjort av Statens vegvesen.';

/** Our own credit line with that of the planner of the trips. */
export const creditWith = (credit = ''): string => `${OWN_ATTRIBUTION} ${credit}`.trim();

/** The parts that quotes of a foreign service need beside the service. */
export interface ServiceParts
  extends Omit<
    QuoteParts,
    'planner' | 'passages' | 'listUnseen' | 'listUndrawn' | 'listFreeSides'
  > {
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
