import { setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import { table } from '../support/table.ts';

const { shareShapes }: { readonly shareShapes: (source: string) => string } = await import(
  new URL('../../tools/share-shapes.js', import.meta.url).href
);

/** V8's own word on whether two objects share their hidden class. */
function shareOne(objects: readonly object[]): boolean {
  setFlagsFromString('--allow-natives-syntax');
  const isSame = new Function('one', 'other', 'return %HaveSameMap(one, other)');
  return objects.every((one) => isSame(one, objects[0]));
}

const run = (source: string, ...terms: readonly unknown[]): unknown =>
  new Function('...terms', `const [a, b] = terms; ${shareShapes(source)}`)(...terms);

test('objects of a literal that begins with a spread share their hidden class', () => {
  const make = run('return (no) => ({ ...a, no, half: no / 2 });', { x: 1, y: 0.5 });
  const objects = Array.from({ length: 1000 }, (_, no) => (make as (no: number) => object)(no));
  expect(objects[3]).toEqual({ x: 1, y: 0.5, no: 3, half: 1.5 });
  expect(shareOne(objects.slice(-100))).toBe(true);
});

test.each(
  table<'source' | 'gives'>(`
    source                                   | gives
    return { ...a, y: 3 };                   | {"x":1,"y":3}
    return { ...b?.none, ...a };             | {"x":1,"y":2}
    return { ...a };                         | {"x":1,"y":2}
    const { ...rest } = a; return rest;      | {"x":1,"y":2}
    const { x, ...rest } = a; return rest;   | {"y":2}
    return (({ ...own }) => own.x)(a);       | 1
    return [{ ...[a, b][0], z: [...[1, 2]] }]; | [{"x":1,"y":2,"z":[1,2]}]
  `),
)('$source gives what it gave', ({ source, gives }) => {
  expect(JSON.stringify(run(source, { x: 1, y: 2 }, {}))).toBe(gives);
});

test('lines stay as they are', () => {
  expect(shareShapes('f({\n  ...a,\n  b,\n})')).toBe('f({\n  ...null, ...a,\n  b,\n})');
});
