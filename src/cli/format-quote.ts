import type { AnswerBillingRoute } from '../wire/billing.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { formatPassages, formatProofs, type QuoteView } from './format-passages.ts';
import { type Column, formatDuration, formatKm, formatNok, formatTable } from './format-table.ts';

/** The answer as a text for a person: the recommended route in full, the others in a line each. */
export function formatQuote({ _billing: billing }: RouteAnswer, view: QuoteView): string {
  const [first, ...others] = billing.routes;
  if (first === undefined) throw new Error('Expected at least one route.');
  const sections = [
    formatHead(first, view),
    ...(billing.refined ? [] : [formatPreliminary(billing.refineFallback === true)]),
    ...formatPassages(first, view),
    ...formatFerries(first),
    ...formatBounds(first),
    formatSums(first),
    ...formatVehicle(first),
    ...formatProofs(first),
    ...formatWarnings(first),
    ...formatOthers(others, view),
    `Source: ${billing.source}; data ${billing.dataVersion}. ${billing.attribution}`,
  ];
  return sections.join('\n\n');
}

function formatHead(route: AnswerBillingRoute, { startTime }: QuoteView): string {
  const [day, time] = [startTime.slice(0, 10), startTime.slice(11, 16)];
  return `Recommended route: ${formatKm(route.distance)}, ${formatDuration(route.durationMin)}, departure ${day} ${time}`;
}

function formatPreliminary(isFallback: boolean): string {
  const why = isFallback ? 'Exact matching was not possible' : 'Exact matching was not asked for';
  return `${why}: the toll is preliminary, without direction and hour rule.`;
}

/** The bounds in one line, where somebody asked for them. */
function formatBounds({ tollMin, tollMax }: AnswerBillingRoute): string[] {
  if (tollMin === undefined || tollMax === undefined) return [];
  return [
    `The refined toll with a tag lies between ${formatNok(tollMin)} and ${formatNok(tollMax)}.`,
  ];
}

function formatSums(route: AnswerBillingRoute): string {
  const row = (name: string, withTag: number, withoutTag: number) => [
    name,
    formatNok(withTag),
    formatNok(withoutTag),
  ];
  return formatTable(
    [
      { head: 'Sum, NOK', align: 'left' },
      { head: 'with tag', align: 'right' },
      { head: 'without', align: 'right' },
    ],
    [
      row('Toll, small vehicle', route.tollSmall, route.tollSmallNoDiscount),
      row('Toll, large vehicle', route.tollLarge, route.tollLargeNoDiscount),
      ...(route.ferryCount === 0
        ? []
        : [
            row(
              `Ferries, ${route.ferryVehicleClass} (agreement, ordinary)`,
              route.ferryNokAutopass,
              route.ferryNok,
            ),
          ]),
    ],
  );
}

/** The vehicle in one line, where one was asked for. */
function formatVehicle({ vehicle }: AnswerBillingRoute): string[] {
  if (vehicle === undefined) return [];
  const { tollNok, ferryNok, totalNok, estimated, tollMin, tollMax } = vehicle;
  const isBounded = tollMin !== undefined && tollMax !== undefined;
  const bounds = isBounded ? `, between ${formatNok(tollMin)} and ${formatNok(tollMax)}` : '';
  const parts = `toll ${formatNok(tollNok)}${bounds}, ferries ${formatNok(ferryNok)}`;
  return [`This vehicle: ${formatNok(totalNok)} NOK (${parts})${estimated ? ', an estimate' : ''}`];
}

function formatWarnings({ warnings }: AnswerBillingRoute): string[] {
  if (warnings.length === 0) return [];
  return [['Note', ...warnings.map(({ message }) => `- ${message}`)].join('\n')];
}

/** Empty without a ferry: 0.00 is a ferry that costs nothing. */
function formatFerrySum({ ferryCount, ferryPriced, ferryNok }: AnswerBillingRoute): string {
  if (ferryCount === 0) return '';
  return ferryPriced ? formatNok(ferryNok) : `${formatNok(ferryNok)} + not priced`;
}

function formatOthers(routes: readonly AnswerBillingRoute[], { size }: QuoteView): string[] {
  if (routes.length === 0) return [];
  const rows = routes.map((route, i) => [
    `${i + 2}`,
    formatKm(route.distance),
    formatDuration(route.durationMin),
    formatNok(size === 'small' ? route.tollSmall : route.tollLarge),
    formatNok(size === 'small' ? route.tollSmallNoDiscount : route.tollLargeNoDiscount),
    formatFerrySum(route),
  ]);
  const heads = ['Other routes', '', '', 'toll with tag', 'without', 'ferries'];
  return [
    formatTable(
      heads.map((head, i) => ({ head, align: i === 0 ? 'left' : 'right' })),
      rows,
    ),
  ];
}

const COLUMNS: readonly Column[] = [
  { head: 'Ferry', align: 'left' },
  { head: 'class', align: 'left' },
  { head: 'km', align: 'right' },
  { head: 'time', align: 'right' },
  { head: 'ordinary', align: 'right' },
  { head: 'zero emission', align: 'right' },
  { head: 'agreement', align: 'right' },
  { head: 'tariff', align: 'left' },
];

/** The crossings with their fares, and those that the traveller must price; `[]` without any. */
function formatFerries({ ferries, ferryUnpriced = [] }: AnswerBillingRoute): string[] {
  const rows = ferries.map((ferry) => [
    ferry.name,
    ferry.vehicleClass,
    ferry.km.toFixed(1),
    formatDuration(ferry.durationMin),
    formatNok(ferry.nok),
    formatNok(ferry.evNok),
    formatNok(ferry.autopassNok),
    ferry.tariff + (ferry.estimated && !ferry.tariff.includes('estimate') ? ' (estimate)' : ''),
  ]);
  const unpriced = ferryUnpriced.map(
    ({ name, lengthKm, why }) => `- ${name}, ${lengthKm.toFixed(1)} km: ${why}`,
  );
  return [
    ...(rows.length > 0 ? [formatTable(COLUMNS, rows)] : []),
    ...(unpriced.length > 0
      ? [['Ferries without a price, not in the sum', ...unpriced].join('\n')]
      : []),
  ];
}
