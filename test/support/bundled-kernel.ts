/** The bundled network in the form of the routing kernel, with trips on it. */
import { once } from '../../src/base/memoize.ts';
import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import type { RoadLink } from '../../src/network/link.ts';
import { loadNetworkInputs } from '../../src/network/n1000/load-inputs.ts';
import { customize } from '../../src/routing/metric.ts';
import type { EdgePlace } from '../../src/routing/query.ts';
import { openSnapper } from '../../src/routing/snap.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { openBundledNetwork } from './network-home.ts';

/** Opens the kernel. All files of a worker share it. */
export const openBundledKernel = once(async () => {
  const { network, index } = (await openBundledNetwork()).prepared;
  const snap = openSnapper(network.graph, network.measures, index);
  const placesOf = (at: LatLon): readonly EdgePlace[] => snap(at)?.places ?? [];
  return {
    network,
    fastest: customize(network.hierarchy, network.graph, network.times),
    /** Trips, and the places of their ends on edges. */
    trips: drawTrips(loadNetworkInputs(DATA_DIR).readLinks()).map(({ kind, from, to }) => ({
      kind,
      from: placesOf(from),
      to: placesOf(to),
    })),
  };
});

const KINDS = ['region', 'country', 'quay', 'road'] as const;
const TRIPS_OF_KIND = 75;
const REGION_M = 60_000;

/**
 * Trips of each kind in turn, the same ones every time: within a region, across the country, from a quay to its region,
 * and along one road.
 */
function drawTrips(links: readonly RoadLink[]) {
  let state = 20_261_123;
  // D. Lehmer's generator.
  const draw = (below: number) => {
    state = (state * 48_271) % 0x7fffffff;
    return state % below;
  };
  const oneOf = <Item>(list: readonly Item[]): Item => list[draw(list.length)] as Item;
  const ferries = links.filter(({ kind }) => kind === 'ferry');
  return Array.from({ length: KINDS.length * TRIPS_OF_KIND }, (_, i) => {
    const kind = KINDS[i % KINDS.length];
    const link = oneOf(kind === 'quay' ? ferries : links);
    const from = kind === 'quay' ? (link.line[0] as LatLon) : oneOf(link.line);
    let to = oneOf(kind === 'road' ? link.line : oneOf(links).line);
    while ((kind === 'region' || kind === 'quay') && flatDistanceM(from, to) > REGION_M)
      to = oneOf(oneOf(links).line);
    return { kind, from, to };
  });
}
