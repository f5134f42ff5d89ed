/** The official road network: built once for each edition of its file and each set of stations, then opened. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBundled, readBundledText } from '../../facts/schema/read-data.ts';
import { nameIndexForm } from '../../routing/snap.ts';
import { type LockTimes, underBuildLock } from '../build-lock.ts';
import { buildInto } from '../build-network.ts';
import { readStreets, writeStreets } from '../compile/street-names.ts';
import { type KernelPlace, readKernelFile, writeKernelFile } from '../kernel-file.ts';
import { makeWritable } from '../make-writable.ts';
import { nameVersion } from '../network-version.ts';
import { type NetworkFolders, type OpenNetwork, readGates } from '../opened-network.ts';
import { loadOwnInputs } from '../osm/own-inputs.ts';
import { type OwnMap, readMapFile } from '../osm/own-map.ts';
import { pathExists } from '../path-exists.ts';
import type { FactsToPlace } from '../place.ts';
import { type CompileReport, type CompileTerms, compileRuteplan } from './compile.ts';
import { openRoadFile } from './road-file.ts';
import { isZip, unpackDatabase } from './unpack-zip.ts';

/** Raised when the same inputs would be compiled differently than before. */
const FORMAT = '3';
/** The whole country takes minutes, and some steps keep the process from showing itself for one. */
const LOCK_TIMES: LockTimes = { lookMs: 1000, silenceMs: 180_000, patienceMs: 2 * 60 * 60_000 };
const REPORT = 'report.json';
/** Where a zip is unpacked to, beside what is made of it. */
const UNPACKED = 'unpacked.sqlite';

export interface RuteplanTerms {
  readonly map: OwnMap;
  readonly facts: FactsToPlace;
}

/**
 * Opens the network of a file, and builds it first where this version has not been built in `home`.
 *
 * @param onProgress is told in a few words what happens, only when something is built or waited for.
 * @throws Error with one sentence when it has to be built, and the file is gone, has changed or can not be used.
 */
export async function openRuteplan(
  folders: NetworkFolders,
  terms: RuteplanTerms,
  onProgress: (step: string) => void,
): Promise<OpenNetwork> {
  const { folder, version } = locateRuteplan(folders, terms);
  const root = join(folders.home, 'network');
  const isDone = () => pathExists(folder);
  if (!(await isDone())) {
    await makeWritable(root);
    const run = async (live: () => void) => {
      await checkSame(terms.map);
      const tell = (step: string) => {
        live();
        onProgress(step);
      };
      await buildInto(folder, onProgress, (aside) => build(folders.data, aside, terms, tell));
    };
    const onWait = () => onProgress('waiting for another process that builds the road network');
    await underBuildLock(join(root, 'ruteplan.lock'), LOCK_TIMES, { isDone, onWait, run });
  }
  return {
    engine: {
      kind: 'kernel',
      source: 'veipris-ruteplan',
      ...(await readKernelFile(folder)),
      streets: await readStreets(folder),
    },
    gates: await readGates(folder),
    movedWarnM: readBundled(folders.data, 'road-network/osm.json').movedWarnM,
    attribution: readBundled(folders.data, RULES).attribution,
    version,
    folder,
  };
}

const RULES = 'road-network/ruteplan.json';

/** The version that a file and the facts make, and the folder it is in, built or not. */
export function locateRuteplan({ data, home }: NetworkFolders, { map, facts }: RuteplanTerms) {
  const { stations, carriageways = [] } = facts;
  const texts = [
    FORMAT,
    nameIndexForm(),
    map.sha256,
    readBundledText(data, RULES),
    readBundledText(data, 'road-network/speeds.json'),
    readBundledText(data, 'road-network/osm.json'),
    readBundledText(data, 'curated/station-places.json'),
    JSON.stringify([
      stations.map(({ positions, isDirectionDecided }) => [positions, isDirectionDecided]),
      carriageways,
    ]),
  ];
  const version = `ruteplan-${nameVersion(texts, facts)}`;
  return { version, folder: join(home, 'network', version) };
}

/** What became of the file when the network was built. */
export const readReport = async (folder: string): Promise<CompileReport> =>
  JSON.parse(await readFile(join(folder, REPORT), 'utf8')) as CompileReport;

async function build(
  data: string,
  aside: KernelPlace,
  { map, facts }: RuteplanTerms,
  onProgress: (step: string) => void,
): Promise<void> {
  const { placing } = await loadOwnInputs(data);
  const rules = readBundled(data, RULES);
  const terms: CompileTerms = {
    rules,
    placing,
    facts,
    speeds: readBundled(data, 'road-network/speeds.json'),
  };
  const unpacked = join(aside.folder, UNPACKED);
  const isPacked = await isZip(map.path);
  if (isPacked) {
    onProgress(`unpacking ${map.path}`);
    await unpackDatabase(map.path, unpacked);
  }
  const file = openRoadFile(isPacked ? unpacked : map.path, rules);
  try {
    const { prepared, gates, placement, report } = compileRuteplan(file, terms, onProgress);
    onProgress('writing the road network');
    await writeKernelFile(aside, prepared);
    await writeStreets(aside, prepared.streets);
    await writeFile(join(aside.folder, 'gates.json'), JSON.stringify(gates));
    await writeFile(join(aside.folder, 'placement.json'), JSON.stringify(placement));
    await writeFile(join(aside.folder, REPORT), JSON.stringify(report));
  } finally {
    file.close();
    if (isPacked) await rm(unpacked, { force: true });
  }
}

/** Stations and programs change; the file that they are put on must be the one that was chosen. */
async function checkSame({ path, sha256 }: OwnMap): Promise<void> {
  const again = 'Run "veipris network build --ruteplan FILE".';
  const now = await readMapFile(path).catch((cause: Error) => {
    throw new Error(
      `The official road network must be built anew, and its file is gone: ${cause.message} ${again}`,
      { cause },
    );
  });
  if (now.sha256 !== sha256)
    throw new Error(
      `The official road network must be built anew, and ${path} has changed. ${again}`,
    );
}
