import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type DataPlace, pathOf } from './data-place.ts';

/** Every file that a price depends on. */
const PRICED_BY = [
  'toll-stations.json',
  'toll-projects.json',
  'holidays.json',
  'ferry-quays.json',
  'ferry-connections.json',
  'ferry-tariffs.json',
  'ferry-payments.json',
];

/**
 * The version that answers carry: the day of the newest extract and a hash of everything that a
 * price depends on, such as `2026-09-10+1a2b3c4d`. Equal versions give equal prices.
 *
 * @param network the version of the road network, which decides what is passed.
 */
export function readDataVersion(place: DataPlace, day: string, network: string): string {
  const hash = createHash('sha256').update(network);
  for (const file of PRICED_BY) hash.update(readFileSync(pathOf(place, file)));
  return `${day}+${hash.digest('hex').slice(0, 8)}`;
}
