import { formatOsloInstant } from '../../base/oslo-time.ts';
import type { App } from '../framework.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { LIVE, METRICS, READY } from '../openapi/endpoints.ts';
import type { Parts } from '../readiness.ts';
import { LiveBody, ReadyBody } from '../schema/health.ts';
import type { Services, UpstreamStanding } from '../services.ts';

const OPERATIONAL = { access: LIVE.access, whileStarting: true } as const;

/**
 * `GET /health/live` and `GET /health/ready`, for what keeps the process running and for the
 * proxy before it. A foreign service that is down leaves us ready: what needs it answers 503 with
 * `Retry-After`, and everything else goes on.
 */
export function health(app: App, services: Services, lookAfterParts: () => Promise<Parts>): void {
  const live = { schema: { response: { 200: LiveBody } }, config: OPERATIONAL };
  app.get(LIVE.path, live, (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'live' as const };
  });

  const ready = { schema: { response: { 200: ReadyBody, 503: ReadyBody } }, config: OPERATIONAL };
  app.get(READY.path, ready, async (_request, reply) => {
    const standing = await describe(services, lookAfterParts);
    return reply
      .code(standing.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(standing);
  });
}

async function describe(services: Services, lookAfterParts: () => Promise<Parts>) {
  const upstreams = services.upstreams.map(describeUpstream);
  if (services.phase() === 'starting') return { status: 'starting' as const, upstreams };
  const { dataVersion, data: inForce } = services;
  const { problems, ...data } = inForce;
  const parts = await lookAfterParts();
  const isUsable = parts.database === 'usable' && parts.engine === 'usable';
  const served = isUsable ? ('ready' as const) : ('unusable' as const);
  // Asked after the wait: SIGTERM may have come meanwhile.
  const status = services.phase() === 'draining' ? ('draining' as const) : served;
  return {
    status,
    dataVersion,
    data: { ...data, ...(problems && { problems: [...problems] }) },
    parts,
    upstreams,
  };
}

function describeUpstream({ name, state }: UpstreamStanding) {
  const { breaker, inFlight, lastFailure, allowance } = state();
  return {
    name,
    breaker,
    inFlight,
    ...(allowance && { allowance }),
    ...(lastFailure && {
      lastFailure: { at: formatOsloInstant(lastFailure.atMs), kind: lastFailure.kind },
    }),
  };
}

/**
 * `GET /metrics`: what Prometheus reads. It tells no secret, and still it is no business but
 * the operator's: the proxy before the server keeps it inside.
 */
export function metricsPage(app: App, metrics: Metrics): void {
  const terms = { config: { access: METRICS.access, whileStarting: true } } as const;
  app.get(METRICS.path, terms, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.type)
      .send(await metrics.print()),
  );
}
