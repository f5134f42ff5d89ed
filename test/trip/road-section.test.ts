import { describe, expect, test } from 'vitest';
import { formatOsloInstant, fromOsloWallClock, toOsloTime } from '../../src/base/oslo-time.ts';
import {
  closedOn,
  isShutAtNight,
  listGateWaits,
  listRoadWarnings,
  opensAfterNight,
  openUndrawnRoads,
  type RoadSection,
  type SectionRule,
  seasonOn,
} from '../../src/trip/road-section.ts';
import { table } from '../support/table.ts';

describe('a closed time over the end of the year', () => {
  // Two weeks before and after it, and the first and the last two weeks of it, are uncertain.
  test.each(
    table<'day' | 'is'>(`
      day        | is
      2026-10-16 | open
      2026-10-17 | open, uncertain
      2026-10-30 | open, uncertain
      2026-10-31 | closed, uncertain
      2026-11-13 | closed, uncertain
      2026-11-14 | closed
      2026-12-31 | closed
      2027-01-01 | closed
      2026-01-20 | closed
      2026-05-07 | closed
      2026-05-08 | closed, uncertain
      2026-05-21 | closed, uncertain
      2026-05-22 | open, uncertain
      2026-06-04 | open, uncertain
      2026-06-05 | open
      2026-07-15 | open
      2028-02-29 | closed
    `),
  )('from 31 October to 21 May: on $day it is $is', ({ day, is }) => {
    expect(tell({ from: '10-31', to: '05-21' }, day)).toBe(is);
  });
});

test.each(
  table<'from' | 'to' | 'day' | 'is'>(`
    from  | to    | day        | is
    12-31 | 02-11 | 2025-12-30 | open, uncertain
    12-31 | 02-11 | 2025-12-31 | closed, uncertain
    12-31 | 02-11 | 2026-01-20 | closed
    12-31 | 02-11 | 2026-02-12 | open, uncertain
    01-05 | 03-01 | 2025-12-22 | open, uncertain
    01-05 | 03-01 | 2025-12-21 | open
    01-05 | 03-01 | 2026-02-01 | closed
    06-01 | 08-31 | 2026-07-15 | closed
    06-01 | 08-31 | 2026-01-20 | open
  `),
)('from $from to $to: on $day it is $is', ({ from, to, day, is }) => {
  expect(tell({ from, to }, day)).toBe(is);
});

test.each(
  table<'day' | 'is'>(`
    day        | is
    2026-07-15 | open
    2026-09-10 | open, uncertain
    2026-11-20 | open, uncertain
    2026-12-01 | closed
    2026-01-20 | closed
    2026-03-31 | closed
    2026-04-01 | closed, uncertain
    2026-06-14 | closed, uncertain
    2026-06-15 | open, uncertain
    2026-06-28 | open, uncertain
    2026-06-29 | open
  `),
)(
  'without its first day a road is closed from the days that are certain to the last one: $day $is',
  ({ day, is }) => {
    const surely = { from: '12-01', to: '03-31' };
    expect(tell({ to: '06-14', surely }, day)).toBe(is);
  },
);

test.each(
  table<'day' | 'is'>(`
    day        | is
    2026-09-15 | open
    2026-10-17 | open
    2026-10-18 | open, uncertain
    2026-11-01 | closed, uncertain
    2026-11-30 | closed, uncertain
    2026-12-01 | closed
    2026-03-31 | closed
    2026-04-01 | open, uncertain
  `),
)(
  'without its last day a road is closed from the first one to the days that are certain: $day $is',
  ({ day, is }) => {
    const surely = { from: '12-01', to: '03-31' };
    expect(tell({ from: '11-01', surely }, day)).toBe(is);
  },
);

describe('a count of closed days that is not that of the days between', () => {
  // From 1 December to 1 May are 152 days.
  test.each(
    table<'days' | 'day' | 'is'>(`
      days | day        | is
      188  | 2026-10-25 | open
      188  | 2026-10-26 | open, uncertain
      188  | 2026-12-14 | closed, uncertain
      188  | 2026-12-15 | closed
      188  | 2026-06-06 | open, uncertain
      188  | 2026-06-07 | open
      150  | 2026-11-16 | open
      150  | 2026-11-17 | open, uncertain
      100  | 2026-11-16 | open
      100  | 2027-01-21 | closed, uncertain
      100  | 2027-01-22 | closed
      100  | 2027-03-11 | closed, uncertain
    `),
  )('widens the doubt by as many days: $days on $day is $is', ({ days, day, is }) => {
    expect(tell({ from: '12-01', to: '05-01', days: Number(days) }, day)).toBe(is);
  });
});

test.each(
  table<'day' | 'is'>(`
    day        | is
    2026-10-31 | open
    2026-11-05 | open, uncertain
    2026-12-20 | closed
    2026-05-31 | open, uncertain
    2026-06-01 | open
  `),
)('a day on which another source has it closed is in doubt: $day is $is', ({ day, is }) => {
  const maybe = [{ from: '11-01', to: '05-31' }];
  expect(tell({ from: '12-01', to: '05-01', maybe }, day)).toBe(is);
});

test('without any day nothing is certain', () => {
  expect(tell({}, '2026-01-20')).toBe('open, uncertain');
  expect(tell({ from: '11-01' }, '2026-01-20')).toBe('open, uncertain');
  expect(tell({ from: '11-01' }, '2026-09-15')).toBe('open');
});

function tell(period: Parameters<typeof seasonOn>[0], day: string): string {
  const { isClosed, isUncertain } = seasonOn(period, day);
  return `${isClosed ? 'closed' : 'open'}${isUncertain ? ', uncertain' : ''}`;
}

const section = (id: string, rule: SectionRule, line: RoadSection['line'] = 'road') => ({
  id,
  name: id,
  line,
  ends: [
    { lat: 61, lon: 8 },
    { lat: 61.1, lon: 8 },
  ] as const,
  rule,
});
const WINTER = { from: '11-01', to: '05-20' };
const SECTIONS = [
  section('pass', { kind: 'closed', closed: WINTER }),
  section('boat', { kind: 'closed', closed: WINTER }, 'ferry'),
  section('convoy', { kind: 'convoy', winter: WINTER }),
  section('toll', { kind: 'private-toll', formerFee: { nok: 70, year: 2012 } }),
  section('booth', { kind: 'map-toll' }),
];
const warn = (route: Parameters<typeof listRoadWarnings>[0], time: string) =>
  listRoadWarnings(
    route,
    new Map(SECTIONS.map((one) => [one.id, one])),
    fromOsloWallClock(time),
  ).map(({ code, about }) => `${code} ${about}`);

test.each(
  table<'driven' | 'day' | 'says'>(`
    driven | day        | says
    pass   | 2026-01-20 | road_closed_in_winter pass
    pass   | 2026-05-28 | season_uncertain pass
    pass   | 2026-07-15 |
    boat   | 2026-01-20 | ferry_out_of_season boat
    boat   | 2026-05-28 | season_uncertain boat
    boat   | 2026-07-15 |
    convoy | 2026-01-20 | convoy_in_bad_weather convoy
    convoy | 2026-07-15 |
    toll   | 2026-01-20 | private_toll_not_known toll
    toll   | 2026-07-15 | private_toll_not_known toll
    booth  | 2026-07-15 | private_toll_not_known booth
  `),
)('a route over $driven on $day says: $says', ({ driven, day, says }) => {
  const route = { sections: [{ id: driven, atS: 3600 }] };
  expect(warn(route, `${day}T08:00`)).toEqual(says === '' ? [] : [says]);
});

test.each(
  table<'day' | 'says'>(`
    day        | says
    2026-11-10 | season_uncertain pass
    2026-01-20 |
    2026-05-10 | season_uncertain pass
  `),
)('a route round a closed pass on $day says: $says', ({ day, says }) => {
  expect(warn({ avoided: [{ id: 'pass', atS: 0 }] }, `${day}T08:00`)).toEqual(
    says === '' ? [] : [says],
  );
});

describe('a road that is closed at night', () => {
  const night = {
    days: { from: '05-20', to: '05-31' },
    closesMinute: 20 * 60,
    opensMinute: 8 * 60,
  };
  const pass = section('pass', { kind: 'closed', closed: WINTER, night });
  const sections = new Map([['pass', pass]]);
  const listWarnings = (route: Parameters<typeof listRoadWarnings>[0], time: string) =>
    listRoadWarnings(route, sections, fromOsloWallClock(time)).map(({ code, message }) => [
      code,
      /at night/.test(message),
    ]);

  test.each(
    table<'time' | 'says' | 'night'>(`
      time             | says                                    | night
      2026-05-28T07:59 | road_closed_in_winter, season_uncertain | yes
      2026-05-28T08:00 | season_uncertain                        | no
      2026-05-28T19:59 | season_uncertain                        | no
      2026-05-28T20:00 | road_closed_in_winter, season_uncertain | yes
      2026-06-02T23:00 | season_uncertain                        | no
      2026-05-15T23:00 | road_closed_in_winter                   | no
      2026-07-15T23:00 |                                         | no
    `),
  )('is closed in those hours of its days: driven at $time it says $says', (row) => {
    const { time, says, night: isOfNight } = row;
    const codes = says === '' ? [] : says.split(', ');
    const expected = codes.map((code, i) => [code, i === 0 && isOfNight === 'yes']);
    expect(listWarnings({ sections: [{ id: 'pass', atS: 0 }] }, time)).toEqual(expected);
  });

  test('the way round it says so', () => {
    const round = { avoided: [{ id: 'pass', atS: 0 }] };
    expect(listWarnings(round, '2026-05-28T01:00')).toEqual([['season_uncertain', true]]);
    expect(listWarnings(round, '2026-05-15T01:00')).toEqual([['season_uncertain', false]]);
  });

  // The nights of 20 to 31 May, between days on which the road is open, from the 21st on.
  test.each(
    table<'time' | 'shut' | 'opens' | 'because'>(`
      time             | shut | opens            | because
      2026-05-20T02:00 | yes  |                  | it is closed by day, too
      2026-05-20T23:00 | yes  |                  | it is closed by day on the day before
      2026-05-21T02:00 | yes  | 2026-05-21T08:00 | the first morning
      2026-05-28T07:59 | yes  | 2026-05-28T08:00 | a minute before it opens
      2026-05-28T08:00 | no   |                  | it opens
      2026-05-28T19:59 | no   |                  | a minute before it closes
      2026-05-28T20:00 | yes  | 2026-05-29T08:00 | it closes until the next morning
      2026-05-31T23:59 | yes  | 2026-06-01T08:00 | the last evening
      2026-06-01T00:00 | yes  | 2026-06-01T08:00 | its night ends in the morning
      2026-06-01T08:00 | no   |                  | it opens for the summer
      2026-06-01T20:00 | no   |                  | no night any more
      2026-10-31T22:00 | no   |                  | not on its days
    `),
  )('at $time it is closed at night: $shut, and opens: $opens, $because', (row) => {
    const atMs = fromOsloWallClock(row.time);
    expect(isShutAtNight(pass, toOsloTime(atMs))).toBe(row.shut === 'yes');
    const opensMs = opensAfterNight(pass, atMs);
    expect(opensMs).toBe(row.opens === '' ? undefined : fromOsloWallClock(row.opens));
  });

  test.each([
    ['a road that closes for the winter behind the night does not open', '2026-10-31', undefined],
    ['on the eve of that it opens', '2026-10-30', '2026-10-31T08:00:00+01:00'],
    [
      'it opens at the hour of the clock where that is put back',
      '2026-10-24',
      '2026-10-25T08:00:00+01:00',
    ],
    [
      'it opens at the hour of the clock where that is put forward',
      '2027-03-27',
      '2027-03-28T08:00:00+02:00',
    ],
  ])('%s', (_, day, opens) => {
    const always = { ...night, days: { from: '10-01', to: '09-30' } };
    const closed = { from: '11-01', to: '02-28' };
    const one = section('pass', { kind: 'closed', closed, night: always });
    const opensMs = opensAfterNight(one, fromOsloWallClock(`${day}T22:00`));
    expect(opensMs && formatOsloInstant(opensMs)).toBe(opens);
  });

  test('roads without nights, convoys and tolls open after none', () => {
    for (const one of SECTIONS)
      expect(opensAfterNight(one, fromOsloWallClock('2026-05-28T23:00'))).toBeUndefined();
  });

  const say = (route: Parameters<typeof listRoadWarnings>[0], time: string, isAssumed = false) => {
    const rule = {
      kind: 'closed',
      closed: WINTER,
      night: { ...night, ...(isAssumed && { isAssumed }) },
    };
    const one = section('pass', rule as SectionRule);
    return listRoadWarnings(route, new Map([['pass', one]]), fromOsloWallClock(time)).map(
      ({ code, message }) => `${code}: ${message}`,
    );
  };
  const DOUBT =
    'season_uncertain: pass is closed in winter and may still, or already, be closed on';

  test('a route that waits at its gate says how long and until when, and what is said of that day by day', () => {
    const waits = { sections: [{ id: 'pass', atS: 1500.25, waitS: 35_099.75 }] };
    expect(say(waits, '2026-05-28T21:50')).toEqual([
      'road_waits_until_open: pass is usually closed at night, from 20:00 to 08:00: the route waits 9 h 45 min at the gate, until 08:00 on 2026-05-29.',
      `${DOUBT} 2026-05-29.`,
    ]);
    const short = { sections: [{ id: 'pass', atS: 0, waitS: 600 }] };
    expect(say(short, '2026-05-28T07:50', true)[0]).toContain(
      'probably from 20:00 to 08:00: the route waits 10 min at the gate, until 08:00 on 2026-05-28.',
    );
  });

  test('each wait at a gate has the name of its road and the moment at which that opens', () => {
    const driven = [
      { id: 'pass', atS: 1500.25, waitS: 35_099.75 },
      { id: 'open', atS: 40_000 },
      { id: 'gone', atS: 50_000, waitS: 60 },
    ];
    const roads = new Map([['pass', section('pass', { kind: 'convoy', winter: WINTER })]]);
    const startMs = fromOsloWallClock('2026-05-28T21:50');
    expect(listGateWaits({ sections: driven }, roads, startMs)).toEqual([
      { name: 'pass', waitS: 35_099.75, opensMs: fromOsloWallClock('2026-05-29T08:00') },
    ]);
    expect(listGateWaits({}, roads, startMs)).toEqual([]);
  });

  test.each(
    table<'closed' | 'time' | 'doubt'>(`
      closed         | time             | doubt
      11-01 to 05-20 | 2026-05-28T07:50 | yes
      11-01 to 05-01 | 2026-05-28T07:50 | no
    `),
  )(
    'closed from $closed, what is said of the day at $time is said by night as by day: $doubt',
    (row) => {
      const [from = '', to = ''] = row.closed.split(' to ');
      const one = section('pass', { kind: 'closed', closed: { from, to }, night });
      const list = (route: Parameters<typeof listRoadWarnings>[0]) =>
        listRoadWarnings(route, new Map([['pass', one]]), fromOsloWallClock(row.time));
      const isTold = row.doubt === 'yes';
      const codesOf = (waitS?: number) =>
        list({ sections: [{ id: 'pass', atS: 0, ...(waitS && { waitS }) }] }).map(
          ({ code }) => code,
        );
      const doubt = isTold ? ['season_uncertain'] : [];
      expect(codesOf(600)).toEqual(['road_waits_until_open', ...doubt]);
      expect(codesOf()).toEqual(['road_closed_in_winter', ...doubt]);
      const byDay = list({ sections: [{ id: 'pass', atS: 3600 }] }).map(({ code }) => code);
      expect(byDay).toEqual(doubt);
      const round = list({ avoided: [{ id: 'pass', atS: 0 }] });
      expect(round.map(({ message }) => message)).toEqual([
        `The route goes round pass, which is usually closed at night on 2026-05-28, from 20:00 to 08:00${isTold ? ', and may still, or already, be closed for the winter' : ''}.`,
      ]);
    },
  );

  test('the way round is told of the moment at which it would come there', () => {
    const late = { avoided: [{ id: 'pass', atS: 3 * 3600 }] };
    expect(say(late, '2026-05-28T18:00')).toEqual([
      'season_uncertain: The route goes round pass, which is usually closed at night on 2026-05-28, from 20:00 to 08:00, and may still, or already, be closed for the winter.',
    ]);
    expect(say(late, '2026-05-20T23:00')[0]).toContain('at night on 2026-05-21');
  });
});

test('what counts is the day on which a section is reached, and a section is named once', () => {
  const late = { sections: [{ id: 'pass', atS: 5 * 3600 }] };
  expect(warn(late, '2026-10-31T20:00')).toEqual(['road_closed_in_winter pass']);
  expect(warn(late, '2026-10-31T18:00')).toEqual(['season_uncertain pass']);
  const twice = { sections: [...late.sections, ...late.sections] };
  expect(warn(twice, '2026-01-20T08:00')).toEqual(['road_closed_in_winter pass']);
});

test('roads and ferries alone are closed on a day, never convoys and tolls', () => {
  expect(closedOn(SECTIONS, '2026-01-20').map(({ id }) => id)).toEqual(['pass', 'boat']);
  expect(closedOn(SECTIONS, '2026-07-15')).toEqual([]);
});

test('a route that its planner calls closed says so', () => {
  expect(warn({ isObstructed: true }, '2026-07-15T08:00')).toEqual(['road_obstructed undefined']);
});

describe('a stop on a road that closes and that the road network lacks', () => {
  const TOP = { lat: 62.05, lon: 7.27 };
  const FOOT = { lat: 62.03, lon: 7.27 };
  const road = (id: string, rule: SectionRule): RoadSection => ({
    id,
    name: id,
    line: 'road',
    ends: [FOOT, TOP],
    rule,
  });
  const listUndrawn = openUndrawnRoads(
    [
      road('closed', { kind: 'closed', closed: { from: '10-15', to: '05-14' } }),
      road('toll', { kind: 'private-toll' }),
    ],
    500,
  );
  const ELSEWHERE = { asked: { lat: 61.8, lon: 7.3 }, movedM: 20 };

  // 0.01 degrees are 1.1 km.
  test.each(
    table<'north' | 'movedM' | 'is' | 'because'>(`
      north  | movedM | is    | because
      62.05  | 1500   | on it | it lies at its end
      62.054 | 0      | on it | and so does what lies near it
      62.04  | 1500   | on it | the end is nearer than the road that it is moved to
      62.04  | 300    | off   | its own road is nearer
    `),
  )('a stop at $north that is moved $movedM m is $is: $because', ({ north, movedM, is }) => {
    const stop = { asked: { lat: Number(north), lon: TOP.lon }, movedM: Number(movedM) };
    const route = { durationS: 3600 };
    const driven = (atS: number) => (is === 'on it' ? [{ id: 'closed', atS }] : []);
    expect(listUndrawn(route, [stop, ELSEWHERE])).toEqual(driven(0));
    expect(listUndrawn(route, [ELSEWHERE, stop])).toEqual(driven(3600));
  });
});
