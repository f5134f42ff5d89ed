/**
 * Takes the database out of a zip file, as a stream. Files beyond 4 GB (zip64) are read, too.
 *
 * Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 and 4.5.3.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PassThrough, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { UnusableMap } from '../compile/own-map.ts';

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Where its local header stands. */
  readonly at: number;
}

const MARKS = { local: 0x04034b50, central: 0x02014b50 } as const;
/** Bytes that hold the end record: a comment of at most 65 535, the record itself, and the zip64 locator before it. */
const END_ROOM = 65_535 + 22 + 20;
const FULL = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
const DATABASE = /\.(sqlite3?|db|spatialite|gpkg)$/i;

/** Is the file a zip? */
export async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.readUInt32LE(0) === MARKS.local;
  } finally {
    await file.close();
  }
}

/**
 * Writes the database of a zip file to a path.
 *
 * @throws UnusableMap with one sentence when the zip has no database, or the database does not match its checksum or
 * size.
 */
export async function unpackDatabase(zip: string, to: string): Promise<void> {
  // The file is opened first and closed last. After a failure it can be removed, and no late write makes it again.
  const file = await open(to, 'w');
  try {
    await unpackInto(zip, file.createWriteStream());
  } finally {
    await file.close();
  }
}

/** Reads the database of a zip file to its end, and writes nothing. @throws Error as `unpackDatabase` does. */
export const checkDatabase = (zip: string): Promise<void> =>
  unpackInto(zip, new Writable({ write: (_chunk, _encoding, done) => done() }));

async function unpackInto(zip: string, to: Writable): Promise<void> {
  const { entry, start } = await findDatabase(zip);
  let [sum, size] = [0, 0];
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      sum = crc32(chunk, sum);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const end = start + entry.packed - 1;
  const unpack = entry.method === STORED ? new PassThrough() : createInflateRaw();
  const damaged = `${entry.name} in ${zip} is damaged.`;
  try {
    await pipeline(createReadStream(zip, { start, end }), unpack, count, to);
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw code.startsWith('Z_')
      ? new UnusableMap(damaged, { cause })
      : new Error(message, { cause });
  }
  if (sum !== entry.crc || size !== entry.size) throw new UnusableMap(damaged);
}

async function findDatabase(zip: string) {
  const file = await open(zip);
  try {
    const entries = await listEntries(file, zip);
    const entry = entries
      .filter(({ name }) => DATABASE.test(name))
      .sort((a, b) => b.size - a.size)[0];
    if (entry === undefined) throw new UnusableMap(`${zip} holds no SQLite file.`);
    if (entry.method !== STORED && entry.method !== DEFLATED)
      throw new UnusableMap(`${entry.name} in ${zip} is packed in a way that is not known.`);
    const head = await readAt(file, entry.at, 30);
    if (head.readUInt32LE(0) !== MARKS.local) throw new UnusableMap(`${zip} is no whole zip file.`);
    return { entry, start: entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28) };
  } catch (cause) {
    // The zip names a position beyond its own end.
    if (cause instanceof RangeError)
      throw new UnusableMap(`${zip} is no whole zip file.`, { cause });
    throw cause;
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

async function listEntries(file: FileHandle, zip: string): Promise<Entry[]> {
  const { size } = await file.stat();
  const room = Math.min(size, END_ROOM);
  const tail = await readAt(file, size - room, room);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end === -1) throw new UnusableMap(`${zip} is no whole zip file.`);
  let [length, at] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (at === FULL || length === FULL) {
    const head = await readAt(file, Number(tail.readBigUInt64LE(end - 20 + 8)), 56);
    [length, at] = [Number(head.readBigUInt64LE(40)), Number(head.readBigUInt64LE(48))];
  }
  const rows = await readAt(file, at, length);
  const entries: Entry[] = [];
  for (let row = 0; row + 46 <= rows.length && rows.readUInt32LE(row) === MARKS.central; ) {
    const [nameLength, extraLength] = [rows.readUInt16LE(row + 28), rows.readUInt16LE(row + 30)];
    entries.push(parseEntry(rows, row, nameLength, extraLength));
    row += 46 + nameLength + extraLength + rows.readUInt16LE(row + 32);
  }
  return entries;
}

function parseEntry(rows: Buffer, row: number, nameLength: number, extraLength: number): Entry {
  const long = openLongNumbers(
    rows.subarray(row + 46 + nameLength, row + 46 + nameLength + extraLength),
  );
  // The extra field holds the numbers in this order, and only numbers that do not fit into 32 bits.
  const size = long(rows.readUInt32LE(row + 24));
  const packed = long(rows.readUInt32LE(row + 20));
  const at = long(rows.readUInt32LE(row + 42));
  return {
    name: rows.toString('utf8', row + 46, row + 46 + nameLength),
    method: rows.readUInt16LE(row + 10),
    crc: rows.readUInt32LE(row + 16),
    ...{ packed, size, at },
  };
}

/** Reads numbers from the extra field of zip64 if the row has no room for them. */
function openLongNumbers(extra: Buffer): (short: number) => number {
  let next = extra.length;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1) next = at + 4;
  return (short) => {
    if (short !== FULL || next + 8 > extra.length) return short;
    next += 8;
    return Number(extra.readBigUInt64LE(next - 8));
  };
}
