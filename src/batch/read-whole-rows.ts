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
  const endsOf = kind === 'csv' ? openTableEnds() : lineEndsOf;
  let endByte = 0;
  let begun: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (const end of endsOf(chunk)) {
      const bytes = Buffer.concat([...begun, chunk.subarray(start, end)]);
      endByte += bytes.length;
      yield { bytes, endByte, isWhole: true };
      begun = [];
      start = end;
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  const bytes = Buffer.concat(begun);
  if (bytes.length > 0) yield { bytes, endByte: endByte + bytes.length, isWhole: false };
}

/** Where lines end in a piece of a file, behind the line break. */
function* lineEndsOf(chunk: Buffer): Generator<number> {
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) yield at + 1;
}

/** The same for the rows of a table, piece by piece: quotes may be open from one to the next. */
function openTableEnds(): (chunk: Buffer) => Generator<number> {
  let isQuoted = false;
  return function* (chunk) {
    for (const [i, code] of chunk.entries()) {
      if (code === QUOTE) isQuoted = !isQuoted;
      if (code === NEWLINE && !isQuoted) yield i + 1;
    }
  };
}
