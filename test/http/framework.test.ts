import { expect, test } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import { compileRest } from '../../src/http/framework.ts';
import { appOf } from '../support/app.ts';

test.each([
  ['no config', {}],
  ['a config without it', { config: {} }],
  ['an unknown one', { config: { access: 'everybody' } }],
])('an endpoint with %s about who may call it cannot be added', (_name, terms) => {
  const add = () => appOf().get('/new', terms as object, () => ({}));
  expect(add).toThrow('GET /new must say in its config who may call it.');
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  'an endpoint with %s that does not say what body it takes cannot be added',
  (method) => {
    const terms = { method, url: '/new', config: { access: 'open' }, handler: () => ({}) } as const;
    expect(() => appOf().route(terms)).toThrow(
      `${method} /new must say in its schema what body it takes.`,
    );
  },
);

test('HEAD asks of its callers what GET asks', async () => {
  for (const url of ['/api/route', '/api/ferry-quays', '/data/toll-stations.json'])
    expect((await appOf().inject({ method: 'HEAD', url })).statusCode, url).toBe(401);
});

test('each schema that no call has asked for compiles behind the start, one a step', async () => {
  const app = appOf();
  await app.ready();
  expect([...compileRest(app)].length).toBeGreaterThan(50);
  await app.close();
});

test('a schema that is none is told of there, with its endpoint', async () => {
  const app = appOf();
  const schema = { body: { type: 'nothing that there is' } };
  app.post('/broken', { schema, config: { access: 'open' } }, () => '');
  await app.ready();
  expect(() => atOnce(compileRest(app))).toThrow('A schema of POST /broken');
  await app.close();
});
