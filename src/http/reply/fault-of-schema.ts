/** The errors that a schema finds in a query or a body, as sentences. */
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import {
  Fault,
  formatChoices,
  MOST_TOLD,
  type ParameterProblem,
  refusedValues,
} from '../../base/fault.ts';
import { endAtFirst } from '../framework.ts';

type SchemaError = Omit<FastifySchemaValidationError, 'message'>;

/**
 * A sentence for each value that a schema refuses.
 *
 * @param part the part of the request that was checked, in the words of the framework.
 */
export function faultOfSchema(
  errors: readonly FastifySchemaValidationError[],
  part: string,
): Fault {
  const found = new Map<string, string>();
  const all = settleUnions(errors);
  for (const error of all.slice(0, MOST_TOLD)) {
    const name = nameOf(error);
    if (!found.has(name)) found.set(name, sentenceOf(error, part));
  }
  const [first, ...others] = [...found].map(([parameter, message]) => ({ parameter, message }));
  if (first?.parameter === '' || first === undefined)
    return new Fault('invalid_parameter', first?.message ?? `The ${part} is not valid.`);
  const fault = refusedValues([first, ...others.filter(({ parameter }) => parameter !== '')]);
  if (all.length > MOST_TOLD || endAtFirst.has(errors)) cutShort.add(fault);
  return fault;
}

/** Faults that do not name all values that the schema refuses. */
const cutShort = new WeakSet<Fault>();

/**
 * The problems that the schema found in a question. The question is read all the same, to tell all problems at once.
 *
 * @throws the fault of a question that can not be read further. A question can be read only if every refused value is
 * known.
 */
export function problemsOf({ validationError }: FastifyRequest): readonly ParameterProblem[] {
  if (validationError === undefined) return [];
  if (!(validationError instanceof Fault) || cutShort.has(validationError)) throw validationError;
  if (validationError.problems.length === 0) throw validationError;
  return validationError.problems;
}

/**
 * For a value of several possible kinds the schema tells the errors against each kind, and then that the value is of
 * none. This keeps the errors against the kind that the value seems to be of. If there is no such kind, it gives the
 * possible kinds.
 */
function settleUnions(errors: readonly SchemaError[]): readonly SchemaError[] {
  const left: SchemaError[] = [];
  for (const union of errors) {
    if (union.keyword !== 'anyOf') {
      left.push(union);
      continue;
    }
    const isWithin = ({ schemaPath, instancePath }: SchemaError) =>
      schemaPath.startsWith(`${union.schemaPath}/`) &&
      `${instancePath}/`.startsWith(`${union.instancePath}/`);
    const isOfOther = ({ keyword, instancePath }: SchemaError) =>
      keyword === 'type' && instancePath === union.instancePath;
    const kindOf = ({ schemaPath }: SchemaError) =>
      schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0];
    const within = left.splice(left.findLastIndex((error) => !isWithin(error)) + 1);
    const others = within.filter(isOfOther);
    const meant = within.find((error) => !others.some((one) => kindOf(one) === kindOf(error)));
    const told =
      meant === undefined
        ? [{ ...union, keyword: 'type', params: { type: others.flatMap(typesOf) } }]
        : within.filter((error) => kindOf(error) === kindOf(meant));
    for (const error of told) left.push(error);
  }
  return left;
}

const typesOf = ({ params }: SchemaError): string[] => listOf(params.type);

/** The name of the value that the schema refuses; '': the body or query as a whole. */
function nameOf({ keyword, params, instancePath }: SchemaError): string {
  const at = memberAt(instancePath);
  const member =
    keyword === 'required'
      ? String(params.missingProperty)
      : keyword === 'additionalProperties'
        ? shorten(String(params.additionalProperty))
        : undefined;
  if (member === undefined) return at;
  return at === '' ? member : `${at}.${member}`;
}

/**
 * Names that callers make up may have any number of any characters, and are shortened. An empty name is shown as `""`.
 */
const MOST_LETTERS = 100;
const shorten = (name: string): string =>
  [...name].slice(0, MOST_LETTERS).join('').replaceAll(/\p{C}/gu, '?') || '""';

/** A place in a body as a program writes it: `drives[2].from`. */
const memberAt = (pointer: string): string =>
  pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');

/** The sentence for an error. A parameter of a query is missing, none of the choices, or else given twice. */
function sentenceOf(error: SchemaError, part: string): string {
  const { keyword, params, instancePath } = error;
  const name = nameOf(error);
  const subject = name === '' ? 'The body' : name;
  if (part !== 'body' && keyword !== 'required' && keyword !== 'enum')
    return `${name} must be given once.`;
  switch (keyword) {
    case 'required':
      return `${name} is missing.`;
    case 'additionalProperties':
      return `${name} is no known member of ${memberAt(instancePath) || 'the body'}.`;
    case 'type':
      if (params.type === 'null') return 'This call takes no body.';
      return `${subject} must be ${formatChoices(typesOf(error).flatMap(namesOfType))}.`;
    case 'enum':
      return `${subject} must be ${formatChoices(listOf(params.allowedValues))}.`;
    default:
      return `${subject} ${boundOf(error) ?? 'is not as the reference describes it'}.`;
  }
}

/** The bound that a value exceeds; `undefined`: the error is about no bound. */
function boundOf({ keyword, params: { limit } }: SchemaError): string | undefined {
  switch (keyword) {
    case 'minItems':
      return `must have ${limit} or more entries`;
    case 'maxItems':
      return `must have ${limit} entries at most`;
    case 'minLength':
      return 'must not be empty';
    case 'maxLength':
      return `must have ${limit} letters at most`;
    case 'minimum':
      return `must be ${limit} or more`;
    case 'exclusiveMinimum':
      return `must be above ${limit}`;
    case 'maximum':
      return `must be ${limit} at most`;
    default:
      return undefined;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  number: 'a finite number',
  integer: 'a whole number',
};

const namesOfType = (type: string): readonly string[] =>
  type === 'boolean' ? ['true', 'false'] : [TYPES[type] ?? type];

const listOf = (values: unknown): string[] => [values].flat().map(String);
