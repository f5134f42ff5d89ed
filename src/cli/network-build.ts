import { type Command, DONE } from './command.ts';
import { readOptions } from './read-options.ts';

const HELP = `veipris network build [--osm FILE.osm.pbf] [--keep-pbf] [--json]

Prepares the bundled road network in VEIPRIS_HOME, where that has not been done. The server and
the other commands do the same when they need it.

  --osm FILE.osm.pbf     build from a map of OpenStreetMap instead, such as the extract of Norway
                         from download.geofabrik.de, and use its network from now on; without
                         --osm the bundled network is used again
  --keep-pbf             with --osm: leave the map with its toll stations beside the routing tiles,
                         for other engines
  --json                 print the same as data

A running server goes on with the network that it has; the next start takes the new one. When the
build fails or is stopped, the network before stays.`;

export interface BuildOptions {
  /** The map to build from; absent: the bundled network. */
  readonly osm?: string;
  readonly keepPbf: boolean;
}

export interface BuiltNetwork {
  /** Changes whenever anything does that the network is made of. */
  readonly version: string;
  readonly folder: string;
  /** The map that it is built from; absent: it is the bundled one. */
  readonly osm?: string;
  /** The map with its toll stations; absent: it was not kept. */
  readonly pbf?: string;
}

/** @param build gives the network, built now or before, and puts it in force. */
export function networkBuildCommand(
  build: (options: BuildOptions, onProgress: (step: string) => void) => Promise<BuiltNetwork>,
): Command {
  return {
    name: 'network build',
    summary: 'prepare the road network, the bundled one or a map of your own',
    help: HELP,
    async run(args, terminal) {
      const options = readOptions(args, { osm: 'once', 'keep-pbf': 'flag', json: 'flag' });
      if ('problem' in options) return options.problem;
      const [osm] = options.values.get('osm') ?? [];
      if (osm === '') return { kind: 'wrong-usage', line: '--osm must name a file' };
      const keepPbf = options.values.has('keep-pbf');
      if (keepPbf && osm === undefined)
        return {
          kind: 'wrong-usage',
          line: '--keep-pbf needs --osm: the bundled roads are no map',
        };
      const built = await build({ ...(osm !== undefined && { osm }), keepPbf }, (step) =>
        terminal.report(step),
      );
      terminal.print(
        options.values.has('json') ? JSON.stringify(built, undefined, 2) : format(built),
      );
      return DONE;
    },
  };
}

function format({ version, folder, osm, pbf }: BuiltNetwork): string {
  const of = osm === undefined ? '' : ` of ${osm}`;
  const lines = [
    `The road network ${version}${of} is in ${folder}.`,
    ...(pbf === undefined ? [] : [`Its map is ${pbf}.`]),
  ];
  return lines.join('\n');
}
