import { readJson, readList, readNumber, readRecord, readText } from '../../base/read-loose.ts';
import type { Fuel } from '../../base/vehicle.ts';
import type { LookUpVehicle } from '../../vehicle/identify-vehicle.ts';
import { type FindVehicle, parsePlate, type RecordedVehicle } from '../../vehicle/vehicle.ts';

/** Looks up the facts that prices depend on in the records of a register. */
export const lookUpBy =
  (findVehicle: FindVehicle): LookUpVehicle =>
  async (plate, signal) =>
    readVehicleRecord(await findVehicle(plate, signal), parsePlate(plate));

/**
 * Reads the facts of a vehicle from the JSON text of the register. A plate that has moved to another vehicle has
 * several records: of those that may be of the plate the registered one is read. Codes are read only by `kodeVerdi`,
 * because their names differ between records. Every member may be missing.
 *
 * Source: the register's OpenAPI document and code lists, vegvesen.github.io/ak-api, 2021 to 2026.
 *
 * @param plate as `parsePlate` gives it; absent: any plate.
 */
export function readVehicleRecord(text: string, plate?: string): RecordedVehicle {
  const all = readList(readRecord(readJson(text))?.kjoretoydataListe);
  const records = all.filter((one) => plate === undefined || mayBeOf(one, plate));
  const record = records.find(isRegistered) ?? records[0];
  const approval = under(record, 'godkjenning', 'tekniskGodkjenning');
  const data = under(approval, 'tekniskeData');
  const technicalCode = codeOf(under(approval, 'kjoretoyklassifisering', 'tekniskKode'));
  const weights = under(data, 'vekter');
  const weightKg =
    numberOf(weights?.tillattTotalvekt) ?? numberOf(weights?.tekniskTillattTotalvekt);
  const lengthMm = numberOf(under(data, 'dimensjoner')?.lengde);
  const fuel = readFuel(data);
  const euroCode = codeOf(under(data, 'miljodata', 'euroKlasse'));
  const euroClass = readEuroClass(euroCode);
  return {
    ...(technicalCode !== undefined && { technicalCode }),
    ...(weightKg !== undefined && { weightKg }),
    ...(fuel !== undefined && { fuel }),
    ...(euroClass !== undefined && { euroClass }),
    ...(euroClass !== undefined && euroCode?.endsWith('L') && { isLightEuroClass: true }),
    ...(lengthMm !== undefined && { lengthM: lengthMm / 1000 }),
  };
}

/**
 * Whether a record may be that of a plate: it has the plate among the present and former plates of its vehicle, the
 * personal one among them, or it has none at all.
 *
 * @param plate as `parsePlate` gives it.
 */
export function mayBeOf(record: unknown, plate: string): boolean {
  const holders = [under(record, 'kjoretoyId'), ...readList(readRecord(record)?.kjennemerke)];
  const plates = holders.flatMap(
    (holder) => parsePlate(readText(readRecord(holder)?.kjennemerke) ?? '') ?? [],
  );
  return plates.length === 0 || plates.includes(plate);
}

/** Source: code list REGISTRERINGSSTATUS. The other codes are AVREGISTRERT, UREGISTRERT, UTFORT, VRAKET. */
const isRegistered = (record: unknown): boolean =>
  codeOf(under(record, 'registrering', 'registreringsstatus')) === 'REGISTRERT';

type Loose = Readonly<Record<string, unknown>> | undefined;

/** Codes of fuels. The lists of diesel and petrol also have the retired code of their hybrids. */
const DIESEL = ['2', '10', '8'];
const PETROL = ['1', '11', '7'];
const RETIRED_HYBRID = ['7', '8'];
const GAS = ['4', '12', '13', '16', '17', '18', '19', '21', '22'];
const ELECTRIC = '5';
const HYDROGEN = '6';

/**
 * A vehicle with electricity and another fuel is a hybrid. It is a plug-in hybrid if the register says that it can be
 * charged. Otherwise it counts as a vehicle of its other fuel.
 *
 * Source: code list TEKNISKEDATA.DRIVSTOFFTYPE.
 */
function readFuel(data: Loose): Fuel | undefined {
  const codes = readList(under(data, 'miljodata')?.miljoOgdrivstoffGruppe).flatMap(
    (group) => codeOf(under(group, 'drivstoffKodeMiljodata')) ?? [],
  );
  const isAny = (list: readonly string[]) => codes.some((code) => list.includes(code));
  const isAll = (list: readonly string[]) => codes.every((code) => list.includes(code));
  if (codes.length === 0) return undefined;
  if (isAll([ELECTRIC, HYDROGEN])) return codes.includes(HYDROGEN) ? 'hydrogen' : 'electric';
  const isHybrid = codes.includes(ELECTRIC) || isAny(RETIRED_HYBRID);
  const canCharge = codeOf(under(data, 'motorOgDrivverk', 'hybridKategori')) === 'LADBAR';
  if (isHybrid && canCharge) return 'plugin-hybrid';
  if (isAny(DIESEL)) return 'diesel';
  if (isAny(PETROL)) return 'petrol';
  return isAll(GAS) ? 'gas' : 'other';
}

/** Source: code list TEKNISKEDATA.AVGASSKODE. `0` is zero emission, which has no Euro class. */
function readEuroClass(code: string | undefined): number | undefined {
  if (code === 'U') return 0;
  if (code === 'ETEEV') return 5;
  const [, digit] = /^([1-6])[LT]$/.exec(code ?? '') ?? [];
  return digit === undefined ? undefined : Number(digit);
}

const under = (value: unknown, ...names: readonly string[]): Loose =>
  names.reduce((found: Loose, name) => readRecord(found?.[name]), readRecord(value));

const codeOf = (code: Loose) => readText(code?.kodeVerdi);

/** A positive number; undefined: a measure of 0 was never entered. */
function numberOf(value: unknown): number | undefined {
  const number = readNumber(value);
  return number !== undefined && number > 0 ? number : undefined;
}
