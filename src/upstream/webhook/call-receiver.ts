/** Calls a receiver at known addresses. It is apart from the look-up of addresses, because it loads the HTTP client. */
import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { notDelivered, type WebhookMessage, type WebhookOutcome } from '../../jobs/job.ts';

/** Time until the next address of a receiver is tried. Milliseconds. */
const NEXT_ADDRESS_MS = 1000;

interface CallTerms {
  /** At least one address. They are tried one after the other. */
  readonly addresses: readonly string[];
  /** A certificate that is trusted in addition to those of the system, in PEM; absent: none. */
  readonly ca?: string | undefined;
  /** Unix milliseconds. */
  readonly nowMs: number;
  readonly signal: AbortSignal;
  /** The time limit of the signal, for the text of a failure. Milliseconds. */
  readonly patienceMs: number;
}

export async function callReceiver(
  url: URL,
  message: WebhookMessage,
  { addresses, ca, nowMs, signal, patienceMs }: CallTerms,
): Promise<WebhookOutcome> {
  const found = addresses.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
  const agent = new Agent({
    connect: {
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      ...(ca !== undefined && { ca }),
      // The client asks for all addresses, because it may go on to the next one.
      lookup: (_name, _options, tell) => tell(null, found),
    },
  });
  try {
    return await post(url, message, { agent, nowMs, signal });
  } catch (error) {
    return tellFailure(error, patienceMs);
  } finally {
    await agent.destroy();
  }
}

interface PostTerms extends Pick<CallTerms, 'nowMs' | 'signal'> {
  readonly agent: Agent;
}

async function post(
  url: URL,
  { id, secret, payload }: WebhookMessage,
  { agent, nowMs, signal }: PostTerms,
): Promise<WebhookOutcome> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const { statusCode: status, body } = await request(url, {
    dispatcher: agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'veipris',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signWebhook(secret, `${id}.${timestamp}.${payload}`),
    },
    body: payload,
    signal,
  });
  body.on('error', () => undefined).destroy();
  if (status >= 200 && status < 300) return { isDelivered: true, status };
  return {
    ...notDelivered('bad_status', `It answered ${status}.`),
    ...(status === 410 && { isOver: true }),
  };
}

function signWebhook(secret: string, text: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

/** Describes a failure in our own words: the text of the system may name facts that a caller must not learn. */
function tellFailure(error: unknown, patienceMs: number): WebhookOutcome {
  const { code = '', name = '' } = error as { readonly code?: unknown; readonly name?: string };
  const words = `${name} ${String(code)}`;
  if (/TIMEOUT|TimeoutError/i.test(words))
    return notDelivered('too_late', `It did not answer within ${patienceMs / 1000} s.`);
  if (/CERT|TLS|SSL|SIGNED|ALTNAME/i.test(words))
    return notDelivered('certificate_not_valid', 'Its certificate is not valid.');
  return notDelivered('not_reached', 'It could not be reached.');
}
