import { expect, test } from 'vitest';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import type { Warning } from '../../src/base/warning.ts';
import { withGoneStations } from '../../src/trip/list-gone-stations.ts';
import { table } from '../support/table.ts';

/** Metres north of the start and east of the line, in degrees. */
const at = (northM: number, eastM = 0) => ({
  lat: 60 + northM / 111_195,
  lon: 10 + eastM / (111_195 / 2),
});
/** A drive of 10 km straight north, at 10 m/s. */
const LINE = Array.from({ length: 101 }, (_, i) => at(i * 100));
const ROUTE = { line: LINE, secondsAt: LINE.map((_, i) => i * 10) };
const UNTIL = { until: '2021-03-15', untilMin: 840 };

const tell = (
  clock: string,
  places: readonly ReturnType<typeof at>[],
  told: readonly Warning[] = [],
) =>
  withGoneStations(
    told,
    { route: ROUTE, startMs: fromOsloWallClock(clock) },
    { absentStations: [{ name: 'Svinesund', ...UNTIL, places }], seenFrom: '2026-09-10' },
  );
const codes = (warnings: readonly Warning[]) => warnings.map(({ code }) => code).join(', ');

test.each(
  table<'clock' | 'besideM' | 'told' | 'because'>(`
    clock            | besideM | told                                 | because
    2018-06-01T10:00 | 0       | station_missing, stations_of_extract | it stood where the route drives
    2018-06-01T10:00 | 140     | station_missing, stations_of_extract | the road may have been moved since
    2018-06-01T10:00 | 160     | stations_of_extract                  | it stood on another road
    2021-03-15T13:50 | 0       | station_missing, stations_of_extract | it is passed at 13:58, and was removed at 14:00
    2021-03-15T13:55 | 0       | stations_of_extract                  | it is passed at 14:03
    2025-12-31T12:00 | 0       | stations_of_extract                  | others may have stood then
    2026-01-01T12:00 | 0       |                                      | it is the year of the extract
  `),
)(
  'a route without any passage at $clock, $besideM m beside the place: [$told], because $because',
  (row) => {
    expect(codes(tell(row.clock, [at(5000, Number(row.besideM))]))).toBe(row.told);
  },
);

test('a station is named once, however many of its places are passed, and says that it was driven past', () => {
  const maybe: Warning = { code: 'station_missing', message: 'Perhaps.', about: 'Svinesund' };
  const other: Warning = { code: 'station_missing', message: 'Perhaps.', about: 'Elsewhere' };
  const told = tell('2018-06-01T10:00', [at(3000), at(3100), at(7000)], [maybe, other]);
  expect(told).toEqual([
    other,
    {
      code: 'station_missing',
      message:
        'Svinesund, which may still have stood on 2018-06-01, was within 150 m of the route and is not in the data: if the trip passes it, the sums leave it out.',
      about: 'Svinesund',
    },
    expect.objectContaining({ code: 'stations_of_extract' }),
  ]);
});

test('a bill that knows the project alone is not followed where the place is known and lies elsewhere', () => {
  const maybe: Warning = { code: 'station_missing', message: 'Perhaps.', about: 'Svinesund' };
  expect(codes(tell('2018-06-01T10:00', [at(5000, 160)], [maybe]))).toBe('stations_of_extract');
});

test('of the extract a bill is told once', () => {
  const told: Warning = { code: 'stations_of_extract', message: 'Told.' };
  expect(tell('2018-06-01T10:00', [], [told])).toEqual([told]);
});

test('without a place a station of another project is not named', () => {
  const gone = { absentStations: [{ name: 'Fåberg', ...UNTIL }], seenFrom: '2026-09-10' };
  const past = { route: ROUTE, startMs: fromOsloWallClock('2018-06-01T10:00') };
  expect(codes(withGoneStations([], past, gone))).toBe('stations_of_extract');
});
