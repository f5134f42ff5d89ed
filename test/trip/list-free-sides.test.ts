import { expect, test } from 'vitest';
import { openFreeSides } from '../../src/trip/list-free-sides.ts';
import { station, tariff } from '../pricing/toll/stations.ts';
import { table } from '../support/table.ts';

/** Metres north of the start and east of the line, in degrees. */
const at = (northM: number, eastM = 0) => ({
  lat: 60 + northM / 111_195,
  lon: 10 + eastM / (111_195 / 2),
});
const LINE = Array.from({ length: 101 }, (_, i) => at(i * 100));

/** A drive of 10 km straight north, 100 m in each 10 s. */
const drive = (startDay = '2026-11-18') => ({
  route: { line: LINE, secondsAt: LINE.map((_, i) => i * 10) },
  startMs: Date.parse(`${startDay}T12:00:00Z`),
  passages: [],
});
const STATIONS = {
  inferred: station('Kleppe', { directionInferred: true }),
  known: station('Kleppe'),
  undecided: station('Kleppe', { directionUndecided: true }),
  unpriced: station('Kleppe', { directionInferred: true, tariffs: [] }),
  closed: station('Kleppe', {
    directionInferred: true,
    tariffs: [tariff({ small: 40 })],
    periods: [{ openTo: { day: '2026-01-01', minuteOfDay: 0 } }],
  }),
};

test.each(
  table<'kind' | 'eastM' | 'isTold' | 'because'>(`
    kind      | eastM | isTold | because
    inferred  | 5     | yes    | its free direction is worked out, not published
    inferred  | 80    | no     | the route runs beside it
    known     | 5     | no     | its free direction is known
    undecided | 5     | no     | it is charged in both
    unpriced  | 5     | no     | nothing is known to be charged there
    closed    | 5     | no     | it collects no more
  `),
)('a gate of a station that is $kind, $eastM m off: $isTold, for $because', (row) => {
  const gate = {
    station: STATIONS[row.kind as keyof typeof STATIONS],
    at: at(5000, Number(row.eastM)),
  };
  const warnings = openFreeSides([gate], 30)(drive());
  expect(warnings.map(({ code, about }) => [code, about])).toEqual(
    row.isTold === 'yes' ? [['direction_inferred', 'Kleppe']] : [],
  );
});

test('a station is told once, and not where the same drive is charged there', () => {
  const gates = [at(5000), at(8000)].map((place) => ({ station: STATIONS.inferred, at: place }));
  const listFreeSides = openFreeSides(gates, 30);
  const way = drive();
  expect(listFreeSides(way)).toHaveLength(1);
  expect(listFreeSides({ ...way, passages: [{ station: STATIONS.inferred }] })).toEqual([]);
  expect(listFreeSides(way)[0]?.message).toBe(
    'Kleppe charges one direction; which one is not published, and is worked out from the metering of its road: the route passes it the way that is taken for the free one.',
  );
});

test('whether it collects is asked for the moment of passing', () => {
  const { closed } = STATIONS;
  const gate = { station: closed, at: at(5000) };
  expect(openFreeSides([gate], 30)(drive('2025-11-18'))).toHaveLength(1);
});
