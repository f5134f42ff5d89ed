import { expect, test } from 'vitest';
import { formatOf } from '../../src/batch/format-priced-row.ts';

const row = { no: 1, error: 'No road leads there.' };

test.each(['constructor', 'toString', '__proto__', 'note'])(
  'an empty cell of the column %s is written empty, and a full one as it was',
  (name) => {
    const { format } = formatOf('csv', ['from', name]);
    expect(format({ ...row, cells: { from: 'a' } })).toMatch(/^a,,/);
    const cells = Object.fromEntries([
      ['from', 'a'],
      [name, 'b'],
    ]);
    expect(format({ ...row, cells })).toMatch(/^a,b,/);
    expect(formatOf('ndjson', []).format({ ...row, cells })).toContain(`"${name}":"b"`);
  },
);
