import { expect, onTestFinished, test } from 'vitest';
import { jobRows } from '../../support/job-rows.ts';
import { openJobScene } from '../../support/job-scene.ts';
import { settled } from '../../support/time.ts';

test('a result, or any other stream, hangs no more listeners on its answer than Node takes for sound', async () => {
  const { app, key, submit, until } = await openJobScene();
  // A server whose connections are bounded listens once more.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.once('close', () => undefined);
    done();
  });
  const { id } = (await submit(jobRows(3))).json();
  await until(id, ({ state }) => state === 'done');
  const warnings: Error[] = [];
  const hear = (warning: Error) => void warnings.push(warning);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));

  const server = await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Bearer ${key}` };
  const result = await fetch(`${server}/api/jobs/${id}/result`, { headers });
  expect((await result.text()).trimEnd().split('\n')).toHaveLength(4);
  for (const [accept, encoding] of [
    ['application/x-ndjson', 'gzip'],
    ['application/json', 'identity'],
  ] as const) {
    const matrix = await fetch(`${server}/api/matrix`, {
      method: 'POST',
      headers: {
        ...headers,
        accept,
        'accept-encoding': encoding,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ origins: ['Oslo'], destinations: ['Drammen'], prices: false }),
    });
    expect(matrix.status).toBe(200);
    await matrix.text();
  }
  await settled();
  expect(warnings).toEqual([]);
});

test('a job is deleted by a call that names a type of a body and has none', async () => {
  const { app, key, submit } = await openJobScene();
  const { id } = (await submit(jobRows(1))).json();
  const reply = await app.inject({
    method: 'DELETE',
    url: `/api/jobs/${id}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  expect(reply.statusCode).toBe(200);
});

test.each(['csv', 'text/', ';', 'application/json', 'text/csv; charset="'])(
  'a file is known by its text, also when its type is called %j',
  async (type) => {
    const { app, key } = await openJobScene();
    const headers = { authorization: `Bearer ${key}`, 'content-type': type };
    const post = async (url: string, payload: string) =>
      (await app.inject({ method: 'POST', url, headers, payload })).statusCode;
    expect(await post('/api/jobs', jobRows(1))).toBe(201);
    expect(await post('/api/trace', 'lat,lon\n59.9125,10.636\n59.908,10.62\n')).toBe(200);
  },
);
