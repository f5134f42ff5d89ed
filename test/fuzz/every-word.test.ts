import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAll } from './ask-all.ts';
import { listTwisted, ordinaryRequest } from './every-word.ts';
import { type Endpoint, TWINS } from './list-endpoints.ts';
import { type FuzzedService, openService } from './open-service.ts';
import { POINTS_ABOVE_LIMIT, POINTS_BELOW_LIMIT } from './words.ts';

let service: FuzzedService;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const listAsking = () => service.endpoints.filter(({ parameters }) => parameters.length > 0);
/** Two addresses of one row read the same parameters. */
const listReading = () => listAsking().filter(({ path }) => !TWINS.has(path));

/** Asks one parameter. @param asked the rows that others have been asked by. */
async function askParameter(endpoint: Endpoint, name: string, asked: Set<unknown>) {
  const { row, refused, others } = listTwisted(endpoint, name);
  // What a row refuses has come no farther, whichever endpoint reads by it: all but the first are asked with one of them.
  const bad = asked.has(row) ? refused.slice(0, 1) : refused;
  if (row !== undefined) asked.add(row);
  const refusal = await askAll(service, bad, 'kept');
  const verdict = await askAll(service, others, 'kept');
  return {
    problems: [...refusal.problems, ...verdict.problems],
    // A parameter that refuses none of them has not been read.
    isRead: refusal.statuses.has(400) || verdict.statuses.has(400),
    isRefused: [...refusal.statuses.keys()].every((status) => status === 400),
  };
}

test('every parameter of every endpoint takes every word, and none of the answers is a 500', async () => {
  const problems: string[] = [];
  const unread: string[] = [];
  const unrefused: string[] = [];
  const asked = new Set<unknown>();
  for (const endpoint of listReading())
    for (const name of endpoint.parameters) {
      const verdict = await askParameter(endpoint, name, asked);
      problems.push(...verdict.problems);
      if (!verdict.isRead) unread.push(`${endpoint.path} ${name}`);
      if (!verdict.isRefused) unrefused.push(`${endpoint.path} ${name}`);
    }
  expect(problems).toEqual([]);
  expect(unread).toEqual([]);
  expect(unrefused).toEqual([]);
});

test('the words that some of the endpoints are spared are refused by a row of theirs, which reads the others', () => {
  const rows = listReading().flatMap((endpoint) =>
    endpoint.parameters.flatMap((name) => listTwisted(endpoint, name).row ?? []),
  );
  expect(rows.length).toBeGreaterThan(2 * new Set(rows).size);
});

test('the question that the words are put into is answered', async () => {
  const asking = listAsking();
  const { statuses, problems } = await askAll(service, asking.map(ordinaryRequest));
  expect(problems).toEqual([]);
  expect(asking.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/route', '/api/route-osrm', '/api/vehicle', '/portal/api/trip']),
  );
  expect([...statuses]).toEqual([[200, asking.length]]);
});

test.each([
  ['just below 16 kB is told that they are too many', POINTS_BELOW_LIMIT, 400],
  ['above 16 kB is not read', POINTS_ABOVE_LIMIT, 431],
])('a trip by thousands of points %s', async (_what, via, status) => {
  const target = `/api/route?from=59.9139,10.7522&to=59.92,10.76&via=${via}`;
  const request = { method: 'GET', target, headers: [], body: '', as: 'key' } as const;
  const { statuses, problems } = await askAll(service, [request]);
  expect(problems).toEqual([]);
  expect([...statuses]).toEqual([[status, 1]]);
});
