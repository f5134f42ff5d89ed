import { formatOsloInstant } from '../../base/oslo-time.ts';
import type { Parts } from '../call/readiness.ts';
import type { App } from '../framework.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { addEndpoint } from '../openapi/endpoint.ts';
import { LIVE, METRICS, READY } from '../openapi/endpoints.ts';
import type { Services, UpstreamStanding } from '../services.ts';

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
