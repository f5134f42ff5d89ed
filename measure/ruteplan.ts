/**
 * The cost of the official road network, or of a map of OpenStreetMap, on a generated file: `node --import
 * ./measure/bench/use-compiled.js measure/ruteplan.ts [LINKS] [ruteplan|osm]`, by default 2.2 million, 1.5 million on a
 * map. Writes the file, builds the network in a process of its own, and opens it in another one that prices 200 long trips.
 *
 * Times are processor times, so other programs on the machine do not count.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as giveWay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { toOsloTime } from '../src/base/oslo-time.ts';
import type { LatLon, Utm33 } from '../src/base/point.ts';
import { openFacts } from '../src/facts/open-facts.ts';
import { flatBearingDeg, flatDistanceM } from '../src/geo/on-line.ts';
import { fromUtm33 } from '../src/geo/utm33.ts';
import { openChosenNetwork, readReport } from '../src/network/open-network.ts';
import { putOwnMapInForce, readMapFile, readOwnMap } from '../src/network/own-map.ts';
import type { StationToPlace } from '../src/network/placement/place.ts';
import { isCollecting } from '../src/pricing/toll/in-force.ts';
import { answerBy, loadTerms } from '../src/service/compose.ts';
import { findVehicleBy, toConfig } from '../src/service/config.ts';
import { DATA_DIR } from '../src/service/machine.ts';
import { openSnapshot, type Snapshot } from '../src/service/snapshot.ts';
import { parseQuoteRequest } from '../src/wire/question.ts';
import type { RouteAnswer } from '../src/wire/route.ts';
import { listPassed, START_TIME } from './audit/product.ts';
import { writeLines } from './bench/measure.ts';
import { generateNetwork } from './generated/generate-network.ts';
import { writeOsmMap } from './generated/write-osm-map.ts';
import { type WrittenGate, writeRuteplanFile } from './generated/write-ruteplan-file.ts';
import { quantile, seeded, timed } from './numbers.ts';
import { figures, formatTitled } from './page.ts';

const LINKS = { ruteplan: 2_200_000, osm: 1_500_000 };
const TRIPS = 200;
/** No drive past a gate is shorter, because its ends would be the same place. Metres. */
const LEAST_M = 10;
/** The least distance of a long trip. Degrees of latitude, some 165 km in the whole country. */
const FAR = 0.3;

interface Cost {
  readonly cpuS: number;
  readonly wallS: number;
  readonly mostMb: number;
}

const [, , asked, named, step] = process.argv;
const form = named === 'osm' ? 'osm' : 'ruteplan';
const links = asked ?? String(LINKS[form]);
const root = join(process.env.MEASURE_HOME ?? 'var/measure', `${form}-${links}`);
const file = join(root, form === 'osm' ? 'map.osm.pbf' : 'network.sqlite');
const placesFile = join(root, 'places.json');

if (step === undefined) measureAll();
else if (step === 'write') write();
else if (step === 'build') tell(await build());
else tell(await drive());

function measureAll(): void {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const run = (name: string) => {
    const args = [...process.execArgv, fileURLToPath(import.meta.url), links, form, name];
    const said = execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    return said.length === 0 ? {} : JSON.parse(String(said));
  };
  run('write');
  const rows = [run('build'), run('drive')].flatMap((part) => Object.entries(part as object));
  process.stdout.write(
    `${formatTitled({
      title: `${form === 'osm' ? 'A map of OpenStreetMap' : 'The official road network'}, ${links} generated links`,
      about: `The file has ${Math.round(statSync(file).size / 1e6)} MB.`,
      head: ['what', 'measured'],
      rows: rows.map(([name, value]) => [name, String(value)]),
    })}\n`,
  );
}

function tell(measured: Readonly<Record<string, unknown>>): void {
  process.stdout.write(JSON.stringify(measured));
}

function write(): void {
  const network = generateNetwork({ links: Number(links), seed: 1 });
  const gates = form === 'osm' ? writeOsmMap(file, network) : writeRuteplanFile(file, network);
  const random = seeded(3);
  const nodes = Array.from({ length: 20 * TRIPS }, () => Math.floor(random() * network.nodes));
  const places = { gates, ends: nodes.map((node) => [network.x[node], network.y[node]]) };
  writeFileSync(placesFile, JSON.stringify(places));
}

/** The data that was written beside the file: its gates, and places in the plane for the ends of trips. */
function readPlaces() {
  return JSON.parse(readFileSync(placesFile, 'utf8')) as {
    readonly gates: readonly WrittenGate[];
    readonly ends: readonly Utm33[];
  };
}

/** Real stations with their tariffs, put where the generated gates are. */
async function openMoved() {
  const { gates } = readPlaces();
  const { facts } = await openFacts({ data: DATA_DIR, home: root });
  const stations = facts.stations.slice(0, gates.length).map((station, i): StationToPlace => {
    const { at, road, positions } = gates[i] as WrittenGate;
    const { isDirectionDecided: _, ...rest } = station;
    return { ...rest, at, road, positions, charged: 'both' };
  });
  return { ...facts, stations };
}

async function build() {
  const facts = await openMoved();
  const own = await readMapFile(file);
  const map = form === 'osm' ? own : { ...own, form: 'ruteplan' as const };
  const cost = openCost();
  const folders = { data: DATA_DIR, home: root };
  const { folder, gates } = await openChosenNetwork(folders, { map, facts }, (said) =>
    process.stderr.write(`${cost().cpuS.toFixed(0)} s: ${said}\n`),
  );
  await putOwnMapInForce(root, map);
  const { cpuS, wallS, mostMb } = cost();
  const { apart, ferries, dropped, notes, speeds, ...report } = await readReport(folder);
  return {
    ...report,
    ...(speeds && { 'speeds that agree': `${speeds.agreeing} of ${speeds.checked}` }),
    'links apart': apart.length,
    ...(ferries && { 'ferry links': ferries.length }),
    'gates of stations': `${gates.length} of ${facts.stations.length}`,
    'build, s of processor': figures(cpuS),
    'build, s': figures(wallS),
    'memory of the build, MB': mostMb,
    'network.bin, MB': Math.round(statSync(join(folder, 'network.bin')).size / 1e6),
  };
}

async function drive() {
  const facts = await openMoved();
  if ((await readOwnMap(root)) === undefined) throw new Error('Expected a network in force.');
  const start = openCost();
  const config = toConfig({ VEIPRIS_HOME: root, LOG_LEVEL: 'silent' });
  const log = pino({ level: 'silent' });
  const open = () =>
    openSnapshot(facts, { config, services: {}, log, onProgress: () => undefined });
  const snapshot = await open();
  const opened = start();
  const ask = openAsk(snapshot);
  const trips = listTrips();
  // The first answers warm the program up, as on a server that has been running for a while.
  for (const alternatives of ['0', '2']) await time(ask, trips, alternatives);
  const [one, three] = [await time(ask, trips, '0'), await time(ask, trips, '2')];
  globalThis.gc?.();
  const memoryMb = process.memoryUsage().rss / 1e6;
  let isRenewed = false;
  const renewed = open().finally(() => {
    isRenewed = true;
  });
  const beside = await time(ask, trips, '0', () => isRenewed);
  await time(openAsk(await renewed), trips, '0');
  return {
    'start, s of processor': figures(opened.cpuS),
    'start, s': figures(opened.wallS),
    'trips answered': one.length,
    'one route, p50 and p95, ms': `${figures(quantile(one, 0.5))}, ${figures(quantile(one, 0.95))}`,
    'three routes, p50 and p95, ms': `${figures(quantile(three, 0.5))}, ${figures(quantile(three, 0.95))}`,
    [`memory after ${4 * TRIPS} answers, MB`]: Math.round(memoryMb),
    'one route while another network is opened, p50 and most, ms': `${figures(quantile(beside, 0.5))}, ${figures(Math.max(...beside))}`,
    'memory with another network beside, MB': Math.round(process.memoryUsage().rss / 1e6),
    'most memory, MB': Math.round(process.resourceUsage().maxRSS / 1e3),
    ...(form === 'ruteplan' && (await drivePast(facts, ask))),
  };
}

type Ask = (
  from: string,
  to: string,
  asked: { readonly alternatives?: string; readonly bearing?: string },
) => Promise<RouteAnswer | undefined>;

function openAsk(snapshot: Snapshot): Ask {
  const { answerRoute } = answerBy(() => snapshot, findVehicleBy({}));
  const terms = loadTerms();
  const startTime = START_TIME;
  return (from, to, asked) =>
    answerRoute(
      parseQuoteRequest({ from, to, alternatives: '0', refine: '1', startTime, ...asked }, terms),
    ).catch(() => undefined);
}

/** Milliseconds of each answer. @param isOver ends them early. */
async function time(
  ask: Ask,
  trips: ReturnType<typeof listTrips>,
  alternatives: string,
  isOver = () => false,
): Promise<number[]> {
  const ms: number[] = [];
  for (const [from, to] of trips) {
    if (isOver()) break;
    const [answer, tookMs] = await timed(async () => {
      const asked = await ask(from, to, { alternatives });
      writeLines(asked);
      return asked;
    });
    if (answer !== undefined) ms.push(tookMs);
    // The work that opens a network gets its turn.
    await giveWay();
  }
  return ms;
}

/** Drives past each gate in the directions of its road. A drive must pass the gate only in a charged direction. */
async function drivePast({ stations, tolls }: Awaited<ReturnType<typeof openMoved>>, ask: Ask) {
  const { gates } = readPlaces();
  const time = toOsloTime(Date.parse(START_TIME));
  const drives = gates.flatMap((gate, i) => {
    const toll = tolls.findStation(stations[i]?.id ?? '');
    return toll !== undefined && isCollecting(toll, time) ? drivesPast(gate, toll.id) : [];
  });
  const wrong: string[] = [];
  for (const { from, to, wanted, name } of drives) {
    // The drive begins with a heading along the road: on a motorway no drive begins otherwise.
    const bearing = Math.round(flatBearingDeg(from, to)) % 360;
    const asked = { bearing: `${bearing}|${bearing}` };
    const answer = await ask(writePlace(from), writePlace(to), asked);
    const [bill] = answer?._billing.routes ?? [];
    const passed = bill === undefined ? 'no way' : listPassed(bill).join();
    if (passed !== wanted) wrong.push(`${name}: ${passed}`);
  }
  return {
    'drives past a station that are right': `${drives.length - wrong.length} of ${drives.length}`,
    ...(wrong.length > 0 && { wrong: wrong.join('; ') }),
  };
}

function drivesPast({ past: [before, behind], positions, isOneWay }: WrittenGate, id: string) {
  const [{ charged }] = positions;
  if (flatDistanceM(before, behind) < LEAST_M) return [];
  const wantedOf = (way: 'with' | 'against') => (charged === 'both' || charged === way ? id : '');
  const drives = [
    { from: before, to: behind, wanted: wantedOf('with'), name: `${id} with` },
    { from: behind, to: before, wanted: wantedOf('against'), name: `${id} against` },
  ];
  return isOneWay ? drives.slice(0, 1) : drives;
}

function listTrips(): (readonly [string, string])[] {
  const { ends } = readPlaces();
  const trips: (readonly [string, string])[] = [];
  for (let i = 0; i + 1 < ends.length && trips.length < TRIPS; i += 2) {
    const [a, b] = [ends[i] as Utm33, ends[i + 1] as Utm33];
    if (Math.abs(a[1] - b[1]) > FAR * 111_000)
      trips.push([writePlace(fromUtm33(a)), writePlace(fromUtm33(b))]);
  }
  return trips;
}

function writePlace({ lat, lon }: LatLon): string {
  return `${lat.toFixed(6)},${lon.toFixed(6)}`;
}

function openCost(): () => Cost {
  const [before, startedMs] = [process.cpuUsage(), performance.now()];
  return () => {
    const { user, system } = process.cpuUsage(before);
    return {
      cpuS: (user + system) / 1e6,
      wallS: (performance.now() - startedMs) / 1000,
      mostMb: Math.round(process.resourceUsage().maxRSS / 1e3),
    };
  };
}
