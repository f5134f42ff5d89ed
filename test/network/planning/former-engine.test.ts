/** The record of the former engine is whole, and is told in terms of the network that is bundled. */
import { expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM, flatLengthM, pointAlong } from '../../../src/geo/on-line.ts';
import { loadNetworkInputs, type RoadLink } from '../../../src/network/link.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { type FormerRun, readFormerTrips } from '../../support/former-trips.ts';

const links = loadNetworkInputs(DATA_DIR).readLinks();
const { trips, lost } = readFormerTrips(links);
const routes = trips.flatMap(({ route }) => route ?? []);

/** Carriageways at a gate lie a metre beside the link; edges of a metre may be stepped over. */
const SAME_M = 3;

test('1 000 trips are recorded, and the network still has the roads of nearly all of them', () => {
  expect(trips.length + lost).toBe(1000);
  expect(lost).toBeLessThan(50);
  expect(trips.filter(({ route }) => route === undefined)).toHaveLength(22);
  expect(trips.filter(({ via }) => via !== undefined).length).toBeGreaterThan(140);
  expect(trips.filter(({ avoidTolls }) => avoidTolls).length).toBeGreaterThan(140);
});

test('the driven roads of every trip hang together, and none is driven against its one way', () => {
  const breaks = routes.flatMap(({ roads }) => {
    const driven = roads.map(toRun);
    return driven.flatMap((run, i) => {
      const before = driven[i - 1];
      const gapM =
        before === undefined ? 0 : flatDistanceM(endOf(before, 'toM'), endOf(run, 'fromM'));
      const isWrongWay = run.link.oneWay === true && run.toM < run.fromM;
      return gapM > SAME_M || isWrongWay ? [`${roads[i]}: ${gapM} m`] : [];
    });
  });
  expect(breaks).toEqual([]);
});

test('the roads are as long as the answer says, but for a share of the length factor', () => {
  const off = routes.flatMap(({ roads, lengthM, elsewhereM }) => {
    const drawn = roads.map(toRun);
    const drivenM = drawn.reduce(
      (sum, { link, fromM, toM }) =>
        sum + Math.abs(toM - fromM) * (link.kind === 'ferry' ? 1 : 1.02),
      0,
    );
    const isOff = Math.abs(drivenM - lengthM) > 30 + 0.003 * lengthM;
    return isOff && elsewhereM === undefined ? [`${drivenM} instead of ${lengthM}`] : [];
  });
  expect(off).toEqual([]);
});

test('gates and ferries are passed in order, within the time of the trip', () => {
  const wrong = routes.filter(({ gates, ferries, seconds }) => {
    const isRising = (at: readonly number[]) =>
      [0, ...at, seconds + 0.1].every((s, i, all) => i === 0 || s >= (all[i - 1] ?? 0));
    return !isRising(gates.map(([, s]) => s)) || !isRising(ferries.flat());
  });
  expect(wrong).toEqual([]);
});

interface Run {
  readonly link: RoadLink;
  readonly fromM: number;
  readonly toM: number;
}

function toRun(run: FormerRun): Run {
  if (typeof run !== 'number') return { link: linkAt(run[0]), fromM: run[1], toM: run[2] };
  const link = linkAt(Math.abs(run));
  const lengthM = flatLengthM(link.line);
  return run > 0 ? { link, fromM: 0, toM: lengthM } : { link, fromM: lengthM, toM: 0 };
}

function linkAt(line: number): RoadLink {
  const link = links[line - 1];
  if (link === undefined) throw new Error(`Expected a link on line ${line}; there is none.`);
  return link;
}

const endOf = ({ link, ...along }: Run, end: 'fromM' | 'toM'): LatLon =>
  pointAlong(link.line, along[end]).at;
