/** Bodies that are wrong in very many places. */
import type { FastifySchemaValidationError } from 'fastify';
import { expect, test } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { faultOfSchema } from '../../../src/http/reply/fault-of-schema.ts';
import { BODIES } from '../../fuzz/bodies.ts';
import { appOf } from '../../support/app.ts';

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const LONG = 100_000;

/** Values whose one list that is reached has so many entries which no list takes. */
function* listLongBodies({ properties = {}, items, anyOf = [] }: Schema): Generator<unknown> {
  for (const one of anyOf) yield* listLongBodies(one);
  for (const [name, member] of Object.entries(properties))
    for (const value of listLongBodies(member)) yield { [name]: value };
  if (items === undefined) return;
  for (const wrong of [1, null, {}, [], '']) yield Array.from({ length: LONG }, () => wrong);
  for (const value of listLongBodies(items)) yield [value];
}

/** How many errors a schema makes of each of some bodies, and the fault that they become. */
async function check(schema: object, bodies: readonly unknown[]) {
  const told: { errors: number; fault: Fault }[] = [];
  const app = appOf();
  app.post(
    '/checked',
    {
      schema: { body: schema },
      config: { access: 'open' },
      bodyLimit: 10 * LONG,
      schemaErrorFormatter(errors, part) {
        const fault = faultOfSchema(errors, part);
        told.push({ errors: errors.length, fault });
        return fault;
      },
    },
    () => {
      throw new Fault('invalid_parameter', 'The schema has nothing against it.');
    },
  );
  for (const payload of bodies)
    await app.inject({
      method: 'POST',
      url: '/checked',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
  await app.close();
  return told;
}

const WITH_LISTS = Object.entries(BODIES).flatMap(([name, schema]) => {
  const bodies = [...listLongBodies(schema as Schema)];
  return bodies.length === 0 ? [] : [{ name, schema, bodies }];
});

test('the bodies of journeys and matrices are among those that have lists', () => {
  const names = WITH_LISTS.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['POST /api/journey', 'POST /api/matrix']));
});

test.each(WITH_LISTS)(
  'of 100 000 wrong entries in any list of $name a handful of errors is made',
  async ({ schema, bodies }) => {
    const told = await check(schema, bodies);
    expect(told.length).toBeGreaterThan(0);
    expect(Math.max(...told.map(({ errors }) => errors))).toBeLessThan(10);
  },
);

test('a list that is too long is told so, whatever is in it', async () => {
  const via = Array.from({ length: 8000 }, () => 1);
  const body = { drives: [{ from: 'Oslo', to: 'Drammen', via: [...via, ...via] }] };
  const [told] = await check(BODIES['POST /api/journey'] ?? {}, [body]);
  expect(told?.fault.message).toBe('drives[0].via must have 8 entries at most.');
});

test('fifty values of a body are told at most', async () => {
  const drives = Array.from({ length: 500 }, () => ({ trace: 1, from: 2 }));
  const [told] = await check(BODIES['POST /api/journey'] ?? {}, [{ drives }]);
  expect(told?.fault.problems.length).toBeLessThanOrEqual(50);
  expect(told?.fault.message).toBe('drives[0].from must be a text.');
});

test('each error is looked at a few times, however many values of several kinds are wrong', () => {
  let reads = 0;
  const errorAt = (instancePath: string, keyword: string, end: string) => ({
    keyword,
    instancePath,
    params: { type: 'string' },
    message: '',
    get schemaPath() {
      reads++;
      return `#/properties/via/items/anyOf${end}`;
    },
  });
  const errors: FastifySchemaValidationError[] = Array.from({ length: 5000 }, (_, i) => {
    const at = `/via/${i}`;
    const types = ['/0/type', '/1/type'].map((end) => errorAt(at, 'type', end));
    return [...types, errorAt(at, 'anyOf', '')];
  }).flat();
  expect(faultOfSchema(errors, 'body')).toBeInstanceOf(Fault);
  expect(reads).toBeLessThan(20 * errors.length);
});
