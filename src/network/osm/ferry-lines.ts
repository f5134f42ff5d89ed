/** The ferry lines of a map. A line may be drawn as several ways that meet at sea, and described by its relation. */
import { groupBy, groupJoined } from '../../base/lists.ts';
import type { LatLon } from '../../base/point.ts';
import { readBundled } from '../../facts/schema/read-bundled.ts';
import { flatDistanceM, flatLengthM } from '../../geo/on-line.ts';
import type { Quay } from '../../trip/ports.ts';
import type { NodePlaces } from './node-places.ts';
import type { OsmRelation, OsmTags } from './read-elements.ts';
import type { CarProfile } from './roadway.ts';

export interface FerryWay {
  readonly wayId: number;
  readonly tags: OsmTags;
  /** The numbers of its nodes; -1: the map does not hold the node. */
  readonly nodes: readonly number[];
}

/** A way over which a ferry takes cars. */
export interface FerryDrawing extends FerryWay {
  /** Gives the milliseconds of a stretch by its length in metres. */
  readonly sail: (lengthM: number) => number;
}

interface FerryTerms {
  readonly profile: CarProfile;
  readonly ferries: FerryRules;
  readonly sailingMin: (lengthM: number) => number;
  readonly places: NodePlaces;
  isOnRoad(node: number): boolean;
}

/** The ways over which ferries take cars. @param ways each with two known nodes at least. */
export function listCarFerries(ways: readonly FerryWay[], terms: FerryTerms): FerryDrawing[] {
  const { profile, places, sailingMin } = terms;
  const open = ways.filter(({ tags }) => profile.takesCars(tags) !== false);
  const water = openWater(open, terms);
  const lengthOf = ({ nodes }: FerryWay) =>
    flatLengthM(nodes.filter((node) => node !== -1).map(places.at));
  const lines = groupJoined(open, water.continues);
  return lines.flatMap((line) => {
    const takesCars = line.some((way) => profile.takesCars(way.tags) ?? water.isCrossing(way));
    if (!takesCars) return [];
    // A way that is cut in two keeps its duration on both parts, and a relation tells that of all its ways.
    const said = new Set(line.flatMap(({ tags }) => parseDurationS(tags.duration) ?? []));
    const shared = said.size > 1 ? line.map((way) => [way]) : [line];
    return shared.flatMap((some) => {
      const wholeM = some.reduce((sum, way) => sum + lengthOf(way), 0);
      const [saidS] = some.flatMap(({ tags }) => parseDurationS(tags.duration) ?? []);
      const min = saidS === undefined ? sailingMin(wholeM) : saidS / 60;
      const sail = (lengthM: number) => (wholeM === 0 ? 0 : (lengthM / wholeM) * min * 60_000);
      return some.map((way) => ({ ...way, sail }));
    });
  });
}

/** How ways meet at sea: at nodes that are on no road. */
function openWater(ways: readonly FerryWay[], { places, ferries, isOnRoad }: FerryTerms) {
  const over = groupBy(
    ways.flatMap((way) => [...new Set(way.nodes)].map((node) => ({ node, way }))),
    ({ node }) => node,
  );
  const waysAt = (node: number) => (over.get(node) ?? []).map(({ way }) => way);
  const isAtSea = (node: number) =>
    node !== -1 && places.isShared(node) && !isOnRoad(node) && waysAt(node).length > 1;
  const endsOf = ({ nodes }: FerryWay) => {
    const known = nodes.filter((node) => node !== -1);
    return [known[0] as number, known.at(-1) as number];
  };
  /** The places ashore to which a ferry can sail on from an end of a way. */
  const listReached = (end: number, way: FerryWay) => {
    const seen = new Set([way]);
    const reached: number[] = isAtSea(end) ? [] : [end];
    const open = isAtSea(end) ? waysAt(end) : [];
    // The list grows while it is read.
    for (const next of open) {
      if (seen.has(next)) continue;
      seen.add(next);
      reached.push(...endsOf(next).filter((node) => !isAtSea(node)));
      open.push(...next.nodes.filter(isAtSea).flatMap(waysAt));
    }
    return reached.map(places.at);
  };
  return {
    /** Does one way lead on where the other ends, and no third way with them? */
    continues(one: FerryWay, other: FerryWay): boolean {
      const ends = endsOf(other);
      return endsOf(one).some(
        (node) => ends.includes(node) && isAtSea(node) && waysAt(node).length === 2,
      );
    },
    /** Does a known connection call at both sides of a way? */
    isCrossing(way: FerryWay): boolean {
      const [from = [], to = []] = endsOf(way).map((end) => listReached(end, way));
      return from.some((a) => to.some((b) => isConnection([a, b], ferries)));
    },
  };
}

/** Members of a relation at which passengers wait. */
const STOPS = /^(stop|platform)/;
/** Keys of ways that are no line on the water. */
const ASHORE = ['highway', 'railway', 'man_made', 'public_transport', 'building', 'amenity'];
/** What a relation tells of its ways. */
const TOLD = /^(route|name|duration|oneway|access|vehicle|motor_vehicle|motorcar)(:|$)/;

/**
 * The tags of ways with those of their ferry relations.
 *
 * Source: wiki.openstreetmap.org/wiki/Tag:route=ferry: a way and a relation may both stand for a ferry.
 */
export function openFerryMembers(
  relations: readonly OsmRelation[],
  { takesCars }: Pick<CarProfile, 'takesCars'>,
) {
  const tagsOf = new Map<number, OsmTags>();
  for (const { tags, members } of relations) {
    if (tags.type !== 'route' || tags.route !== 'ferry') continue;
    const told = Object.fromEntries(Object.entries(tags).filter(([key]) => TOLD.test(key)));
    for (const { id, type, role } of members) {
      const known = tagsOf.get(id);
      // Of several ferries over one way the ferry that takes cars counts.
      const isBetter = known === undefined || (takesCars(told) === true && !takesCars(known));
      if (type === 'way' && !STOPS.test(role) && isBetter) tagsOf.set(id, told);
    }
  }
  return {
    ids: [...tagsOf.keys()],
    mayHold: (wayId: number) => tagsOf.has(wayId),
    /** The tags of a way, and what its relation tells. */
    complete: (wayId: number, tags: OsmTags): OsmTags => {
      const told = tagsOf.get(wayId);
      return told === undefined || ASHORE.some((key) => tags[key] !== undefined)
        ? tags
        : { ...told, ...tags };
    },
  };
}

/** A quay where car ferries call. */
type CarQuay = Pick<Quay, 'id' | 'at' | 'connectionIds'>;

/** @param data the project's `data/`. */
export const listQuays = (data: string): readonly CarQuay[] =>
  readBundled(data, 'ferry-quays.json')
    .quays.filter(({ usableByCars, connectionIds }) => usableByCars && connectionIds.length > 0)
    .map(({ id, lat, lon, connectionIds }) => ({ id, at: { lat, lon }, connectionIds }));

export interface FerryRules {
  readonly quays: readonly CarQuay[];
  /** The end of a line belongs to a quay within this distance. Metres. */
  readonly quayM: number;
}

/**
 * Does a known connection have quays at both ends of a line? If so, a ferry takes cars although the map does not say
 * so. Most other ferries without a tag for cars carry passengers only.
 *
 * @internal Outside this file only its tests use it.
 */
export function isConnection(line: readonly LatLon[], { quays, quayM }: FerryRules): boolean {
  const [start, end] = [line[0], line.at(-1)];
  if (start === undefined || end === undefined) return false;
  const near = (at: LatLon) => quays.filter((quay) => flatDistanceM(quay.at, at) <= quayM);
  const there = near(end);
  return near(start).some((quay) =>
    there.some(
      (other) =>
        other.id !== quay.id && other.connectionIds.some((id) => quay.connectionIds.includes(id)),
    ),
  );
}

/** Source: wiki.openstreetmap.org/wiki/Key:duration: minutes, a clock, or ISO 8601. */
const DURATIONS = [
  /^(?<m>\d+)$/,
  /^(?<h>\d+):(?<m>\d{2})(?::(?<s>\d{2}))?$/,
  /^PT(?:(?<h>\d+)H)?(?:(?<m>\d+)M)?(?:(?<s>\d+)S)?$/,
];

/**
 * Seconds of a `duration`; undefined: there is none, it is 0, or it can not be read.
 *
 * @internal Outside this file only its tests use it.
 */
export function parseDurationS(text = ''): number | undefined {
  const found = DURATIONS.map((form) => form.exec(text.trim())?.groups).find(Boolean);
  const { h = 0, m = 0, s = 0 } = found ?? {};
  return Number(h) * 3600 + Number(m) * 60 + Number(s) || undefined;
}
