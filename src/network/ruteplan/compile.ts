/** From the official network's file to a network that is driven on, and the report of what became of each row. */
import type { RuteplanRules, Speeds } from '../../facts/schema/road-network.ts';
import { flatLengthM } from '../../geo/on-line.ts';
import type { Gate } from '../../passages/gate.ts';
import { findComponents, flagApart } from '../../routing/components.ts';
import { buildGraph, LINK, type LinkTable, type TurnBan } from '../../routing/graph.ts';
import { drawnLengths, measureAlong } from '../../routing/network.ts';
import type { LinkColumns } from '../compile/link-columns.ts';
import { type LinkCut, type MergedLinks, mergeLinks } from '../compile/merge-links.ts';
import type { OsmPlacing } from '../compile/place-on-roads.ts';
import type { GateOnLink } from '../draw-graph.ts';
import type { PreparedNetwork, StreetNames } from '../kernel-file.ts';
import type { RoadFacts } from '../link.ts';
import type { FactsToPlace, Placement } from '../place.ts';
import { cutSections, placeSections } from '../place-sections.ts';
import { nameUnplaced, prepareGraph } from '../prepare-network.ts';
import type { SpeedCheck } from './official-times.ts';
import {
  describeRoad,
  insideOf,
  lineOf,
  listLinksNear,
  placeExactly,
  type StationCut,
} from './place-exactly.ts';
import { type FerryLink, type ReadLinks, readLinks } from './read-links.ts';
import type { FileMark, RoadFile } from './road-file.ts';
import { openSequences } from './sequences.ts';

/** What became of the file. */
export interface CompileReport {
  readonly rows: number;
  /** Rows left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Links and nodes that cars drive, and those of the graph after merging. */
  readonly links: number;
  readonly nodes: number;
  readonly mergedLinks: number;
  readonly mergedNodes: number;
  readonly edges: number;
  readonly turns: number;
  readonly bars: number;
  readonly noThrough: number;
  /** Turn bans in use, and those whose links do not meet there. */
  readonly bans: number;
  readonly bansNotMet: number;
  readonly speeds: SpeedCheck;
  /** Parts that lead nowhere else, and directed edges in the largest. */
  readonly components: number;
  readonly edgesInLargest: number;
  /** Ids of links outside of the largest part. */
  readonly apart: readonly number[];
  readonly ferries: readonly FerryLink[];
  /** Ferry links faster by their minutes than any car ferry. */
  readonly ferriesTooFast: number;
  readonly notes: readonly string[];
}

export interface CompileTerms {
  readonly rules: RuteplanRules;
  readonly speeds: Speeds;
  readonly placing: OsmPlacing;
  readonly facts: FactsToPlace;
}

export interface Compiled {
  readonly prepared: PreparedNetwork & { readonly streets: StreetNames };
  readonly gates: readonly Gate[];
  readonly placement: Placement;
  readonly report: CompileReport;
}

const KMH_PER_KNOT = 1.852;
/** An end of a section lies up to this far from its road. Metres. */
const SECTION_REACH_M = 500;

/** @param onProgress is told in a few words what happens, and how much of it is done. */
export function compileRuteplan(
  file: RoadFile,
  { rules, speeds, placing, facts }: CompileTerms,
  onProgress: (step: string) => void,
): Compiled {
  const tellRows = openRowTeller(file.rows, onProgress);
  const read = readLinks(file, rules, speeds.ferry.knots * KMH_PER_KNOT, tellRows);
  const { stations, sections = [], carriageways = [], services = [] } = facts;
  const stationed = placeExactly(read, { stations, carriageways, rules, placing });
  const { placed } = stationed.placement;
  onProgress(`placed ${placed.length} of ${stations.length} toll stations on the road network`);
  const marks = readMarks(file, read);
  const named = nameBans(file, read);
  const sectionCuts = cutAtSections(read, sections);
  const cuts = orderCuts([
    ...stationed.cuts.map((cut) => ({ link: cut.link, share: insideOf(read.links, cut) })),
    ...marks.bars,
    ...sectionCuts,
  ]);
  // Links that a ban names end at their nodes: as part of a longer one they might come back to the turn.
  const pinned = named.bans.flatMap(({ from, to }) =>
    [from, to].flatMap((link) => [read.links.from[link] as number, read.links.to[link] as number]),
  );
  const merged = mergeLinks(marks.links, read.nodeCount, pinned, cuts);
  onProgress(`merged ${read.links.count} links into ${merged.links.count}`);
  const bans = named.bans.flatMap((ban) => toBans(ban, merged));
  const whole = buildGraph(toTable(merged, bans));
  const components = findComponents(whole);
  const graph = flagApart(whole, components);
  const sources = describeLinks(merged.links, read.roads);
  const placement = placeSections(sections, { links: graph.links, sources });
  onProgress(`ordering ${graph.edgeCount} edges`);
  const { withMs, againstMs, lengthM } = merged.links;
  const alongM = measureAlong(graph.links);
  const prepared = prepareGraph(graph, {
    sources,
    measures: { alongM, drivenM: lengthM },
    drawnM: drawnLengths(graph.links, alongM),
    services,
    speeds,
    msOf: (link, isBackward) => (isBackward ? againstMs : withMs)[link] as number,
    ontoMunicipalS: 0,
    gates: stationed.cuts.flatMap((cut) => toGates(cut, merged, read.links, cuts)),
    sections: placement.placed,
  });
  return {
    prepared: { ...prepared, streets: { of: merged.links.street, texts: read.streets } },
    gates: stationed.gates,
    placement: stationed.placement,
    report: {
      rows: file.rows,
      dropped: read.dropped,
      links: read.links.count,
      nodes: read.nodeCount,
      mergedLinks: merged.links.count,
      mergedNodes: merged.nodeCount,
      edges: graph.edgeCount,
      turns: graph.turns.to.length,
      bars: marks.bars.length + (read.dropped.barred ?? 0),
      noThrough: marks.noThrough,
      bans: bans.length,
      bansNotMet: named.notMet,
      speeds: read.check,
      components: components.count,
      edgesInLargest: components.edges,
      apart: listApart(read, merged, graph.links.flags),
      ferries: read.ferries,
      ferriesTooFast: read.ferries.filter(({ kmh }) => !(kmh <= rules.mostFerryKmh)).length,
      notes: [...file.notes, ...nameMissed(placement.unplaced, sections, merged.links)],
    },
  };
}

/** Tells how far the reading has come, each tenth of the file. */
function openRowTeller(rows: number, onProgress: (step: string) => void) {
  const step = Math.max(1, Math.ceil(rows / 10));
  return (row: number) => {
    if (row % step === 0) onProgress(`reading links: ${Math.round((100 * row) / rows)} %`);
  };
}

interface Marks {
  readonly links: LinkColumns;
  readonly bars: readonly LinkCut[];
  readonly noThrough: number;
}

/** Bars close their place on a link; roads without through traffic are destinations. */
function readMarks(file: RoadFile, read: ReadLinks): Marks {
  const [bars, noThrough] = [file.bars(), file.noThrough()];
  if (bars.length + noThrough.length === 0) return { links: read.links, bars: [], noThrough: 0 };
  const all = [...bars, ...noThrough];
  const sequences = openSequences(
    read,
    all.flatMap(({ sequenceId }) => sequenceId ?? []),
    all.flatMap(({ linkId }) => linkId ?? []),
  );
  const isDestination = read.links.isDestination.slice();
  const quiet = new Set(noThrough.flatMap((mark) => sequences.listOn(mark)));
  for (const link of quiet) isDestination[link] = 1;
  const placesOf = ({ linkId, sequenceId, from = 0, to = 0 }: FileMark) =>
    linkId === undefined
      ? sequences.find(sequenceId ?? Number.NaN, (from + to) / 2)
      : sequences.listOn({ linkId }).map((link) => ({ link, share: 0.5 }));
  return {
    links: { ...read.links, isDestination },
    bars: bars.flatMap((mark) =>
      placesOf(mark).map((place) => ({
        link: place.link,
        share: insideOf(read.links, place),
        isBar: true as const,
      })),
    ),
    noThrough: quiet.size,
  };
}

interface FileTurn {
  /** Links before they were cut. */
  readonly from: number;
  readonly to: number;
  readonly via: number;
}

function nameBans(file: RoadFile, { linkId, nodeOf, links }: ReadLinks) {
  const listed = file.bans();
  const linkOf = new Map(
    listed.flatMap(({ fromLink, toLink }) => [
      [fromLink, -1],
      [toLink, -1],
    ]),
  );
  if (listed.length > 0)
    for (let link = 0; link < linkId.length; link++)
      if (linkOf.has(linkId[link] as number)) linkOf.set(linkId[link] as number, link);
  const meets = (link: number, node: number) =>
    link !== -1 && (links.from[link] === node || links.to[link] === node);
  const bans = listed.flatMap(({ fromLink, toLink, via: viaId }): FileTurn[] => {
    const [from, to] = [linkOf.get(fromLink) ?? -1, linkOf.get(toLink) ?? -1];
    const via = nodeOf.get(viaId) ?? -1;
    return meets(from, via) && meets(to, via) ? [{ from, to, via }] : [];
  });
  return { bans, notMet: listed.length - bans.length };
}

/** A ban in the words of the graph. */
function toBans({ from, to, via }: FileTurn, merged: MergedLinks): TurnBan[] {
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

/** Cuts in the order of links and shares; those at one place are one, and a bar goes before others. */
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

function cutAtSections(
  read: ReadLinks,
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

/** Sections of which the network has no end are not missed, but counted: a piece of the country holds few. */
function nameMissed(
  unplaced: readonly { readonly id: string; readonly why: string }[],
  sections: NonNullable<FactsToPlace['sections']>,
  { points }: LinkColumns,
): string[] {
  const box = {
    low: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    high: [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  };
  points.forEach((value, i) => {
    const side = i & 1;
    if (value < (box.low[side] as number)) box.low[side] = value;
    if (value > (box.high[side] as number)) box.high[side] = value;
  });
  const isInside = (degrees: number, side: 0 | 1) =>
    degrees * 1e6 >= (box.low[side] as number) && degrees * 1e6 <= (box.high[side] as number);
  const within = new Set(
    sections
      .filter(({ ends }) => ends.some(({ lat, lon }) => isInside(lat, 0) && isInside(lon, 1)))
      .map(({ id }) => id),
  );
  const missed = unplaced.filter(({ id }) => within.has(id));
  const outside = unplaced.length - missed.length;
  return [
    ...missed.map(nameUnplaced),
    ...(outside === 0 ? [] : [`${outside} sections that may be closed lie outside of the network`]),
  ];
}

const toTable = ({ links, nodeCount }: MergedLinks, bans: readonly TurnBan[]): LinkTable => ({
  nodeCount,
  from: links.from,
  to: links.to,
  flags: links.flags,
  firstPoint: links.firstPoint,
  points: links.points,
  bans,
});

/** Links of one name and kind share what describes them; a destination counts as a private road. */
function describeLinks(links: LinkColumns, roads: readonly string[]): readonly RoadFacts[] {
  const known = new Map<number, RoadFacts>();
  return Array.from({ length: links.count }, (_, link) => {
    const flags = links.flags[link] as number;
    const kind = flags & (LINK.ferry | LINK.ramp);
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

/** Ids of links of the file that no part of the largest component holds. */
function listApart(
  { linkId, links }: ReadLinks,
  { firstPart, mergedOf }: MergedLinks,
  flags: Uint8Array,
): number[] {
  const apart: number[] = [];
  for (let link = 0; link < links.count; link++) {
    let isApart = true;
    for (let part = firstPart[link] as number; part < (firstPart[link + 1] as number); part++)
      if (((flags[mergedOf[part] as number] as number) & LINK.isolated) === 0) isApart = false;
    if (isApart) apart.push(linkId[link] as number);
  }
  return apart;
}
