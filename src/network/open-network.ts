/**
 * The road network in force. It is compiled once for each version of its inputs, and afterwards only opened. It is made
 * from the bundled links, from a file of the official network, or from a map of OpenStreetMap.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import Type from 'typebox';
import { parseChecked } from '../base/parse-checked.ts';
import { readBundled, readBundledText } from '../facts/schema/read-bundled.ts';
import { type LockTimes, underLock } from '../files/file-lock.ts';
import type { Gate } from '../passages/passage-finder.ts';
import { listGatePlaces } from '../routing/network.ts';
import { nameIndexForm } from '../routing/pieces.ts';
import type { Compiled, CompileReport } from './compile/compile-links.ts';
import { type PreparedNetwork, readKernelFile, writeKernelFile } from './kernel-file.ts';
import { listInputTexts } from './link.ts';
import {
  COMPILE_LOCK_TIMES,
  listFormerTiles,
  makeWritable,
  pathExists,
  removeFormerNetworks,
  writeFolder,
} from './network-folders.ts';
import { listQuays } from './osm/ferry-lines.ts';
import { keepOwnMap, nameForm, type OwnMap, readMapFile, readOwnMap } from './own-map.ts';
import type { FactsToPlace, Placement, SectionToPlace, StationToPlace } from './placement/place.ts';

export interface NetworkFolders {
  /** The bundled data. */
  readonly data: string;
  /** Networks are kept in its folder `network`, which is made when missing. */
  readonly home: string;
}

/** A road network that is built and ready. */
export interface OpenNetwork {
  readonly prepared: PreparedNetwork;
  /** The places of the toll stations on it. */
  readonly gates: readonly Gate[];
  /** Name of the planner on this network, for `_billing.source`. */
  readonly source: string;
  /** A stop that is moved farther than this gets a warning; absent: the usual distance. Metres. */
  readonly movedWarnM?: number;
  /** Credit line of the roads. */
  readonly attribution: string;
  /** Changes whenever an input of the network changes. */
  readonly version: string;
  readonly folder: string;
}

export interface NetworkTerms {
  /** Absent: the network of the bundled links. */
  readonly map?: OwnMap | undefined;
  readonly facts: FactsToPlace;
}

type Tell = (step: string) => void;

const PLACEMENT = 'placement.json';
const REPORT = 'report.json';

/** How the networks of the bundled links, of the official network and of OpenStreetMap differ. */
interface Form {
  /** Is raised when the same inputs compile to another network than before. */
  readonly format: string;
  readonly source: string;
  /** Text before the digits of a version. */
  readonly prefix: string;
  readonly lock: readonly [name: string, times: LockTimes];
  credit(data: string): string;
  /** Texts of the inputs other than the file and the facts. */
  listTexts(data: string, facts: FactsToPlace): readonly string[];
  compile(place: CompilePlace, facts: FactsToPlace, tell: Tell): Promise<Compiled>;
}

interface CompilePlace {
  readonly data: string;
  /** Folder of the network that is compiled. It does not exist yet. */
  readonly folder: string;
  /** The file that the network is compiled from; '' for the bundled links. */
  readonly path: string;
}

/** The data that the compilation of any file reads. */
const FILE_TEXTS = [
  'road-network/ruteplan.json',
  'road-network/osm.json',
  'road-network/speeds.json',
  'curated/station-places.json',
] as const;
const readFileTexts = (data: string) => FILE_TEXTS.map((name) => readBundledText(data, name));

const FORMS: Readonly<Record<'n1000' | 'ruteplan' | 'osm', Form>> = {
  n1000: {
    format: '29',
    source: 'veipris-n1000',
    prefix: '',
    // The build takes seconds. Placing and drawing block the process for up to two seconds.
    lock: ['build.lock', { lookMs: 200, patienceMs: 120_000 }],
    // Source: the licence of the links is named in data/README.md.
    credit: () => 'Roads: © Kartverket (CC BY 4.0), converted and completed.',
    listTexts: listInputTexts,
    compile: async ({ data }, facts, tell) =>
      (await import('./n1000/compile.ts')).compileN1000(data, facts, tell),
  },
  ruteplan: {
    format: '13',
    source: 'veipris-ruteplan',
    prefix: 'ruteplan-',
    lock: ['ruteplan.lock', COMPILE_LOCK_TIMES],
    credit: (data) => readBundled(data, 'road-network/ruteplan.json').attribution,
    listTexts: (data, { stations, carriageways = [] }) => [
      ...readFileTexts(data),
      JSON.stringify([
        stations.map(({ positions, isDirectionDecided }) => [positions, isDirectionDecided]),
        carriageways,
      ]),
    ],
    compile: async (place, facts, tell) =>
      (await import('./ruteplan/compile.ts')).compileRuteplanFile(place, facts, tell),
  },
  osm: {
    format: '11',
    source: 'veipris-osm',
    prefix: 'osm-',
    lock: ['osm.lock', COMPILE_LOCK_TIMES],
    credit: (data) => readBundled(data, 'road-network/osm.json').attribution,
    listTexts: (data) => [
      ...readFileTexts(data),
      readBundledText(data, 'road-network/osm-profile.json'),
      JSON.stringify(listQuays(data)),
    ],
    compile: async ({ data, path }, facts, tell) => {
      const { compileOsm, readOsmTerms } = await import('./osm/compile-osm.ts');
      return compileOsm(path, { ...readOsmTerms(data), facts }, tell);
    },
  },
};

const formOf = (map: OwnMap | undefined): Form => FORMS[map ? nameForm(map) : 'n1000'];

/**
 * Opens the network in force. Builds it first if this version has not been built in `home`.
 *
 * @param onProgress is told in a few words what happens, only when something is built or waited for.
 * @throws Error with one sentence when the home can not be written to, or when a build is needed and fails.
 */
export async function openNetwork(
  folders: NetworkFolders,
  facts: FactsToPlace,
  onProgress: Tell,
): Promise<OpenNetwork> {
  const map = await readOwnMap(folders.home);
  const opened = await openChosenNetwork(folders, { map, facts }, onProgress);
  if (map !== undefined) await keepOwnMap(folders.home, map);
  return opened;
}

/** Opens the network of a given file, or of the bundled links without one; otherwise as `openNetwork`. */
export async function openChosenNetwork(
  folders: NetworkFolders,
  terms: NetworkTerms,
  onProgress: Tell,
): Promise<OpenNetwork> {
  const { data } = folders;
  const form = formOf(terms.map);
  const { version, folder } = locate(folders, terms);
  try {
    if (!(await pathExists(folder))) await build(folders, terms, folder, onProgress);
  } catch (cause) {
    // Another process may have built the same network in the meantime. Then the failure does not matter.
    if (!(await pathExists(folder))) throw cause;
  }
  const prepared = await readKernelFile(folder);
  await removeFormerNetworks(folder);
  return {
    prepared,
    gates: listGatePlaces(prepared.network),
    source: form.source,
    ...(terms.map && { movedWarnM: readBundled(data, 'road-network/osm.json').movedWarnM }),
    attribution: form.credit(data),
    version,
    folder,
  };
}

async function build(
  { data, home }: NetworkFolders,
  { map, facts }: NetworkTerms,
  folder: string,
  onProgress: Tell,
): Promise<void> {
  const root = join(home, 'network');
  await makeWritable(root);
  const {
    lock: [lock, times],
    compile,
  } = formOf(map);
  await underLock(join(root, lock), times, {
    name: 'building the road network',
    onWait: () => onProgress('waiting for another process that builds the road network'),
    async run() {
      // The process that held the lock has built it.
      if (await pathExists(folder)) return;
      if (formOf(map) === FORMS.osm && (await listFormerTiles(root)).length > 0)
        onProgress(
          'routing tiles of an earlier version are not used any more: the map is compiled anew',
        );
      if (map !== undefined) await checkSame(map);
      const { prepared, placement, report } = await compile(
        { data, folder, path: map?.path ?? '' },
        facts,
        onProgress,
      );
      if (map !== undefined) onProgress('writing the road network');
      await writeFolder(folder, async (part) => {
        await writeKernelFile(part, basename(folder), prepared);
        await writeFile(join(part, PLACEMENT), JSON.stringify(placement));
        if (report) await writeFile(join(part, REPORT), JSON.stringify(report));
      });
      onProgress('the road network is ready');
    },
  });
}

/**
 * A network is built anew when stations or the program change. Its file must still be the one that the operator chose.
 *
 * @throws Error with one sentence when the file is gone or has changed.
 */
async function checkSame(map: OwnMap): Promise<void> {
  const { path, sha256, form } = map;
  const name = form === undefined ? 'Your road network' : 'The official road network';
  const again = `Run "veipris network build --${nameForm(map)} FILE", or without it for the bundled network.`;
  const now = await readMapFile(path).catch((cause: Error) => {
    throw new Error(`${name} must be built anew, and its file is gone: ${cause.message} ${again}`, {
      cause,
    });
  });
  if (now.sha256 !== sha256)
    throw new Error(`${name} must be built anew, and ${path} has changed. ${again}`);
}

/** The version that follows from the inputs, and its folder, whether it is built or not. */
function locate({ data, home }: NetworkFolders, { map, facts }: NetworkTerms) {
  const { format, prefix, listTexts } = formOf(map);
  const { stations, sections, services } = facts;
  const placed = [
    stations.map(placingOf),
    ...(sections ? [sections.map(placingOfSection)] : []),
    ...(services ? [services] : []),
  ];
  const hash = createHash('sha256');
  for (const text of [
    format,
    nameIndexForm(),
    ...(map ? [map.sha256] : []),
    ...listTexts(data, facts),
    ...placed.map((list) => JSON.stringify(list)),
  ])
    hash.update(text).update('\0');
  const version = `${prefix}${hash.digest('hex').slice(0, 16)}`;
  return { version, folder: join(home, 'network', version) };
}

/** The facts of a station that decide where it lies. A new name or project needs no new network. */
const placingOf = ({ id, road, at, onRamp, charged, chargedBearingDeg }: StationToPlace) => [
  id,
  road,
  at.lat,
  at.lon,
  onRamp,
  charged,
  chargedBearingDeg,
];

/** The facts of a section that decide where it lies. Its closed days may change without a new network. */
const placingOfSection = ({ id, line, road, ends }: SectionToPlace) => [id, line, road, ends];

/** The report of the build: what became of the rows of the file. */
export const readReport = async (folder: string): Promise<CompileReport> =>
  readWritten(join(folder, REPORT));

/**
 * Where every station lies on the network in force, or why it has no place there. Builds nothing.
 *
 * @throws Error with one sentence when the network of a file has not been built for these stations.
 */
export async function readPlacement(
  folders: NetworkFolders,
  facts: FactsToPlace,
): Promise<Placement> {
  const map = await readOwnMap(folders.home);
  if (map === undefined) {
    const { placeOnNetwork } = await import('./n1000/compile.ts');
    return placeOnNetwork(folders.data, facts.stations).placement;
  }
  const path = join(locate(folders, { map, facts }).folder, PLACEMENT);
  if (!(await pathExists(path)))
    throw new Error(
      `Your road network has not been built for the toll stations in force: run "veipris network build --${nameForm(map)} ${map.path}".`,
    );
  return readWritten(path);
}

/** Reads a file that a build has written. */
const readWritten = async <Content>(path: string): Promise<Content> =>
  parseChecked(await readFile(path, 'utf8'), Type.Unsafe<Content>({}), path);
