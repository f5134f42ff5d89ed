/** How long a trip waits for a ferry, by the weekday and the hour at which it comes to the quay. */
import { describe, expect, test } from 'vitest';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import {
  estimateHeadwayMin,
  type FerryService,
  knownHeadwayMin,
  knowsDepartures,
  listFerryWarnings,
  waitAt,
} from '../../src/trip/ferry-service.ts';
import { table } from '../support/table.ts';

const WORKING_DAYS = [1, 2, 3, 4, 5];
const clock = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** Between the quays N and S: 20 min; ferries like it sail from 06:00 to 22:00. */
const service = (facts: Partial<FerryService>): FerryService => ({
  id: '1',
  name: 'North-South',
  quays: [],
  crossings: [],
  sailings: [],
  estimate: {
    vessels: 1,
    turnaroundMin: 6,
    leastHeadwayMin: 20,
    sailsAtNight: false,
    firstMin: clock('06:00'),
    lastMin: clock('22:00'),
  },
  ...facts,
});
const ALL_NIGHT = { ...service({}).estimate, sailsAtNight: true };

const SERVICES: Readonly<Record<string, FerryService>> = {
  // Each hour on working days from 06:30 to 23:00, each two hours from 08:00 to 20:00 on Saturdays, to 01:00 on Sundays.
  county: service({
    sailings: [
      {
        fromQuayId: 'N',
        days: WORKING_DAYS,
        headwayMin: 60,
        firstMin: clock('06:30'),
        lastMin: clock('23:00'),
      },
      {
        fromQuayId: 'N',
        days: [6],
        headwayMin: 120,
        firstMin: clock('08:00'),
        lastMin: clock('20:00'),
      },
      {
        fromQuayId: 'N',
        days: [7],
        headwayMin: 120,
        firstMin: clock('10:00'),
        lastMin: clock('25:00'),
      },
      {
        fromQuayId: 'S',
        days: WORKING_DAYS,
        headwayMin: 40,
        firstMin: clock('05:00'),
        lastMin: clock('22:00'),
      },
    ],
  }),
  // Each twenty minutes by day, each hour from 22 to 6.
  main: service({
    sailings: [
      { fromQuayId: 'N', days: [1, 2, 3, 4, 5, 6, 7], headwayMin: 20, nightHeadwayMin: 60 },
    ],
    estimate: ALL_NIGHT,
  }),
  // Each twenty minutes by day, each ten hours by night.
  'rare by night': service({
    sailings: [
      { fromQuayId: 'N', days: [1, 2, 3, 4, 5, 6, 7], headwayMin: 20, nightHeadwayMin: 600 },
    ],
    estimate: ALL_NIGHT,
  }),
  'no hours': service({
    sailings: [{ fromQuayId: 'N', days: [1, 2, 3, 4, 5, 6, 7], headwayMin: 30 }],
  }),
  'no hours, main': service({
    sailings: [{ fromQuayId: 'N', days: [1, 2, 3, 4, 5, 6, 7], headwayMin: 30 }],
    estimate: ALL_NIGHT,
  }),
  'last alone': service({
    sailings: [
      {
        fromQuayId: 'N',
        days: [1, 2, 3, 4, 5, 6, 7],
        headwayMin: 40,
        lastMin: clock('23:30'),
      },
    ],
  }),
  unknown: service({}),
  'unknown, main': service({ estimate: ALL_NIGHT }),
};

/** 2026-11-18 is a Wednesday. Where no timetable is known, the network counts with 50 minutes from departure to departure. */
describe('a trip that comes to the quay waits for the next departure', () => {
  test.each(
    table<'ferry' | 'quay' | 'day' | 'at' | 'least' | 'mean' | 'most' | 'says' | 'because'>(`
      ferry          | quay | day        | at    | least | mean | most | says     | because
      county         | N    | 2026-11-18 | 12:00 | 6     | 30   | 54   |          | half of the hour between two departures, a tenth, and nine
      county         | N    | 2026-11-18 | 06:30 | 6     | 30   | 54   |          | the first departure is the first of the day's
      county         | N    | 2026-11-18 | 06:00 | 30    | 30   | 30   | first    | it is certain when the first one leaves
      county         | N    | 2026-11-18 | 02:00 | 270   | 270  | 270  | first    | no departures at night
      county         | N    | 2026-11-18 | 22:50 | 6     | 10   | 10   |          | the last one leaves at 23
      county         | N    | 2026-11-18 | 23:00 | 0     | 0    | 0    |          | it comes for the last one
      county         | N    | 2026-11-18 | 23:01 | 449   | 449  | 449  | first    | until 06:30 on Thursday
      county         | N    | 2026-11-20 | 23:30 | 510   | 510  | 510  | first    | until 08:00 on Saturday
      county         | N    | 2026-11-21 | 12:00 | 12    | 60   | 108  |          | each two hours on Saturdays
      county         | N    | 2026-11-21 | 21:00 | 780   | 780  | 780  | first    | until 10:00 on Sunday
      county         | N    | 2026-11-22 | 23:30 | 12    | 60   | 90   |          | on Sundays the last one leaves at 1
      county         | N    | 2026-11-23 | 00:30 | 12    | 30   | 30   |          | early on Monday the last one of Sunday is still to come
      county         | N    | 2026-11-23 | 01:30 | 300   | 300  | 300  | first    | it has left
      county         | S    | 2026-11-18 | 12:00 | 4     | 20   | 36   |          | each quay has departures of its own
      county         | S    | 2026-11-18 | 05:30 | 4     | 20   | 36   |          | and hours of its own
      county         | S    | 2026-11-21 | 07:00 | 60    | 60   | 60   | first    | a quay without departures on the day has those of the other
      main           | N    | 2026-11-18 | 12:00 | 2     | 10   | 18   |          | by day
      main           | S    | 2026-11-18 | 12:00 | 2     | 10   | 18   |          | what goes there comes back
      main           | N    | 2026-11-18 | 02:00 | 6     | 30   | 54   |          | by night each hour
      main           | N    | 2026-11-18 | 22:00 | 6     | 30   | 54   |          | night begins at 22
      main           | N    | 2026-11-18 | 05:50 | 6     | 20   | 28   |          | ten minutes to the morning, whose departures come sooner
      main           | N    | 2026-11-18 | 06:00 | 2     | 10   | 18   |          | day begins at 6
      county         | N    | 2026-10-24 | 23:30 | 690   | 690  | 690  | first    | until 10:00 on Sunday, and the hour from 2 to 3 comes twice
      county         | N    | 2026-03-28 | 23:30 | 570   | 570  | 570  | first    | and in March not at all
      county         | N    | 2026-10-25 | 01:30 | 570   | 570  | 570  | first    | the same night after midnight
      county         | N    | 2026-03-29 | 01:30 | 450   | 450  | 450  | first    | and in March
      rare by night  | N    | 2026-10-24 | 23:00 | 60    | 300  | 498  |          | eight hours to the morning
      rare by night  | N    | 2026-03-28 | 23:00 | 60    | 300  | 378  |          | six hours to the morning
      no hours       | N    | 2026-11-18 | 12:00 | 3     | 15   | 27   |          | the headway is known
      no hours       | N    | 2026-11-18 | 02:00 | 3     | 15   | 27   | doubtful | the hours are not
      no hours, main | N    | 2026-11-18 | 02:00 | 3     | 15   | 27   |          | ferries like it sail at night
      last alone     | N    | 2026-11-18 | 23:40 | 380   | 380  | 380  | first    | until 6, when ferries like it begin
      unknown        | N    | 2026-11-18 | 12:00 | 5     | 25   | 45   |          | the wait of a ferry like it
      unknown        | N    | 2026-11-18 | 05:59 | 5     | 25   | 45   | doubtful | ferries like it begin at 6
      unknown        | N    | 2026-11-18 | 22:01 | 5     | 25   | 45   | doubtful | and end at 22
      unknown, main  | N    | 2026-11-18 | 02:00 | 5     | 25   | 45   |          | ferries like it sail at night
    `),
  )(
    '$ferry from $quay on $day at $at waits $mean min: $because',
    ({ ferry, quay, day, at, least, mean, most, says }) => {
      const wait = waitAt(
        SERVICES[ferry] as FerryService,
        { fromQuayId: quay, headwayMin: 50 },
        fromOsloWallClock(`${day}T${at}`),
      );
      expect([wait.p10Min, wait.meanMin, wait.p90Min]).toEqual(
        [least, mean, most].map((min) => expect.closeTo(Number(min), 6)),
      );
      expect([wait.untilFirst && 'first', wait.isDoubtful && 'doubtful']).toEqual([
        says === 'first' && 'first',
        says === 'doubtful' && 'doubtful',
      ]);
    },
  );

  test('seconds count: half a minute before the first departure is half a minute', () => {
    const atMs = fromOsloWallClock('2026-11-18T06:29') + 30_000;
    const quay = { fromQuayId: 'N', headwayMin: 50 };
    expect(waitAt(SERVICES.county as FerryService, quay, atMs).meanMin).toBeCloseTo(0.5, 9);
  });
});

test.each(
  table<'round' | 'vessels' | 'headway' | 'because'>(`
    round | vessels | headway | because
    60    | 1       | 60      | the vessel leaves when it has come back
    60    | 2       | 30      | two vessels share it
    14    | 1       | 20      | the shortest crossings leave each 20 minutes
    60    | 0.2     | 300     | a vessel that does not sail all the time comes less often
  `),
)(
  'a round of $round min with $vessels vessels is a departure each $headway min: $because',
  (row) => {
    const estimate = { ...service({}).estimate, vessels: Number(row.vessels) };
    expect(estimateHeadwayMin(estimate, Number(row.round))).toBeCloseTo(Number(row.headway), 9);
  },
);

test('the usual headway of a quay is that of a working day, known or not', () => {
  const { county, unknown } = SERVICES as Record<'county' | 'unknown', FerryService>;
  expect(knownHeadwayMin(county, 'N')).toBe(60);
  expect(knownHeadwayMin(county, 'S')).toBe(40);
  expect(knownHeadwayMin(unknown, 'N')).toBeUndefined();
});

test.each(
  table<'quays' | 'departures' | 'known'>(`
    quays | departures | known
    N S   | N          | N S
    N S   | -          | -
    N S W | N          | N
    N S W | N W        | N W
  `),
)('of the quays $quays, with departures of $departures, those of $known are known', (row) => {
  const ids = (cell: string) => (cell === '-' ? [] : cell.split(' '));
  const line = service({
    quays: ids(row.quays).map((id) => ({ id, at: { lat: 60, lon: 5 } })),
    sailings: ids(row.departures).map((fromQuayId) => ({ fromQuayId, days: [3], headwayMin: 60 })),
  });
  expect(ids(row.quays).filter((id) => knowsDepartures(line, id))).toEqual(ids(row.known));
});

test('a route says which of its ferries wait for the morning, and which may not sail', () => {
  const usual = { waitS: 900, boardingS: 180, isEstimated: false };
  const warnings = listFerryWarnings([
    { boarding: { ...usual, name: 'By day' } },
    { boarding: { ...usual, name: 'Early', waitS: 16_200, untilFirst: true } },
    { boarding: { ...usual, name: 'Soon', waitS: 1800, untilFirst: true } },
    { boarding: { ...usual, name: 'Who knows', isDoubtful: true } },
    { boarding: { ...usual, isDoubtful: true } },
    {},
  ]);
  expect(warnings.map(({ code, about }) => [code, about])).toEqual([
    ['ferry_waits_until_first', 'Early'],
    ['ferry_waits_until_first', 'Soon'],
    ['ferry_may_not_sail', 'Who knows'],
    ['ferry_may_not_sail', undefined],
  ]);
  expect(warnings[0]?.message).toContain('waits 4 h 30 min for the first departure');
  expect(warnings[1]?.message).toContain('waits 30 min for the first departure');
  expect(warnings[3]?.message).toContain('A ferry of the route');
});
