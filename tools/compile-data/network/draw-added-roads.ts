import type { LatLon } from '../../../src/base/point.ts';
import { findPlaceOnLine, flatDistanceM } from '../../../src/geo/on-line.ts';
import { keyOf, toVertex, withoutRepeats } from '../../../src/geo/polyline.ts';
import { type RoadCategory, type RoadLink, roadName } from '../../../src/network/link.ts';
import { openFinder } from '../../../src/network/placement/find-near.ts';
import type { AddedRoad, AddedRoads, Parting } from '../all-files.ts';
import { cutAt, type Draft, insertPoint, partAt, toDrafts } from './draft.ts';

/** Points of a road that are no farther apart are one junction. Metres. */
const JUNCTION_M = 10;

/**
 * The network with the roads that we drew ourselves, in the order of the list: a road may join an earlier road of the
 * list.
 *
 * @throws Error when a road to which an end must be extended is missing.
 */
export function drawAddedRoads(
  links: readonly RoadLink[],
  { roads, partings, limits }: Omit<AddedRoads, 'meta'>,
): RoadLink[] {
  const drafts = toDrafts(links);
  for (const parting of partings) partCrossing(drafts, parting);
  const added: Draft[] = [];
  const findNearest = openNearest(drafts, added, limits.joinM);

  const carry = (tip: LatLon, to: string | null, name: string): LatLon => {
    if (to === null) return tip;
    const near = findNearest(tip, to);
    if (near === undefined)
      throw new Error(`${name}: expected ${to} within ${limits.joinM} m of ${keyOf(tip)}.`);
    // An end that is very near to a junction is joined to the junction.
    const junction = near.draft.line.find((point) => flatDistanceM(point, near.at) <= JUNCTION_M);
    return junction ?? insertPoint(near.draft, near.at);
  };
  for (const road of roads) {
    const line = road.line.map(([lat, lon]) => toVertex({ lat, lon }));
    const start = carry(line[0] as LatLon, road.joins[0], road.name);
    const end = carry(line.at(-1) as LatLon, road.joins[1], road.name);
    added.push({ ...factsOf(road), line: withoutRepeats([start, ...line.slice(1, -1), end]) });
    if (road.quay) landAt(drafts, start, end, road.name);
  }
  const all = [...drafts, ...added];
  const tips = listRampTips(all);
  return all.flatMap((link) => cutAt(link.line, tips).map((line) => ({ ...link, line })));
}

/** Separates roads that share a point although one passes over the other. @throws Error when they share none. */
function partCrossing(drafts: readonly Draft[], { at, part, from }: Parting): void {
  const named = (name: string) =>
    drafts.filter((draft) => draft.kind === 'road' && roadName(draft) === name);
  if (!partAt({ lat: at[0], lon: at[1] }, named(part), named(from)))
    throw new Error(`Expected ${part} and ${from} to share a point at ${at.join(', ')}.`);
}

/**
 * The points where ramps meet other links. The links are cut there: a turn can be banned only between ends of
 * links.
 */
const listRampTips = (links: readonly RoadLink[]): ReadonlySet<string> =>
  new Set(
    links.flatMap(({ ramp, line }) =>
      ramp === true ? [line[0] as LatLon, line.at(-1) as LatLon].map(keyOf) : [],
    ),
  );

function factsOf({ name, road, ramp, oneWay, tunnel }: AddedRoad): Omit<Draft, 'line'> {
  const digits = road.slice(1);
  return {
    kind: 'road',
    category: road.charAt(0) as RoadCategory,
    ...(digits === '' ? {} : { number: Number(digits) }),
    ...(ramp && { ramp }),
    ...(oneWay && { oneWay }),
    ...(tunnel && { tunnel }),
    drawn: name,
  };
}

/** Moves the landing of a ferry from one place to another. */
function landAt(drafts: readonly Draft[], from: LatLon, to: LatLon, name: string): void {
  const isFrom = (point: LatLon | undefined) => point !== undefined && keyOf(point) === keyOf(from);
  const ferry = drafts.find(
    ({ kind, line }) => kind === 'ferry' && (isFrom(line[0]) || isFrom(line.at(-1))),
  );
  if (ferry === undefined) throw new Error(`${name}: expected a ferry to end at ${keyOf(from)}.`);
  const line = ferry.line.map((point) => (isFrom(point) ? to : point));
  ferry.line.splice(0, ferry.line.length, ...withoutRepeats(line));
}

interface NearestPlace {
  readonly draft: Draft;
  readonly at: LatLon;
}

/**
 * Finds the place on a road of a name that is nearest to a point. Ramps are left out.
 *
 * @param added grows while roads are drawn.
 */
function openNearest(drafts: readonly Draft[], added: readonly Draft[], limitM: number) {
  const findOld = openFinder(drafts);
  return (point: LatLon, name: string): NearestPlace | undefined => {
    const isNamed = (link: RoadLink) =>
      link.kind === 'road' && link.ramp !== true && roadName(link) === name;
    const old = findOld(point, limitM, isNamed);
    const places = added.filter(isNamed).map((draft) => ({
      draft,
      place: findPlaceOnLine(draft.line, point),
    }));
    if (old !== undefined) places.push({ draft: drafts[old.link] as Draft, place: old.place });
    const [nearest] = places
      .flatMap(({ draft, place }) => (place === undefined ? [] : [{ draft, ...place }]))
      .filter(({ offM }) => offM <= limitM)
      .sort((a, b) => a.offM - b.offM);
    return nearest;
  };
}
