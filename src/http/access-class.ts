import type { App } from './framework.ts';

/**
 * What an endpoint asks of its callers: `counted` a key and a call of the day, `key` a key alone,
 * `open` nothing.
 */
export type AccessClass = (typeof ACCESS_CLASSES)[number];

const ACCESS_CLASSES = ['counted', 'key', 'open'] as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly access: AccessClass;
  }
}

/** Refuses to start with an endpoint that does not say who may call it. */
export function demandAccessClass(app: App): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!ACCESS_CLASSES.some((one) => one === config?.access))
      throw new Error(`${method} ${url} must say in its config who may call it.`);
  });
}
