import { formatOsloInstant } from '../../base/oslo-time.ts';
import { within } from '../../base/timer.ts';
import type { App } from '../framework.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { addEndpoint } from '../openapi/endpoint.ts';
import { LIVE, METRICS, READY } from '../openapi/endpoints.ts';
import type { Services, UpstreamStanding } from '../services.ts';

/** Whether the parts that every answer needs can be used now. */
type Parts = Readonly<Record<Part, 'usable' | 'unusable'>>;

type Part = keyof Services['checks'];

/** A part counts as unusable when its check has not answered after this time. Milliseconds. */
const LIMIT_MS = 3000;
/** A probe that has waited so long gets the previous result. Milliseconds. */
const PROBE_MS = 1000;
/** Checks are not run more often than this, however many probes come. Milliseconds. */
const FRESH_MS = 1000;

const UNKNOWN: Parts = { database: 'unusable', engine: 'unusable' };

/**
 * Makes the function that looks after the parts. A busy part may answer its check late and still be usable. A part
 * whose check runs out of time (`LIMIT_MS`) is not.
 *
 * @param onChange called with the error when a part can no longer be used, and with `undefined` when it can be used
 * again.
 */
export function watchParts(
  { checks, timer }: Pick<Services, 'checks' | 'timer'>,
  onChange: (part: Part, error: unknown) => void,
): () => Promise<Parts> {
  let known: { readonly atMs: number; readonly parts: Parts } | undefined;
  let running: Promise<Parts> | undefined;

  async function check(part: Part): Promise<Parts[Part]> {
    const checked = checks[part]().then(
      () => USABLE,
      (error: unknown) => ({ result: 'unusable', error }) as const,
    );
    const { result, error } = (await within(checked, LIMIT_MS, timer)) ?? LATE;
    if (result !== (known?.parts[part] ?? 'usable')) onChange(part, error);
    return result;
  }

  async function checkAll(): Promise<Parts> {
    const [database, engine] = await Promise.all([check('database'), check('engine')]);
    known = { atMs: timer.nowMs(), parts: { database, engine } };
    running = undefined;
    return known.parts;
  }

  return async () => {
    if (known !== undefined && timer.nowMs() - known.atMs < FRESH_MS) return known.parts;
    running ??= checkAll();
    return (await within(running, PROBE_MS, timer)) ?? known?.parts ?? UNKNOWN;
  };
}

const USABLE = { result: 'usable', error: undefined } as const;
const LATE = { result: 'unusable', error: 'no answer in time' } as const;

/**
 * `GET /health/live` and `GET /health/ready`, for the supervisor of the process and for the proxy before it. The server
 * stays ready when a foreign service is down: endpoints that need the service answer 503 with `Retry-After`, and all
 * others go on.
 *
 * `GET /metrics`: the text that Prometheus reads. It tells no secret, but it is for the operator alone. The proxy
 * before the server keeps it inside.
 */
export function health(
  app: App,
  services: Services,
  { lookAfterParts, metrics }: { lookAfterParts: () => Promise<Parts>; metrics: Metrics },
): void {
  addEndpoint(app, LIVE, async () => ({ status: 'live' }));
  addEndpoint(app, READY, async (_request, reply) => {
    const standing = await describe(services, lookAfterParts);
    reply.code(standing.status === 'ready' ? 200 : 503);
    return standing;
  });
  addEndpoint(app, METRICS, async (_request, reply) =>
    reply.type(metrics.type).send(await metrics.print()),
  );
}

async function describe(services: Services, lookAfterParts: () => Promise<Parts>) {
  const upstreams = services.upstreams.map(describeUpstream);
  if (services.phase() === 'starting') return { status: 'starting', upstreams };
  const { dataVersion, data } = services;
  const parts = await lookAfterParts();
  const isUsable = parts.database === 'usable' && parts.engine === 'usable';
  const served = isUsable ? 'ready' : 'unusable';
  // The phase is read after the wait, because SIGTERM may have come meanwhile.
  const status = services.phase() === 'draining' ? 'draining' : served;
  return { status, dataVersion, data, parts, upstreams };
}

function describeUpstream({ name, state }: UpstreamStanding) {
  const { lastFailure, ...standing } = state();
  if (lastFailure === undefined) return { name, ...standing };
  const { atMs, kind } = lastFailure;
  return { name, ...standing, lastFailure: { at: formatOsloInstant(atMs), kind } };
}
