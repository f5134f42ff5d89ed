import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { Batch, BatchResult } from '../../src/batch/price-batch.ts';
import { quoteCommand } from '../../src/cli/quote.ts';
import type { ParsedQuestion } from '../../src/wire/question.ts';
import type { RouteAnswer } from '../../src/wire/route.ts';
import { answer, billingRoute, fallbackAnswer } from '../support/answer.ts';
import { run } from '../support/terminal.ts';
import { openTripDesk } from '../support/trip-desk.ts';

const ENDS = ['--from', '59.91,10.75', '--to', '60.39,5.32'];
const START = '2026-11-20T12:00:00+01:00';

/** Runs the command over one answer, and keeps what was asked. */
async function quote(
  args: readonly string[],
  given: RouteAnswer | Fault = answer(),
  ended: BatchResult = { rows: 0, before: 0, errors: 0 },
) {
  const asked: ParsedQuestion[] = [];
  const { desk, written } = openTripDesk(
    {
      answerRoute: async (question) => {
        asked.push(question);
        if (given instanceof Fault) throw given;
        return given;
      },
    },
    { nowMs: Date.parse(START) },
  );
  const batches: Batch[] = [];
  const command = quoteCommand(desk, async (batch) => {
    batches.push(batch);
    return ended;
  });
  return { ...(await run([command], 'quote', ...args)), asked, written, batches };
}

describe('what is asked', () => {
  test('a trip is refined unless --no-refine says otherwise', async () => {
    expect((await quote(ENDS)).asked[0]?.request.refine).toBe(true);
    expect((await quote([...ENDS, '--no-refine'])).asked[0]?.request.refine).toBe(false);
  });

  test('every option reaches the question', async () => {
    const { asked } = await quote([
      ...ENDS,
      ...['--via', '60.1,9.1', '--via', '60.2,8.2', '--start-time', '2026-11-20T08:00:00+01:00'],
      ...['--heavy', '--avoid-tolls', '--vehicle-length', '18'],
    ]);
    expect(asked[0]?.request).toEqual({
      from: { lat: 59.91, lon: 10.75 },
      to: { lat: 60.39, lon: 5.32 },
      via: [
        { lat: 60.1, lon: 9.1 },
        { lat: 60.2, lon: 8.2 },
      ],
      startMs: Date.parse('2026-11-20T07:00:00Z'),
      avoidTolls: true,
      refine: true,
      size: 'large',
      ferry: { ferryClass: 'AP7', lengthM: 18 },
    });
  });

  test('every option about one vehicle reaches the question', async () => {
    const { asked } = await quote([
      ...ENDS,
      ...['--plate', 'qq 10001', '--fuel', 'diesel', '--euro-class', '6', '--weight', '26000'],
      ...['--tag', '0', '--ferry-agreement', 'business', '--trailer-length', '8.5'],
    ]);
    expect(asked[0]?.asked).toEqual({
      heavy: false,
      plate: 'QQ10001',
      fuel: 'diesel',
      euroClass: 6,
      weightKg: 26_000,
      tagged: false,
      agreement: 'business',
      trailerM: 8.5,
    });
  });

  test('--alternatives says how many other routes are wanted; two where it is left out', async () => {
    const wantedBy = async (args: readonly string[]) =>
      (await quote([...ENDS, ...args])).asked[0]?.request.alternatives;
    expect(await wantedBy(['--alternatives', '0'])).toBe(0);
    expect(await wantedBy(['--alternatives', '1'])).toBe(1);
    expect(await wantedBy([])).toBeUndefined();
  });

  test('--ferry-class wins over --vehicle-length', async () => {
    const { asked } = await quote([...ENDS, '--ferry-class', 'MC', '--vehicle-length', '18']);
    expect(asked[0]?.request.ferry).toEqual({ ferryClass: 'MC' });
  });
});

describe('wrong usage is exit code 2 before anything is opened, and names the option', () => {
  test.each([
    [['--to', '60,5'], '--from is missing'],
    [['--from', '59.91,10.75'], '--to is missing'],
    [[...ENDS, '--from', '1,1'], '--from must be given once'],
    [[...ENDS, '--start-time', 'now'], '--start-time must be an ISO 8601'],
    [[...ENDS, '--ferry-class', 'AP0'], '--ferry-class must be MC'],
    [[...ENDS, '--vehicle-length', '61'], '--vehicle-length must be'],
    [[...ENDS, '--via', '1'], '--via point 1 must be'],
    [[...ENDS, '--plate', 'Q'], '--plate must be 2 to 7 letters'],
    [[...ENDS, '--euro-class', '7'], '--euro-class must be 1 to 6'],
    [[...ENDS, '--trailer-length', '0'], '--trailer-length must be a number of metres'],
    [[...ENDS, '--alternatives', '3'], '--alternatives must be 0, 1, 2 or pareto'],
    [[...ENDS, '--fast'], "Unknown option '--fast'"],
    [[...ENDS, '--heavy=1'], "Option '--heavy' does not take an argument"],
    [[...ENDS, 'Bergen'], "Unexpected argument 'Bergen'"],
    [['--from'], "Option '--from <value>' argument missing"],
    [
      [...ENDS, '--value-of-time', '200', '--no-refine'],
      '--value-of-time goes without --no-refine: preliminary tolls are no sums to choose by',
    ],
    [
      [...ENDS, '--alternatives', 'pareto', '--no-refine'],
      '--alternatives is pareto, which goes without --no-refine',
    ],
    [
      [...ENDS, '--cost-per-km', '2'],
      '--cost-per-km goes with --value-of-time or --alternatives=pareto',
    ],
    [['--out', 'priced.csv'], '--out needs --batch'],
    [['--batch', 'trips.csv', '--via', '60,9'], '--via and --batch exclude each other'],
    [['--batch', 'trips.csv', '--json'], '--json and --batch exclude each other'],
    [['--batch', 'trips.csv', '--out', ''], 'a file must have a name'],
    [['--batch', 'trips.csv', '--expense', 'a.csv'], '--expense goes with one trip'],
    [['--batch', 'trips.csv', '--allowance'], '--allowance goes with one trip'],
  ])('%j: %s', async (args, sentence) => {
    const { code, out, err, asked } = await quote(args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toHaveLength(1);
    expect(err[0]).toContain(`veipris quote: ${sentence}`);
    expect(err[0]).toMatch(/; see veipris quote --help$/);
    expect(asked).toEqual([]);
  });
});

test('no drivable route is exit code 1', async () => {
  const { code, err } = await quote(ENDS, new Fault('route_not_possible', 'No road leads there.'));
  expect(code).toBe(1);
  expect(err.at(-1)).toBe('veipris quote: No road leads there.');
});

test('a parameter that only the facts refuse is exit code 2', async () => {
  const unknown = 'passagesThisMonth names a group that does not exist: the groups are oslo-a.';
  const { code, out, err } = await quote(ENDS, new Fault('invalid_parameter', unknown));
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err.at(-1)).toBe(
    'veipris quote: passagesThisMonth names a group that does not exist: the groups are oslo-a; see veipris quote --help',
  );
});

test('--json prints the answer of the API, and progress stays on standard error', async () => {
  const { out, err } = await quote([...ENDS, '--json']);
  expect(JSON.parse(out)).toEqual(answer());
  expect(err).toEqual(['building']);
});

describe('the table', () => {
  test('shows route, stations, ferries, sums and notes', async () => {
    expect((await quote(ENDS)).out).toBe(
      `Recommended route: 1234.6 km, 13 h 33 min, departure 2026-11-20 12:00

Toll, small vehicle  operator       passed  with tag  without  why
Sinsen               Fjellinjen AS  12:05      33.60    42.00  dearest of hour

Passed without charge  operator       passed  rule
Alnabru                Fjellinjen AS  12:09   hour rule, paid at Sinsen

Tariff not known, not in the sum  operator       passed
Nyheim                            Fjellinjen AS  13:09

Ferry        class    km    time  ordinary  zero emission  agreement  tariff
Moss-Horten  AP1    10.1  30 min    125.00          62.50      62.50  Moss-Horten, from 2026-01-01 (estimate)

Ferries without a price, not in the sum
- Andenes-Gryllefjord, 37.5 km: The operator publishes no fares.

Sum, NOK                            with tag  without
Toll, small vehicle                    33.60    42.00
Toll, large vehicle                   161.00   161.00
Ferries, AP1 (agreement, ordinary)     62.50   125.00

Note
- The price is that of diesel.
- No toll-free route was found.

Source: veipris-osm; data test. © Kartverket`,
    );
  });

  test('--heavy shows the amounts of the large vehicle beside the stations', async () => {
    const { out } = await quote([...ENDS, '--heavy']);
    expect(out).toContain('Toll, large vehicle  operator       passed  with tag  without');
    expect(out).toMatch(/Sinsen .* 161\.00 {3}161\.00/);
  });

  test('one vehicle has a line of its own, and its size stands beside the stations', async () => {
    const sums = { tollNok: 91, ferryNok: 62.5, totalNok: 153.5 };
    const told = <Value>(value: Value) => ({ value, from: 'plate' }) as const;
    const vehicle = {
      tariffGroup: told(2 as const),
      tag: told(true),
      ferryClass: told('AP3' as const),
      ferryAgreement: told('none' as const),
    };
    const shown = async (estimated: boolean, bounds = {}) => {
      const { _billing, routes } = answer({ vehicle: { ...sums, ...bounds, estimated } });
      const given = { routes, _billing: { ..._billing, vehicle } };
      return (await quote([...ENDS, '--plate', 'QQ10001'], given)).out;
    };
    expect(await shown(false)).toContain('This vehicle: 153.50 NOK (toll 91.00, ferries 62.50)\n');
    expect(await shown(true)).toContain('ferries 62.50), an estimate\n');
    expect(await shown(true, { tollMin: 12.5, tollMax: 91 })).toContain(
      'This vehicle: 153.50 NOK (toll 91.00, between 12.50 and 91.00, ferries 62.50), an estimate\n',
    );
    expect(await shown(true)).toContain('Toll, large vehicle  operator');
  });

  test('a passage after midnight says how many days after departure', async () => {
    const [station] = billingRoute().chargedStations;
    if (station === undefined) throw new Error('Expected a station.');
    const late = { ...station, passedAt: '2026-11-21T00:26:53+01:00' };
    const { out } = await quote(ENDS, answer({ chargedStations: [late] }));
    expect(out).toContain('00:26 +1');
  });

  test('a route without toll or ferry says so, and has no ferry sum', async () => {
    const nothing = { chargedStations: [], freePassages: [], unpricedStations: [], ferries: [] };
    const { ferryUnpriced: _, ...bare } = billingRoute();
    const given = answer();
    const route = { ...bare, ...nothing, warnings: [], ferryCount: 0, ferryPriced: true };
    const { out } = await quote(ENDS, {
      ...given,
      _billing: { ...given._billing, routes: [route] },
    });
    expect(out).toContain('No toll station on the way.');
    expect(out).not.toMatch(/Ferr|Note/);
  });

  test('where a station may have been passed, it is not said that none was', async () => {
    const nothing = { chargedStations: [], freePassages: [], unpricedStations: [] };
    const given = answer();
    const route = { ...billingRoute(), ...nothing, tollMin: 0, tollMax: 56 };
    const { out } = await quote(ENDS, {
      ...given,
      _billing: { ...given._billing, routes: [route] },
    });
    expect(out).toContain('No toll station was surely passed.');
    expect(out).not.toContain('No toll station on the way');
  });

  test('other routes have a line each', async () => {
    const given = answer();
    const other = { ...billingRoute(), routeId: '2', distance: 1000, ferryPriced: true };
    const unpriced = { ...other, ferryPriced: false };
    const routes = [billingRoute(), other, unpriced, { ...other, ferryCount: 0, ferryNok: 0 }];
    const { out } = await quote(ENDS, { ...given, _billing: { ...given._billing, routes } });
    expect(out).toMatch(/Other routes .*\n2 +1\.0 km +13 h 33 min +33\.60 +42\.00 +125\.00\n/);
    expect(out).toMatch(/\n3 +1\.0 km +13 h 33 min +33\.60 +42\.00 +125\.00 \+ not priced\n/);
    expect(out).toMatch(/\n4 +1\.0 km +13 h 33 min +33\.60 +42\.00\s*\n/);
  });

  test('ways that are chosen by money say why, what they save, and that there may be better ones', async () => {
    const given = answer();
    const fastest = { nok: 0, durationMin: 0 };
    const sums = (totalNok: number, estimated: boolean) => ({
      tollNok: totalNok,
      ferryNok: 0,
      totalNok,
      estimated,
    });
    const complete = { complete: true, missing: [] };
    const choose = (reasons: string[], againstFastest: typeof fastest) => ({
      choice: { reasons, moneyNok: 1, againstFastest },
    });
    const routes = [
      {
        ...billingRoute(),
        ...choose(['best at 200 NOK/h'], { nok: -22.4, durationMin: 2.5 }),
        vehicle: sums(207.2, false),
      },
      {
        ...billingRoute(),
        ...complete,
        ...choose(['fastest'], fastest),
        vehicle: sums(229.6, false),
      },
      {
        ...billingRoute(),
        ...choose(['cheapest', 'without ferry'], { nok: -189.6, durationMin: 212.2 }),
        vehicle: sums(40, true),
      },
      {
        ...billingRoute(),
        ...choose(['without ferry'], { nok: 0, durationMin: 12 }),
        vehicle: sums(229.6, false),
      },
    ];
    const { out } = await quote([...ENDS, '--value-of-time', '200'], {
      ...given,
      _billing: { ...given._billing, searchCut: true, routes },
    });
    expect(out).toContain(
      'departure 2026-11-20 12:00\n\nChosen by money and time: best at 200 NOK/h; 22.40 NOK less and 2.5 min longer than the fastest.\nThe search met its bound: there may be better ways than these.\n',
    );
    expect(out).toMatch(/Other routes .* ferries +this vehicle +why\n/);
    expect(out).toMatch(/\n2 .* 229\.60 {2}fastest\n/);
    expect(out).toMatch(
      /\n3 .* 40\.00 \(estimate\) \+ not known {2}cheapest, without ferry; 189\.60 NOK less and 212\.2 min longer than the fastest\n/,
    );
    expect(out).toMatch(/\n4 .* {2}without ferry; 12\.0 min longer than the fastest\n/);
  });

  test('--allowance shows the lines of the claim and their sum', async () => {
    const line = { date: '2026-11-20', vatNok: 0, estimated: false, proof: 'p' };
    const given = answer({
      lines: [
        {
          ...line,
          kind: 'kilometres',
          name: 'Kilometres',
          amountOf: 'allowance',
          km: 24.6,
          rateNok: 5.3,
          nok: 130.38,
        },
        { ...line, kind: 'toll', name: 'Sinsen', amountOf: 'tollSmall', nok: 33.6 },
        {
          ...line,
          kind: 'ferry',
          name: 'Moss-Horten',
          amountOf: 'ferryNok',
          nok: 125,
          estimated: true,
        },
      ],
      linesNok: 288.98,
      allowanceNok: 130.38,
    });
    const { out } = await quote([...ENDS, '--allowance'], given);
    expect(out).toContain(
      `Line of a claim       km  rate                NOK
Kilometres          24.6  5.30             130.38
toll: Sinsen                                33.60
ferry: Moss-Horten              125.00 (estimate)
Sum                                        288.98`,
    );
    expect((await quote(ENDS)).out).not.toContain('Line of a claim');
  });

  test('preliminary tolls are called so, and a fallback says that it is one', async () => {
    expect((await quote(ENDS, fallbackAnswer())).out).toContain(
      'Exact matching was not possible: the toll is preliminary',
    );
    const { routes, _billing: billing } = answer({ tollEstimated: true });
    const preliminary = { routes, _billing: { ...billing, refined: false } };
    expect((await quote([...ENDS, '--no-refine'], preliminary)).out).toContain(
      'Exact matching was not asked for',
    );
  });
});

test('--expense asks for the lines of the trip and writes those of the recommended route, and names what has no price', async () => {
  const run = await quote([...ENDS, '--expense', 'claim.csv', '--explain']);
  expect(run.asked[0]).toMatchObject({ lines: true, explain: true });
  expect(run.written.get('claim.csv')).toMatch(/^\uFEFFdate;time;kind;/);
  expect(run.err).toContain('Lines written to claim.csv: 0.');
  for (const name of ['Nyheim', 'Andenes-Gryllefjord'])
    expect(run.err).toContain(`Not among them, because its price is not known: ${name}.`);
});

test('--batch prices the rows of a file with the options', async () => {
  const args = ['--batch', 'trips.csv', '--out', 'priced.csv', '--heavy', '--no-refine'];
  const { batches, out } = await quote(args);
  const defaults = { heavy: '1', refine: '0' };
  expect(batches).toEqual([{ inPath: 'trips.csv', outPath: 'priced.csv', defaults }]);
  expect(out).toBe('');
});

test.each<[BatchResult, string]>([
  [{ rows: 3, before: 0, errors: 1 }, 'priced 2 of 3 rows, 1 with an error'],
  [
    { rows: 3, before: 2, errors: 1 },
    'priced 2 of 3 rows, 1 with an error; 2 rows were there already; of all 5 rows 1 have an error',
  ],
  [
    { rows: 0, before: 1, errors: 0, mended: 0, unmended: 1 },
    'priced 0 of 0 rows, 0 with an error; 1 rows were there already, 1 of them with an error until now, of which 0 have a price; of all 1 rows 1 have an error',
  ],
  [
    { rows: 2, before: 9, errors: 1, mended: 2, unmended: 3 },
    'priced 1 of 2 rows, 1 with an error; 9 rows were there already, 5 of them with an error until now, of which 2 have a price; of all 11 rows 4 have an error',
  ],
])(
  'a batch that ends with %j says what it did, and how many rows of the result have an error',
  async (ended, line) => {
    expect((await quote(['--batch', 'trips.csv'], undefined, ended)).err).toEqual([line]);
  },
);
