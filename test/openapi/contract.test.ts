import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadFerries } from '../../src/facts/load-ferries.ts';
import type { App } from '../../src/http/framework.ts';
import { ENDPOINTS } from '../../src/http/openapi/endpoints.ts';
import { FAULT_REPLIES, REFUSALS } from '../../src/http/reply/replies.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { formatContract } from '../../tools/openapi/contract.ts';
import { appOf, keyed, withFacts } from '../support/app.ts';

const TEXT = formatContract();
const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('docs/openapi.json is the contract: npm run openapi writes it', () => {
  expect(read('docs/openapi.json') === `${TEXT}\n`).toBe(true);
});

test('the contract is the same text each time', () => {
  expect(formatContract()).toBe(TEXT);
});

test('it has every address that the app answers, and no other', async () => {
  const paths = [...new Set(ENDPOINTS.map(({ path }) => path))];
  expect(Object.keys(contract().paths).sort()).toEqual(paths.sort());
  // The page /docs loads the files below it; the portal and the page at / are no part of the contract.
  const routes = (await routesOf(appOf())).filter((path) => !/^\/(?:$|docs\/|portal\b)/.test(path));
  const named = routes.map((path) => path.replaceAll(/:(\w+)/g, '{$1}'));
  expect(named.sort()).toEqual(paths.sort());
});

test('it has every code, and says when it comes', () => {
  const { responses } = contract().components;
  const descriptions = Object.values(responses).map(({ description }) => description);
  const told = Object.entries(FAULT_REPLIES).filter(([, { isOfPortal }]) => !isOfPortal);
  expect(told.length).toBeGreaterThan(9);
  for (const [code, { status, when }] of told)
    expect(descriptions.join('\n')).toContain(`${status} \`${code}\`: ${when}.`);
});

test.each(ENDPOINTS.map(({ path, access }) => [path, access]))(
  '%s asks for a key in either of two headers, or is open: %s',
  (path, access) => {
    const either = [{ bearer: [] }, { apiKey: [] }];
    expect(operationAt(path)?.security).toEqual(access === 'open' ? [] : either);
  },
);

describe('everything is described', () => {
  const parts = listParts(JSON.parse(TEXT));
  const named = parts.filter(
    ({ path, part }) =>
      /\/(?:parameters|headers|responses|schemas|properties|securitySchemes)\/[^/]+$/.test(path) &&
      ['type', 'schema', 'headers', 'anyOf'].some((name) => name in part),
  );

  test('the parts were read', () => {
    expect(named.length).toBeGreaterThan(200);
  });

  test('parameters, headers, answers, schemas and their members have a sentence', () => {
    const silent = named.filter(
      ({ part }) => !('$ref' in part) && !('const' in part) && typeof part.description !== 'string',
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  test('every number says its unit or what it counts', () => {
    const numbers = named.filter(({ part }) => ['number', 'integer'].includes(String(part.type)));
    const unit =
      /NOK|[Ss]econds|[Mm]etres|[Mm]inutes|[Kk]ilo|[Dd]egrees|[Dd]ays|^Number of|Calls|^Passages|^Ferry|How many/;
    const without = numbers.filter(({ part }) => !unit.test(String(part.description)));
    expect(without.map(({ path, part }) => `${path}: ${part.description}`)).toEqual([]);
  });
});

test('every good answer in JSON and every error has an example', () => {
  const { paths, components } = contract();
  const answers = Object.entries(paths)
    .filter(([path]) => path !== '/openapi.json')
    .map(([path]) => [path, operationAt(path)?.responses['200']] as const);
  const without = [...answers, ...Object.entries(components.responses)].filter(([, answer]) => {
    const media = answer?.content?.['application/json'];
    return media !== undefined && media.examples === undefined;
  });
  expect(without.map(([where]) => where)).toEqual([]);
});

test('every error of the table has an example with its status, and its code or sentence', () => {
  const { examples }: { readonly examples: readonly Shown[] } = JSON.parse(
    read('docs/examples.json'),
  );
  const told = Object.entries(FAULT_REPLIES).filter(([, { isOfPortal }]) => !isOfPortal);
  const rows = [
    // A fault with a sentence may bring its own.
    ...told.map(([code, { status, error }]) => ({
      status,
      says: error === 'sentence' ? '' : code,
    })),
    ...Object.entries(REFUSALS).map(([at, { message }]) => ({ status: Number(at), says: message })),
  ];
  expect(rows.length).toBeGreaterThan(14);
  const silent = rows.filter(
    ({ status, says }) =>
      !examples.some((one) => one.status === status && [one.body.error, ''].includes(says)),
  );
  expect(silent).toEqual([]);
});

test('the lengths of the ferry classes are those of the tariffs', () => {
  const { classes } = loadFerries({ bundled: DATA_DIR }).tariffs.zoneTable.bounds;
  const bounds = classes.flatMap(({ upToM }) => upToM ?? []);
  const { parameters } = contract().paths['/api/route']?.get ?? { parameters: [] };
  const length = parameters.find(({ name }) => name === 'vehicleLength');
  expect(length?.description.match(/\d+(?:\.\d+)?(?=[ ,])/g)?.map(Number)).toEqual([
    0,
    60,
    ...bounds,
  ]);
});

test('the call of the guide is that of the README, which a test makes', () => {
  const callIn = (page: string) => /\/api\/route\?[^'"]+/.exec(read(page))?.[0];
  expect(callIn('docs/guide.md')).toBeDefined();
  expect(callIn('docs/guide.md')).toBe(callIn('README.md'));
});

test.each([
  ['toll-stations', 'stations'],
  ['speed-cameras', 'cameras'],
])('the bundled %s are as described, and no member is left out', async (file, list) => {
  const dump = { json: readFileSync(join(DATA_DIR, `${file}.json`), 'utf8'), date: '2026-09-10' };
  const app = appOf(withFacts({ tollStations: dump, speedCameras: dump }));
  const records: object[] = (await app.inject(keyed(`/data/${file}.json`))).json()[list];
  const { schemas } = contract().components;
  const described = schemas[file === 'toll-stations' ? 'TollStation' : 'SpeedCamera']?.properties;
  const members = new Set(records.flatMap((record) => Object.keys(record)));
  expect(members.size).toBeGreaterThan(4);
  expect([...members].filter((name) => !(name in (described ?? {})))).toEqual([]);
});

/** An example of an error. */
interface Shown {
  readonly status: number;
  readonly body: { readonly error?: string };
}

/** What of the document these tests look at. */
interface Contract {
  readonly paths: Record<string, { readonly get?: Operation; readonly post?: Operation }>;
  readonly components: {
    readonly responses: Record<string, Answer>;
    readonly schemas: Record<string, { readonly properties?: object }>;
  };
}

interface Operation {
  readonly security: unknown;
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
  readonly responses: Record<string, Answer>;
}

interface Answer {
  readonly description: string;
  readonly content?: Record<string, { readonly examples?: object }>;
}

function operationAt(path: string): Operation | undefined {
  const { get, post } = contract().paths[path] ?? {};
  return get ?? post;
}

function contract(): Contract {
  return JSON.parse(TEXT);
}

type Part = Readonly<Record<string, unknown>>;

/** Every object of the document with its place; examples are content, not description. */
function listParts(part: Part, path = ''): { path: string; part: Part }[] {
  const below = Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && name !== 'examples'
      ? listParts(value as Part, `${path}/${name}`)
      : [],
  );
  return [{ path, part }, ...below];
}

/** Paths of all routes, from the tree that the framework prints: four characters a level. */
async function routesOf(app: App): Promise<string[]> {
  await app.ready();
  const names: string[] = [];
  const lines = app.printRoutes({ commonPrefix: false }).split('\n');
  return lines.flatMap((line) => {
    const [, before = '', name] = /^(.*?[├└]── )(\S+) \(.*(?:GET|POST|DELETE)/.exec(line) ?? [];
    if (name === undefined) return [];
    names.splice(before.length / 4 - 1, names.length, name);
    return [names.join('')];
  });
}
