import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formatOsmPbf, type OsmData } from './osm-pbf.ts';

const run = promisify(execFile);

/** Longer than a whole country takes. */
const DEADLINE_MS = 6 * 60 * 60_000;
/** What a builder may say before it is stopped: some lines per odd way of the network. */
const MAX_SAID_BYTES = 256 * 1024 * 1024;

/**
 * Builds the engine's tiles in a folder from an `.osm.pbf`, with the programs that come with the
 * engine.
 *
 * @param engine settings of the engine; the paths of tiles and admin database are set here.
 * @throws Error with the builder's last words when it fails.
 */
export async function buildTiles(folder: string, pbfPath: string, engine: object): Promise<void> {
  const settingsPath = join(folder, 'build.json');
  await writeFile(settingsPath, formatEngineSettings(engine, folder));
  const adminPath = join(folder, 'admin.osm.pbf');
  await writeFile(adminPath, formatOsmPbf(NORWAY));
  await runBuilder('valhalla_build_admins', ['-c', settingsPath, adminPath], folder);
  await runBuilder('valhalla_build_tiles', ['-c', settingsPath, pbfPath], folder);
}

/** The engine's settings as JSON, with the paths of the tiles in `folder`. */
export function formatEngineSettings(engine: object, folder: string): string {
  const { mjolnir = {} } = engine as { mjolnir?: object };
  return JSON.stringify({
    ...engine,
    mjolnir: { ...mjolnir, tile_dir: join(folder, 'tiles'), admin: join(folder, 'admin.sqlite') },
  });
}

/**
 * Version of the programs, on which the form of the tiles depends.
 *
 * @throws Error with one sentence where they are not installed.
 */
export async function getBuilderVersion(): Promise<string> {
  const text = await readFile(join(findPackage(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The folder of the engine, which a small installation leaves out. */
function findPackage(): string {
  try {
    return dirname(fileURLToPath(import.meta.resolve('@valhallajs/valhallajs')));
  } catch (cause) {
    throw new Error(NOT_INSTALLED, { cause });
  }
}

const NOT_INSTALLED =
  'A map of your own needs the optional package @valhallajs/valhallajs, which is not installed: install it, or run "veipris network build" for the bundled network.';

/** The builders write stray files into the folder that they are started in. */
async function runBuilder(program: string, args: readonly string[], cwd: string): Promise<void> {
  const path = join(findPackage(), process.platform, process.arch, program);
  try {
    await run(path, args, { cwd, timeout: DEADLINE_MS, maxBuffer: MAX_SAID_BYTES });
  } catch (cause) {
    const { stderr = '', message } = cause as { stderr?: string; message: string };
    const lastWords = stderr.trim().split('\n').at(-1);
    throw new Error(`${program} failed: ${lastWords || message}`, { cause });
  }
}

/**
 * One country for the whole network, so that the engine knows the side of the road. A box is
 * enough: nothing else is read from it, and the network ends at the border.
 */
const NORWAY: OsmData = {
  nodes: [
    { id: 1, at: { lat: 57, lon: 3.5 } },
    { id: 2, at: { lat: 57, lon: 33 } },
    { id: 3, at: { lat: 72, lon: 33 } },
    { id: 4, at: { lat: 72, lon: 3.5 } },
  ],
  ways: [{ id: 1, nodeIds: [1, 2, 3, 4, 1], tags: { boundary: 'administrative' } }],
  relations: [
    {
      id: 1,
      members: [{ type: 'way', id: 1, role: 'outer' }],
      tags: {
        type: 'boundary',
        boundary: 'administrative',
        admin_level: '2',
        name: 'Norge',
        'ISO3166-1': 'NO',
        'ISO3166-1:alpha2': 'NO',
      },
    },
  ],
};
