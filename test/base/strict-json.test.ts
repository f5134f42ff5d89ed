import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasMoreThan, isDeeperThan, refuseRepeatedNames } from '../../src/base/strict-json.ts';
import { table } from '../support/table.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test.each([
  ['a text', 'x', 0],
  ['nothing', null, 0],
  ['an empty list', [], 1],
  ['an object with a list', { a: 1, b: [2] }, 2],
  ['lists in lists', nested(300), 300],
])('%s is as deep as lists and objects lie in each other', (_, value, depth) => {
  expect([isDeeperThan(depth, value), isDeeperThan(depth - 1, value)]).toEqual([false, depth > 0]);
});

test.each([
  ['a text', 'x', 1],
  ['an empty list', [], 1],
  ['an object with a list', { a: 1, b: [2, 3] }, 5],
  ['lists in lists', nested(300), 300],
])('%s holds as many values as it has at all depths', (_, value, count) => {
  expect([hasMoreThan(count, value), hasMoreThan(count - 1, value)]).toEqual([false, true]);
});

test('a value of a million lists in each other is looked at', () => {
  expect(isDeeperThan(100, nested(1_000_000))).toBe(true);
  expect(hasMoreThan(10_000, nested(1_000_000))).toBe(true);
});

test.each(
  table<'json' | 'name'>(`
    json                                  | name
    {"to":"Oslo","from":"Voss","to":"Ås"} | to
    {"a":{"b":1,"b":1}}                   | b
    [{"a":1},{"a":1,"c":[],"a":2}]        | a
    {"a":{"x":1},"b":{"x":1},"a":3}       | a
    {"to":1,"t\\u006f":2}                 | to
    {"a\\"b":1,"a\\"b" : 2}               | a\\"b
    {"":1,"":1}                           |
  `),
)('in $json the member $name stands twice', ({ json, name }) => {
  expect(refuseRepeatedNames(json)).toBe(`has an object with two members named "${name}"`);
});

test('no text that JSON writes of a value has a name twice, whatever its texts hold', () => {
  fc.assert(fc.property(fc.json(), (json) => refuseRepeatedNames(json) === undefined));
  expect(refuseRepeatedNames('{"a":"\\\\","b":"a\\":1,","c":["a","a"],"d":"}{"}')).toBeUndefined();
});
