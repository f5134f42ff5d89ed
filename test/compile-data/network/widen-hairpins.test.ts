import { expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import {
  angleBetweenDeg,
  flatBearingDeg,
  flatDistanceM,
  pointAlong,
  pointAtBearing,
} from '../../../src/geo/on-line.ts';
import { toVertex } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { widenHairpins } from '../../../tools/compile-data/network/widen-hairpins.ts';

const JUNCTION = { lat: 60, lon: 10 };

/** A road of 400 m that leads away from the junction in this direction. */
const road = (
  number: number,
  bearingDeg: number,
  facts: Partial<RoadLink> = {},
  lengthM = 400,
): RoadLink => ({
  kind: 'road',
  category: 'F',
  number,
  line: [JUNCTION, toVertex(pointAtBearing(JUNCTION, bearingDeg, lengthM))],
  ...facts,
});

/** The direction that the engine sees, which looks 15 to 24 m ahead. */
const seenDeg = ({ line }: RoadLink, aheadM: number) =>
  flatBearingDeg(line[0] as LatLon, pointAlong(line, aheadM).at);

function apartDeg(links: readonly RoadLink[], aheadM = 24): number {
  const [one, other] = widenHairpins(links).links as [RoadLink, RoadLink];
  return angleBetweenDeg(seenDeg(one, aheadM), seenDeg(other, aheadM));
}

test('two roads that leave a junction side by side are bent apart as far as the engine looks', () => {
  const links = [road(1, 10), road(2, 18), road(1, 190)];
  expect(apartDeg(links, 15)).toBeCloseTo(30, 0);
  expect(apartDeg(links, 24)).toBeCloseTo(30, 0);
  expect(widenHairpins(links).widened).toBe(1);
});

test('a road that turns sharply where a third goes on is no U-turn round a divider', () => {
  expect(apartDeg([road(32, 14), road(32, 343), road(59, 170)])).toBeCloseTo(80, 0);
  expect(apartDeg([road(32, 14), road(59, 343), road(33, 170)])).toBeCloseTo(31, 0);
});

test('beyond its first metres a bent road keeps its course, and its ends', () => {
  const before = road(1, 10);
  const [after] = widenHairpins([before, road(2, 18)]).links as [RoadLink];
  expect([after.line[0], after.line.at(-1)]).toEqual([before.line[0], before.line.at(-1)]);
  const movedM = flatDistanceM(after.line[1] as LatLon, pointAlong(before.line, 30).at);
  expect(movedM).toBeGreaterThan(5);
  expect(movedM).toBeLessThan(30);
});

test('ramps, ferries, short roads and wide junctions stay as they are drawn', () => {
  for (const links of [
    [road(1, 10), road(1, 18, { ramp: true })],
    [road(1, 10), road(2, 18, { kind: 'ferry' })],
    [road(1, 10, {}, 40), road(2, 18, {}, 40)],
    [road(1, 10), road(2, 60)],
  ])
    expect(widenHairpins(links)).toEqual({ links, widened: 0 });
});
