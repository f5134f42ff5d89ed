import type { App } from './framework.ts';

/** One line for each answer. The route's pattern stands for the address: no coordinates. */
export function logRequests(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const durationMs = Math.round(reply.elapsedTime);
    request.log.info(
      { method, route: routeOptions.url, status: reply.statusCode, durationMs },
      'answered',
    );
    done();
  });
}
