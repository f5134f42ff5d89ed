import type { App } from '../framework.ts';
import type { Services } from '../services.ts';

/** `GET /health/live` and `GET /health/ready`, for whoever keeps the process running. */
export function health(app: App, services: Services): void {
  const open = { config: { access: 'open' } } as const;
  app.get('/health/live', open, () => ({ status: 'live' }));
  app.get('/health/ready', open, () => ({
    status: 'ready',
    dataVersion: services.dataVersion,
    data: services.data,
  }));
}
