import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StationToPlace } from './place.ts';

/** What placing reads of a record of `toll-stations.json`; the catalogue checks the whole file. */
interface StationRecord {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly kind: StationToPlace['kind'];
  readonly road: string;
  readonly lat: number;
  readonly lon: number;
  readonly onRamp?: boolean;
  readonly charged: StationToPlace['charged'];
  readonly chargedBearingDeg: number | null;
  /** Present on records that only repeat another one with an old tariff. */
  readonly staleTwinOf?: string;
}

/** The stations to place, by id; records of stations that another record describes are left out. */
export async function loadStations(data: string): Promise<StationToPlace[]> {
  const { stations } = JSON.parse(await readFile(join(data, 'toll-stations.json'), 'utf8')) as {
    stations: StationRecord[];
  };
  return stations
    .filter(({ staleTwinOf }) => staleTwinOf === undefined)
    .map(({ id, name, project, kind, road, lat, lon, onRamp, charged, chargedBearingDeg }) => ({
      id,
      name,
      project,
      kind,
      road,
      at: { lat, lon },
      onRamp: onRamp === true,
      charged,
      ...(chargedBearingDeg === null ? {} : { chargedBearingDeg }),
    }))
    .sort((a, b) => Number(a.id) - Number(b.id));
}
