import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refuseRepeatedNames } from '../../src/base/repeated-name.ts';
import { table } from '../support/table.ts';

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
