import { stringify } from 'csv-stringify/sync';
import type { AnswerBillingRoute } from '../wire/billing.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { EXPENSE_COLUMNS, formatSheet, listExpenses } from './format-expense.ts';
import { PLAIN_FORM, type RowKind, type TableForm, type TripRow } from './read-rows.ts';

/** What a row became: an answer, or one sentence that says why there is none. */
export type PricedRow = TripRow & ({ readonly answer: RouteAnswer } | { readonly error: string });

/** How the rows of a batch are written. */
export interface RowFormat {
  /** The first row; absent: there is none. */
  readonly header?: string;
  format(row: PricedRow): string;
}

/** The figures of the recommended route that stand in a table. */
const FIGURES = [
  'tollSmall',
  'tollSmallNoDiscount',
  'tollLarge',
  'tollLargeNoDiscount',
  'tollCount',
  'rush',
  'ferryCount',
  'ferryPriced',
  'ferryNok',
  'ferryNokEv',
  'ferryNokAutopass',
  'distance',
  'durationMin',
] as const satisfies readonly (keyof AnswerBillingRoute)[];

/** Of one vehicle, where a row names it. */
const VEHICLE_FIGURES = [
  'vehicleTollNok',
  'vehicleTollMin',
  'vehicleTollMax',
  'vehicleFerryNok',
  'vehicleTotalNok',
  'vehicleEstimated',
];

const RESULTS = [
  ...FIGURES,
  ...VEHICLE_FIGURES,
  'refined',
  'complete',
  'missing',
  'stations',
  'warnings',
  'dataVersion',
  'error',
];

/** Of a row for a test key, before its error. */
const TEST = 'test';

/** A number as spreadsheets read it where cells are parted by semicolons. */
const withComma = (text: string) => (/^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text);

/**
 * @param form of the table that the rows come from: cells parted by semicolons have decimal commas.
 * @param isTest each row says that it was priced for a test key.
 * @throws Error with one line when a column has the name of a result.
 */
export function formatOf(
  kind: RowKind,
  columns: readonly string[],
  form: TableForm = PLAIN_FORM,
  isTest = false,
): RowFormat {
  if (kind === 'ndjson') return { format: (row) => formatLine(row, isTest) };
  const named = isTest ? RESULTS.toSpliced(-1, 0, TEST) : RESULTS;
  const taken = columns.find((name) => named.includes(name));
  if (taken !== undefined) throw new Error(`The column "${taken}" has the name of a result.`);
  const { delimiter, lineBreak, hasMark } = form;
  const write = (cells: readonly (string | undefined)[]) =>
    stringify([cells], { delimiter, record_delimiter: lineBreak, quoted_match: /[\r\n]/ });
  const shown = delimiter === ';' ? withComma : (text: string) => text;
  return {
    header: (hasMark ? '\uFEFF' : '') + write([...columns, ...named]),
    format: (row) => {
      const asked = columns.map((name) => (Object.hasOwn(row.cells, name) ? row.cells[name] : ''));
      const results: Readonly<Record<string, string>> = { ...toResults(row), [TEST]: 'true' };
      return write([...asked, ...named.map((name) => shown(results[name] ?? ''))]);
    },
  };
}

/**
 * A row for each passage and crossing of a row, as `--expense` writes them, behind the columns of the row; one for a row that costs nothing,
 * or that has an error.
 *
 * @param isTest each row says that it was priced for a test key.
 * @throws Error with one line when a column has the name of a result.
 */
export function expenseFormatOf(columns: readonly string[], isTest = false): RowFormat {
  const results = [...EXPENSE_COLUMNS, 'dataVersion', ...(isTest ? [TEST] : []), 'error'];
  const taken = columns.find((name) => name === 'row' || results.includes(name));
  if (taken !== undefined) throw new Error(`The column "${taken}" has the name of a result.`);
  const none = EXPENSE_COLUMNS.map(() => '');
  return {
    header: formatSheet([['row', ...columns, ...results]]),
    format: (row) => {
      const asked = columns.map((name) =>
        Object.hasOwn(row.cells, name) ? (row.cells[name] ?? '') : '',
      );
      const isPriced = 'answer' in row;
      const [route] = isPriced ? row.answer._billing.routes : [];
      const lines = route === undefined ? [] : listExpenses(route);
      const dataVersion = isPriced ? row.answer._billing.dataVersion : '';
      const end = [dataVersion, ...(isTest ? ['true'] : []), isPriced ? '' : row.error];
      const written = (lines.length === 0 ? [none] : lines).map((line) => [
        String(row.no),
        ...asked,
        ...line,
        ...end,
      ]);
      return formatSheet(written, false);
    },
  };
}

/** Everything that the answer says of prices; lines on the map are what `/api/route` is for. */
function formatLine(row: PricedRow, isTest: boolean): string {
  const { no, cells } = row;
  const test = isTest && { test: true };
  const outcome =
    'answer' in row ? { billing: row.answer._billing } : { error: row.error, ...test };
  return `${JSON.stringify({ row: no, asked: cells, ...outcome })}\n`;
}

function toResults(row: PricedRow): Readonly<Record<string, string>> {
  if ('error' in row) return { error: row.error };
  const { _billing: billing } = row.answer;
  const [route] = billing.routes;
  if (route === undefined) return { error: 'There is no route.' };
  return {
    ...Object.fromEntries(FIGURES.map((name) => [name, String(route[name])])),
    ...(route.vehicle && {
      vehicleTollNok: String(route.vehicle.tollNok),
      vehicleFerryNok: String(route.vehicle.ferryNok),
      vehicleTotalNok: String(route.vehicle.totalNok),
      vehicleEstimated: String(route.vehicle.estimated),
      ...(route.vehicle.tollMin !== undefined && {
        vehicleTollMin: String(route.vehicle.tollMin),
        vehicleTollMax: String(route.vehicle.tollMax),
      }),
    }),
    refined: String(billing.refined),
    complete: String(route.complete),
    missing: route.missing.map(({ name }) => name).join(' | '),
    stations: route.chargedStations.map(({ name }) => name).join(' | '),
    warnings: [...new Set(route.warnings.map(({ code }) => code))].join(' | '),
    dataVersion: billing.dataVersion,
  };
}
