import { expectTypeOf, test } from 'vitest';
import type { RouteBodyMembers } from '../../../src/http/schema/route.ts';
import type { RouteAnswer } from '../../../src/trip/answer-types.ts';

type Frozen<T> = T extends readonly unknown[] | object
  ? { readonly [K in keyof T]: Frozen<T[K]> }
  : T;

test('the schema has exactly the members of the answer: none is dropped on its way', () => {
  expectTypeOf<Frozen<RouteBodyMembers>>().toEqualTypeOf<Frozen<RouteAnswer>>();
});
