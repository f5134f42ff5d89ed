import { expect, test } from 'vitest';
import { lineBetween, measureRoute } from '../../src/passages/planned-route.ts';
import { lineOf, routeOf } from '../support/trip-scene.ts';

const measured = measureRoute(routeOf('a1b2c'));

test('a place on a leg has its distance and its time', () => {
  const { at, alongM, atS } = measured.placeOn(1, 0.5);
  const [one, b] = lineOf('1b');
  expect(at.lon).toBeCloseTo(((one?.lon ?? 0) + (b?.lon ?? 0)) / 2, 9);
  expect(alongM).toBeCloseTo(600, 0);
  expect(atS).toBe(60);
});

test('the end of a line is a place, and beyond it there is none', () => {
  expect(measured.placeOn(4, 0.5)).toMatchObject({ at: lineOf('c')[0], atS: 160 });
  expect(() => measured.placeOn(5, 0)).toThrow('Expected leg 5 on a line of 5 points.');
});

test('the piece around a place reaches far enough, and knows where it starts', () => {
  const { piece, startM } = measured.around(800, 100);
  expect(piece.line).toEqual(lineOf('1b2'));
  expect(piece.secondsAt).toEqual([40, 80, 120]);
  expect(startM).toBeCloseTo(400, 0);
  expect(measured.around(0, 10_000).piece.line).toHaveLength(5);
});

test('a part of a line that is rows of numbers is made without the points of the whole', () => {
  const route = {
    rows: { degrees: Int32Array.of(59e6, 10e6, 60e6, 11e6, 61e6, 12e6), alongM: [] },
    get line(): never {
      throw new Error('The whole line was asked for.');
    },
  };
  expect(lineBetween(route, 1, 3)).toEqual([
    { lat: 60, lon: 11 },
    { lat: 61, lon: 12 },
  ]);
});
