import { describe, expect, test } from 'vitest';
import { answerReconcile, holdAgainst } from '../../src/answer/answer-reconcile.ts';
import { toCalendar } from '../../src/base/calendar.ts';
import { fromNok } from '../../src/base/nok.ts';
import { readStatement } from '../../src/statement/read-statement.ts';
import type { BilledPassage, Statement } from '../../src/statement/statement.ts';
import type { ParsedJourney } from '../../src/wire/read-journey.ts';
import { project, station, tariff } from '../pricing/toll/stations.ts';

const AT = '2026-11-18T12:00:00+01:00';
const NORTH = station('North', { tariffs: [tariff({ small: 40 })] });
const QUAY = station('Quay', {
  project: project({ id: 'ferry-collection' }),
  tariffs: [tariff({ small: 57 })],
});
const tolls = {
  stations: [NORTH, QUAY],
  findStation: (id: string) => [NORTH, QUAY].find((one) => one.id === id),
  otherProject: project(),
  capGroups: [],
  valueAddedTax: [],
};
const passed = { id: 'North', passedAt: AT };
const answer = {
  drives: [
    { startTime: AT, chargedStations: [passed], freePassages: [], unpricedStations: [passed] },
  ],
};
const hold = answerReconcile(
  (async () => answer) as unknown as Parameters<typeof answerReconcile>[0],
  { tolls, calendar: toCalendar([]) },
);

const rowOf = (plate: string | undefined, line = 2, minute = 5) => ({
  line,
  atMs: Date.parse(AT) + minute * 60_000,
  station: 'North',
  ore: fromNok(32),
  ...(plate !== undefined && { plate }),
});
const drive = { passages: [{ stationId: 'North', atMs: Date.parse(AT) }] };
const questionOf = (drives: ParsedJourney['request']['drives'], plate?: string): ParsedJourney => ({
  request: { drives, size: 'small', ferry: { ferryClass: 'AP1' } },
  lengthIgnored: false,
  named: [],
  claims: [],
  ...(plate !== undefined && { asked: { plate } as NonNullable<ParsedJourney['asked']> }),
});
const LEFT_OUT = {
  lines: 1,
  ore: 6500,
  reasons: [{ reason: 'no-moment', lines: 1, firstLine: 9, ore: 6500 }],
} as const;
const statementOf = (
  rows: readonly BilledPassage[],
  columns: Statement['columns'] = {},
): Statement => ({
  rows,
  columns,
  leftOut: LEFT_OUT,
  paidBackOre: 0,
  undecided: 0,
});
const reconcile = async (
  rows: readonly BilledPassage[],
  question: ParsedJourney,
  pause?: () => Promise<void>,
) => hold(holdAgainst(statementOf(rows), question), { pause });

test('a passage that stands in two lists of the answer is one passage', async () => {
  const { findings, expectedOre, leftOut } = await reconcile(
    [rowOf(undefined)],
    questionOf([drive]),
  );
  expect(leftOut).toEqual(LEFT_OUT);
  expect(findings).toEqual([]);
  expect(expectedOre).toBe(3200);
});

test('a line of a ferry has the fare beside the toll: of its amount nothing is said', async () => {
  const sailed = { ...rowOf(undefined), station: 'Quay', ore: fromNok(156) };
  const { findings, unpriced, expectedOre } = await reconcile([sailed], questionOf([]));
  expect([findings, unpriced, expectedOre]).toEqual([[], 1, 15600]);
  const again = { ...sailed, line: 3 };
  const twice = await reconcile([sailed, again], questionOf([]));
  expect(twice.findings.map(({ kind, line }) => [kind, line])).toEqual([['billed-twice', 3]]);
});

test('a statement without drives gives way between its lines', async () => {
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  const rows = [rowOf(undefined), rowOf(undefined, 3, 90), rowOf(undefined, 4, 180)];
  await reconcile(rows, questionOf([]), pause);
  expect(pauses).toBeGreaterThanOrEqual(3);
});

describe('the vehicle of a statement', () => {
  const two = [rowOf('QQ10001'), rowOf('QQ10002', 3)];

  const refusedPlate = (message: string) =>
    expect.objectContaining({
      problems: [{ parameter: 'plate', message: expect.stringContaining(message) }],
    });

  test('drives are not held against the lines of two plates', async () => {
    await expect(reconcile(two, questionOf([drive]))).rejects.toThrow(
      refusedPlate('lines of 2 plates'),
    );
  });

  test('lines of another plate than that of the question are refused', async () => {
    await expect(reconcile([rowOf('QQ10002')], questionOf([], 'QQ10001'))).rejects.toThrow(
      refusedPlate('another vehicle'),
    );
  });

  describe('of which the lines tell the tag alone', () => {
    const tags = [rowOf('9578001'), rowOf('9578002', 3, 90)];
    const holdTags = (rows: readonly BilledPassage[], question: ParsedJourney) =>
      holdAgainst(statementOf(rows, { tag: 'Brikkenr' }), question).statement.rows;

    test('is that of the question where there is one tag', () => {
      const [first] = holdTags(tags.slice(0, 1), questionOf([drive], 'QQ10001'));
      expect(first).toEqual(rowOf(undefined));
    });

    test.each([
      ['drives', questionOf([drive])],
      ['a plate', questionOf([], 'QQ10001')],
    ])('is not known by %s where there are several', (_, question) => {
      expect(() => holdTags(tags, question)).toThrow(refusedPlate('lines of 2 tags'));
    });

    test('is each tag by itself without drives and a plate', () => {
      expect(holdTags(tags, questionOf([]))).toEqual(tags);
    });
  });

  test('of which nothing is told pays what any fuel may pay, as where the same is written out', async () => {
    const rows = [{ ...rowOf(undefined), ore: fromNok(25.6) }];
    const vehicle = { size: 'small', tagged: true } as const;
    const asked = questionOf([]);
    const written = { ...asked, request: { ...asked.request, vehicle } };
    const checked = await reconcile(rows, asked);
    expect(checked).toEqual(await reconcile(rows, written));
    expect(checked.findings).toEqual([]);
  });

  test('without drives and a plate each vehicle is held against itself', async () => {
    const { findings, rows } = await reconcile(two, questionOf([]));
    expect([findings, rows]).toEqual([[], 2]);
  });
});

test.each([
  ['Bomanlegg;Passeringssted', 'Ring;North', 'Passeringssted'],
  ['Stasjon;Passeringspunkt', 'North;Ring', 'Stasjon'],
  ['Toll station;Location', 'Ring;North', 'Location'],
  ['Bomstasjon;Beskrivelse', 'North;Passering', 'Bomstasjon'],
  ['Bomanlegg;Passering', 'Ring;North', 'Passering'],
  ['Bomanlegg;Passeringssted', 'Ring;Ring', 'Bomanlegg'],
  ['Bomanlegg;Passeringssted', ';North', 'Passeringssted'],
])('of the columns %s with %s that is read which has stations: %s', async (heads, cells, read) => {
  const file = `Tidspunkt;${heads};Brikkenr;Beløp\n18.11.2026 12:05;${cells};9578001;32,00\n`;
  const statement = readStatement(Buffer.from(file));
  const found = await hold(holdAgainst(statement, questionOf([drive], 'QQ10001')), {});
  expect([found.columns.station, found.rows]).toEqual([read, 1]);
  expect(found.findings.map(({ kind }) => kind)).toEqual(
    cells.includes('North') ? [] : ['not-billed', 'station-not-known'],
  );
});

test('a column that the caller names is read, whatever stands in it', async () => {
  const file = 'Tidspunkt;Bomanlegg;Sted;Beløp\n18.11.2026 12:05;Ring;North;32,00\n';
  const statement = readStatement(Buffer.from(file), { station: 'Bomanlegg' });
  const { columns } = await hold(holdAgainst(statement, questionOf([])), {});
  expect(columns.station).toBe('Bomanlegg');
});
