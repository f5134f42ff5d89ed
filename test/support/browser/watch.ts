import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core';

/** Records the things that a page must not do while somebody uses it. Each problem is one sentence. */
export interface Watch {
  /** Allows answers of 400 and above, and requests without an answer, whose address matches. */
  allow(address: RegExp): void;
  listProblems(): readonly string[];
  /** Forgets the problems and the allowed addresses, because another test begins. */
  forget(): void;
}

/**
 * Watches every page of a visitor for requests to other servers, violations of the page's policy, errors of scripts,
 * and requests that fail.
 *
 * @param origin the origin that may be asked.
 */
export function watch(context: BrowserContext, origin: string): Watch {
  const allowed: RegExp[] = [];
  const failed: string[] = [];
  const problems: string[] = [];

  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (asked !== origin && protocol !== 'data:' && protocol !== 'blob:')
      problems.push(`asked ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    if (!isGivenUp(request)) failed.push(`no answer of ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} of ${response.url()}`);
  });
  context.on('weberror', (error) => problems.push(`threw ${error.error()}`));
  context.on('console', (message) => {
    if (isTrouble(message)) problems.push(`logged ${message.text()}`);
  });
  return {
    allow: (address) => void allowed.push(address),
    forget() {
      for (const list of [allowed, failed, problems]) list.length = 0;
    },
    listProblems: () => [
      ...problems,
      ...failed.filter((sentence) => !allowed.some((address) => address.test(sentence))),
    ],
  };
}

/** Whether the page itself gave the request up: it was left, or a newer question ended an older one. */
function isGivenUp(request: Request): boolean {
  return request.failure()?.errorText === 'net::ERR_ABORTED';
}

/** Whether a message tells of a problem. Failed requests are reported by their own events. */
function isTrouble(message: ConsoleMessage): boolean {
  if (message.text().startsWith('Failed to load resource')) return false;
  // Slow graphics without a graphics card are no fault of the page.
  if (/GPU stall|Automatic fallback to software WebGL/.test(message.text())) return false;
  return message.type() === 'error' || message.type() === 'warning';
}
