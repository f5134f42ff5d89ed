import { expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { drive, printed, stations } from '../../support/toll-clerk.ts';

// Property 9411 of NVDB type 45, extract of 2026-08-14, on Monday 2026-10-05.
test.each(
  table<'project' | 'station' | 'noon' | 'rush'>(`
    project      | station                                 | noon | rush
    oslo         | Uelands Gate                            | 161  | 223
    oslo         | E6 Taraldrud                            | 161  | 223
    bergen       | Sandviken                               | 88   | 154
    bergen       | Åsanemyrane                             | 88   | 88
    bergen       | Småstrandgaten                          | 88   | 88
    trondheim    | Være (Gml. E6), N-snitt                 | 53   | 106
    trondheim    | Klett - E6, S-snitt                     | 53   | 106
    trondheim    | Tungasletta, O-snitt                    | 38   | 48
    trondheim    | Byåsveien, B-snitt                      | 38   | 48
    trondheim    | Kroppan bru (Sørgående), M-snitt        | 60   | 81
    trondheim    | Nydalsbrua Sør (Oslovn)                 | 39   | 70
    grenland     | Vallermyrene                            | 42   | 58
    kristiansand | rv9 Grim                                | 51   | 51
    tromso       | E8 Breivika                             | 28   | 84
  `),
)('$station: $noon, and $rush in the rush', ({ project, station, noon, rush }) => {
  const large = (time: string) => drive(project, `2026-10-05 ${time} ${station}`, 'large');
  const bill = large('08:00');
  expect([printed(large('12:00').total.largeOre), printed(bill.total.largeOre)]).toEqual([
    noon,
    rush,
  ]);
  expect(bill.warnings.map(({ code }) => code)).not.toContain('large_rush_tariff_unknown');
});

test('in 2026 the rush price of large vehicles is known at every station that has one', () => {
  const unknown = stations.filter(({ tariffs }) => {
    const newest = tariffs.at(-1);
    return newest?.rush?.sizes.includes('large') === true && newest.large?.rushOre === undefined;
  });
  expect(unknown).toEqual([]);
});

test('of earlier years it is what was published then: Trondheim in 2024 charges that of 2023, and says so', () => {
  const bill = drive('trondheim', '2024-03-06 08:00 Tungasletta, O-snitt', 'large');
  expect(printed(bill.total.largeOre)).toBe('44');
  expect(bill.warnings.map(({ code }) => code)).toContain('tariff_not_known_for_day');
});
