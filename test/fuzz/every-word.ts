/** The table of the fuzz: a question that is answered, with one value of it exchanged. */
import type { Endpoint } from './list-endpoints.ts';
import type { FuzzRequest } from './requests.ts';
import { ESCAPED_WORDS } from './words.ts';

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

/** It with each of the words for a value, without one, and with one twice. */
export function listTwisted(endpoint: Asking, name: string): readonly FuzzRequest[] {
  const { [name]: usual = '', ...others } = ordinaryOf(endpoint);
  const twists = [
    ...ESCAPED_WORDS.map((word) => `${name}=${word}`),
    name,
    `${name}[]=${usual}`,
    `${name}=${usual}&${name}=${usual}`,
  ];
  return twists.map((twist) => asRequest(endpoint, [...Object.entries(others).map(write), twist]));
}

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
