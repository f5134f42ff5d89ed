import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { keyOf } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { openFinder } from '../../../src/network/placement/find-near.ts';
import type { Call } from './add-ferries.ts';
import { isUnderground } from './boarding.ts';
import { type Draft, insertPoint, toDrafts } from './draft.ts';
import type { RunsOverWater } from './leg-index.ts';

export interface QuayLimits {
  /** A ferry line that ends within this distance of a quay calls there. Metres. */
  readonly endM: number;
  /** A quay is joined to a road within this distance, if there is no water between. Metres. */
  readonly roadM: number;
}

export interface JoinedQuays {
  readonly links: readonly RoadLink[];
  /** Names of the quays from which a way ashore was drawn. */
  readonly joined: readonly string[];
}

/**
 * Joins quays at which ferry lines end but no road does. If two lines meet at a quay, neither end is open, but there is
 * no way ashore. One of the lines is extended to the nearest road on the same side of the water.
 */
export function joinQuays(
  links: readonly RoadLink[],
  calls: readonly Call[],
  limits: QuayLimits,
  runsOverWater: RunsOverWater,
): JoinedQuays {
  const drafts = toDrafts(links);
  const ferries = drafts.filter(({ kind }) => kind === 'ferry');
  const find = openFinder(drafts);
  const landings = listLandings(drafts);
  const joined: string[] = [];

  for (const { quay, at, forCars, road } of calls) {
    const isHere = (point: LatLon) => flatDistanceM(point, at) <= limits.endM;
    const end = nearestEnd(ferries, at);
    if (
      !forCars ||
      road !== undefined ||
      end === undefined ||
      !isHere(end.tip) ||
      landings.some(isHere)
    )
      continue;
    const near = find(
      at,
      limits.roadM,
      (link, there) =>
        link.kind === 'road' && !isUnderground(link, there) && !runsOverWater(at, there.place.at),
    );
    if (near === undefined) continue;
    const ashore = insertPoint(drafts[near.link] as Draft, near.place.at);
    if (end.isStart) end.ferry.line.unshift(ashore);
    else end.ferry.line.push(ashore);
    landings.push(ashore);
    joined.push(quay);
  }
  return { links: drafts, joined };
}

/** Points that ferry lines and roads share. */
export function listLandings(links: readonly RoadLink[]): LatLon[] {
  const roadKeys = new Set(
    links.filter(({ kind }) => kind === 'road').flatMap(({ line }) => line.map(keyOf)),
  );
  return links
    .filter(({ kind }) => kind === 'ferry')
    .flatMap(({ line }) => line.filter((point) => roadKeys.has(keyOf(point))));
}

interface FerryEnd {
  readonly ferry: Draft;
  readonly tip: LatLon;
  readonly isStart: boolean;
}

function nearestEnd(ferries: readonly Draft[], at: LatLon): FerryEnd | undefined {
  return ferries
    .flatMap((ferry): FerryEnd[] => [
      { ferry, tip: ferry.line[0] as LatLon, isStart: true },
      { ferry, tip: ferry.line.at(-1) as LatLon, isStart: false },
    ])
    .reduce<FerryEnd | undefined>(
      (best, end) =>
        best === undefined || flatDistanceM(end.tip, at) < flatDistanceM(best.tip, at) ? end : best,
      undefined,
    );
}
