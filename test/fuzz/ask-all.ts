import { holdLog, holdReply } from './hold.ts';
import { CALLS_PER_DAY, type FuzzedService } from './open-service.ts';
import type { FuzzRequest } from './requests.ts';
import { KeptConnection, readReply, sendBytes } from './send-bytes.ts';

/** Requests under way at a time. */
const AT_ONCE = 8;

/** How requests were answered. */
export interface Verdict {
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Each with the bytes that brought it about. */
  readonly problems: readonly string[];
  readonly slowestMs: number;
  /** What the answers to calls of the service's own account say that they cost. */
  readonly units: number;
}

/**
 * Sends all of them, the ones of the portal in a new session, and holds every answer and the log to their promises.
 *
 * @param way over a connection each, or one after the other over connections that are kept.
 */
export async function askAll(
  service: FuzzedService,
  requests: readonly FuzzRequest[],
  way: 'one each' | 'kept' = 'one each',
): Promise<Verdict> {
  const statuses = new Map<number, number>();
  const problems: string[] = [];
  let [slowestMs, units] = [0, 0];
  const isSignedIn = requests.some(({ as }) => as === 'session' || as === 'page');
  const session = isSignedIn ? await service.openSession() : { cookie: '', csrf: '' };
  const queue = [...requests];
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  note(() => holdLog(service.takeLog()), requests.map(({ target }) => target).join(' '));
  return { statuses, problems, slowestMs, units };

  async function work() {
    const connection = new KeptConnection(service.port);
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const request = next;
      const bytes = toBytes(request, service, session, way);
      const startMs = performance.now();
      const all = await (way === 'kept'
        ? connection.send(bytes, request.method)
        : sendBytes(service.port, bytes));
      const durationMs = performance.now() - startMs;
      slowestMs = Math.max(slowestMs, durationMs);
      note(() => {
        const reply = readReply(all, request.method);
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        const isOwn = reply.headers['x-api-quota-limit'] === String(CALLS_PER_DAY);
        if (isOwn) units += Number(reply.headers['x-api-quota-cost'] ?? 0);
        holdReply(reply, request, durationMs);
      }, bytes);
    }
    connection.close();
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
  { method, target, headers, body, as, type = 'application/json' }: FuzzRequest,
  { key }: Pick<FuzzedService, 'key'>,
  { cookie, csrf }: { readonly cookie: string; readonly csrf: string },
  way: 'one each' | 'kept',
): string {
  const typed = body === '' || type === '' ? [] : [`Content-Type: ${type}`];
  const own = {
    nobody: [],
    key: [`Authorization: Bearer ${key}`, ...typed],
    session: [`Cookie: ${cookie}`],
    page: [`Cookie: ${cookie}`, `X-CSRF-Token: ${csrf}`, ...typed],
  }[as];
  const bytes = Buffer.from(body).toString('latin1');
  return [
    `${method} ${Buffer.from(target).toString('latin1')} HTTP/1.1`,
    'Host: localhost',
    ...(way === 'kept' ? [] : ['Connection: close']),
    ...own,
    ...headers.map(([name, value]) => `${name}: ${Buffer.from(value).toString('latin1')}`),
    ...(body === '' ? [] : [`Content-Length: ${bytes.length}`]),
    '',
    bytes,
  ].join('\r\n');
}
