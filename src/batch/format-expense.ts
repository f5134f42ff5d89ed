import { stringify } from 'csv-stringify/sync';
import type { AnswerBillingRoute } from '../wire/billing.ts';
import type { Claim } from '../wire/claim.ts';

/** Of the lines of a route. */
export const EXPENSE_COLUMNS = [
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
  'km',
  'rateNok',
];

/** The lines of a route as a spreadsheet opens them in Norway. */
export function formatExpense({ lines = [] }: Pick<AnswerBillingRoute, 'lines'>): string {
  return formatSheet([EXPENSE_COLUMNS, ...listExpenses({ lines })]);
}

/** The cells of each line. */
export const listExpenses = ({ lines = [] }: Pick<AnswerBillingRoute, 'lines'>): string[][] =>
  lines.map((line) => [
    line.date,
    line.time ?? '',
    line.kind,
    line.name,
    line.operator ?? '',
    line.road ?? '',
    formatAmount(line.nok),
    formatAmount(line.vatNok),
    line.amountOf,
    line.proof,
    String(line.estimated),
    line.km === undefined ? '' : formatTenth(line.km),
    line.rateNok === undefined ? '' : formatAmount(line.rateNok),
  ]);

const CLAIM_COLUMNS = [
  'Dato',
  'Avreise',
  'Ankomst',
  'Fra',
  'Til',
  'Via',
  'Formål',
  'Merknad',
  'Passasjerer',
  'Km',
  'Bomstasjoner',
  'Bom',
  'Ferjer',
  'Ferje',
  'Kilometergodtgjørelse',
  'Sum',
  'Anslag',
  'Mangler',
];

/** A claim as a logbook: a row for each drive, and the sums below them. */
export function formatClaimSheet(claim: Claim): string {
  const rows = claim.entries.map((entry) => [
    entry.date,
    entry.departure,
    formatArrival(entry),
    entry.from ?? '',
    entry.to ?? '',
    entry.via.join(', '),
    entry.purpose ?? '',
    entry.note ?? '',
    entry.passengers.join(', '),
    entry.km === undefined ? '' : formatTenth(entry.km),
    listPaid(entry.tolls),
    formatAmount(entry.tollNok),
    listPaid(entry.ferries),
    formatAmount(entry.ferryNok),
    formatAmount(entry.allowanceNok),
    formatAmount(entry.totalNok),
    entry.estimated ? 'ja' : 'nei',
    entry.missing.join(' '),
  ]);
  const blank = (count: number) => Array.from({ length: count }, () => '');
  const sums = [
    ...['Sum', ...blank(8), formatTenth(claim.km)],
    ...['', formatAmount(claim.tollNok), '', formatAmount(claim.ferryNok)],
    ...[formatAmount(claim.allowanceNok), formatAmount(claim.totalNok), '', ''],
  ];
  return formatSheet([CLAIM_COLUMNS, ...rows, sums]);
}

const listPaid = (paid: Claim['entries'][number]['tolls']) =>
  paid.map(({ name, nok }) => `${name} ${formatAmount(nok)}`).join(' + ');

/** With the day, where it is another one. */
export const formatArrival = ({
  date,
  arrival,
  arrivalDate,
}: Pick<Claim['entries'][number], 'date' | 'arrival' | 'arrivalDate'>): string =>
  date === arrivalDate ? arrival : `${arrivalDate} ${arrival}`;

/**
 * A table as a spreadsheet opens it in Norway: semicolon between the cells, decimal comma, UTF-8 with a
 * byte order mark, lines that end as Windows ends them. A text that a spreadsheet would take for a
 * formula begins with an apostrophe.
 *
 * Source: csv injection, owasp.org/www-community/attacks/CSV_Injection, 2026.
 */
export const formatSheet = (rows: readonly (readonly string[])[], bom = true): string =>
  stringify(
    rows.map((row) => [...row]),
    { bom, delimiter: ';', record_delimiter: 'windows', escape_formulas: true },
  );

/** Kroner with a decimal comma. */
export const formatAmount = (nok: number) => nok.toFixed(2).replace('.', ',');

/** Kilometres with a decimal comma. */
export const formatTenth = (km: number) => km.toFixed(1).replace('.', ',');
