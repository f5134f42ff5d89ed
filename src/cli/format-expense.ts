import { stringify } from 'csv-stringify/sync';
import type { AnswerBillingRoute } from '../wire/billing.ts';

const COLUMNS = [
  'date',
  'time',
  'kind',
  'name',
  'operator',
  'road',
  'amountNok',
  'vatNok',
  'amountOf',
  'proof',
  'estimated',
];

/**
 * The lines of a route as a spreadsheet opens them in Norway: semicolon between the cells, decimal
 * comma, UTF-8 with a byte order mark, lines that end as Windows ends them. A text that a spreadsheet
 * would take for a formula begins with an apostrophe.
 *
 * Source: csv injection, owasp.org/www-community/attacks/CSV_Injection, 2026.
 */
export function formatExpense({ lines = [] }: Pick<AnswerBillingRoute, 'lines'>): string {
  const rows = lines.map((line) => [
    line.date,
    line.time ?? '',
    line.kind,
    line.name,
    line.operator ?? '',
    line.road ?? '',
    toDecimalComma(line.nok),
    toDecimalComma(line.vatNok),
    line.amountOf,
    line.proof,
    String(line.estimated),
  ]);
  return stringify([COLUMNS, ...rows], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    escape_formulas: true,
  });
}

const toDecimalComma = (nok: number) => nok.toFixed(2).replace('.', ',');
