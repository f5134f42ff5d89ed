/** The kinds of parameters that a question has, and how their texts are read. */
import { type TOptional, type TSchemaOptions, type TUnsafe, Type } from 'typebox';
import {
  formatChoices,
  gatherProblems,
  type ParameterProblem,
  type ProblemGatherer,
  refusedValue,
} from '../base/fault.ts';
import { memoize } from '../base/memoize.ts';
import { type LatLon, parseLatLon } from '../base/point.ts';
import { parsePlainDecimal } from '../base/read-loose.ts';
import { FLAG_VALUES } from '../base/settings.ts';

/** A parameter, said once: for HTTP, the contract, the command line and the docs. */
export interface Parameter<Value> {
  /** The schema of its text. */
  readonly schema: TOptional<TUnsafe<string>>;
  /** Its value; `undefined`: the text says no more than absence does. */
  readonly read: (text: string, refuse: Refuse) => Value | undefined;
  /** How `veipris quote` is told of it; absent: the command has no option for it. */
  readonly option?: CommandOption;
  /** Its name in the portal, by language; absent: the portal's dictionaries have it. */
  readonly words?: { readonly en: string; readonly nb: string };
  /** What `docs/parameters.md` says of it beside its description; absent: nothing. */
  readonly decisions?: string;
}

/**
 * @param problem what is wrong with the text: a sentence without its subject.
 * @param entry index of the point that is wrong, where the text is a list of points.
 */
export type Refuse = (problem: string, entry?: number) => never;

export interface CommandOption {
  /** Without dashes; absent: the name of the parameter, `startTime` as `start-time`. */
  readonly name?: string;
  /** What is written behind it; absent: nothing, and the parameter is `1`. */
  readonly value?: string;
  readonly help: string;
  /** It may be given several times; these stand between the texts. */
  readonly between?: string;
  /** The parameter when the option is given; absent: what is written behind the option. */
  readonly given?: string;
  /** The parameter when it is not given; absent: none. */
  readonly absent?: string;
}

/** What is known of a parameter beside its kind. */
export interface About extends Omit<Parameter<unknown>, 'schema' | 'read'> {
  readonly description: string;
  readonly example: string;
  /** A question must have it. */
  readonly isRequired?: true;
}

/**
 * Any text that can be read.
 *
 * @param terms what its schema says besides. A choice has a type and its values: so a value that is given twice is told
 * from one that is not allowed.
 */
export function parameter<Value>(
  { description, example, isRequired, ...about }: About,
  read: Parameter<Value>['read'],
  terms: TSchemaOptions = {},
): Parameter<Value> {
  const plain = Type.Unsafe<string>({
    ...terms,
    type: 'string',
    description,
    examples: [example],
  });
  // A required text has the same type; `Type.Object` sees the difference in the schema itself.
  const schema = (isRequired ? plain : Type.Optional(plain)) as Parameter<Value>['schema'];
  return { ...about, schema, read };
}

/** One of a few texts. */
export function choice<Value extends string>(
  values: readonly Value[],
  about: About,
): Parameter<Value> {
  return parameter(
    about,
    (written, refuse) =>
      values.find((one) => one === written) ?? refuse(`must be ${formatChoices(values)}`),
    { enum: values },
  );
}

/** A yes or no. */
export function flag({ description, ...about }: About): Parameter<true> {
  const told = `${description} \`1\`: yes; \`0\`, empty or absent: no.`;
  const { read, ...rest } = choice(FLAG_VALUES, { ...about, description: told });
  return { ...rest, read: (written, refuse) => read(written, refuse) === '1' || undefined };
}

interface Bounds {
  readonly unit: string;
  readonly max: number;
}

/** A number above 0 in plain digits. */
export const size = ({ unit, max }: Bounds, about: About) =>
  number(about, {
    fits: (value) => value > 0 && value <= max,
    refusal: `must be a number of ${unit} above 0 and at most ${max}`,
  });

/** A number from 0 on in plain digits. */
export const amount = ({ unit, max }: Bounds, about: About) =>
  number(about, {
    fits: (value) => value <= max,
    refusal: `must be a number of ${unit} from 0 to ${max}`,
  });

/** A whole number. @param unit absent: it counts. */
export const whole = (
  { unit, least, most }: { readonly unit?: string; readonly least: number; readonly most: number },
  about: About,
) =>
  number(about, {
    fits: (value) => Number.isInteger(value) && value >= least && value <= most,
    refusal: `must be a whole number ${unit ? `of ${unit} ` : ''}from ${least} to ${most}`,
  });

/** A number in plain digits, which have no sign. */
function number(
  about: About,
  { fits, refusal }: { readonly fits: (value: number) => boolean; readonly refusal: string },
): Parameter<number> {
  return parameter(about, (written, refuse) => {
    const value = parsePlainDecimal(written);
    return value !== undefined && fits(value) ? value : refuse(refusal);
  });
}

/** A place. */
export const point = (about: About): Parameter<LatLon> =>
  parameter(about, (written, refuse) => {
    const found = parseLatLon(written);
    return 'problem' in found ? refuse(found.problem) : found;
  });

type Rows = Readonly<Record<string, Parameter<unknown>>>;

/** What was read of parameters; absent: not given. */
export type ValuesOf<Of extends Rows> = {
  readonly [Name in keyof Of]?: Of[Name] extends Parameter<infer Value> ? Value : never;
};

/** Parameters as they arrive: every value is still a text. */
export type TextsOf<Of extends Rows> = { readonly [Name in keyof Of]?: string };

/** Texts without those of some names. */
export const omitTexts = <Texts extends object>(
  texts: Texts,
  names: readonly string[],
): Partial<Texts> =>
  Object.fromEntries(
    Object.entries(texts).filter(([name]) => !names.includes(name)),
  ) as Partial<Texts>;

/** The query that parameters make. Parameters that are not among them are let through and ignored. */
export const queryOf = <Of extends Rows>(rows: Of) =>
  Type.Object(
    Object.fromEntries(Object.entries(rows).map(([name, { schema }]) => [name, schema])) as {
      [Name in keyof Of]: TOptional<TUnsafe<string>>;
    },
  );

export interface ReadingTerms {
  /** What the asker calls a value, for messages; absent: its own name. */
  nameOf?(name: string): string;
  /** How the asker asks for exact tolls, for messages; absent: by `refine=1`. */
  readonly needsExact?: string;
  /** Values that were refused before they were read, which are not looked at again; absent: none. */
  readonly problems?: readonly ParameterProblem[];
}

/** Reads the texts of a question, and tells of all refused values at once. */
export interface Reading extends ProblemGatherer {
  /** @throws Fault. @param problem a sentence without its subject. */
  refuse(
    name: string,
    problem: string,
    candidates?: ParameterProblem['candidates'],
    entry?: number,
  ): never;
  /** The values that are given. Left out are refused values, and those that say no more than absence does. */
  values<Of extends Rows>(rows: Of, texts: TextsOf<Of>): ValuesOf<Of>;
}

/** A question is read by tables that never change. */
const entriesOf = memoize((rows: Rows) => Object.entries(rows));

export function openReading({ nameOf, problems }: ReadingTerms = {}): Reading {
  const gatherer = gatherProblems(problems);
  const refuse: Reading['refuse'] = (name, problem, candidates, entry) => {
    const subject = `${nameOf?.(name) ?? name}${entry === undefined ? '' : ` point ${entry + 1}`}`;
    throw refusedValue(name, `${subject} ${problem}.`, candidates, entry);
  };
  return {
    ...gatherer,
    refuse,
    values<Of extends Rows>(rows: Of, texts: TextsOf<Of>) {
      const values: Record<string, unknown> = {};
      for (const [name, { read }] of entriesOf(rows)) {
        const text = texts[name];
        if (text === undefined || gatherer.hasRefused(name)) continue;
        const value = gatherer.read(() =>
          read(text, (problem, entry) => refuse(name, problem, [], entry)),
        );
        if (value !== undefined) values[name] = value;
      }
      return values as ValuesOf<Of>;
    },
  };
}

type Written = string | number | boolean;

type WithSchema = Pick<Parameter<unknown>, 'schema'>;

/** Whether a parameter is a yes or no. The weight `true` would be 1 kg. */
export const isYesOrNo = ({ schema }: WithSchema): boolean =>
  'enum' in schema && [schema.enum].flat().every((one) => FLAG_VALUES.some((flag) => flag === one));

/** Parameters as members of a body in JSON: `"2300"` or `2300`, `"1"` or, of a yes or no, `true`. */
export const bodyMembers = <Name extends string>(rows: Readonly<Record<Name, WithSchema>>) =>
  Object.fromEntries(
    Object.entries<WithSchema>(rows).map(([name, row]) => {
      const { description, examples } = row.schema as { description?: string; examples?: string[] };
      const type = ['string', 'number', ...(isYesOrNo(row) ? ['boolean'] : [])];
      return [name, Type.Optional(Type.Unsafe<Written>({ type, description, examples }))];
    }),
  ) as Record<Name, TOptional<TUnsafe<Written>>>;

/** A body without the members that its schema does not know, and without those that have a refused value. */
export const keepGood = <Body extends object>(
  body: Body,
  { properties }: { readonly properties: object },
  problems: readonly ParameterProblem[],
): Partial<Body> => {
  const refused = problems.map(({ parameter }) => parameter.split(/[.[]/, 1)[0] ?? '');
  const known = Object.entries(body).filter(([name]) => Object.hasOwn(properties, name));
  return omitTexts(Object.fromEntries(known) as Body, refused);
};

/** The texts of such members, as the query of an address has them. */
export const textsOf = (members: { readonly [name: string]: Written | undefined }) =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'boolean' ? `${+value}` : `${value}`]],
    ),
  );
