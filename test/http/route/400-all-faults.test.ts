import { expect, test } from 'vitest';
import { openGazetteer } from '../../../src/places/gazetteer.ts';
import { appOf, keyed } from '../../support/app.ts';

/** What is refused of a question, by name and sentence. */
async function refusedOf(query: string) {
  const reply = await appOf().inject(keyed(`/api/route?${query}`));
  expect(reply.statusCode).toBe(400);
  return reply.json();
}

test('every value that is refused is told at once, each with its name, and the first one above', async () => {
  const body = await refusedOf(
    'to=Olso&startTime=now&ferryClass=AP10&weight=heavy&heavy=1&heavy=1&srs=1',
  );
  expect(body.errors).toEqual(
    [
      ['from', 'from is missing.'],
      ['heavy', 'heavy must be given once.'],
      ['ferryClass', expect.stringMatching(/^ferryClass must be MC, /)],
      ['srs', 'srs must be 25833 or 4326.'],
      ['to', expect.stringMatching(/^to is "Olso", and no place of this name is known\./)],
      ['startTime', expect.stringMatching(/^startTime must be an ISO 8601 date-time/)],
      ['weight', 'weight must be a number of kilograms above 0 and at most 200000.'],
    ].map(([parameter, message]) => ({
      code: 'invalid_parameter',
      parameter,
      message,
      ...(parameter === 'to' && { candidates: [expect.objectContaining({ name: 'Oslo' })] }),
      docs: '/docs/errors#invalid_parameter',
    })),
  );
  expect(body).toMatchObject({
    code: 'invalid_parameter',
    parameter: 'from',
    message: body.errors[0].message,
    error: body.errors[0].message,
  });
});

test('two stops whose names are not known are both told', async () => {
  const { errors } = await refusedOf('from=Olso&via=60.1,9|Brgen&to=60.39,5.32');
  expect(errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(['from', 'via']);
});

test.each([
  ['Olso', 'from,bearing,valueOfTime', 'bearing=1|2|3&valueOfTime=1'],
  [
    'Olso',
    'from,bearing,passagesThisMonth,valueOfTime',
    'passagesThisMonth=nope:1&bearing=1|2|3&valueOfTime=1',
  ],
  ['60,10', 'fuel,bearing,valueOfTime', 'bearing=1|2|3&valueOfTime=1&fuel=coal'],
  ['60,10', 'fuel,costPerKm', 'costPerKm=1&fuel=coal'],
  ['60,10', 'fuel,alternatives', 'alternatives=pareto&fuel=coal'],
  // What they go with was meant, or may have been.
  ['60,10', 'valueOfTime', 'costPerKm=1&valueOfTime=x'],
  ['60,10', 'refine', 'valueOfTime=1&refine=yes'],
  ['60,10', 'via', 'bearing=1|2|3&via=x'],
])(
  'what fits together with no other value is told beside those that can not be read: from=%s, %s',
  async (from, names, query) => {
    const { errors } = await refusedOf(`from=${from}&to=60.39,5.32&${query}`);
    expect(errors.map(({ parameter }: { parameter: string }) => parameter).join()).toBe(names);
  },
);

test('a value that goes with none of the others is told with its name', async () => {
  const body = await refusedOf('from=59.91,10.75&to=60.39,5.32&costPerKm=2');
  expect(body).toMatchObject({ parameter: 'costPerKm', errors: [{ parameter: 'costPerKm' }] });
});

const VIK = { name: 'Vik', kind: 'settlement', lat: 65.3, lon: 12.2, area: 'Sømna', rank: 4 };
const OTHER_VIK = { name: 'Vik', kind: 'hamlet', lat: 60.1, lon: 10.3, area: 'Hole', rank: 5 };
const gazetteer = openGazetteer(() => ({ places: [VIK, OTHER_VIK], quays: [] }));
const FOUND = [VIK, OTHER_VIK].map(({ rank: _, ...place }) => place);

test.each([
  ['the name that two places have', 'from=Vik&to=60.39,5.32', 'from', FOUND],
  ['one on the way', 'from=60,10&to=60.39,5.32&via=60.1,9|Vik', 'via', FOUND],
  ['a name with a municipality that has none', 'from=60,10&to=Vik,%20Moss', 'to', undefined],
  ['a point that is none', 'from=60,10&to=60,x', 'to', undefined],
])(
  '%s is told with the places that may be meant, as they are found',
  async (_, query, parameter, candidates) => {
    const reply = await appOf({ gazetteer }).inject(keyed(`/api/route?${query}`));
    expect(reply.statusCode).toBe(400);
    const [told, ...others] = reply.json().errors;
    expect(others).toEqual([]);
    expect([told.parameter, told.candidates]).toEqual([parameter, candidates]);
  },
);

test('so is a place of a matrix', async () => {
  const body = { origins: ['60,10', 'Vik'], destinations: ['60.39,5.32'] };
  const reply = await appOf({ gazetteer }).inject({
    ...keyed('/api/matrix'),
    method: 'POST',
    payload: body,
  });
  expect([reply.statusCode, reply.json().errors]).toMatchObject([
    400,
    [{ parameter: 'origins[1]', candidates: FOUND }],
  ]);
});
