import type { CompileReport } from '../network/compile/compile-links.ts';
import type { AuditShare, PlacementAudit } from '../network/placement/audit-placement.ts';
import { type Command, file, flag, type Told, toJson, WrongUsage } from './command.ts';
import { formatTable, right } from './format-table.ts';

/** The value of `--ruteplan` that asks for the newest edition instead of a file. */
export const DOWNLOAD = 'download';

const BUILD = {
  osm: file(
    'FILE.osm.pbf',
    'build from a map of OpenStreetMap instead, such as the extract of Norway from download.geofabrik.de, and use its network from now on; without --osm the bundled network is used again',
  ),
  ruteplan: file(
    'FILE',
    'build from the official road network (NVDB Ruteplan nettverksdatasett: the zip as published, or its SQLite file) and use it from now on; "download" fetches the newest edition, on from where an earlier try ended',
  ),
  ifNewer: flag('with --ruteplan download: only when there is a newer edition'),
  json: flag('print the same as data'),
};

/** The options of the build. Without a file the bundled network is built. */
export type BuildOptions = Omit<Told<typeof BUILD>, 'json'>;

export interface BuiltNetwork {
  /** The version changes when any source of the network changes. */
  readonly version: string;
  readonly folder: string;
  /** The map file that it is built from; absent: it is not built from a map. */
  readonly osm?: string;
  /** The file of the official network; absent: it is another network. */
  readonly ruteplan?: string;
  /** The report on the file that was compiled; absent: it is the bundled network. */
  readonly report?: CompileReport;
}

/**
 * `veipris network build`.
 *
 * @param build puts the network in force and gives it. The network may have been built before.
 */
export const networkBuildCommand = (
  build: (options: BuildOptions, onProgress: (step: string) => void) => Promise<BuiltNetwork>,
): Command<typeof BUILD> => ({
  name: 'network build',
  summary: 'prepare the road network: the bundled one, the official one or a map of your own',
  usage: '[--osm FILE.osm.pbf] [--ruteplan FILE|download] [--if-newer] [--json]',
  about: `Prepares the bundled road network in VEIPRIS_HOME, where that has not been done. The server and
the other commands do the same when they need it.`,
  options: BUILD,
  more: `A running server goes on with the network that it has; the next start takes the new one. When the
build fails or is stopped, the network before stays.`,
  async run({ json, ...options }, { print, report }) {
    if (options.osm !== undefined && options.ruteplan !== undefined)
      throw new WrongUsage('--osm and --ruteplan are two networks');
    if (options.ifNewer && options.ruteplan !== DOWNLOAD)
      throw new WrongUsage(`--if-newer goes with --ruteplan ${DOWNLOAD}`);
    const built = await build(options, report);
    print(json ? toJson(built) : formatBuilt(built));
  },
});

function formatBuilt({ version, folder, osm, ruteplan, report }: BuiltNetwork): string {
  const source = osm ?? ruteplan;
  const of = source === undefined ? '' : ` of ${source}`;
  const lines = [
    `The road network ${version}${of} is in ${folder}.`,
    ...(report === undefined ? [] : formatReport(report)),
  ];
  return lines.join('\n');
}

/** The number of ids that are printed. Only `report.json` has all of them. */
const MOST_IDS = 20;

function formatReport(report: CompileReport): string[] {
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
          `${ferries.length} ferry links${formatKmh(kmh)}; ${report.ferriesTooFast} can not be so. The minutes are not used.`,
        ]),
    ...report.notes.map((note) => `${note}.`),
  ];
}

const formatKmh = (kmh: readonly number[]): string =>
  kmh.length === 0
    ? ''
    : `, by their minutes ${Math.min(...kmh).toFixed(1)} to ${Math.max(...kmh).toFixed(1)} km/h`;

const formatIds = (ids: readonly number[]): string =>
  ids.length > MOST_IDS ? `${ids.slice(0, MOST_IDS).join(', ')} ...` : ids.join(', ');

const AUDIT = { json: flag('print the same as data') };

/**
 * `veipris network audit`.
 *
 * @param audit checks every station. It builds nothing.
 */
export const networkAuditCommand = (
  audit: () => Promise<PlacementAudit>,
): Command<typeof AUDIT> => ({
  name: 'network audit',
  summary: 'say where every toll station lies on the road network',
  usage: '[--json]',
  about: `Says for every toll station where it lies on the road network, or why it does not, and counts
per project and kind of road.`,
  options: AUDIT,
  async run({ json }, { print }) {
    const found = await audit();
    print(json ? toJson(found) : formatAudit(found));
  },
});

function formatAudit(audit: PlacementAudit): string {
  const stations = formatTable(
    ['project', 'station', 'id', 'road', right('off, m'), 'placed'],
    audit.rows.map((row) => [
      row.project,
      row.name,
      row.id,
      row.road,
      row.offM === undefined ? '' : String(row.offM),
      `${row.placed ? 'yes' : 'NO'}, ${row.why}${row.directionUndecided ? '; direction undecided' : ''}`,
    ]),
  );
  const projects = formatTable(
    ['project', right('stations'), right('placed'), right('undecided')],
    audit.projects.map(({ project, stations, placed, directionUndecided }) =>
      [project, stations, placed, directionUndecided].map(String),
    ),
  );
  const totals = formatTable(
    ['AutoPASS stations', right('stations'), right('placed'), right('share')],
    [
      formatShare('on E and R roads that the network has', audit.mainRoads),
      formatShare('on any road that the network has', audit.roadsInNetwork),
      formatShare('on E and R roads, with their ramps and side roads', audit.allMainRoads),
      formatShare('all AutoPASS stations', audit.autopass),
      formatShare('all stations, private and ferry collection too', audit.all),
    ],
  );
  const leftOut = formatTable(
    ['AutoPASS stations without a place', right('stations')],
    Object.entries(audit.leftOut).map(([reason, count]) => [
      REASONS[reason] ?? reason,
      String(count),
    ]),
  );
  return [stations, projects, totals, leftOut].join('\n\n');
}

const REASONS: Readonly<Record<string, string>> = {
  ramp: 'on a ramp or a side road at a junction, and the network has none',
  'ferry-payment': 'payment point of a ferry, priced as a crossing',
  'road-missing': 'on a road or street that the network lacks',
  missed: 'on a road that the network has',
};

function formatShare(name: string, { stations, placed }: AuditShare): string[] {
  const share = stations === 0 ? '' : `${((placed / stations) * 100).toFixed(1)} %`;
  return [name, String(stations), String(placed), share];
}
