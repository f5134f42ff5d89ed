/**
 * Reads the blocks of an `.osm.pbf` file one after the other; one block at a time is in memory.
 *
 * Source: wiki.openstreetmap.org/wiki/PBF_Format, "File format".
 */
import { type FileHandle, open } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { PbfReader } from 'pbf';
import { type OsmBlock, parseBlock } from './read-elements.ts';

/** A block of the file. */
interface FileBlock {
  /** Place in the file, from 0. */
  readonly index: number;
  /** `OSMHeader` for the first block, `OSMData` for blocks with map data. Blocks of other types may be skipped. */
  readonly type: string;
  /** @throws Error with one sentence that names the file, when it is damaged or packed in an unknown way. */
  unpack(): Uint8Array;
}

const LENGTH_BYTES = 4;
/** Source: the format's "Encoding OSM entities into fileblocks". */
const MAX_HEAD_BYTES = 64 * 1024;
const MAX_BLOB_BYTES = 32 * 1024 * 1024;

/** Ways to pack a blob, by field. Source: fileformat.proto of OSM-binary. */
const RAW = 1;
const ZLIB = 3;
const OTHER_PACKINGS: Readonly<Record<number, string>> = {
  4: 'lzma',
  5: 'bzip2',
  6: 'lz4',
  7: 'zstd',
};

/** The features that a file may require and this reader supports. */
const KNOWN_FEATURES = ['OsmSchema-V0.6', 'DenseNodes'];
/** Field of `HeaderBlock`. Source: osmformat.proto of OSM-binary. */
const REQUIRED_FEATURES = 4;

/**
 * @throws Error with one sentence that names the file and what is wrong: it can not be read, is no `.osm.pbf`, or ends
 * in the middle.
 * @internal Tests read blocks without parsing their content.
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
  // A file of any other format fails here.
  if (index === 0 && head?.type !== 'OSMHeader') throw new Error(`${path} ${sayWhatItIs(length)}.`);
  if (length.length < LENGTH_BYTES || headBytes.length < headLengthOf(length)) throw cutShort(path);
  if (head === undefined) throw new Error(`${path} is damaged.`);
  const blob = await readUpTo(file, path, head.blobBytes);
  if (blob.length < head.blobBytes) throw cutShort(path);
  return { index, type: head.type, unpack: () => unpackBlob(blob, path) };
}

/** The length of the head, bytes; 0: its four bytes are not complete, or it is too long for a head. */
function headLengthOf(length: Buffer): number {
  const bytes = length.length < LENGTH_BYTES ? 0 : length.readUInt32BE(0);
  return bytes > MAX_HEAD_BYTES ? 0 : bytes;
}

/** The head of a block; undefined: the bytes are no head. */
function parseHead(bytes: Uint8Array) {
  try {
    const head = new PbfReader(bytes).readFields(
      (field, into, reader) => {
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

/** The content of a blob: the first of its fields that holds content, unpacked. */
function unpackBlob(blob: Uint8Array, path: string): Uint8Array {
  const { field, bytes } = orDamaged(path, () => {
    const reader = new PbfReader(blob);
    for (let at = reader.nextField(); at !== 0; at = reader.nextField())
      if (at === RAW || at === ZLIB || at in OTHER_PACKINGS)
        return { field: at, bytes: reader.readBytes() };
    throw new Error('The blob is empty.');
  });
  const packing = OTHER_PACKINGS[field];
  if (packing !== undefined)
    throw new Error(
      `${path} is packed with ${packing}: pack it anew with "osmium cat -f pbf,pbf_compression=zlib".`,
    );
  if (field === RAW) return bytes;
  return orDamaged(path, () => inflateSync(bytes, { maxOutputLength: MAX_BLOB_BYTES }));
}

/** A wrong byte gives a field of an unknown type, or a length beyond the end. @throws Error with one sentence. */
function orDamaged<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${path} is damaged.`, { cause });
  }
}

/**
 * Checks that we can read the file.
 *
 * @throws Error with one sentence when it is no map, is damaged, or requires a feature that is not supported.
 */
export async function checkHeader(path: string): Promise<void> {
  const features: string[] = [];
  for await (const block of readBlocks(path)) {
    const content = block.unpack();
    orDamaged(path, () =>
      new PbfReader(content).readFields((field, _, reader) => {
        if (field === REQUIRED_FEATURES) features.push(reader.readString());
      }, undefined),
    );
    break;
  }
  for (const feature of features) {
    if (feature === 'HistoricalInformation')
      throw new Error(`${path} holds the history of the map: an extract of the present is needed.`);
    if (!KNOWN_FEATURES.includes(feature))
      throw new Error(`${path} needs a reader with the feature "${feature}", which is not known.`);
  }
}

/** The first bytes of other files that are taken for maps. */
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

/** Reads the given number of bytes, or fewer at the end of the file. */
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
 * @param visit gets each block with its place in the file.
 * @param isWanted tells by its place whether a block is visited. The others are not unpacked.
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
    orDamaged(path, () => visit(parseBlock(content), block.index));
  }
}
