import { readFileSync } from 'node:fs';
import { type Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Dispatcher, errors, Pool } from 'undici';
import type { Failure, Outcome, UpstreamCall, UpstreamLimits, UpstreamSettings } from './terms.ts';

/**
 * Opens the connections to a service, and keeps them for later calls. Certificates are checked, redirects are not followed, and a reply is given up if
 * it takes longer than a try may take.
 */
export function openSender(
  settings: Pick<UpstreamSettings, 'baseUrl' | 'headers'> & { readonly limits: UpstreamLimits },
) {
  const { baseUrl, limits } = settings;
  const pool = new Pool(new URL(baseUrl).origin, {
    connections: limits.inFlight,
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.attemptMs,
    bodyTimeout: limits.attemptMs,
  });
  const headers = {
    accept: 'application/json',
    ...settings.headers,
    'accept-encoding': ACCEPTED_ENCODINGS,
    'user-agent': getUserAgent(),
  };
  return {
    /** Sends one try. Rejects only when `signal` ends it. */
    async send(call: UpstreamCall, signal: AbortSignal): Promise<Outcome> {
      const { pathname, search } = new URL(`${baseUrl}${call.path}`);
      const path = `${pathname}${search}`;
      try {
        return await read(await pool.request({ method: 'GET', path, headers, signal }), limits);
      } catch (error) {
        const failure = signal.aborted ? undefined : toFailure(error);
        if (failure === undefined) throw error;
        return failure;
      }
    },
    close: () => pool.destroy(),
  };
}

async function read(
  { statusCode: status, headers: raw, body }: Dispatcher.ResponseData,
  { bodyBytes }: UpstreamLimits,
): Promise<Outcome> {
  const headers = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
  const bytes = await readBody(body, headers['content-encoding'], bodyBytes);
  if (status >= 300 && status < 400) return { kind: 'broken', what: `a redirect, ${status}` };
  const text = decodeText(bytes, headers['content-type']);
  return { kind: 'reply', reply: { status, headers, body: text } };
}

/** Our name to foreign services: `veipris/<version>`. */
function getUserAgent(): string {
  // The manifest is found by the name of the package, because the built file lies in another folder.
  const manifest = readFileSync(new URL(import.meta.resolve('veipris/package.json')), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(manifest);
  return `veipris/${version}`;
}

/** The encodings that we can read. */
const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

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
 * @param mostBytes of the decompressed body: a small body can decompress to a huge one.
 * @throws errors of the connection or the decompression; `NotSupportedError` for an encoding that we did not ask for;
 * `ResponseExceededMaxSizeError` for a body that is too large.
 */
async function readBody(
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

/** The decoders in the order of use. The encoding that was applied last comes first. */
function listDecoders(encoding = ''): Transform[] {
  return encoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
    .toReversed()
    .map((name) => DECODERS[name]?.() ?? refuse());
}

/** The name of the encoding is text of the service, so it stays out of the log. */
function refuse(): never {
  throw new errors.NotSupportedError('unknown content encoding');
}

/**
 * The text of a body.
 *
 * @param contentType names the charset; UTF-8 if it names none or an unknown one.
 * @throws TypeError with the code `ERR_ENCODING_INVALID_ENCODED_DATA` for bytes that are no text.
 * @internal Outside this file only its tests use it.
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

/** Codes of errors about a reply that can not be read. All other codes are about the connection. */
const BROKEN =
  /^(?:Z_|ERR__ERROR|ERR_ENCODING|UND_ERR_(?:HEADERS_OVERFLOW|INVALID_ARG|NOT_SUPPORTED|RES_))/;
const LATE = /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/;

/**
 * The failure that an error of the HTTP client, of decompression or of decoding stands for.
 *
 * @returns `undefined` for any other error: a defect, or an ended call.
 */
function toFailure(error: unknown): Failure | undefined {
  if (error instanceof errors.HTTPParserError) return { kind: 'broken', what: 'not HTTP' };
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return undefined;
  if (LATE.test(code)) return { kind: 'time-out', what: code };
  return { kind: BROKEN.test(code) ? 'broken' : 'unreachable', what: code };
}
