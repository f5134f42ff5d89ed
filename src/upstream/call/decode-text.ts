import { TextDecoder } from 'node:util';

/**
 * The text of a body.
 *
 * @param contentType names the charset; UTF-8 where it names none, or one that nobody knows.
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
