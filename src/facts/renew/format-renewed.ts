import type { CarriagewayPiece } from '../../geo/road-link.ts';
import { toText } from '../compile/format-data-file.ts';
import { describeCameras, describeQuays, describeStations } from '../compile/station-meta.ts';
import type { RENEWED_FILES } from '../data-place.ts';
import type { RenewableData, RoadRows } from './renewed-data.ts';

/** What is read from the road database and kept, to compile it again when the decisions change. */
export interface KeptRows extends RoadRows {
  readonly links: readonly AskedLink[];
}

/** A link sequence that the road network was asked for. */
export interface AskedLink {
  readonly linkId: number;
  /** `YYYY-MM-DD`. */
  readonly askedOn: string;
  readonly pieces: readonly CarriagewayPiece[];
}

/** The name of the file of kept rows in a version. */
export const ROWS_FILE = 'rows.json';

/** The files of a version, as text. */
export function formatRenewed(
  data: RenewableData,
  rows: KeptRows,
): Readonly<Record<(typeof RENEWED_FILES)[number] | typeof ROWS_FILE, string>> {
  const { stations, gone, quays, cameras, day: date } = data;
  const carriageways = rows.links.flatMap(({ pieces }) => pieces);
  return {
    'toll-stations.json': toText('toll-stations.json', {
      meta: describeStations(stations, { source: sourceOf(45), date }),
      stations,
      gone,
      carriageways,
    }).text,
    'ferry-quays.json': toText('ferry-quays.json', {
      meta: describeQuays(quays, { source: sourceOf(64), date }),
      quays,
    }).text,
    'speed-cameras.json': toText('speed-cameras.json', {
      meta: describeCameras(cameras, { source: sourceOf(162), date }),
      cameras,
    }).text,
    [ROWS_FILE]: toText(ROWS_FILE, { ...rows }).text,
  };
}

const sourceOf = (type: number) =>
  `Statens vegvesen, NVDB object type ${type}, API les V4; decisions by hand on top`;
