/** The vertices of a network by number, so that what is known of them can stand in rows of numbers. */
import type { LatLon } from '../base/point.ts';
import { toStep } from './vertex.ts';

/** Places are in steps, see `toStep`. */
export interface VertexNumbers {
  /** Numbers are given from 0 on; how many there are. */
  readonly count: number;
  /** The places by number: that of latitude, then that of longitude. */
  readonly steps: Int32Array;
  /**
   * The number of the vertex at a place; -1 where there is none.
   *
   * @param before a vertex that the place may be next to; it is found sooner then.
   */
  find(lat: number, lon: number, before: number): number;
}

/** Slots for each vertex: with half of them free the next free one is near. */
const SLOTS = 2;
/** Latitude, longitude and number of a vertex lie together, and are fetched together. */
const WIDTH = 4;

/**
 * Numbers the vertices of lines in their order, each place once: what follows each other on a line
 * mostly does in the numbers.
 *
 * A hundred thousand objects would take ten times the memory, and every point of every route is looked
 * up here.
 */
export function numberVertices(lines: readonly (readonly LatLon[])[]): VertexNumbers {
  const points = lines.reduce((sum, line) => sum + line.length, 0);
  const mask = 2 ** Math.ceil(Math.log2(SLOTS * points + 1)) - 1;
  const slots = new Int32Array(WIDTH * (mask + 1)).fill(-1);
  const steps = new Int32Array(2 * points);
  let count = 0;

  /** Where in `slots` a place stands, or would. */
  const slotOf = (lat: number, lon: number): number => {
    let slot = mix(lat, lon) & mask;
    while (slots[WIDTH * slot + 2] !== -1) {
      if (slots[WIDTH * slot] === lat && slots[WIDTH * slot + 1] === lon) break;
      slot = (slot + 1) & mask;
    }
    return WIDTH * slot;
  };
  const isAt = (number: number, lat: number, lon: number) =>
    steps[2 * number] === lat && steps[2 * number + 1] === lon;

  for (const line of lines)
    for (const at of line) {
      const place = [toStep(at.lat), toStep(at.lon)] as const;
      const slot = slotOf(...place);
      if (slots[slot + 2] !== -1) continue;
      steps.set(place, 2 * count);
      slots.set([...place, count++], slot);
    }
  return {
    count,
    steps: steps.slice(0, 2 * count),
    find(lat, lon, before) {
      if (before >= 0) {
        if (before + 1 < count && isAt(before + 1, lat, lon)) return before + 1;
        if (before > 0 && isAt(before - 1, lat, lon)) return before - 1;
      }
      return slots[slotOf(lat, lon) + 2] as number;
    },
  };
}

/** Spreads neighbours over the slots. Source: the multipliers are those of xxHash32. */
function mix(lat: number, lon: number): number {
  const mixed = Math.imul(lat, 0x9e3779b1) ^ Math.imul(lon, 0x85ebca77);
  return mixed ^ (mixed >>> 15);
}
