/** The table of the fuzz: a question that is answered, with one value of it exchanged. */
import type { Endpoint as Row } from '../../src/http/openapi/endpoint.ts';
import { ENDPOINTS } from '../../src/http/openapi/endpoints.ts';
import type { Parameter } from '../../src/wire/parameter.ts';
import { PARAMETERS } from '../../src/wire/parameters.ts';
import type { Endpoint } from './list-endpoints.ts';
import type { FuzzRequest } from './requests.ts';
import { ESCAPED_WORDS, WORDS } from './words.ts';

/** What a question needs to be answered, of which an endpoint takes what it knows. */
const ORDINARY: Readonly<Record<string, string>> = {
  from: '59.9139,10.7522',
  to: '59.92,10.76',
  plate: 'QQ10001',
  q: 'Oslo',
};

type Asking = Pick<Endpoint, 'path' | 'parameters'>;

/** The question as it is answered. */
export const ordinaryRequest = (endpoint: Asking): FuzzRequest =>
  asRequest(endpoint, Object.entries(ordinaryOf(endpoint)).map(write));

/** A question with other values for one parameter. */
interface Twisted {
  /** What reads the parameter wherever it is one; absent: this endpoint alone reads it so. */
  readonly row: Parameter<unknown> | undefined;
  /** With the words that the row refuses. */
  readonly refused: readonly FuzzRequest[];
  readonly others: readonly FuzzRequest[];
}

/** It with each of the words for a value, without one, and with one twice. */
export function listTwisted(endpoint: Asking, name: string): Twisted {
  const { [name]: usual = '', ...others } = ordinaryOf(endpoint);
  const asked = (twist: string) =>
    asRequest(endpoint, [...Object.entries(others).map(write), twist]);
  const row = findRow(endpoint, name);
  const refused = row === undefined ? [] : listRefused(row).map(encodeURIComponent);
  const twists = [
    ...ESCAPED_WORDS.filter((word) => !refused.includes(word)).map((word) => `${name}=${word}`),
    name,
    `${name}[]=${usual}`,
    `${name}=${usual}&${name}=${usual}`,
  ];
  return {
    row,
    refused: refused.map((word) => asked(`${name}=${word}`)),
    others: twists.map(asked),
  };
}

const ROWS: Readonly<Record<string, Parameter<unknown>>> = PARAMETERS;
/** Places may have names, which no row reads. */
const NAMED = ['from', 'to', 'via'];

/** The row of a parameter, where the query of the endpoint is made of it. */
function findRow({ path }: Asking, name: string): Parameter<unknown> | undefined {
  const asking = (ENDPOINTS as readonly Row[]).find(
    (one) => one.path === path && one.method === undefined,
  );
  const row = NAMED.includes(name) ? undefined : ROWS[name];
  return asking?.query?.properties[name] === row?.schema ? row : undefined;
}

/** The words that a row refuses. */
export const listRefused = ({ read }: Parameter<unknown>): readonly string[] =>
  WORDS.filter((word) => {
    try {
      read(word, (problem) => {
        throw new Error(problem);
      });
      return false;
    } catch {
      return true;
    }
  });

const write = ([name, value]: readonly [string, string]) => `${name}=${value}`;

const asRequest = ({ path }: Asking, query: readonly string[]): FuzzRequest => ({
  method: 'GET',
  target: `${path}?${query.join('&')}`,
  headers: [],
  body: '',
  as: path.startsWith('/portal/') ? 'session' : 'key',
});

/** A trip without its plate: the price of one vehicle is asked for by parameters of its own. */
function ordinaryOf({ parameters }: Asking): Readonly<Record<string, string>> {
  const isTrip = parameters.includes('from');
  return Object.fromEntries(
    Object.entries(ORDINARY).filter(
      ([name]) => parameters.includes(name) && !(isTrip && name === 'plate'),
    ),
  );
}
