import type { AnswerBillingRoute } from '../wire/billing.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { EXPENSE_COLUMNS, listExpenses } from './format-expense.ts';
import type { RowKind, TripRow } from './read-rows.ts';
import {
  formatRows,
  formatSheetRows,
  NORWEGIAN_FORM,
  PLAIN_FORM,
  type TableForm,
  withoutMark,
} from './table-form.ts';

/** A row with its answer, or with one sentence that says why there is none. */
export type PricedRow = TripRow & ({ readonly answer: RouteAnswer } | { readonly error: string });

/** How the rows of a batch are written. */
export interface RowFormat {
  /** The header row; absent: the form has none. */
  readonly header?: string;
  format(row: PricedRow): string;
}

/** The figures of the recommended route that a table has. */
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

/** The cell of a result column of a table; `undefined` is an empty cell. */
type Result = (route: AnswerBillingRoute, billing: RouteAnswer['_billing']) => unknown;

const list = (texts: readonly string[]) => texts.join(' | ');
const namesOf = (some: readonly { readonly name: string }[]) => list(some.map(({ name }) => name));

const RESULTS: Readonly<Record<string, Result>> = {
  ...Object.fromEntries(FIGURES.map((name): [string, Result] => [name, (route) => route[name]])),
  vehicleTollNok: ({ vehicle }) => vehicle?.tollNok,
  vehicleTollMin: ({ vehicle }) => vehicle?.tollMin,
  vehicleTollMax: ({ vehicle }) => vehicle?.tollMax,
  vehicleFerryNok: ({ vehicle }) => vehicle?.ferryNok,
  vehicleTotalNok: ({ vehicle }) => vehicle?.totalNok,
  vehicleEstimated: ({ vehicle }) => vehicle?.estimated,
  refined: (_, { refined }) => refined,
  complete: ({ complete }) => complete,
  missing: ({ missing }) => namesOf(missing),
  stations: ({ chargedStations }) => namesOf(chargedStations),
  warnings: ({ warnings }) => list([...new Set(warnings.map(({ code }) => code))]),
  dataVersion: (_, { dataVersion }) => dataVersion,
};

/** A number with a decimal comma, as spreadsheets read it where semicolons separate the cells. */
const withComma = (text: string) => (/^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text);

/**
 * @param form of the table that the rows come from: numbers have decimal commas where semicolons separate the cells.
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
  const header = headerOf(columns, Object.keys(RESULTS), isTest);
  const formOfRows = withoutMark(form);
  const shown = form.delimiter === ';' ? withComma : (text: string) => text;
  return {
    header: formatRows([header], form),
    format: (row) => {
      const { route, billing, error } = outcomeOf(row);
      const results = Object.values(RESULTS).map((result) =>
        route && billing ? shown(String(result(route, billing) ?? '')) : '',
      );
      const cells = [...askedOf(row, columns), ...results, ...endOf(error, isTest)];
      return formatRows([cells], formOfRows);
    },
  };
}

/**
 * Writes a line for each passage and crossing of a row, as `--expense` does, after the columns of the row. A row that
 * costs nothing, or that has an error, gets one line.
 *
 * @param isTest each row says that it was priced for a test key.
 * @throws Error with one line when a column has the name of a result.
 */
export function expenseFormatOf(columns: readonly string[], isTest = false): RowFormat {
  const header = headerOf(['row', ...columns], [...EXPENSE_COLUMNS, 'dataVersion'], isTest);
  const none = EXPENSE_COLUMNS.map(() => '');
  return {
    header: formatSheetRows([header], NORWEGIAN_FORM),
    format: (row) => {
      const { route, billing } = outcomeOf(row);
      const lines = route === undefined ? [] : listExpenses(route);
      const error = 'error' in row ? row.error : '';
      const end = [billing?.dataVersion ?? '', ...endOf(error, isTest)];
      const asked = [String(row.no), ...askedOf(row, columns)];
      const written = (lines.length === 0 ? [none] : lines).map((line) => [
        ...asked,
        ...line,
        ...end,
      ]);
      return formatSheetRows(written, withoutMark(NORWEGIAN_FORM));
    },
  };
}

/** @throws Error with one line when a column has the name of a result or of another column. */
function headerOf(columns: readonly string[], results: readonly string[], isTest: boolean) {
  const named = [...results, ...(isTest ? ['test'] : []), 'error'];
  const taken = columns.find((name, i) => named.includes(name) || columns.indexOf(name) < i);
  if (taken !== undefined) throw new Error(`The column "${taken}" has the name of a result.`);
  return [...columns, ...named];
}

/** The last cells of a row. */
const endOf = (error: string, isTest: boolean) => [...(isTest ? ['true'] : []), error];

/** The cells of the input columns, which the result repeats. */
export const askedOf = ({ cells }: TripRow, columns: readonly string[]) =>
  columns.map((name) => (Object.hasOwn(cells, name) ? (cells[name] ?? '') : ''));

function outcomeOf(row: PricedRow) {
  if ('error' in row) return { error: row.error };
  const { _billing: billing } = row.answer;
  const [route] = billing.routes;
  return route === undefined
    ? { billing, error: 'There is no route.' }
    : { billing, route, error: '' };
}

/**
 * A row as a line of JSON with everything that the answer says about prices. It has no lines on the map: `/api/route`
 * gives those.
 */
function formatLine(row: PricedRow, isTest: boolean): string {
  const { no, cells } = row;
  const test = isTest && { test: true };
  const outcome =
    'answer' in row ? { billing: row.answer._billing } : { error: row.error, ...test };
  return `${JSON.stringify({ row: no, asked: cells, ...outcome })}\n`;
}
