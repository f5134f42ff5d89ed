import type { TollSite, TollSites } from '../geo/toll-site.ts';
import type { StationRecord, TollStations } from './toll-stations-schema.ts';

/**
 * What decided a direction by what the operator says of the station. The others follow from the
 * road database, and its links know better.
 */
const DECIDED_BY: readonly string[] = ['override', 'name', 'inbound', 'ramp'];

/**
 * Where the stations stand, by id. A row that only repeats a station stands for it: its positions
 * count as the station's own.
 */
export function listTollSites({ stations, carriageways = [] }: TollStations): TollSites {
  const sites = stations
    .filter(({ staleTwinOf }) => staleTwinOf === undefined)
    .map((station): TollSite => {
      const { id, name, lat, lon, charged, chargedBy, chargedBearingDeg } = station;
      const rows = [station, ...stations.filter(({ staleTwinOf }) => staleTwinOf === id)];
      const otherIds = stations
        .filter((row) => row.passageKey === station.passageKey || row.staleTwinOf === id)
        .flatMap((row) => (row.id === id ? [] : [row.id]));
      return {
        stationId: id,
        name,
        ...(otherIds.length > 0 && { otherIds }),
        at: { lat, lon },
        ...(chargedBearingDeg != null && { chargedBearingDeg }),
        ...(DECIDED_BY.includes(chargedBy) &&
          charged !== 'undecided-one-way' && { isDirectionDecided: true }),
        positions: rows.flatMap(({ positions = [] }: StationRecord) => positions),
      };
    });
  return { sites, carriageways };
}
