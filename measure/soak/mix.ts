import { seeded } from '../numbers.ts';

/** A kind of call in the mix. `isWork`: it is a trip that the engine answers, and its time is judged. */
export interface Kind {
  readonly name: string;
  /** The number of these calls in a hundred. */
  readonly share: number;
  readonly isWork: boolean;
  readonly paths: readonly string[];
  /** Body of a POST; absent: the call is a GET. */
  readonly bodies?: readonly string[];
  /** A key that nobody has. */
  readonly hasBadKey?: true;
}

export interface MixedCall {
  readonly kind: Kind;
  readonly path: string;
  readonly body?: string | undefined;
}

/** Every call of a kind. */
export const callsOf = (kind: Kind): readonly MixedCall[] =>
  kind.paths.flatMap((path) =>
    kind.bodies === undefined
      ? [{ kind, path }]
      : kind.bodies.map((body) => ({ kind, path, body })),
  );

const PLACES = {
  oslo: '59.9139,10.7522',
  drammen: '59.7440,10.2045',
  moss: '59.4340,10.6577',
  bergen: '60.3913,5.3221',
  arna: '60.4204,5.4660',
  trondheim: '63.4305,10.3951',
  stjordal: '63.4690,10.9180',
  stavanger: '58.9701,5.7331',
  sandnes: '58.8524,5.7352',
  kristiansand: '58.1467,7.9956',
  hamar: '60.7945,11.0680',
  alesund: '62.4722,6.1495',
  bodo: '67.2804,14.4050',
} as const;

type Place = keyof typeof PLACES;

const NEAR: readonly (readonly [Place, Place])[] = [
  ['oslo', 'drammen'],
  ['oslo', 'moss'],
  ['bergen', 'arna'],
  ['trondheim', 'stjordal'],
  ['stavanger', 'sandnes'],
  ['drammen', 'moss'],
];

const FAR: readonly (readonly [Place, Place])[] = [
  ['oslo', 'trondheim'],
  ['oslo', 'bergen'],
  ['bergen', 'stavanger'],
  ['kristiansand', 'oslo'],
  ['hamar', 'alesund'],
  ['trondheim', 'bodo'],
];

/** Each trip is asked for at these moments of a Friday, so that no two equal questions come at the same time. */
const MOMENTS = Array.from(
  { length: 18 },
  (_, i) => `2026-11-20T${String(5 + i).padStart(2, '0')}:1${i % 10}:00%2B01:00`,
);

function tripsOf(
  pairs: readonly (readonly [Place, Place])[],
  path: string,
  more: string,
): readonly string[] {
  return pairs.flatMap(([from, to]) =>
    MOMENTS.map((at) => `${path}?from=${PLACES[from]}&to=${PLACES[to]}&startTime=${at}${more}`),
  );
}

const MOMENT = '2026-11-20T08:10:00+01:00';

/** Questions with a body, and departures. Each is one call of the day, and more work than a trip. */
const LARGE: readonly Kind[] = [
  {
    name: 'departures',
    share: 2,
    isWork: false,
    paths: NEAR.map(
      ([from, to]) =>
        `/api/departures?from=${PLACES[from]}&to=${PLACES[to]}&step=60&earliest=2026-11-20T06:00:00%2B01:00&latest=2026-11-20T18:00:00%2B01:00`,
    ),
  },
  withBodies('matrix', 1, '/api/matrix', [
    {
      origins: [PLACES.oslo, PLACES.bergen],
      destinations: [PLACES.moss, PLACES.stavanger],
      startTime: MOMENT,
    },
    {
      origins: [PLACES.hamar],
      destinations: Object.values(PLACES).slice(0, 10),
      startTime: MOMENT,
    },
  ]),
  withBodies(
    'journey',
    1,
    '/api/journey',
    FAR.map(([from, to]) => ({
      drives: [{ from: PLACES[from], to: PLACES[to], startTime: MOMENT }],
    })),
  ),
  withBodies(
    'recorded drive',
    2,
    `/api/trace?startTime=${encodeURIComponent(MOMENT)}`,
    NEAR.map(([from, to]) => [from, to].map((place) => toFix(PLACES[place]))),
  ),
];

function toFix(place: string) {
  const [lat, lon] = place.split(',').map(Number);
  return { lat, lon };
}

/** The calls of a usual day. */
export const KINDS: readonly Kind[] = [
  kind('near trip', 15, tripsOf(NEAR, '/api/route', '')),
  kind('near trip, refined', 25, tripsOf(NEAR, '/api/route', '&refine=1')),
  kind('long trip, refined', 25, tripsOf(FAR, '/api/route', '&refine=1')),
  kind('estimate', 10, tripsOf(NEAR, '/api/route-osrm', '')),
  {
    ...kind(
      'vehicle',
      8,
      ['QQ10001', 'QQ10002', 'QQ19999'].map((p) => `/api/vehicle?plate=${p}`),
    ),
    isWork: false,
  },
  {
    ...kind('data file', 7, ['/data/toll-stations.json', '/api/ferry-quays']),
    isWork: false,
  },
  { ...kind('bad key', 5, ['/api/route?from=1,2&to=3,4']), isWork: false, hasBadKey: true },
  { ...kind('bad question', 5, ['/api/route?from=nowhere']), isWork: false },
  ...LARGE,
];

function withBodies(name: string, share: number, path: string, bodies: readonly object[]): Kind {
  const texts = bodies.map((body) => JSON.stringify(body));
  return { name, share, isWork: false, paths: [path], bodies: texts };
}

function kind(name: string, share: number, paths: readonly string[]): Kind {
  return { name, share, paths, isWork: true };
}

/** The calls of a run, in an order that is the same in every run. */
export function drawCalls(seed: number): () => MixedCall {
  const random = seeded(seed);
  const all = new Map(KINDS.map((one) => [one, callsOf(one)]));
  const total = KINDS.reduce((sum, { share }) => sum + share, 0);
  return () => {
    const drawn = pickKind(random() * total);
    const calls = all.get(drawn) ?? [];
    return calls[Math.floor(random() * calls.length)] ?? { kind: drawn, path: '/' };
  };
}

/** @param at from 0 up to the sum of all shares. */
function pickKind(at: number): Kind {
  let left = at;
  for (const one of KINDS) {
    left -= one.share;
    if (left < 0) return one;
  }
  return KINDS[0] as Kind;
}
