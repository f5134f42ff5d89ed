import type { App } from '../framework.ts';
import type { Services } from '../services.ts';
import { account } from './account.ts';
import { keys } from './keys.ts';
import { mapLayers } from './map-layers.ts';
import { pages } from './pages.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { trip } from './trip.ts';

/**
 * The portal: its pages, and what they ask. Not part of the contract; docs/portal.md describes it.
 */
export function portal(app: App, services: Services): void {
  for (const register of [pages, settings, signIn, session, keys, account, trip, mapLayers])
    register(app, services);
}
