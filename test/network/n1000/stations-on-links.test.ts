/** Stations on the bundled links: each is a node of its link, which those pass who are charged there, and no others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flatLengthM } from '../../../src/geo/on-line.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { drawGraph } from '../../../src/network/n1000/draw-graph.ts';
import type { PlacedStation } from '../../../src/network/placement/place.ts';
import { pointAt } from '../../../src/routing/network.ts';
import { metresAt } from '../../support/drawn.ts';
import { drawnRoads } from '../../support/drawn-roads.ts';
import { table } from '../../support/table.ts';

const station = (
  id: string,
  alongM: number,
  facts: Partial<PlacedStation> = {},
): PlacedStation => ({
  ...{ id, link: 0, alongM, offM: 0, forward: true, backward: true, by: 'road-number' },
  ...facts,
});

/** A road eastward with a point for each of the given metres. */
const eastward = (...metres: number[]): RoadLink => ({
  kind: 'road',
  category: 'K',
  line: metres.map((eastM) => metresAt(eastM, 0)),
});

/** The pieces of a link, which follow each other, and the stations that a drive from end to end passes. */
function cut(link: RoadLink, stations: readonly PlacedStation[]) {
  const { links, gates } = drawGraph([link], stations);
  const pieces = [...links.from.keys()];
  const passed = (at: readonly number[], isBackward: boolean) =>
    at.flatMap((piece) =>
      gates
        .filter((gate) => gate.link === piece && (gate.isBackward === true) === isBackward)
        .map(({ stationId }) => stationId),
    );
  const lines = pieces.map((piece) =>
    Array.from(
      { length: (links.firstPoint[piece + 1] as number) - (links.firstPoint[piece] as number) },
      (_, i) => pointAt(links, (links.firstPoint[piece] as number) + i),
    ),
  );
  return {
    lines,
    lengthsM: lines.map((line) => Math.round(flatLengthM(line))),
    there: passed(pieces, false),
    back: passed(pieces.toReversed(), true),
  };
}

test('a link without stations stays whole', () => {
  expect(cut(eastward(0, 400, 900), [])).toMatchObject({ lengthsM: [900], there: [], back: [] });
});

test.each([
  ['both directions', true, true],
  ['the forward direction', true, false],
  ['the backward direction', false, true],
])('a station that charges %s is passed that way alone', (_, forward, backward) => {
  expect(cut(eastward(0, 1000), [station('1', 400, { forward, backward })])).toMatchObject({
    lengthsM: [400, 600],
    there: forward ? ['1'] : [],
    back: backward ? ['1'] : [],
  });
});

test.each(
  table<'where' | 'alongM' | 'lengthM' | 'pieces'>(`
    where                       | alongM | lengthM | pieces
    at the start of a link      | 0      | 200     | 15 185
    at its end                  | 200    | 200     | 185 15
    on a link of 40 m           | 0      | 40      | 10 30
    on a vertex                 | 100    | 200     | 100 100
    less than a metre before it | 99.4   | 200     | 100 100
  `),
)('a station $where leaves the junctions clear: $pieces m', ({ alongM, lengthM, pieces }) => {
  const halfM = Number(lengthM) / 2;
  const found = cut(eastward(0, halfM, Number(lengthM)), [station('1', Number(alongM))]);
  expect(found.lengthsM.join(' ')).toBe(pieces);
  expect([found.there, found.back]).toEqual([['1'], ['1']]);
});

test('stations within 60 m share their place, those farther apart have places of their own', () => {
  const near = [station('2', 440), station('1', 400)];
  expect(cut(eastward(0, 1000), near)).toMatchObject({
    lengthsM: [400, 600],
    there: ['1', '2'],
    back: ['1', '2'],
  });
  expect(cut(eastward(0, 1000), [...near, station('3', 461)])).toMatchObject({
    lengthsM: [400, 61, 539],
    there: ['1', '2', '3'],
    back: ['3', '1', '2'],
  });
});

test('a station is no place to turn back: who sets out towards it drives on to the end of the road', () => {
  const map = drawnRoads('a---b---c---d', ({ link }) => [link('K1', 'abc'), link('K1', 'cd')], [
    { id: '1', link: 0, alongM: 600 },
  ]);
  const from = map.router.snap(map.at('b'), { bearing: 90 });
  const to = map.router.snap(map.at('a'));
  if (from === undefined || to === undefined) throw new Error('Expected a road near both stops.');
  const [drive] = map.router.drive([from, to], { avoidTolls: false, others: 0, closed: [] });
  expect(drive && map.nameWay(drive)).toBe('bcdcba');
});

/** Lines of legs of 5 to 800 m that wind, but do not turn back on themselves. */
const winding = fc
  .array(
    fc.record({
      legM: fc.integer({ min: 5, max: 800 }),
      turnDeg: fc.integer({ min: -60, max: 60 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((legs): RoadLink => {
    let [eastM, northM, bearingDeg] = [0, 0, 30];
    const line = [metresAt(0, 0)];
    for (const { legM, turnDeg } of legs) {
      bearingDeg += turnDeg / 2;
      eastM += legM * Math.sin((bearingDeg * Math.PI) / 180);
      northM += legM * Math.cos((bearingDeg * Math.PI) / 180);
      line.push(metresAt(eastM, northM));
    }
    return { kind: 'road', category: 'K', line };
  });
const scene = fc.tuple(
  winding,
  fc.array(
    fc.record({
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      forward: fc.boolean(),
      backward: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
);

test('whatever the stations, each direction passes those that charge it, on pieces that follow each other', () => {
  fc.assert(
    fc.property(scene, ([link, found]) => {
      const lengthM = flatLengthM(link.line);
      const stations = found.map(({ share, ...sides }, i) =>
        station(String(i), share * lengthM, sides),
      );
      const { lines, there, back } = cut(link, stations);
      const charging = (side: 'forward' | 'backward') =>
        stations.filter((one) => one[side]).map(({ id }) => id);
      expect(there.toSorted()).toEqual(charging('forward'));
      expect(back.toSorted()).toEqual(charging('backward'));
      for (const [i, line] of lines.entries()) {
        expect(flatLengthM(line)).toBeGreaterThan(0.5);
        if (i > 0) expect(line[0]).toEqual(lines[i - 1]?.at(-1));
      }
      expect(
        Math.abs(lines.reduce((sum, line) => sum + flatLengthM(line), 0) - lengthM),
      ).toBeLessThan(1);
    }),
    { numRuns: 500 },
  );
});
