/** What one vehicle pays on ferries: fuel, agreement and trailer, on published fares. */
import { describe, expect, test } from 'vitest';
import type { FerryAgreementKind, FerryClass, Fuel } from '../../../src/base/vehicle.ts';
import { priceFerries } from '../../../src/pricing/ferry/bill.ts';
import { ferryClassOf } from '../../../src/pricing/ferry/class.ts';
import { loadBundledFerries } from '../../support/bundled-facts.ts';
import { table } from '../../support/table.ts';

const ferries = loadBundledFerries();

interface Asked {
  readonly quays: string;
  readonly day: string;
  readonly vehicle: string;
}

/** `electric 4.6 m + 3 m, 2300 kg, private`: parts in any order; a class stands for a length. */
function fareOf({ quays, day, vehicle }: Asked) {
  const words = vehicle.split(/[ ,]+/);
  const numberBefore = (unit: string, text = vehicle) =>
    Number(new RegExp(`([\\d.]+) ${unit}`).exec(text)?.[1] ?? Number.NaN);
  const [own = '', trailer] = vehicle.split('+');
  const lengthM = numberBefore('m', own);
  const trailerM = trailer === undefined ? Number.NaN : numberBefore('m', trailer);
  const weightKg = numberBefore('kg');
  const pick = <Value extends string>(...values: Value[]) =>
    values.find((value) => words.includes(value));
  const fuel = pick<Fuel>('petrol', 'diesel', 'electric', 'hydrogen', 'plugin-hybrid');
  const { bounds } = ferries.tariffs.zoneTable;
  const named = pick<FerryClass>('MC', 'AP1', 'AP2', 'AP3', 'AP9');
  const customer = {
    agreement: pick<FerryAgreementKind>('tag', 'private', 'business') ?? 'none',
    ...(fuel && { fuel }),
    ...(trailerM > 0 && { trailerM }),
    ...(weightKg > 0 && { weightKg }),
  };
  const line = quays.split('-').map((name) => {
    const quay = ferries.quays.find((one) => one.name === `${name} ferjekai`);
    if (quay === undefined) throw new Error(`No quay ${name}.`);
    return quay.at;
  });
  const crossings = ferries.matchCrossings({ line, lengthM: 1000, durationS: 60 });
  const ferryClass = named ?? ferryClassOf(lengthM, bounds);
  const asked = { ferryClass, ...(lengthM > 0 && { lengthM }), customer };
  const bill = priceFerries(crossings, asked, day, ferries.tariffs);
  return {
    nok: (bill.vehicle?.ore ?? Number.NaN) / 100,
    estimated: bill.vehicle?.estimated,
    warnings: bill.warnings.map(({ code }) => code),
    steps: bill.priced[0]?.vehicle?.amount?.steps.map(({ kind, ore }) => `${kind} ${ore / 100}`),
  };
}

describe('a published fare is charged exactly, and is no estimate', () => {
  test.each(
    table<'quays' | 'day' | 'vehicle' | 'nok'>(`
      quays       | day        | vehicle                           | nok
      Moss-Horten | 2017-06-01 | electric 4.6 m                    | 67
      Moss-Horten | 2017-06-01 | electric 4.6 m tag                | 67
      Moss-Horten | 2017-06-01 | hydrogen 7 m tag                  | 67
      Moss-Horten | 2017-06-01 | electric 4.6 m private            | 67
      Moss-Horten | 2017-06-01 | electric MC private               | 67
      Moss-Horten | 2024-02-29 | petrol 4.6 m                      | 286
      Moss-Horten | 2024-02-29 | electric 4.6 m                    | 143
      Moss-Horten | 2024-03-01 | electric 4.6 m                    | 200
      Moss-Horten | 2024-03-01 | hydrogen 4.6 m                    | 200
      Moss-Horten | 2024-03-01 | plugin-hybrid 4.6 m               | 286
      Moss-Horten | 2024-03-01 | electric 7 m                      | 317
      Moss-Horten | 2024-06-03 | diesel 12.3 m                     | 1180
      Moss-Horten | 2024-06-03 | petrol 4.6 m tag                  | 257.4
      Moss-Horten | 2024-06-03 | petrol 4.3 m + 1.7 m, 2000 kg     | 286
      Moss-Horten | 2024-06-03 | petrol 4.3 m + 1.71 m, 2000 kg    | 572
      Moss-Horten | 2024-06-03 | petrol 6 m + 4 m, 3500 kg         | 572
      Moss-Horten | 2024-06-03 | petrol 6 m + 4.01 m, 3500 kg      | 858
      Moss-Horten | 2024-06-03 | electric 4.6 m + 5 m, 2500 kg     | 400
      Moss-Horten | 2024-06-03 | diesel 5.9 m + 4 m, 3501 kg       | 862
      Moss-Horten | 2024-06-03 | diesel 6.1 m + 6 m, 3000 kg       | 1180
      Moss-Horten | 2024-06-03 | petrol MC                         | 108
      Moss-Horten | 2024-06-03 | electric MC                       | 54
    `),
  )('$quays on $day: $vehicle pays $nok', ({ nok, ...asked }) => {
    expect(fareOf(asked)).toMatchObject({ nok: Number(nok), estimated: false, warnings: [] });
  });
});

test.each(
  table<'quays' | 'day' | 'vehicle' | 'nok' | 'warning' | 'because'>(`
    quays       | day        | vehicle                      | nok   | warning                     | because
    Moss-Horten | 2020-12-01 | electric 4.6 m tag           | 77    | ferry_estimated             | as a motorcycle, and nothing off; the table names no days
    Moss-Horten | 2020-12-01 | electric 4.6 m + 4 m, 2000 kg, tag | 154 | ferry_estimated         | twice 77, as printed
    Moss-Horten | 2022-06-01 | electric 4.6 m tag           | 91.8  | ferry_estimated             | half of the nearest 204 from 2022 on, and 10 % off
    Moss-Horten | 2024-06-03 | petrol 4.6 m business        | 286   | vehicle_fare_not_known      | nobody says whether its agreement is sold to businesses
    Moss-Horten | 2024-06-03 | petrol 4.6 m private         | 200.2 | vehicle_fare_not_known      | its own agreement is another contract than the national one
    Moss-Horten | 2024-06-03 | electric 4.6 m private       | 140   | vehicle_fare_not_known      | 30 % off on top, by its own agreement
    Moss-Horten | 2024-06-03 | petrol MC private            | 108   | vehicle_fare_not_known      | no list prints an agreement price for motorcycles
    Moss-Horten | 2024-06-03 | petrol MC + 2 m              | 108   | vehicle_fare_not_known      | no rule for a motorcycle with a trailer is known
    Moss-Horten | 2024-06-03 | petrol AP1 + 3 m             | 572   | vehicle_fare_not_known      | the class alone does not tell the length
    Moss-Horten | 2024-06-03 | 4.6 m                        | 286   | vehicle_fare_not_known      | nobody tells the fuel
    Moss-Horten | 2026-06-03 | petrol 4.6 m                 | 291   | ferry_estimated             | the table is of 2025
    Moss-Horten | 2025-06-03 | petrol 4.6 m                 | 291   | ferry_day_inferred          | the table names no days
    Moss-Horten | 2025-06-03 | electric 7 m                 | 323   | ferry_day_inferred zero_emission_share_assumed | 50 % is published for 2024
    Sykkylven-Magerholm | 2021-05-15 | petrol 4.6 m         | 123   | ferry_day_inferred          | named as the fare before 2021-07-01
    Eidsdal-Linge | 2026-06-03 | electric 4.6 m business    | 34    |                             | 81 is published, 70 % in Møre og Romsdal, 40 % off in whole kroner
    Eidsdal-Linge | 2026-06-03 | petrol 4.6 m private       | 41    |                             | 81 becomes 41
    Eidsdal-Linge | 2026-06-03 | petrol 4.6 m + 4 m private | 82    |                             | twice the 41 that the agreement leaves
  `),
)('$quays on $day: $vehicle pays $nok, for $because', ({ nok, warning, because: _, ...asked }) => {
  expect(fareOf(asked)).toMatchObject({
    nok: Number(nok),
    estimated: warning !== '',
    warnings: warning === '' ? [] : warning.split(' '),
  });
});

test('a vehicle whose own fare is not known has none, and the sum says that it is an estimate', () => {
  // Fares of AP1, AP2 and AP6 are published for 2022: a van of 7 m is AP2, with its trailer AP3.
  const asked = { quays: 'Bodø-Moskenes', day: '2022-08-01' };
  expect(fareOf({ ...asked, vehicle: 'diesel 7 m' })).toMatchObject({
    nok: 1623,
    estimated: false,
  });
  const towing = fareOf({ ...asked, vehicle: 'diesel 7 m + 2.5 m' });
  expect(towing).toMatchObject({ nok: 0, estimated: true, warnings: ['vehicle_fare_not_known'] });
  expect(towing.steps).toBeUndefined();
});

test('the steps lead from the fare of the table to the amount', () => {
  const asked = { quays: 'Moss-Horten', day: '2024-06-03' };
  const { steps } = fareOf({ ...asked, vehicle: 'electric 4.6 m + 5 m, 2500 kg, private' });
  expect(steps).toEqual(['full 286', 'zero-emission 200', 'ferry-agreement 140', 'trailer 280']);
});
