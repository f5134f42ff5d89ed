import { expect, test } from 'vitest';
import type { Utm33 } from '../../src/base/point.ts';
import { distanceToShareM, footShare } from '../../src/geo/utm-line.ts';
import { drawn } from '../support/drawn.ts';
import { table } from '../support/table.ts';

const map = drawn(`
      1
  a---b---c
          |
    3     d   2
`);

test.each(
  table<'leg' | 'point' | 'share' | 'off' | 'because'>(`
    leg | point | share | off | because
    ac  | 1     | 0.5   | 100 | beside the leg
    ca  | 1     | 0.5   | 100 | drawn the other way
    ab  | 3     | 0.5   | 200 | on the other side of it
    cd  | 2     | 1     | 400 | past its end
    bc  | a     | 0     | 400 | before its start
    bb  | 1     | 0     | 100 | a leg of length 0 is one place
  `),
)('from leg $leg point $point is $off m away at share $share: $because', (row) => {
  const [a, b] = map.line(row.leg) as [Utm33, Utm33];
  const point = map.at(row.point);
  const share = footShare(a, b, point);
  expect(share).toBe(Number(row.share));
  expect(distanceToShareM(a, b, share, point)).toBe(Number(row.off));
});
