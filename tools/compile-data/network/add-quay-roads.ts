import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { keyOf, toVertex } from '../../../src/geo/polyline.ts';
import { type RoadLink, roadName } from '../../../src/network/link.ts';
import { openFinder } from '../../../src/network/placement/find-near.ts';
import type { Call } from './add-ferries.ts';
import { openBoardingPlaces, openOwnQuays } from './boarding.ts';
import { type Draft, insertPoint, toDrafts } from './draft.ts';
import { listLandings, type QuayLimits } from './join-quays.ts';
import type { RunsOverWater } from './leg-index.ts';

export interface QuayRoads {
  readonly links: readonly RoadLink[];
  /** Names of the quays that got a piece of road with a dead end. */
  readonly roadless: readonly string[];
  /** Names of the quays that got a way to the road that a decision names. */
  readonly decided: readonly string[];
}

/** Length of the piece, in degrees of latitude: about 30 m. */
const PIECE_DEG = 0.0003;

/**
 * Gives quays without a road in the network, mostly on small islands, a piece of road from the place where the ferry
 * ends. A trip can only start and end on a road, so without this piece a stop there would be moved over the water. If a
 * decision names a road, the piece leads to that road.
 */
export function addQuayRoads(
  links: readonly RoadLink[],
  calls: readonly Call[],
  { endM, roadM }: QuayLimits,
  runsOverWater: RunsOverWater,
): QuayRoads {
  const drafts = toDrafts(links);
  const find = openFinder(drafts);
  const isOwn = openOwnQuays(calls);
  const listBoardingPlaces = openBoardingPlaces(drafts, isOwn);
  const landings = listLandings(drafts);

  /** Does a quay have a way ashore, its own or that of another quay in the same harbour? */
  const hasRoad = (at: LatLon) =>
    landings.some((point) => {
      const offM = flatDistanceM(point, at);
      if (isOwn(point, at)) return offM <= roadM;
      const near = find(
        at,
        endM,
        ({ kind }, { place }) => kind === 'road' && !runsOverWater(at, place.at),
      );
      return offM <= endM && near !== undefined;
    });
  /** The end of the quay's road ashore. */
  const findEnd = ({ at, road }: Call): LatLon => {
    if (typeof road !== 'string') return { lat: at.lat + PIECE_DEG, lon: at.lon };
    const near = find(at, roadM, (link) => link.kind === 'road' && roadName(link) === road);
    if (near === undefined) throw new Error(`Expected ${road} near the quay ${keyOf(at)}.`);
    return insertPoint(drafts[near.link] as Draft, near.place.at);
  };

  const bare = new Map(
    calls
      .filter(({ at, forCars, road }) => forCars && (road !== undefined || !hasRoad(at)))
      .map((call) => [keyOf(call.at), call]),
  );
  const paved = [...bare.values()].flatMap((call) => {
    const tips = listBoardingPlaces(call.at, endM);
    return tips.length === 0 ? [] : [{ call, end: findEnd(call), tips }];
  });
  return {
    links: [...drafts, ...paved.flatMap(({ call, end, tips }) => drawPieces(call, end, tips))],
    roadless: paved.filter(({ call }) => typeof call.road !== 'string').map(nameOf),
    decided: paved.filter(({ call }) => typeof call.road === 'string').map(nameOf),
  };
}

const nameOf = ({ call }: { readonly call: Call }) => call.quay;

/**
 * The road from the quay to its end ashore, and the last piece of the way of each ferry to the quay. This piece is a
 * ferry line, so that passengers who stay aboard do not land.
 */
function drawPieces({ quay, at }: Call, end: LatLon, tips: readonly LatLon[]): RoadLink[] {
  const pieces: readonly (readonly [RoadLink['kind'], LatLon])[] = [
    ['road', end],
    ...tips.map((tip) => ['ferry', tip] as const),
  ];
  return pieces
    .map(([kind, from]) => ({ kind, line: [from, at].map(toVertex) }))
    .filter(({ line: [from, here] }) => from && here && keyOf(from) !== keyOf(here))
    .map(({ kind, line }) => ({
      kind,
      category: 'K',
      added: `${quay}: the source has no ${kind === 'road' ? 'road' : 'line'} to this quay`,
      line,
    }));
}
