import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** What an operator can set. */
export interface Config {
  /** 0 lets the system choose a free one. */
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder that the server writes to. */
  readonly home: string;
  readonly logLevel: LogLevel;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

type LogLevel = (typeof LOG_LEVELS)[number];

/** Settings by name; an empty one counts as absent. */
type Environment = Readonly<Record<string, string | undefined>>;

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
  const get = (name: string, fallback: string) => environment[name] || fallback;
  return {
    port: portOf(get('PORT', '8080')),
    host: get('HOST', '127.0.0.1'),
    home: resolve(get('VEIPRIS_HOME', './var')),
    logLevel: logLevelOf(get('LOG_LEVEL', 'info')),
  };
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new Error(`PORT must be a whole number from 0 to 65535, and is "${text}".`);
}

function logLevelOf(text: string): LogLevel {
  const level = LOG_LEVELS.find((one) => one === text);
  if (level !== undefined) return level;
  throw new Error(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, and is "${text}".`);
}
