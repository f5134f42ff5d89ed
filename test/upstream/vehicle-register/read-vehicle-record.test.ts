import { expect, test } from 'vitest';
import { readVehicleRecord } from '../../../src/upstream/vehicle-register/read-vehicle-record.ts';
import { table } from '../../support/table.ts';

const code = (kodeVerdi: string) => ({ kodeVerdi, tidligereKodeVerdi: [] });

interface Written {
  readonly fuels?: string;
  readonly hybrid?: string;
  readonly euro?: string;
  readonly kg?: unknown;
  readonly technicalKg?: unknown;
  readonly mm?: unknown;
  readonly kind?: string;
}

function recordOf({ fuels = '', hybrid, euro, kg, technicalKg, mm, kind }: Written): string {
  const tekniskeData = {
    dimensjoner: { lengde: mm },
    vekter: { tillattTotalvekt: kg, tekniskTillattTotalvekt: technicalKg },
    miljodata: {
      ...(euro && { euroKlasse: code(euro) }),
      miljoOgdrivstoffGruppe: fuels
        .split('+')
        .filter((fuel) => fuel !== '')
        .map((fuel) => ({ drivstoffKodeMiljodata: { ...code(fuel), kodeNavn: 'Elektrisk' } })),
    },
    ...(hybrid && { motorOgDrivverk: { hybridKategori: code(hybrid) } }),
  };
  const kjoretoyklassifisering = kind && { tekniskKode: code(kind) };
  const godkjenning = { tekniskGodkjenning: { kjoretoyklassifisering, tekniskeData } };
  return JSON.stringify({ kjoretoydataListe: [{ godkjenning }, { another: true }] });
}

test.each(
  table<'fuels' | 'hybrid' | 'is' | 'because'>(`
    fuels | hybrid      | is            | because
    1     | INGEN       | petrol        | Bensin
    2     | INGEN       | diesel        | Diesel
    5     | INGEN       | electric      | Elektrisk
    6     | INGEN       | hydrogen      | Hydrogen
    5+6   | INGEN       | hydrogen      | a fuel cell drives an electric engine
    1+5   | LADBAR      | plugin-hybrid | two fuels that can be charged
    2+5   | LADBAR      | plugin-hybrid | two fuels that can be charged
    5+2   | LADBAR      | plugin-hybrid | in any order
    1+5   | IKKE_LADBAR | petrol        | a hybrid that can not be charged
    2+5   | IKKE_LADBAR | diesel        | a hybrid that can not be charged
    2+5   |             | diesel        | nobody says that it can be charged
    7     | LADBAR      | plugin-hybrid | a retired code for petrol hybrids
    8     | INGEN       | diesel        | a retired code for diesel hybrids
    10    |             | diesel        | Biodiesel
    11    |             | petrol        | Biobensin
    4     |             | gas           | Gass
    12    |             | gas           | LPG
    13    |             | gas           | CNG
    1+12  |             | petrol        | petrol or gas
    15    |             | other         | Etanol
    3     |             | other         | Parafin
    99    |             | other         | a code of tomorrow
  `),
)('fuel codes $fuels, $hybrid: $is, for $because', ({ fuels, hybrid, is }) => {
  expect(readVehicleRecord(recordOf({ fuels, hybrid })).fuel).toBe(is);
});

test.each(
  table<'euro' | 'kg' | 'is' | 'because'>(`
    euro  | kg    | is | because
    6T    | 26000 | 6  | Euro VI
    5T    | 26000 | 5  | Euro V
    ETEEV | 26000 | 5  | older than Euro VI
    U     | 9000  | 0  | before Euro 1
    6L    | 1700  | 6  | a light vehicle
    6L    | 4250  | 6  | a light class, and says so: what it is worth the weight decides
    5L    | 4250  | 5  | older in any case
    0     | 2000  |    | zero emission has no Euro class
    4M    | 300   |    | a motorcycle
  `),
)('Euro code $euro at $kg kg: $is, for $because', ({ euro, kg, is }) => {
  const { euroClass, isLightEuroClass } = readVehicleRecord(recordOf({ euro, kg: Number(kg) }));
  expect(euroClass ?? '').toBe(is === '' ? '' : Number(is));
  expect(isLightEuroClass).toBe(euro.endsWith('L') ? true : undefined);
});

test('millimetres are metres, and the permitted weight goes before the technical one', () => {
  const read = (written: Written) => readVehicleRecord(recordOf(written));
  expect(read({ mm: 9800, kg: 3400, technicalKg: 3600, kind: 'N1G' })).toEqual({
    technicalCode: 'N1G',
    weightKg: 3400,
    lengthM: 9.8,
  });
  expect(read({ technicalKg: 3600 })).toEqual({ weightKg: 3600 });
  expect(read({ mm: 0, kg: 0 })).toEqual({});
});

test.each([
  [['VRAKET', 'REGISTRERT'], 2],
  [['AVREGISTRERT', 'REGISTRERT', 'UTFORT'], 2],
  [['REGISTRERT', 'AVREGISTRERT'], 1],
  [['AVREGISTRERT', 'UTFORT'], 1],
  [[undefined, 'REGISTRERT'], 2],
  [[undefined, undefined], 1],
])('of the records %j of one plate, number %i is the vehicle', (statuses, is) => {
  const kjoretoydataListe = statuses.map((status, i) => ({
    ...(status && { registrering: { registreringsstatus: code(status) } }),
    godkjenning: {
      tekniskGodkjenning: { tekniskeData: { vekter: { tillattTotalvekt: i + 1 } } },
    },
  }));
  expect(readVehicleRecord(JSON.stringify({ kjoretoydataListe })).weightKg).toBe(is);
});

test('of several records one that may be of the plate is the vehicle, also beside another that is registered', () => {
  const record = (plate: string, status: string, weight: number) => ({
    kjoretoyId: { kjennemerke: plate },
    registrering: { registreringsstatus: code(status) },
    godkjenning: { tekniskGodkjenning: { tekniskeData: { vekter: { tillattTotalvekt: weight } } } },
  });
  const kjoretoydataListe = [
    record('QQ 10003', 'REGISTRERT', 1),
    record('QQ 12345', 'AVREGISTRERT', 2),
  ];
  const text = JSON.stringify({ kjoretoydataListe });
  expect(readVehicleRecord(text, 'QQ12345').weightKg).toBe(2);
  expect(readVehicleRecord(text).weightKg).toBe(1);
});

test.each([
  ['nothing', ''],
  ['no JSON', '<html>'],
  ['no list', '{}'],
  ['an empty list', '{"kjoretoydataListe":[]}'],
  ['a list of nothing', '{"kjoretoydataListe":[null]}'],
  ['lists where objects belong', '{"kjoretoydataListe":[{"godkjenning":[1]}]}'],
  ['texts', '{"kjoretoydataListe":["QQ 12345"]}'],
])('a record with %s tells nothing, and breaks nothing', (_, text) => {
  expect(readVehicleRecord(text)).toEqual({});
});
