/** What ways by money save over the seeded trips of the benchmarks, and what looking for them takes. */
import type { MoneyWish, QuoteRequest } from '../../src/trip/quote.ts';
import type { RouteAnswer } from '../../src/wire/route.ts';
import { type Bench, withBench } from '../bench/bench.ts';
import { type BenchTrip, RUSH_START } from '../bench/trips.ts';
import { quantile, timed } from '../numbers.ts';
import { figures, formatTable } from '../page.ts';

const HOURS_NOK = [0, 100, 200, 400];
const LENGTHS = ['near', 'middle', 'long'] as const;

interface Asked {
  readonly trip: BenchTrip;
  readonly answer: RouteAnswer;
  /** Processor time. */
  readonly ms: number;
}

export const reportCheapest = (): Promise<string> =>
  withBench(false, async (bench) => {
    const best = [];
    for (const hourNok of HOURS_NOK)
      best.push(
        toBestRow(
          hourNok,
          await askAll(bench, { hourOre: 100 * hourNok, metreOre: 0, isPareto: false }),
        ),
      );
    const sets = await askAll(bench, { metreOre: 0, isPareto: true });
    const ofLength = (length: string) => sets.filter(({ trip }) => trip.length === length);
    return [
      `${sets.length} trips of a small car with a tag, at ${RUSH_START}; whole answers, processor time.`,
      formatTable(BEST_HEAD, best),
      'The ways of which none is both faster and cheaper:',
      formatTable(SET_HEAD, [
        toSetRow('all', sets),
        ...LENGTHS.map((length) => toSetRow(length, ofLength(length))),
      ]),
    ].join('\n\n');
  });

const TIMES = ['median, ms', '95 %, ms', 'cut'];
const BEST_HEAD = ['NOK an hour', 'another way', 'saved, NOK', 'longer, min', ...TIMES];
const SET_HEAD = ['trips', 'ways, median', '95 %', 'most', ...TIMES];

async function askAll({ snapshot, trips }: Bench, money: MoneyWish): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const trip of trips) {
    const request: QuoteRequest = {
      ...{ from: trip.from, to: trip.to, via: [], startMs: Date.parse(RUSH_START) },
      ...{ avoidTolls: false, refine: true, size: 'small', ferry: { ferryClass: 'AP1' }, money },
    };
    const { answerRoute } = snapshot.answers;
    const [answer, ms] = await timed(() => answerRoute({ request, lengthIgnored: false }));
    asked.push({ trip, answer, ms });
  }
  return asked;
}

const timesOf = (asked: readonly Asked[]): string[] =>
  [0.5, 0.95].map((share) =>
    figures(
      quantile(
        asked.map(({ ms }) => ms),
        share,
      ),
    ),
  );

const countCut = (asked: readonly Asked[]): number =>
  asked.filter(({ answer }) => answer._billing.searchCut).length;

/** The mean saving of the recommended way, and its mean delay, over the trips on which it is another way. */
function toBestRow(hourNok: number, asked: readonly Asked[]): (string | number)[] {
  const gains = asked.flatMap(({ answer }) => {
    const against = answer._billing.routes[0]?.choice?.againstFastest;
    return against !== undefined && against.nok < 0 ? [against] : [];
  });
  const mean = (of: (gain: (typeof gains)[number]) => number) =>
    gains.reduce((sum, gain) => sum + of(gain), 0) / Math.max(1, gains.length);
  return [
    hourNok,
    gains.length,
    figures(mean(({ nok }) => -nok)),
    figures(mean(({ durationMin }) => durationMin)),
    ...timesOf(asked),
    countCut(asked),
  ];
}

function toSetRow(name: string, asked: readonly Asked[]): (string | number)[] {
  const sizes = asked.map(({ answer }) => answer.routes.length);
  return [
    name,
    ...[0.5, 0.95, 1].map((share) => quantile(sizes, share)),
    ...timesOf(asked),
    countCut(asked),
  ];
}
