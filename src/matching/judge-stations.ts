/**
 * How likely a drive passed each toll station: surely, perhaps, or not.
 *
 * Two witnesses are heard. The matcher says how often it expects the gate of a station to be passed, given all fixes; it
 * knows which way the roads of the network lead, and nothing of roads that the network lacks. The trace says how far
 * from the spot of the station it comes by, and which way it leads there. Bayes' rule joins them.
 */
import { groupBy } from '../base/lists.ts';
import type { Fix, LatLon } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
import type { MatchingRules } from '../facts/schema/road-network.ts';
import { angleBetweenDeg, flatBearingDeg, flatDistanceM, M_PER_DEG } from '../geo/on-line.ts';
import { listGates, pointAt, type RoadNetwork } from '../routing/network.ts';
import { type Approach, openApproaches } from './approach.ts';
import type { Mark, MatchedTrace } from './match-trace.ts';
import { type Claim, isAbeam, weighClaim } from './weigh-claim.ts';

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
type DoubtReason =
  | 'parallel-road'
  | 'beside-the-trace'
  | 'away-from-the-trace'
  | 'trace-silent'
  | 'on-foot';

export interface JudgedPassage {
  readonly stationId: string;
  /** The run that passes it, and metres from its beginning; absent: no run does. */
  readonly on?: { readonly run: number; readonly alongM: number };
  /** The fix before it, and the share of the way to the next one. */
  readonly fix: number;
  readonly share: number;
  /** The likelihood that it was passed, 0 to 1. */
  readonly likelihood: number;
  /** Absent: it was passed surely. */
  readonly doubt?: DoubtReason;
}

/** @param spots of all stations that charge, those without a place on the network as well. */
export function openStationJudge(
  network: RoadNetwork,
  spots: readonly StationSpot[],
  terms: MatchingRules,
) {
  const gatesOf = placeGates(network);
  const keyOf = new Map(spots.map(({ id, key }) => [id, key]));
  const atJunction = listAtJunctions(spots, terms.junction.withinM);
  const { judging } = terms;
  return function* (trace: MatchedTrace): Steps<JudgedPassage[]> {
    const driven = listDriven(network, trace);
    let free = driven.filter(({ isInSilence }) => !isInSilence);
    const silent = driven.filter(({ isInSilence }) => isInSilence);
    const listApproaches = openApproaches(trace, terms);
    const toClaim = openClaims(network, trace, terms);
    const openIsPass = openPasses(trace, judging);
    const judgeSilent = openSilentJudge(trace, gatesOf, judging);
    const found: JudgedPassage[] = [];
    const claims: SpotClaim[] = [];
    for (const spot of spots) {
      const placed = gatesOf.get(spot.id) ?? [];
      const gateOffM = gateOffOf(spot, placed);
      const drawnOffM = Math.min(gateOffM, judging.mostDrawnOffM);
      for (const approach of listApproaches(spot.at, drawnOffM)) {
        const isPass = openIsPass(approach, gateOffM);
        const passed =
          take(free, ({ place }) => place.stationId === spot.id && isPass(place)) ??
          take(silent, ({ place }) => keyOf.get(place.stationId) === spot.key && isPass(place));
        // Noise leads a vehicle that stands there past the gate again and again: it may have gone there and back.
        free = keepFirst(free, ({ place }) => place.stationId === spot.id && isPass(place));
        const isAtGate = gateOffM <= judging.mostDrawnOffM;
        const place = isAtGate && passed ? passed.place : toPlace(spot, approach);
        const isAtJunction = atJunction.has(spot.id);
        // The way across a silence passes the station, and this passage is judged by itself.
        if (passed?.isInSilence) found.push(yield* judgeSilent(passed, place));
        else {
          const turnDeg = leastTurn(placed, ({ at }) =>
            isAtGate ? [approach] : listApproaches(at, drawnOffM).filter(isPass),
          );
          const met = { spot, approach, drawnOffM, isAtJunction, place, turnDeg };
          const isPlaced = placed.length > 0;
          claims.push(toClaim({ ...met, isPlaced, isDriven: passed !== undefined }, isPass));
        }
      }
      yield;
    }
    found.push(...claims.flatMap((claim) => judgeClaim(claim, claims, terms)));
    for (const one of silent) found.push(yield* judgeSilent(one, one.place));
    // The likeliest way passes these, and the trace comes nowhere near them.
    for (const { place } of free)
      found.push({ ...place, likelihood: judging.unseen, doubt: 'away-from-the-trace' });
    return found
      .filter(({ stationId }) => keyOf.has(stationId))
      .sort((a, b) => a.fix + a.share - (b.fix + b.share));
  };
}

/** Where a station is passed. */
type PassedPlace = Omit<JudgedPassage, 'likelihood' | 'doubt'>;

/** Is a passage one drive past with an approach? */
type IsPass = (passage: Pick<PassedPlace, 'fix' | 'share'>) => boolean;

/** A passage of the likeliest way. */
interface Driven {
  readonly place: PassedPlace;
  readonly isInSilence: boolean;
  /** The silence that the run goes on over; absent: none. */
  readonly gap?: { readonly fromFix: number } | undefined;
}

interface SpotClaim extends Claim {
  readonly spot: StationSpot;
  readonly place: PassedPlace;
  readonly isPlaced: boolean;
}

const toPlace = ({ id }: StationSpot, { fix, share }: Approach): PassedPlace => ({
  stationId: id,
  fix,
  share,
});

function judgeClaim(
  claim: SpotClaim,
  claims: readonly SpotClaim[],
  terms: MatchingRules,
): JudgedPassage | [] {
  const likelihood = weighClaim(claim, listRivals(claim, claims, terms.judging), terms);
  if (likelihood < terms.named) return [];
  const isSure =
    likelihood >= terms.charged &&
    claim.approach.isThrough &&
    (claim.spot.isBothWays || (claim.isPlaced && leadsAlong(claim, terms)));
  return { ...claim.place, likelihood, ...(!isSure && { doubt: reasonOf(claim, terms) }) };
}

/** A passage in a silence is sure where the drive goes on over it and every other way is much longer. */
function openSilentJudge(
  trace: MatchedTrace,
  gatesOf: ReadonlyMap<string, readonly PlacedGate[]>,
  judging: MatchingRules['judging'],
) {
  return function* (
    { gap, place: { stationId } }: Driven,
    place: PassedPlace,
  ): Steps<JudgedPassage> {
    const gates = gap === undefined ? [] : (gatesOf.get(stationId) ?? []);
    for (const { edge } of gates)
      if (yield* isOnlyWay(trace, gap?.fromFix ?? 0, edge, judging))
        return { ...place, likelihood: 1 };
    return { ...place, likelihood: judging.unseen, doubt: 'trace-silent' };
  };
}

/** Is every way across a silence that does not pass the end of an edge much longer? */
function* isOnlyWay(
  trace: MatchedTrace,
  fix: number,
  edge: number,
  { roundTimes, roundPlusM }: MatchingRules['judging'],
): Steps<boolean> {
  const { states, search } = trace;
  const [from, to] = [states[fix], states[fix + 1]];
  if (from === undefined || to === undefined || from.edge === -1 || to.edge === -1) return false;
  const longerThan = (m: number) => roundTimes * m + roundPlusM;
  const [likeliestM] = listMetres(search, from, [to], Number.POSITIVE_INFINITY);
  if (likeliestM === undefined || likeliestM === Number.POSITIVE_INFINITY) return false;
  const mostM = longerThan(likeliestM);
  const ends = placesAt(trace, fix + 1);
  for (const start of placesAt(trace, fix)) {
    yield;
    const limitsM = listMetres(search, start, ends, mostM).map((m) =>
      m > mostM ? 0 : longerThan(m),
    );
    const roundM = listMetres(search, start, ends, Math.max(...limitsM), edge);
    if (limitsM.some((limitM, i) => (roundM[i] as number) <= limitM)) return false;
  }
  return true;
}

/** Metres from a place to others, infinite beyond a limit. @param closed see `StepSearch`. */
function listMetres(
  search: MatchedTrace['search'],
  { edge, alongM }: Place,
  ends: readonly Place[],
  limitM: number,
  closed?: number,
): number[] {
  const at = {
    edge: Int32Array.from(ends, (end) => end.edge),
    alongM: Float64Array.from(ends, (end) => end.alongM),
  };
  search.aim(at, 0, ends.length);
  return [...search.reach(edge, alongM, limitM, closed).subarray(0, ends.length)];
}

type Place = Pick<MatchedTrace['states'][number], 'edge' | 'alongM'>;

/**
 * The places where the vehicle may have been at a fix beside a silence: that of the likeliest drive. A fix between two
 * silences tells neither road nor direction: all its candidates.
 */
function placesAt({ states, afterSilence, candidates }: MatchedTrace, fix: number): Place[] {
  const isAlone =
    (fix === 0 || afterSilence.has(fix)) &&
    (fix === states.length - 1 || afterSilence.has(fix + 1));
  if (!isAlone) return states.slice(fix, fix + 1);
  const { first, edge, alongM } = candidates;
  const places: Place[] = [];
  for (let row = first[fix] as number; row < (first[fix + 1] as number); row++)
    if (edge[row] !== -1) places.push({ edge: edge[row] as number, alongM: alongM[row] as number });
  return places;
}

/**
 * Opens whether a passage of a gate and an approach to the record of its station are one drive past. Few fixes lie
 * between them, or the trace leads from the one to the other without much of a detour: the gate may stand elsewhere
 * along the road than the record.
 */
function openPasses(
  { fixes }: MatchedTrace,
  { samePassFixes, roundTimes }: MatchingRules['judging'],
) {
  const alongM = new Float64Array(fixes.length);
  for (let fix = 1; fix < fixes.length; fix++)
    alongM[fix] =
      (alongM[fix - 1] as number) + flatDistanceM(fixes[fix - 1] as Fix, fixes[fix] as Fix);
  const placeM = ({ fix, share }: Pick<PassedPlace, 'fix' | 'share'>): number => {
    const from = alongM[fix] as number;
    return from + share * ((alongM[fix + 1] ?? from) - from);
  };
  /** @param gateOffM from the record to the gate in a straight line. */
  return (approach: Approach, gateOffM: number): IsPass =>
    (passage) =>
      (passage.fix >= approach.fromFix - samePassFixes &&
        passage.fix <= approach.toFix + samePassFixes) ||
      Math.abs(placeM(passage) - placeM(approach)) <= roundTimes * gateOffM;
}

/** Takes the first item that is meant out of a list. */
function take<Item>(list: Item[], isMeant: (item: Item) => boolean): Item | undefined {
  const at = list.findIndex(isMeant);
  return at === -1 ? undefined : list.splice(at, 1)[0];
}

/** A list with the first alone of the items that are meant. */
const keepFirst = <Item>(list: Item[], isMeant: (item: Item) => boolean): Item[] => {
  const first = list.find(isMeant);
  return list.filter((item) => item === first || !isMeant(item));
};

/** The claims of other stations at the same place of the trace. */
function listRivals(
  claim: SpotClaim,
  claims: readonly SpotClaim[],
  { samePassFixes, abeamM }: MatchingRules['judging'],
): SpotClaim[] {
  return claims.filter((rival) => {
    if (rival.key === claim.key) return false;
    if (Math.abs(rival.approach.fix - claim.approach.fix) > samePassFixes) return false;
    // Where both lie on the likeliest way they stand one behind the other.
    if (rival.isDriven) return !claim.isDriven;
    return isAbeam([rival.approach, rival.spot.at], [claim.approach, claim.spot.at], abeamM);
  });
}

function reasonOf(
  { isDriven, matched, approach }: Claim,
  { spot, judging }: MatchingRules,
): DoubtReason {
  if (!approach.isThrough || (!isDriven && matched < judging.besideBelow))
    return 'beside-the-trace';
  return approach.offM > judging.awaySigmas * Math.hypot(spot.sigmaM, approach.errorM)
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
  /** Bearings of the drawn road before the station and behind it: the road may bend there. */
  readonly bearingsDeg: readonly number[];
  readonly at: LatLon;
}

/** By station: the edges at whose ends it stands. */
function placeGates({ graph, gates }: RoadNetwork): Map<string, PlacedGate[]> {
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
  for (const { edge, stationId } of listGates(gates)) {
    const last = pointsOf(edge, 'last');
    const after = Array.from(turns.to.subarray(turns.first[edge], turns.first[edge + 1]))
      .filter((next) => next !== opposite[edge])
      .map((next) => pointsOf(next, 'first'));
    const bearingsDeg = [last, ...after].map(([from, to]) => flatBearingDeg(from, to));
    const gate = { edge, bearingsDeg, at: last[1] };
    found.set(stationId, [...(found.get(stationId) ?? []), gate]);
  }
  return found;
}

/** May a claim lead the way of its gate, as far as the trace tells? */
const leadsAlong = (
  { turnDeg, approach }: Pick<SpotClaim, 'turnDeg' | 'approach'>,
  { heading }: MatchingRules,
): boolean =>
  turnDeg === undefined ||
  turnDeg <= heading.mostDeg + Math.min(heading.mostMoreDeg, heading.mostPerM * approach.stepM);

/** The least angle between the drawn road at gates and the trace, where it comes by them; `undefined`: it does not. */
function leastTurn(
  gates: readonly PlacedGate[],
  listApproaches: (gate: PlacedGate) => readonly Approach[],
): number | undefined {
  const turns = gates.flatMap((gate) =>
    listApproaches(gate).flatMap(({ headingDeg }) =>
      gate.bearingsDeg.map((deg) => angleBetweenDeg(deg, headingDeg)),
    ),
  );
  return turns.length === 0 ? undefined : Math.min(...turns);
}

/** From the record of a station to the nearest of its gates on the network; 0 where it has none. Metres. */
const gateOffOf = ({ at }: StationSpot, placed: readonly PlacedGate[]): number =>
  placed.length === 0 ? 0 : Math.min(...placed.map((gate) => flatDistanceM(gate.at, at)));

function listDriven({ gates }: RoadNetwork, { runs }: MatchedTrace): Driven[] {
  return runs.flatMap((piece, run) => {
    if (piece.kind === 'off') return [];
    return (piece.drive?.passages ?? []).map(({ station, point }): Driven => {
      const stationId = gates.stationIds[station] as string;
      const alongM = piece.drive?.alongM[point] as number;
      const on = { run, alongM };
      if (piece.kind !== 'road') {
        const share = alongM / Math.max(1, piece.drive?.alongM.at(-1) ?? 0);
        return { place: { stationId, on, fix: piece.fromFix, share }, isInSilence: true };
      }
      const { fix, share } = placeAmong(piece.marks, alongM);
      const gap = piece.gaps.find(({ fromFix, toFix }) => fromFix <= fix && fix < toFix);
      return { place: { stationId, on, fix, share }, gap, isInSilence: gap !== undefined };
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
  terms: MatchingRules,
) {
  const { matcher, strayed } = terms;
  const byStation = groupBy(passages, ({ station }) => gates.stationIds[station]);
  /** Has the network few roads near a fix? */
  const isOpenAt = (fix: number): boolean => {
    const links = new Set<number>();
    for (let place = first[fix] as number; place < (first[fix + 1] as number) - 1; place++)
      if ((offM[place] as number) <= strayed.openM)
        links.add(graph.linkOf[edge[place] as number] as number);
    return links.size <= strayed.openLinks;
  };
  const expectedOf = ({ id }: StationSpot, isPass: IsPass): number =>
    (byStation.get(id) ?? [])
      .filter(({ fix }) => isPass({ fix, share: 0 }))
      .reduce((sum, { expected }) => sum + expected, 0);
  return (met: Omit<SpotClaim, 'key' | 'isOpen' | 'matched'>, isPass: IsPass): SpotClaim => {
    const { spot, approach } = met;
    const isOpen = isOpenAt(approach.fix);
    const claim = { ...met, key: spot.key, isOpen };
    if (!met.isPlaced) return { ...claim, matched: matcher.silent };
    const least = leadsAlong(met, terms) ? matcher.missed : 0;
    const most = 1 - (isOpen ? matcher.errorInOpen : matcher.error);
    const matched = least + (most - least) * Math.min(1, expectedOf(spot, isPass));
    return { ...claim, matched };
  };
}
