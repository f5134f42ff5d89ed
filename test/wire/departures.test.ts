import { expect, test } from 'vitest';
import type { Departures } from '../../src/trip/departures.ts';
import { formatDepartures, readDepartures } from '../../src/wire/departures.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';

const ENDS = { from: '59.91,10.75', to: '60.39,5.32', earliest: '2026-11-20T08:00+01:00' };
const NONE = { departures: [], stops: [], source: 'test', dataVersion: 'test', computedAtMs: 0 };

test.each([
  [{}, 15],
  [{ latest: ENDS.earliest }, 15],
  [{ latest: ENDS.earliest, step: '20' }, 20],
])(
  'stepMin is the step that was asked for, or its default, also of one departure: %j, %s',
  async (window, stepMin) => {
    const terms = { nowMs: 0, ferryBounds: NATIONAL_BOUNDS };
    const asked = await readDepartures({ ...ENDS, ...window }, terms);
    expect(formatDepartures(NONE as unknown as Departures, asked, '').stepMin).toBe(stepMin);
  },
);

test.each([
  [{ Earliest: 'x' }, 'Earliest for earliest', 'it is one of a window'],
  [{ startTime: 'x', Start_Time: 'x', Refine: '1' }, '', 'departures have no use for them'],
])('of the names in %j these seem to mean a parameter: "%s", since %s', async (names, told, _) => {
  const { from, to } = ENDS;
  const question = { from, to, ...names };
  const { misspelt = [] } = await readDepartures(question, {
    nowMs: 0,
    ferryBounds: NATIONAL_BOUNDS,
  });
  expect(misspelt.map(({ name, meant }) => `${name} for ${meant}`).join(', ')).toBe(told);
});
