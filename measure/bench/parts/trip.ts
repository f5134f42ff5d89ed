import { answerBy } from '../../../src/service/compose.ts';
import { findVehicleBy } from '../../../src/service/config.ts';
import { parseQuoteRequest } from '../../../src/wire/question.ts';
import { median, quantile } from '../../numbers.ts';
import { figures, type Table } from '../../page.ts';
import type { Bench } from '../bench.ts';
import { compareWays, writeLines } from '../measure.ts';
import { type BenchTrip, RUSH_START } from '../trips.ts';

/** The question of a trip as the endpoint reads it. */
function toQuestion(bench: Bench, { from, to }: BenchTrip, alternatives: 0 | 2, refine: boolean) {
  const { bounds } = bench.facts.ferries.tariffs.zoneTable;
  return parseQuoteRequest(
    {
      from: `${from.lat},${from.lon}`,
      to: `${to.lat},${to.lon}`,
      startTime: RUSH_START,
      refine: refine ? '1' : '0',
      alternatives: String(alternatives),
    },
    { nowMs: 0, ferryBounds: bounds },
  );
}

const WAYS = ['way, one', 'ways', 'trip without refine', 'trip, one, refine', 'trip, refine'];

/** The rows of the table. */
const GROUPS: readonly (readonly [string, (trip: BenchTrip) => boolean])[] = [
  ['all', () => true],
  ['near', ({ length }) => length === 'near'],
  ['middle', ({ length }) => length === 'middle'],
  ['long', ({ length }) => length === 'long'],
  ['with a ferry', ({ hasFerry }) => hasFerry],
  ['without', ({ hasFerry }) => !hasFerry],
];

/** Finding the ways alone, and the whole use case, in one process. */
export async function benchTrips(bench: Bench): Promise<Table> {
  const { trips, planner, snapshot } = bench;
  const { answerRoute } = answerBy(() => snapshot, findVehicleBy({}));
  const at = <Item>(items: readonly Item[], i: number) => items[i] as Item;
  const plan = (i: number, alternatives: 0 | 2) => {
    const { from, to } = at(trips, i);
    const facts = { via: [], startMs: Date.parse(RUSH_START), avoidTolls: false };
    return planner.planTrip({ from, to, ...facts, alternatives });
  };
  const ask = (alternatives: 0 | 2, refine: boolean) => {
    const questions = trips.map((trip) => toQuestion(bench, trip, alternatives, refine));
    return async (i: number) => writeLines(await answerRoute(at(questions, i)));
  };
  const bestMs = await compareWays(
    trips.length,
    {
      way: (i) => plan(i, 0),
      ways: (i) => plan(i, 2),
      plain: ask(2, false),
      refinedOne: ask(0, true),
      refined: ask(2, true),
    },
    bench.isShort ? 5 : 11,
  );
  return {
    title: '1 and 2. Way and trip, in process',
    about:
      'Fastest of several turns for each trip, ms, at the median and at 95 %. *Way*: stops put on roads, route, its line with metres and moments, its toll stations. *Trip*: ways, prices, answer as text. One route, or up to three.',
    head: ['trips', 'n', ...WAYS.flatMap((name) => [name, '95 %'])],
    rows: GROUPS.map(([name, isOf]) => [
      name,
      String(trips.filter(isOf).length),
      ...Object.values(bestMs).flatMap((ms) => {
        const picked = ms.filter((_, i) => isOf(at(trips, i)));
        return [figures(median(picked)), figures(quantile(picked, 0.95))];
      }),
    ]),
  };
}
