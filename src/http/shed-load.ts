import { Fault } from '../base/fault.ts';
import { accountOf, callOf } from './call.ts';
import type { App } from './framework.ts';
import type { Services } from './services.ts';

/** Whose work an endpoint waits for. */
export type Workload = 'route' | 'estimate';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: it is answered however much there is to do. */
    readonly workload?: Workload;
  }
}

/** Refuses calls that could not be answered soon, before anything is counted. */
export function shedLoad(app: App, { retryAfterS }: Pick<Services, 'retryAfterS'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { workload } = request.routeOptions.config;
    if (workload === undefined) return done();
    const waitS = retryAfterS(workload, accountOf(callOf(request)));
    if (waitS === undefined) return done();
    return done(new Fault('overloaded', undefined, { retryAfterS: waitS }));
  });
}
