import { parseQuoteRequest } from '../../src/trip/parse-quote-request.ts';
import { formatLocate, formatRequest } from '../../src/upstream/valhalla/format-request.ts';
import { parseLocated } from '../../src/upstream/valhalla/parse-located.ts';
import type { Bench } from '../bench.ts';
import { compareWays, median, quantile, ratios } from '../measure.ts';
import { figures, type Table } from '../table.ts';
import { type BenchTrip, START_TIME } from '../trips.ts';

/**
 * What is asked of the bare engine: the same stops on the same roads, the same terms of the way, as
 * many routes, and everything else as the engine gives it by itself: full geometry and manoeuvres.
 */
export async function formatBare(bench: Bench, { from, to }: BenchTrip): Promise<string> {
  const stops = [from, to];
  const located = JSON.parse(await bench.engine.locate(formatLocate(stops)));
  const asked = JSON.parse(formatRequest(parseLocated(located, stops), false, bench.network));
  const { locations, costing, costing_options, alternates } = asked;
  return JSON.stringify({ locations, costing, costing_options, alternates });
}

/** The question of a trip as the endpoint reads it. */
function toQuestion(bench: Bench, { from, to }: BenchTrip, refine: boolean) {
  const { bounds } = bench.facts.ferries.tariffs.zoneTable;
  return parseQuoteRequest(
    {
      from: `${from.lat},${from.lon}`,
      to: `${to.lat},${to.lon}`,
      startTime: START_TIME,
      refine: refine ? '1' : '0',
    },
    { nowMs: 0, ferryBounds: bounds },
  );
}

/** The bare engine, and our whole use case on it, in one process. */
export async function benchTrips(bench: Bench): Promise<Table> {
  const { trips, engine, edition } = bench;
  const bare = await Promise.all(trips.map((trip) => formatBare(bench, trip)));
  const osrm = bare.map((text) => JSON.stringify({ ...JSON.parse(text), ...OSRM }));
  const [refined, plain] = [true, false].map((refine) =>
    trips.map((trip) => toQuestion(bench, trip, refine)),
  );
  const at = <Item>(items: readonly Item[] | undefined, i: number) => items?.[i] as Item;
  const bestMs = await compareWays(
    trips.length,
    {
      engine: (i) => engine.route(at(bare, i)),
      osrm: (i) => engine.route(at(osrm, i)),
      plain: (i) => edition.answerRoute(at(plain, i)),
      refined: (i) => edition.answerRoute(at(refined, i)),
    },
    bench.isShort ? 5 : 11,
  );
  const rowOf = (name: string, pick: (trip: BenchTrip) => boolean) =>
    formatRow(name, bestMs, (_, i) => pick(at(trips, i)));
  return {
    title: '1 and 2. Engine and trip, in process',
    about:
      'Fastest of several turns for each trip, ms; ratios trip by trip. *Engine*: the bare route in its own format, full geometry and manoeuvres, as many routes as we answer with. *OSRM*: the same in OSRM format, the form with seconds. *Trip*: stops put on roads, routes, matching, prices, answer.',
    head: HEAD,
    rows: [
      rowOf('all', () => true),
      ...(['near', 'middle', 'long'] as const).map((length) =>
        rowOf(length, (trip) => trip.length === length),
      ),
      rowOf('with a ferry', ({ hasFerry }) => hasFerry),
      rowOf('without', ({ hasFerry }) => !hasFerry),
    ],
  };
}

const HEAD = [
  'trips',
  'n',
  'engine, ms',
  'OSRM / engine',
  'without refine, ms',
  'ratio',
  'ratio, 95 %',
  'with refine, ms',
  'ratio',
  'ratio, 95 %',
];

/** The trips that are picked, in the columns of the head. */
function formatRow(
  name: string,
  bestMs: Readonly<Record<'engine' | 'osrm' | 'plain' | 'refined', readonly number[]>>,
  isPicked: (ms: number, trip: number) => boolean,
): string[] {
  const base = bestMs.engine.filter(isPicked);
  const ratioOf = (ms: readonly number[]) => ratios(ms.filter(isPicked), base);
  const cells = (ms: readonly number[]) => [
    figures(median(ms.filter(isPicked))),
    figures(median(ratioOf(ms))),
    figures(quantile(ratioOf(ms), 0.95)),
  ];
  return [
    name,
    String(base.length),
    figures(median(base)),
    figures(median(ratioOf(bestMs.osrm))),
    ...cells(bestMs.plain),
    ...cells(bestMs.refined),
  ];
}

const OSRM = { format: 'osrm', shape_format: 'polyline6' };
