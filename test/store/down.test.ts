import { expect, test } from 'vitest';
import { toDown } from '../../src/store/down.ts';

const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`);

test.each([
  [refused('127.0.0.1:5432'), 'connect ECONNREFUSED 127.0.0.1:5432'],
  [
    new AggregateError([refused('::1:5432'), refused('127.0.0.1:5432')]),
    'connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
  ],
  ['gone', 'gone'],
])('the log reads why, the caller does not, but when to come back: %s', (cause, reason) => {
  expect(toDown(cause)).toMatchObject({
    code: 'upstream_down',
    publicMessage: 'The accounts can not be read at the moment; try again later.',
    retryAfterS: 5,
    message: `The database failed: ${reason}`,
    cause,
  });
});
