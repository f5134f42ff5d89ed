import type { App } from '../framework.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { METRICS } from '../openapi/endpoint/service.ts';

/**
 * `GET /metrics`: what Prometheus reads. It tells no secret, and still it is nobody's business but
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
