import type { Day } from '../base/day.ts';
import type { FerryAgreementKind, FerryClass, VehicleSize } from '../base/vehicle.ts';
import { ferryClassOf } from '../pricing/ferry/class.ts';
import type { LengthBounds } from '../pricing/ferry/law.ts';
import type { AskedVehicle, Fact, FactOrigin, RecordedVehicle, VehicleFacts } from './vehicle.ts';
import { hasCode, type VehicleRules, type VehicleTypeRule } from './vehicle.ts';

/** What facts are gathered by. */
export interface FactTerms {
  /** The day of travel: a rule on tariff groups may be younger. */
  readonly day: Day;
  readonly bounds: LengthBounds;
  readonly rules: VehicleRules;
}

/**
 * The facts of a vehicle. What the question says goes before what the register says. A fact that neither tells and that
 * a price needs has a default. A type that is asked for takes the place of the register's code.
 *
 * @param type the type that is asked for; `undefined`: there is none.
 */
export function gatherFacts(
  asked: AskedVehicle,
  recorded: RecordedVehicle,
  type: VehicleTypeRule | undefined,
  { day, bounds, rules }: FactTerms,
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
      : sizeOf({ type, technicalCode, code, weightKg, isTagged: tagged.value, day }, rules),
    ferryClass: ferryClassFrom(asked, { type, code, lengthM }, { bounds, rules }),
  };
}

/** A tag that the question tells of is shown on ferries, too. A tag that is only assumed is not. */
const agreementOf = ({ tagged }: AskedVehicle): Fact<FerryAgreementKind> =>
  tagged ? parameter('tag') : byDefault('none');

/** Class 6 of light engines is not Euro VI. No toll says what a heavy vehicle with such an engine pays. */
function euroClassOf(
  { euroClass, isLightEuroClass, weightKg = 0 }: RecordedVehicle,
  { group1MaxKg }: VehicleRules,
): number | undefined {
  return isLightEuroClass && euroClass === 6 && weightKg > group1MaxKg ? undefined : euroClass;
}

/** The kind of the vehicle: its type, or else the code of the register. `code` is the code that it is priced as. */
const nameKind = (type: VehicleTypeRule | undefined, code: Fact<string> | undefined) => ({
  ...(type ? { vehicleType: parameter(type.type) } : code && { technicalCode: code }),
  ...(code && { code: code.value }),
});

interface Kind {
  /** `undefined`: no type was asked for. */
  readonly type: VehicleTypeRule | undefined;
  /** The code that the vehicle is priced as: the first code of the type, or the register's. */
  readonly code: Fact<string> | undefined;
}

interface Weighed extends Kind {
  /** The code that the register says. */
  readonly technicalCode: string | undefined;
  readonly weightKg: Fact<number> | undefined;
  readonly isTagged: boolean;
  /** Of travel. */
  readonly day: Day;
}

/**
 * The tariff group. A weight that is asked for decides first, then a type that has a group of its own and contradicts
 * the register, then the register's weight. Where no weight is told, the type or the code decides.
 *
 * Source: `data/vehicle-types.json`.
 */
function sizeOf(
  { type, technicalCode, code, weightKg, isTagged, day }: Weighed,
  { group1MaxKg, group1WithTag, group2 }: VehicleRules,
): Fact<VehicleSize> {
  const ownSize = type?.size;
  const isContradicted = !hasCode(technicalCode, type?.codes ?? []);
  if (ownSize !== undefined && isContradicted && weightKg?.from !== 'parameter')
    return parameter(ownSize);
  const isCarWithTag =
    isTagged && group1WithTag.from <= day && hasCode(code?.value, group1WithTag.codes);
  if (weightKg !== undefined) {
    const isHeavy = weightKg.value > group1MaxKg && !isCarWithTag;
    return { value: isHeavy ? 'large' : 'small', from: weightKg.from };
  }
  if (type !== undefined) return sizeOfType(type, isCarWithTag);
  return hasCode(code?.value, group2) ? { value: 'large', from: 'plate' } : byDefault('small');
}

const sizeOfType = ({ size }: VehicleTypeRule, isCarWithTag: boolean): Fact<VehicleSize> =>
  size === undefined && !isCarWithTag ? byDefault('small') : parameter(size ?? 'small');

/**
 * A class that is asked for wins, then a type with a class of its own, then the length. Where neither type nor length
 * is asked for, the register's code may give a class of its own, too.
 */
function ferryClassFrom(
  asked: AskedVehicle,
  { type, code, lengthM }: Kind & { readonly lengthM: Fact<number> | undefined },
  { bounds, rules }: Omit<FactTerms, 'day'>,
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
