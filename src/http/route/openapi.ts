import { replyCached, toCached } from '../cached.ts';
import type { App } from '../framework.ts';
import { JSON_TYPE } from '../headers.ts';
import { OPENAPI } from '../openapi/endpoint/service.ts';
import type { Services } from '../services.ts';

/** It changes with a release of the program. */
const MAX_AGE_S = 3600;

/** `GET /openapi.json`: the contract. */
export function openapi(app: App, { contract }: Services): void {
  const cached = toCached(contract, { type: JSON_TYPE, maxAgeS: MAX_AGE_S });
  const config = { access: OPENAPI.access, whileStarting: true } as const;
  app.get(OPENAPI.path, { config }, (request, reply) => replyCached(cached, request, reply));
}
