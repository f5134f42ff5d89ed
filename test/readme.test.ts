import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AnswerBillingRoute } from '../src/wire/billing.ts';
import type { RouteAnswer } from '../src/wire/route.ts';
import { homeWithNetwork, startServer } from './support/server.ts';

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

test('after a first start the call in the README gives the answer in the README', async () => {
  const call =
    /^curl -H "Authorization: Bearer \$\(cat var\/(.+?)\)" 'http:\/\/127\.0\.0\.1:8080(.+)'$/m;
  const [, keyFile = '', path = ''] = call.exec(README) ?? [];
  const home = await homeWithNetwork();
  const { address } = await startServer({ VEIPRIS_HOME: home });
  const key = readFileSync(join(home, keyFile), 'utf8').trim();
  const reply = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${key}` } });
  expect(reply.headers.get('x-api-quota-limit')).toBe('500');
  expect(reply.headers.get('x-api-quota-remaining')).toBe('499');
  const answer = (await reply.json()) as RouteAnswer;
  const [first] = answer._billing.routes;
  if (first === undefined) throw new Error('Expected a route.');
  const [, shown = ''] = /```json\n(.+?)```/s.exec(README) ?? [];
  expect(JSON.parse(shown)).toEqual(cutLists(first));
});

/** Every list of a bill with its first entry alone. */
function cutLists(route: AnswerBillingRoute) {
  return Object.fromEntries(
    Object.entries(route).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(0, 1) : value,
    ]),
  );
}
