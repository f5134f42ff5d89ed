import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type NodePlaces, openNodeList } from '../../../src/network/osm/node-places.ts';

const find = (places: NodePlaces, id: number) => {
  const number = places.numberOf(id);
  return number === -1 ? undefined : places.at(number);
};
const ids = fc.array(fc.integer({ min: 1, max: 13_000_000_000 }), { maxLength: 40 });

test('every node that was asked for is found where it was put, in whatever order, and no other', () => {
  fc.assert(
    fc.property(ids, ids, fc.boolean(), (wanted, others, isSorted) => {
      const list = openNodeList();
      list.add(wanted);
      list.add(wanted.slice(0, 3));
      const places = list.close();
      expect(places.wanted).toBe(new Set(wanted).size);
      const file = [...new Set([...wanted, ...others])];
      if (isSorted) file.sort((a, b) => a - b);
      for (const id of file) places.put(id, (id % 1000) * 10, 1 - (id % 777));
      for (const id of file)
        expect(find(places, id)).toEqual(
          wanted.includes(id) ? { lat: (id % 1000) / 1e6, lon: (1 - (id % 777)) / 1e7 } : undefined,
        );
      const shared = wanted.filter(
        (id, i) => i < 3 || wanted.indexOf(id) !== wanted.lastIndexOf(id),
      );
      for (const id of wanted)
        expect(places.isShared(places.numberOf(id))).toBe(shared.includes(id));
    }),
  );
});

test('a node that the file does not have has no place', () => {
  const list = openNodeList();
  list.add([7, 9]);
  const places = list.close();
  places.put(9, 600_000_000, 100_000_000);
  expect(find(places, 7)).toBeUndefined();
  expect(places.sample(10)).toEqual([{ lat: 60, lon: 10 }]);
});

test('more nodes than one piece of memory holds are kept all the same', () => {
  const list = openNodeList();
  const count = (1 << 20) + 5;
  list.add(Array.from({ length: count }, (_, i) => count - i));
  const places = list.close();
  expect(places.wanted).toBe(count);
  places.put(count, 10, 20);
  places.put(1, 30, 40);
  expect([find(places, 1), find(places, count)]).toEqual([
    { lat: 3e-6, lon: 4e-6 },
    { lat: 1e-6, lon: 2e-6 },
  ]);
});

test('a list without nodes has none', () => {
  const places = openNodeList().close();
  places.put(1, 2, 3);
  expect([places.wanted, find(places, 1), places.sample(5)]).toEqual([0, undefined, []]);
});
