import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULT_REPLIES, REFUSALS } from '../../../src/http/reply/replies.ts';
import { appOf, keyed } from '../../support/app.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

test('parameters that are not known are named, those that are known are not', async () => {
  const app = appOf();
  const told = async (url: string) =>
    (await app.inject(keyed(url))).headers['x-unknown-parameters'];
  expect(await told(`${TRIP}&starttime=now&utm_source=x&refine=1`)).toBe('starttime, utm_source');
  expect(await told(`${TRIP}&b%C3%A5t=1&a%0D%0Ab=2`)).toBe('b%C3%A5t, a%0D%0Ab');
  expect(await told(`${TRIP}&refine=1`)).toBeUndefined();
  expect(await told('/api/ferry-quays?plate=x')).toBe('plate');
});

const WAYS = 'valueOfTime=nonsense&costPerKm=-1';

test.each([
  ['/api/trace', 'POST', `avoidTolls=x&${WAYS}`, 'avoidTolls, valueOfTime, costPerKm'],
  ['/api/route-osrm', 'GET', `refine=x&${WAYS}`, 'refine, valueOfTime, costPerKm'],
  ['/api/departures', 'GET', 'lines=x&allowance=x', 'lines, allowance'],
] as const)(
  'what %s has no use for is neither offered nor looked at, and named',
  async (path, method, query, names) => {
    const url = `${path}?from=59.91,10.75&to=60.39,5.32&${query}`;
    const payload = '[{"lat":59.9,"lon":10.7},{"lat":59.91,"lon":10.72}]';
    const reply = await appOf().inject(
      keyed({ method, url, ...(method === 'POST' && { payload, headers: {} }) }),
    );
    expect(reply.statusCode, reply.body).toBe(200);
    const told = String(reply.headers['x-unknown-parameters']).split(', ');
    expect(told).toEqual(expect.arrayContaining(names.split(', ')));
    const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
    const offered = paths[path][method.toLowerCase()].parameters.map(
      ({ name }: { readonly name?: string }) => name,
    );
    expect(offered).toContain('fuel');
    for (const name of names.split(', ')) expect(offered).not.toContain(name);
  },
);

test('names of parameters do not make a header long', async () => {
  const many = Array.from({ length: 50 }, (_, i) => `p${i}=1`).join('&');
  const { headers } = await appOf().inject(keyed(`${TRIP}&${many}&${'x'.repeat(500)}=1`));
  expect(String(headers['x-unknown-parameters']).split(', ')).toHaveLength(20);
});

test('a known caller is told how long each stage took, others are not', async () => {
  const app = appOf();
  const { headers } = await app.inject(keyed(TRIP));
  expect(headers['server-timing']).toMatch(
    /^authenticate;dur=\d+\.\d, count;dur=\d+\.\d, .*serialise;dur=\d+\.\d$/,
  );
  expect((await app.inject(TRIP)).headers['server-timing']).toBeUndefined();
});

test('the docs of every code lead to its explanation', async () => {
  const { body, statusCode } = await appOf().inject('/docs/errors');
  expect(statusCode).toBe(200);
  const codes = [...Object.keys(FAULT_REPLIES), ...Object.values(REFUSALS).map(({ code }) => code)];
  for (const code of codes) expect(body).toContain(`<section id="${code}">`);
});
