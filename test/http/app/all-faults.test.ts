import { expect, test } from 'vitest';
import { appOf, keyed } from '../../support/app.ts';
import { openJobScene } from '../../support/job-scene.ts';

/** What each of several wrong values is told of, in the order of the answer. */
const told = (reply: { json(): unknown }) => {
  const { errors } = reply.json() as {
    readonly errors?: readonly { readonly parameter: string }[];
  };
  return errors?.map(({ parameter }) => parameter);
};

const FIX = '{"lat":59.91,"lon":10.75,"at":"2026-11-20T08:00:00+01:00"}';
const START = '2026-11-20T08:00:00+01:00';

test.each([
  [
    '/api/journey',
    'of its vehicle and of several drives',
    {
      fuel: 'coal',
      euroClass: '9',
      drives: [
        { from: '59.91,10.75', to: '95,10', startTime: START },
        { from: 'nowhere at all', to: '60.39,5.32', startTime: 'now' },
      ],
    },
    ['fuel', 'euroClass', 'drives[0].to', 'drives[1].from', 'drives[1].startTime'],
  ],
  [
    '/api/trace?fuel=coal&euroClass=9&tag=2',
    'of its parameters',
    `[${FIX},${FIX}]`,
    ['fuel', 'euroClass', 'tag'],
  ],
] as const)('%s tells all that is wrong %s at once', async (url, _what, body, parameters) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  const reply = await appOf().inject(keyed({ method: 'POST', url, payload, headers }));
  expect(reply.statusCode).toBe(400);
  expect([...(told(reply) ?? [])].sort()).toEqual([...parameters].sort());
});

test('/api/jobs tells all that is wrong of its parameters at once', async () => {
  const { submit } = await openJobScene();
  const rows = 'from,to\n"59.91,10.75","60.39,5.32"\n';
  const wrong = '?fuel=coal&overLimit=never&euroClass=9&callbackUrl=http://a.example.no/';
  const reply = await submit(rows, wrong);
  expect(reply.statusCode).toBe(400);
  expect([...(told(reply) ?? [])].sort()).toEqual([
    'callbackUrl',
    'euroClass',
    'fuel',
    'overLimit',
  ]);
});
