import { expect, test } from 'vitest';
import { keyed } from '../../support/app.ts';
import { meteredApp } from '../../support/metered-app.ts';

const GOOD = { origins: ['60,10'], destinations: ['61,10'] };
const many = (count: number) => Array.from({ length: count }, () => '60,10');

test.each([
  ['101 origins', { ...GOOD, origins: many(101) }, 'origins must have 100 entries at most.'],
  ['no origins', { ...GOOD, origins: [] }, 'origins must have 1 or more entries.'],
  ['no destinations', { origins: ['60,10'] }, 'destinations is missing.'],
  ['null', { ...GOOD, origins: null }, 'origins must be a list.'],
  ['a text for a list', { ...GOOD, origins: '60,10' }, 'origins must be a list.'],
  ['numbers for a stop', { ...GOOD, origins: [[60, 10]] }, 'origins[0] must be a text.'],
  [
    'an object for a stop',
    { ...GOOD, origins: [{ lat: 60, lon: 10 }] },
    'origins[0] must be a text.',
  ],
  ['an empty stop', { ...GOOD, destinations: ['60,10', ''] }, 'destinations[1] must not be empty.'],
  [
    'a member that is unknown',
    { ...GOOD, avoidTolls: true },
    'avoidTolls is no known member of the body.',
  ],
  [
    'an object for a time',
    { ...GOOD, startTime: { toString: 1 } },
    'startTime must be a text or a finite number.',
  ],
  ['true for a weight', { ...GOOD, weight: true }, 'weight must be a text or a finite number.'],
  [
    'a yes or no that is a list',
    { ...GOOD, tag: [] },
    'tag must be a text, a finite number, true or false.',
  ],
  ['a member without a name', { ...GOOD, '': 1 }, '"" is no known member of the body.'],
])('%s is refused in a sentence, and counts as one call', async (_, payload, sentence) => {
  const { app, used } = meteredApp();
  const reply = await app.inject(keyed({ method: 'POST', url: '/api/matrix', payload }));
  expect([reply.statusCode, reply.json().error]).toEqual([400, sentence]);
  expect(used()).toBe(1);
});

test.each([
  ['a point beyond the pole', { ...GOOD, origins: ['60,10', '91,10'] }, /^origins\[1\] .*latitude/],
  ['a name that no place has', { ...GOOD, destinations: ['Nowhereville'] }, /^destinations\[0\] /],
  [
    'a time without an offset',
    { ...GOOD, startTime: '2026-11-20T08:00:00' },
    /^startTime has no offset/,
  ],
  [
    'a stop that is neither a point nor a name',
    { ...GOOD, origins: ['150'] },
    /^origins\[0\] must be .*, or the name or postcode of a place\.$/,
  ],
  ['a flag that is none', { ...GOOD, prices: 'maybe' }, /^prices must be/],
  ['a fuel that is none', { ...GOOD, fuel: 'coal' }, /^fuel must be/],
  ['a weight below 0', { ...GOOD, weight: -1 }, /^weight must be/],
])('%s is refused in a sentence that names it', async (_, payload, sentence) => {
  const { app, used } = meteredApp();
  const reply = await app.inject(keyed({ method: 'POST', url: '/api/matrix', payload }));
  expect([reply.statusCode, reply.json().error]).toEqual([400, expect.stringMatching(sentence)]);
  expect(used()).toBe(1);
});

test('all that is wrong is told at once', async () => {
  const { app } = meteredApp();
  const payload = { origins: ['91,10', '60,10', 'x'], destinations: ['60,10'], fuel: 'coal' };
  const reply = await app.inject(keyed({ method: 'POST', url: '/api/matrix', payload }));
  const { errors } = reply.json() as { errors: { parameter: string }[] };
  expect(errors.map(({ parameter }) => parameter)).toEqual(['origins[0]', 'origins[2]', 'fuel']);
});

test.each([
  [
    'a list that is none, and a member that is unknown',
    { origins: ['91,10'], destinations: 1, foo: 1 },
    ['foo', 'destinations', 'origins[0]'],
  ],
  [
    'a stop that is no text: the others of its list are looked at when it is one',
    { origins: ['91,10', 5], destinations: ['x'], fuel: 'coal' },
    ['origins[1]', 'destinations[0]', 'fuel'],
  ],
  [
    'an unknown member that can not be made a text',
    { ...GOOD, foo: { toString: 1 }, fuel: 'coal' },
    ['foo', 'fuel'],
  ],
  [
    'more than is told: what is not told is not read',
    { origins: Array.from({ length: 80 }, () => 7), destinations: ['x'] },
    Array.from({ length: 50 }, (_, i) => `origins[${i}]`),
  ],
])('%s is told with all else that is wrong', async (_, payload, names) => {
  const { app, used } = meteredApp();
  const reply = await app.inject(keyed({ method: 'POST', url: '/api/matrix', payload }));
  const { parameter, errors } = reply.json() as {
    parameter: string;
    errors: { parameter: string }[];
  };
  expect([reply.statusCode, parameter]).toEqual([400, names[0]]);
  expect(errors.map((one) => one.parameter)).toEqual(names);
  expect(used()).toBe(1);
});

test('the name of an unknown member is repeated in part, without letters that control a terminal', async () => {
  const { app } = meteredApp();
  const payload = { ...GOOD, ['\u001b[2J'.padEnd(300, 'x')]: 1 };
  const reply = await app.inject(keyed({ method: 'POST', url: '/api/matrix', payload }));
  expect(reply.json().parameter).toBe(`?[2J${'x'.repeat(96)}`);
});
