/** A file of `data/` as it is written: its `meta`, and its text. */
import type { Day } from '../../base/day.ts';
import { groupBy } from '../../base/group-by.ts';
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
  /** What a reader of the rows must know; absent: nothing. */
  readonly note?: string;
}

const STATIONS_ORIGIN: Origin = {
  source:
    'Statens vegvesen, NVDB object type 45; PhD6959/Periple-Nordique-Data sources/peages.geojson, commit 1cc19e211a8d0026fad60e06badb741fae80828e; rush tariffs of large vehicles: Adriconizen/portefolje bomstasjonkart/data/bomstasjoner.json, commit b387e5c9, of 2026-08-14',
  date: '2026-09-10',
};

const CAMERAS_ORIGIN: Origin = {
  source:
    'Statens vegvesen, NVDB object type 162; HHTAppStudio/speedwise-data public/packs/no.v2.json, commit cdc52cc4c154232af4f3a2f3fa4596204f3b23a0',
  date: '2026-10-05',
  note: 'The road database has some 450 cameras. The public copy joins those up to 30 m apart and has 438; two of them are test points (434487117, 83725420) and left out: 436. A renewal from the road database brings all.',
};

/**
 * The `meta` of `toll-stations.json`: where it comes from, and how many of each kind.
 *
 * @param origin absent: the extract that the bundled data is made from.
 */
export function describeStations(
  stations: readonly StationRecord[],
  { source, date }: Origin = STATIONS_ORIGIN,
) {
  return {
    source,
    date,
    ...NVDB_TERMS,
    counts: {
      stations: stations.length,
      ...countBy(stations, ({ kind }) => kind),
      staleTwins: stations.filter(({ staleTwinOf }) => staleTwinOf !== undefined).length,
      ...countBy(stations, ({ charged }) => charged),
    },
  };
}

/** The `meta` of `speed-cameras.json`; `origin` as for the stations. */
export function describeCameras(
  cameras: readonly SpeedCamera[],
  { source, date, note }: Origin = CAMERAS_ORIGIN,
) {
  return {
    source,
    date,
    ...(note !== undefined && { note }),
    ...NVDB_TERMS,
    counts: {
      cameras: cameras.length,
      doubtful: cameras.filter(({ doubtful }) => doubtful !== undefined).length,
    },
  };
}

export const PUBLIC_FERRIES = 'PhD6959/Periple-Nordique-Data sources/ferries.geojson';

const QUAYS_ORIGIN: Origin = {
  source: `Statens vegvesen, NVDB object type 64; ${PUBLIC_FERRIES}, commits ac8e0626e460986016dda5504250f33b87c0eb0e and 8a09f80a763fc87231a9e20f42e7104d01dbe731`,
  date: '2026-09-10',
};

/**
 * The `meta` of `ferry-quays.json`.
 *
 * @param origin absent: the extract that the bundled data is made from.
 */
export const describeQuays = (
  quays: readonly QuayRecord[],
  { source, date }: Origin = QUAYS_ORIGIN,
) => ({
  source,
  date,
  ...NVDB_TERMS,
  counts: {
    quays: quays.length,
    ...countBy(quays, ({ status }) => status),
    usableByCars: quays.filter(({ usableByCars }) => usableByCars).length,
    withoutConnection: quays.filter(({ connectionIds }) => connectionIds.length === 0).length,
  },
});

/** How many there are of each kind, in alphabetical order. */
export function countBy<T>(rows: readonly T[], kindOf: (row: T) => string): Record<string, number> {
  const kinds = [...groupBy(rows, kindOf)].sort(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(kinds.map(([kind, { length }]) => [kind, length]));
}

/** A file of `data/`, ready to be written. */
export interface CompiledText {
  /** Inside `data/`. */
  readonly path: string;
  readonly text: string;
  readonly records: number;
}

/** A file of facts, ready to be written. */
export const toText = (path: string, content: object): CompiledText => ({
  path,
  text: formatDataFile(content),
  records: Object.values(content).filter(Array.isArray).flat().length,
});

/**
 * A file of `data/` as text: one line per record of a list, so that a change of one record is a
 * change of one line.
 *
 * @internal Outside this file only its tests ask for it.
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
