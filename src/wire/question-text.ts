import { formatChoices } from '../base/format-choices.ts';
import { parsePlainDecimal } from '../base/parse-plain-decimal.ts';

/** A question as it arrives: every value is still a text. */
export interface QuoteQuestion {
  readonly from?: string;
  readonly to?: string;
  /** `|` between the points. */
  readonly via?: string;
  readonly startTime?: string;
  readonly refine?: string;
  readonly heavy?: string;
  readonly avoidTolls?: string;
  readonly ferryClass?: string;
  readonly vehicleLength?: string;
  readonly plate?: string;
  readonly vehicleType?: string;
  readonly fuel?: string;
  readonly euroClass?: string;
  readonly weight?: string;
  readonly tag?: string;
  readonly ferryAgreement?: string;
  readonly trailerLength?: string;
  /** Proves every amount. */
  readonly explain?: string;
  /** Between which tolls the refined price lies. */
  readonly bounds?: string;
  /** Lines for an expense claim. */
  readonly lines?: string;
  /** `<group>:<count>` with commas between: how far monthly caps are used. */
  readonly passagesThisMonth?: string;
  /** At most so many routes beside the recommended one. */
  readonly alternatives?: string;
  /** Coordinate system of the answer's geometry. */
  readonly srs?: string;
}

/** The parts of a question that have a value of their own. */
export type QuestionName = keyof QuoteQuestion;

/** The texts of a question, and how to refuse one with a sentence that names it. */
export interface QuestionTexts {
  readonly question: QuoteQuestion;
  readonly refuse: (name: QuestionName, problem: string) => never;
}

/** A text out of a few; `undefined` when the question does not say. */
export function choiceOf<Choice extends string>(
  { question, refuse }: QuestionTexts,
  name: QuestionName,
  choices: readonly Choice[],
): Choice | undefined {
  const written = question[name];
  if (written === undefined) return undefined;
  const choice = choices.find((one) => one === written);
  return choice ?? refuse(name, `must be ${formatChoices(choices)}`);
}

/** A number above 0 in plain digits; `undefined` when the question does not say. */
export function sizeOf(
  { question, refuse }: QuestionTexts,
  name: QuestionName,
  { unit, max }: { readonly unit: string; readonly max: number },
): number | undefined {
  const written = question[name];
  if (written === undefined) return undefined;
  const value = parsePlainDecimal(written);
  if (value === undefined || value <= 0 || value > max)
    return refuse(name, `must be a number of ${unit} above 0 and at most ${max}`);
  return value;
}
