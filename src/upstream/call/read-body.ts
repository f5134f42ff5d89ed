import { type Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { errors } from 'undici';

/** What we tell a service we can read. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Reads a body and undoes its compression.
 *
 * @param encoding value of the header `content-encoding`; absent: not compressed.
 * @param mostBytes of the decompressed body: a small body can unfold into a huge one.
 * @throws what the connection or the decompression throws; `NotSupportedError` for an encoding
 * that we did not ask for, `ResponseExceededMaxSizeError` for a body that is too large.
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  mostBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > mostBytes) return done(new errors.ResponseExceededMaxSizeError());
      chunks.push(chunk);
      return done();
    },
  });
  await pipeline([body, ...listDecoders(encoding), sink]);
  return Buffer.concat(chunks);
}

/** In the order of undoing: the last encoding that was applied first. */
function listDecoders(encoding = ''): Transform[] {
  return encoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
    .toReversed()
    .map((name) => DECODERS[name]?.() ?? refuse());
}

/** The name is the service's own and stays out of the log. */
function refuse(): never {
  throw new errors.NotSupportedError('unknown content encoding');
}

/**
 * The text of a body.
 *
 * @param contentType names the charset; UTF-8 where it names none, or one that is not known.
 * @throws TypeError with the code `ERR_ENCODING_INVALID_ENCODED_DATA` for bytes that are no text.
 */
export function decodeText(bytes: Uint8Array, contentType = ''): string {
  return decoderOf(/charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1]).decode(bytes);
}

function decoderOf(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    return new TextDecoder('utf-8', { fatal: true });
  }
}
