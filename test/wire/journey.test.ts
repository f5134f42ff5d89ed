import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { readTrace } from '../../src/recording/read-trace.ts';
import { priceJourney } from '../../src/trip/journey.ts';
import { quoteTrip } from '../../src/trip/quote-trip.ts';
import { formatJourney } from '../../src/wire/format-journey.ts';
import type { JourneyQuestion } from '../../src/wire/journey.ts';
import { countDrives, readJourney } from '../../src/wire/read-journey.ts';
import { parseTraceQuestion } from '../../src/wire/trace.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';
import { table } from '../support/table.ts';
import { partsOf, routeOf } from '../support/trip-scene.ts';

const TERMS = { nowMs: 0, ferryBounds: NATIONAL_BOUNDS };
const TIME = '2026-11-20T08:00:00+01:00';
const drive = { from: '60,10', to: '60.1,10.2', startTime: TIME };

const read = (question: object) => readJourney(question as JourneyQuestion, TERMS);

test('a drive has stops, stays, a departure and a way back', async () => {
  const { request } = await read({
    drives: [
      {
        ...drive,
        via: ['60.05,10', { place: '60.06,10', dwellMin: 30 }],
        return: true,
        dwellMin: 90,
      },
    ],
    heavy: true,
    avoidTolls: true,
    weight: 12_000,
    fuel: 'diesel',
    passagesThisMonth: 'oslo-a:3',
  });
  expect(request).toMatchObject({
    size: 'large',
    avoidTolls: true,
    usedBefore: { 'oslo-a': 3 },
    drives: [
      {
        from: { lat: 60, lon: 10 },
        via: [{ stayMs: 0 }, { at: { lat: 60.06, lon: 10 }, stayMs: 1_800_000 }],
        startMs: Date.parse(TIME),
        backAfterMs: 5_400_000,
      },
    ],
  });
});

test.each(
  table<'question' | 'sentence'>(`
    question                                                        | sentence
    {"drives":[{"from":"60,10","to":"60.1,10"}]}                     | drives[0].startTime is missing: a drive has from, to and startTime, or a trace, or passages.
    {"drives":[{"to":"60,10","startTime":"T"}]}                      | drives[0].from is missing: give it as "<lat>,<lon>" in WGS84, or as the name of a place.
    {"drives":[{"from":"x","to":"60,10","startTime":"T"}]}           | drives[0].from must be "<lat>,<lon>" in WGS84 degrees, such as 59.9139,10.7522, or the name or postcode of a place.
    {"drives":[{"from":"60,10","to":"60,10","startTime":"08:00"}]}   | drives[0].startTime must be an ISO 8601 date-time with an offset, such as 2026-11-20T08:00:00+01:00.
    {"drives":[{"from":"60,10","to":"60,10","startTime":"T","dwellMin":5}]} | drives[0].dwellMin goes with return: a stay on the way is one of via.
    {"drives":[{"passages":[{"stationId":"1","at":"noon"}]}]}        | drives[0].passages[0].at must be an ISO 8601 date-time with an offset, such as 2026-11-20T08:00:00+01:00.
    {"drives":[{"passages":[{"stationId":"1","at":"T"}],"startTime":"T"}]} | drives[0] has passages, which tell all of it, and startTime.
    {"drives":[],"fuel":"coal"}                                      | fuel must be petrol, diesel, electric, hydrogen, plugin-hybrid or gas.
    {"drives":[],"lines":"yes"}                                      | lines must be 1, 0 or empty.
    {"drives":[],"avoidTolls":"yes"}                                 | avoidTolls must be 1, 0 or empty.
  `),
)('$question is refused', async ({ question, sentence }) => {
  const written = JSON.parse(question.replaceAll('"T"', `"${TIME}"`));
  await expect(read(written)).rejects.toThrow(sentence);
});

test('all that is wrong is told at once, by its place in the question', async () => {
  const question = {
    fuel: 'coal',
    drives: [
      { from: 'x', to: '60,10' },
      { ...drive, from: 'x', to: 'y' },
    ],
  };
  const refused = await read(question).catch((error: unknown) => error);
  const named = (refused as Fault).problems.map(({ parameter }) => parameter);
  expect(named).toEqual(['fuel', 'drives[0].startTime', 'drives[1].from', 'drives[1].to']);
});

test('fifty values are told at most, and what is behind them is not looked up', async () => {
  const names: string[] = [];
  const places = {
    prepare: async (some: readonly string[]) => {
      names.push(...some);
      return () => ({ problem: 'is no place', candidates: [] });
    },
  };
  const drives = Array.from({ length: 500 }, (_, i) => ({
    ...drive,
    from: `a${i}`,
    to: `b${i}`,
    via: Array.from({ length: 8 }, (_, of) => `c${i} ${of}`),
  }));
  const question = { drives } as JourneyQuestion;
  const refused = await readJourney(question, { ...TERMS, places }).catch(
    (error: unknown) => error as Fault,
  );
  expect((refused as Fault).problems).toHaveLength(50);
  expect(names).toHaveLength(50);
});

const pointsOf = (count: number, from = Date.parse('2026-11-20T08:00:00+01:00')) =>
  Array.from({ length: count }, (_, i) => ({ lat: 60, lon: 10 + i / 1e5, at: from + i * 1000 }));

test('it is counted as one for each drive, each way back, and each started 10 000 points of a recording', async () => {
  const planned = [drive, { ...drive, return: true }, { ...drive, return: false }];
  expect(countDrives(await read({ drives: planned }))).toBe(4);
  const recorded = [{ trace: pointsOf(10_000) }, { trace: pointsOf(10_001) }];
  expect(countDrives(await read({ drives: recorded }))).toBe(3);
});

describe('a recorded drive', () => {
  const gpx = (time: string) =>
    `<gpx><trk><trkseg><trkpt lat="60" lon="10"><time>${time}</time></trkpt><trkpt lat="60" lon="10.1"><time>${time}</time></trkpt></trkseg></trk></gpx>`;

  test.each([
    ['JSON', pointsOf(2)],
    ['a file as its text', gpx('2026-11-20T07:00:00Z')],
    [
      'GeoJSON',
      {
        type: 'LineString',
        coordinates: [
          [10, 60],
          [10.1, 60],
        ],
      },
    ],
  ])('is read as %s', async (_, trace) => {
    const timed = Array.isArray(trace) || typeof trace === 'string';
    const startTime = timed ? {} : { startTime: '2026-11-20T08:00:00+01:00' };
    const { request } = await read({ drives: [{ trace, ...startTime }] });
    expect(request.drives).toEqual([
      expect.objectContaining({
        fixes: [expect.objectContaining({ lat: 60, lon: 10 }), expect.anything()],
        startMs: Date.parse('2026-11-20T08:00:00+01:00'),
      }),
    ]);
  });

  test.each([
    ['begins', '1990-01-01T00:00:00Z', '2026-11-20T08:00:00Z'],
    ['ends', '2026-11-20T08:00:00Z', '9999-12-31T23:59:59-01:00'],
  ])('that %s in another year than any moment may lie in is refused', async (_, first, last) => {
    const trace = [
      { lat: 60, lon: 10, at: first },
      { lat: 60, lon: 10.1, at: last },
    ];
    const problem = 'must lie in the years 2000 to 2100.';
    await expect(read({ drives: [{ trace }] })).rejects.toThrow(`drives[0].trace ${problem}`);

    expect(() => parseTraceQuestion({}, readTrace(trace), TERMS)).toThrow(`The trace ${problem}`);
  });

  test.each([
    [{ trace: '[1]' }, 'drives[0].trace has no object with lat and lon at point 1.'],
    [{ trace: [] }, 'drives[0].trace has fewer than two points.'],
    [
      { trace: pointsOf(2), return: true },
      'drives[0] has a trace, which tells all of it, and return.',
    ],
    [
      { trace: pointsOf(2), startTime: drive.startTime },
      'drives[0] has a trace, which tells all of it, and startTime.',
    ],
    [
      { trace: pointsOf(2).map(({ lat, lon }) => ({ lat, lon })) },
      'drives[0].startTime is missing: the trace has no times.',
    ],
    [
      { passages: [{ stationId: '1', at: drive.startTime }], trace: pointsOf(2) },
      'drives[0] has passages, which tell all of it, and trace.',
    ],
  ])('%j is refused: %s', async (written, sentence) => {
    await expect(read({ drives: [written] })).rejects.toThrow(sentence);
  });
});

test('drives, days and months add up to the total, and a passage after midnight is paid on its own day', async () => {
  const parts = partsOf([routeOf('a1b2cd3e')]);
  const question = await read({
    lines: true,
    drives: [
      { ...drive, startTime: '2026-11-30T23:59:30+01:00' },
      { ...drive, startTime: '2026-11-30T12:00:00+01:00' },
      { passages: [{ stationId: '3', at: '2026-12-02T12:00:00+01:00' }] },
    ],
  });
  const journey = await priceJourney(question.request, { ...parts, quote: quoteTrip(parts) });
  const answer = formatJourney(journey, question, {
    dataVersion: 'v',
    dataHash: '0'.repeat(64),
    computedAtMs: fromOsloWallClock('2026-12-03T12:00'),
    attribution: 'Credit.',
  });
  expect(answer.drives.map((one) => one.drive)).toEqual([1, 0, 2]);
  expect(answer.days.map(({ date, tollSmall }) => [date, tollSmall])).toEqual([
    ['2026-11-30', 40],
    ['2026-12-01', 40],
    ['2026-12-02', 16.8],
  ]);
  expect(answer.months.map(({ month, tollSmall }) => [month, tollSmall])).toEqual([
    ['2026-11', 40],
    ['2026-12', 56.8],
  ]);
  for (const parted of [answer.drives, answer.days, answer.months])
    for (const name of ['tollSmall', 'tollSmallNoDiscount', 'tollLarge', 'ferryNok'] as const) {
      const sum = parted.reduce((all: number, one) => all + one[name], 0);
      expect(sum).toBeCloseTo(answer.total[name], 9);
    }
  for (const { linesNok = 0, lines = [], tollSmall, ferryNok } of answer.drives) {
    expect(linesNok).toBeCloseTo(tollSmall + ferryNok, 9);
    expect(lines.reduce((all, { nok }) => all + nok, 0)).toBeCloseTo(linesNok, 9);
  }
});
