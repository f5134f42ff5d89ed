/** Compiles a map of OpenStreetMap to a network for routing. */
import { groupBy } from '../../base/lists.ts';
import type { LatLon } from '../../base/point.ts';
import { readBundled } from '../../facts/schema/read-bundled.ts';
import type { OsmProfile, RuteplanRules, Speeds } from '../../facts/schema/road-network.ts';
import { findPlaceOnLine, flatDistanceM } from '../../geo/on-line.ts';
import { decodePolyline } from '../../geo/polyline.ts';
import { type CompiledFile, compileLinks, type LinkToll } from '../compile/compile-links.ts';
import {
  insideOf,
  lineOf,
  listLinksNear,
  placeByRoad,
  pointOn,
  type StationPlacement,
} from '../compile/place-on-links.ts';
import { type OsmPlacing, readPlacing } from '../compile/placing-road.ts';
import { nameMapToll } from '../map-tolls.ts';
import type { FactsToPlace, StationToPlace } from '../placement/place.ts';
import { sailingMin } from '../speeds.ts';
import type { GantryOnLink } from './draw-roads.ts';
import { type FerryRules, listQuays } from './ferry-lines.ts';
import { type OsmRoads, type ReadRules, readRoads, type TollGantry } from './read-roads.ts';
import { openCarProfile } from './roadway.ts';
import { listTurnBans } from './turn-bans.ts';

export interface OsmTerms extends Pick<ReadRules, 'ferries' | 'norway' | 'minShareInNorway'> {
  readonly profile: OsmProfile;
  readonly factors: RuteplanRules['factors'];
  readonly speeds: Speeds;
  readonly placing: OsmPlacing;
  /** A station may take the place of a toll gantry of the map within this distance. Metres. */
  readonly boothM: number;
  readonly facts: FactsToPlace;
}

/**
 * @param onProgress is told in a few words what happens.
 * @throws Error with one sentence that names the file, when it is no map that can be used.
 */
export async function compileOsm(
  path: string,
  terms: OsmTerms,
  onProgress: (step: string) => void,
): Promise<CompiledFile> {
  const { profile, speeds, placing, facts } = terms;
  const rules = {
    ...terms,
    profile: openCarProfile(profile, terms),
    sailingMin: (lengthM: number) => sailingMin(lengthM, speeds.ferry),
    simplifyM: profile.simplifyM,
  };
  const read = await readRoads(path, rules, onProgress);
  const { stations } = facts;
  const stationed = placeByGantry(read, stations, placing, terms.boothM);
  const { placed } = stationed.placement;
  onProgress(`placed ${placed.length} of ${stations.length} toll stations on the road network`);
  const gates = stationed.cuts.map((cut) => pointOn(read.links, cut));
  const tolls = listUnknownTolls(read, { gates, stations, ...terms });
  const { links, bans, notMet, original, onCopies, tollsOnCopies } = listTurnBans(read);
  return compileLinks(
    { ...read, links },
    {
      stations: { ...stationed, cuts: onCopies(stationed.cuts) },
      bars: [],
      bans,
      tolls: tollsOnCopies(tolls),
    },
    { facts, speeds },
    {
      nameLink: (link) => read.wayId[original(link)] as number,
      rows: read.ways,
      dropped: read.dropped,
      bars: read.bars,
      noThrough: read.links.isDestination.reduce((sum, one) => sum + one, 0),
      bansNotMet: notMet,
      notes: noteDoubts(read, tolls.length),
    },
    onProgress,
  );
}

function noteDoubts({ hasRelations, conditional, timed }: OsmRoads, tolls: number): string[] {
  const notes = [
    [tolls, `tolls of the map that no station takes: ${tolls}; routes that pay one say so`],
    [!hasRelations, 'the map has no relations, and so no turn restrictions: it may not be whole'],
    [conditional, `${conditional} turn restrictions hold at certain times, and are not used`],
    [
      timed,
      `${timed} ways and barriers have access or limits at certain times, which are not used`,
    ],
  ] as const;
  return notes.flatMap(([holds, note]) => (holds ? [note] : []));
}

/** The terms for compiling a map without the facts. @param data the project's `data/`. */
export function readOsmTerms(data: string): Omit<OsmTerms, 'facts'> {
  const { boothM, quayM, minShareInNorway } = readBundled(data, 'road-network/osm.json');
  return {
    profile: readBundled(data, 'road-network/osm-profile.json'),
    factors: readBundled(data, 'road-network/ruteplan.json').factors,
    speeds: readBundled(data, 'road-network/speeds.json'),
    placing: readPlacing(data),
    ferries: { quays: listQuays(data), quayM },
    boothM,
    norway: readBundled(data, 'norway.json').rings.map(({ line }) => decodePolyline(line)),
    minShareInNorway,
  };
}

/**
 * Stations are placed by their record. A station that gets no place by it is placed at its gantry on the map: the
 * gantry with its id, or the nearest gantry without an id. Gantries come second: those of an old map may be outdated.
 */
function placeByGantry(
  read: OsmRoads,
  stations: readonly StationToPlace[],
  placing: OsmPlacing,
  boothM: number,
): StationPlacement {
  const first = placeByRoad(read, stations, placing, read.wayId);
  const left = new Set(first.placement.unplaced.map(({ id }) => id));
  const atGantries = stations
    .filter(({ id }) => left.has(id))
    .flatMap((station) => {
      const gantry = findGantry(station, read.gantries, boothM);
      return gantry === undefined ? [] : [{ ...station, at: gantry.at }];
    });
  if (atGantries.length === 0) return first;
  const second = placeByRoad(read, atGantries, placing, read.wayId);
  const { placed } = second.placement;
  const found = new Set(placed.map(({ id }) => id));
  return {
    cuts: [...first.cuts, ...second.cuts],
    placement: {
      placed: [
        ...first.placement.placed,
        ...placed.map((place) => ({ ...place, by: 'gantry' as const })),
      ],
      unplaced: first.placement.unplaced.filter(({ id }) => !found.has(id)),
    },
  };
}

function findGantry(
  { id, at }: StationToPlace,
  gantries: OsmRoads['gantries'],
  withinM: number,
): TollGantry | undefined {
  const near = Array.from(gantries.values())
    .map((gantry) => ({ ...gantry, offM: flatDistanceM(gantry.at, at) }))
    .filter(({ stationId = id, offM }) => stationId === id && offM <= withinM)
    .toSorted((a, b) => a.offM - b.offM);
  return near.find(({ stationId }) => stationId !== undefined) ?? near[0];
}

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

/**
 * The tolls of a map that no station of ours takes: roads that the map says are tolled, and toll gantries and booths.
 *
 * Source: wiki.openstreetmap.org/wiki/Key:toll: all roads that are reached only by paying are tagged, often for
 * kilometres on both sides of a station.
 */
function listUnknownTolls(read: OsmRoads, terms: TollTerms): readonly LinkToll[] {
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
