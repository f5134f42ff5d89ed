import { readFileSync } from 'node:fs';
import { type Dispatcher, Pool } from 'undici';
import { toFailure } from './attempt.ts';
import { ACCEPTED_ENCODINGS, decodeText, readBody } from './read-body.ts';
import type { Outcome, UpstreamCall, UpstreamLimits, UpstreamSettings } from './terms.ts';

/** Sends single calls; keeps connections for the next ones. */
interface Sender {
  /** One try. Rejects only when `signal` ends it. */
  send(call: UpstreamCall, signal: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}

/**
 * Opens the connections to a service. Certificates are checked, redirects are not followed, and a
 * reply that takes longer than a try may take is given up.
 */
export function openSender(
  settings: Pick<UpstreamSettings, 'baseUrl' | 'headers'> & { readonly limits: UpstreamLimits },
): Sender {
  const { baseUrl, limits } = settings;
  const pool = new Pool(new URL(baseUrl).origin, {
    connections: limits.inFlight,
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.attemptMs,
    bodyTimeout: limits.attemptMs,
  });
  const always = {
    accept: 'application/json',
    ...settings.headers,
    'accept-encoding': ACCEPTED_ENCODINGS,
    'user-agent': getUserAgent(),
  };
  return {
    async send(call, signal) {
      const { pathname, search } = new URL(`${baseUrl}${call.path}`);
      const headers = { ...always, ...call.headers };
      try {
        const path = `${pathname}${search}`;
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

/** What we call ourselves to foreign services: `veipris/<version>`. */
function getUserAgent(): string {
  // By our own name: what is built of this file lies elsewhere.
  const manifest = readFileSync(new URL(import.meta.resolve('veipris/package.json')), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(manifest);
  return `veipris/${version}`;
}
