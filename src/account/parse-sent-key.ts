import { isKeyText } from './key-text.ts';

/** What arrived in the two headers that may carry a key, one value per header line. */
export interface SentKey {
  readonly authorization: readonly string[];
  readonly apiKey: readonly string[];
}

/**
 * The key that a caller sent; `undefined` when there is none that could exist: missing, sent
 * twice, of another scheme, or without the checksum of a key.
 *
 * `Authorization` wins wherever it was sent, whatever it holds: a wrong key there is not mended by
 * another one beside it.
 *
 * Source: RFC 6750, section 2.1 (`Bearer`, blanks, token), October 2012; RFC 9110, section 11.1
 * (the scheme's case does not matter), June 2022.
 */
export function parseSentKey({ authorization, apiKey }: SentKey): string | undefined {
  const sent = authorization.length > 0 ? authorization.map(tokenOf) : apiKey;
  const [text] = sent;
  if (text === undefined || sent.length > 1) return undefined;
  return isKeyText(text) ? text : undefined;
}

/** `''` for another scheme. */
const tokenOf = (authorization: string) => /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
