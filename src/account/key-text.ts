import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The text of an API key: `veipris_live_` or `veipris_test_`, 31 characters of randomness, 6 of checksum.
 *
 * 23 random bytes fill 31 characters of base 62 without a remainder, so every key is equally likely. The visible prefix
 * tells 36 of their 184 bits; more than 128 stay secret.
 */
const MARKS = { live: 'veipris_live_', test: 'veipris_test_' } as const;
const MARK_LENGTH = MARKS.live.length;
const RANDOM_LENGTH = 31;
const CHECKSUM_LENGTH = 6;
/** How many characters of the random part may be shown. */
const SHOWN_LENGTH = 6;

/** How many random bytes a key is made of. */
export const KEY_RANDOM_BYTES = 23;

/**
 * What a key looks like, for scanners that look for keys in the open.
 *
 * @internal Published in docs/interface.md, which a test compares with it.
 */
export const KEY_PATTERN = `\\bveipris_(?:live|test)_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}\\b`;

/** What a key is for: calls that count, or the tests of an integrator. */
export type KeyPurpose = keyof typeof MARKS;

/**
 * Writes a new key.
 *
 * @param random from a cryptographic source.
 * @throws RangeError unless these are `KEY_RANDOM_BYTES` bytes.
 */
export function mintKey(random: Uint8Array, purpose: KeyPurpose = 'live'): string {
  if (random.length !== KEY_RANDOM_BYTES)
    throw new RangeError(`Expected ${KEY_RANDOM_BYTES} random bytes, got ${random.length}.`);
  const body =
    MARKS[purpose] + toBase62(BigInt(`0x${Buffer.from(random).toString('hex')}`), RANDOM_LENGTH);
  return body + checksumOf(body);
}

/** Whether a text has the form of a key and its checksum; not whether the key exists. */
export function isKeyText(text: string): boolean {
  if (!WHOLE_KEY.test(text)) return false;
  return text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));
}

/** What is stored instead of a key: its SHA-256, hexadecimal. */
export function hashOfKey(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The visible beginning of a key, such as `veipris_live_4fG7aB`. */
export function prefixOfKey(text: string): string {
  return text.slice(0, MARK_LENGTH + SHOWN_LENGTH);
}

/** Whether a key, or its visible beginning, is one for tests. */
export const isTestKey = (text: string): boolean => text.startsWith(MARKS.test);

const WHOLE_KEY = new RegExp(`^${KEY_PATTERN}$`);

/** CRC-32 of all before it: junk is told from a key without asking the database. */
const checksumOf = (body: string) => toBase62(BigInt(crc32(body)), CHECKSUM_LENGTH);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}

/** What arrived in the two headers that may carry a key, one value per header line. */
export interface SentKey {
  readonly authorization: readonly string[];
  readonly apiKey: readonly string[];
}

/**
 * The key that a caller sent; `undefined` when there is none that could exist: missing, sent twice, of another scheme,
 * or without the checksum of a key.
 *
 * `Authorization` goes before the other header wherever it was sent, whatever it holds: a wrong key there is not mended
 * by another key beside it.
 *
 * Source: RFC 6750, section 2.1 (`Bearer`, blanks, token), October 2012; RFC 9110, section 11.1 (the scheme's case does
 * not matter), June 2022.
 */
export function parseSentKey({ authorization, apiKey }: SentKey): string | undefined {
  const sent = authorization.length > 0 ? authorization.map(tokenOf) : apiKey;
  const [text] = sent;
  if (text === undefined || sent.length > 1) return undefined;
  return isKeyText(text) ? text : undefined;
}

/** `''` for another scheme. */
const tokenOf = (authorization: string) => /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';

/**
 * The secrets of sign-in links and sessions: 32 random bytes as 43 characters of base64url. Only their SHA-256 is
 * stored, which can not be turned back.
 */
const SECRET_BYTES = 32;

export const mintSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Whether a text has the form of a secret; not whether anybody knows it. */
export function isSecretText(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text);
}

/** What is stored instead of a secret, hexadecimal. */
export function hashOfSecret(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Another secret that belongs to the first one and does not tell it.
 *
 * @param purpose keeps a secret that is derived for one thing from being used for another.
 */
export function deriveSecret(text: string, purpose: string): string {
  return createHash('sha256').update(`${purpose}\n${text}`).digest('base64url');
}
