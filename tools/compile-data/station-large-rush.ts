import type { StationRow } from '../../src/upstream/road-database/parse-station.ts';

/** A station of the second extract of the road database, which has property 9411. Kroner. */
export interface SourceLargeRush {
  /** NVDB object id, type 45. */
  readonly id: number;
  readonly small: number | null;
  readonly smallRush: number | null;
  readonly large: number | null;
  readonly largeRush: number | null;
}

/**
 * The stations with the rush tariff of large vehicles. It stands beside the tariff that it was read
 * with: a station whose other prices differ has another tariff, and gets none.
 *
 * Source: NVDB property 9411, extract of 2026-08-14; the extract of the stations leaves it out.
 */
export function withLargeRush(
  stations: readonly StationRow[],
  rows: readonly SourceLargeRush[],
): StationRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return stations.map((station) => {
    const row = byId.get(station.nvdbId);
    const isSameTariff =
      row?.small === station.smallNok &&
      row.smallRush === station.smallRushNok &&
      row.large === station.largeNok;
    return isSameTariff && row.largeRush !== null
      ? { ...station, largeRushNok: row.largeRush }
      : station;
  });
}
