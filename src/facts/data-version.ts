import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { type DataPlace, ownTariffsOf, pathOf } from './data-place.ts';

/** Every file that a price depends on. */
const PRICED_BY = [
  'toll-stations.json',
  'toll-projects.json',
  'holidays.json',
  'ferry-quays.json',
  'ferry-connections.json',
  'ferry-tariffs.json',
  'ferry-payments.json',
  'vehicle-types.json',
];

/** Names everything that a price depends on. Equal versions give equal prices. */
export interface DataVersion {
  /** What answers carry: the day of the newest extract, and the first digits of the hash. */
  readonly dataVersion: string;
  /** SHA-256 of all of it, 64 hexadecimal digits: what proofs carry. */
  readonly dataHash: string;
}

/** @param network the version of the road network, which decides what is passed. */
export function readDataVersion(place: DataPlace, day: string, network: string): DataVersion {
  const hash = createHash('sha256').update(network);
  for (const file of PRICED_BY) hash.update(readFileSync(pathOf(place, file)));
  const own = ownTariffsOf(place);
  if (own !== undefined && existsSync(own)) hash.update(readFileSync(own));
  const dataHash = hash.digest('hex');
  return { dataVersion: `${day}+${dataHash.slice(0, 8)}`, dataHash };
}
