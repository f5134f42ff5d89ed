import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatRows, parseRows, sumUp } from '../../src/network/kernel-file.ts';
import { table } from '../support/table.ts';

const TYPES = {
  steps: Int32Array,
  roads: { kmh: Float64Array, kinds: Uint8Array },
  none: Uint8Array,
} as const;
const NETWORK = 'd8d69f0449f22b6c';
const ROWS = {
  steps: new Int32Array([59_913_900, 10_752_200, -1]),
  roads: { kmh: new Float64Array([62.5, 0, 80]), kinds: new Uint8Array([0, 1, 3, 2, 1]) },
  none: new Uint8Array(),
};
const REST = { ids: ['1', '7'] };
const FILE = formatRows(NETWORK, TYPES, { rows: ROWS, rest: REST });

const parse = (bytes: Uint8Array, network = NETWORK) =>
  parseRows({ bytes }, network, TYPES, 'chart.bin');
const flipped = (at: number, bits = 1) => {
  const bytes = FILE.slice();
  bytes[at] = (bytes[at] ?? 0) ^ bits;
  return bytes;
};

test('rows of every kind and length are read as they were written', () => {
  const integer = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  const bytes = fc.uint8Array({ maxLength: 20 });
  fc.assert(
    fc.property(
      fc.array(integer),
      fc.array(fc.double()),
      bytes,
      bytes,
      (steps, kmh, kinds, none) => {
        const rows = {
          steps: new Int32Array(steps),
          roads: { kmh: new Float64Array(kmh), kinds },
          none,
        };
        expect(parse(formatRows(NETWORK, TYPES, { rows, rest: null }))).toEqual({
          rows,
          rest: null,
        });
      },
    ),
  );
});

test('a file that comes in pieces of any length has the sum of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(FILE.length)), (cuts) => {
      const ends = [...cuts.sort((a, b) => a - b), FILE.length];
      const sum = ends.reduce(
        (before, end, i) => sumUp(FILE.subarray(0, end), ends[i - 1], before),
        0,
      );
      expect(sum).toBe(sumUp(FILE));
      expect(parseRows({ bytes: FILE, sum }, NETWORK, TYPES, 'chart.bin').rows).toEqual(ROWS);
    }),
  );
  expect(() => parseRows({ bytes: FILE, sum: 1 }, NETWORK, TYPES, 'chart.bin')).toThrow(
    'chart.bin is damaged.',
  );
});

test('bytes from the middle of others are read as well', () => {
  const inside = new Uint8Array(FILE.length + 3);
  inside.set(FILE, 3);
  expect(parse(inside.subarray(3))).toEqual({ rows: ROWS, rest: REST });
});

describe('a damaged file is refused in one sentence:', () => {
  const END = FILE.length;
  test.each(
    table<'what' | 'from' | 'to'>(`
    what                       | from | to
    empty                      | 0    | 0
    cut inside the checksum    | 0    | 3
    cut behind the checksum    | 0    | 4
    cut before the head        | 0    | 8
    cut inside the head        | 0    | 20
    cut before the last row    | 0    | ${END - 8}
    without its last byte      | 0    | ${END - 1}
    without its first byte     | 1    | ${END}
    without its first 8 bytes  | 8    | ${END}
  `),
  )('$what', ({ from, to }) => {
    expect(() => parse(FILE.slice(Number(from), Number(to)))).toThrow('chart.bin is damaged.');
  });

  test('with a byte too many', () => {
    expect(() => parse(new Uint8Array([...FILE, 0]))).toThrow('chart.bin is damaged.');
  });

  test.each([1, 0x80, 0xff])('with any of its bytes changed by the bits %i', (bits) => {
    for (let at = 0; at < FILE.length; at++)
      expect(() => parse(flipped(at, bits)), `byte ${at}`).toThrow('chart.bin is damaged.');
  });

  test('cut anywhere', () => {
    for (let end = 0; end < FILE.length; end++)
      expect(() => parse(FILE.slice(0, end)), `${end} bytes`).toThrow('chart.bin is damaged.');
  });

  test('nothing but zeros, as a lost page is', () => {
    for (const length of [4, 8, 16, 4096])
      expect(() => parse(new Uint8Array(length)), `${length} bytes`).toThrow(
        'chart.bin is damaged.',
      );
  });
});

test('the file of another network is never read', () => {
  expect(() => parse(FILE, '0123456789abcdef')).toThrow(
    'chart.bin is that of network d8d69f0449f22b6c, not of 0123456789abcdef.',
  );
});

test.each([
  [
    'another name',
    { ...TYPES, roads: { kmh: Float64Array, ramps: Uint8Array } },
    'roads.ramps Uint8Array',
  ],
  ['another type', { ...TYPES, steps: Float64Array }, 'steps Float64Array'],
])('a row that has changed without the network is missed: %s', (_, types, row) => {
  expect(() => parseRows({ bytes: FILE }, NETWORK, types, 'chart.bin')).toThrow(
    `chart.bin has no row ${row}.`,
  );
});
