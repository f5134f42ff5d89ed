import { readBundled } from '../facts/schema/read-data.ts';
import type { StationRecord } from '../facts/schema/toll-stations.ts';
import type { StationToPlace } from './place.ts';

/**
 * The bundled stations to place.
 *
 * @throws Error that names `toll-stations.json` when it is damaged.
 * @internal Only tests and measurements ask for it.
 */
export const loadStations = async (data: string): Promise<StationToPlace[]> =>
  toStationsToPlace(readBundled(data, 'toll-stations.json').stations);

/** The stations to place, by id; records of stations that another record describes are left out. */
export const toStationsToPlace = (stations: readonly StationRecord[]): StationToPlace[] =>
  stations
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
