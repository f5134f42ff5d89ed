import type { Day } from '../base/day.ts';
import { Fault, refusedValue } from '../base/fault.ts';
import type { FerryAgreementKind, FerryClass, VehicleSize, VehicleType } from '../base/vehicle.ts';
import type { Warning } from '../base/warning.ts';
import { ferryClassOf } from '../pricing/ferry/class.ts';
import type { LengthBounds } from '../pricing/ferry/law.ts';
import type { FerryVehicle } from '../pricing/ferry/terms.ts';
import {
  type AskedVehicle,
  type Fact,
  type FactOrigin,
  hasCode,
  type IdentifiedVehicle,
  type RecordedVehicle,
  type VehicleFacts,
  type VehicleRules,
  type VehicleTypeRule,
} from './vehicle.ts';

/**
 * What the register records of the vehicle with a plate.
 *
 * @throws Fault `not_found` for a plate that it does not know, and what the register throws.
 */
export type LookUpVehicle = (plate: string, signal?: AbortSignal) => Promise<RecordedVehicle>;

export interface IdentifyParts {
  readonly lookUp: LookUpVehicle;
  /** Which length belongs to which ferry class. */
  readonly ferryBounds: LengthBounds;
  readonly vehicleRules: VehicleRules;
}

/**
 * The vehicle that a question asks for, by its parameters and its plate. Where the question describes the vehicle
 * beside its plate, a register that fails is not needed.
 *
 * @param day of travel.
 * @param signal the answer is not waited for any more.
 * @throws Fault `invalid_parameter` for the plate of a trailer, and what `lookUp` throws where nothing else describes
 * the vehicle.
 */
export async function identifyVehicle(
  asked: AskedVehicle,
  { lookUp, ferryBounds, vehicleRules }: IdentifyParts,
  day: Day,
  signal?: AbortSignal,
): Promise<IdentifiedVehicle> {
  const found = await findRecorded(asked, lookUp, signal);
  const type = asked.vehicleType && getTypeRule(vehicleRules, asked.vehicleType);
  const terms = { day, bounds: ferryBounds, rules: vehicleRules };
  const facts = gatherFacts(asked, found.recorded, type, terms);
  const { size, tagged, fuel, euroClass, code, ferryClass } = facts;
  // Without a plate and a type the question is about the ordinary car, as without these parameters.
  const isNeeded = (need: Need) => asked.plate !== undefined || type?.needs.includes(need) === true;
  const isAssumed = (fact: { readonly from: string }, need: Need) =>
    fact.from === 'default' && isNeeded(need);
  return {
    facts,
    toll: {
      size: size.value,
      tagged: tagged.value,
      ...(fuel && { fuel: fuel.value }),
      ...(euroClass && { euroClass: euroClass.value }),
      ...(code !== undefined && { technicalCode: code }),
    },
    ferry: toFerryVehicle(facts, asked, { rules: vehicleRules, isNeeded }),
    isSizeAssumed: isAssumed(size, 'weight'),
    isFerryClassAssumed: isAssumed(ferryClass, 'length'),
    warnings: [
      ...found.warnings,
      ...listContradictions(found.recorded, type),
      ...listAgreementContradictions(facts),
    ],
  };
}

/** @throws Error for a type that the rules leave out: the loader refuses such rules. */
function getTypeRule({ types }: VehicleRules, type: VehicleType): VehicleTypeRule {
  const found = types.find((rule) => rule.type === type);
  if (found === undefined) throw new Error(`Expected a rule for ${type}, got none.`);
  return found;
}

async function findRecorded(
  asked: AskedVehicle,
  lookUp: LookUpVehicle,
  signal?: AbortSignal,
): Promise<{ readonly recorded: RecordedVehicle; readonly warnings: readonly Warning[] }> {
  if (asked.plate === undefined) return { recorded: {}, warnings: [] };
  try {
    const recorded = await lookUp(asked.plate, signal);
    if (recorded.technicalCode?.startsWith('O'))
      throw refusedValue(
        'plate',
        'plate belongs to a trailer: give that of the motor vehicle, which pays for both.',
      );
    return { recorded, warnings: [] };
  } catch (error) {
    if (!isDown(error) || !isDescribed(asked)) throw error;
    return { recorded: {}, warnings: [REGISTER_DOWN] };
  }
}

const isDown = (error: unknown) =>
  error instanceof Fault && (error.code === 'upstream_down' || error.code === 'upstream_broken');

/** Does the question say anything of the vehicle itself, beside its plate? */
const isDescribed = (asked: AskedVehicle) =>
  asked.heavy || DESCRIBING.some((name) => asked[name] !== undefined);

const DESCRIBING = [
  'vehicleType',
  'fuel',
  'euroClass',
  'weightKg',
  'ferryClass',
  'lengthM',
] as const satisfies readonly (keyof AskedVehicle)[];

const REGISTER_DOWN: Warning = {
  code: 'vehicle_register_down',
  message: 'The vehicle register did not answer: the vehicle is what the other parameters say.',
};

/** Warns of a plate of another kind than the type that was asked for. The type is what is priced. */
function listContradictions(
  { technicalCode }: RecordedVehicle,
  type: VehicleTypeRule | undefined,
): Warning[] {
  if (type === undefined || technicalCode === undefined) return [];
  if (hasCode(technicalCode, type.codes)) return [];
  const message = `The plate belongs to a vehicle of the code ${technicalCode}; it is priced as vehicleType=${type.type} says.`;
  return [{ code: 'vehicle_type_differs', message }];
}

/** Warns of a ferry agreement without a tag: what is shown on ferries is a tag, or goes with one. */
function listAgreementContradictions({ tagged, agreement }: VehicleFacts): Warning[] {
  if (tagged.value || agreement.value === 'none') return [];
  const message = `tag=0 and ferryAgreement=${agreement.value}, which goes with a tag, contradict each other: tolls are those without a tag, and ferries those with what ferryAgreement says.`;
  return [{ code: 'ferry_agreement_without_tag', message }];
}

/** What the price of a kind of vehicle may depend on, because it differs within the kind. */
type Need = VehicleTypeRule['needs'][number];

interface FerryTerms {
  readonly rules: VehicleRules;
  readonly isNeeded: (need: Need) => boolean;
}

/**
 * The vehicle that a ferry bill is for. Beside a class that is asked for its length is not used, as in a question
 * without these parameters. A vehicle of group 2 is taken for one just above group 1 where no weight, or a lower one, is
 * told: what makes it one of group 2 beats the weight.
 */
function toFerryVehicle(
  facts: VehicleFacts,
  { ferryClass: asked }: AskedVehicle,
  { rules: { group1MaxKg }, isNeeded }: FerryTerms,
): FerryVehicle {
  const { ferryClass, lengthM, fuel, agreement, trailerM, size } = facts;
  const { value: toldKg } = facts.weightKg ?? {};
  const weightKg = size.value === 'large' ? Math.max(toldKg ?? 0, group1MaxKg + 1) : toldKg;
  const hasLength = asked === undefined && lengthM !== undefined;
  return {
    ferryClass: ferryClass.value,
    ...(hasLength && { lengthM: lengthM.value }),
    customer: {
      agreement: agreement.value,
      ...(fuel && { fuel: fuel.value }),
      ...(trailerM && { trailerM: trailerM.value }),
      ...(weightKg !== undefined && { weightKg }),
      ...(weightKg === undefined && isNeeded('weight') && { isWeightAssumed: true }),
      ...(ferryClass.from === 'default' && isNeeded('length') && { isClassAssumed: true }),
    },
  };
}

/** What facts are gathered by. */
interface FactTerms {
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
function gatherFacts(
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
