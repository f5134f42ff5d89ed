/**
 * How likely a drive passed each toll station: surely, perhaps, or not.
 *
 * Two witnesses are heard. The matcher says how often it expects the gate of a station to be passed, given all fixes; it
 * knows which way the roads of the network lead, and nothing of roads that the network lacks. The trace says how far
 * from the spot of the station it comes by, and which way it leads there. Bayes' rule joins them.
 */
import type { LatLon } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
import { angleBetweenDeg, flatBearingDeg, flatDistanceM, M_PER_DEG } from '../geo/on-line.ts';
import { pointAt, type RoadNetwork } from '../routing/network.ts';
import { type Approach, openApproaches } from './approach.ts';
import type { Mark, MatchedTrace } from './match-trace.ts';
import { type Claim, isAbeam, type JudgeTerms, weighClaim } from './weigh-claim.ts';

/** A toll station where it stands. */
export interface StationSpot {
  readonly id: string;
  /** Records with the same key are one station. */
  readonly key: string;
  readonly at: LatLon;
  /** It charges in both directions. */
  readonly isBothWays: boolean;
}

/** Why it is not known whether a station was passed. */
type DoubtReason = 'parallel-road' | 'beside-the-trace' | 'away-from-the-trace' | 'trace-silent';

export interface JudgedPassage {
  readonly stationId: string;
  /** The run that passes it, and metres from its beginning; absent: no run does. */
  readonly on?: { readonly run: number; readonly alongM: number };
  /** The fix before it, and the share of the way to the next one. */
  readonly fix: number;
  readonly share: number;
  /** That it was passed, 0 to 1. */
  readonly likelihood: number;
  /** Absent: it was passed surely. */
  readonly doubt?: DoubtReason;
}

/** A passage that the matcher alone tells of: nothing speaks for it or against it. */
const UNSEEN = 0.5;
/** The network draws the road of a station so far from its spot at most. Metres. */
const MOST_DRAWN_OFF_M = 400;
/** Fixes between the place of a gate on the network and that of its station beside the trace. */
const SAME_PASS_FIXES = 4;
/** A way round a station in a silence is none when it is so much longer. */
const ROUND = { times: 1.5, plusM: 3000 };

/** @param spots of all stations that charge, those without a place on the network as well. */
export function openStationJudge(
  network: RoadNetwork,
  spots: readonly StationSpot[],
  terms: JudgeTerms,
) {
  const gatesOf = listGates(network);
  const known = new Set(spots.map(({ id }) => id));
  const atJunction = listAtJunctions(spots, terms.junction.withinM);

  return function* (trace: MatchedTrace): Steps<JudgedPassage[]> {
    const driven = listDriven(network, trace);
    const found = driven.flatMap((passage) => judgeInGap(trace, passage, gatesOf));
    const free = driven.filter(({ gap }) => gap === undefined);
    const listApproaches = openApproaches(trace, terms.bend);
    const toClaim = openClaims(network, trace, terms);
    const claims: SpotClaim[] = [];
    for (const spot of spots) {
      const placed = gatesOf.get(spot.id) ?? [];
      const drawnOffM = drawnOffOf(spot, placed);
      for (const approach of listApproaches(spot.at, drawnOffM)) {
        const on = takePassage(free, spot, approach);
        const claim = toClaim({ spot, approach, placed, drawnOffM, on });
        claims.push({ ...claim, isAtJunction: atJunction.has(spot.id) });
      }
      yield;
    }
    for (const claim of claims) {
      const likelihood = weighClaim(claim, listRivals(claim, claims), terms);
      if (likelihood < terms.named) continue;
      const isSure = likelihood >= terms.charged && (claim.isPlaced || claim.spot.isBothWays);
      const { fix, share } = claim.approach;
      const { stationId, on, ...place } = claim.on ?? { stationId: claim.spot.id, fix, share };
      const judged = { stationId, ...(on && { on }), fix: place.fix, share: place.share };
      found.push({ ...judged, likelihood, ...(!isSure && { doubt: reasonOf(claim, terms) }) });
    }
    // The likeliest way passes these, and the trace comes nowhere near them.
    for (const { gap: _, ...passage } of free)
      found.push({ ...passage, likelihood: UNSEEN, doubt: 'away-from-the-trace' });
    return found
      .filter(({ stationId }) => known.has(stationId))
      .sort((a, b) => a.fix + a.share - (b.fix + b.share));
  };
}

/** What the likeliest way passes. */
interface Driven extends Required<Pick<JudgedPassage, 'stationId' | 'on' | 'fix' | 'share'>> {
  /** The silence that it lies in. */
  readonly gap?: { readonly fromFix: number } | undefined;
}

interface SpotClaim extends Claim {
  readonly spot: StationSpot;
  readonly isPlaced: boolean;
  readonly on?: Pick<Driven, 'stationId' | 'on' | 'fix' | 'share'> | undefined;
}

/** A passage in a silence is sure where every other way is much longer. */
function judgeInGap(
  trace: MatchedTrace,
  { gap, ...passage }: Driven,
  gatesOf: ReadonlyMap<string, readonly PlacedGate[]>,
): JudgedPassage[] {
  if (gap === undefined) return [];
  const edges = gatesOf.get(passage.stationId) ?? [];
  return edges.some(({ edge }) => isOnlyWay(trace, gap.fromFix, edge))
    ? [{ ...passage, likelihood: 1 }]
    : [{ ...passage, likelihood: UNSEEN, doubt: 'trace-silent' }];
}

/** Is every way across a silence that does not pass the end of an edge much longer? */
function isOnlyWay({ states, search }: MatchedTrace, fix: number, edge: number): boolean {
  const [from, to] = [states[fix], states[fix + 1]];
  if (from === undefined || to === undefined || from.edge === -1 || to.edge === -1) return false;
  const at = { edge: Int32Array.of(to.edge), alongM: Float64Array.of(to.alongM) };
  search.aim(at, 0, 1);
  const bestM = search.reach(from.edge, from.alongM, Number.POSITIVE_INFINITY)[0] as number;
  if (bestM === Number.POSITIVE_INFINITY) return false;
  const limitM = ROUND.times * bestM + ROUND.plusM;
  const [roundM] = search.reach(from.edge, from.alongM, limitM, edge);
  return (roundM as number) > limitM;
}

/** Takes the passage that an approach speaks of out of those that are free. */
function takePassage(
  free: Driven[],
  { id }: StationSpot,
  { fromFix, toFix }: Approach,
): Driven | undefined {
  const at = free.findIndex(
    ({ stationId, fix }) =>
      stationId === id && fix >= fromFix - SAME_PASS_FIXES && fix <= toFix + SAME_PASS_FIXES,
  );
  return at === -1 ? undefined : free.splice(at, 1)[0];
}

/** The claims of other stations at the same place of the trace. */
function listRivals(claim: SpotClaim, claims: readonly SpotClaim[]): SpotClaim[] {
  return claims.filter((rival) => {
    if (rival.key === claim.key) return false;
    if (Math.abs(rival.approach.fix - claim.approach.fix) > SAME_PASS_FIXES) return false;
    // Where both lie on the likeliest way they stand one behind the other.
    if (rival.isDriven) return !claim.isDriven;
    return isAbeam([rival.approach, rival.spot.at], [claim.approach, claim.spot.at]);
  });
}

function reasonOf({ isDriven, matched, approach }: Claim, { spot }: JudgeTerms): DoubtReason {
  if (!isDriven && matched < 0.1) return 'beside-the-trace';
  return approach.offM > 3 * Math.hypot(spot.sigmaM, approach.errorM)
    ? 'away-from-the-trace'
    : 'parallel-road';
}

/** Stations that have another one nearby. */
function listAtJunctions(spots: readonly StationSpot[], withinM: number): Set<string> {
  const isNear = (one: LatLon, other: LatLon) =>
    Math.abs(one.lat - other.lat) * M_PER_DEG < withinM && flatDistanceM(one, other) < withinM;
  const near = spots.filter(({ key, at }) =>
    spots.some((other) => other.key !== key && isNear(other.at, at)),
  );
  return new Set(near.map(({ id }) => id));
}

interface PlacedGate {
  readonly edge: number;
  /** Of the drawn road before the station and behind it: it may bend there. */
  readonly bearingsDeg: readonly number[];
  readonly at: LatLon;
}

/** By station: the edges at whose ends it stands. */
function listGates({ graph, gates }: RoadNetwork): Map<string, PlacedGate[]> {
  const { links, turns, opposite } = graph;
  const found = new Map<string, PlacedGate[]>();
  /** The points of an edge's link, in travel order: the first two or the last two. */
  const pointsOf = (edge: number, end: 'first' | 'last'): readonly [LatLon, LatLon] => {
    const link = graph.linkOf[edge] as number;
    const isBackward = graph.isBackward[edge] === 1;
    const isHead = (end === 'first') !== isBackward;
    const at = (links.firstPoint[isHead ? link : link + 1] as number) - (isHead ? 0 : 2);
    const [one, other] = [pointAt(links, at), pointAt(links, at + 1)];
    return isBackward ? [other, one] : [one, other];
  };
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    const [begin, end] = [gates.first[edge] as number, gates.first[edge + 1] as number];
    if (begin === end) continue;
    const last = pointsOf(edge, 'last');
    const after = Array.from(turns.to.subarray(turns.first[edge], turns.first[edge + 1]))
      .filter((next) => next !== opposite[edge])
      .map((next) => pointsOf(next, 'first'));
    const bearingsDeg = [last, ...after].map(([from, to]) => flatBearingDeg(from, to));
    for (let row = begin; row < end; row++) {
      const id = gates.stationIds[gates.station[row] as number] as string;
      found.set(id, [...(found.get(id) ?? []), { edge, bearingsDeg, at: last[1] }]);
    }
  }
  return found;
}

/** How far the network draws the road of a station from its spot; 0 where it has none. Metres. */
const drawnOffOf = ({ at }: StationSpot, placed: readonly PlacedGate[]): number =>
  placed.length === 0
    ? 0
    : Math.min(...placed.map((gate) => flatDistanceM(gate.at, at)), MOST_DRAWN_OFF_M);

function listDriven({ gates }: RoadNetwork, { runs }: MatchedTrace): Driven[] {
  return runs.flatMap((piece, run) => {
    if (piece.kind === 'off') return [];
    return piece.drive.passages.map(({ station, point }) => {
      const stationId = gates.stationIds[station] as string;
      const alongM = piece.drive.alongM[point] as number;
      const { fix, share } = placeAmong(piece.marks, alongM);
      const gap = piece.gaps.find(({ fromFix, toFix }) => fromFix <= fix && fix < toFix);
      return { stationId, on: { run, alongM }, fix, share, gap };
    });
  });
}

/** The fix before a place on a run. */
function placeAmong(marks: readonly Mark[], alongM: number): { fix: number; share: number } {
  let at = marks.findIndex((mark) => mark.alongM > alongM);
  at = at === -1 ? marks.length - 2 : Math.max(0, at - 1);
  const [before, after] = [marks[at], marks[at + 1]];
  if (before === undefined || after === undefined) return { fix: marks[0]?.fix ?? 0, share: 0 };
  const wayM = after.alongM - before.alongM;
  return { fix: before.fix, share: wayM === 0 ? 0 : Math.min(1, (alongM - before.alongM) / wayM) };
}

/** Asks the matcher about an approach. */
function openClaims(
  { gates, graph }: RoadNetwork,
  { passages, candidates: { first, edge, offM } }: MatchedTrace,
  { matcher, strayed, heading }: JudgeTerms,
) {
  /** Has the network few roads near a fix? */
  const isOpenAt = (fix: number): boolean => {
    const links = new Set<number>();
    for (let place = first[fix] as number; place < (first[fix + 1] as number) - 1; place++)
      if ((offM[place] as number) <= strayed.openM)
        links.add(graph.linkOf[edge[place] as number] as number);
    return links.size <= strayed.openLinks;
  };
  const expectedOf = ({ id }: StationSpot, { fromFix, toFix }: Approach): number =>
    passages
      .filter(({ station }) => gates.stationIds[station] === id)
      .filter(({ fix }) => fix >= fromFix - SAME_PASS_FIXES && fix <= toFix + SAME_PASS_FIXES)
      .reduce((sum, { expected }) => sum + expected, 0);
  return ({
    spot,
    approach,
    placed,
    drawnOffM,
    on,
  }: Pick<SpotClaim, 'spot' | 'approach' | 'drawnOffM' | 'on'> & {
    readonly placed: readonly PlacedGate[];
  }): Omit<SpotClaim, 'isAtJunction'> => {
    const isOpen = isOpenAt(approach.fix);
    const isPlaced = placed.length > 0;
    const base = { key: spot.key, spot, approach, drawnOffM, isOpen, isPlaced, on };
    const claim = { ...base, isDriven: on !== undefined };
    if (!isPlaced) return { ...claim, matched: matcher.silent };
    const { headingDeg, stepM } = approach;
    const bearings = placed.flatMap(({ bearingsDeg }) => bearingsDeg);
    const turnDeg = Math.min(...bearings.map((deg) => angleBetweenDeg(deg, headingDeg)));
    const fits =
      turnDeg <= heading.mostDeg + Math.min(heading.mostMoreDeg, heading.mostPerM * stepM);
    const least = fits ? matcher.missed : 0;
    const most = 1 - (isOpen ? matcher.errorInOpen : matcher.error);
    const matched = least + (most - least) * Math.min(1, expectedOf(spot, approach));
    return { ...claim, matched, turnDeg };
  };
}
