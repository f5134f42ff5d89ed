/** Where the files of facts are, how they are read, and how a state of all facts is named. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseChecked } from '../base/parse-checked.ts';
import {
  type DataFile,
  type DataFileName,
  RENEWED_FILES,
  type RenewedFileName,
} from './schema/data-files.ts';
import { readBundledText } from './schema/read-bundled.ts';

export interface DataPlace {
  /** The folder of the bundled data. It has all files, including those that are never renewed. */
  readonly bundled: string;
  /** The folder of the renewed files; absent: nothing is renewed. */
  readonly renewed?: string;
  /** Path of the file with the rows of the operator, which may be missing; absent: no file is looked for. */
  readonly ownTariffs?: string;
}

/** A file of facts, and its text as it is published. */
export interface Fact<Name extends DataFileName> {
  readonly content: DataFile<Name>;
  readonly text: string;
}

/**
 * Reads a file. A bundled file must match the manifest. A renewed file must match its schema.
 *
 * @throws Error with one sentence that names the file and what is wrong with it.
 */
export function readFact<Name extends DataFileName>(place: DataPlace, name: Name): Fact<Name> {
  const renewed = folderOf(place, name);
  if (renewed === undefined || !isRenewable(name)) {
    const text = readBundledText(place.bundled, name);
    return { content: JSON.parse(text), text };
  }
  const text = readFileSync(join(renewed, name), 'utf8');
  const content: unknown = parseChecked(text, RENEWED_FILES[name], name);
  return { content: content as DataFile<Name>, text };
}

/** The folder of the renewed file; `undefined`: the file is bundled, or the version of an earlier release lacks it. */
function folderOf({ renewed }: DataPlace, name: string): string | undefined {
  return isRenewable(name) && renewed !== undefined && existsSync(join(renewed, name))
    ? renewed
    : undefined;
}

const isRenewable = (name: string): name is RenewedFileName => name in RENEWED_FILES;

/** All files on which a price, or the priced way, depends. */
const PRICED_BY = [
  'toll-stations.json',
  'toll-projects.json',
  'holidays.json',
  'ferry-quays.json',
  'ferry-connections.json',
  'ferry-tariffs.json',
  'ferry-payments.json',
  'ferry-service.json',
  'vehicle-types.json',
  'travel-allowance.json',
  'road-closures.json',
];

/** Names everything that a price depends on. Equal versions give equal prices. */
export interface DataVersion {
  /** The version in answers: the day of the newest extract, and the first digits of the hash. */
  readonly dataVersion: string;
  /** The version in proofs: SHA-256 of everything, 64 hexadecimal digits. */
  readonly dataHash: string;
}

/** @param network the version of the road network, which decides what is passed. */
export function readDataVersion(place: DataPlace, day: string, network: string): DataVersion {
  const hash = createHash('sha256').update(network);
  for (const file of PRICED_BY) {
    hash.update(readFileSync(join(folderOf(place, file) ?? place.bundled, file)));
  }
  const own = place.ownTariffs;
  if (own !== undefined && existsSync(own)) hash.update(readFileSync(own));
  const dataHash = hash.digest('hex');
  return { dataVersion: `${day}+${dataHash.slice(0, 8)}`, dataHash };
}
