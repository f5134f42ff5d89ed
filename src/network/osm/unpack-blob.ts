import { inflateSync } from 'node:zlib';
import { PbfReader } from 'pbf';

/** Ways to pack a blob, by field. Source: fileformat.proto of OSM-binary. */
const RAW = 1;
const ZLIB = 3;
const OTHER_PACKINGS: Readonly<Record<number, string>> = {
  4: 'lzma',
  5: 'bzip2',
  6: 'lz4',
  7: 'zstd',
};
const MAX_CONTENT_BYTES = 32 * 1024 * 1024;

/**
 * The content of a blob.
 *
 * @param path names the file in the sentence.
 * @throws Error with one sentence when it is damaged, or packed in a way that Node can not unpack.
 */
export function unpackBlob(blob: Uint8Array, path: string): Uint8Array {
  const damaged = (cause?: unknown) => new Error(`${path} is damaged.`, { cause });
  const packed = readPacked(blob);
  if (packed === undefined) throw damaged();
  const packing = OTHER_PACKINGS[packed.field];
  if (packing !== undefined)
    throw new Error(
      `${path} is packed with ${packing}: pack it anew with "osmium cat -f pbf,pbf_compression=zlib".`,
    );
  if (packed.field === RAW) return packed.bytes;
  try {
    return inflateSync(packed.bytes, { maxOutputLength: MAX_CONTENT_BYTES });
  } catch (cause) {
    throw damaged(cause);
  }
}

/** The first field of the blob that holds content, however packed; undefined when none can be read. */
function readPacked(blob: Uint8Array): { field: number; bytes: Uint8Array } | undefined {
  try {
    const reader = new PbfReader(blob);
    for (let field = reader.nextField(); field !== 0; field = reader.nextField())
      if (field === RAW || field === ZLIB || field in OTHER_PACKINGS)
        return { field, bytes: reader.readBytes() };
  } catch {
    // A byte that is wrong makes a field of no known type, or of a length beyond the end.
  }
  return undefined;
}
