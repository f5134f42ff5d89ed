/** The `meta` and the text of files of `data/`. */
import type { Day } from '../../base/day.ts';
import { groupBy } from '../../base/lists.ts';
import type { SpeedCamera } from '../schema/country.ts';
import type { QuayRecord } from '../schema/ferries.ts';
import type { StationRecord } from '../schema/toll-stations.ts';

export const NVDB_TERMS = {
  licence: 'NLOD 2.0, https://data.norge.no/nlod/no/2.0',
  attribution:
    'Inneholder data under norsk lisens for offentlige data (NLOD) tilgjengeliggjort av Statens vegvesen.',
};

/** Where the rows of a file come from. */
export interface Origin {
  readonly source: string;
  readonly date: Day;
  /** A remark that a reader of the rows needs; absent: none. */
  readonly note?: string;
}

const metaOf = ({ source, date, note }: Origin, counts: Readonly<Record<string, number>>) => ({
  source,
  date,
  ...(note !== undefined && { note }),
  ...NVDB_TERMS,
  counts,
});

/** The `meta` of `toll-stations.json`. */
export const describeStations = (stations: readonly StationRecord[], origin: Origin) =>
  metaOf(origin, {
    stations: stations.length,
    ...countBy(stations, ({ kind }) => kind),
    staleTwins: stations.filter(({ staleTwinOf }) => staleTwinOf !== undefined).length,
    ...countBy(stations, ({ charged }) => charged),
  });

/** The `meta` of `speed-cameras.json`. */
export const describeCameras = (cameras: readonly SpeedCamera[], origin: Origin) =>
  metaOf(origin, {
    cameras: cameras.length,
    doubtful: cameras.filter(({ doubtful }) => doubtful !== undefined).length,
  });

/** The `meta` of `ferry-quays.json`. */
export const describeQuays = (quays: readonly QuayRecord[], origin: Origin) =>
  metaOf(origin, {
    quays: quays.length,
    ...countBy(quays, ({ status }) => status),
    usableByCars: quays.filter(({ usableByCars }) => usableByCars).length,
    withoutConnection: quays.filter(({ connectionIds }) => connectionIds.length === 0).length,
  });

/** The number of rows of each kind, in alphabetical order of the kinds. */
export function countBy<T>(rows: readonly T[], kindOf: (row: T) => string): Record<string, number> {
  const kinds = [...groupBy(rows, kindOf)].sort(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(kinds.map(([kind, { length }]) => [kind, length]));
}

/**
 * A file of `data/` as text: one line per record of a list, so that a change of one record is a
 * change of one line.
 */
export function formatDataFile(content: object): string {
  const members = Object.entries(content).map(([name, value]) => {
    const text = Array.isArray(value) ? formatRecords(value) : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}

function formatRecords(records: readonly unknown[]): string {
  if (records.length === 0) return '[]';
  return `[\n${records.map((record) => `    ${JSON.stringify(record)}`).join(',\n')}\n  ]`;
}
