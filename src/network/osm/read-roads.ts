/** Reads the roads of a map that cars use into columns: the links, their driving times and their nodes. */
import type { LatLon } from '../../base/point.ts';
import { type Area, outsideM } from '../../geo/area.ts';
import { type DrawnRoads, type DrawRules, openDrawing } from './draw-roads.ts';
import { openFerryMembers } from './ferry-lines.ts';
import { type NodePlaces, openNodeList } from './node-places.ts';
import { checkHeader, visitDataBlocks } from './read-blocks.ts';
import {
  type OsmGroup,
  type OsmRelation,
  type OsmTags,
  type PbfWay,
  readRestriction,
  type TurnRestriction,
  toTags,
  visitNodes,
  visitRelations,
  visitWays,
} from './read-elements.ts';
import { type CarProfile, isFerry, isTimed } from './roadway.ts';

/** The links of a map that cars use, and the turn restrictions and toll stations of the map. */
export interface OsmRoads extends DrawnRoads {
  readonly restrictions: readonly TurnRestriction[];
  /** Number of restrictions that hold at certain times only. They are not used. */
  readonly conditional: number;
  /** Relations stand last: a map without any may have been cut short between two blocks. */
  readonly hasRelations: boolean;
  /** By the number of their node. */
  readonly gantries: ReadonlyMap<number, TollGantry>;
}

/** A toll gantry or toll booth that the map shows on a road. */
export interface TollGantry {
  readonly at: LatLon;
  /** The id of its station in the road database; absent: the map does not say. */
  readonly stationId?: string;
}

export interface ReadRules extends DrawRules {
  /** The country and its waters. A map with a smaller share of its roads there than `minShareInNorway` is refused. */
  readonly norway: Area;
  readonly minShareInNorway: number;
}

/** The share of a map in Norway is estimated by this many places of roads. */
const SAMPLES = 2000;

/**
 * Reads the map three times from beginning to end, and its ways once more where a ferry is tagged on its relation. Only
 * its roads and the places of their nodes are kept in memory.
 *
 * @param onProgress is told in a few words what happens.
 * @throws Error with one sentence that names the file, when it is no map that can be used.
 */
export async function readRoads(
  path: string,
  rules: ReadRules,
  onProgress: (step: string) => void,
): Promise<OsmRoads> {
  onProgress(`reading the roads of ${path}`);
  await checkHeader(path);
  const { places, kinds, members, ...turns } = await survey(path, rules.profile);
  onProgress('reading where they lie');
  const marks = await locate(path, { places, kinds, profile: rules.profile });
  const sampled = places.sample(SAMPLES);
  if (sampled.length === 0) throw new Error(`${path} has roads without the places of their nodes.`);
  if (shareInside(rules.norway, sampled) < rules.minShareInNorway)
    throw new Error(`${path} is no map of Norway: hardly any of its roads lie there.`);
  onProgress('drawing them');
  const named = new Set(
    turns.restrictions.flatMap(({ from, to, via }) => [
      ...from,
      ...to,
      ...('ways' in via ? via.ways : []),
    ]),
  );
  const drawing = openDrawing(places, marks, named, rules);
  await visitAgain(path, { kinds, profile: rules.profile, members }, (way, tags) =>
    drawing.draw(way.id, tags, way.nodeIds()),
  );
  const drawn = drawing.finish();
  if (drawn.links.count === 0) throw new Error(`${path} holds no road that cars may drive on.`);
  const timed = drawn.timed + marks.timedBars();
  return { ...drawn, ...turns, timed, gantries: marks.gantries };
}

type Kinds = ReadonlyMap<number, readonly OsmGroup['kind'][]>;

const holds = (kinds: Kinds, kind: OsmGroup['kind']) => (index: number) =>
  kinds.get(index)?.includes(kind) === true;

/** Kinds of entities in the order that readers expect. */
const ORDER: readonly OsmGroup['kind'][] = ['nodes', 'ways', 'relations'];

/** The first reading: checks that the map can be used, and lists the nodes of its roads and its turn restrictions. */
async function survey(path: string, profile: CarProfile) {
  const list = openNodeList();
  const kinds = new Map<number, readonly OsmGroup['kind'][]>();
  const restrictions: TurnRestriction[] = [];
  const relations: OsmRelation[] = [];
  const ferryWays = new Set<number>();
  let conditional = 0;
  await visitDataBlocks(path, ({ texts, groups }, index) => {
    kinds.set(index, [...new Set(groups.map(({ kind }) => kind))]);
    const mayBeRoad = profile.openWayFilter(texts);
    const mayHoldFerries = texts.includes('ferry');
    for (const { kind, message } of groups)
      if (kind === 'ways')
        visitWays(message, (way) => {
          if (!mayBeRoad(way)) return;
          list.add(way.nodeIds());
          if (mayHoldFerries && isFerry(toTags(way, texts))) ferryWays.add(way.id);
        });
      else if (kind === 'relations')
        visitRelations(message, texts, (relation) => {
          const restriction = readRestriction(relation);
          if (restriction === 'conditional') conditional++;
          else if (restriction !== undefined) restrictions.push(restriction);
          else if (relation.tags.route === 'ferry') relations.push(relation);
        });
  });
  if (!isInOrder([...kinds.values()].flat()))
    throw new Error(`${path} is not in order: sort it with "osmium sort".`);
  const members = openFerryMembers(relations, profile);
  if (members.ids.some((id) => !ferryWays.has(id)))
    await visitAgain(path, { kinds, profile, members }, (way, _tags, isRoad) => {
      if (!isRoad) list.add(way.nodeIds());
    });
  const places = list.close();
  if (places.wanted === 0) throw new Error(`${path} holds no road that cars may drive on.`);
  const hasRelations = [...kinds.values()].some((some) => some.includes('relations'));
  return { places, kinds, members, restrictions, conditional, hasRelations };
}

interface Members {
  readonly kinds: Kinds;
  readonly profile: CarProfile;
  readonly members: ReturnType<typeof openFerryMembers>;
}

/**
 * Reads the ways once more, and gives the roads and the ferries with all their tags.
 *
 * @param visit `isRoad` is false for a ferry that is tagged on its relation alone.
 */
async function visitAgain(
  path: string,
  { kinds, profile, members }: Members,
  visit: (way: PbfWay, tags: OsmTags, isRoad: boolean) => void,
): Promise<void> {
  await visitDataBlocks(
    path,
    ({ texts, groups }) => {
      const mayBeRoad = profile.openWayFilter(texts);
      for (const { kind, message } of groups)
        if (kind === 'ways')
          visitWays(message, (way) => {
            const isRoad = mayBeRoad(way);
            if (!isRoad && !members.mayHold(way.id)) return;
            const tags = members.complete(way.id, toTags(way, texts));
            if (isRoad || isFerry(tags)) visit(way, tags, isRoad);
          });
    },
    holds(kinds, 'ways'),
  );
}

/** Nodes come first, then ways, then relations. */
function isInOrder(kinds: readonly OsmGroup['kind'][]): boolean {
  const steps = kinds.map((kind) => ORDER.indexOf(kind)).filter((step) => step !== -1);
  return steps.every((step, i) => step >= (steps[i - 1] ?? 0));
}

interface Survey {
  readonly places: NodePlaces;
  readonly kinds: Kinds;
  readonly profile: CarProfile;
}

/** The second reading: where the nodes of roads lie, which nodes close a road, and where the map has toll stations. */
async function locate(path: string, { places, kinds, profile }: Survey) {
  const bars = new Map<number, 'destination' | 'closed'>();
  const gantries = new Map<number, TollGantry>();
  let timedBars = 0;
  const mark = (number: number, tags: OsmTags): void => {
    if (tags.barrier !== undefined && isTimed(tags)) timedBars++;
    const bar = profile.readBar(tags);
    if (bar !== undefined) bars.set(number, bar);
    if (!profile.isTollPoint(tags)) return;
    const stationId = tags['ref:toll'];
    gantries.set(number, { at: places.at(number), ...(stationId && { stationId }) });
  };
  await visitDataBlocks(
    path,
    (block) => {
      const isTelling = block.texts.includes('barrier') || block.texts.includes('toll_gantry');
      for (const { kind, message } of block.groups)
        if (kind === 'nodes')
          visitNodes(message, block, isTelling, (id, lat, lon, tags) => {
            const number = places.put(id, lat, lon);
            if (number !== -1 && tags !== undefined) mark(number, tags);
          });
    },
    holds(kinds, 'nodes'),
  );
  return {
    barAt: (node: number) => bars.get(node),
    isGantry: (node: number) => gantries.has(node),
    gantries,
    timedBars: () => timedBars,
  };
}

/** The share of places that lies inside an area, 0 … 1. */
const shareInside = (area: Area, places: readonly LatLon[]): number =>
  places.filter((place) => outsideM(area, place) === 0).length / places.length;
