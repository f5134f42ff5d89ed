import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountLimits } from '../../account/account.ts';
import { LIFE_MS } from '../../account/sessions.ts';
import { LINK_LIFE_MS } from '../../account/sign-in.ts';

/**
 * The cookies that a browser keeps: its session, the secret that binds sign-in links to it, and the secret that it is
 * known by.
 */
const COOKIES = {
  session: { name: 'veipris_session', lifeMs: () => LIFE_MS },
  browser: { name: 'veipris_browser', lifeMs: () => LINK_LIFE_MS },
  known: {
    name: 'veipris_known',
    lifeMs: ({ limits }: Way) => limits.knownBrowsers.days * 86_400_000,
  },
} as const;

type CookieKind = keyof typeof COOKIES;

/** How the browser reaches us. */
interface Way {
  /** Our own address for browsers; absent: the address that we listen on. */
  readonly publicUrl?: string | undefined;
  readonly limits: Pick<AccountLimits, 'knownBrowsers'>;
}

/** The value that the browser sent; `undefined`: it sent none. */
export function readCookie(
  request: FastifyRequest,
  kind: CookieKind,
  way: Way,
): string | undefined {
  return fastifyCookie.parse(request.headers.cookie ?? '')[nameOf(kind, isHttps(request, way))];
}

/** Gives the browser a cookie that no script can read. */
export function setCookie(
  reply: FastifyReply,
  { kind, value }: { readonly kind: CookieKind; readonly value: string },
  way: Way,
): void {
  const isSecure = isHttps(reply.request, way);
  const cookie = fastifyCookie.serialize(nameOf(kind, isSecure), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/',
    maxAge: value === '' ? 0 : COOKIES[kind].lifeMs(way) / 1000,
  });
  reply.header('set-cookie', cookie);
}

/**
 * The name of a cookie. Behind https it has a prefix, with which browsers accept the cookie from this host alone, and
 * over https alone.
 *
 * Source: draft-ietf-httpbis-rfc6265bis-22, section 4.1.3.2, 2025.
 */
const nameOf = (kind: CookieKind, isSecure: boolean) =>
  `${isSecure ? '__Host-' : ''}${COOKIES[kind].name}`;

/**
 * Whether the browser uses https, as the proxy tells. A browser that claims it without a proxy keeps only itself from
 * signing in.
 */
function isHttps({ headers }: FastifyRequest, { publicUrl }: Way): boolean {
  const [outermost] = String(headers['x-forwarded-proto'] ?? '').split(',');
  return publicUrl?.startsWith('https:') === true || outermost?.trim() === 'https';
}
