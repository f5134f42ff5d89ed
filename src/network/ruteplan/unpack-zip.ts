/** Takes the database out of a zip file, as a stream. */
import { open } from 'node:fs/promises';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { UnusableMap } from '../own-map.ts';

/** The mark of a local header, with which a zip begins. Source: PKWARE, APPNOTE.TXT 6.3.10, section 4.3.7. */
const ZIP_MARK = 0x04034b50;
const DATABASE = /\.(sqlite3?|db|spatialite|gpkg)$/i;

/** Is the file a zip? */
export async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.readUInt32LE(0) === ZIP_MARK;
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

async function unpackInto(path: string, to: Writable): Promise<void> {
  const broken = `${path} is no whole zip file.`;
  const zip = await orUnusable(broken, openPromise(path, TERMS));
  try {
    const entry = await orUnusable(broken, findDatabase(zip));
    if (entry === undefined) throw new UnusableMap(`${path} holds no SQLite file.`);
    const name = `${entry.fileName} in ${path}`;
    if (!entry.canDecodeFileData())
      throw new UnusableMap(`${name} is packed in a way that is not known.`);
    const from = await orUnusable(broken, zip.openReadStreamPromise(entry));
    let sum = 0;
    const count = new Transform({
      transform(chunk: Buffer, _, done) {
        sum = crc32(chunk, sum);
        done(null, chunk);
      },
    });
    await orUnusable(`${name} is damaged.`, pipeline(from, count, to));
    if (sum !== entry.crc32) throw new UnusableMap(`${name} is damaged.`);
  } finally {
    zip.close();
  }
}

const TERMS = { lazyEntries: true, autoClose: false };

async function findDatabase(zip: ZipFile): Promise<Entry | undefined> {
  let largest: Entry | undefined;
  for await (const entry of zip.eachEntry()) {
    if (!DATABASE.test(entry.fileName)) continue;
    if (entry.uncompressedSize > (largest?.uncompressedSize ?? -1)) largest = entry;
  }
  return largest;
}

/** @throws UnusableMap with the sentence where the zip is wrong, and the error of the system where that fails. */
async function orUnusable<Result>(sentence: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw new Error(cause.message, { cause });
    throw new UnusableMap(sentence, { cause });
  }
}
