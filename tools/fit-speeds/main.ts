/**
 * Fits the speeds of the bundled network and writes `data/road-network/speeds.json` and the manifest: `npm run fit:speeds`.
 *
 * It reads only `data/`, and always gives the same file. `npm run audit stretches` tells how good the fit is.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_DIR } from '../../src/service/machine.ts';
import { writeManifest } from '../compile-data/check-data.ts';
import { fitBundled } from './fit-bundled.ts';

const path = join(DATA_DIR, 'road-network', 'speeds.json');
const before = await readFile(path, 'utf8');
const { meta } = JSON.parse(before) as { readonly meta?: unknown };
const { speeds } = await fitBundled(DATA_DIR);
const text = `${JSON.stringify({ meta, ...speeds }, undefined, 2)}\n`
  // One road a line.
  .replace(/\{\s+("(?:class|p10|eastLon)"[^{}]*(?:\{[^{}]*\}\s*)?)\}/g, (row) =>
    row.replace(/\s+/g, ' '),
  );
if (text === before) process.stdout.write('speeds.json is as it was.\n');
else {
  await writeFile(path, text);
  writeManifest(DATA_DIR);
  process.stdout.write('speeds.json is written; run npm run audit, and read the diff.\n');
}
