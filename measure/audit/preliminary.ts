/** How far the preliminary toll is from the refined one. */
import { groupBy } from '../../src/base/lists.ts';
import { quantile } from '../numbers.ts';
import { formatShare, formatTable } from '../page.ts';
import type { AskProduct } from './product.ts';
import type { SeededTrip } from './seeded-trips.ts';

/** The toll of one trip, small vehicle with tag, both ways. NOK. */
interface TollPair {
  readonly region: string;
  readonly preliminaryNok: number;
  readonly refinedNok: number;
}

/** Both tolls of the recommended route; a trip without a route is left out. */
export async function compareTolls(
  trips: readonly SeededTrip[],
  ask: AskProduct,
): Promise<TollPair[]> {
  const pairs: TollPair[] = [];
  for (const { region, from, to } of trips) {
    const [preliminary, refined] = [
      await ask({ from, to, refine: false }).catch(() => undefined),
      await ask({ from, to, refine: true }).catch(() => undefined),
    ];
    if (preliminary === undefined || refined === undefined) continue;
    pairs.push({
      region,
      preliminaryNok: preliminary.bill.tollSmall,
      refinedNok: refined.bill.tollSmall,
    });
  }
  return pairs;
}

/** Off by more than this share of the refined toll counts as wrong. */
const OFF_SHARE = 0.2;

/** Is the preliminary toll off by more than 20 %? If the refined toll is 0, any other toll is. */
const isOff = ({ preliminaryNok, refinedNok }: TollPair) =>
  Math.abs(preliminaryNok - refinedNok) > OFF_SHARE * refinedNok;

/** How far preliminary tolls are from refined ones, by region. */
export function reportPreliminary(pairs: readonly TollPair[]): string {
  const rows = [...groupBy(pairs, ({ region }) => region), ['all', pairs] as const];
  return formatTable(
    HEAD,
    rows.map(([name, own]) => summarise(name, own)),
  );
}

const HEAD = [
  'region',
  'trips',
  'with toll',
  'equal',
  'off by more than 20 %',
  'median of those, kr',
  'sum, times',
];

function summarise(name: string, pairs: readonly TollPair[]): (string | number)[] {
  const off = pairs.filter(isOff);
  const tolled = pairs.filter(({ preliminaryNok, refinedNok }) => preliminaryNok + refinedNok > 0);
  const equal = pairs.filter(({ preliminaryNok, refinedNok }) => preliminaryNok === refinedNok);
  const tooMuchNok = off.map(({ preliminaryNok, refinedNok }) => preliminaryNok - refinedNok);
  const [preliminaryNok, refinedNok] = [
    sum(pairs.map((pair) => pair.preliminaryNok)),
    sum(pairs.map((pair) => pair.refinedNok)),
  ];
  return [
    name,
    pairs.length,
    tolled.length,
    equal.length,
    `${off.length} (${formatShare(off.length, pairs.length)})`,
    Math.round(quantile(tooMuchNok, 0.5)),
    refinedNok === 0 ? '-' : (preliminaryNok / refinedNok).toFixed(2),
  ];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
