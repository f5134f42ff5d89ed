import { type DatabaseConfig, toConfig } from '../../src/service/config.ts';
import type { Settings } from '../../test/support/launched-file.ts';
import { addKey, withHome } from '../home.ts';
import { type ServerProcess, startServer } from '../server-process.ts';

/** Servers over one database, and the actions on them. */
export interface Scene {
  readonly home: string;
  /** The database with the address that the servers use. An inspection may use another address. */
  readonly database: DatabaseConfig;
  readonly key: string;
  /** The servers that run. */
  readonly servers: ServerProcess[];
  /** The addresses of the calls, also while a server is away. */
  readonly addresses: string[];
  /** Starts a server. `at`: the index of an earlier server that it replaces, on the same port. */
  start(at?: number): Promise<ServerProcess>;
}

export interface SceneTerms {
  readonly instances: number;
  /** Absent: an SQLite file in the home. */
  readonly databaseUrl?: string;
  /** The address of the database without the proxy of the servers; absent: the address that the servers use. */
  readonly directUrl?: string;
  readonly settings?: Settings;
  /** Absent: a folder of its own with the road network of the tests. */
  readonly home?: string;
  /** Starts the server of another project folder; absent: of this one. */
  readonly launch?: typeof startServer;
}

/** Opens servers with three accounts, and ends everything after the work. */
export async function withScene<Result>(
  terms: SceneTerms,
  work: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  if (terms.home !== undefined) return runIn(terms.home, terms, work);
  return withHome((home) => runIn(home, terms, work));
}

async function runIn<Result>(
  home: string,
  {
    instances,
    databaseUrl,
    directUrl = databaseUrl,
    settings = {},
    launch = startServer,
  }: SceneTerms,
  work: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  const direct = {
    VEIPRIS_HOME: home,
    ...(directUrl !== undefined && { DATABASE_URL: directUrl }),
  };
  const { database } = toConfig(direct);
  const key = await addKey({ home, database }, 1);
  for (const seed of [2, 3]) await addKey({ home, database }, seed);

  const servers: ServerProcess[] = [];
  const addresses: string[] = [];
  const start = async (at = servers.length) => {
    const port = addresses[at] === undefined ? '0' : new URL(addresses[at]).port;
    const server = await launch({
      VEIPRIS_HOME: home,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...settings,
      PORT: port,
    });
    servers[at] = server;
    addresses[at] = server.address;
    return server;
  };
  try {
    for (let i = 0; i < instances; i++) await start();
    return await work({ home, database, key, servers, addresses, start });
  } finally {
    for (const server of servers) await server.end('SIGKILL');
  }
}
