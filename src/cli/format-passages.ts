import type { AnswerBillingRoute, AnswerPassage } from '../trip/answer-types.ts';
import { formatNok, formatTimeOfDay } from './format-amount.ts';
import { type Column, formatTable } from './format-table.ts';
import type { QuoteView } from './quote-view.ts';

const PLACE: readonly Column[] = [
  { head: 'operator', align: 'left' },
  { head: 'passed', align: 'left' },
];

/** Tables of the stations passed: charged, free, without a known tariff; `[]` when none is. */
export function formatPassages(route: AnswerBillingRoute, view: QuoteView): string[] {
  const tables = [
    formatCharged(route, view),
    formatFree(route, view),
    formatUnpriced(route, view),
  ].filter((text) => text !== '');
  return tables.length > 0 ? tables : ['No toll station on the way.'];
}

function formatCharged({ chargedStations }: AnswerBillingRoute, view: QuoteView): string {
  if (chargedStations.length === 0) return '';
  const columns: readonly Column[] = [
    { head: `Toll, ${view.size} vehicle`, align: 'left' },
    ...PLACE,
    { head: 'with tag', align: 'right' },
    { head: 'without', align: 'right' },
    { head: 'why', align: 'left' },
  ];
  const rows = chargedStations.map((station) => {
    const { smallNok, smallNoDiscountNok, largeNok, largeNoDiscountNok } = station;
    const amounts =
      view.size === 'small' ? [smallNok, smallNoDiscountNok] : [largeNok, largeNoDiscountNok];
    return [...placeOf(station, view), ...amounts.map(formatNok), toWords(station.reason)];
  });
  return formatTable(columns, rows);
}

function formatFree(route: AnswerBillingRoute, view: QuoteView): string {
  if (route.freePassages.length === 0) return '';
  const columns: readonly Column[] = [
    { head: 'Passed without charge', align: 'left' },
    ...PLACE,
    { head: 'rule', align: 'left' },
  ];
  const names = new Map(route.chargedStations.map(({ id, name }) => [id, name]));
  const rows = route.freePassages.map((passage) => {
    const payer = passage.paidAt === undefined ? undefined : names.get(passage.paidAt);
    const rule = toWords(passage.rule) + (payer === undefined ? '' : `, paid at ${payer}`);
    return [...placeOf(passage, view), rule];
  });
  return formatTable(columns, rows);
}

function formatUnpriced({ unpricedStations }: AnswerBillingRoute, view: QuoteView): string {
  if (unpricedStations.length === 0) return '';
  const listPrices = unpricedStations.map((station) => {
    const nok = view.size === 'small' ? station.listSmallNok : station.listLargeNok;
    return nok === undefined ? '' : formatNok(nok);
  });
  // Only a route planner of others has list prices.
  const hasList = listPrices.some((price) => price !== '');
  return formatTable(
    [
      { head: 'Tariff not known, not in the sum', align: 'left' },
      ...PLACE,
      ...(hasList ? [{ head: 'list price', align: 'right' as const }] : []),
    ],
    unpricedStations.map((station, i) => [
      ...placeOf(station, view),
      ...(hasList ? [listPrices[i] ?? ''] : []),
    ]),
  );
}

function placeOf({ name, operator, passedAt }: AnswerPassage, { startTime }: QuoteView): string[] {
  return [name, operator, formatTimeOfDay(passedAt, startTime.slice(0, 10))];
}

const toWords = (code: string) => code.replaceAll('-', ' ');
