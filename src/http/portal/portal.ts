import { AnswerPrices } from '../../wire/route.ts';
import type { App } from '../framework.ts';
import { termsOf } from '../openapi/endpoint.ts';
import { ROUTE } from '../openapi/endpoints.ts';
import { answerDeparturesBy, DEPARTURES_TERMS } from '../route/departures.ts';
import { jobs } from '../route/jobs.ts';
import { answerRouteBy } from '../route/route.ts';
import type { Services } from '../services.ts';
import { account } from './account.ts';
import { keys } from './keys.ts';
import { mapLayers } from './map-layers.ts';
import { pages } from './pages.ts';
import { privately, session } from './session.ts';
import { signIn } from './sign-in.ts';
import { statement } from './statement.ts';
import { isDemoOpen } from './visitor.ts';

/**
 * The portal: its pages, and what they ask. Not part of the contract; docs/portal.md describes it.
 */
export function portal(app: App, services: Services): void {
  for (const register of [
    pages,
    settings,
    signIn,
    session,
    keys,
    account,
    trip,
    statement,
    ownJobs,
    mapLayers,
  ])
    register(app, services);
}

/** `GET /portal/api/config`: what the pages must know before they show anything. */
function settings(app: App, services: Services): void {
  const { sendLetter, mapStyleUrl, version, attribution, limits, demoPlates } = services.portal;
  const demoCallsPerDay = Math.min(...limits.visits['demo-from-address'].map(({ most }) => most));
  const config = { access: 'open', visitor: 'anybody', whileStarting: true } as const;
  app.get('/portal/api/config', { config }, (request, reply) =>
    privately(reply).send({
      publicDemo: isDemoOpen(request, services.portal),
      demoPlates,
      demoCallsPerDay,
      mail: sendLetter !== undefined,
      mapStyleUrl: mapStyleUrl ?? null,
      version,
      dataVersion: services.phase() === 'starting' ? null : services.dataVersion,
      attribution,
    }),
  );
}

/** `GET /portal/api/trip` and `/departures`: what the API gives, for a session or the public demo. */
function trip(app: App, services: Services): void {
  const visitor = { visitor: 'trip' } as const;
  const ofTrip = termsOf(ROUTE, AnswerPrices);
  const tripTerms = { ...ofTrip, config: { ...ofTrip.config, ...visitor } } as const;
  app.get('/portal/api/trip', tripTerms, answerRouteBy(services));
  const { schema, config } = DEPARTURES_TERMS;
  const departuresTerms = { schema, config: { ...config, ...visitor } } as const;
  app.get('/portal/api/departures', departuresTerms, answerDeparturesBy(services));
}

/** `/portal/api/jobs` and `/portal/api/webhook`: what the API gives, for the owner who is signed in. */
function ownJobs(app: App, services: Services): void {
  app.register(
    (scope: App, _, done) => {
      scope.addHook('onRoute', (route) => {
        route.config = { access: 'key', ...route.config, visitor: 'owner' };
      });
      jobs(scope, services);
      done();
    },
    { prefix: '/portal' },
  );
}
