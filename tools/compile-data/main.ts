/**
 * The program that `veipris data compile` and `npm run manifest` run: `main.ts [FOLDER OF EXTRACTS]`. It prints
 * `CompiledData` as JSON, and one line on standard error when it fails.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompiledData, CompiledFile } from '../../src/cli/data.ts';
import { MANIFEST } from '../../src/facts/schema/read-bundled.ts';
import { parseLinks } from '../../src/network/link.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { checkData, writeManifest } from './check-data.ts';
import { type CompiledCatalogue, compileCatalogue } from './compile-catalogue.ts';
import type { CompiledText } from './compiled-text.ts';
import { compileMap } from './map/compile-map.ts';
import { compileNetwork } from './network/compile-network.ts';
import { compileStretches } from './stretches.ts';

/**
 * Compiles everything before it writes, so that a row without a decision leaves `data/` unchanged. Then all files are
 * checked, and noted in the manifest.
 *
 * @param from folder of the source extracts; absent: the present files are checked and noted.
 * @throws Error with one line that says what is missing, undecided or wrong.
 */
async function compileData(from: string | undefined): Promise<CompiledData> {
  const { files, notes } = from === undefined ? NOTHING : await compileFrom(from);
  const written = await Promise.all(files.map(writeIfChanged));
  checkData(DATA_DIR);
  const manifest = { path: MANIFEST, records: 1, changed: writeManifest(DATA_DIR) };
  return { files: [...written, manifest], notes };
}

const NOTHING: CompiledCatalogue = { files: [], notes: [] };

async function compileFrom(from: string): Promise<CompiledCatalogue> {
  const { links, report } = await compileNetwork(from, DATA_DIR);
  const stretches = await compileStretches(from);
  const { files, notes } = await compileCatalogue(from, DATA_DIR);
  const map = await compileMap({ from, data: DATA_DIR }, parseLinks(links));
  return {
    files: [...files, ...describeNetwork(links), stretches, ...map],
    notes: [...notes, ...noteNetwork(report)],
  };
}

/** The links, and a file with their count, which shows whether the links were cut short. */
function describeNetwork(links: string): CompiledText[] {
  const count = links.trimEnd().split('\n').length;
  const what = 'What links.ndjson must hold; written together with it by `veipris data compile`.';
  const text = `${JSON.stringify({ meta: { what, counts: { links: count } } }, null, 2)}\n`;
  return [
    { path: 'road-network/links.ndjson', text: links, records: count },
    { path: 'road-network/links-meta.json', text, records: 1 },
  ];
}

type NetworkReport = Awaited<ReturnType<typeof compileNetwork>>['report'];

function noteNetwork({ planned, joined, ...report }: NetworkReport): string[] {
  const { joinedQuays, addedFerries, roadlessQuays, openFerryEnds, timedFerryLines } = report;
  return [
    `${planned} planned roads left out`,
    `${joined.ferry} ferry ends, ${joined.road} road ends and ${joinedQuays.length} quays joined`,
    `${addedFerries.length} ferry legs added, ${timedFerryLines} ferry lines timed`,
    `${openFerryEnds} ferry ends and ${roadlessQuays.length} quays stay without a road`,
    `${report.addedRoads} roads drawn by us, hairpins widened at ${report.widenedHairpins} junctions`,
    `${report.roadKm} km of road, ${report.ferryKm} km of ferry`,
  ].map((note) => `road network: ${note}`);
}

/** Writes a file under another name and renames it, so that a reader sees the old file or the new one. */
async function writeIfChanged({ path, text, records }: CompiledText): Promise<CompiledFile> {
  const target = join(DATA_DIR, path);
  const before = await readFile(target, 'utf8').catch(() => undefined);
  if (before === text) return { path, records, changed: false };
  await writeFile(`${target}.part`, text);
  await rename(`${target}.part`, target);
  return { path, records, changed: true };
}

try {
  process.stdout.write(JSON.stringify(await compileData(process.argv[2])));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
