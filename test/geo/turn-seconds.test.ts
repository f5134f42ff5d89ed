import { expect, test } from 'vitest';
import { turnSeconds } from '../../src/geo/turn-seconds.ts';
import { table } from '../support/table.ts';

// As the engine reckons them, read off its own answers on the bundled network.
test.each(
  table<'degrees' | 'seconds' | 'turn'>(`
  degrees | seconds | turn
  0       | 0.01    | straight on
  45      | 0.13    | half right
  90      | 2.1     | right
  135     | 6.7     | sharp right
  -45     | 0.52    | half left
  -90     | 5.4     | left, across the other lane
  -135    | 7.4     | sharp left
  -165    | 27.5    | back on the next road
  180     | 27.5    | back
  -180    | 27.5    | back
`),
)('$turn takes $seconds s', ({ degrees, seconds }) => {
  expect(turnSeconds(Number(degrees))).toBeCloseTo(Number(seconds), Number(seconds) > 1 ? 0 : 1);
});

test('the sharper the turn, the longer it takes, and to the left more than to the right', () => {
  for (let degrees = 1; degrees < 159; degrees++) {
    expect(turnSeconds(degrees)).toBeGreaterThan(turnSeconds(degrees - 1));
    expect(turnSeconds(-degrees)).toBeGreaterThan(turnSeconds(degrees));
  }
});
