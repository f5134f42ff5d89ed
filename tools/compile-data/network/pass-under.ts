import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM, flatLengthM } from '../../../src/geo/on-line.ts';
import { keyOf } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { toDrafts, toNextVertex } from './draft.ts';

/** A place at which a tunnel and a road in the open share a point. */
interface TunnelPlace {
  readonly at: LatLon;
  /** Can a driver get from one to the other there? */
  readonly isJunction: boolean;
}

export interface PassedUnder {
  readonly links: readonly RoadLink[];
  /** The shared points that were separated. */
  readonly parted: readonly LatLon[];
}

export interface TunnelRules {
  /** The drawn mouth of a tunnel may be off by this much. Metres. */
  readonly mouthM: number;
  /** Places at which the rule gives no answer. Each must have a shared point. */
  readonly places: readonly TunnelPlace[];
}

/** The accuracy of places in decisions. Metres. */
const PLACE_M = 20;

/**
 * Separates tunnels from the roads in the open that they pass under. In the source links end at junctions. So a tunnel
 * and a road in the open that share a point at which neither ends only cross: the point of the tunnel is moved aside.
 * Near the mouth of the tunnel they stay joined. Tunnels that meet underground stay joined, too.
 */
export function passUnder(
  links: readonly RoadLink[],
  { mouthM, places }: TunnelRules,
): PassedUnder {
  const drafts = toDrafts(links);
  const shared = listShared(drafts, mouthM);
  for (const place of places)
    if (!shared.some(({ at }) => isAt(place, at)))
      throw new Error(
        `Expected a tunnel and a road to share a point at ${keyOf(place.at)}; none do.`,
      );
  const crossings = shared.filter(({ at, onlyPass }) => {
    const decision = places.find((place) => isAt(place, at));
    return decision === undefined ? onlyPass : !decision.isJunction;
  });
  const parted = new Set(crossings.map(({ at }) => keyOf(at)));
  for (const draft of drafts)
    if (draft.tunnel === true)
      draft.line = draft.line.map((point) =>
        parted.has(keyOf(point)) ? toNextVertex(point) : point,
      );
  return { links: drafts, parted: crossings.map(({ at }) => at) };
}

const isAt = (place: TunnelPlace, at: LatLon) => flatDistanceM(place.at, at) <= PLACE_M;

interface Shared {
  readonly at: LatLon;
  /** No road ends here, and no tunnel near here. */
  readonly onlyPass: boolean;
}

/** The points that tunnels share with roads in the open. */
function listShared(links: readonly RoadLink[], mouthM: number): Shared[] {
  const met = new Map<string, { at: LatLon; tunnel: boolean; open: boolean; onlyPass: boolean }>();
  for (const { kind, tunnel = false, line } of links)
    if (kind === 'road')
      line.forEach((at, i) => {
        const passes = tunnel
          ? Math.min(flatLengthM(line.slice(0, i + 1)), flatLengthM(line.slice(i))) > mouthM
          : i > 0 && i < line.length - 1;
        const before = met.get(keyOf(at));
        met.set(keyOf(at), {
          at,
          tunnel: tunnel || before?.tunnel === true,
          open: !tunnel || before?.open === true,
          onlyPass: passes && before?.onlyPass !== false,
        });
      });
  return [...met.values()].filter(({ tunnel, open }) => tunnel && open);
}
