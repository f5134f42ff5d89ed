/**
 * Reads the blocks of an `.osm.pbf` file one after the other; one block at a time is in memory.
 *
 * Source: wiki.openstreetmap.org/wiki/PBF_Format, "File format".
 */
import { type FileHandle, open } from 'node:fs/promises';
import { PbfReader } from 'pbf';
import { type OsmBlock, parseBlock } from './parse-block.ts';
import { unpackBlob } from './unpack-blob.ts';

/** A block of the file. */
interface FileBlock {
  /** Place in the file, from 0. */
  readonly index: number;
  /** `OSMHeader` for the first one, `OSMData` for those with roads; others may be passed over. */
  readonly type: string;
  /** As it stands in the file, to be copied. */
  readonly bytes: Uint8Array;
  /** @throws Error with one sentence that names the file, when it is damaged or packed otherwise. */
  unpack(): Uint8Array;
}

const LENGTH_BYTES = 4;
/** Source: the format's "Encoding OSM entities into fileblocks". */
const MAX_HEAD_BYTES = 64 * 1024;
const MAX_BLOB_BYTES = 32 * 1024 * 1024;

/**
 * @throws Error with one sentence that names the file and what is wrong: it can not be read, is no
 * `.osm.pbf`, or ends in the middle.
 */
export async function* readBlocks(path: string): AsyncGenerator<FileBlock> {
  const file = await open(path, 'r').catch(unreadable(path));
  try {
    for (let index = 0; ; index++) {
      const block = await readBlock(file, path, index);
      if (block === undefined) return;
      yield block;
    }
  } finally {
    await file.close();
  }
}

/** Undefined at the end of the file. */
async function readBlock(
  file: FileHandle,
  path: string,
  index: number,
): Promise<FileBlock | undefined> {
  const length = await readUpTo(file, path, LENGTH_BYTES);
  if (length.length === 0 && index > 0) return undefined;
  const headBytes = await readUpTo(file, path, headLengthOf(length));
  const head = parseHead(headBytes);
  // Whatever else the file may be, it shows here.
  if (index === 0 && head?.type !== 'OSMHeader') throw new Error(`${path} ${sayWhatItIs(length)}.`);
  if (length.length < LENGTH_BYTES || headBytes.length < headLengthOf(length)) throw cutShort(path);
  if (head === undefined) throw new Error(`${path} is damaged.`);
  const blob = await readUpTo(file, path, head.blobBytes);
  if (blob.length < head.blobBytes) throw cutShort(path);
  const bytes = Buffer.concat([length, headBytes, blob]);
  return { index, type: head.type, bytes, unpack: () => unpackBlob(blob, path) };
}

/** 0 where the length is not whole, or no head is so long. */
function headLengthOf(length: Buffer): number {
  const bytes = length.length < LENGTH_BYTES ? 0 : length.readUInt32BE(0);
  return bytes > MAX_HEAD_BYTES ? 0 : bytes;
}

interface BlockHead {
  readonly type: string;
  readonly blobBytes: number;
}

/** Undefined when it is none. */
function parseHead(bytes: Uint8Array): BlockHead | undefined {
  try {
    const head = new PbfReader(bytes).readFields(
      (field, into: { type: string; blobBytes: number }, reader) => {
        if (field === 1) into.type = reader.readString();
        else if (field === 3) into.blobBytes = reader.readVarint();
      },
      { type: '', blobBytes: -1 },
    );
    return head.blobBytes >= 0 && head.blobBytes <= MAX_BLOB_BYTES ? head : undefined;
  } catch {
    return undefined;
  }
}

/** What other files that are taken for maps begin with. */
const OTHER_FILES: readonly (readonly [hex: string, what: string])[] = [
  ['', 'is empty'],
  ['1f8b', 'is packed with gzip, and no .osm.pbf: unpack it first'],
  ['425a68', 'is packed with bzip2, and no .osm.pbf: download the .osm.pbf instead'],
  ['504b0304', 'is a zip archive, and no .osm.pbf: unpack it first'],
  ['fd377a58', 'is packed with xz, and no .osm.pbf: unpack it first'],
  ['28b52ffd', 'is packed with zstd, and no .osm.pbf: unpack it first'],
  ['3c3f786d', 'is XML, and no .osm.pbf: convert it with "osmium cat", or download the .osm.pbf'],
  ['3c6f736d', 'is XML, and no .osm.pbf: convert it with "osmium cat", or download the .osm.pbf'],
];

function sayWhatItIs(start: Buffer): string {
  const hex = start.toString('hex');
  const known = OTHER_FILES.find(([magic]) => (magic === '' ? hex === '' : hex.startsWith(magic)));
  return known?.[1] ?? 'is not an .osm.pbf file';
}

const cutShort = (path: string) =>
  new Error(`${path} ends in the middle of a block: it has not been downloaded or copied whole.`);

const unreadable = (path: string) => (cause: NodeJS.ErrnoException) => {
  throw new Error(`${path} can not be read (${cause.code ?? 'unknown'}).`, { cause });
};

/** Fewer bytes only where the file ends. */
async function readUpTo(file: FileHandle, path: string, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let filled = 0;
  while (filled < bytes) {
    const { bytesRead } = await file.read(buffer, filled, bytes - filled).catch(unreadable(path));
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/**
 * Visits the blocks of a file that hold nodes, ways and relations, in order.
 *
 * @param visit is given each block with its place in the file.
 * @param isWanted blocks by their place that are visited; the others are not unpacked.
 * @throws Error with one sentence that names the file, when it is damaged.
 */
export async function visitDataBlocks(
  path: string,
  visit: (block: OsmBlock, index: number) => void,
  isWanted: (index: number) => boolean = () => true,
): Promise<void> {
  for await (const block of readBlocks(path)) {
    if (block.type !== 'OSMData' || !isWanted(block.index)) continue;
    const content = block.unpack();
    try {
      visit(parseBlock(content), block.index);
    } catch (cause) {
      throw new Error(`${path} is damaged.`, { cause });
    }
  }
}
