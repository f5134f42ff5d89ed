/** The fit of the speeds: `npm run audit stretches` has its tables. */

import { describe, expect, test } from 'vitest';
import { deviationOf, isTimed, pickCityStreets } from '../../measure/audit/stretches.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { fitBundled, toTownRatio } from '../../tools/fit-speeds/fit-bundled.ts';
import { shareHeld } from '../../tools/fit-speeds/ranges.ts';

const fit = await fitBundled(DATA_DIR);

test('the speeds in force are those that the fit gives', () => {
  const { roads, builtUpRange, slowing, ferry } = readBundled(DATA_DIR, 'road-network/speeds.json');
  expect(fit.speeds).toMatchObject({ roads, builtUpRange, slowing, ferry });
});

describe('stretches that the fit has not seen', () => {
  const all = deviationOf(fit.judged);

  test('are many, and each that is left out says why', () => {
    expect(all.count).toBeGreaterThan(60);
    expect(fit.stretches.filter(({ leftOut }) => leftOut !== undefined)).toHaveLength(
      fit.stretches.length - all.count,
    );
  });

  test('come out right on average, within 6.5 %, and 3.5 % beyond the rounding of their times', () => {
    expect(Math.abs(all.bias)).toBeLessThan(0.01);
    expect(all.meanAbsolute).toBeLessThan(0.065);
    expect(all.beyondRounding).toBeLessThan(0.035);
  });

  test('come out right within 6 % and on average where the road was measured at the moment', () => {
    const timed = deviationOf(fit.judged.filter(isTimed));
    expect(timed.count).toBeGreaterThan(45);
    expect(timed.meanAbsolute).toBeLessThan(0.06);
    expect(Math.abs(timed.bias)).toBeLessThan(0.01);
    expect(timed.p10).toBeGreaterThan(0.88);
    expect(timed.p90).toBeLessThan(1.12);
  });

  test('lie within the range of their class about eight times of ten', () => {
    expect(
      Math.abs(shareHeld(fit.judged, fit.speeds, fit.towns.map(toTownRatio)) - 0.8),
    ).toBeLessThan(0.05);
  });

  test('lie within 12 % in eight of ten', () => {
    expect(all.p10).toBeGreaterThan(0.88);
    expect(all.p90).toBeLessThan(1.12);
  });

  test('lie within 12 % on city streets', () => {
    const streets = deviationOf(pickCityStreets(fit.judged));
    expect(streets.count).toBeGreaterThan(10);
    expect(streets.meanAbsolute).toBeLessThan(0.12);
  });
});

/** Published times are rounded, mostly to half an hour. */
const ROUNDED = 0.1;

test.each(fit.towns.map((town) => [town.name, town] as const))(
  '%s takes as long as is published',
  (_, { leastMin, mostMin, minutes }) => {
    expect(minutes).toBeGreaterThan(leastMin * (1 - ROUNDED));
    expect(minutes).toBeLessThan(mostMin * (1 + ROUNDED));
  },
);
