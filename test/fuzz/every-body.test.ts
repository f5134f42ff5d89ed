import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAll } from './ask-all.ts';
import { CONTENT_TYPES, listBodies } from './bodies.ts';
import { type FuzzedService, openService } from './open-service.ts';
import type { FuzzRequest } from './requests.ts';

let service: FuzzedService;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

/** Every method that takes a body, with its members. */
const listTaking = () =>
  service.endpoints.flatMap(({ path, bodies }) =>
    Object.entries(bodies).map(([method, members]) => ({ method, path, members })),
  );

const requestOf = (
  { method, path }: { readonly method: string; readonly path: string },
  body: string,
  terms: Partial<FuzzRequest> = {},
): FuzzRequest => ({
  method,
  target: path.replace(/:\w+/, 'nothing'),
  headers: [],
  body,
  as: 'page',
  ...terms,
});

test('every endpoint that changes something is among those that are asked', () => {
  expect(listTaking().map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining(['POST /portal/api/sign-in', 'DELETE /portal/api/keys/:id']),
  );
});

test('every body of every endpoint takes every value of every type, and none of the answers is a 500', async () => {
  const problems: string[] = [];
  const unread: string[] = [];
  for (const taking of listTaking()) {
    const bodies = listBodies(taking.members);
    const verdict = await askAll(
      service,
      bodies.map((body) => requestOf(taking, body)),
    );
    problems.push(...verdict.problems);
    // One that refuses none of them has not been read.
    if (!verdict.statuses.has(400)) unread.push(`${taking.method} ${taking.path}`);
  }
  expect(problems).toEqual([]);
  expect(unread).toEqual([]);
});

test('a body of another type, or none that has a name, is refused, and nothing is done', async () => {
  const problems: string[] = [];
  const statuses = new Set<number>();
  for (const taking of listTaking())
    for (const type of CONTENT_TYPES) {
      const body = JSON.stringify(Object.fromEntries(taking.members.map((name) => [name, 'x'])));
      const verdict = await askAll(service, [requestOf(taking, body, { type })]);
      problems.push(...verdict.problems);
      for (const status of verdict.statuses.keys()) statuses.add(status);
    }
  expect(problems).toEqual([]);
  expect([...statuses].filter((status) => status < 400)).toEqual([201]);
  expect(statuses).toContain(415);
});
