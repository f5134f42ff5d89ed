import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Parameter } from '../../src/wire/parameter.ts';
import { VEHICLE_PARAMETERS } from '../../src/wire/parameters.ts';
import { TRIP_VEHICLE_PARAMETERS } from '../../src/wire/question.ts';
import { ENGINE_NAMES } from '../support/engines.ts';
import { useEngine } from '../support/store-scene.ts';
import { askAll } from './ask-all.ts';
import {
  CONTENT_TYPES,
  goodBodyOf,
  listBodies,
  listMemberBodies,
  ODD,
  READING_TEXT,
  WHOLE_BODIES,
} from './bodies.ts';
import { listRefused } from './every-word.ts';
import { TWINS } from './list-endpoints.ts';
import { type FuzzedService, openService } from './open-service.ts';
import type { FuzzRequest } from './requests.ts';
import { ESCAPED_WORDS } from './words.ts';

/** Every method that takes a body, with its members. */
const listTaking = ({ endpoints }: FuzzedService) =>
  endpoints.flatMap(({ path, bodies }) =>
    Object.entries(bodies).map(([method, members]) => ({
      method,
      path,
      members,
      bodies: listBodiesOf(method, path, members),
    })),
  );

function listBodiesOf(method: string, path: string, members: readonly string[]) {
  // Members are read by the row that it shares: what is its own is how a visitor's body comes in.
  if (TWINS.has(path)) return listBodies([]);
  if (READING_TEXT.has(`${method} ${path}`)) return WHOLE_BODIES;
  return listBodies(members.map((name) => ({ name, spared: listSpared(path, name) })));
}

/**
 * Journeys and matrices read the members of a vehicle by the rows of a query: what a row refuses is asked of it by
 * every-word.test.ts, and values that are no text are asked of a journey.
 */
function listSpared(path: string, name: string): readonly string[] {
  const row = ['/api/journey', '/api/matrix'].includes(path) ? VEHICLE_ROWS[name] : undefined;
  if (row === undefined) return [];
  // One is left, by which it is seen to be read.
  const refused = listRefused(row).slice(1).map(asJson);
  return path === '/api/matrix' ? [...refused, ...ODD] : refused;
}

const asJson = (word: string) => JSON.stringify(word);

const VEHICLE_ROWS: Readonly<Record<string, Parameter<unknown>>> = {
  ...TRIP_VEHICLE_PARAMETERS,
  ...VEHICLE_PARAMETERS,
};

/** Questions are answered without the database: which one stands behind the counter is the same to their bodies. */
const isQuestion = (path: string) => /\/(?:matrix|journey|trace|statement)$/.test(path);

/**
 * Those whose values may come to a database: a body that is no object of these members is refused before, or it is one of
 * rows, which are kept as they are.
 */
const listKept = (service: FuzzedService) =>
  listTaking(service)
    .filter(({ path }) => !isQuestion(path) && !TWINS.has(path))
    .map((taking) => ({
      ...taking,
      bodies:
        taking.path === '/api/jobs'
          ? WHOLE_BODIES
          : listMemberBodies(taking.members.map((name) => ({ name }))),
    }))
    .filter(({ bodies }) => bodies.length > 0);

/** A session may ask as often on a day. */
const CALLS_OF_SESSION = 400;

const requestOf = (
  { method, path }: { readonly method: string; readonly path: string },
  body: string,
  terms: Partial<FuzzRequest> = {},
): FuzzRequest => ({
  method,
  target: path.replace(/:\w+/, 'nothing'),
  ...(path.startsWith('/portal/')
    ? { headers: [], as: 'page' }
    : { headers: [['content-type', terms.type ?? 'application/json']], as: 'key' }),
  body,
  ...terms,
});

describe.each(ENGINE_NAMES)('over %s', (name) => {
  const running = useEngine(name);
  let service: FuzzedService;

  beforeAll(async () => {
    service = await openService(name === 'postgres' ? running.engine.address : undefined);
  });
  afterAll(() => service.close());

  test('every endpoint that changes something is among those that are asked', () => {
    expect(listTaking(service).map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(['POST /portal/api/sign-in', 'DELETE /portal/api/keys/:id']),
    );
  });

  test('every body of every endpoint takes every value of every type, and none of the answers is a 500', async () => {
    const problems: string[] = [];
    const unread: string[] = [];
    const asked = name === 'sqlite' ? listTaking(service) : listKept(service);
    for (const taking of asked) {
      const requests = taking.bodies.map((body) => requestOf(taking, body));
      for (let from = 0; from < requests.length; from += CALLS_OF_SESSION) {
        const verdict = await askAll(
          service,
          requests.slice(from, from + CALLS_OF_SESSION),
          'kept',
        );
        problems.push(...verdict.problems);
        // One that refuses none of them has not been read.
        if (!verdict.statuses.has(400)) unread.push(`${taking.method} ${taking.path}`);
      }
    }
    expect(problems).toEqual([]);
    expect(unread).toEqual([]);
  });

  test('an id in an address may be any text that an address can hold', async () => {
    const targets = ESCAPED_WORDS.flatMap((id) => [
      { method: 'DELETE', target: `/portal/api/keys/${id}`, body: '' },
      { method: 'POST', target: `/portal/api/keys/${id}/rotate`, body: '{}' },
      { method: 'GET', target: `/portal/api/keys?cursor=${id}`, body: '' },
      { method: 'GET', target: `/portal/api/audit?limit=${id}&cursor=${id}`, body: '' },
      { method: 'GET', target: `/portal/api/usage?cursor=${id}`, body: '' },
    ]);
    const requests = targets.map((one) => ({ ...one, headers: [], as: 'page' }) as const);
    const { problems, statuses } = await askAll(service, requests);
    expect(problems).toEqual([]);
    expect([...statuses.keys()]).toContain(404);
  });
});

// It is refused before anything is kept: the database is the same to it.
test('a body of another type, or none that has a name, is refused, and nothing is done', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const problems: string[] = [];
  const statuses = new Set<number>();
  for (const taking of listTaking(service))
    for (const type of CONTENT_TYPES) {
      const body = goodBodyOf(taking.members);
      const verdict = await askAll(service, [requestOf(taking, body, { type })]);
      problems.push(...verdict.problems);
      for (const status of verdict.statuses.keys()) statuses.add(status);
    }
  expect(problems).toEqual([]);
  expect([...statuses].filter((status) => status < 400).sort()).toEqual([201, 202]);
  expect([...statuses]).toContain(415);
});
