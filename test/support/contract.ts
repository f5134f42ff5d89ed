/** Checks answers against the contract. An answer that the contract does not describe fails the test. */
import { gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { InjectOptions } from 'fastify';
import type { App } from '../../src/http/framework.ts';
import { formatContract } from '../../tools/openapi/contract.ts';

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

type Json = { readonly [name: string]: unknown };

/** Headers of the connection, and headers that every body has. */
const NOT_OURS = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
];

/** The files that the page `/docs` loads. They are a part of the page. */
const PAGE_FILE = /^\/docs\/(?:[\w-]+\/)?[\w.-]+$/;

/** Addresses for the portal's own pages, which docs/portal.md describes. */
const PORTAL = /^\/(?:portal(?:\/|$)|$)/;

const contract: Json = JSON.parse(formatContract());
const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false });
addFormats.default(ajv);
// The validator takes the document itself for a schema.
ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'paths', 'components', 'example']);
ajv.addSchema(closed(contract) as Json, 'contract');

/** The same app. Every answer that a test injects is checked against the contract. */
export function described(app: App): App {
  const inject = app.inject.bind(app);
  const injectAndHold = async (question: InjectOptions | string) => {
    const answer = await inject(question);
    const { method = 'GET', url } = typeof question === 'string' ? { url: question } : question;
    const { statusCode: status, headers } = answer;
    const isPacked = headers['content-encoding'] === 'gzip';
    const body = isPacked ? gunzipSync(answer.rawPayload).toString() : answer.body;
    holdToContract({ method, url: String(url), status, headers, body });
    return answer;
  };
  return Object.assign(app, { inject: injectAndHold });
}

/** @throws Error with one line for each part of the answer that the contract does not describe. */
export function holdToContract(answer: WireAnswer): void {
  const path = answer.url.replace(/[?#].*/s, '');
  if (PAGE_FILE.test(path) && answer.status < 400) return;
  if (PORTAL.test(path)) return;
  const at = findResponse(answer, path);
  const problems =
    at === undefined
      ? ['its status']
      : [...listHeaderProblems(answer, at), ...listBodyProblems(answer, at)];
  if (problems.length === 0) return;
  const { method, url, status, body } = answer;
  throw new Error(
    `The contract does not describe ${method} ${url} with ${status}:\n${problems.join('\n')}\n${body.slice(0, 2000)}`,
  );
}

/** The place where the contract describes the answer, as a JSON pointer; `undefined`: it does not. */
function findResponse({ method, status }: WireAnswer, path: string): string | undefined {
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const responses = pointer('paths', templateOf(path), verb, 'responses');
  const range = `${String(status)[0]}XX`;
  const places =
    read(responses) !== undefined
      ? [`${responses}/${status}`, `${responses}/${range}`]
      : // A path without an endpoint may only be refused.
        [range === '4XX' ? '/components/responses/Refusal' : '/'];
  return places.map(follow).find((place) => place !== undefined);
}

/** Patterns for the paths of the contract with names in them. They also match an empty id, which no record has. */
const TEMPLATES = Object.keys(contract.paths as Json)
  .filter((path) => path.includes('{'))
  .map((path) => [new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`), path] as const);

/** The path as the contract writes it, with the names of its parts. */
function templateOf(path: string): string {
  if (path in (contract.paths as Json)) return path;
  return TEMPLATES.find(([matches]) => matches.test(path))?.[1] ?? path;
}

function listHeaderProblems({ headers, status }: WireAnswer, at: string): string[] {
  const described = Object.keys(read(`${at}/headers`) ?? {}).map((name) => {
    const place = follow(`${at}/headers/${escapeName(name)}`) ?? '';
    return { name: name.toLowerCase(), place, isRequired: read(place)?.required === true };
  });
  const names = described.map(({ name }) => name);
  const strays = Object.keys(headers).filter((name) => ![...names, ...NOT_OURS].includes(name));
  const missing = described.filter(({ name, isRequired }) => isRequired && !(name in headers));
  const wrong = described.filter(
    ({ name, place }) =>
      name in headers &&
      ![headers[name], readHeader(headers[name])].some((value) =>
        validatorAt(`${place}/schema`)(value),
      ),
  );
  const retry = status === 429 && !('retry-after' in headers) ? ['429 without Retry-After'] : [];
  return [
    ...strays.map((name) => `header ${name} is not described`),
    ...missing.map(({ name }) => `header ${name} is missing`),
    ...wrong.map(({ name }) => `header ${name} is ${headers[name]}`),
    ...retry,
  ];
}

/** The value of a header, with whole numbers as numbers, which schemas expect. */
const readHeader = (value: unknown) => (/^\d+$/.test(String(value)) ? Number(value) : value);

function listBodyProblems({ method, status, headers, body }: WireAnswer, at: string): string[] {
  const content = read(`${at}/content`);
  if (method === 'HEAD' || content === undefined)
    return body === '' ? [] : [`a body with ${method} ${status}`];
  const type = String(headers['content-type']);
  const media = Object.keys(content).find(
    (one) => type === one || type === `${one}; charset=utf-8`,
  );
  if (media === undefined) return [`media type ${type}`];
  const isJson = media === 'application/json';
  const validate = validatorAt(`${at}/content/${escapeName(media)}/schema`);
  const isLines = media === 'application/x-ndjson';
  const texts = isLines ? body.trimEnd().split('\n') : [body];
  if (texts.every((text) => validate(isJson || isLines ? JSON.parse(text) : text))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function validatorAt(place: string): ValidateFunction {
  const validate = ajv.getSchema(`contract#${place}`);
  if (validate === undefined) throw new Error(`The contract has no schema at ${place}.`);
  return validate;
}

const escapeName = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const pointer = (...names: string[]) => names.map((name) => `/${escapeName(name)}`).join('');

/** The part of the contract at a JSON pointer. */
function read(place: string): Json | undefined {
  const names = place.split('/').slice(1);
  return names.reduce<unknown>(
    (part, name) => (part as Json | undefined)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    contract,
  ) as Json | undefined;
}

/** The place, or the place that it refers to; `undefined`: there is nothing. */
function follow(place: string): string | undefined {
  const part = read(place);
  return typeof part?.$ref === 'string' ? part.$ref.slice(1) : part && place;
}

/** The schema with all unnamed members forbidden, unless it allows them explicitly. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      name === 'examples' ? value : closed(value),
    ]),
  );
  const { type, properties, additionalProperties }: Json = { ...part };
  const isClosed = type === 'object' && properties && additionalProperties === undefined;
  return isClosed ? { ...members, additionalProperties: false } : members;
}
