import type { MoneyWish, QuoteRequest } from '../../../src/trip/quote.ts';
import type { Bench } from '../bench.ts';
import { processorMs, quantile } from '../measure.ts';
import { figures, type Table } from '../table.ts';
import { START_TIME } from '../trips.ts';

const HOURS_NOK = [0, 100, 200, 400];
const ROUNDS = 2;

/** Ways chosen by money, in one process: processor time, whoever else is at work. */
export async function benchMoney({ snapshot, trips }: Bench): Promise<Table> {
  const rowsOf = async (name: string, money: MoneyWish) => {
    const asked: { length: string; ms: number; isCut: boolean }[] = [];
    for (const { from, to, length } of trips) {
      const request: QuoteRequest = {
        ...{ from, to, via: [], startMs: Date.parse(START_TIME), avoidTolls: false, refine: true },
        ...{ size: 'small', ferry: { ferryClass: 'AP1' }, money },
      };
      let isCut = false;
      const ms = await processorMs(ROUNDS, async () => {
        const { _billing } = await snapshot.route.quote({ request, lengthIgnored: false });
        isCut = _billing.searchCut === true;
      });
      asked.push({ length, ms, isCut });
    }
    return ['all', 'near', 'middle', 'long'].map((length) => {
      const rows = asked.filter((one) => length === 'all' || one.length === length);
      const times = rows.map(({ ms }) => ms);
      return [
        ...[name, length, String(rows.length)],
        ...[0.5, 0.95, 1].map((share) => figures(quantile(times, share))),
        String(rows.filter(({ isCut }) => isCut).length),
      ];
    });
  };
  const rows = [];
  for (const hourNok of HOURS_NOK)
    rows.push(
      ...(await rowsOf(`${hourNok} NOK an hour`, {
        ...{ hourOre: 100 * hourNok, metreOre: 0, isPareto: false },
      })),
    );
  rows.push(...(await rowsOf('none faster and cheaper', { metreOre: 0, isPareto: true })));
  return {
    title: 'Ways by money',
    about: `Whole refined answers in process, the least processor time of ${ROUNDS} turns, ms. *Cut*: answers whose search met its bound.`,
    head: ['ways', 'trips', 'n', 'median', '95 %', 'slowest', 'cut'],
    rows,
  };
}
