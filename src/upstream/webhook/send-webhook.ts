/** Sends events to receivers. A receiver is an address that a customer gives, so it is not trusted. */
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { refusedValue } from '../../base/fault.ts';
import { notDelivered, type SendWebhook } from '../../jobs/job.ts';

export interface WebhookParts {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Gives the addresses of a name, until the signal ends the look-up; absent: asks the name servers. */
  readonly lookUp?: (name: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Addresses of name servers, with their ports; absent: those of the system. */
  readonly nameServers?: readonly string[];
  /** Tells whether an address may be called; absent: every public address may. */
  readonly isAllowed?: (address: string) => boolean;
  /** A certificate that is trusted in addition to those of the system, in PEM; absent: none. */
  readonly ca?: string;
  /** Time limit for a receiver, milliseconds; absent: 10 s. */
  readonly patienceMs?: number;
}

/** The usual time limit for a receiver, milliseconds. */
export const PATIENCE_MS = 10_000;
const MOST_LETTERS = 2048;

/**
 * Checks the address of a receiver that a caller gives.
 *
 * @throws Fault `invalid_parameter` for an address that is never called.
 */
export function checkWebhookUrl(text: string, parameter: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isFine =
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    text.length <= MOST_LETTERS &&
    (isIP(host) === 0 ? host.includes('.') : isPublicAddress(host));
  if (isFine) return url.href;
  throw refusedValue(
    parameter,
    `${parameter} must be an https address of a public host, without a user name, such as "https://fleet.example.no/veipris".`,
  );
}

/**
 * Looks up the name of the receiver once and calls one of its addresses, or the next if one can not be reached. So a
 * name that has a private address at the next look-up is no danger. Redirects are not followed, and the body of an
 * answer is not read. One time limit holds for everything.
 *
 * Source: Standard Webhooks 1.0.0 (signature, headers, retries, SSRF), standardwebhooks.com.
 */
export function openWebhooks({
  now,
  nameServers,
  lookUp = (name, signal) => askNameServers(name, signal, nameServers),
  isAllowed = isPublicAddress,
  ca,
  patienceMs = PATIENCE_MS,
}: WebhookParts): SendWebhook {
  return async (text, message, stop) => {
    const url = new URL(text);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const late = AbortSignal.timeout(patienceMs);
    const signal = stop === undefined ? late : AbortSignal.any([late, stop]);
    const known = lookUp(host, signal).catch(() => []);
    const addresses = await Promise.race([known, whenAborted(signal)]);
    if (addresses === undefined)
      return notDelivered(
        'too_late',
        `Its name could not be looked up within ${patienceMs / 1000} s.`,
      );
    if (addresses.length === 0) return notDelivered('name_not_known', 'Its name is not known.');
    if (!addresses.every(isAllowed))
      return notDelivered('address_not_public', 'Its address is not public.');
    // Is loaded only when a receiver is called: its HTTP client is a fifth of all code.
    const { callReceiver } = await import('./call-receiver.ts');
    return callReceiver(url, message, { addresses, ca, nowMs: now(), signal, patienceMs });
  };
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

/**
 * Asks for the addresses of a name, on sockets of its own. The look-up of the system would hold one of the few threads
 * that all look-ups and files share, for as long as the servers of the name are silent.
 */
async function askNameServers(
  name: string,
  signal: AbortSignal,
  servers: readonly string[] | undefined,
): Promise<readonly string[]> {
  if (isIP(name) !== 0) return [name];
  signal.throwIfAborted();
  const resolver = new Resolver();
  if (servers !== undefined) resolver.setServers(servers);
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  // A name may have addresses of one family alone.
  const families = [resolver.resolve4(name), resolver.resolve6(name)];
  const found = await Promise.allSettled(families);
  return found.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
}

/**
 * Addresses that are not public.
 *
 * Source: IANA IPv4 and IPv6 Special-Purpose Address Registries, 2026-11; RFC 6890, April 2013.
 */
const PRIVATE = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Inside the global unicast range: Teredo and other protocols, documentation, IPv4 inside IPv6.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]) {
  const [net = '', bits] = range.split('/');
  PRIVATE.addSubnet(net, Number(bits), isIP(net) === 6 ? 'ipv6' : 'ipv4');
}
const GLOBAL_UNICAST = new BlockList();
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6');

/**
 * Is an address public?
 *
 * @internal Outside this file only its tests use it.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !PRIVATE.check(address, 'ipv4');
  return (
    isIP(address) === 6 && GLOBAL_UNICAST.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6')
  );
}
