import fc from 'fast-check';
import { holdLog, holdReply } from './hold.ts';
import type { FuzzedService } from './open-service.ts';
import { type FuzzRequest, requestTo } from './requests.ts';
import { readReply, sendBytes } from './send-bytes.ts';

/** Requests under way at a time. */
const AT_ONCE = 8;
/** Requests that are drawn, sent and looked at together; a session lasts so long. */
const ROUND = 250;

/** How a run went. */
export interface FuzzRun {
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Each with the bytes that brought it about. */
  readonly problems: readonly string[];
  readonly slowestMs: number;
}

/**
 * Sends so many requests, the same ones for the same seed.
 *
 * @param onRound hears how many have been sent.
 */
export async function fuzz(
  service: FuzzedService,
  { seed, requests }: { readonly seed: number; readonly requests: number },
  onRound: (sent: number) => void = () => undefined,
): Promise<FuzzRun> {
  const statuses = new Map<number, number>();
  const problems: string[] = [];
  const arbitrary = requestTo(service.endpoints);
  let slowestMs = 0;
  for (let sent = 0; sent < requests; sent += ROUND) {
    const numRuns = Math.min(ROUND, requests - sent);
    const drawn = fc.sample(arbitrary, { seed: seed + sent, numRuns });
    const session = await service.openSession();
    const queue = drawn.map((request) => ({ request, bytes: toBytes(request, service, session) }));
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(queue)));
    note(() => holdLog(service.takeLog()), `requests ${sent} to ${sent + numRuns}`);
    onRound(sent + numRuns);
  }
  return { statuses, problems, slowestMs };

  async function work(queue: { readonly request: FuzzRequest; readonly bytes: string }[]) {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const { request, bytes } = next;
      const startMs = performance.now();
      const all = await sendBytes(service.port, bytes);
      const durationMs = performance.now() - startMs;
      slowestMs = Math.max(slowestMs, durationMs);
      note(() => {
        const reply = readReply(all, request.method);
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        holdReply(reply, request, durationMs);
      }, bytes);
    }
  }

  function note(hold: () => void, about: string): void {
    try {
      hold();
    } catch (error) {
      problems.push(`${String(error)}\n${JSON.stringify(about).slice(0, 2000)}`);
    }
  }
}

function toBytes(
  { method, target, headers, body, as }: FuzzRequest,
  { key }: Pick<FuzzedService, 'key'>,
  { cookie, csrf }: { readonly cookie: string; readonly csrf: string },
): string {
  const own = {
    nobody: [],
    key: [`Authorization: Bearer ${key}`],
    session: [`Cookie: ${cookie}`],
    page: [`Cookie: ${cookie}`, `X-CSRF-Token: ${csrf}`, 'Content-Type: application/json'],
  }[as];
  const bytes = Buffer.from(body).toString('latin1');
  return [
    `${method} ${Buffer.from(target).toString('latin1')} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...own,
    ...headers.map(([name, value]) => `${name}: ${Buffer.from(value).toString('latin1')}`),
    ...(body === '' ? [] : [`Content-Length: ${bytes.length}`]),
    '',
    bytes,
  ].join('\r\n');
}
