import type { FerryAgreementKind, FerryClass, VehicleSize } from '../base/vehicle.ts';
import { ferryClassOf } from '../pricing/ferry/class.ts';
import type { LengthBounds } from '../pricing/ferry/law.ts';
import type { AskedVehicle, Fact, FactOrigin, RecordedVehicle, VehicleFacts } from './vehicle.ts';
import { hasCode, type VehicleRules, type VehicleTypeRule } from './vehicle.ts';

/** What facts are gathered by. */
export interface FactTerms {
  readonly bounds: LengthBounds;
  readonly rules: VehicleRules;
}

/**
 * The facts of a vehicle: what the question says before what the register says, and a default where
 * neither does and a price needs one. A type that is asked for takes the place of the register's code.
 *
 * @param type the one that is asked for; `undefined`: none is.
 */
export function gatherFacts(
  asked: AskedVehicle,
  recorded: RecordedVehicle,
  type: VehicleTypeRule | undefined,
  { bounds, rules }: FactTerms,
): VehicleFacts {
  const { technicalCode } = recorded;
  const fuel = either(asked.fuel, recorded.fuel);
  const euroClass = either(asked.euroClass, euroClassOf(recorded, rules));
  const weightKg = either(asked.weightKg, recorded.weightKg);
  const lengthM = either(asked.lengthM, recorded.lengthM);
  const tagged = told(asked.tagged) ?? byDefault(true);
  const code = either(type?.codes[0], technicalCode);
  return {
    ...nameKind(type, code),
    ...(fuel && { fuel }),
    ...(euroClass && { euroClass }),
    ...(weightKg && { weightKg }),
    ...(lengthM && { lengthM }),
    ...(asked.trailerM !== undefined && { trailerM: parameter(asked.trailerM) }),
    tagged,
    agreement: told(asked.agreement) ?? agreementOf(asked),
    size: asked.heavy
      ? parameter('large')
      : sizeOf({ type, technicalCode, code, weightKg, isTagged: tagged.value }, rules),
    ferryClass: ferryClassFrom(asked, { type, code, lengthM }, { bounds, rules }),
  };
}

/** A tag that the question tells of is shown on ferries, too; one that is only assumed is not. */
const agreementOf = ({ tagged }: AskedVehicle): Fact<FerryAgreementKind> =>
  tagged ? parameter('tag') : byDefault('none');

/** Class 6 of light engines is not Euro VI: what a heavy vehicle with it pays no toll says. */
function euroClassOf(
  { euroClass, isLightEuroClass, weightKg = 0 }: RecordedVehicle,
  { group1MaxKg }: VehicleRules,
): number | undefined {
  return isLightEuroClass && euroClass === 6 && weightKg > group1MaxKg ? undefined : euroClass;
}

/** What is told of the kind: the type, or else the code of the register; and what it is priced as. */
const nameKind = (type: VehicleTypeRule | undefined, code: Fact<string> | undefined) => ({
  ...(type ? { vehicleType: parameter(type.type) } : code && { technicalCode: code }),
  ...(code && { code: code.value }),
});

interface Kind {
  /** Absent: none was asked for. */
  readonly type: VehicleTypeRule | undefined;
  /** What the vehicle is priced as: the first code of the type, or the register's. */
  readonly code: Fact<string> | undefined;
}

interface Weighed extends Kind {
  /** What the register says. */
  readonly technicalCode: string | undefined;
  readonly weightKg: Fact<number> | undefined;
  readonly isTagged: boolean;
}

/**
 * The tariff group. What is asked for comes first: the weight, then a type that has a group of its own
 * and contradicts the register; then the register's weight, and the code where no weight is told.
 *
 * Source: `data/vehicle-types.json`.
 */
function sizeOf(
  { type, technicalCode, code, weightKg, isTagged }: Weighed,
  { group1MaxKg, group1WithTag, group2 }: VehicleRules,
): Fact<VehicleSize> {
  const ownSize = type?.size;
  const isContradicted = !hasCode(technicalCode, type?.codes ?? []);
  if (ownSize !== undefined && isContradicted && weightKg?.from !== 'parameter')
    return parameter(ownSize);
  const isCarWithTag = isTagged && hasCode(code?.value, group1WithTag);
  if (weightKg !== undefined) {
    const isHeavy = weightKg.value > group1MaxKg && !isCarWithTag;
    return { value: isHeavy ? 'large' : 'small', from: weightKg.from };
  }
  if (type !== undefined) return sizeOfType(type, isCarWithTag);
  return hasCode(code?.value, group2) ? { value: 'large', from: 'plate' } : byDefault('small');
}

const sizeOfType = ({ size }: VehicleTypeRule, isCarWithTag: boolean): Fact<VehicleSize> =>
  size === undefined && !isCarWithTag ? byDefault('small') : parameter(size ?? 'small');

/** A class that is asked for wins, then a type with a class of its own, then the length. */
function ferryClassFrom(
  asked: AskedVehicle,
  { type, code, lengthM }: Kind & { readonly lengthM: Fact<number> | undefined },
  { bounds, rules }: FactTerms,
): Fact<FerryClass> {
  if (asked.ferryClass !== undefined) return parameter(asked.ferryClass);
  if (type?.ferryClass !== undefined) return parameter(type.ferryClass);
  const recorded =
    type === undefined && lengthM?.from !== 'parameter'
      ? rules.types.find(({ codes }) => hasCode(code?.value, codes))?.ferryClass
      : undefined;
  if (recorded !== undefined) return { value: recorded, from: 'plate' };
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
