import type { FastifySchemaValidationError } from 'fastify';
import { Fault } from '../base/fault.ts';
import { formatChoices } from '../base/format-choices.ts';

/**
 * The first thing that the schema holds against a query or a body, as one sentence.
 *
 * @param part what of the request it is, in the words of the framework.
 */
export function faultOfSchema(
  errors: readonly FastifySchemaValidationError[],
  part: string,
): Fault {
  const [first] = errors;
  const say = part === 'body' ? sentenceOfBody : sentenceOf;
  return new Fault('invalid_parameter', first ? say(first) : `The ${part} is not valid.`);
}

/** Names of members that nobody knows are not repeated. */
function sentenceOfBody({ keyword, params, instancePath }: FastifySchemaValidationError): string {
  const name = instancePath.slice(1);
  if (keyword === 'required') return `${params.missingProperty} is missing.`;
  if (keyword === 'additionalProperties') return 'The body has a member that is unknown.';
  if (params.type === 'null') return 'This call takes no body.';
  return name === '' ? 'The body must be an object.' : `${name} must be a text.`;
}

function sentenceOf({ keyword, params, instancePath }: FastifySchemaValidationError): string {
  const name = instancePath.slice(1);
  if (keyword === 'required') return `${params.missingProperty} is missing.`;
  if (keyword === 'enum') return `${name} must be ${formatChoices(listOf(params.allowedValues))}.`;
  return `${name} must be given once.`;
}

function listOf(values: unknown): string[] {
  return Array.isArray(values) ? values.map(String) : [];
}
