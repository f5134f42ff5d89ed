import type { App } from '../framework.ts';
import type { Services } from '../services.ts';
import { privately } from './privately.ts';

/** `GET /portal/api/config`: what the pages must know before they show anything. */
export function settings(app: App, services: Services): void {
  const { publicDemo, sendLetter, mapStyleUrl, version, attribution, limits } = services.portal;
  const demoCallsPerDay = Math.min(...limits.visits['demo-from-address'].map(({ most }) => most));
  const config = { access: 'open', visitor: 'anybody', whileStarting: true } as const;
  app.get('/portal/api/config', { config }, (_request, reply) =>
    privately(reply).send({
      publicDemo,
      demoCallsPerDay,
      mail: sendLetter !== undefined,
      mapStyleUrl: mapStyleUrl ?? null,
      version,
      dataVersion: services.phase() === 'starting' ? null : services.dataVersion,
      attribution,
    }),
  );
}
