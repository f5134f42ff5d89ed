import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargeByHourRule, type PricedPassage } from '../../../src/pricing/toll/hour-rule.ts';
import { table } from '../../support/table.ts';

test.each(
  table<'pays' | 'passages' | 'charged' | 'because'>(`
    pays    | passages                               | charged         | because
    dearest | 07:10 28, 07:40 36                     | 0, 36           | the dearer passage takes over the charge
    dearest | 07:10 36, 07:40 28                     | 36, 0           | the cheaper one rides along
    dearest | 07:10 28, 07:20 36, 07:30 36, 07:40 40 | 0, 0, 0, 40     | each dearer one takes over
    dearest | 07:10 28, 07:20 40, 07:30 36           | 0, 40, 0        | which is measured by the dearest so far
    dearest | 07:10 28, 07:40 28                     | 28, 0           | of equal ones the first pays
    dearest | 07:10 28, 08:10 36                     | 28, 36          | the end of the window lies outside it
    dearest | 07:10 28, 08:00 36, 08:20 20           | 0, 36, 20       | the window stays with its first passage
    first   | 07:10 28, 07:40 36                     | 28, 0           | the first pays whatever comes after
    first   | 07:10 28, 08:09 36, 08:11 20           | 28, 0, 20       | the window does not slide
    first   | 07:10 0, 07:40 36, 08:20 20            | 0, 36, 0        | a passage that costs nothing opens no window
    first   | 07:10 28, 07:40 0, 08:20 20            | 28, 0, 20       | nor does it join one
    first   | 07:10 28, 07:20 30 B, 07:40 36         | 28, 30, 0       | another group has a window of its own
    first   | 07:10 28, 07:20 30 -, 07:40 36         | 28, 30, 0       | a station outside the rule is always charged
    first   | 07:10 28, 08:30 36 90, 09:50 20        | 28, 36, 0       | the first passage sets the length, 90 minutes in Kvam
  `),
)('$pays: $passages is charged $charged, for $because', ({ pays, passages, charged }) => {
  expect(kroner(chargeByHourRule(read(passages, pays as Pays)))).toBe(charged);
});

test.each(
  table<'pays' | 'passages' | 'charged' | 'because'>(`
    pays    | passages                               | charged        | because
    first   | 17:40 30, 19:00 30, 20:29 30           | 30, once, once | one passage is paid until 20:30
    first   | 17:40 30, 18:00 30, 19:00 30           | 30, hour, once | the plain hour comes first
    first   | 17:40 30, 18:40 30                     | 30, once       | the end of the hour lies outside the hour
    first   | 17:40 30, 20:30 30                     | 30, 30         | the end lies outside
    first   | 20:00 30, 20:45 30, 21:00 30           | 30, hour, 30   | the hour may be longer than what is left
    first   | 17:00 30, 18:10 30, 20:00 30           | 30, 30, once   | a passage paid before it does not count
    dearest | 17:40 30, 19:30 40                     | once, 40       | the dearest takes over there, too
    dearest | 17:40 30, 18:00 40, 19:30 30           | hour, 40, once | each is free by the rule that reaches it
  `),
)(
  'paying once from 17:30 to 20:30, $pays: $passages is charged $charged, for $because',
  ({ pays, passages, charged }) => {
    const trip = read(passages, pays as Pays).map((passage) => withOnceUntil(passage));
    const told = chargeByHourRule(trip).map(({ chargeOre, free }) =>
      free === undefined ? chargeOre / 100 : free.rule.split('-')[0],
    );
    expect(told.join(', ')).toBe(charged);
  },
);

test('a free passage names the passage that pays, also one that comes later', () => {
  const charges = chargeByHourRule(read('07:10 28, 07:20 40, 07:30 20', 'dearest'));
  expect(charges.map(({ free }) => free?.payer)).toEqual([1, undefined, 1]);
});

test.each(
  table<'pays' | 'passages' | 'dearest' | 'because'>(`
    pays    | passages           | dearest  | because
    dearest | 07:10 28, 07:20 40 | no, yes  | it pays for two
    dearest | 07:10 28           | no       | it is alone in its window
    first   | 07:10 40, 07:20 28 | no, no   | it pays because it is the first
  `),
)('$pays: of $passages the dearest of an hour is $dearest, because $because', (row) => {
  const charges = chargeByHourRule(read(row.passages, row.pays as Pays));
  const told = charges.map(({ isDearestOfHour }) => (isDearestOfHour ? 'yes' : 'no'));
  expect(told.join(', ')).toBe(row.dearest);
});

const trips = fc.array(fc.record({ gapMin: fc.nat(90), priceOre: fc.nat(20_000) })).map((legs) => {
  let atMs = 0;
  return legs.map(({ gapMin, priceOre }) => {
    atMs += gapMin * 60_000;
    return { atMs, priceOre };
  });
});
const anyPays = fc.constantFrom<Pays>('dearest', 'first');

test('each passage is charged its own price or nothing, and if nothing, a passage pays for it', () => {
  fc.assert(
    fc.property(trips, anyPays, (trip, pays) => {
      const passages = trip.map((p) => ({ ...p, rule: { group: 'A', pays, windowMin: 60 } }));
      const charges = chargeByHourRule(passages);
      charges.forEach(({ chargeOre, free }, i) => {
        const payer = charges[free?.payer ?? i];
        expect(chargeOre).toBe(free === undefined ? passages[i]?.priceOre : 0);
        expect(payer?.free).toBeUndefined();
        if (free !== undefined) expect(payer?.chargeOre).toBeGreaterThan(0);
      });
    }),
  );
});

test('a trip split where a window ends is charged the same in two parts', () => {
  fc.assert(
    fc.property(trips, trips, anyPays, (before, after, pays) => {
      const rule = { group: 'A', pays, windowMin: 60 };
      const first = before.map((p) => ({ ...p, rule }));
      const endMs = (first.at(-1)?.atMs ?? 0) + 3_600_000;
      const second = after.map((p) => ({ ...p, atMs: p.atMs + endMs, rule }));
      expect(kroner(chargeByHourRule([...first, ...second]))).toBe(
        [...chargeByHourRule(first), ...chargeByHourRule(second)].map(toKroner).join(', '),
      );
    }),
  );
});

type Pays = 'dearest' | 'first';

/** Reads `hh:mm kroner[ group][ minutes], …`; `-` is a station without hour rule. */
function read(text: string, pays: Pays): PricedPassage[] {
  return text.split(', ').map((passage) => {
    const [, h, min, nok, group = 'A', windowMin = '60'] =
      /^(\d\d):(\d\d) (\d+)(?: ([AB-]))?(?: (\d+))?$/.exec(passage) ?? [];
    const atMs = (Number(h) * 60 + Number(min)) * 60_000;
    const rule = { group, pays, windowMin: Number(windowMin) };
    return { atMs, priceOre: Number(nok) * 100, ...(group !== '-' && { rule }) };
  });
}

function withOnceUntil(passage: PricedPassage): PricedPassage {
  const minute = passage.atMs / 60_000;
  if (passage.rule === undefined || minute < 17.5 * 60 || minute >= 20.5 * 60) return passage;
  return { ...passage, rule: { ...passage.rule, onceUntilMs: 20.5 * 3_600_000 } };
}

const toKroner = ({ chargeOre }: { readonly chargeOre: number }) => chargeOre / 100;
const kroner = (charges: readonly { readonly chargeOre: number }[]) =>
  charges.map(toKroner).join(', ');
