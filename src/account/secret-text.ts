import { createHash } from 'node:crypto';

/**
 * The secrets of sign-in links and sessions: 32 random bytes as 43 characters of base64url. They
 * are never stored; their SHA-256 is, which nobody turns back.
 */
const SECRET_BYTES = 32;

/** @param randomBytes from a cryptographic source. */
export function mintSecret(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url');
}

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
 * @param purpose keeps what is derived for one thing from being used for another.
 */
export function deriveSecret(text: string, purpose: string): string {
  return createHash('sha256').update(`${purpose}\n${text}`).digest('base64url');
}
