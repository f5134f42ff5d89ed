/** Compiles the links of a file to a network for routing, and reports what became of them. */

import { openProgress } from '../../base/duration.ts';
import type { LatLon } from '../../base/point.ts';
import type { Speeds } from '../../facts/schema/road-network.ts';
import { flatLengthM } from '../../geo/on-line.ts';
import { findComponents, flagApart } from '../../routing/components.ts';
import { buildGraph, LINK, type RoadGraph, type TurnBan } from '../../routing/graph.ts';
import type { GateOnLink } from '../../routing/network.ts';
import type { PreparedNetwork } from '../kernel-file.ts';
import type { RoadFacts, RoadLink } from '../link.ts';
import type { FactsToPlace, Placement } from '../placement/place.ts';
import { cutSections, SECTION_REACH_M, type UnplacedSection } from '../placement/place-sections.ts';
import { nameUnplaced, prepareGraph } from '../prepare-network.ts';
import type { LinkColumns, RoadColumns } from './link-columns.ts';
import { type LinkCut, type MergedLinks, mergeLinks } from './merge-links.ts';
import {
  describeRoad,
  insideOf,
  lineOf,
  listLinksNear,
  type StationCut,
  type StationPlacement,
} from './place-on-links.ts';

/** What the reader of a file reports. */
export interface FileReport {
  readonly rows: number;
  /** Rows left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly bars: number;
  readonly noThrough: number;
  /** Turn bans whose links do not meet at the node of the ban. */
  readonly bansNotMet: number;
  /** Absent: the file has no minutes. */
  readonly speeds?: SpeedCheck;
  /** Absent: the minutes of ferry links are not checked. */
  readonly ferries?: readonly FerryLink[];
  /** Ferry links faster by their minutes than any car ferry. */
  readonly ferriesTooFast?: number;
  readonly notes: readonly string[];
}

/** What became of the file. */
export interface CompileReport extends FileReport {
  /** Links and nodes that cars use, before merging and after it. */
  readonly links: number;
  readonly nodes: number;
  readonly mergedLinks: number;
  readonly mergedNodes: number;
  readonly edges: number;
  readonly turns: number;
  /** Turn bans in use. */
  readonly bans: number;
  /** Parts of the network that are not connected with each other, and directed edges in the largest part. */
  readonly components: number;
  readonly edgesInLargest: number;
  /** Ids of links outside of the largest part. */
  readonly apart: readonly number[];
}

/** How the minutes of random links compare with the model. */
export interface SpeedCheck {
  /** Directions that were looked at. */
  readonly checked: number;
  readonly agreeing: number;
  /** Roads whose class has no factor: they take the minutes of the file. */
  readonly withoutFactor: number;
}

/** Length and speed of a ferry link by the file. The minutes of the link are not used. */
export interface FerryLink {
  readonly linkId: number;
  readonly km: number;
  readonly kmh: number;
}

/** A compiled network, and where the stations lie on it. */
export interface Compiled {
  readonly prepared: PreparedNetwork;
  readonly placement: Placement;
  /** Absent: the network is not made from a file. */
  readonly report?: CompileReport;
}

export interface CompiledFile extends Compiled {
  readonly report: CompileReport;
}

/** Stations, bars and turn bans, by the links that they are on. */
export interface LinkMarks {
  readonly stations: StationPlacement;
  /** Bars inside of links. */
  readonly bars: readonly LinkCut[];
  readonly bans: readonly TurnBan[];
  /** Absent: the file tells of none. */
  readonly tolls?: readonly LinkToll[];
}

/** A toll that no station of ours takes, and where it is paid. */
export interface LinkToll {
  /** Of its section of road. */
  readonly id: string;
  /** Links, from one share to the other. */
  readonly pieces: readonly { readonly link: number; readonly from: number; readonly to: number }[];
}

export interface CompileFacts {
  readonly facts: FactsToPlace;
  readonly speeds: Speeds;
}

/**
 * @param told by the reader of the file, and the id that a link has there.
 * @param onProgress is told in a few words what happens.
 */
export function compileLinks(
  read: RoadColumns,
  { stations, bars, bans: turns, tolls = [] }: LinkMarks,
  { facts: { sections = [], services = [] }, speeds }: CompileFacts,
  { notes, nameLink, ...told }: FileReport & { readonly nameLink: (link: number) => number },
  onProgress: (step: string) => void,
): CompiledFile {
  const cuts = orderCuts([
    ...stations.cuts.map((cut) => ({ link: cut.link, share: insideOf(read.links, cut) })),
    ...bars,
    ...cutAtSections(read, sections),
    ...tolls.flatMap(({ pieces }) =>
      pieces.flatMap(({ link, from, to }) =>
        [from, to].flatMap((share) => (share > 0 && share < 1 ? [{ link, share }] : [])),
      ),
    ),
  ]);
  // Links that a ban names are not merged: as part of a longer link they might come back to the turn. Nor are links
  // with a toll: the toll would hold on the longer link.
  const pinned = [
    ...turns.flatMap(({ from, to }) => [from, to]),
    ...tolls.flatMap(({ pieces }) => pieces.map(({ link }) => link)),
  ].flatMap((link) => [read.links.from[link] as number, read.links.to[link] as number]);
  const merged = mergeLinks(read.links, read.nodeCount, pinned, cuts);
  onProgress(`merged ${read.links.count} links into ${merged.links.count}`);
  const bans = turns.flatMap((ban) => toBans(ban, merged));
  const { from, to, flags, firstPoint, points } = merged.links;
  const { nodeCount } = merged;
  const whole = buildGraph({ nodeCount, from, to, flags, firstPoint, points, bans });
  const components = findComponents(whole);
  const graph = flagApart(whole, components);
  onProgress(`ordering ${graph.edgeCount} edges`);
  const { withMs, againstMs, lengthM } = merged.links;
  const { prepared, unplaced } = prepareGraph(graph, {
    sources: describeLinks(merged.links, read),
    drivenM: (link) => lengthM[link] as number,
    msOf: (link, _, isBackward) => (isBackward ? againstMs : withMs)[link] as number,
    services,
    speeds,
    ontoMunicipalS: 0,
    gates: stations.cuts.flatMap((cut) => toGates(cut, merged, read.links, cuts)),
    sections,
    tolls: tolls.map(({ id, pieces }) => ({
      id,
      links: [...new Set(pieces.flatMap((piece) => listParts(piece, merged, cuts)))],
    })),
    onOrdered: openProgress('ordering edges', onProgress, () => performance.now()),
  });
  return {
    prepared: { ...prepared, streets: { of: merged.links.street, texts: read.streets } },
    placement: stations.placement,
    report: {
      ...countAll(read, merged, graph),
      bans: bans.length,
      components: components.count,
      edgesInLargest: components.edges,
      apart: listApart(read, merged, graph.links.flags).map(nameLink),
      notes: [...notes, ...nameMissed(unplaced, sections, merged.links)],
      ...told,
    },
  };
}

const countAll = (read: RoadColumns, merged: MergedLinks, graph: RoadGraph) => ({
  links: read.links.count,
  nodes: read.nodeCount,
  mergedLinks: merged.links.count,
  mergedNodes: merged.nodeCount,
  edges: graph.edgeCount,
  turns: graph.turns.to.length,
});

/** A ban by the links and nodes of the graph. */
function toBans({ from, to, via }: TurnBan, merged: MergedLinks): TurnBan[] {
  const node = merged.nodeOf[via] as number;
  const at = (link: number): number[] => {
    const [first, last] = [
      merged.firstPart[link] as number,
      (merged.firstPart[link + 1] as number) - 1,
    ];
    const ends = [first, last].map((part) => merged.mergedOf[part] as number);
    return [...new Set(ends)].filter(
      (one) => merged.links.from[one] === node || merged.links.to[one] === node,
    );
  };
  return at(from).flatMap((a) => at(to).map((b) => ({ from: a, via: node, to: b })));
}

/** Cuts in the order of links and shares. Cuts at one place become one cut, a bar if any of them is a bar. */
function orderCuts(cuts: readonly LinkCut[]): LinkCut[] {
  const ordered = cuts.toSorted(
    (a, b) =>
      a.link - b.link || a.share - b.share || Number(b.isBar === true) - Number(a.isBar === true),
  );
  return ordered.filter((cut, i) => {
    const before = ordered[i - 1];
    return before === undefined || before.link !== cut.link || before.share !== cut.share;
  });
}

/** The gates of a station's place: at the end of the part before it, and of the part behind it backwards. */
function toGates(
  cut: StationCut,
  { firstPart, mergedOf, isTurned }: MergedLinks,
  links: LinkColumns,
  cuts: readonly LinkCut[],
): GateOnLink[] {
  const share = insideOf(links, cut);
  const before = cuts.filter((other) => other.link === cut.link && other.share < share).length;
  const part = (firstPart[cut.link] as number) + before;
  const gateAt = (at: number, isBackward: boolean): GateOnLink => ({
    link: mergedOf[at] as number,
    stationId: cut.stationId,
    ...((isTurned[at] === 1) !== isBackward && { isBackward: true as const }),
  });
  return [
    ...(cut.forward ? [gateAt(part, false)] : []),
    ...(cut.backward ? [gateAt(part + 1, true)] : []),
  ];
}

/** The links of the graph that hold a piece of a link. */
function listParts(
  { link, from, to }: LinkToll['pieces'][number],
  { firstPart, mergedOf }: MergedLinks,
  cuts: readonly LinkCut[],
): number[] {
  const starts = [0, ...cuts.filter((cut) => cut.link === link).map(({ share }) => share)];
  return starts.flatMap((share, part) =>
    share >= from && share < to ? [mergedOf[(firstPart[link] as number) + part] as number] : [],
  );
}

function cutAtSections(
  read: RoadColumns,
  sections: NonNullable<FactsToPlace['sections']>,
): LinkCut[] {
  const near = listLinksNear(
    read.links,
    sections.filter(({ line }) => line === 'road').flatMap(({ ends }) => ends),
    SECTION_REACH_M,
  );
  const roads = near.map((link) => ({
    ...describeRoad(
      read.roads[read.links.road[link] as number] as string,
      read.links.flags[link] as number,
    ),
    line: lineOf(read.links, link),
  }));
  return Array.from(cutSections(roads, sections)).flatMap(([index, cutsM]) => {
    const [link, line] = [near[index] as number, roads[index]?.line ?? []];
    return cutsM.map((alongM) => {
      const share = alongM / Math.max(1, flatLengthM(line));
      return { link, share: insideOf(read.links, { link, share }) };
    });
  });
}

/**
 * Names the sections that are missing although an end lies inside the network. The others are only counted: a map of a
 * part of the country holds few sections.
 */
function nameMissed(
  unplaced: readonly UnplacedSection[],
  sections: NonNullable<FactsToPlace['sections']>,
  { points }: LinkColumns,
): string[] {
  let [south, west, north, east] = [1e9, 1e9, -1e9, -1e9];
  for (let i = 0; i < points.length; i += 2) {
    const [lat, lon] = [points[i] as number, points[i + 1] as number];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    [west, east] = [Math.min(west, lon), Math.max(east, lon)];
  }
  const isInside = ({ lat, lon }: LatLon) =>
    lat * 1e6 >= south && lat * 1e6 <= north && lon * 1e6 >= west && lon * 1e6 <= east;
  const within = new Set(sections.filter(({ ends }) => ends.some(isInside)).map(({ id }) => id));
  const missed = unplaced.filter(({ id }) => within.has(id));
  const outside = unplaced.length - missed.length;
  return [
    ...nameUnplaced(missed),
    ...(outside === 0 ? [] : [`${outside} sections that may be closed lie outside of the network`]),
  ];
}

/** Describes each link. Roads of the same name and kind share an object. A destination counts as a private road. */
function describeLinks(
  links: LinkColumns,
  { roads, timesFerries }: RoadColumns,
): readonly (RoadFacts & Pick<RoadLink, 'crossingMin'>)[] {
  const known = new Map<number, RoadFacts>();
  return Array.from({ length: links.count }, (_, link) => {
    const flags = links.flags[link] as number;
    const kind = flags & (LINK.ferry | LINK.ramp);
    if (timesFerries === true && (kind & LINK.ferry) !== 0)
      return { ...describeRoad('', kind), crossingMin: (links.withMs[link] as number) / 60_000 };
    const key =
      ((links.road[link] as number) * 256 + kind) * 2 + (links.isDestination[link] as number);
    const road = known.get(key) ?? {
      ...describeRoad(roads[links.road[link] as number] as string, kind),
      ...(links.isDestination[link] === 1 && { category: 'P' as const }),
    };
    known.set(key, road);
    return road;
  });
}

/** Links of the file that have no part in the largest component. */
function listApart(
  { links }: RoadColumns,
  { firstPart, mergedOf }: MergedLinks,
  flags: Uint8Array,
): number[] {
  const apart: number[] = [];
  for (let link = 0; link < links.count; link++) {
    let isApart = true;
    for (let part = firstPart[link] as number; part < (firstPart[link + 1] as number); part++)
      if (((flags[mergedOf[part] as number] as number) & LINK.isolated) === 0) isApart = false;
    if (isApart) apart.push(link);
  }
  return apart;
}
