import type { Endpoint as Row } from '../../src/http/openapi/endpoint.ts';
import { ENDPOINTS } from '../../src/http/openapi/endpoints.ts';
import { formatContract } from '../../tools/openapi/contract.ts';
import { bodiesOf } from './bodies.ts';

/** An address that the server answers. */
export interface Endpoint {
  /** As it is registered, such as `/portal/api/keys/:id`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Names of its query by the contract; `[]`: it has none, or the contract leaves it out. */
  readonly parameters: readonly string[];
  /** Names of its body, by those of its methods that take one. */
  readonly bodies: Readonly<Record<string, readonly string[]>>;
}

/** The portal's addresses of what `/api` is asked as well: one row of the program registers both, and reads their questions. */
export const TWINS: ReadonlySet<string> = new Set(
  (ENDPOINTS as readonly Row[]).flatMap(({ path, portalPath = `/portal${path}`, visitor }) =>
    visitor === undefined ? [] : [portalPath.replaceAll(/\{(\w+)\}/g, ':$1')],
  ),
);

/** What the portal's own endpoints read, for which there is no contract. */
const PORTAL_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  '/portal/api/places': ['q'],
  '/portal/api/place': ['q'],
};

/**
 * Every endpoint of the server, with the parameters of the contract: what is added to either is
 * fuzzed from then on.
 *
 * @param tree as the framework draws its routes: four characters of drawing for each level.
 */
export function listEndpoints(tree: string): readonly Endpoint[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, drawing = '', part = '', methods] =
      /^((?:[│ ] {3})*[├└]── )(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (part === '') return [];
    const level = drawing.length / 4 - 1;
    above.splice(level, above.length, part);
    const path = above.join('');
    if (methods === undefined) return [];
    const list = methods.split(', ');
    return [{ path, methods: list, parameters: parametersOf(path), bodies: bodiesOf(path, list) }];
  });
}

interface Contract {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: readonly { name?: string }[] } }>
  >;
}

const contract: Contract = JSON.parse(formatContract());

/** The portal asks for trips as `/api/route` is asked. */
function parametersOf(path: string): readonly string[] {
  const described = contract.paths[path === '/portal/api/trip' ? '/api/route' : path];
  const names = described?.get?.parameters?.flatMap(({ name }) => name ?? []);
  return names ?? PORTAL_PARAMETERS[path] ?? [];
}
