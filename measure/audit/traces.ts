/** Seeded drives over real streets, recorded with noise and matched on the bundled network: `VEIPRIS_SAMPLES=FOLDER npm run audit -- traces`. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Fix, LatLon } from '../../src/base/point.ts';
import { atOnce } from '../../src/base/steps.ts';
import { loadTolls } from '../../src/facts/load-tolls.ts';
import { loadRoadSections } from '../../src/facts/open-facts.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import { flatDistanceM, M_PER_DEG } from '../../src/geo/on-line.ts';
import type { PreparedNetwork } from '../../src/network/kernel-file.ts';
import { compileOsm, readOsmTerms } from '../../src/network/osm/compile-osm.ts';
import { listSpots, openTracePlanner } from '../../src/network/planning/trace-planner.ts';
import { readTrace } from '../../src/recording/read-trace.ts';
import { lineOf } from '../../src/routing/drive.ts';
import { isFerry, pointAt, type RoadNetwork } from '../../src/routing/network.ts';
import { openRouter } from '../../src/routing/router.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import type { TracedDrive, TracePlanner } from '../../src/trip/ports.ts';
import { loadStations } from '../../test/support/bundled-facts.ts';
import { findSample } from '../../test/support/find-sample.ts';
import { openBundledNetwork } from '../../test/support/network-home.ts';
import { quantile, seeded } from '../numbers.ts';
import { formatShare, formatTable } from '../page.ts';
import { drawTrace } from './draw-trace.ts';

const MAP = 'oslo-east-2019.osm.pbf';
/** One of the real drives. The others lie in the same folder. */
const DRIVE = 'traces/dovre-20211020T171549.gpx';
const PICTURES = join(import.meta.dirname, '../../docs/traces');

/** The number of drives for each seed. */
const DRIVES = 100;
const SEEDS = [1, 2, 3, 4, 5, 6] as const;
/** The least length of a drive: shorter drives pass hardly any station. Metres. */
const LEAST_M = 2500;
/** Passages of a station within this time count as one. Seconds. */
const ONE_PAST_S = 60;
const START_MS = Date.parse('2026-11-18T10:00:00+01:00');

/** Seconds between fixes, metres of noise, and the share of passages that must be right or named. */
const RECORDINGS = [
  { everyS: 1, noiseM: 5, aim: 0.99 },
  { everyS: 1, noiseM: 10, aim: 0.99 },
  { everyS: 5, noiseM: 10, aim: 0.99 },
  { everyS: 15, noiseM: 10, aim: 0.99 },
  { everyS: 15, noiseM: 30 },
  { everyS: 30, noiseM: 20 },
  { everyS: 60, noiseM: 30, aim: 0.95 },
  { everyS: 60, noiseM: 50 },
] as const;

/** A drive over the streets of the map. */
export interface StreetDrive {
  readonly line: readonly LatLon[];
  /** Seconds from the start, at each point of the line. */
  readonly secondsAt: readonly number[];
  /** The stations that it passes, in travel order. */
  readonly passed: readonly { readonly key: string; readonly atS: number }[];
}

/** The result of a recorded drive. Stations are named by their keys. */
interface JudgedDrive {
  readonly charged: readonly string[];
  readonly named: readonly string[];
  /** Passed, but neither charged nor named. */
  readonly missed: readonly string[];
  /** Charged, but not passed. */
  readonly wrong: readonly string[];
  readonly possible: number;
}

interface TraceAudit {
  readonly tracer: TracePlanner;
  /** The network on which drives are matched. */
  readonly network: RoadNetwork;
  readonly keyOf: (stationId: string) => string;
  readonly listDrives: (seed: number, count: number) => StreetDrive[];
  /** A station that the map does not show may stand at its streets today, so it is not judged. */
  readonly isOnMap: (key: string) => boolean;
}

/** Opens the map and the bundled network. @param map path of the map. */
async function openTraceAudit(map: string): Promise<TraceAudit> {
  const stations = await loadStations(DATA_DIR);
  const tolls = loadTolls({ bundled: DATA_DIR });
  const keyOf = (id: string) => tolls.findStation(id)?.passageKey ?? id;
  const terms = { ...readOsmTerms(DATA_DIR), facts: { stations } };
  const mapped = (await compileOsm(map, terms, () => {})).prepared;
  const { gates } = mapped.network;
  const onMap = new Set(Array.from(gates.station, (row) => keyOf(gates.stationIds[row] as string)));
  const bundled = (await openBundledNetwork()).prepared;
  const spots = listSpots(stations, tolls);
  const sections = loadRoadSections({ bundled: DATA_DIR });
  const judging = readBundled(DATA_DIR, 'road-network/matching.json');
  return {
    network: bundled.network,
    tracer: openTracePlanner(bundled, { source: 'audit', spots, sections, judging }),
    keyOf,
    isOnMap: (key) => onMap.has(key),
    listDrives: openDrives(mapped, keyOf),
  };
}

/** Draws seeded drives between streets of a map. */
function openDrives({ network, index }: PreparedNetwork, keyOf: TraceAudit['keyOf']) {
  const { graph, gates } = network;
  const { links } = graph;
  const router = openRouter(network, index);
  const roads = [...links.from.keys()].filter((link) => !isFerry(links, link));
  const pick = (random: () => number) => {
    const link = roads[Math.floor(random() * roads.length)] as number;
    return pointAt(links, links.firstPoint[link] as number);
  };
  const drive = (from: LatLon, to: LatLon): StreetDrive | undefined => {
    const [start, end] = [router.snap(from), router.snap(to)];
    if (start === undefined || end === undefined) return undefined;
    const [way] = router.drive([start, end], { avoidTolls: false, others: 0, closed: [] });
    if (way === undefined) return undefined;
    const line = lineOf(links, way);
    const secondsAt = Array.from(way.leftAtMs, (ms) => ms / 1000);
    const passed = way.passages.map(({ station, point }) => ({
      key: keyOf(gates.stationIds[station] as string),
      atS: secondsAt[point] as number,
    }));
    // A drive that passes a gate and turns round behind it passes the gate once.
    const isAgain = ({ key, atS }: (typeof passed)[number], i: number) =>
      passed[i - 1]?.key === key && atS - (passed[i - 1]?.atS ?? 0) < ONE_PAST_S;
    return { line, secondsAt, passed: passed.filter((one, i) => !isAgain(one, i)) };
  };

  return (seed: number, count: number): StreetDrive[] => {
    const random = seeded(seed);
    const drives: StreetDrive[] = [];
    while (drives.length < count) {
      const [from, to] = [pick(random), pick(random)];
      const found = flatDistanceM(from, to) < LEAST_M ? undefined : drive(from, to);
      if (found !== undefined) drives.push(found);
    }
    return drives;
  };
}

/** The recording of a drive by a receiver: a fix every few seconds, with a normally distributed error. */
export function recordDrive(
  { line, secondsAt }: StreetDrive,
  { everyS, noiseM }: { readonly everyS: number; readonly noiseM: number },
  random: () => number,
): Fix[] {
  const bell = () =>
    noiseM * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const fixes: Fix[] = [];
  const lastS = secondsAt.at(-1) as number;
  let leg = 0;
  for (let s = 0; ; s = Math.min(s + everyS, lastS)) {
    while (leg + 2 < line.length && (secondsAt[leg + 1] as number) < s) leg++;
    const [a, b] = [line[leg], line[leg + 1]] as [LatLon, LatLon];
    const [fromS, toS] = [secondsAt[leg] as number, secondsAt[leg + 1] as number];
    const share = toS === fromS ? 0 : Math.min(1, Math.max(0, (s - fromS) / (toS - fromS)));
    const perLon = M_PER_DEG * Math.cos((a.lat * Math.PI) / 180);
    fixes.push({
      lat: a.lat + share * (b.lat - a.lat) + bell() / M_PER_DEG,
      lon: a.lon + share * (b.lon - a.lon) + bell() / perLon,
      atMs: START_MS + Math.round(1000 * s),
    });
    if (s >= lastS) return fixes;
  }
}

/** Matches a recording as the product does. */
const planTrace = (tracer: TracePlanner, fixes: readonly Fix[]): TracedDrive =>
  atOnce(tracer.plan(fixes, START_MS));

/** Judges a match. A passage is right if the match has one of the same station at any time. Each counts once. */
function judgeTrace(
  { passed }: StreetDrive,
  { route: { passages = [] } }: TracedDrive,
  { keyOf, isOnMap }: Pick<TraceAudit, 'keyOf' | 'isOnMap'>,
): JudgedDrive {
  const keysOf = (isDoubted: boolean) =>
    passages.flatMap(({ stationId, ...passage }) =>
      (passage.isDoubted === true) === isDoubted ? [keyOf(stationId)] : [],
    );
  const [sure, possible] = [keysOf(false), keysOf(true)];
  const takeFrom = (keys: string[], key: string) => {
    const at = keys.indexOf(key);
    if (at !== -1) keys.splice(at, 1);
    return at !== -1;
  };
  const [charged, named, missed]: [string[], string[], string[]] = [[], [], []];
  const left = [...possible];
  for (const { key } of passed)
    (takeFrom(sure, key) ? charged : takeFrom(left, key) ? named : missed).push(key);
  return { charged, named, missed, wrong: sure.filter(isOnMap), possible: possible.length };
}

function reportRecordings(audit: TraceAudit): string {
  const drives = SEEDS.flatMap((seed) => audit.listDrives(seed, DRIVES));
  const rows = RECORDINGS.map(({ everyS, noiseM, ...recording }) => {
    const random = seeded(everyS * 1000 + noiseM);
    const judged = drives.map((drive) => {
      const fixes = recordDrive(drive, { everyS, noiseM }, random);
      return judgeTrace(drive, planTrace(audit.tracer, fixes), audit);
    });
    const count = (of: (one: JudgedDrive) => number) =>
      judged.reduce((sum, one) => sum + of(one), 0);
    const [charged, named] = [count((one) => one.charged.length), count((one) => one.named.length)];
    const wrong = count((one) => one.wrong.length);
    const passed = charged + named + count((one) => one.missed.length);
    return [
      `${everyS} s`,
      `${noiseM} m`,
      formatShare(charged, passed),
      formatShare(charged + named, passed),
      'aim' in recording ? `${100 * recording.aim} %` : '',
      `${formatShare(wrong, passed)}: ${wrong} of ${charged + wrong}`,
      (count(({ possible }) => possible) / drives.length).toFixed(1),
    ];
  });
  const passages = drives.reduce((sum, { passed }) => sum + passed.length, 0);
  return [
    `${drives.length} drives by ${SEEDS.length} seeds, ${passages} passages of stations.`,
    formatTable(
      [
        'a fix every',
        'noise',
        'charged',
        'charged or named',
        'aim',
        'wrongly charged',
        'possible stations a drive',
      ],
      rows,
    ),
  ].join('\n\n');
}

function reportReal(folder: string, { tracer, network }: TraceAudit): string {
  mkdirSync(PICTURES, { recursive: true });
  const rows = readdirSync(folder)
    .filter((file) => file.endsWith('.gpx'))
    .toSorted()
    .map((file) => {
      const fixes = readTrace(readFileSync(join(folder, file), 'utf8'));
      const traced = planTrace(tracer, fixes);
      const { route, match } = traced;
      const name = file.replace('.gpx', '');
      writeFileSync(join(PICTURES, `${name}.svg`), drawTrace(network, fixes, traced));
      const least = match.stretches.reduce((low, one) => Math.min(low, one.confidence), 1);
      const offs = match.stretches.flatMap(({ offM }) => offM ?? []);
      return [
        name,
        fixes.length,
        (route.lengthM / 1000).toFixed(1),
        formatShare(match.share, 1),
        match.stretches.length,
        least.toFixed(2),
        offs.length === 0 ? '-' : Math.round(quantile(offs, 0.5)),
        match.doubts.length,
      ];
    });
  return formatTable(
    [
      'drive',
      'fixes',
      'km',
      'on roads',
      'stretches',
      'least confidence',
      'median distance from the road, m',
      'possible stations',
    ],
    rows,
  );
}

/** The tables of the page; undefined: the samples are missing. */
export async function reportTraces(): Promise<string | undefined> {
  const [map, real] = [findSample(MAP), findSample(DRIVE)];
  if (map === undefined || real === undefined) return undefined;
  const audit = await openTraceAudit(map);
  return [reportRecordings(audit), reportReal(dirname(real), audit)].join('\n\n');
}
