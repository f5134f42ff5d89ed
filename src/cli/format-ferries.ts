import type { AnswerBillingRoute } from '../trip/answer-types.ts';
import { formatDuration, formatNok } from './format-amount.ts';
import { type Column, formatTable } from './format-table.ts';

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
export function formatFerries({ ferries, ferryUnpriced = [] }: AnswerBillingRoute): string[] {
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
