import { createReadStream } from 'node:fs';
import type { RowKind } from './trip-row.ts';

const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** A row of a file as it stands there, or what follows the last one. */
export interface WrittenRow {
  readonly bytes: Buffer;
  /** Where it ends in the file. */
  readonly endByte: number;
  /** False: the file ends inside it. */
  readonly isWhole: boolean;
}

/**
 * The rows of a file, the header of a table among them, one after the other and never all at once.
 * A line break inside quotes ends no row in CSV; in NDJSON every one does.
 */
export async function* readWholeRows(path: string, kind: RowKind): AsyncGenerator<WrittenRow> {
  let endByte = 0;
  let isQuoted = false;
  let begun: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (const [i, code] of chunk.entries()) {
      if (code === QUOTE && kind === 'csv') isQuoted = !isQuoted;
      if (code !== NEWLINE || isQuoted) continue;
      const bytes = Buffer.concat([...begun, chunk.subarray(start, i + 1)]);
      endByte += bytes.length;
      yield { bytes, endByte, isWhole: true };
      begun = [];
      start = i + 1;
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  const bytes = Buffer.concat(begun);
  if (bytes.length > 0) yield { bytes, endByte: endByte + bytes.length, isWhole: false };
}
