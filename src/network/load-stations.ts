import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseChecked } from '../base/parse-checked.ts';
import { StationsFile } from './network-schema.ts';
import type { StationToPlace } from './place.ts';

/**
 * The stations to place, by id; records of stations that another record describes are left out.
 * Only what placing reads is checked: prices are the catalogue's.
 *
 * @throws Error that names the file, when it has not the shape of its schema.
 */
export async function loadStations(data: string): Promise<StationToPlace[]> {
  const text = await readFile(join(data, 'toll-stations.json'), 'utf8');
  return parseChecked(text, StationsFile, 'toll-stations.json')
    .stations.filter(({ staleTwinOf }) => staleTwinOf === undefined)
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
