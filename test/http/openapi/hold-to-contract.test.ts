import { expect, test } from 'vitest';
import { appOf, keyed } from '../../support/app.ts';
import { holdToContract, type WireAnswer } from '../../support/contract.ts';

const URL = '/api/route?from=59.91,10.75&to=60.39,5.32';

/** An answer that is as the contract says; each test breaks it. */
async function goodAnswer(): Promise<WireAnswer & { readonly json: never }> {
  const { statusCode, headers, body, json } = await appOf().inject(keyed(URL));
  return { method: 'GET', url: URL, status: statusCode, headers, body, json: json() as never };
}

test('an answer as the contract says is let through', async () => {
  const answer = await goodAnswer();
  expect(() => holdToContract(answer)).not.toThrow();
});

const BROKEN: readonly (readonly [what: string, broken: Partial<WireAnswer>, says: string])[] = [
  ['a status that it does not have', { status: 201 }, 'its status'],
  ['a body with HEAD', { method: 'HEAD' }, 'a body with HEAD 200'],
  ['an error instead of the answer', { body: '{"error":"x"}' }, "required property 'routes'"],
  ['no JSON at all', { body: '"x"' }, 'must be object'],
  ['a success at an unknown address', { url: '/nowhere' }, 'its status'],
];

test.each(BROKEN)('%s is refused', async (_, broken, says) => {
  const answer = await goodAnswer();
  expect(() => holdToContract({ ...answer, ...broken })).toThrow(says);
});

test.each([
  ['one that it does not have', { 'x-new': '1' }, 'header x-new is not described'],
  ['a wrong one', { 'x-api-quota-limit': 'many' }, 'header x-api-quota-limit is many'],
  ['another media type', { 'content-type': 'text/plain' }, 'media type text/plain'],
])('of the headers %s is refused', async (_, more, says) => {
  const answer = await goodAnswer();
  const headers = { ...answer.headers, ...more };
  expect(() => holdToContract({ ...answer, headers })).toThrow(says);
});

test('a header that is missing is refused', async () => {
  const { headers, ...answer } = await goodAnswer();
  const { 'x-request-id': _, ...without } = headers;
  expect(() => holdToContract({ ...answer, headers: without })).toThrow(
    'header x-request-id is missing',
  );
});

test.each([
  ['of the answer', (body: object) => ({ ...body, more: 1 })],
  [
    'of the bill',
    ({ _billing, ...body }: { _billing: { routes: object[] } }) => ({
      ...body,
      _billing: { ..._billing, routes: _billing.routes.map((bill) => ({ ...bill, tip: 1 })) },
    }),
  ],
])('a member %s that it does not name is refused', async (_, change) => {
  const { json, ...answer } = await goodAnswer();
  const body = JSON.stringify(change(json));
  expect(() => holdToContract({ ...answer, body })).toThrow('must NOT have additional properties');
});
