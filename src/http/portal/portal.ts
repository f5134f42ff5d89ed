import type { App } from '../framework.ts';
import type { Services } from '../services.ts';
import { account } from './account.ts';
import { keys } from './keys.ts';
import { mapLayers } from './map-layers.ts';
import { pages } from './pages.ts';
import { session } from './session.ts';
import { signIn } from './sign-in.ts';
import { statement } from './statement.ts';
import { isDemoOpen, openTo } from './visitor.ts';

/**
 * The portal: its pages, and what they ask beside what the API has. Not part of the contract; docs/portal.md describes it.
 */
export function portal(app: App, services: Services): void {
  for (const register of [pages, settings, signIn, session, keys, account, statement, mapLayers])
    register(app, services);
}

/** `GET /portal/api/config`: what the pages must know before they show anything. */
function settings(app: App, services: Services): void {
  const { sendLetter, mapStyleUrl, version, attribution, limits, demoPlates } = services.portal;
  const demoCallsPerDay = Math.min(...limits.visits['demo-from-address'].map(({ most }) => most));
  app.get('/portal/api/config', { config: openTo('anybody') }, async (request) => ({
    publicDemo: isDemoOpen(request, services.portal),
    demoPlates,
    demoCallsPerDay,
    mail: sendLetter !== undefined,
    mapStyleUrl: mapStyleUrl ?? null,
    version,
    dataVersion: services.phase() === 'starting' ? null : services.dataVersion,
    attribution,
  }));
}
