import { FERRY_AGREEMENTS, FUELS, VEHICLE_TYPES } from '../base/vehicle.ts';
import { parsePlate } from '../vehicle/find-vehicle.ts';
import type { AskedVehicle } from '../vehicle/vehicle.ts';
import { parseEuroClass } from './parse-euro-class.ts';
import { choiceOf, type QuestionTexts, sizeOf } from './question-text.ts';

/** The parameters that ask for the price of one vehicle. */
export const VEHICLE_PARAMETERS = [
  'plate',
  'vehicleType',
  'fuel',
  'euroClass',
  'weight',
  'tag',
  'ferryAgreement',
  'trailerLength',
] as const;

/** How a tag is written: there is one, or none. */
export const TAG_VALUES = ['1', '0'] as const;

/** Choices of ours, to refuse what is certainly a slip: no vehicle of Norwegian roads is near them. */
const MAX_WEIGHT = { unit: 'kilograms', max: 200_000 };
const MAX_TRAILER = { unit: 'metres', max: 60 };

/** What a question says of one vehicle; `undefined` where it names none of its parameters. */
export function parseAskedVehicle(
  texts: QuestionTexts,
  known: Pick<AskedVehicle, 'heavy' | 'ferryClass' | 'lengthM'>,
): AskedVehicle | undefined {
  if (VEHICLE_PARAMETERS.every((name) => texts.question[name] === undefined)) return undefined;
  const tag = choiceOf(texts, 'tag', TAG_VALUES);
  return defined({
    ...known,
    plate: plateOf(texts),
    vehicleType: choiceOf(texts, 'vehicleType', VEHICLE_TYPES),
    fuel: choiceOf(texts, 'fuel', FUELS),
    euroClass: euroClassOf(texts),
    weightKg: sizeOf(texts, 'weight', MAX_WEIGHT),
    tagged: tag === undefined ? undefined : tag === '1',
    agreement: choiceOf(texts, 'ferryAgreement', FERRY_AGREEMENTS),
    trailerM: sizeOf(texts, 'trailerLength', MAX_TRAILER),
  });
}

/** The sentence does not repeat the text: a plate may point to a person. */
function plateOf({ question, refuse }: QuestionTexts): string | undefined {
  if (question.plate === undefined) return undefined;
  const plate = parsePlate(question.plate);
  return plate ?? refuse('plate', 'must be 2 to 7 letters A to Å and digits, such as "QQ 12345"');
}

function euroClassOf({ question, refuse }: QuestionTexts): number | undefined {
  if (question.euroClass === undefined) return undefined;
  return parseEuroClass(question.euroClass) ?? refuse('euroClass', 'must be 1 to 6, or I to VI');
}

type Loose = { readonly [K in keyof AskedVehicle]: AskedVehicle[K] | undefined };

/** Absent members are left out. */
const defined = ({ heavy, ...members }: Loose): AskedVehicle => ({
  heavy: heavy === true,
  ...Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)),
});
