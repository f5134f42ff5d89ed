import type { FastifySchemaValidationError } from 'fastify';
import { Fault } from '../base/fault.ts';
import { formatChoices } from '../base/format-choices.ts';

/** The first thing that the schema holds against a query, as one sentence. */
export function faultOfQuery(errors: readonly FastifySchemaValidationError[]): Fault {
  const [first] = errors;
  return new Fault('invalid_parameter', first ? sentenceOf(first) : 'The query is not valid.');
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
