import { expect, test } from 'vitest';
import { formatContract } from '../../tools/openapi/contract.ts';

type Json = Readonly<Record<string, unknown>>;

const contract = JSON.parse(formatContract());

/**
 * What no example meets: a rush price of an older row; the list price of one size that a station without the other has in
 * a question about that; a drive of a journey that is preliminary or sails without a fare; the bounds of a journey with an
 * amount that is not known; the bound of a search; a station that a stop was moved past; an answer that was broken off. The
 * document itself has none.
 */
const NEVER_SHOWN = [
  'ApiError.credited',
  'Billing.searchCut',
  'Contract.openapi',
  'Departure.searchCut',
  'JourneyAnswer.total.vehicle.tollMax',
  'JourneyAnswer.total.vehicle.tollMin',
  'JourneyDriveBill.ferryUnpriced',
  'JourneyDriveBill.tollEstimated',
  'Stop.between.name',
  'TollProof.amounts.window.rushPriceFrom',
  'UnpricedStation.listSmallNok',
];

const schemas: Readonly<Record<string, Json>> = contract.components.schemas;
/** Questions have an example each, and the first record of a stream is the head of the whole answer. */
const described = Object.entries(schemas)
  .filter(([name]) => !/Question$|^MatrixHead$/.test(name))
  .flatMap(([name, schema]) => listMembers(schema, name));
const shown = new Set(
  listMedia(contract).flatMap(({ schema, examples = {} }) =>
    Object.values(examples).flatMap(({ value }) => listShown(schema, '', value)),
  ),
);

test('every member of every answer is shown by an example', () => {
  expect(described.length).toBeGreaterThan(150);
  const silent = described.filter((member) => !shown.has(member));
  expect(silent.sort()).toEqual(NEVER_SHOWN);
});

test('every parameter has an example', () => {
  const own = Object.values<{ get?: Json; post?: Json }>(contract.paths).flatMap(
    ({ get, post }) => (get ?? post)?.parameters ?? [],
  );
  const shared = Object.values(contract.components.parameters);
  const parameters = [...own, ...shared].filter((one) => !('$ref' in (one as Json))) as Json[];
  expect(parameters.length).toBeGreaterThan(15);
  const silent = parameters.filter(
    ({ example, schema }) => example === undefined && (schema as Json).examples === undefined,
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

interface Media {
  readonly schema: Json;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** What answers in JSON hold, wherever it stands in the document. */
function listMedia(part: Json): Media[] {
  return Object.entries(part).flatMap(([name, value]) => {
    if (name === 'application/json') return [value as Media];
    return typeof value === 'object' && value !== null ? listMedia(value as Json) : [];
  });
}

/** The schemas right below one, each with the name of its place. */
function listBelow(schema: Json, at: string): (readonly [place: string, below: Json])[] {
  const either = [schema.anyOf ?? [], schema.items ?? []].flat() as Json[];
  const members = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Json>>);
  return [
    ...either.map((below) => [at, below] as const),
    ...members.map(([name, below]) => [`${at}.${name}`, below] as const),
  ];
}

/** The members that a schema itself describes; those of schemas that it refers to are theirs. */
function listMembers(schema: Json, at: string): string[] {
  return listBelow(schema, at).flatMap(([place, below]) => [
    ...(place === at ? [] : [place]),
    ...listMembers(below, place),
  ]);
}

/** The members of which an example has a value. */
function listShown(schema: Json, at: string, example: unknown): string[] {
  const name = /[^/]+$/.exec(String(schema.$ref ?? ''))?.[0];
  if (name !== undefined) return listShown(schemas[name] ?? {}, name, example);
  return [example].flat().flatMap((value) =>
    listBelow(schema, at).flatMap(([place, below]) => {
      if (place === at) return listShown(below, place, value);
      const member = (value as Json | null)?.[place.slice(at.length + 1)];
      return member === undefined ? [] : [place, ...listShown(below, place, member)];
    }),
  );
}
