import { expect, test } from 'vitest';
import { keyed } from '../../support/app.ts';
import { meteredApp } from '../../support/metered-app.ts';

const DRIVE = { from: '60,10', to: '60.1,10.2', startTime: '2026-11-20T08:00:00+01:00' };

async function refusedOf(payload: object) {
  const { app, used } = meteredApp();
  const reply = await app.inject(keyed({ method: 'POST', url: '/api/journey', payload }));
  expect([reply.statusCode, used()]).toEqual([400, 1]);
  const { message, errors } = reply.json() as {
    message: string;
    errors: { parameter: string; message: string }[];
  };
  expect(errors[0]?.message).toBe(message);
  return errors;
}

test.each<[object, string, string]>([
  [
    { via: [{ place: 'Voss', dwellMinutes: 3 }] },
    'via[0].dwellMinutes',
    'is no known member of drives[0].via[0].',
  ],
  [{ via: [{ dwellMin: 3 }] }, 'via[0].place', 'is missing.'],
  [{ via: [{ place: 7 }] }, 'via[0].place', 'must be a text.'],
  [{ via: [{ place: 'Voss', dwellMin: -1 }] }, 'via[0].dwellMin', 'must be 0 or more.'],
  [{ via: [{ place: 'Voss', dwellMin: 0.5 }] }, 'via[0].dwellMin', 'must be a whole number.'],
  [{ via: ['Voss', 7] }, 'via[1]', 'must be a text or an object.'],
  [{ via: [null] }, 'via[0]', 'must be a text or an object.'],
  [{ trace: 7 }, 'trace', 'must be a text, a list or an object.'],
  [{ return: true, dwellMin: -1 }, 'dwellMin', 'must be 0 or more.'],
  [{ return: true, dwellMin: 99_999_999 }, 'dwellMin', 'must be 10080 at most.'],
  [{ km: -1 }, 'km', 'must be above 0.'],
  [{ km: 10_001 }, 'km', 'must be 10000 at most.'],
  [{ forestKm: -1 }, 'forestKm', 'must be 0 or more.'],
  [{ purpose: '' }, 'purpose', 'must not be empty.'],
  [{ dwell: 1 }, 'dwell', 'is no known member of drives[0].'],
])(
  'of a drive with %j the value is named, and what is wrong with it',
  async (more, member, sentence) => {
    const parameter = `drives[0].${member}`;
    expect(await refusedOf({ drives: [{ ...DRIVE, ...more }] })).toMatchObject([
      { parameter, message: `${parameter} ${sentence}` },
    ]);
  },
);

test('the eleventh stop is told apart from the second, whose place begins with the same figure', async () => {
  const via = ['a', 5, 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', { place: 5 }];
  const errors = await refusedOf({ drives: [{ ...DRIVE, via }] });
  expect(errors.map(({ message }) => message)).toEqual([
    'drives[0].via must have 8 entries at most.',
    'drives[0].via[1] must be a text or an object.',
    'drives[0].via[10].place must be a text.',
  ]);
});

test.each<[unknown, string, string]>([
  ['Xyzzyheim', 'via[1]', 'is "Xyzzyheim", and no place of this name is known'],
  [{ place: 'Xyzzyheim', dwellMin: 5 }, 'via[1].place', 'is "Xyzzyheim", and no place of this'],
  ['95,10', 'via[1]', 'has the latitude 95, which must be between -90 and 90.'],
  ['60,10|61,10', 'via[1]', 'has "|" in it.'],
])(
  'of the stops on the way, the one that is refused is named by its place in the list: %j',
  async (stop, member, sentence) => {
    const errors = await refusedOf({ drives: [{ ...DRIVE, via: ['60.05,10.1', stop] }] });
    expect(errors.map(({ parameter }) => parameter)).toEqual([`drives[0].${member}`]);
    expect(errors[0]?.message).toContain(`drives[0].via point 2 ${sentence}`);
    expect(Object.keys(errors[0] ?? {}).sort()).toEqual(['code', 'docs', 'message', 'parameter']);
  },
);

test('what the shape of a journey refuses is told with what can not be read', async () => {
  const errors = await refusedOf({
    fuel: 'coal',
    foo: 1,
    drives: [{ ...DRIVE, km: -1 }, { ...DRIVE, to: '91,10' }, DRIVE],
  });
  expect(errors.map(({ parameter }) => parameter)).toEqual([
    'foo',
    'drives[0].km',
    'fuel',
    'drives[1].to',
  ]);
});

test('drives that are no list are told with the vehicle', async () => {
  const errors = await refusedOf({ drives: 7, weight: -1 });
  expect(errors.map(({ parameter }) => parameter)).toEqual(['drives', 'weight']);
});
