/** A receipt that is written wrongly measures nothing: it is refused. */
import { describe, expect, test } from 'vitest';
import { placeOf } from './places.ts';
import { parseReceipts } from './receipt.ts';

const RECEIPT = `
  Molde > Kristiansund, 66-80 km: two bridges, for which one pays once with a tag
      ferry Molde-Vestnes
       34   68  Omsundbrua
       34   68  Nordsundbrua, free with tag
        -    -  Omsundbrua, free in the hour
        ?    ?  Ny bru
       68  136  in all
       27.20   68  with tag
`;

test('a receipt is read with all that it says', () => {
  expect(parseReceipts(RECEIPT)).toEqual([
    {
      title: 'Molde > Kristiansund, 66-80 km',
      stops: ['Molde', 'Kristiansund'],
      startTime: '2026-11-21T10:00:00+01:00',
      band: [66, 80],
      why: 'two bridges, for which one pays once with a tag',
      lines: [
        { station: 'Omsundbrua', small: 34, large: 68 },
        { station: 'Nordsundbrua', small: 34, large: 68, free: 'with tag' },
        { station: 'Omsundbrua', small: 0, large: 0, free: 'in the hour' },
        { station: 'Ny bru', small: null, large: null },
      ],
      ferries: ['Molde-Vestnes'],
      full: { small: 68, large: 136 },
      withTag: { small: 27.2, large: 68 },
    },
  ]);
});

test('another day than the Saturday stands in the first line', () => {
  const [receipt] = parseReceipts(RECEIPT.replace('66-80 km', '2026-03-29T01:45:00+01:00'));
  expect(receipt?.startTime).toBe('2026-03-29T01:45:00+01:00');
  expect(receipt).not.toHaveProperty('band');
});

describe('it is refused', () => {
  test.each([
    ['with a sum that its lines do not add up to', '68  136  in all', '69  136  in all'],
    ['with a tag discount that is not 20 %', '27.20   68  with tag', '34   68  with tag'],
    ['without a reason', ': two bridges, for which one pays once with a tag', ''],
    ['without a destination', 'Molde > Kristiansund', 'Molde'],
    ['with a line that does not read', '34   68  Omsundbrua', '34 Omsundbrua'],
    ['without the sums', '       68  136  in all\n', ''],
  ])('%s', (_, right, wrong) => {
    expect(RECEIPT).toContain(right);
    expect(() => parseReceipts(RECEIPT.replace(right, wrong))).toThrow();
  });
});

test('a place that nobody has written down is refused', () => {
  expect(() => placeOf('Atlantis')).toThrow('There is no place Atlantis.');
});
