import { expect, test } from 'vitest';
import { parseLineBlob } from '../../../src/network/ruteplan/line-blob.ts';
import { type Place, spatialiteBlob } from '../../support/drawn-ruteplan.ts';

const LINE: readonly Place[] = [
  [-41_256.25, 6_856_356],
  [-41_250.5, 6_856_350],
  [-41_200, 6_856_300.125],
];

test('a line of SpatiaLite is read, west of the zone too, and a compressed one is the same', () => {
  expect([...(parseLineBlob(spatialiteBlob(LINE)) ?? [])]).toEqual(LINE.flat());
  expect([...(parseLineBlob(spatialiteBlob(LINE, true)) ?? [])]).toEqual(LINE.flat());
});

/** A line of a GeoPackage: its head, and lines as well-known binary, with heights. */
function geoPackageBlob(parts: readonly (readonly Place[])[], envelope: 0 | 32): Buffer {
  const head = Buffer.alloc(8 + envelope);
  head.write('GP', 0, 'latin1');
  head.writeUInt8(envelope === 0 ? 1 : 3, 3);
  const lines = parts.map((line) => {
    const part = Buffer.alloc(9 + 24 * line.length);
    part.writeUInt8(1, 0);
    part.writeUInt32LE(1002, 1);
    part.writeUInt32LE(line.length, 5);
    line.forEach(([x, y], i) => {
      part.writeDoubleLE(x, 9 + 24 * i);
      part.writeDoubleLE(y, 17 + 24 * i);
    });
    return part;
  });
  const many = Buffer.alloc(9);
  many.writeUInt8(1, 0);
  many.writeUInt32LE(1005, 1);
  many.writeUInt32LE(parts.length, 5);
  return Buffer.concat([head, many, ...lines]);
}

test('a line of a GeoPackage is read with and without its box, and parts that meet are one line', () => {
  expect([...(parseLineBlob(geoPackageBlob([LINE], 0)) ?? [])]).toEqual(LINE.flat());
  const parts = [LINE.slice(0, 2), LINE.slice(1)];
  expect([...(parseLineBlob(geoPackageBlob(parts, 32)) ?? [])]).toEqual(LINE.flat());
});

test('what is no line is none: parts apart, a line cut short, a point, nothing', () => {
  const apart = [LINE.slice(0, 2), LINE.slice(1).map(([x, y]): Place => [x + 1, y])];
  expect(parseLineBlob(geoPackageBlob(apart, 0))).toBeUndefined();
  expect(parseLineBlob(spatialiteBlob(LINE).subarray(0, 60))).toBeUndefined();
  expect(parseLineBlob(spatialiteBlob(LINE.slice(0, 1)))).toBeUndefined();
  expect(parseLineBlob(new Uint8Array())).toBeUndefined();
});
