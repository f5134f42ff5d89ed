import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { liftSchemas } from '../../tools/openapi/components.ts';

const Leaf = Type.Object({ title: Type.String() }, { title: 'Leaf' });

test('schemas with a title become components, inside others and inside each other', () => {
  const components = {};
  const tree = Type.Object({ leaves: Type.Array(Leaf) }, { title: 'Tree' });
  expect(liftSchemas(Type.Array(tree), components)).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Tree' },
  });
  expect(components).toEqual({
    Leaf: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
    Tree: {
      type: 'object',
      required: ['leaves'],
      properties: { leaves: { type: 'array', items: { $ref: '#/components/schemas/Leaf' } } },
    },
  });
});

test('the same schema may be used twice, another one may not have its title', () => {
  const components = {};
  liftSchemas(Leaf, components);
  liftSchemas(Leaf, components);
  expect(() => liftSchemas(Type.String({ title: 'Leaf' }), components)).toThrow(
    'Expected one schema with the title Leaf, got two.',
  );
});
