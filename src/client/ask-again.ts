/** How a call is tried again. A call with a stream as its body is tried once, and without a time-out. */
export interface RetryOptions {
  /** Further tries after 429 and 503; absent: 2. */
  readonly retries?: number;
  /** Milliseconds that one try may take; absent: 65 000, which is longer than the longest deadline of the server: 60 s for a matrix, a journey or a trace. */
  readonly timeoutMs?: number;
  /** Milliseconds that `Retry-After` may ask for; a longer wait is left to the caller. Absent: 30 000. */
  readonly longestWaitMs?: number;
}

/** A web stream, or one of Node. */
export const isStream = (body: unknown): body is ReadableStream<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** A request that knows whether its body can be read again. */
export class ClientRequest extends Request {
  readonly isStreamed: boolean;

  constructor(...[input, init]: ConstructorParameters<typeof Request>) {
    super(input, { ...init, ...{ duplex: 'half' } });
    this.isStreamed = isStream(init?.body);
  }
}

interface Parts extends RetryOptions {
  readonly ask: (request: Request) => Promise<Response>;
  /** Waits, and rejects when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** Unix milliseconds. */
  readonly now?: () => number;
}

/** 429 and 503 were not counted, or were credited: the same call may come again. */
const PASSING: readonly number[] = [429, 503];

/** The wait before the first further try is up to this long, and doubles. */
const FIRST_WAIT_MS = 500;

/**
 * Asks, and asks again after 429 and 503: after `Retry-After` and a little more, or after a random
 * time that grows, so that callers who were refused together do not come back together.
 *
 * Source: "Exponential Backoff And Jitter", M. Brooker, AWS Architecture Blog, 2015 (full jitter).
 */
export function askAgain({
  ask,
  retries = 2,
  timeoutMs = 65_000,
  longestWaitMs = 30_000,
  wait = sleep,
  random = Math.random,
  now = Date.now,
}: Parts): (request: Request) => Promise<Response> {
  const waitMsOf = (response: Response, tries: number): number => {
    const askedMs = readRetryAfter(response.headers.get('retry-after') ?? '', now());
    return askedMs + random() * FIRST_WAIT_MS * 2 ** tries;
  };
  return async (request) => {
    if (request instanceof ClientRequest && request.isStreamed) return ask(request);
    for (let tries = 0; ; tries += 1) {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
      const response = await ask(new Request(request.clone(), { signal }));
      const waitMs = waitMsOf(response, tries);
      const isLast = tries >= retries || !PASSING.includes(response.status);
      if (isLast || waitMs > longestWaitMs + FIRST_WAIT_MS * 2 ** tries) return response;
      await response.body?.cancel();
      await wait(waitMs, request.signal);
    }
  };
}

/** Milliseconds that a header asks to wait, in seconds or until a date as proxies write it (RFC 9110, 10.2.3); 0: none. */
function readRetryAfter(header: string, nowMs: number): number {
  const untilMs = /^\d+$/.test(header) ? 1000 * Number(header) : Date.parse(header) - nowMs;
  return Math.max(0, untilMs || 0);
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}
