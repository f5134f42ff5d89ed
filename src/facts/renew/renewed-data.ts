/** The types that a renewal works with: the data in force, the rows of the road database, and the new data. */
import type { Day } from '../../base/day.ts';
import type { CarriagewayPiece } from '../../geo/road-link.ts';
import type { RoadDatabaseRows } from '../../upstream/road-database/road-database.ts';
import {
  describeCameras,
  describeQuays,
  describeStations,
  formatDataFile,
} from '../compile/format-data-file.ts';
import type { SpeedCamera } from '../schema/country.ts';
import type { RenewedFileName } from '../schema/data-files.ts';
import type { ConnectionFile, QuayRecord } from '../schema/ferries.ts';
import type { RoadClosures } from '../schema/road-closures.ts';
import type { GoneStation, StationRecord } from '../schema/toll-stations.ts';

/** The rows of the road database. */
export type RoadRows = Omit<RoadDatabaseRows, 'unreadable'>;

/** The five files that a renewal writes, as records. */
export interface RenewableData {
  readonly stations: readonly StationRecord[];
  /** Stations that the road database had before, and no longer has. */
  readonly gone: readonly GoneStation[];
  readonly quays: readonly QuayRecord[];
  readonly connections: ConnectionFile;
  readonly cameras: readonly SpeedCamera[];
  readonly closures: RoadClosures;
  /** The day that the stations stand for. */
  readonly day: Day;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A row that needs a decision by hand. */
export interface Undecided extends Named {
  /** The question to be decided, such as `an Oslo ring`. */
  readonly what: string;
}

/** A link sequence with its carriageways, by the answer of the road network on a day. */
export interface AskedLink {
  readonly linkId: number;
  /** `YYYY-MM-DD`. */
  readonly askedOn: string;
  readonly pieces: readonly CarriagewayPiece[];
}

/** The rows of the road database that are kept. They are compiled again when the decisions change. */
export interface KeptRows extends RoadRows {
  readonly links: readonly AskedLink[];
  /** Ids of stations without a row that keep their record; absent: none. */
  readonly keptStations?: readonly string[];
}

/** The change of a member by a renewal, as text; absent: it had no value before, or has none afterwards. */
export interface Change {
  readonly before?: string;
  readonly after?: string;
}

/** The change from one text to another; `[]`: they are the same. */
export const listChange = (before: string | undefined, after: string | undefined): Change[] =>
  before === after
    ? []
    : [{ ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];

/** The name of the file of kept rows in a version. */
export const ROWS_FILE = 'rows.json';

/** The files of a version, as text. */
export function formatRenewed(
  data: RenewableData,
  rows: KeptRows,
): Readonly<Record<RenewedFileName | typeof ROWS_FILE, string>> {
  const { stations, gone, quays, connections, cameras, closures, day: date } = data;
  const carriageways = rows.links.flatMap(({ pieces }) => pieces);
  return {
    'toll-stations.json': formatDataFile({
      meta: describeStations(stations, { source: sourceOf(45), date }),
      stations,
      gone,
      carriageways,
    }),
    'ferry-quays.json': formatDataFile({
      meta: describeQuays(quays, { source: sourceOf(64), date }),
      quays,
    }),
    'ferry-connections.json': formatDataFile(connections),
    'speed-cameras.json': formatDataFile({
      meta: describeCameras(cameras, { source: sourceOf(162), date }),
      cameras,
    }),
    'road-closures.json': formatDataFile(closures),
    [ROWS_FILE]: formatDataFile(rows),
  };
}

const sourceOf = (type: number) =>
  `Statens vegvesen, NVDB object type ${type}, API les V4; decisions by hand on top`;
