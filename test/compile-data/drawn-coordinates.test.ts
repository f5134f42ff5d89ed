import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areDrawn } from '../../tools/compile-data/drawn-coordinates.ts';
import { table } from '../support/table.ts';

const BOX = { west: 4, south: 57.4, east: 31.7, north: 71.7 };

test.each(
  table<'type' | 'text' | 'isDrawn' | 'because'>(`
  type       | text                                | isDrawn | because
  Point      | [10.75,59.91]                       | true    | two numbers
  Point      | [4,57.4]                            | true    | at the corner
  Point      | [31.7,71.7]                         | true    | at the other corner
  Point      | [3.9999,60]                         | false   | west of it
  Point      | [31.7001,60]                        | false   | east of it
  Point      | [10,57.3999]                        | false   | south of it
  Point      | [10,71.7001]                        | false   | north of it
  Point      | [-10,60]                            | false   | west of Greenwich
  Point      | [10]                                | false   | one number
  Point      | [10,60,5]                           | false   | three numbers
  Point      | [10,60]]                            | false   | something behind it
  Point      | [10,60                              | false   | not to its end
  Point      | [010,60]                            | false   | no number of JSON
  Point      | [10.,60]                            | false   | nothing behind the point
  Point      | [1.0.5,60]                          | false   | two points
  Point      | [.5,60]                             | false   | nothing before the point
  Point      | [,60]                               | false   | no number
  Point      | []                                  | false   | nothing
  LineString | [[10,60],[11,60]]                   | true    | two positions
  LineString | [[10,60]]                           | false   | one position
  LineString | []                                  | false   | none
  LineString | [10,60]                             | false   | a point
  LineString | [[10,60],[11,60],]                  | false   | a comma too many
  LineString | [[10,60][11,60]]                    | false   | a comma too few
  LineString | [[10,60],[11,60]],[[10,60],[11,60]] | false   | two lines
  Polygon    | [[[9,60],[9,61],[8,61],[9,60]]]     | true    | a ring
  Polygon    | [[[9,60],[9,61],[9,60]]]            | false   | a ring of no area
  Polygon    | [[[9,60],[9,61],[8,61],[8,60]]]     | false   | a ring that is open
  Polygon    | [[[9,60],[9,61],[8,61],[19,60]]]    | false   | open, though its end looks alike
  Polygon    | [[[9,60],[9,61],[8,61],[9,60]],[]]  | false   | a ring of nothing
  Polygon    | [[9,60],[9,61],[8,61],[9,60]]       | false   | a line
  Polygon    | []                                  | false   | none
  Polygon    | [[[9,60],[9,61],[8,61],[9,60]]      | false   | not to its end
`),
)('$type $text: $isDrawn, $because', ({ type, text, isDrawn }) => {
  expect(areDrawn(type as 'Point', text, BOX)).toBe(isDrawn === 'true');
});

const isAt = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 2 &&
  value[0] >= BOX.west &&
  value[0] <= BOX.east &&
  value[1] >= BOX.south &&
  value[1] <= BOX.north;
const isLine = (value: unknown, least: number): boolean =>
  Array.isArray(value) && value.length >= least && value.every(isAt);
const isRing = (value: unknown): boolean =>
  isLine(value, 4) && Array.isArray(value) && String(value[0]) === String(value.at(-1));

/** The same question, asked of arrays. */
function areDrawnOnceParsed(text: string): boolean {
  try {
    const rings: unknown = JSON.parse(text);
    return Array.isArray(rings) && rings.length > 0 && rings.every(isRing);
  } catch {
    return false;
  }
}

const degrees = (least: number, most: number) =>
  fc.integer({ min: least * 1e4, max: most * 1e4 }).map((e4) => e4 / 1e4);
const position = fc.tuple(degrees(4, 31.7), degrees(57.4, 71.7));
const ring = fc.array(position, { minLength: 3 }).map((open) => [...open, open[0]]);
const polygon = fc
  .array(ring, { minLength: 1, maxLength: 3 })
  .map((rings) => JSON.stringify(rings));

test('whatever lies in the box is drawn', () => {
  fc.assert(
    fc.property(polygon, (text) => {
      expect(areDrawn('Polygon', text, BOX)).toBe(true);
    }),
  );
});

test('nothing is drawn after a slip of the pen that JSON or a look at the arrays refuses', () => {
  const slip = fc.constantFrom('', '0', '7', '.', ',', '[', ']', '-', ' ', '"', 'e');
  fc.assert(
    fc.property(polygon, fc.nat(), fc.nat({ max: 2 }), slip, (text, place, length, written) => {
      const at = place % text.length;
      const slipped = text.slice(0, at) + written + text.slice(at + length);
      if (areDrawn('Polygon', slipped, BOX)) expect(areDrawnOnceParsed(slipped)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
