/** The names of streets, in a file beside the network. */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { KernelPlace, StreetNames } from '../kernel-file.ts';
import { formatRows, parseRows, type RowsLabel } from '../number-rows.ts';

const NAME = 'streets.bin';
/** The texts are one JSON list. */
const ROWS = { of: Int32Array, texts: Uint8Array } as const;
const labelOf = (network: string): RowsLabel => ({ kind: 'street names', network });

export async function writeStreets(
  { folder, version }: KernelPlace,
  { of, texts }: StreetNames,
): Promise<void> {
  const rows = { of, texts: new TextEncoder().encode(JSON.stringify(texts)) };
  await writeFile(join(folder, NAME), formatRows(labelOf(version), ROWS, rows));
}

/** @throws Error with one sentence when the file is damaged, or that of another network. */
export async function readStreets(folder: string): Promise<StreetNames> {
  const path = join(folder, NAME);
  const { of, texts } = parseRows(await readFile(path), labelOf(basename(folder)), ROWS, path);
  return { of, texts: JSON.parse(new TextDecoder().decode(texts)) as readonly string[] };
}
