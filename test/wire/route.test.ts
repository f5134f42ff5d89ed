import { expectTypeOf, test } from 'vitest';
import type { RouteAnswer } from '../../src/wire/answer-types.ts';
import type { RouteBodyMembers } from '../../src/wire/route.ts';

type Frozen<T> = T extends readonly unknown[] | object
  ? { readonly [K in keyof T]: Frozen<T[K]> }
  : T;

test('the schema has exactly the members of the answer: none is dropped on its way', () => {
  expectTypeOf<Frozen<RouteBodyMembers>>().toEqualTypeOf<Frozen<RouteAnswer>>();
});
