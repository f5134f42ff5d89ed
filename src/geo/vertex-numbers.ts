import type { LatLon } from '../base/point.ts';
import { toStep } from './vertex.ts';

/** The vertices of a network by number, so that what is known of them can stand in rows of numbers. */
export interface VertexNumbers {
  /** Numbers are given from 0 on; how many there are. */
  readonly count: number;
  /** -1 where there is no vertex. */
  find(at: LatLon): number;
}

/** Slots for each vertex: with half of them free the next free one is near. */
const SLOTS = 2;

/**
 * Numbers the vertices of lines, each place once.
 *
 * A hundred thousand objects would take ten times the memory, and every point of every route is looked
 * up here.
 */
export function numberVertices(lines: readonly (readonly LatLon[])[]): VertexNumbers {
  const points = lines.reduce((sum, line) => sum + line.length, 0);
  const mask = 2 ** Math.ceil(Math.log2(SLOTS * points + 1)) - 1;
  const [lats, lons] = [new Int32Array(mask + 1), new Int32Array(mask + 1)];
  const numbers = new Int32Array(mask + 1).fill(-1);
  let count = 0;

  /** The slot of a place, or the free one that would be its own. */
  const slotOf = (lat: number, lon: number): number => {
    let slot = mix(lat, lon) & mask;
    while (numbers[slot] !== -1 && (lats[slot] !== lat || lons[slot] !== lon))
      slot = (slot + 1) & mask;
    return slot;
  };

  for (const line of lines)
    for (const at of line) {
      const [lat, lon] = [toStep(at.lat), toStep(at.lon)];
      const slot = slotOf(lat, lon);
      if (numbers[slot] !== -1) continue;
      lats[slot] = lat;
      lons[slot] = lon;
      numbers[slot] = count++;
    }
  return {
    count,
    find: ({ lat, lon }) => numbers[slotOf(toStep(lat), toStep(lon))] as number,
  };
}

/** Spreads neighbours over the slots. Source: the multipliers are those of xxHash32. */
function mix(lat: number, lon: number): number {
  const mixed = Math.imul(lat, 0x9e3779b1) ^ Math.imul(lon, 0x85ebca77);
  return mixed ^ (mixed >>> 15);
}
