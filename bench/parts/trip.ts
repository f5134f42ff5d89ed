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
  const rowOf = (name: string, pick: (trip: BenchTrip) => boolean) => {
    const of = (ms: readonly number[]) => ms.filter((_, i) => pick(at(trips, i)));
    const base = of(bestMs.engine);
    const cell = (ms: readonly number[]) => [
      figures(median(of(ms))),
      figures(median(ratios(of(ms), base))),
      figures(quantile(ratios(of(ms), base), 0.95)),
    ];
    return [
      name,
      String(base.length),
      figures(median(base)),
      figures(median(ratios(of(bestMs.osrm), base))),
      ...cell(bestMs.plain),
      ...cell(bestMs.refined),
    ];
  };
  return {
    title: '1 and 2. Engine and trip, in process',
    about:
      'Fastest of several turns for each trip, ms; ratios trip by trip. *Engine*: the bare route in its own format, full geometry and manoeuvres, as many routes as we answer with. *OSRM*: the same in OSRM format, the form with seconds. *Trip*: stops put on roads, routes, matching, prices, answer.',
    head: [
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
    ],
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

const OSRM = { format: 'osrm', shape_format: 'polyline6' };
