import { callOf } from './call.ts';
import type { App } from './framework.ts';
import { loggable } from './loggable.ts';

/**
 * Drops what a handler gives after its deadline has been answered. The framework would write it
 * to the log with the whole address, and so with coordinates and plates.
 */
export function dropLateResults(app: App): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function handleInTime(request, reply) {
      const result: unknown = handler.call(this, request, reply);
      if (!(result instanceof Promise)) return result;
      const { log } = request;
      return result.then(
        // To give the reply itself means: it is answered elsewhere.
        (body: unknown) => (callOf(request).isAnswered ? reply : body),
        (error: unknown) => {
          if (!callOf(request).isAnswered) throw error;
          log.warn({ err: loggable(error), endpoint: route.url }, 'failed after its deadline');
          return reply;
        },
      );
    };
  });
}
