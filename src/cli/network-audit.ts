import { type Command, DONE } from './command.ts';
import { type Column, formatTable } from './format-table.ts';
import { readOptions } from './read-options.ts';

const HELP = `veipris network audit [--json]

Says for every toll station where it lies on the road network, or why it does not, and counts
per project and kind of road.`;

/** Where the toll stations lie on the network. */
export interface NetworkAudit {
  /** By project, then name. */
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    readonly project: string;
    readonly road: string;
    readonly placed: boolean;
    readonly why: string;
    /** Metres from the published position to the network; absent where not placed. */
    readonly offM?: number;
    readonly directionUndecided: boolean;
  }[];
  readonly projects: readonly (AuditShare & {
    readonly project: string;
    readonly directionUndecided: number;
  })[];
  readonly mainRoads: AuditShare;
  readonly allMainRoads: AuditShare;
  readonly roadsInNetwork: AuditShare;
  readonly autopass: AuditShare;
  readonly all: AuditShare;
  /** AutoPASS stations without a place, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
}

interface AuditShare {
  readonly stations: number;
  readonly placed: number;
}

/** @param audit looks at every station; it builds nothing. */
export function networkAuditCommand(audit: () => Promise<NetworkAudit>): Command {
  return {
    name: 'network audit',
    summary: 'say where every toll station lies on the road network',
    help: HELP,
    async run(args, terminal) {
      const options = readOptions(args, { json: 'flag' });
      if ('problem' in options) return options.problem;
      const found = await audit();
      terminal.print(
        options.values.has('json') ? JSON.stringify(found, undefined, 2) : format(found),
      );
      return DONE;
    },
  };
}

const left = (head: string): Column => ({ head, align: 'left' });
const right = (head: string): Column => ({ head, align: 'right' });

function format(audit: NetworkAudit): string {
  const stations = formatTable(
    [left('project'), left('station'), left('id'), left('road'), right('off, m'), left('placed')],
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
    [left('project'), right('stations'), right('placed'), right('undecided')],
    audit.projects.map(({ project, stations, placed, directionUndecided }) =>
      [project, stations, placed, directionUndecided].map(String),
    ),
  );
  const totals = formatTable(
    [left('AutoPASS stations'), right('stations'), right('placed'), right('share')],
    [
      formatShare('on E and R roads that the network has', audit.mainRoads),
      formatShare('on any road that the network has', audit.roadsInNetwork),
      formatShare('on E and R roads, with their ramps and side roads', audit.allMainRoads),
      formatShare('all AutoPASS stations', audit.autopass),
      formatShare('all stations, private and ferry collection too', audit.all),
    ],
  );
  const leftOut = formatTable(
    [left('AutoPASS stations without a place'), right('stations')],
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
