import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Environment, readSettings, type SettingReader } from '../base/settings.ts';
import { readServiceSettings, type ServiceSettings } from './services.ts';

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
  readonly burstPerSecond?: number | undefined;
  /** Settings of earlier versions that are set and have no effect any more. */
  readonly withoutEffect: readonly string[];
  /** Calls that the embedded engine works on at once; 0: any number; absent: one. */
  readonly callsAtOnce?: number | undefined;
  /** Answers that are remembered for callers who ask the same again; 0: none. */
  readonly resultCache: number;
  readonly roadDatabase: RoadDatabaseConfig;
  readonly roadNetwork: RoadNetworkConfig;
  /** The foreign services that are asked; absent: our own engine, or the fictitious vehicles. */
  readonly services: ServiceSettings;
  readonly portal: PortalConfig;
  readonly jobs: JobsConfig;
  /** Proxies before the server whose `X-Forwarded-For` is believed. */
  readonly proxies: number;
  /** Connections of an address at a time where no proxy stands before the server; 0: any number. */
  readonly connectionsPerAddress: number;
}

/**
 * `built`: the network that `veipris network build` has put in force, else the bundled one. `ruteplan`: the official one,
 * of which each new edition is fetched and built beside the one in force.
 */
export interface RoadNetworkConfig {
  readonly kind: 'built' | 'ruteplan';
  /** Address of the Atom feed of its editions; absent: the publisher's. */
  readonly feed?: string | undefined;
}

/** `embedded`: the SQLite file of the home folder, which the first start gives a demo account. */
export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly address: string }
  | { readonly kind: 'postgres'; readonly address: string };

/** Both know the address: `veipris data renew` asks for it whatever the server runs with. */
interface RoadDatabaseConfig {
  readonly kind: 'bundled' | 'nvdb';
  /** Before `/vegobjekter`. */
  readonly url: string;
  /** Whom the road authority can write to; absent: the road database is not asked. */
  readonly contact?: string;
}

export interface JobsConfig {
  /** Blocks of rows that this process works on at once; 0: it takes jobs in, and others work on them. */
  readonly atOnce: number;
  /** How long an ended job is kept. */
  readonly days: number;
  /** After so many seconds another process takes over what a process that has gone had in hand. */
  readonly leaseS: number;
}

export interface PortalConfig {
  /** Origin of the portal for browsers; absent: the address that the server listens on. */
  readonly publicUrl?: string | undefined;
  /** Trips can be tried without signing in. */
  readonly publicDemo: boolean;
  /** A MapLibre style to draw instead of the bundled map. */
  readonly mapStyleUrl?: string | undefined;
  /** Absent: sign-in links are written to the log. */
  readonly mail?: { readonly url: string; readonly from: string } | undefined;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

type LogLevel = (typeof LOG_LEVELS)[number];

/** The road authority's services. Source: docs/upstreams.md, "Addresses". */
const ROAD_DATABASE_URL = 'https://nvdbapiles.atlas.vegvesen.no';
/** There was an engine beside the server; a later version refuses its settings. */
const WITHOUT_EFFECT = ['ENGINE_PROCESSES'] as const;
/** A choice of ours: forty people of an office who look at the portal, each by six connections. */
const CONNECTIONS_PER_ADDRESS = 256;
/** It can not be answered. Source: RFC 2606. */
const DEFAULT_SENDER = 'Veipris <no-reply@veipris.invalid>';
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
  const set = readSettings(environment);
  const home = resolve(set.text('VEIPRIS_HOME') ?? './var');
  return {
    port: set.whole('PORT', 0, 65_535) ?? 8080,
    host: hostOf(set),
    home,
    logLevel: set.choice('LOG_LEVEL', LOG_LEVELS) ?? 'info',
    database: databaseOf(set, home),
    publicData: set.flag('PUBLIC_DATA'),
    burstPerSecond: set.whole('BURST_PER_SECOND', 1, 1_000_000),
    withoutEffect: WITHOUT_EFFECT.filter((name) => set.text(name) !== undefined),
    callsAtOnce: set.whole('CALLS_AT_ONCE', 0, 1000),
    resultCache: set.whole('RESULT_CACHE', 0, 100_000) ?? 0,
    roadDatabase: {
      kind: set.choice('ROAD_DATABASE', ['bundled', 'nvdb']) ?? 'bundled',
      url: set.url('ROAD_DATABASE_URL', ['http:', 'https:']) ?? ROAD_DATABASE_URL,
      ...contactOf(set),
    },
    services: readServiceSettings(set),
    roadNetwork: {
      kind: set.choice('ROAD_NETWORK', ['built', 'ruteplan']) ?? 'built',
      feed: set.url('ROAD_NETWORK_FEED', ['http:', 'https:']),
    },
    portal: portalOf(set),
    jobs: {
      atOnce: set.whole('JOB_WORKERS', 0, 64) ?? 1,
      days: set.whole('JOB_DAYS', 1, 365) ?? 7,
      leaseS: set.whole('JOB_LEASE', 5, 3600) ?? 120,
    },
    proxies: set.whole('TRUST_PROXY', 0, 9) ?? 0,
    connectionsPerAddress:
      set.whole('CONNECTIONS_PER_ADDRESS', 0, 10_000) ?? CONNECTIONS_PER_ADDRESS,
  };
}

/**
 * The name has two addresses: for the second one the framework would open a server of its own, without
 * the limits and refusals of ours.
 */
function hostOf(set: SettingReader): string {
  const host = set.text('HOST') ?? LOOPBACK;
  return host === 'localhost' ? LOOPBACK : host;
}

const LOOPBACK = '127.0.0.1';

function portalOf(set: SettingReader): PortalConfig {
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
    publicUrl,
    publicDemo: set.flag('PUBLIC_DEMO'),
    mapStyleUrl: set.url('MAP_STYLE_URL', ['http:', 'https:']),
    mail: mailUrl === undefined ? undefined : { url: mailUrl, from },
  };
}

function contactOf(set: SettingReader): { contact?: string } {
  const contact = set.text('ROAD_DATABASE_CONTACT');
  if (contact === undefined) return {};
  // It is sent as a header, which holds nothing but printable ASCII.
  if (/^[!-?A-~]+@[!-?A-~]+$/.test(contact)) return { contact };
  throw new Error(`ROAD_DATABASE_CONTACT must be an e-mail address, and is "${contact}".`);
}

function databaseOf(set: SettingReader, home: string): DatabaseConfig {
  const address = set.url('DATABASE_URL', ['postgres:', 'postgresql:'], 'login');
  if (address !== undefined) return { kind: 'postgres', address };
  return { kind: 'embedded', address: join(home, 'veipris.db') };
}
