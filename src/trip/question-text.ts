import { formatChoices } from '../base/format-choices.ts';
import { parsePlainDecimal } from '../base/parse-plain-decimal.ts';
import type { QuestionName, QuoteQuestion } from './parse-quote-request.ts';

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
