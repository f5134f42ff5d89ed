import { expect, test } from 'vitest';
import { formatPath } from '../../../src/upstream/osrm/open-service.ts';

const OSLO = { lat: 59.9139, lon: 10.7522 };
const BERGEN = { lat: 60.3943, lon: 5.3259 };

test('a direct trip is asked for with alternatives, steps and full geometry', () => {
  expect(formatPath([OSLO, BERGEN])).toBe(
    '/route/v1/driving/10.7522,59.9139;5.3259,60.3943?alternatives=true&steps=true&geometries=geojson&overview=full&generate_hints=false',
  );
});

test('a server looks for alternatives unless none are wanted', () => {
  for (const wanted of [1, 2]) expect(formatPath([OSLO, BERGEN], wanted)).toContain('=true&steps');
  expect(formatPath([OSLO, BERGEN], 0)).toBe(
    formatPath([OSLO, BERGEN]).replace('alternatives=true', 'alternatives=false'),
  );
});

test('a trip over stops has no alternatives: a server refuses them', () => {
  const path = formatPath([OSLO, { lat: 61, lon: 9 }, BERGEN]);
  expect(path).toContain('/10.7522,59.9139;9,61;5.3259,60.3943?');
  expect(path).toContain('alternatives=false');
});

test.each([
  [59.913912345678, 10.7522, '10.7522,59.913912'],
  [60, 0.0000001, '0,60'],
  [60, -0.000001, '-0.000001,60'],
  [-0, 1e-9, '0,0'],
])('%d, %d is written %s: longitude first, six decimals, no exponent', (lat, lon, written) => {
  expect(formatPath([{ lat, lon }, OSLO])).toContain(`/driving/${written};10.7522`);
});
