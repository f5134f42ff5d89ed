import { Fault } from '../../base/fault.ts';

/**
 * What the engine says when there is no route. Version 3.6.1 gives a text only; later ones give
 * the code too.
 *
 * Source: valhalla.github.io/valhalla/api/turn-by-turn/api-reference, "Internal error codes".
 */
const NO_ROUTE = [
  { code: 442, text: 'No path could be found' },
  { code: 171, text: 'No suitable edges near location' },
  { code: 170, text: 'Locations are in unconnected regions' },
  { code: 154, text: 'exceeds the max distance limit' },
];

/** The engine's failure as ours; anything it does not say of the trip itself is a defect. */
export function toFault(cause: unknown): Fault {
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return NO_ROUTE.some((row) => row.code === code || message.includes(row.text))
    ? new Fault('route_not_possible', undefined, { message, cause })
    : new Fault('upstream_broken', 'The routing engine failed.', { message, cause });
}
