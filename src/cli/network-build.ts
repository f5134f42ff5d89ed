import { type Command, DONE } from './command.ts';
import { readOptions } from './read-options.ts';

const HELP = `veipris network build [--osm FILE.osm.pbf] [--ruteplan FILE|download] [--if-newer] [--json]

Prepares the bundled road network in VEIPRIS_HOME, where that has not been done. The server and
the other commands do the same when they need it.

  --osm FILE.osm.pbf     build from a map of OpenStreetMap instead, such as the extract of Norway
                         from download.geofabrik.de, and use its network from now on; without
                         --osm the bundled network is used again
  --ruteplan FILE        build from the official road network (NVDB Ruteplan nettverksdatasett:
                         the zip as published, or its SQLite file) and use it from now on;
                         "download" fetches the newest edition, on from where an earlier try ended
  --if-newer             with --ruteplan download: only when there is a newer edition
  --json                 print the same as data

A running server goes on with the network that it has; the next start takes the new one. When the
build fails or is stopped, the network before stays.`;

export interface BuildOptions {
  /** The map to build from; absent: the bundled network. */
  readonly osm?: string;
  /** The file of the official network to build from, or `download` for its newest edition; absent: the bundled network, or that of `osm`. */
  readonly ruteplan?: string;
  /** With `download`: the edition in force is neither fetched nor built again. */
  readonly ifNewer?: boolean;
}

/** What became of the rows of a file. */
export interface NetworkReport {
  readonly rows: number;
  readonly dropped: Readonly<Record<string, number>>;
  readonly links: number;
  readonly nodes: number;
  readonly mergedLinks: number;
  readonly mergedNodes: number;
  readonly edges: number;
  readonly turns: number;
  readonly bars: number;
  readonly noThrough: number;
  readonly bans: number;
  readonly bansNotMet: number;
  /** Absent: the file tells no minutes. */
  readonly speeds?: {
    readonly checked: number;
    readonly agreeing: number;
    readonly withoutFactor: number;
  };
  readonly components: number;
  readonly edgesInLargest: number;
  /** Ids of links that the largest component does not hold. */
  readonly apart: readonly number[];
  /** Absent: their minutes are not in question. */
  readonly ferries?: readonly {
    readonly linkId: number;
    readonly km: number;
    readonly kmh: number;
  }[];
  readonly ferriesTooFast?: number;
  readonly notes: readonly string[];
}

export interface BuiltNetwork {
  /** Changes whenever anything does that the network is made of. */
  readonly version: string;
  readonly folder: string;
  /** The map that it is built from; absent: it is the bundled one. */
  readonly osm?: string;
  /** The file of the official network; absent: it is another network. */
  readonly ruteplan?: string;
  /** What became of the file; absent: it is the bundled one. */
  readonly report?: NetworkReport;
}

/** @param build gives the network, built now or before, and puts it in force. */
export function networkBuildCommand(
  build: (options: BuildOptions, onProgress: (step: string) => void) => Promise<BuiltNetwork>,
): Command {
  return {
    name: 'network build',
    summary: 'prepare the road network: the bundled one, the official one or a map of your own',
    help: HELP,
    async run(args, terminal) {
      const options = readOptions(args, {
        osm: 'once',
        ruteplan: 'once',
        'if-newer': 'flag',
        json: 'flag',
      });
      if ('problem' in options) return options.problem;
      const [osm] = options.values.get('osm') ?? [];
      const [ruteplan] = options.values.get('ruteplan') ?? [];
      if (osm === '') return { kind: 'wrong-usage', line: '--osm must name a file' };
      if (ruteplan === '') return { kind: 'wrong-usage', line: '--ruteplan must name a file' };
      if (osm !== undefined && ruteplan !== undefined)
        return { kind: 'wrong-usage', line: '--osm and --ruteplan are two networks' };
      const built = await build(
        {
          ...(osm !== undefined && { osm }),
          ...(ruteplan !== undefined && { ruteplan }),
          ...(options.values.has('if-newer') && { ifNewer: true }),
        },
        (step) => terminal.report(step),
      );
      terminal.print(
        options.values.has('json') ? JSON.stringify(built, undefined, 2) : format(built),
      );
      return DONE;
    },
  };
}

function format({ version, folder, osm, ruteplan, report }: BuiltNetwork): string {
  const file = osm ?? ruteplan;
  const of = file === undefined ? '' : ` of ${file}`;
  const lines = [
    `The road network ${version}${of} is in ${folder}.`,
    ...(report === undefined ? [] : formatReport(report)),
  ];
  return lines.join('\n');
}

/** More ids than these are in `report.json` alone. */
const MOST_IDS = 20;

function formatReport(report: NetworkReport): string[] {
  const { dropped, speeds, apart, ferries = [] } = report;
  const kmh = ferries.map((ferry) => ferry.kmh).filter(Number.isFinite);
  return [
    `${report.rows} rows, of which cars drive ${report.links} links between ${report.nodes} nodes.`,
    ...Object.entries(dropped).map(([why, count]) => `  ${count} left out: ${why}`),
    `${report.bars} bars, ${report.noThrough} links without through traffic, ${report.bans} turn bans (${report.bansNotMet} more name links that do not meet).`,
    `Merged into ${report.mergedLinks} links between ${report.mergedNodes} nodes: ${report.edges} directed edges, ${report.turns} turns.`,
    ...(speeds === undefined
      ? []
      : [
          `Official speed factors: ${speeds.agreeing} of ${speeds.checked} directions agree; ${speeds.withoutFactor} links have a class without factor.`,
        ]),
    `${report.components} components; the largest has ${report.edgesInLargest} edges.`,
    ...(apart.length === 0
      ? []
      : [`${apart.length} links lie outside of it: ${formatIds([...new Set(apart)])}`]),
    ...(ferries.length === 0
      ? []
      : [
          `${ferries.length} ferry links, by their minutes ${Math.min(...kmh).toFixed(1)} to ${Math.max(...kmh).toFixed(1)} km/h; ${report.ferriesTooFast} can not be so. The minutes are not used.`,
        ]),
    ...report.notes.map((note) => `${note}.`),
  ];
}

const formatIds = (ids: readonly number[]): string =>
  ids.length > MOST_IDS ? `${ids.slice(0, MOST_IDS).join(', ')} ...` : ids.join(', ');
