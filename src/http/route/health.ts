import type { App } from '../framework.ts';
import type { Services } from '../services.ts';

/** `GET /health/live` and `GET /health/ready`, for whoever keeps the process running. */
export function health(app: App, { dataVersion }: Services): void {
  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', () => ({ status: 'ready', dataVersion }));
}
