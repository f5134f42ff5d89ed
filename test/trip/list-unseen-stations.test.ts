import { expect, test } from 'vitest';
import { openUnseenStations, type SeenRoute } from '../../src/trip/list-unseen-stations.ts';
import { table } from '../support/table.ts';

/** Metres north of the start and east of the line, in degrees. */
const at = (northM: number, eastM = 0) => ({
  lat: 60 + northM / 111_195,
  lon: 10 + eastM / (111_195 / 2),
});
const LIMITS = { nearStopM: 500, besideM: 200, mainRoadM: 2000, junctionM: 1000 };
const LINE = Array.from({ length: 101 }, (_, i) => at(i * 100));

/** A drive of 10 km straight north. */
const drive = (facts: Partial<SeenRoute> = {}): SeenRoute => ({
  route: { line: LINE, durationS: 600 },
  startMs: Date.parse('2026-11-20T12:00:00+01:00'),
  stops: [
    { asked: at(0), movedM: 0, name: 'The start' },
    { asked: at(10_000), movedM: 0, name: 'The end' },
  ],
  passages: [],
  ...facts,
});
const station = (northM: number, eastM = 0, onRamp = false) => ({
  name: 'Smia',
  at: at(northM, eastM),
  project: 'town',
  onRamp,
  ...(onRamp && { road: 'E6' }),
});

test.each(
  table<'stationM' | 'movedM' | 'named' | 'because'>(`
    stationM | movedM | named     | because
    -400     | 0      | the start | within 500 m the drive may begin there
    -600     | 0      |           | farther off it is another way
    -600     | 700    | the start | the way to the road is not known that far
    10400    | 0      | the end   | the end of the drive is as unknown as its start
    5000     | 0      |           | a street on the way is not driven
  `),
)('a station $stationM m on, start moved $movedM m: $because', ({ stationM, movedM, named }) => {
  const listUnseen = openUnseenStations([station(Number(stationM))], LIMITS);
  const [start, end] = drive().stops;
  if (start === undefined || end === undefined) throw new Error('Expected two stops.');
  const warnings = listUnseen(drive({ stops: [{ ...start, movedM: Number(movedM) }, end] }));
  expect(warnings.map(({ code, about }) => [code, about])).toEqual(
    named === '' ? [] : [['station_not_on_network', 'Smia']],
  );
  if (named !== '') expect(warnings[0]?.message).toContain(`Smia near ${named} stands`);
});

test.each(
  table<'from' | 'start' | 'warned' | 'because'>(`
    from       | start                     | warned | because
    2026-11-20 | 2026-11-20T12:00:00+01:00 | yes    | it collects from that day on
    2026-11-21 | 2026-11-20T12:00:00+01:00 |        | it does not collect yet
    2026-11-21 | 2026-11-20T23:55:00+01:00 | yes    | the drive arrives after midnight
  `),
)(
  'a station that collects from $from on, at $start: $because',
  ({ from = '', start = '', warned }) => {
    const periods = [{ openFrom: { day: from, minuteOfDay: 0 } }];
    for (const one of [station(-400), station(5000, 150, true)]) {
      const listUnseen = openUnseenStations([{ ...one, periods }], LIMITS);
      expect(listUnseen(drive({ startMs: Date.parse(start) }))).toHaveLength(
        warned === 'yes' ? 1 : 0,
      );
    }
  },
);

test('a private toll road without a fee is named near a stop that it leads to', () => {
  const road = { ...station(-400), isUnpricedRoad: true } as const;
  expect(openUnseenStations([road], LIMITS)(drive())).toMatchObject([
    { code: 'private_toll_not_known', about: 'Smia' },
  ]);
});

test.each(
  table<'besideM' | 'passed' | 'warned' | 'because'>(`
    besideM | passed    | warned | because
    150     |           | yes    | the drive may have turned off or on there
    250     |           | no     | the ramp belongs to another road
    150     | town 6500 | no     | the station on the road itself was passed
    150     | town 7500 | yes    | that station belongs to the next junction
    150     | hill 5000 | yes    | that station belongs to another project
  `),
)(
  'a ramp $besideM m beside the route, passed [$passed], is named: $warned, for $because',
  (row) => {
    const listUnseen = openUnseenStations([station(5000, Number(row.besideM), true)], LIMITS);
    const [project = '', alongM = ''] = row.passed.split(' ');
    const passages = row.passed === '' ? [] : [{ project, alongM: Number(alongM) }];
    const warnings = listUnseen(drive({ passages }));
    expect(warnings).toHaveLength(row.warned === 'yes' ? 1 : 0);
    if (row.warned === 'yes') expect(warnings[0]?.message).toContain('Smia near the route stands');
  },
);

test.each(
  table<'roads' | 'warned' | 'because'>(`
    roads             | warned | because
    E6 100            | no     | it never leaves the road of the ramp
    E6 55, F1 100     | yes    | it leaves it 500 m on
    F1 45, E6 100     | yes    | it joined it 500 m before
    F1 35, E6 65, - 100 | no   | it joined and leaves it at other junctions
    F1 100            | yes    | it drives the road across
    E6 45, - 55, E6 100 | yes  | off and on again, by a road without a number
    -                 | yes    | a planner that does not tell its roads leaves the doubt
  `),
)('a ramp of the E6 beside a drive along [$roads] is named: $warned, for $because', (row) => {
  const roads = row.roads.split(', ').flatMap((stretch) => {
    const [road = '', toIndex] = stretch.split(' ');
    const numbers = road === '-' ? [] : [road];
    return toIndex === undefined ? [] : [{ toIndex: Number(toIndex), numbers }];
  });
  const route = { ...drive().route, ...(roads.length > 0 && { roads }) };
  const warnings = openUnseenStations([station(5000, 150, true)], LIMITS)(drive({ route }));
  expect(warnings).toHaveLength(row.warned === 'yes' ? 1 : 0);
});

test('a station of several records, near two stops and the route, is named once', () => {
  const records = [station(5000, 50, true), station(5000, 60, true)];
  const stops = [0, 5000, 10_000].map((northM) => ({
    asked: at(northM),
    movedM: 0,
    name: 'A stop',
  }));
  expect(openUnseenStations(records, LIMITS)(drive({ stops }))).toHaveLength(1);
});

test('a network that has all streets warns of nothing', () => {
  expect(openUnseenStations([], LIMITS)(drive())).toEqual([]);
});
