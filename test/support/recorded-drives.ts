/** Drives on the bundled network, what receivers record of them, and what the recordings are read as. */
import type { Fix, LatLon } from '../../src/base/point.ts';
import { atOnce } from '../../src/base/steps.ts';
import { loadTolls } from '../../src/facts/load-tolls.ts';
import { loadRoadSections } from '../../src/facts/open-facts.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import { openKernelPlanner } from '../../src/network/planning/kernel-planner.ts';
import { listSpots, openTracePlanner } from '../../src/network/planning/trace-planner.ts';
import type { PlannedRoute } from '../../src/passages/planned-route.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import type { TracedDrive } from '../../src/trip/ports.ts';
import { loadStations } from './bundled-facts.ts';
import { openBundledNetwork } from './network-home.ts';

export const { prepared: engine } = await openBundledNetwork();
export const stations = await loadStations(DATA_DIR);
export const sections = loadRoadSections({ bundled: DATA_DIR });
export const judging = readBundled(DATA_DIR, 'road-network/matching.json');
export const spots = listSpots(stations, loadTolls({ bundled: DATA_DIR }));
export const tracer = openTracePlanner(engine, { source: 'test', spots, sections, judging });
const planner = openKernelPlanner({ source: 'test', prepared: engine });
/** Every drive begins then. */
export const START = Date.parse('2026-11-20T08:00:00+01:00');

/** What a recording is read as. */
export function plan(fixes: readonly Fix[], planner = tracer): TracedDrive {
  return atOnce(planner.plan(fixes, START));
}

/** The way that is driven. */
export async function routeOver(
  from: LatLon,
  to: LatLon,
  via: readonly LatLon[] = [],
): Promise<PlannedRoute> {
  const trip = { from, to, via, startMs: START, avoidTolls: false, alternatives: 0 };
  const [route] = await planner.planTrip(trip);
  if (route === undefined) throw new Error('Expected a route.');
  return route;
}

/** A seeded bell curve, so that noise is the same every time. */
export function openNoise(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}

/** What a receiver records of a route: a fix every so many seconds, off by some metres. */
export function record(
  { line, secondsAt, durationS }: PlannedRoute,
  everyS: number,
  noiseM: number,
): Fix[] {
  const noise = openNoise(7);
  const fixes: Fix[] = [];
  let leg = 0;
  for (let s = 0; s <= durationS; s += everyS) {
    while (leg + 2 < line.length && (secondsAt[leg + 1] as number) < s) leg++;
    const [a, b] = [line[leg], line[leg + 1]] as [LatLon, LatLon];
    const [from, to] = [secondsAt[leg] as number, secondsAt[leg + 1] as number];
    const share = to === from ? 0 : Math.min(1, Math.max(0, (s - from) / (to - from)));
    const lonM = 111_195 * Math.cos((a.lat * Math.PI) / 180);
    fixes.push({
      lat: a.lat + share * (b.lat - a.lat) + (noise() * noiseM) / 111_195,
      lon: a.lon + share * (b.lon - a.lon) + (noise() * noiseM) / lonM,
      atMs: START + Math.round(1000 * s),
    });
  }
  return fixes;
}

/** Where and when a drive ends. */
export const endOf = ({ line, durationS }: PlannedRoute): Fix => ({
  ...(line.at(-1) as LatLon),
  atMs: START + Math.round(1000 * durationS),
});

export const OSLO = { lat: 59.9139, lon: 10.7522 };
export const DRAMMEN = { lat: 59.744, lon: 10.2045 };
export const BERGEN = { lat: 60.37, lon: 5.33 };
export const TRONDHEIM = { lat: 63.41, lon: 10.4 };
export const HAMAR = { lat: 60.7945, lon: 11.0679 };
export const MOLDE = { lat: 62.7372, lon: 7.1607 };
export const STAVANGER = { lat: 58.97, lon: 5.73 };
export const TAU = { lat: 59.06, lon: 5.95 };
export const AALESUND = { lat: 62.4722, lon: 6.1549 };

/** The stations that are passed, or those that are in doubt. */
export const idsOf = ({ passages = [] }: PlannedRoute, isDoubted = false) =>
  passages
    .filter((one) => (one.isDoubted === true) === isDoubted)
    .map(({ stationId }) => stationId);

/** Does the recording of a drive with a ferry sail where the drive does, and nowhere else? */
export function isSailed(drive: PlannedRoute, everyS: number, noiseM: number): boolean {
  const { line, ferries } = plan(record(drive, everyS, noiseM)).route;
  const [found] = ferries;
  const [meant] = drive.ferries;
  if (found === undefined || meant === undefined || ferries.length > 1) return false;
  const ends = [
    [line[found.fromIndex], drive.line[meant.fromIndex]],
    [line[found.toIndex], drive.line[meant.toIndex]],
  ] as [LatLon, LatLon][];
  return ends.every(([a, b]) => flatDistanceM(a, b) <= 1600);
}
