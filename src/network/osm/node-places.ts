import { firstThat } from '../../base/lists.ts';
import type { LatLon } from '../../base/point.ts';

/** The places of nodes by their number from 0. They are kept in plain columns: a map has many millions of nodes. */
export type NodePlaces = ReturnType<typeof openPlaces>;

const UNITS_PER_DEG = 1e7;
const CHUNK = 1 << 20;
/** A value that no latitude has: the pole is at 900 million units. */
const UNKNOWN = 2_000_000_000;

/** Collects the nodes whose places are wanted. */
export function openNodeList() {
  const chunks: Float64Array[] = [];
  let count = 0;
  return {
    add(ids: readonly number[]): void {
      for (const id of ids) {
        if (count % CHUNK === 0) chunks.push(new Float64Array(CHUNK));
        (chunks.at(-1) as Float64Array)[count % CHUNK] = id;
        count++;
      }
    },
    /** The nodes that were added, each once, still without places. Empties the list. */
    close(): NodePlaces {
      const ids = new Float64Array(count);
      for (const [i, chunk] of chunks.splice(0).entries())
        ids.set(chunk.subarray(0, Math.min(CHUNK, count - i * CHUNK)), i * CHUNK);
      return openPlaces(dropRepeats(ids.sort()));
    },
  };
}

/** Keeps one number of each run of equal numbers, in the same memory. `shared` is 1 for numbers that were repeated. */
function dropRepeats(sorted: Float64Array): { ids: Float64Array; shared: Uint8Array } {
  const shared = new Uint8Array(sorted.length);
  let kept = 0;
  sorted.forEach((id, i) => {
    if (i === 0 || id !== sorted[i - 1]) sorted[kept++] = id;
    else shared[kept - 1] = 1;
  });
  return { ids: sorted.subarray(0, kept), shared: shared.subarray(0, kept) };
}

function openPlaces({ ids, shared }: ReturnType<typeof dropRepeats>) {
  const lats = new Int32Array(ids.length).fill(UNKNOWN);
  const lons = new Int32Array(ids.length);
  const at = (number: number): LatLon => ({
    lat: (lats[number] as number) / UNITS_PER_DEG,
    lon: (lons[number] as number) / UNITS_PER_DEG,
  });
  /** Index of the first id that is at least the given id. */
  const findFrom = (id: number) => firstThat(ids.length, (at) => (ids[at] as number) >= id);
  const isKnown = (number: number) => lats[number] !== UNKNOWN;
  /** Index of the first id that is at least the id that was put last. */
  let next = 0;
  return {
    /** Number of nodes that are wanted. */
    wanted: ids.length,
    at,
    /** Was the node added more than once? */
    isShared: (number: number) => shared[number] === 1,
    /** Notes the place of a node, in units of 100 nanodegrees, and gives its number; -1: the node is not wanted. */
    put(id: number, lat: number, lon: number): number {
      // Files list their nodes by id, so the next node is usually near.
      if (next > 0 && id <= (ids[next - 1] as number)) next = findFrom(id);
      while (next < ids.length && (ids[next] as number) < id) next++;
      if (ids[next] !== id) return -1;
      lats[next] = lat;
      lons[next] = lon;
      return next;
    },
    /** The number of a node; -1: it is not wanted, or its place is not known. */
    numberOf(id: number): number {
      const number = findFrom(id);
      return ids[number] === id && isKnown(number) ? number : -1;
    },
    /** Gives known places, at most as many as asked for, spread evenly over all. */
    sample(count: number): LatLon[] {
      const step = Math.max(1, Math.floor(ids.length / count));
      return Array.from({ length: Math.min(count, ids.length) }, (_, i) => i * step)
        .filter(isKnown)
        .map(at);
    },
  };
}
