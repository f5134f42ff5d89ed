/** The options of the commands about trips, and the parts that these commands need. */
import type { Answers } from '../answer/answers.ts';
import { formatExpense } from '../batch/format-expense.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import type { CommandOption, Parameter } from '../wire/parameter.ts';
import { PARAMETERS, type ParameterName } from '../wire/parameters.ts';
import type { AskTerms } from '../wire/question.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { type Option, type Terminal, toOptionName } from './command.ts';

export interface TripServices {
  terms(): Promise<AskTerms & { readonly places: Pick<Gazetteer, 'prepare' | 'find'> }>;
  readFile(file: string): Promise<Uint8Array>;
  writeFile(file: string, content: string | Uint8Array): Promise<void>;
  /** Opens the answers. May have to build a network first. */
  openAnswers(onProgress: (step: string) => void): Promise<Omit<Answers, 'answerEstimate'>>;
}

/** The option of a parameter. */
export const nameOption = (name: ParameterName): string => `--${toOptionName(name)}`;

/**
 * The parameters of a question as rows of options.
 *
 * @param leftOut the parameters that a command has no use for.
 * @param problem why they are refused; absent: the command does not know them.
 */
export function parameterOptions(leftOut: readonly ParameterName[] = [], problem?: string) {
  const kept = Object.entries(optionsOf(PARAMETERS)).flatMap(([name, row]) => {
    if (!leftOut.some((one) => one === name)) return [[name, row]];
    return problem === undefined ? [] : [[name, refused(row, problem)]];
  });
  return Object.fromEntries(kept) as Readonly<Record<ParameterName, Row>>;
}

type Row = Option<string | undefined>;

/** Parameters as rows of options. A parameter that has no option is left out. */
export const optionsOf = <Name extends string>(parameters: Readonly<Record<Name, Said>>) =>
  Object.fromEntries(
    Object.entries<Said>(parameters).flatMap(([name, { option }]): unknown[][] =>
      option === undefined ? [] : [[name, toRow(option)]],
    ),
  ) as Readonly<Record<Name, Row>>;

type Said = Pick<Parameter<unknown>, 'option'>;

const toRow = ({ name, value, help, between, given, absent }: CommandOption) => ({
  name,
  value,
  help,
  isMany: between !== undefined,
  read: (texts: readonly string[] | undefined) =>
    texts === undefined ? absent : (given ?? (value ? texts.join(between) : '1')),
});

const refused = ({ name, value }: Row, problem: string): Option<undefined> => ({
  name,
  value,
  isMany: true,
  read: (texts, refuse) => (texts === undefined ? undefined : refuse(problem)),
});

/** The same for a command that writes the lines of a claim itself. The value of `lines` is their file. */
export function parameterOptionsWithFile(...leftOut: Parameters<typeof parameterOptions>) {
  const rows = parameterOptions(...leftOut);
  const lines = { ...rows.lines, read: (texts?: readonly string[]) => texts?.[0] };
  return { ...rows, lines };
}

/** Writes the lines of the recommended route, if a file for them is named. */
export async function writeExpense(
  { writeFile }: Pick<TripServices, 'writeFile'>,
  { _billing: { routes } }: Pick<RouteAnswer, '_billing'>,
  { file, report }: { readonly file: string | undefined } & Pick<Terminal, 'report'>,
): Promise<void> {
  const [first] = routes;
  if (file === undefined || first === undefined) return;
  await writeFile(file, formatExpense(first));
  report(`Lines written to ${file}: ${first.lines?.length ?? 0}.`);
  const without = [...first.unpricedStations, ...(first.ferryUnpriced ?? [])];
  for (const { name } of without)
    report(`Not among them, because its price is not known: ${name}.`);
}
