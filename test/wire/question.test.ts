import { expect, test } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import type { ParameterName, QuoteQuestion } from '../../src/wire/parameters.ts';
import { parseQuoteRequest } from '../../src/wire/question.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';
import { table } from '../support/table.ts';

const ENDS = { from: '59.91,10.75', to: '60.39,5.32' };
const TERMS = { nowMs: 0, ferryBounds: NATIONAL_BOUNDS };

/** The whole table of HTTP and terminal is in test/http/route/400 and test/cli/quote. */
function problemOf(question: QuoteQuestion, nameOf?: (name: ParameterName) => string): string {
  try {
    parseQuoteRequest(question, nameOf ? { ...TERMS, nameOf } : TERMS);
  } catch (error) {
    return (error as Fault).publicMessage;
  }
  throw new Error('Expected a fault.');
}

test.each(['refine', 'heavy', 'avoidTolls'] as const)('%s is 1, 0 or empty', (flag) => {
  for (const text of ['true', '2', ' 1', '01'])
    expect(problemOf({ ...ENDS, [flag]: text })).toBe(`${flag} must be 1, 0 or empty.`);
});

test.each(
  table<'text' | 'wanted' | 'because'>(`
    text | wanted | because
         |        | nobody says
    2    |        | it is the same question as when nobody says
    1    | 1      |
    0    | 0      |
  `),
)('"$text" alternatives are read as "$wanted": $because', ({ text, wanted }) => {
  const question = { ...ENDS, ...(text !== '' && { alternatives: text }) };
  const { request } = parseQuoteRequest(question, TERMS);
  expect(request.alternatives).toBe(wanted === '' ? undefined : Number(wanted));
  expect(JSON.stringify(request) === JSON.stringify(parseQuoteRequest(ENDS, TERMS).request)).toBe(
    wanted === '',
  );
});

test('alternatives are a whole number up to two', () => {
  for (const text of ['', '3', '-1', '1.0', '01', ' 1', '1e0', '٢', 'none'])
    expect(problemOf({ ...ENDS, alternatives: text })).toBe(
      'alternatives must be 0, 1, 2 or pareto.',
    );
});

test.each(
  table<'given' | 'problem'>(`
    given                                                 | problem
    valueOfTime=200                                       | valueOfTime needs refine=1: preliminary tolls are no sums to choose by.
    valueOfTime=-1 refine=1                               | valueOfTime must be a number of kroner an hour from 0 to 10000.
    valueOfTime=10000.01 refine=1                         | valueOfTime must be a number of kroner an hour from 0 to 10000.
    valueOfTime= refine=1                                 | valueOfTime must be a number of kroner an hour from 0 to 10000.
    valueOfTime=1e3 refine=1                              | valueOfTime must be a number of kroner an hour from 0 to 10000.
    alternatives=pareto                                   | alternatives is pareto, which needs refine=1: preliminary tolls are no sums to choose by.
    costPerKm=2 refine=1                                  | costPerKm goes with valueOfTime or alternatives=pareto.
    costPerKm=101 valueOfTime=1 refine=1                  | costPerKm must be a number of kroner for each kilometre from 0 to 100.
  `),
)('$given: $problem', ({ given, problem }) => {
  const texts = Object.fromEntries(
    given.split(' ').map((one) => one.split('=') as [string, string]),
  );
  expect(problemOf({ ...ENDS, ...texts })).toBe(problem);
});

test('kroner an hour and a kilometre become øre, and a front has no value of time of its own', () => {
  const moneyFor = (question: QuoteQuestion) =>
    parseQuoteRequest({ ...ENDS, refine: '1', ...question }, TERMS).request.money;
  expect(moneyFor({ valueOfTime: '0' })).toEqual({ hourOre: 0, metreOre: 0, isPareto: false });
  expect(moneyFor({ valueOfTime: '200.5', costPerKm: '2.5' })).toEqual({
    hourOre: 20_050,
    metreOre: 0.25,
    isPareto: false,
  });
  expect(moneyFor({ alternatives: 'pareto' })).toEqual({ metreOre: 0, isPareto: true });
  expect(moneyFor({})).toBeUndefined();
});

test.each<[bearing: string, via: string, wanted: readonly (number | undefined)[] | undefined]>([
  ['', '', undefined],
  ['||', '60,6', undefined],
  ['90', '', [90]],
  ['0|360', '', [0, 360]],
  ['90||270.5', '60,6', [90, undefined, 270.5]],
])('bearing "%s" with via "%s" tells of each stop', (bearing, via, wanted) => {
  const question = { ...ENDS, bearing, via };
  expect(parseQuoteRequest(question, TERMS).request.bearings).toEqual(wanted);
});

test.each([
  ['361', 'bearing must be degrees from 0 to 360, with | between those of several stops.'],
  ['-1', 'bearing must be degrees from 0 to 360, with | between those of several stops.'],
  ['north', 'bearing must be degrees from 0 to 360, with | between those of several stops.'],
  ['90,10', 'bearing must be degrees from 0 to 360, with | between those of several stops.'],
  ['1|2|3', 'bearing has 3 values for 2 stops.'],
])('bearing %s is refused: %s', (bearing, problem) => {
  expect(problemOf({ ...ENDS, bearing })).toBe(problem);
});

test('the asker says what a value is called', () => {
  expect(problemOf({ ...ENDS, heavy: 'x' }, (name) => `--${name}`)).toMatch(/^--heavy must be/);
});

test('without a time the trip begins with this minute, and with one at that very moment', () => {
  const minuteMs = Date.parse('2026-11-20T07:15:00Z');
  const startMsAt = (nowMs: number, startTime?: string) =>
    parseQuoteRequest({ ...ENDS, ...(startTime && { startTime }) }, { ...TERMS, nowMs }).request
      .startMs;
  for (const s of [0, 0.001, 59.999]) expect(startMsAt(minuteMs + s * 1000)).toBe(minuteMs);
  expect(startMsAt(minuteMs + 60_000)).toBe(minuteMs + 60_000);
  expect(startMsAt(0, '2026-11-20T08:15:07.5+01:00')).toBe(minuteMs + 7500);
});

const LENGTHS = table<'metres' | 'class'>(`
  metres | class
  0.01   | AP1
  6      | AP1
  6.001  | AP2
  8      | AP2
  10     | AP3
  12.5   | AP4
  14.5   | AP5
  17.5   | AP6
  19.5   | AP7
  22     | AP8
  22.01  | AP9
  60     | AP9
`);

test.each(LENGTHS)('a vehicle of $metres m is $class', (row) => {
  const { request } = parseQuoteRequest({ ...ENDS, vehicleLength: row.metres }, TERMS);
  expect(request.ferry).toEqual({ ferryClass: row.class, lengthM: Number(row.metres) });
});

test('a day that the year lacks is told as such', () => {
  for (const day of ['2025-02-29', '2026-13-01'])
    for (const clock of ['T08:00:00Z', 'T08:00', ''])
      expect(problemOf({ ...ENDS, startTime: `${day}${clock}` })).toBe(
        `startTime has a day that does not exist: ${day}.`,
      );
});

test('an offset that the clock does not know is refused', () => {
  for (const startTime of ['2026-11-20T08:00:00+24:00', '2026-W47', '2026-02-301T08:00Z'])
    expect(problemOf({ ...ENDS, startTime })).toMatch(/^startTime must be an ISO 8601 date-time/);
});

test.each(
  table<'query' | 'told'>(`
    query                     | told
    Heavy=1                   | Heavy for heavy
    start_time=x&VIA[]=60,10  | start_time for startTime, VIA[] for via
    Heavy=1&heavy=0           |
    utm_source=x&heavier=1    |
  `),
)('of the names in "$query" these seem to mean a parameter: "$told"', ({ query, told }) => {
  const question = { ...ENDS, ...Object.fromEntries(new URLSearchParams(query)) };
  const { misspelt = [] } = parseQuoteRequest(question, TERMS);
  expect(misspelt.map(({ name, meant }) => `${name} for ${meant}`).join(', ')).toBe(told);
});
