import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Utm33 } from '../../src/base/point.ts';
import { legGroupsOf } from '../../src/passages/station-index.ts';

const at = fc.tuple(fc.integer({ max: 5000 }), fc.integer({ max: 5000 })) as fc.Arbitrary<Utm33>;

test('each leg is in one group, in order, and both its ends in the box of that group', () => {
  fc.assert(
    fc.property(fc.array(at, { minLength: 2, maxLength: 120 }), (line) => {
      const groups = legGroupsOf(line);
      const legs = groups.flatMap(({ fromLeg, toLeg }) =>
        Array.from({ length: toLeg - fromLeg }, (_, i) => fromLeg + i),
      );
      expect(legs).toEqual(Array.from({ length: line.length - 1 }, (_, i) => i));
      for (const { fromLeg, toLeg, box } of groups) {
        const points = line.slice(fromLeg, toLeg + 1);
        const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
        expect(box).toEqual({
          minX: Math.min(...xs),
          minY: Math.min(...ys),
          maxX: Math.max(...xs),
          maxY: Math.max(...ys),
        });
      }
    }),
  );
});

test.each([[[]], [[[3, 4]]]])('a line of the points %j has no legs', (line) => {
  expect(legGroupsOf(line as unknown as Utm33[])).toEqual([]);
});
