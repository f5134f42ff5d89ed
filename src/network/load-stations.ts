import { readBundled } from '../facts/schema/read-data.ts';
import type { StationRecord } from '../facts/schema/toll-stations.ts';
import type { LinkPosition } from '../geo/road-link.ts';
import type { StationToPlace } from './place.ts';

/**
 * The bundled stations to place.
 *
 * @throws Error that names `toll-stations.json` when it is damaged.
 * @internal Only tests and measurements ask for it.
 */
export const loadStations = async (data: string): Promise<StationToPlace[]> =>
  toStationsToPlace(readBundled(data, 'toll-stations.json').stations);

/**
 * What decided a direction by what the operator says of the station. The others follow from the road database, and
 * its links know better.
 */
const DECIDED_BY: readonly StationRecord['chargedBy'][] = ['override', 'name', 'inbound', 'ramp'];

export const isDirectionDecided = ({ charged, chargedBy }: StationRecord): boolean =>
  DECIDED_BY.includes(chargedBy) && charged !== 'undecided-one-way';

/** Where a station stands on link sequences; a row that only repeats it stands for it. */
export const listPositions = (
  station: StationRecord,
  stations: readonly StationRecord[],
): readonly LinkPosition[] =>
  [station, ...stations.filter(({ staleTwinOf }) => staleTwinOf === station.id)].flatMap(
    ({ positions = [] }) => positions,
  );

/** The stations to place, by id; records of stations that another record describes are left out. */
export const toStationsToPlace = (stations: readonly StationRecord[]): StationToPlace[] =>
  stations
    .filter(({ staleTwinOf }) => staleTwinOf === undefined)
    .map((station): StationToPlace => {
      const { id, name, project, kind, road, lat, lon, onRamp } = station;
      const { charged, chargedBearingDeg } = station;
      const positions = listPositions(station, stations);
      return {
        id,
        name,
        project,
        kind,
        road,
        at: { lat, lon },
        onRamp: onRamp === true,
        charged,
        ...(chargedBearingDeg === null ? {} : { chargedBearingDeg }),
        ...(positions.length > 0 && { positions }),
        ...(isDirectionDecided(station) && { isDirectionDecided: true }),
      };
    })
    .sort((a, b) => Number(a.id) - Number(b.id));
