/** Every proof is checked by hand: recomputed from the proof alone, as docs/pricing.md explains. */
import { expect, test } from 'vitest';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { priceTolls } from '../../src/pricing/toll/bill.ts';
import type { CapUse, TollVehicle } from '../../src/pricing/toll/terms.ts';
import { formatTollProofs } from '../../src/wire/format-proof.ts';
import { station as drawn, project } from '../pricing/toll/stations.ts';
import { checkTollProofs } from '../support/check-proofs.ts';
import { table } from '../support/table.ts';
import { calendar, station } from '../support/toll-clerk.ts';

const EV: TollVehicle = { size: 'small', tagged: true, fuel: 'electric' };
const PETROL: TollVehicle = { size: 'small', tagged: true, fuel: 'petrol' };
const LORRY: TollVehicle = { size: 'large', tagged: true, fuel: 'diesel', euroClass: 6 };

const VERSION = { dataVersion: '2026-09-10+1a2b3c4d', dataHash: '1a2b3c4d'.repeat(8) };

/** The proofs of a drive `2026-10-05 07:10 Sandviken > 07:40 Gravdal`. */
function prove(
  project: string,
  text: string,
  { vehicle, capUse }: { readonly vehicle?: TollVehicle; readonly capUse?: CapUse } = {},
) {
  const passages = text
    .slice(11)
    .split(' > ')
    .map((one) => ({
      station: station(project, one.slice(6)),
      atMs: fromOsloWallClock(`${text.slice(0, 10)}T${one.slice(0, 5)}`),
    }));
  const terms = {
    size: 'small',
    rulesBetweenPassages: true,
    ...(vehicle && { vehicle }),
    ...(capUse && { capUse }),
  } as const;
  const bill = priceTolls(passages, terms, calendar);
  return { bill, proofs: formatTollProofs(bill, '1', VERSION) };
}

const RULES = table<'project' | 'drive' | 'rules'>(`
  project      | drive                                                                                                     | rules
  bergen       | 2026-10-05 07:10 Sandviken > 07:40 Gravdal > 09:30 Sandviken                                              | pays-for-hour hour-rule none
  bergen       | 2026-10-05 06:10 Sandviken > 06:40 Gravdal                                                                | hour-rule pays-for-hour
  bergen       | 2023-03-01 07:10 Sandviken > 07:40 Gravdal                                                                | pays-for-hour hour-rule
  nedre-glomma | 2024-04-03 17:30 Dikeveien > 20:29 Rv. 110 Seut                                                           | none once-between
  trondheim    | 2026-10-05 12:00 Bøckmans veg, B-snitt > 13:30 Nydalsbrua Nord (Oslovn)                                   | none linked-station
  trondheim    | 2022-03-01 12:00 Byåsveien, B-snitt > 12:20 Bøckmans veg, B-snitt > 12:30 Sluppen bru (station 55)        | none hour-rule none
`);

test.each(RULES)(
  '$project, $drive: each amount follows from its proof by $rules',
  ({ project, drive, rules }) => {
    for (const vehicle of [EV, PETROL, LORRY, { ...EV, tagged: false }]) {
      const { proofs } = prove(project, drive, { vehicle });
      expect(checkTollProofs(proofs)).toEqual([]);
      const small = proofs.map(({ amounts }) => amounts.find(({ of }) => of === 'smallNok'));
      expect(small.map((amount) => amount?.rule.kind).join(' ')).toBe(rules);
    }
  },
);

test.each([
  ['2019-01-31', 'bomlo'],
  ['2019-02-01', undefined],
])('a proof of %s names the hour group %s: the rule ended there on 2019-02-01', (day, group) => {
  const { proofs } = prove('bomlo', `${day} 12:00 Bømlopakken`);
  expect(proofs.map(({ hourGroup }) => hourGroup)).toEqual([group]);
});

test('nothing is known by any row, and any other amount by a row that covers the moment', () => {
  const vehicle: TollVehicle = { size: 'large', tagged: true, fuel: 'electric' };
  const { proofs } = prove('kvam', '2024-01-28 12:00 Fv. 49 Steinsdalen', { vehicle });
  expect(checkTollProofs(proofs)).toEqual([]);
  const amount = proofs[0]?.amounts.find(({ of }) => of === 'vehicleNok');
  expect(amount).toMatchObject({ ore: 0, certainty: 'known', tariff: { from: '2026-09-10' } });
  const wrong = proofs.map((proof) => ({
    ...proof,
    amounts: proof.amounts.map((one) => ({ ...one, certainty: 'known' as const })),
  }));
  expect(checkTollProofs(wrong)).toHaveLength(4);
});

test('a station of a reversed rule that is passed alone is free, and names who says so', () => {
  const rule = { stations: ['Skorgen', 'Skjegstad'], windowMin: 60, source: 'ferde.no' };
  const alone = drawn('Skorgen', { project: project({ reversedRules: [rule] }) });
  const passages = [{ station: alone, atMs: fromOsloWallClock('2026-10-05T12:00') }];
  const bill = priceTolls(passages, { size: 'small', rulesBetweenPassages: true }, calendar);
  const proofs = formatTollProofs(bill, '1', VERSION);
  expect(checkTollProofs(proofs)).toEqual([]);
  expect(proofs[0]?.amounts[0]).toMatchObject({
    ore: 0,
    rule: { kind: 'reversed-rule', windowMin: 60, source: 'ferde.no' },
  });
});

test('a passage beyond the monthly cap is free by its proof, which says how far it is used', () => {
  const capUse = { month: '2026-10', counts: { bergen: 59 } };
  const { proofs } = prove('bergen', '2026-10-05 10:00 Sandviken > 12:00 Gravdal', { capUse });
  expect(checkTollProofs(proofs)).toEqual([]);
  expect(proofs[1]?.amounts[0]).toMatchObject({
    of: 'smallNok',
    ore: 0,
    rule: {
      kind: 'monthly-cap',
      cap: { group: 'bergen', perMonth: 60, used: 60, month: '2026-10' },
    },
  });
});

test.each(
  table<'project' | 'drive' | 'pays' | 'as' | 'steps'>(`
    project  | drive                              | pays | as      | steps
    grenland | 2026-11-18 12:00 Vallermyrene      | 1176 | ceiling | full 2100, tag-discount 1680, zero-emission 1176
    oslo     | 2026-11-18 08:00 Uelands Gate      | 2800 | ceiling | full-rush 5000, tag-discount 4000, zero-emission 2800
    tromso   | 2026-11-18 08:00 Fv862 Tromsøbrua  | 1680 | carried | full-rush 4200, tag-discount 3360, zero-emission 1680
    oslo     | 2019-10-15 08:00 Uelands Gate      | 640  | known   | full-rush 800, tag-discount 640
  `),
)('$project, $drive: an electric vehicle pays $pays øre by its proof, $as', (row) => {
  const { proofs } = prove(row.project, row.drive, { vehicle: EV });
  expect(checkTollProofs(proofs)).toEqual([]);
  const own = proofs[0]?.amounts.find(({ of }) => of === 'vehicleNok');
  expect([own?.ore, own?.certainty]).toEqual([Number(row.pays), row.as]);
  expect(own?.steps.map(({ kind, ore }) => `${kind} ${ore}`).join(', ')).toBe(row.steps);
  const isRush = row.steps.startsWith('full-rush');
  expect(own?.window.kind).toBe(isRush ? 'rush' : 'off-peak');
  // The source is the law, the decision, or the price list.
  expect([own?.tariff.source, ...(own?.steps ?? []).map(({ source }) => source)].join()).toMatch(
    /dagbladet|bpsnord|fjellinjen/,
  );
});

test.each(
  table<'project' | 'drive' | 'of' | 'pays' | 'row' | 'source' | 'because'>(`
    project   | drive                                     | of       | pays | row                                                           | source        | because
    trondheim | 2024-05-15 08:00 Være (Gml. E6), N-snitt  | smallNok | 2960 | trondheim/vaere-gml-e6-n-snitt/2022-01-01/small 2022-01-01 2023-01-01 | takstgruppe-1 | the page of 2023 has large vehicles alone
    trondheim | 2024-05-15 08:00 Være (Gml. E6), N-snitt  | largeNok | 9500 | trondheim/vaere-gml-e6-n-snitt/2023-01-01/large 2023-01-01 2024-01-01 | takstgruppe-2 | of an undated page its year is told
    e18-telemark | 2024-11-20 12:00 E18 Stillinga          | largeNok | 8600 | e18-telemark/e18-stillinga/2026-09-10/large 2026-09-10 undefined | NVDB | of large vehicles the next row tells
    bergen    | 2025-03-05 12:00 Sandviken                | smallNok | 2880 | bergen/sandviken/2025-01-01/small 2025-01-01 2026-01-01       | ferde         | a row with a price of its own
  `),
)('$project, $drive: $of is $pays by the row that has it, because $because', (shown) => {
  const { proofs } = prove(shown.project, shown.drive);
  const { ore, tariff } = proofs[0]?.amounts.find(({ of }) => of === shown.of) ?? {};
  expect([ore, `${tariff?.id} ${tariff?.from} ${tariff?.until}`]).toEqual([
    Number(shown.pays),
    shown.row,
  ]);
  expect(tariff?.source).toContain(shown.source);
});

test('the proofs of a bill add up to its sums, and name data, row, window and source', () => {
  const { bill, proofs } = prove('bergen', '2026-10-05 07:10 Sandviken > 09:40 Gravdal', {
    vehicle: EV,
  });
  const sumOf = (of: string) =>
    proofs
      .flatMap(({ amounts }) => amounts)
      .reduce((sum, one) => sum + (one.of === of ? one.ore : 0), 0);
  expect(sumOf('smallNok')).toBe(bill.total.smallOre);
  expect(sumOf('largeNoDiscountNok')).toBe(bill.total.largeNoDiscountOre);
  expect(sumOf('vehicleNok')).toBe(bill.vehicle?.ore);
  expect(proofs[0]).toMatchObject({
    id: '1/toll/1',
    ...VERSION,
    local: { day: '2026-10-05', weekday: 1, time: '07:10' },
  });
  for (const { amounts } of proofs)
    for (const { tariff, window } of amounts) {
      expect(tariff.source).not.toBe('');
      expect(window.rushHours?.length ?? 1).toBeGreaterThan(0);
    }
});

test.each([
  ['a step that does not follow', { steps: 1 }],
  ['a price that the rule does not make free', { rule: 1 }],
] as const)('the check finds %s', (_, broken) => {
  const { proofs } = prove('bergen', '2026-10-05 07:10 Sandviken > 07:40 Gravdal');
  const spoilt = structuredClone(proofs) as unknown as {
    amounts: { ore: number; steps: { ore: number }[]; rule: { kind: string } }[];
  }[];
  const amount = spoilt[0]?.amounts[0];
  if (amount === undefined) throw new Error('Expected an amount.');
  if ('steps' in broken) for (const step of amount.steps.slice(1)) step.ore += 1;
  else amount.ore += 1;
  expect(checkTollProofs(spoilt as unknown as typeof proofs)).not.toEqual([]);
});
