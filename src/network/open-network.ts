/**
 * The road network in force: compiled once per version of everything that goes into it, and opened from there ever
 * after. It is made of the bundled links, of a file of the official network, or of a map of OpenStreetMap.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import Type from 'typebox';
import { parseChecked } from '../base/parse-checked.ts';
import { readBundled, readBundledText } from '../facts/schema/read-data.ts';
import { type LockTimes, underLock } from '../files/file-lock.ts';
import { nameIndexForm } from '../routing/pieces.ts';
import type { Compiled, CompileReport } from './compile/compile-links.ts';
import { keepOwnMap, nameForm, type OwnMap, readMapFile, readOwnMap } from './compile/own-map.ts';
import { type KeptNetwork, readKernelFile, writeKernelFile } from './kernel-file.ts';
import { listInputTexts } from './n1000/load-inputs.ts';
import {
  COMPILE_LOCK_TIMES,
  listFormerTiles,
  makeWritable,
  pathExists,
  removeFormerNetworks,
  writeFolder,
} from './network-folders.ts';
import { listQuays } from './osm/ferry-tags.ts';
import type { FactsToPlace, Placement, SectionToPlace, StationToPlace } from './placement/place.ts';

export interface NetworkFolders {
  /** The bundled data. */
  readonly data: string;
  /** Where networks are kept, in a folder `network`; made when missing. */
  readonly home: string;
}

/** A road network that is built and ready. */
export interface OpenNetwork extends KeptNetwork {
  /** Names the planner on this network, for `_billing.source`. */
  readonly source: string;
  /** A stop that is moved farther than this is worth a warning; absent: the usual distance. Metres. */
  readonly movedWarnM?: number;
  /** Credit line of the roads. */
  readonly attribution: string;
  /** Changes whenever anything does that the network is made of. */
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

/** What differs between the networks, by what they are made of. */
interface Form {
  /** Raised when the same inputs would be compiled differently than before. */
  readonly format: string;
  readonly source: string;
  /** Of the versions, before their digits. */
  readonly prefix: string;
  readonly lock: readonly [name: string, times: LockTimes];
  credit(data: string): string;
  /** Texts that it is made of, the file and the facts aside. */
  listTexts(data: string, facts: FactsToPlace): readonly string[];
  compile(place: CompilePlace, facts: FactsToPlace, tell: Tell): Promise<Compiled>;
}

interface CompilePlace {
  readonly data: string;
  /** Of the network that is compiled; it is not there yet. */
  readonly folder: string;
  /** The file that it is compiled of; '' for the bundled links. */
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
    format: '26',
    source: 'veipris-n1000',
    prefix: '',
    // The build takes seconds; placing and drawing hold the process for up to two of them.
    lock: ['build.lock', { lookMs: 200, silenceMs: 4000, patienceMs: 120_000 }],
    // Source: the licence of the links is named in data/README.md.
    credit: () => 'Roads: © Kartverket (CC BY 4.0), converted and completed.',
    listTexts: listInputTexts,
    compile: async ({ data }, facts, tell) =>
      (await import('./n1000/compile.ts')).compileN1000(data, facts, tell),
  },
  ruteplan: {
    format: '11',
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
    format: '9',
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
 * Opens the network in force, and builds it first where this version has not been built in `home`.
 *
 * @param onProgress is told in a few words what happens, only when something is built or waited for.
 * @throws Error with one sentence when the home can not be written, or the network has to be built and can not be.
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

/** Opens the network of a file, or of the bundled links, whichever is in force; otherwise as `openNetwork`. */
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
    // Another process may have built the same in the meantime; then there is nothing to do.
    if (!(await pathExists(folder))) throw cause;
  }
  const kept = await readKernelFile(folder);
  await removeFormerNetworks(folder);
  return {
    ...kept,
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
    async run(live) {
      // By the one that was waited for.
      if (await pathExists(folder)) return;
      const tell = (step: string) => {
        live();
        onProgress(step);
      };
      if (formOf(map) === FORMS.osm && (await listFormerTiles(root)).length > 0)
        tell('routing tiles of an earlier version are not used any more: the map is compiled anew');
      if (map !== undefined) await checkSame(map);
      const compiled = await compile({ data, folder, path: map?.path ?? '' }, facts, tell);
      if (map !== undefined) tell('writing the road network');
      await writeFolder(folder, async (aside) => {
        await writeKernelFile(aside, basename(folder), compiled);
        const { placement, report } = compiled;
        await writeFile(join(aside, PLACEMENT), JSON.stringify(placement));
        if (report) await writeFile(join(aside, REPORT), JSON.stringify(report));
      });
      tell('the road network is ready');
    },
  });
}

/** Stations and programs change; the file that they are put on must be the one that was chosen. */
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

/** The version that the inputs make, and the folder it is in, built or not. */
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

/** What became of the file when the network was built. */
export const readReport = async (folder: string): Promise<CompileReport> =>
  readWritten(join(folder, REPORT));

/**
 * Where every station lies on the network in force, or why it does not; builds nothing.
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

/** What a build has written. */
const readWritten = async <Content>(path: string): Promise<Content> =>
  parseChecked(await readFile(path, 'utf8'), Type.Unsafe<Content>({}), path);
