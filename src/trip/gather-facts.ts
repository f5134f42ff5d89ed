import type { FerryClass, VehicleSize } from '../base/vehicle.ts';
import { ferryClassOf } from '../pricing/ferry-class.ts';
import type { LengthBounds } from '../pricing/ferry-tariffs.ts';
import type { AskedVehicle } from './asked-vehicle.ts';
import type { Fact, FactOrigin, VehicleFacts } from './identified-vehicle.ts';
import type { RecordedVehicle } from './read-vehicle-record.ts';

/**
 * The facts of a vehicle: what the question says before what the register says, and a default where
 * neither does and a price needs one.
 */
export function gatherFacts(
  asked: AskedVehicle,
  recorded: RecordedVehicle,
  bounds: LengthBounds,
): VehicleFacts {
  const { technicalCode } = recorded;
  const fuel = either(asked.fuel, recorded.fuel);
  const euroClass = either(asked.euroClass, recorded.euroClass);
  const weightKg = either(asked.weightKg, recorded.weightKg);
  const lengthM = either(asked.lengthM, recorded.lengthM);
  const tagged = told(asked.tagged) ?? byDefault(true);
  return {
    ...(technicalCode !== undefined && {
      technicalCode: { value: technicalCode, from: 'plate' as const },
    }),
    ...(fuel && { fuel }),
    ...(euroClass && { euroClass }),
    ...(weightKg && { weightKg }),
    ...(lengthM && { lengthM }),
    ...(asked.trailerM !== undefined && { trailerM: parameter(asked.trailerM) }),
    tagged,
    agreement: told(asked.agreement) ?? byDefault('none' as const),
    size: sizeOf(asked.heavy, { technicalCode, weightKg, isTagged: tagged.value }),
    ferryClass: ferryClassFrom(asked, { technicalCode, lengthM, bounds }),
  };
}

/** Above it a vehicle is in group 2, but for passenger cars with a tag. */
const GROUP_1_KG = 3500;

/**
 * The tariff group: up to 3 500 kg, and passenger cars (M1) of any weight with a tag, group 1. Lorries
 * (N2, N3) and large buses (M3) are heavier by definition.
 *
 * Source: autopass.no/de/zahlung/mauttarife-und-rabatte/tarifgruppen, 2024; for the categories
 * Regulation (EU) 2018/858, article 4.
 */
function sizeOf(
  heavy: boolean,
  {
    technicalCode = '',
    weightKg,
    isTagged,
  }: {
    readonly technicalCode: string | undefined;
    readonly weightKg: Fact<number> | undefined;
    readonly isTagged: boolean;
  },
): Fact<VehicleSize> {
  if (heavy) return parameter('large');
  if (weightKg === undefined)
    return /^(N[23]|M3)/.test(technicalCode)
      ? { value: 'large', from: 'plate' }
      : byDefault('small');
  const isCarWithTag = technicalCode.startsWith('M1') && isTagged;
  const { value, from } = weightKg;
  return { value: value > GROUP_1_KG && !isCarWithTag ? 'large' : 'small', from };
}

/** A class that is asked for wins over a length, and both win over what the register says. */
function ferryClassFrom(
  asked: AskedVehicle,
  {
    technicalCode,
    lengthM,
    bounds,
  }: {
    readonly technicalCode: string | undefined;
    readonly lengthM: Fact<number> | undefined;
    readonly bounds: LengthBounds;
  },
): Fact<FerryClass> {
  if (asked.ferryClass !== undefined) return parameter(asked.ferryClass);
  if (technicalCode?.startsWith('L') && lengthM?.from !== 'parameter')
    return { value: 'MC', from: 'plate' };
  if (lengthM === undefined) return byDefault('AP1');
  return { value: ferryClassOf(lengthM.value, bounds), from: lengthM.from };
}

function either<Value>(
  said: Value | undefined,
  recorded: Value | undefined,
): Fact<Value> | undefined {
  return told(said) ?? (recorded === undefined ? undefined : { value: recorded, from: 'plate' });
}

const told = <Value>(value: Value | undefined): Fact<Value> | undefined =>
  value === undefined ? undefined : parameter(value);

const parameter = <Value>(value: Value) => of(value, 'parameter');
const byDefault = <Value>(value: Value) => of(value, 'default');
const of = <Value>(value: Value, from: FactOrigin): Fact<Value> => ({ value, from });
