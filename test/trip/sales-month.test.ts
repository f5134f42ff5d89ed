/** A month of a sales car: generated, claimed, and held against a statement with planted errors. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { loadAllowance } from '../../src/facts/load-allowance.ts';
import { loadCalendar, loadNorway } from '../../src/facts/load-country.ts';
import { loadTolls } from '../../src/facts/load-tolls.ts';
import { amountOf } from '../../src/pricing/toll/four-ways.ts';
import { type JourneyRequest, priceJourney } from '../../src/trip/journey.ts';
import { type BilledPassage, type Finding, reconcile } from '../../src/trip/reconcile.ts';
import { formatJourney } from '../../src/wire/format-journey.ts';
import { partsOf } from '../support/trip-scene.ts';

const DATA = join(import.meta.dirname, '../../data');
const tolls = loadTolls(DATA, loadNorway(DATA));
const calendar = loadCalendar(DATA);
const TAGGED = amountOf({ size: 'small', tagged: true });

/** Numbers from 0 up to 1, the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Four drives on each working day of November 2026, past one to three stations of Oslo and Bergen. */
function salesMonth() {
  const random = seeded(23);
  const towns = ['oslo', 'bergen'].map((project) =>
    tolls.stations.filter((one) => one.project.id === project && one.tariffs.length > 0),
  );
  return Array.from({ length: 30 }, (_, i) => i + 1)
    .filter((day) => ![0, 6].includes(new Date(Date.UTC(2026, 10, day)).getUTCDay()))
    .flatMap((day) =>
      [8, 10, 12, 16].map((hour) => {
        const stations = towns[hour > 12 ? 1 : 0] ?? [];
        const count = 1 + Math.floor(random() * 3);
        let minute = Math.floor(random() * 20);
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

const request: JourneyRequest = {
  drives: salesMonth(),
  size: 'small',
  ferry: { ferryClass: 'AP1' },
  usedBefore: { 'oslo-a': 100 },
};
const parts = partsOf([]);
const journey = await priceJourney(request, {
  tolls,
  calendar,
  ferries: parts.ferries,
  quote: async () => Promise.reject(new Error('Expected no plan.')),
});

/** What an operator who makes no mistake sends. */
const right: readonly BilledPassage[] = journey.toll.lines.map(({ price, charges }, i) => ({
  line: i + 2,
  atMs: price.atMs,
  station: price.station.id,
  ore: charges[TAGGED].ore,
}));
const driven = request.drives.flatMap((drive) => ('passages' in drive ? drive.passages : []));
const terms = { ...request, tolls, calendar };

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
    const answer = formatJourney(journey, question, {
      dataVersion: 'v',
      dataHash: '0'.repeat(64),
      attribution: '',
      computedAtMs: 0,
      rates: loadAllowance(DATA),
    });
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
    const lines = journey.toll.lines;
    const paid = right.findIndex(({ ore }) => ore > 0);
    const untagged = right.findIndex(
      ({ ore }, i) =>
        i > paid + 5 && ore > 0 && lines[i]?.charges[TAGGED].isDearestOfHour === false,
    );
    const freed = right.findIndex((_, i) => lines[i]?.charges[TAGGED].free?.rule === 'hour-rule');
    const ownOre = lines[freed]?.price.small?.tagged.ore ?? 0;
    const fullOre = lines[untagged]?.price.small?.untagged.ore ?? 0;
    const wrong = right.map((row, i) =>
      i === freed ? { ...row, ore: ownOre } : i === untagged ? { ...row, ore: fullOre } : row,
    );
    const again = { ...(right[paid] as BilledPassage), line: 999 };
    const { findings, billedOre, expectedOre } = reconcile([...wrong, again], driven, terms);
    const planted = [
      ['billed-twice', 999, again.ore / 100],
      ['hour-rule-not-applied', freed + 2, ownOre / 100],
      ['tag-not-used', untagged + 2, (fullOre - (right[untagged]?.ore ?? 0)) / 100],
    ];
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
