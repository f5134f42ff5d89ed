/** A road network that is compiled from a file: built once for each file and each set of facts, then opened. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBundled, readBundledText } from '../facts/schema/read-data.ts';
import { decodePolyline } from '../geo/polyline.ts';
import { nameIndexForm } from '../routing/snap.ts';
import { COMPILE_LOCK_TIMES, underBuildLock } from './build-lock.ts';
import {
  buildInto,
  listFormerTiles,
  makeWritable,
  pathExists,
  removeFormerNetworks,
} from './build-network.ts';
import type { Compiled, CompileReport } from './compile/compile-links.ts';
import { type OwnMap, readMapFile } from './compile/own-map.ts';
import type { OsmPlacing } from './compile/place-on-roads.ts';
import {
  type KernelPlace,
  readKernelFile,
  readStreets,
  writeKernelFile,
  writeStreets,
} from './kernel-file.ts';
import { nameVersion } from './network-version.ts';
import { type NetworkFolders, type OpenNetwork, readGates } from './opened-network.ts';
import type { FactsToPlace } from './place.ts';

const REPORT = 'report.json';
/** Where a zip is unpacked to, beside what is made of it. */
const UNPACKED = 'unpacked.sqlite';

export interface CompileTerms {
  readonly map: OwnMap;
  readonly facts: FactsToPlace;
}

type FormName = 'ruteplan' | 'osm';

/** What differs between the kinds of files. */
interface Form {
  /** Raised when the same inputs would be compiled differently than before. */
  readonly format: string;
  readonly source: string;
  /** The data file with its rules. */
  readonly rules: 'road-network/ruteplan.json' | 'road-network/osm.json';
  /** Begins a sentence. */
  readonly name: string;
  /** Texts beside those of all networks that it is made of. */
  listTexts(data: string, facts: FactsToPlace): readonly string[];
  compile(data: string, aside: KernelPlace, terms: CompileTerms, tell: Tell): Promise<Compiled>;
}

type Tell = (step: string) => void;

const FORMS: Readonly<Record<FormName, Form>> = {
  ruteplan: {
    format: '5',
    source: 'veipris-ruteplan',
    rules: 'road-network/ruteplan.json',
    name: 'The official road network',
    listTexts: (_, { stations, carriageways = [] }) => [
      JSON.stringify([
        stations.map(({ positions, isDirectionDecided }) => [positions, isDirectionDecided]),
        carriageways,
      ]),
    ],
    compile: compileRuteplanFile,
  },
  osm: {
    format: '3',
    source: 'veipris-osm',
    rules: 'road-network/osm.json',
    name: 'Your road network',
    listTexts: (data) => [
      readBundledText(data, 'road-network/osm-profile.json'),
      JSON.stringify(listQuays(data)),
    ],
    compile: compileMap,
  },
};

const formOf = ({ form }: OwnMap): FormName => form ?? 'osm';

/**
 * Opens the network of a file, and builds it first where this version has not been built in `home`.
 *
 * @param onProgress is told in a few words what happens, only when something is built or waited for.
 * @throws Error with one sentence when it has to be built, and the file is gone, has changed or can not be used.
 */
export async function openCompiled(
  folders: NetworkFolders,
  terms: CompileTerms,
  onProgress: Tell,
): Promise<OpenNetwork> {
  const { folder, version } = locateCompiled(folders, terms);
  const name = formOf(terms.map);
  const form = FORMS[name];
  const root = join(folders.home, 'network');
  const isDone = () => pathExists(folder);
  if (!(await isDone())) {
    await makeWritable(root);
    const run = async (live: () => void) => {
      if (name === 'osm' && (await listFormerTiles(root)).length > 0)
        onProgress(
          'routing tiles of an earlier version are not used any more: the map is compiled anew',
        );
      await checkSame(terms.map);
      const tell = (step: string) => {
        live();
        onProgress(step);
      };
      await buildInto(folder, onProgress, async (aside) => {
        const compiled = await form.compile(folders.data, aside, terms, tell);
        tell('writing the road network');
        await write(aside, compiled);
      });
    };
    const onWait = () => onProgress('waiting for another process that builds the road network');
    await underBuildLock(join(root, `${name}.lock`), COMPILE_LOCK_TIMES, { isDone, onWait, run });
  }
  await removeFormerNetworks(folder);
  return {
    source: form.source,
    prepared: { ...(await readKernelFile(folder)), streets: await readStreets(folder) },
    gates: await readGates(folder),
    movedWarnM: readBundled(folders.data, 'road-network/osm.json').movedWarnM,
    attribution: readBundled(folders.data, form.rules).attribution,
    version,
    folder,
  };
}

/** The version that a file and the facts make, and the folder it is in, built or not. */
export function locateCompiled({ data, home }: NetworkFolders, { map, facts }: CompileTerms) {
  const name = formOf(map);
  const { format, listTexts } = FORMS[name];
  const texts = [
    format,
    nameIndexForm(),
    map.sha256,
    ...['ruteplan.json', 'osm.json', 'speeds.json'].map((file) =>
      readBundledText(data, `road-network/${file}`),
    ),
    readBundledText(data, 'curated/station-places.json'),
    ...listTexts(data, facts),
  ];
  const version = `${name}-${nameVersion(texts, facts)}`;
  return { version, folder: join(home, 'network', version) };
}

/** What became of the file when the network was built. */
export const readReport = async (folder: string): Promise<CompileReport> =>
  JSON.parse(await readFile(join(folder, REPORT), 'utf8')) as CompileReport;

async function write(
  aside: KernelPlace,
  { prepared, gates, placement, report }: Compiled,
): Promise<void> {
  await writeKernelFile(aside, prepared);
  await writeStreets(aside, prepared.streets);
  for (const [name, content] of [
    ['gates.json', gates],
    ['placement.json', placement],
    [REPORT, report],
  ] as const)
    await writeFile(join(aside.folder, name), JSON.stringify(content));
}

async function compileRuteplanFile(
  data: string,
  aside: KernelPlace,
  { map, facts }: CompileTerms,
  tell: Tell,
): Promise<Compiled> {
  const { compileRuteplan } = await import('./ruteplan/compile.ts');
  const { openRoadFile } = await import('./ruteplan/road-file.ts');
  const { isZip, unpackDatabase } = await import('./ruteplan/unpack-zip.ts');
  const rules = readBundled(data, 'road-network/ruteplan.json');
  const speeds = readBundled(data, 'road-network/speeds.json');
  const unpacked = join(aside.folder, UNPACKED);
  const isPacked = await isZip(map.path);
  if (isPacked) {
    tell(`unpacking ${map.path}`);
    await unpackDatabase(map.path, unpacked);
  }
  const file = openRoadFile(isPacked ? unpacked : map.path, rules);
  try {
    return compileRuteplan(file, { rules, speeds, facts, placing: readPlacing(data) }, tell);
  } finally {
    file.close();
    if (isPacked) await rm(unpacked, { force: true });
  }
}

async function compileMap(
  data: string,
  _: KernelPlace,
  { map, facts }: CompileTerms,
  tell: Tell,
): Promise<Compiled> {
  const { compileOsm } = await import('./osm/compile-osm.ts');
  return compileOsm(map.path, { ...readOsmTerms(data), facts }, tell);
}

/** What a map of OpenStreetMap is compiled with, the facts aside. @param data the project's `data/`. @internal Tests compile without a home. */
export function readOsmTerms(data: string) {
  const { boothM, quayM, minShareInNorway } = readBundled(data, 'road-network/osm.json');
  return {
    profile: readBundled(data, 'road-network/osm-profile.json'),
    factors: readBundled(data, 'road-network/ruteplan.json').factors,
    speeds: readBundled(data, 'road-network/speeds.json'),
    placing: readPlacing(data),
    ferries: { quays: listQuays(data), quayM },
    boothM,
    norway: readBundled(data, 'norway.json').rings.map(({ line }) => decodePolyline(line)),
    minShareInNorway,
  };
}

const listQuays = (data: string) =>
  readBundled(data, 'ferry-quays.json')
    .quays.filter(({ usableByCars, connectionIds }) => usableByCars && connectionIds.length > 0)
    .map(({ id, lat, lon, connectionIds }) => ({ id, at: { lat, lon }, connectionIds }));

/** Distances and decisions by which stations are placed on a network that is true to metres. @internal Tests compile without a home. */
export function readPlacing(data: string): OsmPlacing {
  const { places } = readBundled(data, 'curated/station-places.json');
  const { limits, nearestRoadM, crossSectionM, parallelDeg, seriesM } = readBundled(
    data,
    'road-network/osm.json',
  );
  const overrides = places.filter(({ onAnyNetwork }) => onAnyNetwork === true);
  return { limits, overrides, nearestRoadM, crossSectionM, parallelDeg, seriesM };
}

/** Stations and programs change; the file that they are put on must be the one that was chosen. */
async function checkSame(map: OwnMap): Promise<void> {
  const { path, sha256 } = map;
  const { name } = FORMS[formOf(map)];
  const again = `Run "veipris network build --${formOf(map)} FILE", or without it for the bundled network.`;
  const now = await readMapFile(path).catch((cause: Error) => {
    throw new Error(`${name} must be built anew, and its file is gone: ${cause.message} ${again}`, {
      cause,
    });
  });
  if (now.sha256 !== sha256)
    throw new Error(`${name} must be built anew, and ${path} has changed. ${again}`);
}
