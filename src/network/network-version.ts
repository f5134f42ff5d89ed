import { createHash } from 'node:crypto';
import type { FactsToPlace, SectionToPlace, StationToPlace } from './place.ts';

/** Names a network by all that it is made of, as 16 digits. */
export function nameVersion(
  texts: readonly string[],
  { stations, sections, services }: FactsToPlace,
): string {
  const hash = createHash('sha256');
  const placed = [
    stations.map(placingOf),
    ...(sections ? [sections.map(placingOfSection)] : []),
    ...(services ? [services] : []),
  ];
  for (const text of [...texts, ...placed.map((list) => JSON.stringify(list))])
    hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** What of a station decides where it lies; another name or project needs no other network. */
const placingOf = ({ id, road, at, onRamp, charged, chargedBearingDeg }: StationToPlace) => [
  id,
  road,
  at.lat,
  at.lon,
  onRamp,
  charged,
  chargedBearingDeg,
];

/** Other days close a section without a new network. */
const placingOfSection = ({ id, line, road, ends }: SectionToPlace) => [id, line, road, ends];
