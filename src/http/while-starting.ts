import { Fault } from '../base/fault.ts';
import type { App } from './framework.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It answers before the facts are open; absent: it does not. */
    readonly whileStarting?: boolean;
  }
}

/** The bundled network is built in seconds; whoever asks again then finds it. */
const RETRY_AFTER_S = 5;

/** Puts known callers off until the facts are open, before anything is counted. */
export function putOffWhileStarting(app: App, { phase }: Pick<Services, 'phase'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.whileStarting || phase() !== 'starting') return done();
    return done(
      new Fault('upstream_down', 'The server is starting; try again in a few seconds.', {
        retryAfterS: RETRY_AFTER_S,
      }),
    );
  });
}
