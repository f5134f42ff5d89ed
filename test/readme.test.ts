import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openServices } from '../src/compose.ts';
import { toConfig } from '../src/config.ts';
import { buildApp } from '../src/http/app.ts';
import type { AnswerBillingRoute, RouteAnswer } from '../src/trip/answer-types.ts';
import { NETWORK_HOME } from './support/network-home.ts';

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const log = pino({ level: 'silent' });
const config = toConfig({ VEIPRIS_HOME: NETWORK_HOME });

test('the README shows the call and the answer of this very commit', async () => {
  const [, path = ''] = /curl 'http:\/\/127\.0\.0\.1:8080(\/[^']+)'/.exec(README) ?? [];
  const [, shown = ''] = /```json\n(.+?)```/s.exec(README) ?? [];
  const app = buildApp(await openServices(config, log, () => undefined), { log });
  const answer: RouteAnswer = (await app.inject(path)).json();
  const [first] = answer._billing.routes;
  if (first === undefined) throw new Error('Expected a route.');
  expect(JSON.parse(shown)).toEqual(cutLists(first));
}, 120_000);

/** Every list of a bill with its first entry alone. */
function cutLists(route: AnswerBillingRoute) {
  return Object.fromEntries(
    Object.entries(route).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(0, 1) : value,
    ]),
  );
}
