/** Compiles a map of OpenStreetMap to a network for routing. */
import { readBundled } from '../../facts/schema/read-data.ts';
import type { OsmProfile, RuteplanRules, Speeds } from '../../facts/schema/road-network.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import { decodePolyline } from '../../geo/polyline.ts';
import { type CompiledFile, compileLinks } from '../compile/compile-links.ts';
import { placeByRoad, pointOn, type StationPlacement } from '../compile/place-on-links.ts';
import { type OsmPlacing, readPlacing } from '../compile/placing-road.ts';
import type { FactsToPlace, StationToPlace } from '../placement/place.ts';
import { sailingMin } from '../speeds.ts';
import { listQuays } from './ferry-lines.ts';
import { type OsmRoads, type ReadRules, readRoads, type TollGantry } from './read-roads.ts';
import { openCarProfile } from './roadway.ts';
import { listTurnBans } from './turn-bans.ts';
import { listUnknownTolls } from './unknown-tolls.ts';

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
