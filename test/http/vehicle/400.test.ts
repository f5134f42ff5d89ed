import { expect, test } from 'vitest';
import { keyed } from '../../support/app.ts';
import { openVehicleApp } from './vehicle-app.ts';

const UNLIKE = 'plate must be 2 to 7 letters A to Å and digits, such as "QQ 12345".';

test.each([
  ['no plate at all', '', 'plate is missing.'],
  ['another parameter', '?kjennemerke=QQ12345', 'plate is missing.'],
  ['an empty plate', '?plate=', UNLIKE],
  ['blanks', '?plate=%20-%20', UNLIKE],
  ['one character', '?plate=Q', UNLIKE],
  ['eight characters', '?plate=QQ123456', UNLIKE],
  ['a sign', '?plate=QQ123%3B', UNLIKE],
  ['a quotation mark', "?plate=QQ'OR", UNLIKE],
  ['full-width letters', `?plate=${encodeURIComponent('ＱＱ12345')}`, UNLIKE],
  ['letters of another alphabet', `?plate=${encodeURIComponent('ЕЕ12345')}`, UNLIKE],
  ['two plates', '?plate=QQ12345&plate=QQ12345', 'plate must be given once.'],
  ['a list', '?plate[]=QQ12345', 'plate is missing.'],
])('%s is 400, and nobody is asked', async (_what, query, error) => {
  const { fake, app } = await openVehicleApp();
  const reply = await app.inject(keyed(`/api/vehicle${query}`));
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({
    error,
    message: error,
    requestId: reply.headers['x-request-id'],
  });
  expect(fake.requests).toEqual([]);
});
