/**
 * A month of a sales car: generated, claimed, and held against a statement with planted errors. The first seed is that of
 * `examples/sales-month`, which `npx vitest run test/statement/sales-month.test.ts -u` renews.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../measure/numbers.ts';
import type { StatementQuestion } from '../../src/answer/answer-reconcile.ts';
import { formatOsloInstant, fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { atOnce } from '../../src/base/steps.ts';
import { formatAmount } from '../../src/batch/format-expense.ts';
import { journeyCommand } from '../../src/cli/journey.ts';
import { reconcileCommand } from '../../src/cli/reconcile.ts';
import { loadAllowance, loadCalendar } from '../../src/facts/load-country.ts';
import { loadTolls } from '../../src/facts/load-tolls.ts';
import type { TollLine } from '../../src/pricing/toll/bill.ts';
import { amountOf } from '../../src/pricing/toll/four-ways.ts';
import type { TollVehicle } from '../../src/pricing/toll/terms.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { reconcile as stepReconcile } from '../../src/statement/reconcile.ts';
import type { BilledPassage, Finding } from '../../src/statement/statement.ts';
import { type Journey, type JourneyRequest, priceJourney } from '../../src/trip/journey.ts';
import { formatJourney } from '../../src/wire/format-journey.ts';
import type { ParsedJourney } from '../../src/wire/read-journey.ts';
import { run } from '../support/terminal.ts';
import { openTripDesk } from '../support/trip-desk.ts';

const tolls = loadTolls({ bundled: DATA_DIR });
const calendar = loadCalendar(DATA_DIR);
const TAGGED = amountOf({ size: 'small', tagged: true });

const reconcile = (...asked: Parameters<typeof stepReconcile>) => atOnce(stepReconcile(...asked));

/** Four drives on each working day of November 2026, past one to three stations of Oslo and Bergen. */
function salesMonth(seed = 23) {
  const random = seeded(seed);
  const towns = ['oslo', 'bergen'].map((project) =>
    tolls.stations.filter((one) => one.project.id === project && one.tariffs.length > 0),
  );
  return Array.from({ length: 30 }, (_, i) => i + 1)
    .filter((day) => ![0, 6].includes(new Date(Date.UTC(2026, 10, day)).getUTCDay()))
    .flatMap((day) =>
      [8, 10, 12, 16].map((hour) => {
        const stations = towns[hour > 12 ? 1 : 0] ?? [];
        const count = 1 + Math.floor(random() * 3);
        let minute = Math.floor(random() * 12);
        const passages = Array.from({ length: count }, () => {
          minute += 5 + Math.floor(random() * 12);
          const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
          const atMs = fromOsloWallClock(`2026-11-${String(day).padStart(2, '0')}T${clock}`);
          const station = stations[Math.floor(random() * stations.length)];
          return { stationId: station?.id ?? '', atMs };
        });
        return { passages };
      }),
    );
}

const requestOf = (
  seed?: number,
  facts: Partial<JourneyRequest> = {},
): JourneyRequest & { readonly vehicle: TollVehicle } => ({
  drives: salesMonth(seed),
  size: 'small',
  vehicle: { size: 'small', tagged: true, fuel: 'diesel' },
  ferry: { ferryClass: 'AP1' },
  usedBefore: { 'oslo-a': 100 },
  ...facts,
});
const priceMonth = (asked: JourneyRequest) =>
  priceJourney(asked, {
    tolls,
    calendar,
    quote: async () => Promise.reject(new Error('Expected no plan.')),
  });
const request = requestOf();
const journey = await priceMonth(request);

/** What an operator who makes no mistake sends. */
const billOf = ({ toll }: Journey, way = TAGGED): readonly BilledPassage[] =>
  toll.lines.map(({ price, charges, vehicle }, i) => ({
    line: i + 2,
    atMs: price.atMs,
    station: price.station.id,
    ore: vehicle?.charge.ore ?? charges[way].ore,
  }));
const right = billOf(journey);
const passedDrives = ({ drives }: JourneyRequest) =>
  drives.flatMap((drive) => ('passages' in drive ? [drive] : []));
const passagesOf = (asked: JourneyRequest) =>
  passedDrives(asked).flatMap(({ passages }) => passages);
const driven = passagesOf(request);
const terms = { ...request, tolls, calendar };
const ANSWER_TERMS = {
  ...{ dataVersion: 'v', dataHash: '0'.repeat(64), attribution: '', computedAtMs: 0 },
  rates: loadAllowance(DATA_DIR),
};

/** The same with a line twice, an hour that is billed again, and a passage without the tag. */
function plantErrors() {
  const { lines } = journey.toll;
  const paid = right.findIndex(({ ore }) => ore > 0);
  const untagged = right.findIndex(
    ({ ore }, i) => i > paid + 5 && ore > 0 && lines[i]?.charges[TAGGED].isDearestOfHour === false,
  );
  const freed = right.findIndex((_, i) => lines[i]?.charges[TAGGED].free?.rule === 'hour-rule');
  const ownOre = lines[freed]?.price.small?.tagged.ore ?? 0;
  const fullOre = lines[untagged]?.price.small?.untagged.ore ?? 0;
  const rows = right.map((row, i) =>
    i === freed ? { ...row, ore: ownOre } : i === untagged ? { ...row, ore: fullOre } : row,
  );
  const again = { ...(right[paid] as BilledPassage), line: right.length + 2 };
  const planted = [
    ['billed-twice', again.line, again.ore / 100],
    ['hour-rule-not-applied', freed + 2, ownOre / 100],
    ['tag-not-used', untagged + 2, (fullOre - (right[untagged]?.ore ?? 0)) / 100],
  ] as const;
  return { rows: [...rows, again], planted };
}

const told = (findings: readonly Finding[]) =>
  findings.map(({ kind, line, billedOre, expectedOre = 0 }) => [
    kind,
    line,
    (billedOre - expectedOre) / 100,
  ]);

describe('a month of a sales car', () => {
  test('has 84 drives, hours that several drives share, and a cap that is met', () => {
    const { lines, total } = journey.toll;
    const rules = lines.flatMap(({ charges }) => charges[TAGGED].free?.rule ?? []);
    expect(journey.drives).toHaveLength(84);
    expect(new Set(rules)).toEqual(new Set(['hour-rule', 'monthly-cap']));
    const sum = journey.drives.reduce((all, { toll }) => all + toll.total.smallOre, 0);
    expect(sum).toBe(total.smallOre);
  });

  test('is a claim of all drives, with allowance and tolls to the øre', () => {
    const claims = request.drives.map(() => ({ km: 20, purpose: 'Kundebesøk' }));
    const question = { request, claims, named: [], lengthIgnored: false, allowance: true as const };
    const answer = formatJourney(journey, question, ANSWER_TERMS);
    expect(answer.claim).toMatchObject({ from: '2026-11-02', to: '2026-11-30', km: 84 * 20 });
    expect(answer.claim?.allowanceNok).toBe(84 * 20 * 5.3);
    expect(answer.claim?.tollNok).toBe(journey.toll.total.smallOre / 100);
  });

  test('is billed right by a statement that has what it cost: nothing is found', () => {
    for (const drives of [driven, undefined]) {
      const { findings, billedOre, expectedOre } = reconcile(right, drives, terms);
      expect(findings).toEqual([]);
      expect(billedOre).toBe(expectedOre);
    }
  });

  test('is found to be billed wrong by three planted errors, and by nothing else', () => {
    const { rows, planted } = plantErrors();
    const { findings, billedOre, expectedOre } = reconcile(rows, driven, terms);
    expect(told(findings).toSorted()).toEqual(planted.toSorted());
    expect(findings.every(({ reason }) => /^[A-ZÆØÅ].*\.$/.test(reason))).toBe(true);
    const sum = planted.reduce((all, [, , nok]) => all + Number(nok), 0);
    expect((billedOre - expectedOre) / 100).toBeCloseTo(sum, 9);
  });

  test('a line that is left out and one that was never driven are found', () => {
    const gone = right.findIndex(({ ore }, i) => ore > 0 && i > 20);
    const stranger = {
      line: 500,
      atMs: fromOsloWallClock('2026-11-15T03:00'),
      station: right[0]?.station ?? '',
      ore: 3360,
    };
    const { findings } = reconcile(
      [...right.filter((_, i) => i !== gone), stranger],
      driven,
      terms,
    );
    expect(
      told(findings)
        .map(([kind]) => kind)
        .toSorted(),
    ).toEqual(['not-billed', 'not-driven']);
  });
});

describe('the month of examples/sales-month', async () => {
  const folder = join(import.meta.dirname, '../../examples/sales-month');
  const nameOf = (id: string) => tolls.findStation(id)?.name ?? id;
  const drives = passedDrives(request).map(({ passages }) => ({
    from: 'Kontoret',
    to: 'Kunden',
    purpose: 'Kundebesøk',
    km: 20,
    passages: passages.map(({ stationId, atMs }) => ({ stationId, at: formatOsloInstant(atMs) })),
  }));
  const question = `{
  "claimant": { "name": "Kari Dikt", "employer": "Fiktiv AS" },
  "fuel": "diesel",
  "passagesThisMonth": "oslo-a:100",
  "drives": [
${drives.map((drive) => `    ${JSON.stringify(drive)}`).join(',\n')}
  ]
}
`;
  const statement = plantErrors().rows.map(({ atMs, station, ore }) => {
    const [year, month, day] = formatOsloInstant(atMs).slice(0, 10).split('-');
    const clock = formatOsloInstant(atMs).slice(11, 16);
    return `${day}.${month}.${year};${clock};${nameOf(station)};${formatAmount(ore / 100)}\n`;
  });

  test('is what its seed gives', async () => {
    await expect(question).toMatchFileSnapshot(join(folder, 'journey.json'));
    const head = 'Dato;Klokkeslett;Bomstasjon;Beløp\n';
    await expect(head + statement.join('')).toMatchFileSnapshot(join(folder, 'statement.csv'));
  });

  test('gives the claim and the findings that docs/journeys.md shows', async () => {
    const answers = {
      answerJourney: async (asked: ParsedJourney) =>
        formatJourney(await priceMonth(asked.request), asked, ANSWER_TERMS),
      answerReconcile: async ({
        statement: { rows, ...left },
        request: asked,
      }: StatementQuestion) => ({
        ...reconcile(rows, passagesOf(asked), { ...terms, ...asked }),
        ...left,
      }),
    };
    const files = Object.fromEntries(
      ['journey.json', 'statement.csv'].map((name) => [
        `examples/sales-month/${name}`,
        readFileSync(join(folder, name)),
      ]),
    );
    const { desk, written } = openTripDesk(answers, { files });
    const page = readFileSync(join(import.meta.dirname, '../../docs/journeys.md'), 'utf8');
    const [, claim = '', check = ''] =
      /^## A month, shown$[\s\S]*?^```\n([\s\S]*?)^```$[\s\S]*?^```\n([\s\S]*?)^```$/m.exec(page) ??
      [];
    const askOf = (shown: string) => (/^\$ veipris (.*)$/m.exec(shown)?.[1] ?? '').split(' ');
    const claimed = await run([journeyCommand(desk)], ...askOf(claim));
    expect([claimed.code, claim]).toEqual([0, expect.stringContaining(claimed.err.at(-1) ?? '?')]);
    const sums = String(written.get('claim.csv')).trim().split('\r\n').at(-1);
    expect(claim).toContain(sums);
    const checked = await run([reconcileCommand(desk)], ...askOf(check));
    expect(check.split('\n').slice(1).join('\n').trim()).toBe(checked.out);
  });
});

/** What an operator does wrong with a line; absent: the mistake cannot be made there. */
type Mistake = (line: TollLine, row: BilledPassage) => Partial<BilledPassage> | undefined;
const ownOre = ({ price }: TollLine) => price.small?.tagged.ore;
const freeBy =
  (rule: string): Mistake =>
  (line) =>
    line.charges[TAGGED].free?.rule === rule ? { ore: ownOre(line) ?? 0 } : undefined;
const rushTurned =
  (isRush: boolean): Mistake =>
  (line, { ore }) => {
    const { small, ordinary } = line.price;
    const { ore: usual, rushOre } = ordinary?.tariff.small ?? {};
    const [from, to] = isRush ? [rushOre, usual] : [usual, rushOre];
    const isOf = (small?.rush === 'yes') === isRush && ore === ownOre(line);
    return isOf && from && to && from !== to ? { ore: Math.round((ore * to) / from) } : undefined;
  };
const paid =
  (mistake: Mistake): Mistake =>
  (line, row) =>
    row.ore > 0 && row.ore === ownOre(line) ? mistake(line, row) : undefined;

const MISTAKES: readonly (readonly [kind: Finding['kind'], mistake: Mistake])[] = [
  ['tag-not-used', paid(({ price }) => ({ ore: price.small?.untagged.ore ?? 0 }))],
  ['wrong-class', paid(({ price }) => price.large && { ore: price.large.tagged.ore })],
  ['rush-charged', rushTurned(false)],
  ['rush-not-charged', rushTurned(true)],
  ['hour-rule-not-applied', freeBy('hour-rule')],
  ['cap-not-applied', freeBy('monthly-cap')],
  // A fifth is taken off with a tag: with tax on top the price is that without.
  ['tag-not-used', paid((_, { ore }) => ({ ore: Math.round(ore * 1.25) }))],
  ['vat-added', paid((_, { ore }) => ({ vatOre: Math.round(ore / 5) }))],
  ['other-amount', paid((_, { ore }) => ({ ore: ore + 1 }))],
];

describe.each([23, 7])('any month of a sales car, seed %i', async (seed) => {
  const asked = requestOf(seed);
  const month = await priceMonth(asked);
  const bill = billOf(month).map((row) => ({ ...row, plate: 'QQ10001' }));
  const held = { ...asked, tolls, calendar, plate: 'QQ10001' };

  const listPossible = (mistake: Mistake) =>
    month.toll.lines.flatMap((line, i) => {
      const wrong = mistake(line, bill[i] as BilledPassage);
      return wrong === undefined ? [] : [[i, wrong] as const];
    });
  const reconcileWith = (planted: ReadonlyMap<number, Partial<BilledPassage>>) => {
    const rows = bill.map((row, i) => ({ ...row, ...planted.get(i), plate: 'QQ10001' }));
    const moreOre =
      rows.reduce((sum, { ore }) => sum + ore, 0) - bill.reduce((sum, { ore }) => sum + ore, 0);
    const { findings, billedOre, expectedOre } = reconcile(rows, passagesOf(asked), held);
    const found = findings.map(({ kind, line }) => [kind, line]);
    return { found: found.toSorted(), excessOre: billedOre - expectedOre, moreOre };
  };

  test.each(MISTAKES)(
    '%s is found on each line where it is made, and nothing else',
    (kind, make) => {
      const possible = listPossible(make);
      expect(possible.length).toBeGreaterThan(0);
      const every = Math.ceil(possible.length / 12);
      const planted = new Map(possible.filter((_, n) => n % every === 0));
      const { found, excessOre, moreOre } = reconcileWith(planted);
      expect(found).toEqual([...planted.keys()].map((i) => [kind, i + 2]).toSorted());
      expect(excessOre).toBe(moreOre);
    },
  );

  test.each(MISTAKES)('%s is found where it is the only mistake, to the øre', (kind, make) => {
    const possible = listPossible(make);
    const one = possible[Math.floor(possible.length / 2)];
    if (one === undefined) throw new Error('Expected a line where it can be made.');
    const { found, excessOre, moreOre } = reconcileWith(new Map([one]));
    expect(found).toEqual([[kind, one[0] + 2]]);
    expect(excessOre).toBe(moreOre);
  });

  test('a line of another plate is counted, and no finding', () => {
    const other = { ...(bill[0] as BilledPassage), line: 900, plate: 'QQ10009' };
    const checked = reconcile([...bill, other], passagesOf(asked), held);
    expect(checked.findings).toEqual([]);
    expect(checked.otherPlates).toEqual({ lines: 1, ore: other.ore });
    expect(checked.billedOre).toBe(checked.expectedOre);
  });

  test.each([
    ['a small vehicle with a tag', {}],
    ['a small electric one', { vehicle: { size: 'small', tagged: true, fuel: 'electric' } }],
    [
      'a large diesel of Euro VI',
      {
        size: 'large',
        vehicle: { size: 'large', tagged: true, fuel: 'diesel', euroClass: 6 },
      },
    ],
    ['one without a tag', { vehicle: { size: 'small', tagged: false } }],
    ['one of which nothing is told', { vehicle: { size: 'small', tagged: true } }],
  ] as const)('a right statement of %s has no finding', async (_, facts) => {
    const own = requestOf(seed, facts as Partial<JourneyRequest>);
    const right = billOf(await priceMonth(own));
    for (const drives of [passagesOf(own), undefined])
      expect(reconcile(right, drives, { ...own, tolls, calendar }).findings).toEqual([]);
  });
});
