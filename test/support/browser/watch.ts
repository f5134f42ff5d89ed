import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core';

/** What a page must not do while somebody uses it; each problem is one sentence. */
export interface Watch {
  /** Answers of 400 and above, and requests without an answer, whose address matches are meant. */
  allow(address: RegExp): void;
  listProblems(): readonly string[];
  /** Forgets the problems, and what was meant: another test begins. */
  forget(): void;
}

/**
 * Watches every page of a visitor: requests to other servers, what the policy of the page refuses,
 * errors of scripts, and requests that fail.
 *
 * @param origin the one that may be asked.
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

/** A page leaves, or a newer question ends the one before. */
function isGivenUp(request: Request): boolean {
  return request.failure()?.errorText === 'net::ERR_ABORTED';
}

/** Answers that were no success are told by the requests themselves. */
function isTrouble(message: ConsoleMessage): boolean {
  if (message.text().startsWith('Failed to load resource')) return false;
  // How fast the graphics are without a card is no fault of the page.
  if (/GPU stall|Automatic fallback to software WebGL/.test(message.text())) return false;
  return message.type() === 'error' || message.type() === 'warning';
}
