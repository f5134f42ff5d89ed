import { Fault } from '../base/fault.ts';
import type { Warning } from '../base/warning.ts';
import type { LengthBounds } from '../pricing/ferry/law.ts';
import type { FerryVehicle } from '../pricing/ferry/terms.ts';
import type { AskedVehicle } from './asked-vehicle.ts';
import type { FindVehicle } from './find-vehicle.ts';
import { gatherFacts } from './gather-facts.ts';
import type { IdentifiedVehicle, VehicleFacts } from './identified-vehicle.ts';
import type { ParsedQuestion } from './parse-quote-request.ts';
import { type RecordedVehicle, readVehicleRecord } from './read-vehicle-record.ts';
import { getTypeRule, hasCode, type VehicleRules, type VehicleTypeRule } from './vehicle-rules.ts';

export interface IdentifyParts {
  readonly findVehicle: FindVehicle;
  /** Which length belongs to which ferry class. */
  readonly ferryBounds: LengthBounds;
  readonly vehicleRules: VehicleRules;
}

/**
 * The question with the vehicle that it asks for, by its parameters and its plate; as it is where it
 * asks for none. Group, ferry class and length of the trip become those of the vehicle.
 *
 * A register that fails is done without where the question describes the vehicle otherwise.
 *
 * @param signal nobody waits for the answer any more.
 * @throws Fault `not_found` for a plate that the register does not know, `invalid_parameter` for that
 * of a trailer, and what the register throws where nothing else describes the vehicle.
 */
export async function identifyVehicle(
  question: ParsedQuestion,
  { findVehicle, ferryBounds, vehicleRules }: IdentifyParts,
  signal?: AbortSignal,
): Promise<ParsedQuestion> {
  const { asked, request } = question;
  if (asked === undefined) return question;
  const found = await lookUp(asked, findVehicle, signal);
  const facts = gatherFacts(asked, found.recorded, { bounds: ferryBounds, rules: vehicleRules });
  const type = asked.vehicleType && getTypeRule(vehicleRules, asked.vehicleType);
  const vehicle = toIdentified(facts, asked, {
    type,
    warnings: [...found.warnings, ...listContradictions(found.recorded, type)],
  });
  return {
    ...question,
    request: {
      ...request,
      size: facts.size.value,
      ferry: toFerryVehicle(facts, asked, vehicleRules),
      vehicle: vehicle.toll,
    },
    vehicle,
  };
}

interface Found {
  readonly recorded: RecordedVehicle;
  readonly warnings: readonly Warning[];
}

async function lookUp(
  asked: AskedVehicle,
  findVehicle: FindVehicle,
  signal?: AbortSignal,
): Promise<Found> {
  if (asked.plate === undefined) return { recorded: {}, warnings: [] };
  try {
    const recorded = readVehicleRecord(await findVehicle(asked.plate, signal));
    if (recorded.technicalCode?.startsWith('O'))
      throw new Fault(
        'invalid_parameter',
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

/** A plate of another kind than the type that was asked for, which is the one that is priced. */
function listContradictions(
  { technicalCode }: RecordedVehicle,
  type: VehicleTypeRule | undefined,
): Warning[] {
  if (type === undefined || technicalCode === undefined) return [];
  if (hasCode(technicalCode, type.codes)) return [];
  const message = `The plate belongs to a vehicle of the code ${technicalCode}; it is priced as vehicleType=${type.type} says.`;
  return [{ code: 'vehicle_type_differs', message }];
}

function toIdentified(
  facts: VehicleFacts,
  { plate }: AskedVehicle,
  {
    type,
    warnings,
  }: { readonly type: VehicleTypeRule | undefined; readonly warnings: readonly Warning[] },
): IdentifiedVehicle {
  const { size, tagged, fuel, euroClass, code, ferryClass } = facts;
  // Without a plate and a type the question is about the ordinary car, as without these parameters.
  const isAssumed = (fact: { readonly from: string }, need: 'weight' | 'length') =>
    fact.from === 'default' && (plate !== undefined || type?.needs.includes(need) === true);
  return {
    facts,
    toll: {
      size: size.value,
      tagged: tagged.value,
      ...(fuel && { fuel: fuel.value }),
      ...(euroClass && { euroClass: euroClass.value }),
      ...(code !== undefined && { technicalCode: code }),
    },
    isSizeAssumed: isAssumed(size, 'weight'),
    isFerryClassAssumed: isAssumed(ferryClass, 'length'),
    warnings,
  };
}

/**
 * A class that is asked for has no length, as without these parameters. A vehicle of group 2 whose
 * weight is not told is taken for one just above group 1.
 */
function toFerryVehicle(
  facts: VehicleFacts,
  { ferryClass: asked }: AskedVehicle,
  { group1MaxKg }: VehicleRules,
): FerryVehicle {
  const { ferryClass, lengthM, fuel, agreement, trailerM, size } = facts;
  const weightKg = facts.weightKg?.value ?? (size.value === 'large' ? group1MaxKg + 1 : undefined);
  const hasLength = asked === undefined && lengthM !== undefined;
  return {
    ferryClass: ferryClass.value,
    ...(hasLength && { lengthM: lengthM.value }),
    customer: {
      agreement: agreement.value,
      ...(fuel && { fuel: fuel.value }),
      ...(trailerM && { trailerM: trailerM.value }),
      ...(weightKg !== undefined && { weightKg }),
    },
  };
}
