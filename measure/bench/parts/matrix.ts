import { answerBy } from '../../../src/service/compose.ts';
import { findVehicleBy } from '../../../src/service/config.ts';
import { figures, type Table } from '../../page.ts';
import type { Bench } from '../bench.ts';
import { processorMs } from '../measure.ts';
import { RUSH_START } from '../trips.ts';

const TOWNS = 100;
const SHORT_TOWNS = 20;
const ROUNDS = 3;

/** From each of the largest towns to each other one, in one process. Processor time: other programs do not count. */
export async function benchMatrix({ snapshot, facts, isShort }: Bench): Promise<Table> {
  const { answerMatrix } = answerBy(() => snapshot, findVehicleBy({}));
  const towns = facts.places
    .filter(({ kind }) => kind === 'town')
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, isShort ? SHORT_TOWNS : TOWNS)
    .map(({ lat, lon }) => ({ lat, lon }));
  const startMs = Date.parse(RUSH_START);
  const timeMs = (prices: boolean): Promise<number> => {
    const stops = { origins: towns, destinations: towns, startMs, prices };
    const request = { ...stops, size: 'small', ferry: { ferryClass: 'AP1' } } as const;
    return processorMs(ROUNDS, async () => {
      const { pairs } = await answerMatrix({ request, lengthIgnored: false });
      for await (const some of pairs) for (const pair of some) JSON.stringify(pair);
    });
  };
  const rowOf = async (name: string, prices: boolean) => {
    const least = await timeMs(prices);
    const pairs = towns.length ** 2;
    return [name, String(pairs), figures(least / 1000), figures((1000 * least) / pairs)];
  };
  return {
    title: 'Many to many',
    about: `\`POST /api/matrix\` in process, ${towns.length} towns to themselves; the least processor time of ${ROUNDS} runs.`,
    head: ['answer', 'pairs', 'processor time, s', 'of a pair, µs'],
    rows: [await rowOf('minutes and metres', false), await rowOf('with toll and ferries', true)],
  };
}
