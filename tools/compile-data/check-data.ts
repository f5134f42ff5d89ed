/** Checks the meaning of every file of `data/`, when files are made and in tests. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { groupBy } from '../../src/base/lists.ts';
import { parseChecked } from '../../src/base/parse-checked.ts';
import { checkQuays } from '../../src/facts/check/check-quays.ts';
import { checkOnce, idsOf } from '../../src/facts/check/check-records.ts';
import { checkTollPrices } from '../../src/facts/check/check-toll-prices.ts';
import { checkTollProjects, checkTollStations } from '../../src/facts/check/check-tolls.ts';
import { toArea, toRenewalLimits } from '../../src/facts/load-country.ts';
import type { DataFile, DataFileName } from '../../src/facts/schema/data-files.ts';
import { hashOf, MANIFEST, readChecked } from '../../src/facts/schema/read-bundled.ts';
import type { RoadClosures } from '../../src/facts/schema/road-closures.ts';
import { LinkRow } from '../../src/facts/schema/road-network.ts';
import type { TollProjects } from '../../src/facts/schema/toll-projects.ts';
import type { TollStations } from '../../src/facts/schema/toll-stations.ts';
import { decodePolyline } from '../../src/geo/polyline.ts';
import { ALL_FILES, type FileContent, type FileName } from './all-files.ts';
import { checkCount } from './check-count.ts';
import { checkHolidays, checkNorway, checkPlaces, checkPostcodes } from './check-country.ts';
import { checkFares, checkFerryServices } from './check-ferries.ts';
import {
  checkAccountLimits,
  checkAllowance,
  checkDemoVehicles,
  checkPlans,
  checkSelfTest,
  checkVehicleTypes,
} from './check-operation.ts';

/**
 * Reads a file that may have been edited since its SHA-256 was noted.
 *
 * @throws Error with one line that names the file, the place in it and what is wrong.
 */
export function readEdited<Name extends DataFileName>(data: string, name: Name): DataFile<Name>;
export function readEdited<Name extends FileName>(data: string, name: Name): FileContent<Name>;
export function readEdited(data: string, name: FileName): unknown {
  return readChecked(join(data, name), ALL_FILES[name]);
}

type Contents<Names extends readonly FileName[]> = {
  readonly [Place in keyof Names]: FileContent<Names[Place]>;
};

interface Rule {
  readonly files: readonly string[];
  readonly check: (data: string) => void;
}

/** A rule for the contents of some files together. */
const ruleOf = <const Names extends readonly FileName[]>(
  files: Names,
  check: (...contents: Contents<Names>) => void,
): Rule => ({
  files,
  check: (data) => check(...(files.map((name) => readEdited(data, name)) as Contents<Names>)),
});

const LINKS = 'road-network/links.ndjson';

/** The rules that schemas can not check. */
const RULES: readonly Rule[] = [
  ruleOf(['toll-stations.json'], countStations),
  ruleOf(['toll-projects.json'], countProjects),
  ruleOf(['ferry-quays.json'], ({ meta, quays }) =>
    checkCount('ferry-quays.json', meta, { quays }),
  ),
  ruleOf(['ferry-connections.json'], ({ meta, connections }) =>
    checkCount('ferry-connections.json', meta, { connections }),
  ),
  ruleOf(['norway.json', 'places.json'], checkNorway),
  ruleOf(['toll-stations.json', 'toll-projects.json', 'renewal.json', 'norway.json'], checkTolls),
  ruleOf(['ferry-quays.json', 'ferry-connections.json'], checkQuays),
  ruleOf(['ferry-connections.json', 'ferry-tariffs.json', 'ferry-payments.json'], checkFares),
  ruleOf(['ferry-service.json', 'ferry-connections.json'], checkFerryServices),
  ruleOf(['speed-cameras.json'], checkCameras),
  ruleOf(['places.json'], checkPlaces),
  ruleOf(['postcodes.json'], checkPostcodes),
  ruleOf(['holidays.json'], checkHolidays),
  ruleOf(['vehicle-types.json'], checkVehicleTypes),
  ruleOf(['travel-allowance.json'], checkAllowance),
  ruleOf(['demo-vehicles.json'], checkDemoVehicles),
  ruleOf(['plans.json'], checkPlans),
  ruleOf(['account-limits.json'], checkAccountLimits),
  ruleOf(['self-test.json'], checkSelfTest),
  ruleOf(['road-closures.json'], checkRoadClosures),
  { files: [LINKS, 'road-network/links-meta.json'], check: checkLinks },
];

/**
 * Checks one file and the rules that it has with others.
 *
 * @throws Error with one line that names the file, the place in it and what is wrong.
 * @internal Outside this file only tests use it.
 */
export function checkDataFile(data: string, file: string): void {
  const name = NAMES.find((known) => known === file);
  if (name !== undefined) readEdited(data, name);
  for (const { files, check } of RULES) if (files.includes(file)) check(data);
}

const NAMES = Object.keys(ALL_FILES) as readonly FileName[];

/** Checks all of `data/`. @throws Error as `checkDataFile`, and for a file that is missing or unknown. */
export function checkData(data: string): void {
  const found = listFiles(data);
  const known: readonly string[] = [...NAMES, LINKS];
  const missing = known.find((name) => !found.includes(name));
  if (missing !== undefined) throw new Error(`${missing} is missing in ${data}.`);
  // Most likely the name of a known file was mistyped.
  const stray = found.find((name) => !known.includes(name));
  if (stray !== undefined) throw new Error(`${join(data, stray)} is a file that is never read.`);
  for (const name of NAMES) readEdited(data, name);
  for (const { check } of RULES) check(data);
}

function checkTolls(
  stations: TollStations,
  projects: TollProjects,
  renewal: FileContent<'renewal.json'>,
  { rings }: FileContent<'norway.json'>,
): void {
  const limits = toRenewalLimits(renewal);
  checkTollStations(stations, toArea(rings), limits);
  checkTollPrices(stations, projects, limits);
  checkTollProjects(stations, projects);
}

function countStations({ stations, meta }: TollStations): void {
  const staleTwins = stations.filter(({ staleTwinOf }) => staleTwinOf !== undefined);
  const kinds = new Set(stations.flatMap(({ kind, charged }) => [kind, charged]));
  const ofKind = (wanted: string | undefined) =>
    stations.filter(({ kind, charged }) => kind === wanted || charged === wanted);
  checkCount('toll-stations.json', meta, {
    stations,
    ...(staleTwins.length > 0 && { staleTwins }),
    ...Object.fromEntries([...kinds].map((kind) => [kind, ofKind(kind)])),
  });
}

function countProjects({ meta, projects }: TollProjects): void {
  const tariffs = projects.flatMap(({ tariffs: rows = [] }) => rows);
  checkCount('toll-projects.json', meta, { projects, tariffs });
}

function checkCameras({ meta, cameras }: FileContent<'speed-cameras.json'>): void {
  checkCount('speed-cameras.json', meta, { cameras });
  checkOnce('speed-cameras.json', 'the id', idsOf(cameras));
}

function checkRoadClosures({ meta, nightHours, sections, ferries }: RoadClosures): void {
  const file = 'road-closures.json';
  const none = { closed: [], convoy: [], 'private-toll': [] };
  const ofKinds = Object.fromEntries(groupBy(sections, ({ kind }) => kind));
  checkCount(file, meta, { ...none, ...ofKinds, ferries });
  checkOnce(file, 'the id', idsOf([...sections, ...ferries]));
  const nightly = sections.filter((row) => row.kind === 'closed' && row.closed.night);
  for (const id of nightHours?.publishedFor ?? [])
    if (!nightly.some((row) => row.id === id))
      throw new Error(`${file}, nightHours: published for ${id}, which is not closed at night.`);
}

function checkLinks(data: string): void {
  const { meta } = readEdited(data, 'road-network/links-meta.json');
  const rows = readFileSync(join(data, LINKS), 'utf8').trimEnd().split('\n');
  for (const [i, row] of rows.entries()) checkLink(row, `links.ndjson line ${i + 1}`);
  if (rows.length !== meta.counts.links)
    throw new Error(
      `links.ndjson has ${rows.length} links and links-meta.json counts ${meta.counts.links}: one of them is not of the same compilation, or cut short.`,
    );
}

function checkLink(text: string, name: string): void {
  const { line } = parseChecked(text, LinkRow, name);
  if (decodePolyline(line).length < 2)
    throw new Error(`${name}: the line has fewer than two points.`);
}

const WHAT =
  'SHA-256 of every file of data/, by which a start knows that they are whole; written by `npm run manifest` and `veipris data compile`.';

/**
 * The text of `manifest.json` for the present files.
 *
 * @internal Outside this file only tests use it.
 */
export function formatManifest(data: string): string {
  const files = Object.fromEntries(
    listFiles(data).map((name) => [name, hashOf(readFileSync(join(data, name)))]),
  );
  return `${JSON.stringify({ meta: { what: WHAT }, files }, undefined, 2)}\n`;
}

/** Writes the manifest of the present files. @returns whether it has changed. */
export function writeManifest(data: string): boolean {
  const path = join(data, MANIFEST);
  const text = formatManifest(data);
  if (listAll(data).includes(MANIFEST) && readFileSync(path, 'utf8') === text) return false;
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
  return true;
}

const listFiles = (data: string): string[] =>
  listAll(data).filter((name) => /\.(?:nd)?json$/.test(name) && name !== MANIFEST);

const listAll = (data: string): string[] =>
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(data, join(parentPath, name)))
    .sort();
