/** Checks the meaning of every file of `data/`: where they are made, and in tests. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readChecked } from '../../src/facts/check/check-plausible.ts';
import { checkQuays } from '../../src/facts/check/check-quays.ts';
import { checkCount, checkOnce } from '../../src/facts/check/check-records.ts';
import { checkTollPrices } from '../../src/facts/check/check-toll-prices.ts';
import { checkTollProjects } from '../../src/facts/check/check-toll-projects.ts';
import { checkTollStations } from '../../src/facts/check/check-toll-stations.ts';
import { checkCameras } from '../../src/facts/load-facts.ts';
import { DATA_FILES, type DataFile, type DataFileName } from '../../src/facts/schema/data-files.ts';
import { hashOf, MANIFEST } from '../../src/facts/schema/read-data.ts';
import { decodePolyline } from '../../src/geo/polyline.ts';
import { parseLinks } from '../../src/network/link.ts';
import { checkHolidays, checkNorway, checkPlaces, checkPostcodes } from './check-country.ts';
import { checkFares, checkFerryServices } from './check-ferries.ts';
import { checkLayer, LAYER_FILES } from './check-layers.ts';
import {
  checkAccountLimits,
  checkAllowance,
  checkDemoVehicles,
  checkPlans,
  checkRenewalLimits,
  checkSelfTest,
  checkVehicleTypes,
} from './check-operation.ts';

/**
 * Reads a file that may have been edited since its SHA-256 was noted.
 *
 * @throws Error with one line that names the file, the place in it and what is wrong.
 */
export function readEdited<Name extends DataFileName>(data: string, name: Name): DataFile<Name> {
  const content: unknown = readChecked(join(data, name), DATA_FILES[name]);
  return content as DataFile<Name>;
}

const LINKS = 'road-network/links.ndjson';

/** What schemas cannot check, by the files that it is about. */
const RULES: readonly (readonly [files: readonly string[], check: (data: string) => void])[] = [
  [['toll-stations.json', 'toll-projects.json'], checkTolls],
  [
    ['ferry-quays.json', 'ferry-connections.json', 'ferry-tariffs.json', 'ferry-payments.json'],
    checkFerries,
  ],
  [
    ['ferry-service.json', 'ferry-connections.json'],
    (data) =>
      checkFerryServices(
        readEdited(data, 'ferry-service.json'),
        readEdited(data, 'ferry-connections.json'),
      ),
  ],
  [['speed-cameras.json'], (data) => checkCameras(readEdited(data, 'speed-cameras.json'))],
  [['places.json'], (data) => checkPlaces(readEdited(data, 'places.json'))],
  [['postcodes.json'], (data) => checkPostcodes(readEdited(data, 'postcodes.json'))],
  [
    ['norway.json'],
    (data) => checkNorway(readEdited(data, 'norway.json'), readEdited(data, 'places.json')),
  ],
  [['holidays.json'], (data) => checkHolidays(readEdited(data, 'holidays.json'))],
  [['vehicle-types.json'], (data) => checkVehicleTypes(readEdited(data, 'vehicle-types.json'))],
  [['travel-allowance.json'], (data) => checkAllowance(readEdited(data, 'travel-allowance.json'))],
  [['demo-vehicles.json'], (data) => checkDemoVehicles(readEdited(data, 'demo-vehicles.json'))],
  [['plans.json'], (data) => checkPlans(readEdited(data, 'plans.json'))],
  [['account-limits.json'], (data) => checkAccountLimits(readEdited(data, 'account-limits.json'))],
  [['renewal.json'], (data) => checkRenewalLimits(readEdited(data, 'renewal.json'))],
  [['self-test.json'], (data) => checkSelfTest(readEdited(data, 'self-test.json'))],
  [['road-closures.json'], checkRoadClosures],
  [[LINKS, 'road-network/links-meta.json'], checkLinks],
];

/**
 * Checks one file and the rules that it has with others.
 *
 * @throws Error with one line that names the file, the place in it and what is wrong.
 * @internal Outside this file only tests ask for it.
 */
export function checkDataFile(data: string, file: string): void {
  const layer = LAYER_FILES.find((name) => name === file);
  const name = NAMES.find((known) => known === file);
  if (layer !== undefined) checkLayer(data, layer);
  else if (name !== undefined) readEdited(data, name);
  for (const [files, check] of RULES) if (files.includes(file)) check(data);
}

const NAMES = Object.keys(DATA_FILES) as readonly DataFileName[];

/** Checks all of `data/`. @throws Error as `checkDataFile`, and for a file that is missing or unknown. */
export function checkData(data: string): void {
  const found = listFiles(data);
  const known: readonly string[] = [...NAMES, LINKS];
  const missing = known.find((name) => !found.includes(name));
  if (missing !== undefined) throw new Error(`${missing} is missing in ${data}.`);
  // Most likely a known one with its name mistyped.
  const stray = found.find((name) => !known.includes(name));
  if (stray !== undefined) throw new Error(`${join(data, stray)} is a file that is never read.`);
  for (const name of NAMES.filter((file) => !LAYER_FILES.some((layer) => layer === file)))
    readEdited(data, name);
  for (const layer of LAYER_FILES) checkLayer(data, layer);
  for (const [, check] of RULES) check(data);
}

function checkTolls(data: string): void {
  const stations = readEdited(data, 'toll-stations.json');
  const projects = readEdited(data, 'toll-projects.json');
  const limits = new Map(
    readEdited(data, 'renewal.json').limits.map(({ name, value }) => [name, value]),
  );
  const limitOf = (name: Parameters<typeof limits.get>[0]) => limits.get(name) ?? 0;
  const norway = readEdited(data, 'norway.json').rings.map(({ line }) => decodePolyline(line));
  checkTollStations(stations, norway, { besideNorwayM: limitOf('besideNorwayM') });
  checkTollPrices(stations, projects, {
    small: limitOf('mostSmallNok'),
    large: limitOf('mostLargeNok'),
  });
  checkTollProjects(stations, projects);
}

function checkFerries(data: string): void {
  const connections = readEdited(data, 'ferry-connections.json');
  const tariffs = readEdited(data, 'ferry-tariffs.json');
  checkQuays(readEdited(data, 'ferry-quays.json'), connections);
  checkFares({ connections, tariffs, payments: readEdited(data, 'ferry-payments.json') });
}

function checkRoadClosures(data: string): void {
  const file = 'road-closures.json';
  const { meta, sections, ferries } = readEdited(data, file);
  const ofKind = (wanted: string) => sections.filter(({ kind }) => kind === wanted);
  checkCount(file, meta, {
    closed: ofKind('closed'),
    convoy: ofKind('convoy'),
    'private-toll': ofKind('private-toll'),
    ferries,
  });
  checkOnce(
    file,
    'the id',
    [...sections, ...ferries].map(({ id }) => id),
  );
}

function checkLinks(data: string): void {
  const { meta } = readEdited(data, 'road-network/links-meta.json');
  const found = parseLinks(readFileSync(join(data, LINKS), 'utf8')).length;
  if (found !== meta.counts.links)
    throw new Error(
      `links.ndjson has ${found} links and links-meta.json counts ${meta.counts.links}: one of them is not of the same compilation, or cut short.`,
    );
}

const WHAT =
  'SHA-256 of every file of data/, by which a start knows that they are whole; written by `npm run manifest` and `veipris data compile`.';

/**
 * The text of `manifest.json` for the files as they are.
 *
 * @internal Outside this file only tests ask for it.
 */
export function formatManifest(data: string): string {
  const files = Object.fromEntries(
    listFiles(data).map((name) => [name, hashOf(readFileSync(join(data, name)))]),
  );
  return `${JSON.stringify({ meta: { what: WHAT }, files }, undefined, 2)}\n`;
}

/** Notes the files as they are. @returns whether that is anything new. */
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
