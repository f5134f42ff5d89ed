import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPlaceOnLine, M_PER_DEG } from '../../src/geo/on-line.ts';
import { listLegsNear } from '../../src/trip/passes-near.ts';

/** Some kilometres around a place in the north. */
const STEP = { min: 70, max: 70.05, noNaN: true };

test('a leg that comes within some metres of a place is never among those that stay farther', () => {
  const near = fc.record({ lat: fc.double(STEP), lon: fc.double(STEP) });
  const lines = fc.array(near, { minLength: 2, maxLength: 140 });
  fc.assert(
    fc.property(lines, near, fc.nat(2000), (line, place, withinM) => {
      const runs = listLegsNear({ line }, [place], withinM);
      const isListed = (leg: number) => runs.some(({ from, to }) => leg >= from && leg < to);
      for (const leg of line.slice(1).keys()) {
        const offM = findPlaceOnLine(line.slice(leg, leg + 2), place)?.offM ?? withinM;
        if (offM < withinM) expect(isListed(leg)).toBe(true);
      }
    }),
  );
});

test('legs near a place are listed in runs, of a line as of its rows', () => {
  const line = Array.from({ length: 300 }, (_, i) => ({ lat: 60 + i / 100, lon: 10 }));
  const places = [0.1, 0.4, 2.9].map((north) => ({ lat: 60 + north, lon: 10.001 }));
  const degrees = Int32Array.from(line.flatMap(({ lat, lon }) => [1e6 * lat, 1e6 * lon]));
  const runs = [
    { from: 0, to: 64 },
    { from: 288, to: 299 },
  ];
  expect(listLegsNear({ line }, places, 200)).toEqual(runs);
  expect(listLegsNear({ line: [], rows: { degrees, alongM: [] } }, places, 200)).toEqual(runs);
});

test('a line elsewhere in the country is told by its box, and one without a leg comes near nothing', () => {
  const line = [
    { lat: 60, lon: 10 },
    { lat: 60.1, lon: 10 },
  ];
  const beside = (eastM: number) => ({
    lat: 60.05,
    lon: 10 + eastM / (M_PER_DEG * Math.cos((60.05 * Math.PI) / 180)),
  });
  expect(listLegsNear({ line }, [beside(190)], 200)).toEqual([{ from: 0, to: 1 }]);
  expect(listLegsNear({ line }, [beside(230)], 200)).toEqual([]);
  expect(listLegsNear({ line }, [{ lat: 61, lon: 10 }], 200)).toEqual([]);
  expect(listLegsNear({ line: line.slice(0, 1) }, line, 200)).toEqual([]);
});
