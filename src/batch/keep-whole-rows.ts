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
  let rows = 0;
  let endByte = 0;
  let firstEndByte = 0;
  let byte = 0;
  let isQuoted = false;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    for (const code of chunk) {
      byte += 1;
      if (code === QUOTE) isQuoted = !isQuoted;
      if (code !== NEWLINE || isQuoted) continue;
      rows += 1;
      endByte = byte;
      if (rows === 1) firstEndByte = byte;
    }
  if (byte > endByte) await truncate(path, endByte);
  return rows === 0 ? { rows } : { rows, first: await readText(path, firstEndByte) };
}

async function readText(path: string, bytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: bytes - 1 })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
