import { createHash } from 'node:crypto';
import type { StationToPlace } from './place.ts';

/** Names a network by all that it is made of, as 16 digits. */
export function nameVersion(texts: readonly string[], stations: readonly StationToPlace[]): string {
  const hash = createHash('sha256');
  for (const text of [...texts, JSON.stringify(stations.map(placingOf))])
    hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** What of a station decides where it lies; another name or project needs no other tiles. */
const placingOf = ({ id, road, at, onRamp, charged, chargedBearingDeg }: StationToPlace) => [
  id,
  road,
  at.lat,
  at.lon,
  onRamp,
  charged,
  chargedBearingDeg,
];
