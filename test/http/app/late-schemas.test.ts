import { expect, test } from 'vitest';
import { atOnce } from '../../../src/base/steps.ts';
import { compileRest } from '../../../src/http/framework.ts';
import { appOf } from '../../support/app.ts';

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
