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
  const reader = new PbfReader(blob);
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    const packing = OTHER_PACKINGS[field];
    if (packing !== undefined)
      throw new Error(
        `${path} is packed with ${packing}: pack it anew with "osmium cat -f pbf,pbf_compression=zlib".`,
      );
    if (field === RAW) return reader.readBytes();
    if (field !== ZLIB) continue;
    try {
      return inflateSync(reader.readBytes(), { maxOutputLength: MAX_CONTENT_BYTES });
    } catch (cause) {
      throw damaged(cause);
    }
  }
  throw damaged();
}
