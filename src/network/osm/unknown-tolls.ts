/**
 * The tolls of a map that no station of ours takes: roads that the map says are tolled, and toll gantries and booths.
 *
 * Source: wiki.openstreetmap.org/wiki/Key:toll: all roads that are reached only by paying are tagged, often for
 * kilometres on both sides of a station.
 */
import { groupBy } from '../../base/lists.ts';
import type { LatLon } from '../../base/point.ts';
import { findPlaceOnLine, flatDistanceM } from '../../geo/on-line.ts';
import type { LinkToll } from '../compile/compile-links.ts';
import { insideOf, lineOf, listLinksNear } from '../compile/place-on-links.ts';
import { nameMapToll } from '../map-tolls.ts';
import type { StationToPlace } from '../placement/place.ts';
import type { GantryOnLink } from './draw-roads.ts';
import type { FerryRules } from './ferry-lines.ts';
import type { OsmRoads, TollGantry } from './read-roads.ts';

interface TollTerms {
  /** Where stations are placed on the roads. */
  readonly gates: readonly LatLon[];
  readonly stations: readonly StationToPlace[];
  readonly ferries: FerryRules;
  /** A station within this distance takes the toll. Metres. */
  readonly boothM: number;
}

/** Half the length of the piece of road at a gantry. Metres. */
const SPOT_M = 1;

export function listUnknownTolls(read: OsmRoads, terms: TollTerms): readonly LinkToll[] {
  const stretches = listStretches(read).filter(isUnknown(read, terms));
  const stretched = new Set(stretches.flat());
  const spots = read.gantriesOn.filter(isAlone(read, stretched)).filter(hasNoStation(read, terms));
  const named = [
    ...stretches.map((links) => ({
      id: nameToll(read, links),
      pieces: links.map((link) => ({ link, from: 0, to: 1 })),
    })),
    ...Array.from(groupBy(spots, ({ node }) => node).values(), (ofGantry) => ({
      id: nameToll(
        read,
        ofGantry.map(({ link }) => link),
      ),
      pieces: ofGantry.map((spot) => toPiece(read, spot)),
    })),
  ];
  const ofId = groupBy(named, ({ id }) => id);
  return Array.from(ofId, ([id, all]) => ({ id, pieces: all.flatMap(({ pieces }) => pieces) }));
}

/** The tolled links that meet at nodes, in stretches. Local roads and roads through the country are apart. */
function listStretches({ links, tolls }: OsmRoads): number[][] {
  const at = new Map<string, number[]>();
  const endsOf = (link: number) =>
    [links.from, links.to].map((ends) => `${tolls[link]} ${ends[link]}`);
  tolls.forEach((toll, link) => {
    if (toll > 0) for (const end of endsOf(link)) at.set(end, [...(at.get(end) ?? []), link]);
  });
  const seen = new Set<number>();
  return [...at.values()].flatMap(([first = -1]) => {
    if (seen.has(first)) return [];
    seen.add(first);
    const stretch = [first];
    // The list grows while it is read.
    for (const link of stretch)
      for (const next of endsOf(link).flatMap((end) => at.get(end) ?? []))
        if (!seen.has(next)) {
          seen.add(next);
          stretch.push(next);
        }
    return [stretch];
  });
}

/** A stretch is known where a station stands on it or beside it, as on the other carriageway. */
function isUnknown({ links }: OsmRoads, { gates, boothM }: TollTerms) {
  const near = new Set(listLinksNear(links, gates, boothM));
  const isBeside = (link: number) => {
    const line = lineOf(links, link);
    return gates.some((at) => (findPlaceOnLine(line, at)?.offM ?? boothM) < boothM);
  };
  return (stretch: readonly number[]) => !stretch.some((link) => near.has(link) && isBeside(link));
}

/** A gantry on a stretch without a station belongs to the stretch. */
function isAlone({ gantriesOn }: OsmRoads, stretched: ReadonlySet<number>) {
  const within = new Set(
    gantriesOn.flatMap(({ node, link }) => (stretched.has(link) ? [node] : [])),
  );
  return ({ node }: GantryOnLink) => !within.has(node);
}

/** Booths at quays sell the fare of the ferry. */
function hasNoStation(
  { gantries }: OsmRoads,
  { gates, stations, ferries, boothM }: TollTerms,
): (spot: GantryOnLink) => boolean {
  const ids = new Set(stations.map(({ id }) => id));
  const takers = [...gates, ...stations, ...ferries.quays].map((one) =>
    'at' in one ? one.at : one,
  );
  return ({ node }) => {
    const { at, stationId } = gantries.get(node) as TollGantry;
    if (stationId !== undefined && ids.has(stationId)) return false;
    return takers.every((taker) => flatDistanceM(taker, at) > boothM);
  };
}

function toPiece({ links }: OsmRoads, { link, share }: GantryOnLink): LinkToll['pieces'][number] {
  const reach = SPOT_M / Math.max(SPOT_M, links.lengthM[link] as number);
  const inside = (at: number) => (at <= 0 || at >= 1 ? at : insideOf(links, { link, share: at }));
  return {
    link,
    from: inside(Math.max(0, share - reach)),
    to: inside(Math.min(1, share + reach)),
  };
}

/** The name of the first road that has one. */
function nameToll({ links, roads, streets, wayId }: OsmRoads, own: readonly number[]): string {
  const nameOf = (link: number) =>
    streets[links.street[link] as number] || roads[links.road[link] as number];
  const link = own.find(nameOf) ?? (own[0] as number);
  return nameMapToll(wayId[link] as number, nameOf(link) ?? '');
}
