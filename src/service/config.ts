import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatChoices } from '../base/format-choices.ts';
import { FLAG_VALUES } from '../wire/parameter.ts';

/** What an operator can set. */
export interface Config {
  /** 0 lets the system choose a free one. */
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder that the server writes to. */
  readonly home: string;
  readonly logLevel: LogLevel;
  readonly database: DatabaseConfig;
  /** The data files need no key. */
  readonly publicData: boolean;
  /** Counted calls that an account may make within a second; absent: any number. */
  readonly burstPerSecond?: number;
  /** Processes of the engine for a map of one's own; 0: it runs in the server's; absent: one. */
  readonly engineProcesses?: number;
  /** Calls that the embedded engine works on at once; 0: any number; absent: the cores decide. */
  readonly callsAtOnce?: number;
  /** Answers that are remembered for callers who ask the same again; 0: none. */
  readonly resultCache: number;
  readonly planner: PlannerConfig;
  readonly roadDatabase: RoadDatabaseConfig;
  readonly vehicleRegister: VehicleRegisterConfig;
  readonly portal: PortalConfig;
  /** Proxies before the server whose `X-Forwarded-For` is believed. */
  readonly proxies: number;
  /** Address of an OSRM server, before `/route/v1`; absent: the embedded engine answers. */
  readonly osrmUrl?: string;
}

/** `embedded`: the SQLite file of the home folder, which the first start gives a demo account. */
export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly address: string }
  | { readonly kind: 'postgres'; readonly address: string };

export type PlannerConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'vegvesen';
      /** Before `/best`. */
      readonly url: string;
      /** Absent: the open variant, without a user. */
      readonly login?: { readonly user: string; readonly password: string };
      /** Calls of a day that it allows, to tell how many are left; absent: as published. */
      readonly callsPerDay?: number;
      /** How long its answers are remembered, milliseconds; 0: not at all; absent: as we choose. */
      readonly rememberMs?: number;
    };

/** Both know the address: `veipris data renew` asks for it whatever the server runs with. */
interface RoadDatabaseConfig {
  readonly kind: 'bundled' | 'nvdb';
  /** Before `/vegobjekter`. */
  readonly url: string;
  /** Whom the road authority can write to; absent: the road database is not asked. */
  readonly contact?: string;
}

export type VehicleRegisterConfig =
  | { readonly kind: 'demo' }
  | {
      readonly kind: 'vegvesen';
      /** Before `?kjennemerke=`. */
      readonly url: string;
      readonly key: string;
    };

export interface PortalConfig {
  /** Origin of the portal for browsers; absent: the address that the server listens on. */
  readonly publicUrl?: string;
  /** Trips can be tried without signing in. */
  readonly publicDemo: boolean;
  /** A MapLibre style to draw instead of the bundled map. */
  readonly mapStyleUrl?: string;
  /** Absent: sign-in links are written to the log. */
  readonly mail?: { readonly url: string; readonly from: string };
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

type LogLevel = (typeof LOG_LEVELS)[number];

/** The road authority's services. Source: docs/upstreams.md, "Addresses". */
const PLANNER_BASE = 'https://www.vegvesen.no/ws/no/vegvesen/ruteplan/routingservice_v3_0';
const PLANNER_OPEN_URL = `${PLANNER_BASE}/open/routingService/api/Route`;
const PLANNER_LOGIN_URL = `${PLANNER_BASE}/routingService/api/Route`;
const ROAD_DATABASE_URL = 'https://nvdbapiles.atlas.vegvesen.no';
/** Nobody can answer to it. Source: RFC 2606. */
const DEFAULT_SENDER = 'Veipris <no-reply@veipris.invalid>';
const VEHICLE_REGISTER_URL =
  'https://akfell-datautlevering.atlas.vegvesen.no/enkeltoppslag/kjoretoydata';

/** The environment of the process, with `.env` of the working directory behind it. */
export function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/**
 * Checks the settings and fills in the defaults of docs/operations.md.
 *
 * @throws Error with one line that names the setting and what it must be.
 */
export function toConfig(environment: Environment): Config {
  const set = settingsOf(environment);
  const home = resolve(set.text('VEIPRIS_HOME') ?? './var');
  const burstPerSecond = set.whole('BURST_PER_SECOND', 1, 1_000_000);
  const engineProcesses = set.whole('ENGINE_PROCESSES', 0, 64);
  const callsAtOnce = set.whole('CALLS_AT_ONCE', 0, 1000);
  const osrmUrl = set.url('OSRM_URL', ['http:', 'https:']);
  return {
    port: set.whole('PORT', 0, 65_535) ?? 8080,
    host: hostOf(set),
    home,
    logLevel: set.choice('LOG_LEVEL', LOG_LEVELS) ?? 'info',
    database: databaseOf(set, home),
    publicData: set.flag('PUBLIC_DATA'),
    ...(burstPerSecond !== undefined && { burstPerSecond }),
    ...(engineProcesses !== undefined && { engineProcesses }),
    ...(callsAtOnce !== undefined && { callsAtOnce }),
    resultCache: set.whole('RESULT_CACHE', 0, 100_000) ?? 0,
    planner: plannerOf(set),
    roadDatabase: {
      kind: set.choice('ROAD_DATABASE', ['bundled', 'nvdb']) ?? 'bundled',
      url: set.url('ROAD_DATABASE_URL', ['http:', 'https:']) ?? ROAD_DATABASE_URL,
      ...contactOf(set),
    },
    vehicleRegister: vehicleRegisterOf(set),
    portal: portalOf(set),
    proxies: set.whole('TRUST_PROXY', 0, 9) ?? 0,
    ...(osrmUrl !== undefined && { osrmUrl }),
  };
}

/**
 * The name has two addresses: for the second one the framework would open a server of its own, without
 * the limits and refusals of ours.
 */
function hostOf(set: Setting): string {
  const host = set.text('HOST') ?? LOOPBACK;
  return host === 'localhost' ? LOOPBACK : host;
}

const LOOPBACK = '127.0.0.1';

function portalOf(set: Setting): PortalConfig {
  const publicUrl = set.url('PUBLIC_URL', ['http:', 'https:']);
  if (publicUrl !== undefined && new URL(publicUrl).origin !== publicUrl)
    throw new Error(
      `PUBLIC_URL must be an origin such as "https://veipris.example.no", and is "${publicUrl}".`,
    );
  const mapStyleUrl = set.url('MAP_STYLE_URL', ['http:', 'https:']);
  const mailUrl = set.url('SMTP_URL', ['smtp:', 'smtps:'], 'login');
  const from = set.text('MAIL_FROM') ?? DEFAULT_SENDER;
  if (!/^[^@\s]+@[^@\s]+$|<[^@<>\s]+@[^@<>\s]+>$/.test(from) || /[\r\n]/.test(from))
    throw new Error(`MAIL_FROM must be an e-mail address, and is "${from}".`);
  return {
    ...(publicUrl !== undefined && { publicUrl }),
    publicDemo: set.flag('PUBLIC_DEMO'),
    ...(mapStyleUrl !== undefined && { mapStyleUrl }),
    ...(mailUrl !== undefined && { mail: { url: mailUrl, from } }),
  };
}

function contactOf(set: Setting): { contact?: string } {
  const contact = set.text('ROAD_DATABASE_CONTACT');
  if (contact === undefined) return {};
  // It is sent as a header, which holds nothing but printable ASCII.
  if (/^[!-?A-~]+@[!-?A-~]+$/.test(contact)) return { contact };
  throw new Error(`ROAD_DATABASE_CONTACT must be an e-mail address, and is "${contact}".`);
}

function databaseOf(set: Setting, home: string): DatabaseConfig {
  const address = set.url('DATABASE_URL', ['postgres:', 'postgresql:'], 'login');
  if (address !== undefined) return { kind: 'postgres', address };
  return { kind: 'embedded', address: join(home, 'veipris.db') };
}

function plannerOf(set: Setting): PlannerConfig {
  const url = set.url('PLANNER_URL', ['http:', 'https:']);
  const [user, password] = [set.text('PLANNER_USER'), set.text('PLANNER_PASSWORD')];
  if ((user === undefined) !== (password === undefined))
    throw new Error('PLANNER_USER and PLANNER_PASSWORD must be set together, or neither.');
  if ((set.choice('PLANNER', ['embedded', 'vegvesen']) ?? 'embedded') === 'embedded')
    return { kind: 'embedded' };
  const calls = set.whole('PLANNER_DAILY_CALLS', 1, 100_000_000);
  const callsPerDay = calls === undefined ? {} : { callsPerDay: calls };
  if (user === undefined || password === undefined)
    return { kind: 'vegvesen', url: url ?? PLANNER_OPEN_URL, ...callsPerDay };
  const login = { user, password };
  return { kind: 'vegvesen', url: url ?? PLANNER_LOGIN_URL, login, ...callsPerDay };
}

function vehicleRegisterOf(set: Setting): VehicleRegisterConfig {
  const url = set.url('VEHICLE_REGISTER_URL', ['http:', 'https:']);
  const key = set.text('VEHICLE_REGISTER_KEY');
  if ((set.choice('VEHICLE_REGISTER', ['demo', 'vegvesen']) ?? 'demo') === 'demo')
    return { kind: 'demo' };
  if (key === undefined)
    throw new Error('VEHICLE_REGISTER_KEY must be set when VEHICLE_REGISTER is "vegvesen".');
  return { kind: 'vegvesen', url: url ?? VEHICLE_REGISTER_URL, key };
}

/** Settings by name; an empty one counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings of one kind each. All give `undefined` for an absent one. */
interface Setting {
  text(name: string): string | undefined;
  /** A whole number, bounds inside. */
  whole(name: string, least: number, most: number): number | undefined;
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
  /** `1` is on; `0` and absence are off. */
  flag(name: string): boolean;
  /**
   * An address with one of the schemes, in lower case, without the slashes at its end. One that may hold
   * a password is not repeated when it is refused.
   *
   * @param login `login`: user and password may stand in it. Elsewhere nobody would send them.
   */
  url(name: string, schemes: readonly string[], login?: 'login'): string | undefined;
}

/** All readers throw an Error with one line that names the setting and what it must be. */
function settingsOf(environment: Environment): Setting {
  const text = (name: string) => environment[name] || undefined;
  return {
    text,
    whole(name, least, most) {
      const written = text(name);
      if (written === undefined) return undefined;
      const value = Number(written);
      if (/^\d{1,9}$/.test(written) && value >= least && value <= most) return value;
      return refuse(name, `a whole number from ${least} to ${most}`, written);
    },
    choice(name, choices) {
      const written = text(name);
      if (written === undefined) return undefined;
      const choice = choices.find((one) => one === written);
      return choice ?? refuse(name, formatChoices(choices), written);
    },
    flag(name) {
      const written = environment[name] ?? '';
      if (FLAG_VALUES.some((value) => value === written)) return written === FLAG_VALUES[0];
      return refuse(name, formatChoices(FLAG_VALUES), written);
    },
    url(name, schemes, login) {
      const written = text(name);
      if (written === undefined) return undefined;
      const address = written.replace(/\/+$/, '');
      const starts = schemes.map((scheme) => `${scheme}//`);
      const start = starts.find((one) => address.toLowerCase().startsWith(one));
      const shown = login === undefined && !written.includes('@') ? written : undefined;
      if (start === undefined || !URL.canParse(address))
        return refuse(name, `an address that begins with ${formatChoices(starts)}`, shown);
      const { username, password } = new URL(address);
      if (login === undefined && username + password !== '')
        return refuse(name, 'an address without user and password');
      return start + address.slice(start.length);
    },
  };
}

/** @param shown the refused value; absent: it is a secret. */
function refuse(name: string, wanted: string, shown?: string): never {
  throw new Error(`${name} must be ${wanted}${shown === undefined ? '' : `, and is "${shown}"`}.`);
}
