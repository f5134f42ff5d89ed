import { createReadStream, existsSync } from 'node:fs';
import { truncate } from 'node:fs/promises';

const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** The whole rows at the beginning of a file. */
export interface WholeRows {
  readonly rows: number;
  /** Absent: there is no whole row. */
  readonly first?: string;
}

/**
 * Cuts a file after its last whole row: what a run that was ended in the middle has left of another
 * one is taken away. A line break inside quotes is none in CSV. No file is a file without rows.
 */
export async function keepWholeRows(path: string): Promise<WholeRows> {
  if (!existsSync(path)) return { rows: 0 };
  const count: Count = { rows: 0, bytes: 0, endByte: 0, firstEndByte: 0, isQuoted: false };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) countOn(count, chunk);
  const { rows, bytes, endByte, firstEndByte } = count;
  if (bytes > endByte) await truncate(path, endByte);
  return rows === 0 ? { rows } : { rows, first: await readText(path, firstEndByte) };
}

/** What has been seen of a file so far. */
interface Count {
  rows: number;
  bytes: number;
  /** The end of the last whole row. */
  endByte: number;
  /** The end of the first one; 0: there is none yet. */
  firstEndByte: number;
  /** The next byte stands inside quotes. */
  isQuoted: boolean;
}

function countOn(count: Count, chunk: Buffer): void {
  for (const code of chunk) {
    count.bytes += 1;
    if (code === QUOTE) count.isQuoted = !count.isQuoted;
    if (code !== NEWLINE || count.isQuoted) continue;
    count.rows += 1;
    count.endByte = count.bytes;
    count.firstEndByte ||= count.bytes;
  }
}

async function readText(path: string, bytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: bytes - 1 })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
