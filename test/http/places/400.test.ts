import { expect, test } from 'vitest';
import { appOf, keyed } from '../../support/app.ts';
import { table } from '../../support/table.ts';

const REFUSED = table<'query' | 'message'>(`
  query                | message
  near=60,10           | q is missing.
  q=a&near=Oslo        | near must be "<lat>,<lon>" in WGS84 degrees, such as 59.9139,10.7522.
  q=a&limit=0          | limit must be a whole number from 1 to 50.
  q=a&limit=51         | limit must be a whole number from 1 to 50.
  q=a&limit=1.5        | limit must be a whole number from 1 to 50.
  q=a&limit=x          | limit must be a whole number from 1 to 50.
  q=a&q=b              | q must be given once.
`);

test.each(REFUSED)('$query is refused: $message', async ({ query, message }) => {
  const reply = await appOf().inject(keyed(`/api/places?${query}`));
  expect([reply.statusCode, reply.json().message]).toEqual([400, message]);
});

test('a text of more than 100 letters is refused', async () => {
  const reply = await appOf().inject(keyed(`/api/places?q=${'a'.repeat(101)}`));
  expect([reply.statusCode, reply.json().message]).toEqual([
    400,
    'q must have 100 letters at most.',
  ]);
});
