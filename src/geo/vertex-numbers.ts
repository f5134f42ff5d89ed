/** The vertices of a network by number, so that what is known of them can stand in rows of numbers. */
import type { LatLon } from '../base/point.ts';
import { fromStep, toStep } from './vertex.ts';

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

/**
 * Numbers the vertices of lines in their order, each place once: what follows each other on a line
 * mostly does in the numbers.
 */
export function numberVertices(lines: readonly (readonly LatLon[])[]): VertexNumbers {
  const points = lines.reduce((sum, line) => sum + line.length, 0);
  const slots = openSlots(points);
  const steps = new Int32Array(2 * points);
  let count = 0;
  for (const line of lines)
    for (const at of line) {
      const [lat, lon] = [toStep(at.lat), toStep(at.lon)];
      if (slots.take(lat, lon, count) !== count) continue;
      steps[2 * count] = lat;
      steps[2 * count + 1] = lon;
      count++;
    }
  return vertexNumbers(steps.slice(0, 2 * count), slots);
}

/** @param steps as `numberVertices` gives them. */
export function openVertexNumbers(steps: Int32Array): VertexNumbers {
  const count = steps.length / 2;
  const slots = openSlots(count);
  for (let number = 0; number < count; number++)
    slots.take(steps[2 * number] as number, steps[2 * number + 1] as number, number);
  return vertexNumbers(steps, slots);
}

/** The place in degrees that stands as two steps in a row, the first of them at an index. */
export const pointOfSteps = (steps: Int32Array, index: number): LatLon => ({
  lat: fromStep(steps[index] as number),
  lon: fromStep(steps[index + 1] as number),
});

function vertexNumbers(steps: Int32Array, slots: Slots): VertexNumbers {
  const count = steps.length / 2;
  const isAt = (number: number, lat: number, lon: number) =>
    steps[2 * number] === lat && steps[2 * number + 1] === lon;
  return {
    count,
    steps,
    find(lat, lon, before) {
      if (before >= 0) {
        if (before + 1 < count && isAt(before + 1, lat, lon)) return before + 1;
        if (before > 0 && isAt(before - 1, lat, lon)) return before - 1;
      }
      return slots.find(lat, lon);
    },
  };
}

/** Numbers by place. */
interface Slots {
  /** -1 where there is none. */
  find(lat: number, lon: number): number;
  /** The number that a place has already, or the given one, which it has from now on. */
  take(lat: number, lon: number, number: number): number;
}

/** Slots for each vertex: with half of them free the next free one is near. */
const SLOTS = 2;
/** Latitude, longitude and number of a vertex lie together, and are fetched together. */
const WIDTH = 4;

/**
 * A hundred thousand objects would take ten times the memory, and every point of every route is looked
 * up here.
 *
 * @param most so many places have numbers in the end, or fewer.
 */
function openSlots(most: number): Slots {
  const mask = 2 ** Math.ceil(Math.log2(SLOTS * most + 1)) - 1;
  const slots = new Int32Array(WIDTH * (mask + 1)).fill(-1);

  /** Where in `slots` a place stands, or would. */
  const slotOf = (lat: number, lon: number): number => {
    let slot = mix(lat, lon) & mask;
    while (slots[WIDTH * slot + 2] !== -1) {
      if (slots[WIDTH * slot] === lat && slots[WIDTH * slot + 1] === lon) break;
      slot = (slot + 1) & mask;
    }
    return WIDTH * slot;
  };
  return {
    find: (lat, lon) => slots[slotOf(lat, lon) + 2] as number,
    take(lat, lon, number) {
      const slot = slotOf(lat, lon);
      const known = slots[slot + 2] as number;
      if (known !== -1) return known;
      slots[slot] = lat;
      slots[slot + 1] = lon;
      slots[slot + 2] = number;
      return number;
    },
  };
}

/** Spreads neighbours over the slots. Source: the multipliers are those of xxHash32. */
function mix(lat: number, lon: number): number {
  const mixed = Math.imul(lat, 0x9e3779b1) ^ Math.imul(lon, 0x85ebca77);
  return mixed ^ (mixed >>> 15);
}
