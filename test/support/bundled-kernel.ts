/** The bundled network in the form of the routing kernel, with the trips recorded from the former engine. */
import { once } from '../../src/base/memoize.ts';
import { loadNetworkInputs } from '../../src/network/link.ts';
import { customize } from '../../src/routing/metric.ts';
import type { EdgePlace } from '../../src/routing/query.ts';
import { openSnapper } from '../../src/routing/snap.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { type FormerTrip, readFormerTrips } from './former-trips.ts';
import { openBundledNetwork } from './network-home.ts';

/** Opens the kernel. All files of a worker share it. */
export const openBundledKernel = once(async () => {
  const { network, index } = (await openBundledNetwork()).prepared;
  const links = loadNetworkInputs(DATA_DIR).readLinks();
  const snap = openSnapper(network.graph, network.measures, index);
  return {
    network,
    index,
    snap,
    links,
    fastest: customize(network.hierarchy, network.graph, network.times),
    former: readFormerTrips(links),
    /** The places of a stop on edges; `[]` where no road is near. */
    placesOf: ([lat, lon]: readonly [lat: number, lon: number]): readonly EdgePlace[] =>
      snap({ lat, lon })?.places ?? [],
  };
});

/**
 * Whether other ways of the trip can be compared. The trip must have no stop on the way, must be allowed to cost tolls,
 * and must set out from its stops.
 */
export const isPlain = ({ via, avoidTolls, route }: FormerTrip): boolean =>
  via === undefined &&
  avoidTolls === undefined &&
  route !== undefined &&
  route.elsewhereM === undefined;
