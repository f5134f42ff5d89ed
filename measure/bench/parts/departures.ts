import type { QuoteRequest } from '../../../src/trip/quote.ts';
import { quantile } from '../../numbers.ts';
import { figures, type Table } from '../../page.ts';
import type { Bench } from '../bench.ts';
import { processorMs } from '../measure.ts';
import { type BenchTrip, RUSH_START } from '../trips.ts';

const DAY_MS = 86_400_000;
const COUNT = 96;
/** The number of trips, as many of each length. */
const TRIPS = 60;
const ROUNDS = 3;

/** A day of departures of some trips, in one process. Processor time, so that other programs do not count. */
export async function benchDepartures({ snapshot, trips, isShort }: Bench): Promise<Table> {
  const { answerDepartures } = snapshot.answers;
  const midnightMs = Date.parse(`${RUSH_START.slice(0, 10)}T00:00:00+01:00`);
  const startsMs = Array.from({ length: COUNT }, (_, i) => midnightMs + (i * DAY_MS) / COUNT);
  const timeMs = (
    { from, to }: BenchTrip,
    hourNok: number | undefined,
    rounds = ROUNDS,
  ): Promise<number> => {
    const request: QuoteRequest = {
      ...{ from, to, via: [], startMs: midnightMs, avoidTolls: false, refine: true },
      ...{ alternatives: 0, size: 'small', ferry: { ferryClass: 'AP1' } },
      ...(hourNok !== undefined && {
        money: { hourOre: 100 * hourNok, metreOre: 0, isPareto: false },
      }),
    };
    return processorMs(rounds, () =>
      answerDepartures({ request, lengthIgnored: false, stepMin: 15, startsMs }),
    );
  };
  const rowsOf = async (name: string, hourNok?: number) => {
    const asked = trips.slice(0, isShort ? TRIPS / 5 : TRIPS);
    const times: number[] = [];
    // The first answers warm the program up, as on a server that has answered before.
    for (const trip of asked) await timeMs(trip, hourNok, 1);
    for (const trip of asked) times.push(await timeMs(trip, hourNok));
    const rowOf = (length: string, ms: readonly number[]) => [
      name,
      length,
      ...[0.5, 0.95, 1].map((share) => figures(quantile(ms, share))),
    ];
    return [
      rowOf('all', times),
      ...(['near', 'middle', 'long'] as const).map((length) =>
        rowOf(
          length,
          times.filter((_, i) => asked[i]?.length === length),
        ),
      ),
    ];
  };
  return {
    title: 'Departures',
    about: `${COUNT} departures of a day of ${isShort ? TRIPS / 5 : TRIPS} trips in process, each of which was asked for before; the least processor time of ${ROUNDS} turns, ms.`,
    head: ['way', 'trips', 'median', '95 %', 'slowest'],
    rows: [...(await rowsOf('the fastest')), ...(await rowsOf('by 200 NOK an hour', 200))],
  };
}
