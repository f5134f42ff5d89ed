import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { openFinder } from '../../../src/network/find-near.ts';
import type { Call } from './add-ferries.ts';

/** Tells whether a place of boarding is that of this quay, and not of another one nearby. */
export type IsOwn = (point: LatLon, quay: LatLon) => boolean;

/** It is where no quay for cars lies nearer. */
export function openOwnQuays(calls: readonly Call[]): IsOwn {
  const quays = calls.filter(({ forCars }) => forCars).map(({ at }) => at);
  const find = openFinder(quays.map((at) => ({ kind: 'ferry', category: 'F', line: [at, at] })));
  return (point, quay) => {
    const ownM = flatDistanceM(point, quay);
    return find(point, ownM, (_, { place }) => place.offM < ownM - 1) === undefined;
  };
}
