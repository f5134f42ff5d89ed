import type { LatLon } from '../../../src/base/point.ts';
import { listSpots, openTracePlanner } from '../../../src/network/planning/trace-planner.ts';
import type { TracePlanner } from '../../../src/trip/ports.ts';
import { recordDrive } from '../../audit/traces.ts';
import { timed } from '../../numbers.ts';
import { figures, type Table } from '../../page.ts';
import type { Bench } from '../bench.ts';
import { seeded } from '../measure.ts';
import { RUSH_START } from '../trips.ts';

const OSLO = { lat: 59.9139, lon: 10.7522 };
/** Drives from Oslo, and seconds between fixes. */
const DRIVES: readonly (readonly [name: string, to: LatLon, everyS: number])[] = [
  ['Oslo-Hamar', { lat: 60.7945, lon: 11.0679 }, 1],
  ['Oslo-Bergen', { lat: 60.3913, lon: 5.3221 }, 2.5],
  ['Oslo-Bergen', { lat: 60.3913, lon: 5.3221 }, 60],
  ['Oslo-Tromsø', { lat: 69.6496, lon: 18.956 }, 1.5],
];
const MOST_POINTS = 50_000;
const START_MS = Date.parse(RUSH_START);

/** Recorded drives, matched and laid on the network: no prices, no JSON. */
export async function benchTrace({ network, facts, planner, isShort }: Bench): Promise<Table> {
  const { stations, tolls, sections, matching } = facts;
  const tracer = openTracePlanner(network.prepared, {
    source: network.source,
    spots: listSpots(stations, tolls),
    sections,
    judging: matching,
  });
  const rows: string[][] = [];
  for (const [name, to, everyS] of DRIVES) {
    const trip = { from: OSLO, to, via: [], startMs: START_MS, avoidTolls: false, alternatives: 0 };
    const [route] = await planner.planTrip(trip);
    if (route === undefined) throw new Error('Expected a route.');
    const { line, secondsAt } = route;
    const drive = { line, secondsAt, passed: [] };
    const fixes = recordDrive(drive, { everyS, noiseM: 5 }, seeded(7)).slice(0, MOST_POINTS);
    const { ms, stepMs } = await planFastest(tracer, fixes, isShort ? 1 : 3);
    rows.push([
      name,
      `${everyS} s`,
      String(fixes.length),
      figures(ms),
      figures((fixes.length / ms) * 1000),
      figures((ms / fixes.length) * 10_000),
      figures(stepMs),
    ]);
  }
  return {
    title: 'Recorded drives',
    about:
      'Drives on our own routes, recorded with 5 m of noise, matched and laid on the network in process; milliseconds of the processor, fastest of three turns. Other calls come between the steps.',
    head: [
      'drive',
      'a fix every',
      'points',
      'ms',
      'points a second',
      'ms for 10 000 points',
      'longest step, ms',
    ],
    rows,
  };
}

type Fixes = Parameters<TracePlanner['plan']>[0];

/** Processor time of the fastest turn, and the longest step of a turn, in the turn in which this step is shortest. */
async function planFastest(tracer: TracePlanner, fixes: Fixes, turns: number) {
  const least = { ms: Number.POSITIVE_INFINITY, stepMs: Number.POSITIVE_INFINITY };
  for (let turn = 0; turn < turns; turn++) {
    const { ms, stepMs } = await planOnce(tracer, fixes);
    least.ms = Math.min(least.ms, ms);
    least.stepMs = Math.min(least.stepMs, stepMs);
  }
  return least;
}

async function planOnce(tracer: TracePlanner, fixes: Fixes) {
  const work = tracer.plan(fixes, START_MS);
  let [ms, stepMs] = [0, 0];
  for (let isDone: boolean | undefined = false; isDone !== true; ) {
    const [step, spent] = await timed(() => work.next());
    isDone = step.done;
    ms += spent;
    stepMs = Math.max(stepMs, spent);
  }
  return { ms, stepMs };
}
