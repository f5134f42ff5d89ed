import { isOff, type TollPair } from './preliminary.ts';
import { quantile } from './quantile.ts';
import { formatMarkdown, formatShare } from './section.ts';

/** How far preliminary tolls are from refined ones, by region. */
export function reportPreliminary(pairs: readonly TollPair[]): string {
  const regions = [...new Set(pairs.map(({ region }) => region))];
  const rows = regions.map((name) =>
    summarise(
      name,
      pairs.filter(({ region }) => region === name),
    ),
  );
  return formatMarkdown(HEAD, [...rows, summarise('all', pairs)]);
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
