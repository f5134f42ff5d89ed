import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { expenseFormatOf, formatOf, type RowFormat } from '../batch/format-priced-row.ts';
import { workInOrder } from '../batch/price-batch.ts';
import {
  type EndedRow,
  PASSING,
  type RowPricer,
  type WrittenRow,
  writeRow,
} from '../batch/price-row.ts';
import type { TripRow } from '../batch/read-rows.ts';
import { PLAIN_FORM } from '../batch/table-form.ts';
import type { BlockResult, NewJob, OpenBlock } from './job.ts';

/** Rows and results are kept packed. */
export const pack = promisify(gzip);
export const unpack = promisify(gunzip);

/**
 * How the rows of a job are written. Rows of a test key are marked as tests. A recording or a journey is not repeated
 * in the result, whether it was priced or refused.
 *
 * @throws Error with one line when a column has the name of a result.
 */
export function formatOfJob({ terms, isTest }: Pick<NewJob, 'terms' | 'isTest'>): RowFormat {
  const { columns, form, kind, resultForm } = terms;
  if (resultForm === 'expense') return expenseFormatOf(columns, isTest);
  if (kind === 'csv') return formatOf(resultForm, columns, form, isTest);
  const { format, ...header } = formatOf(resultForm, columns, PLAIN_FORM, isTest);
  return {
    ...header,
    format: (row) => {
      const { trace, journey, ...cells } = row.cells;
      return format({ ...row, cells });
    },
  };
}

/** A row as it waits in its block. */
export interface KeptRow extends TripRow {
  /** The units that the row counts; absent: one. */
  readonly units?: number;
}

/** Thrown when rows failed on our side, so that their block is tried again. */
export class TryLater extends Error {}

/**
 * Prices the rows of a block, in their order.
 *
 * @param isLast rows that still fail on our side get an error, and are credited.
 * @throws `TryLater` where it is not the last try; the reason of the signal.
 */
export async function priceBlock(
  { input }: Pick<OpenBlock, 'input'>,
  { price, atOnce }: Pick<RowPricer, 'price' | 'atOnce'>,
  { format, isLast, signal }: { format: RowFormat; isLast: boolean; signal: AbortSignal },
): Promise<BlockResult> {
  const rows: readonly KeptRow[] = JSON.parse((await unpack(input)).toString());
  const written: WrittenRow[] = [];
  for await (const ended of workInOrder(rows, price, atOnce)) {
    signal.throwIfAborted();
    if (!isLast && mayPass(ended)) throw new TryLater();
    written.push(endRow(ended, format));
  }
  const result = Buffer.from(written.map(({ text }) => text).join(''));
  return {
    result: await pack(result),
    bytes: result.length,
    failed: written.filter(({ isError }) => isError).length,
    credited: rows.reduce((sum, row, i) => sum + (isOurs(written[i]) ? (row.units ?? 1) : 0), 0),
    errors: countBy(written),
    dataVersions: [...new Set(written.flatMap(({ dataVersion }) => dataVersion ?? []))],
  };
}

/**
 * Whether the next try may price the row: a service may be back by then, or a release may have repaired a defect of
 * ours.
 */
const mayPass = (ended: EndedRow) => 'failure' in ended || ended.code === 'internal_error';

/** Whether a row failed on our side, and so is credited. */
const isOurs = ({ code }: Partial<WrittenRow> = {}) =>
  code === 'internal_error' || (code !== undefined && PASSING.includes(code));

const endRow = (ended: EndedRow, format: RowFormat): WrittenRow =>
  'failure' in ended
    ? writeRow({ ...ended.row, error: ended.failure.publicMessage }, format, ended.failure.code)
    : ended;

function countBy(rows: readonly WrittenRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of rows) if (code !== undefined) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
