/**
 * How likely a drive passed each toll station: surely, perhaps, or not.
 *
 * Two witnesses are heard. The matcher says how often it expects the gate of a station to be passed, given all fixes; it
 * knows which way the roads of the network lead, and nothing of roads that the network lacks. The trace says how far
 * from the spot of the station it comes by: on its road, or on another one beside it. Bayes' rule joins them.
 */
import type { Fix, LatLon } from '../base/point.ts';
import { flatDistanceM, M_PER_DEG } from '../geo/on-line.ts';
import { pointAt, type RoadNetwork } from '../routing/network.ts';
import { median } from './estimate-model.ts';
import type { Mark, MatchedTrace } from './match-trace.ts';

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

/** A passage is charged from the first likelihood on, and named from the second. */
const SURE = 0.99;
const NAMED = 0.002;
/** A passage that the matcher alone tells of: nothing speaks for it or against it. */
const UNSEEN = 0.5;
/** The matcher may be wrong by so much where the heading fits; and of a station that the network lacks it says nothing. */
const MATCHER = { error: 0.01, perStepM: 100, most: 0.1, errorInOpen: 0.001, silent: 0.5 };
/** An assumption: how far a station's record lies from its road, sideways; one in so many lies anywhere near. Metres. */
const SPOT = { sigmaM: 6, strayShare: 0.05, strayM: 60, strayBend: 0.3 };
/**
 * Assumptions about roads that the network lacks: so many per metre sideways, and none nearer than that to a station's
 * own road; crossings and other levels beside. Metres.
 */
const UNKNOWN = { perM: 0.01, nearestM: 6, crossing: 0.05, parallel: 0.5 };
/** A junction, which has ramps that the network lacks, is where another station stands so near: so many times as many roads. Metres. */
const JUNCTION = { m: 150, times: 3 };
/**
 * How likely one of them is driven where the matcher knows a road: in town; at a pace that is not kept on streets; and
 * at such a pace where the network has no other road within `openM`. Metres a second, metres.
 */
const STRAYED = { town: 0.08, fast: 0.03, open: 0.002, paceMs: 65 / 3.6, openM: 150, openLinks: 3 };
/** Receivers err by the same for a while, which no mean takes away; and a straight line cuts corners by a share. */
const LINE = { biasM: 3, bendPerM: 1 / 2500, mostBend: 0.2, meanM: 35, leastFixes: 3 };
/** Noise of receivers, below and above which no estimate is believed. Metres. */
const NOISE_M = { least: 4, most: 50, unknown: 15 };
/** The network draws the road of a station so far from its spot at most. Metres. */
const MOST_DRAWN_OFF_M = 400;
/** A trace comes by a station within so many metres, and a share of the step between its fixes. */
const REACH = { m: 70, sigmas: 2, share: 0.3 };
/** A road leads the way of the trace up to this angle, and more where the trace cuts its bends. Degrees, and for each metre. */
const SAME_WAY = { deg: 60, perM: 0.3, mostMoreDeg: 90 };
/** How far the way of the trace turns from that of the drawn road, longer steps more; one in so many roads is drawn otherwise. Degrees. */
const HEADING = { sigmaDeg: 12, perM: 0.05, strayShare: 0.15, anyDeg: 90 };
/** Fixes between the place of a gate on the network and that of its station beside the trace. */
const SAME_PASS_FIXES = 4;
/** Stations nearer than this to each other along the trace stand beside each other, not one behind the other. Metres. */
const ABEAM_M = 40;
/** A way round a station in a silence is none when it is so much longer. */
const ROUND = { times: 1.5, plusM: 3000 };

/** Where the trace comes by a station. */
interface Approach {
  readonly spot: StationSpot;
  readonly fix: number;
  readonly share: number;
  readonly fromFix: number;
  readonly toFix: number;
  /** From the station to the line of the trace, and the standard error of it. Metres. */
  readonly offM: number;
  readonly errorM: number;
  readonly isMean: boolean;
  readonly headingDeg: number;
  /** So far from the station it would still have been found. Metres. */
  readonly reachM: number;
  /** Metres between the fixes, and how fast it was; undefined: the trace has no times. */
  readonly stepM: number;
  readonly paceMs?: number;
}

/** @param spots of all stations that charge, those without a place on the network as well. */
export function openStationJudge(network: RoadNetwork, spots: readonly StationSpot[]) {
  const gatesOf = listGates(network);
  const spotOf = new Map(spots.map((spot) => [spot.id, spot]));
  const atJunction = new Set(
    spots
      .filter(({ key, at }) =>
        spots.some(
          (other) =>
            other.key !== key &&
            Math.abs(other.at.lat - at.lat) * M_PER_DEG < JUNCTION.m &&
            flatDistanceM(other.at, at) < JUNCTION.m,
        ),
      )
      .map(({ id }) => id),
  );

  return function* (trace: MatchedTrace): Generator<void, JudgedPassage[]> {
    const noiseM = estimateNoise(trace.sound);
    const near = { noiseM, boxes: listBoxes(trace.fixes, noiseM) };
    const driven = listDriven(network, trace);
    const found = driven.flatMap(({ gap, ...passage }): JudgedPassage[] => {
      if (gap === undefined) return [];
      const edges = gatesOf.get(passage.stationId) ?? [];
      return edges.some(({ edge }) => isOnlyWay(trace, gap.fromFix, edge))
        ? [{ ...passage, likelihood: 1 }]
        : [{ ...passage, likelihood: UNSEEN, doubt: 'trace-silent' }];
    });
    const claims: Claim[] = [];
    const openClaim = openClaims(network, trace);
    for (const spot of spots) {
      const placed = gatesOf.get(spot.id) ?? [];
      const drawnOffM = Math.min(
        ...placed.map(({ at }) => flatDistanceM(at, spot.at)),
        MOST_DRAWN_OFF_M,
      );
      const reach = { ...near, drawnOffM: placed.length === 0 ? 0 : drawnOffM };
      for (const approach of listApproaches(trace, spot, reach))
        claims.push(openClaim(approach, { placed, drawnOffM: reach.drawnOffM, isAtJunction: atJunction.has(spot.id) }));
      yield;
    }
    const free = handOut(
      driven.filter(({ gap }) => gap === undefined),
      claims,
    );
    for (const claim of claims) {
      const likelihood = weigh(claim, claims);
      (globalThis as any).CL?.(claim, likelihood, claims, onItsRoad);
      if (likelihood < NAMED) continue;
      const { spot, fix, share } = claim.approach;
      const isSure = likelihood >= SURE && (claim.isPlaced || spot.isBothWays);
      const { gap: _, ...base }: Driven | Beside = claim.on ?? { stationId: spot.id, fix, share };
      const judged = { ...base, likelihood };
      found.push(isSure ? judged : { ...judged, doubt: reasonOf(claim) });
    }
    // The likeliest way passes these, and the trace comes nowhere near them.
    for (const { gap: _, ...passage } of free)
      found.push({ ...passage, likelihood: UNSEEN, doubt: 'away-from-the-trace' });
    return found
      .filter(({ stationId }) => spotOf.has(stationId))
      .sort((a, b) => a.fix + a.share - (b.fix + b.share));
  };
}

/** Gives each claim the passage that it speaks of. @returns those that no claim speaks of. */
function handOut(driven: readonly Driven[], claims: readonly Claim[]): Driven[] {
  const free = [...driven];
  for (const claim of claims) {
    const { spot, fromFix, toFix } = claim.approach;
    const at = free.findIndex(
      ({ stationId, fix }) =>
        stationId === spot.id && fix >= fromFix - SAME_PASS_FIXES && fix <= toFix + SAME_PASS_FIXES,
    );
    if (at !== -1) claim.on = free.splice(at, 1)[0];
  }
  return free;
}

interface Beside {
  readonly stationId: string;
  readonly fix: number;
  readonly share: number;
  readonly gap?: { readonly fromFix: number } | undefined;
}

interface Driven extends Beside {
  readonly on: { readonly run: number; readonly alongM: number };
}

/** What speaks for a passage. */
interface Claim {
  readonly approach: Approach;
  /** How likely the gate was passed as the matcher sees it, 0 to 1. */
  readonly matched: number;
  readonly isPlaced: boolean;
  /** Between the way of the trace and that of the drawn road; absent: the network has none here. */
  readonly turnDeg?: number;
  readonly isAtJunction: boolean;
  /** The network has no road here but that of the trace. */
  readonly isOpen: boolean;
  /** From the spot of the station to its gate on the network, 0 where it has none: the trace may be drawn as coarsely. Metres. */
  readonly drawnOffM: number;
  /** The likeliest way passes it. */
  on?: Driven | undefined;
}

const reasonOf = ({ on, matched, approach }: Claim): DoubtReason => {
  if (on === undefined && matched < 0.1) return 'beside-the-trace';
  return approach.offM > 3 * Math.hypot(SPOT.sigmaM, approach.errorM)
    ? 'away-from-the-trace'
    : 'parallel-road';
};

/** How likely a station was passed, by Bayes' rule. */
function weigh(claim: Claim, claims: readonly Claim[]): number {
  const { approach, matched } = claim;
  const { offM, paceMs } = approach;
  const own = matched * onItsRoad(claim);
  const isFast = paceMs !== undefined && paceMs >= STRAYED.paceMs;
  const strayed = !isFast ? STRAYED.town : claim.isOpen ? STRAYED.open : STRAYED.fast;
  const beside = 1 - shareBetween(approach, -UNKNOWN.nearestM - offM, UNKNOWN.nearestM - offM);
  const elsewhere = 1 - matched + matched * strayed;
  const perM =
    Math.min(UNKNOWN.perM, 1 / (2 * approach.reachM)) * (claim.isAtJunction ? JUNCTION.times : 1);
  const heading = UNKNOWN.parallel * headingOdds(claim) + 1 - UNKNOWN.parallel;
  let other = elsewhere * perM * Math.max(beside * heading, UNKNOWN.crossing);
  for (const rival of claims) {
    if (rival.approach.spot.key === approach.spot.key) continue;
    if (Math.abs(rival.approach.fix - approach.fix) > SAME_PASS_FIXES) continue;
    // Both lie on the likeliest way, one behind the other.
    if (rival.on !== undefined && claim.on !== undefined) continue;
    if (rival.on === undefined && !isAbeam(rival.approach, approach)) continue;
    other += rival.matched * onItsRoad(rival);
  }
  return own / (own + other);
}

/** Likelihood of the distance from a station if its road was driven, per metre. */
const onItsRoad = (claim: Claim): number => {
  const { drawnOffM, approach } = claim;
  const { offM, errorM, stepM, isMean } = approach;
  const strayM = SPOT.strayM + drawnOffM + SPOT.strayBend * stepM;
  const stray = shareBetween(approach, -strayM - offM, strayM - offM) / (2 * strayM);
  const near = (isMean ? normal : student)(offM, Math.hypot(SPOT.sigmaM, errorM));
  return headingOdds(claim) * ((1 - SPOT.strayShare) * near + SPOT.strayShare * stray);
};

/** How much likelier the way of the trace is on the road of the station than on a road that leads anywhere. */
function headingOdds({ turnDeg, approach: { stepM } }: Claim): number {
  if (turnDeg === undefined) return 1;
  const sigmaDeg = Math.hypot(HEADING.sigmaDeg, HEADING.perM * stepM);
  const near = 2 * HEADING.anyDeg * normal(turnDeg, sigmaDeg);
  return (1 - HEADING.strayShare) * near + HEADING.strayShare;
}

/** How likely an error lies between two values. */
const shareBetween = ({ errorM, isMean }: Approach, low: number, high: number): number =>
  isMean ? normalBetween(low, high, errorM) : studentUpTo(high, errorM) - studentUpTo(low, errorM);

/** Student's distribution with two degrees of freedom, whose tails are those of roads that bend between fixes. */
const student = (x: number, scale: number): number =>
  (1 + (x * x) / (2 * scale * scale)) ** -1.5 / (2 * Math.SQRT2 * scale);
const studentUpTo = (x: number, scale: number): number =>
  0.5 + x / (2 * Math.sqrt(2 * scale * scale + x * x));

function isAbeam(one: Approach, other: Approach): boolean {
  const apartM = flatDistanceM(one.spot.at, other.spot.at);
  const sideM = Math.abs(one.offM - other.offM);
  return Math.sqrt(Math.max(0, apartM ** 2 - sideM ** 2)) <= ABEAM_M + one.errorM + other.errorM;
}

const normal = (x: number, sigma: number): number =>
  Math.exp(-(x * x) / (2 * sigma * sigma)) / (sigma * Math.sqrt(2 * Math.PI));

/** How likely a normal variable lies between two values. */
const normalBetween = (low: number, high: number, sigma: number): number =>
  (erf(high / sigma / Math.SQRT2) - erf(low / sigma / Math.SQRT2)) / 2;

/** Error function, good to 5e-4. Source: Abramowitz and Stegun, 7.1.27. */
function erf(x: number): number {
  const a = Math.abs(x);
  const sum = 1 + a * (0.278393 + a * (0.230389 + a * (0.000972 + a * 0.078108)));
  return Math.sign(x) * (1 - 1 / sum ** 4);
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
  /** The first two points of an edge, and its last two. */
  const endsOf = (edge: number) => {
    const link = graph.linkOf[edge] as number;
    const [head, tail] = [links.firstPoint[link] as number, links.firstPoint[link + 1] as number];
    const [first, last] = [
      [head, head + 1],
      [tail - 2, tail - 1],
    ] as const;
    return graph.isBackward[edge] === 1 ? [last.toReversed(), first.toReversed()] : [first, last];
  };
  const bearingOf = ([from, to]: readonly number[] = []) =>
    bearing(pointAt(links, from as number), pointAt(links, to as number));
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    const [begin, end] = [gates.first[edge] as number, gates.first[edge + 1] as number];
    if (begin === end) continue;
    const [, last] = endsOf(edge);
    const at = pointAt(links, last?.[1] as number);
    const next = Array.from(turns.to.subarray(turns.first[edge], turns.first[edge + 1]));
    const bearingsDeg = [
      bearingOf(last),
      ...next.filter((one) => one !== opposite[edge]).map((one) => bearingOf(endsOf(one)[0])),
    ];
    for (let row = begin; row < end; row++) {
      const id = gates.stationIds[gates.station[row] as number] as string;
      found.set(id, [...(found.get(id) ?? []), { edge, bearingsDeg, at }]);
    }
  }
  return found;
}

/** What the likeliest way passes. */
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

function openClaims(
  { gates, graph }: RoadNetwork,
  { passages, candidates: { first, edge, offM } }: MatchedTrace,
) {
  /** Roads near a fix. */
  const countLinks = (fix: number): number => {
    const links = new Set<number>();
    for (let place = first[fix] as number; place < (first[fix + 1] as number) - 1; place++)
      if ((offM[place] as number) <= STRAYED.openM)
        links.add(graph.linkOf[edge[place] as number] as number);
    return links.size;
  };
  return (
    approach: Approach,
    {
      placed,
      drawnOffM,
      isAtJunction,
    }: {
      readonly placed: readonly PlacedGate[];
      readonly drawnOffM: number;
      readonly isAtJunction: boolean;
    },
  ): Claim => {
    const { spot, fromFix, toFix, headingDeg } = approach;
    const isOpen = countLinks(approach.fix) <= STRAYED.openLinks;
    if (placed.length === 0)
      return {
        approach,
        matched: MATCHER.silent,
        isPlaced: false,
        isAtJunction,
        isOpen,
        drawnOffM: 0,
      };
    const sum = passages
      .filter(({ station }) => gates.stationIds[station] === spot.id)
      .filter(({ fix }) => fix >= fromFix - SAME_PASS_FIXES && fix <= toFix + SAME_PASS_FIXES)
      .reduce((all, one) => all + one.expected, 0);
    const sameWayDeg = SAME_WAY.deg + Math.min(SAME_WAY.mostMoreDeg, SAME_WAY.perM * approach.stepM);
    const turnDeg = Math.min(
      ...placed.flatMap(({ bearingsDeg }) => bearingsDeg.map((deg) => turnBetween(deg, headingDeg))),
    );
    const fits = turnDeg <= sameWayDeg;
    const times = Math.max(1, approach.stepM / MATCHER.perStepM);
    const least = fits ? Math.min(MATCHER.most, times * MATCHER.error) : 0;
    const most = 1 - (isOpen ? MATCHER.errorInOpen : MATCHER.error);
    const matched = least + (most - least) * Math.min(1, sum);
    return { approach, matched, isPlaced: true, isAtJunction, isOpen, drawnOffM, turnDeg };
  };
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

/** The fix before a place on a run. */
function placeAmong(marks: readonly Mark[], alongM: number): { fix: number; share: number } {
  let at = marks.findIndex((mark) => mark.alongM > alongM);
  at = at === -1 ? marks.length - 2 : Math.max(0, at - 1);
  const [before, after] = [marks[at], marks[at + 1]];
  if (before === undefined || after === undefined) return { fix: marks[0]?.fix ?? 0, share: 0 };
  const wayM = after.alongM - before.alongM;
  return { fix: before.fix, share: wayM === 0 ? 0 : Math.min(1, (alongM - before.alongM) / wayM) };
}

interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** The legs of a trace are looked at where the box around so many of them is near. */
const BOX_FIXES = 32;

function listBoxes(fixes: readonly Fix[], noiseM: number): Box[] {
  return Array.from({ length: Math.ceil(fixes.length / BOX_FIXES) }, (_, i) => {
    const own = fixes.slice(i * BOX_FIXES, (i + 1) * BOX_FIXES + 1);
    const steps = own.slice(1).map((fix, at) => flatDistanceM(own[at] as Fix, fix));
    const reachM = REACH.m + REACH.sigmas * noiseM + REACH.share * Math.max(0, ...steps);
    const lats = own.map(({ lat }) => lat);
    const lons = own.map(({ lon }) => lon);
    const [south, north] = [Math.min(...lats), Math.max(...lats)];
    const [perLat, scale] = [M_PER_DEG, Math.cos((north * Math.PI) / 180)];
    const [up, aside] = [reachM / perLat, reachM / perLat / Math.max(0.01, scale)];
    return {
      south: south - up,
      north: north + up,
      west: Math.min(...lons) - aside,
      east: Math.max(...lons) + aside,
    };
  });
}

const isFar = (box: Box | undefined, { lat, lon }: LatLon, moreM: number): boolean => {
  if (box === undefined) return false;
  const up = moreM / M_PER_DEG;
  const aside = up / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return (
    lat < box.south - up || lat > box.north + up || lon < box.west - aside || lon > box.east + aside
  );
};

/** Each time that the trace comes by a spot. */
function listApproaches(
  trace: MatchedTrace,
  spot: StationSpot,
  {
    noiseM,
    boxes,
    drawnOffM,
  }: {
    readonly noiseM: number;
    readonly boxes: readonly Box[];
    readonly drawnOffM: number;
  },
): Approach[] {
  const { fixes } = trace;
  const found: Approach[] = [];
  const { lat, lon } = spot.at;
  const perLon = M_PER_DEG * Math.cos((lat * Math.PI) / 180);
  let best: { fix: number; offM: number; share: number } | undefined;
  let [fromFix, toFix] = [0, 0];
  const close = () => {
    if (best !== undefined) found.push(measure(trace, spot, { ...best, fromFix, toFix, noiseM, drawnOffM }));
    best = undefined;
  };
  for (let fix = 0; fix + 1 < fixes.length; fix++) {
    if (fix % BOX_FIXES === 0 && isFar(boxes[fix / BOX_FIXES], spot.at, drawnOffM)) {
      fix += BOX_FIXES - 1;
      continue;
    }
    const [a, b] = [fixes[fix] as Fix, fixes[fix + 1] as Fix];
    const [ax, ay] = [(a.lon - lon) * perLon, (a.lat - lat) * M_PER_DEG];
    const [dx, dy] = [(b.lon - a.lon) * perLon, (b.lat - a.lat) * M_PER_DEG];
    const stepM = Math.hypot(dx, dy);
    const share = stepM === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / stepM ** 2));
    const offM = Math.hypot(ax + share * dx, ay + share * dy);
    if (offM > REACH.m + drawnOffM + REACH.sigmas * noiseM + REACH.share * stepM) {
      if (best !== undefined && fix > toFix + 1) close();
      continue;
    }
    if (best === undefined) fromFix = fix;
    toFix = fix;
    if (best === undefined || offM < best.offM) best = { fix, offM, share };
  }
  close();
  return found;
}

/** How far from a spot the trace comes by, by the mean of the fixes near it where there are several. */
function measure(
  { fixes, sound, soundAt, isTimed }: MatchedTrace,
  spot: StationSpot,
  {
    fix,
    share,
    offM,
    fromFix,
    toFix,
    noiseM,
    drawnOffM,
  }: {
    readonly drawnOffM: number;
    readonly fix: number;
    readonly share: number;
    readonly offM: number;
    readonly fromFix: number;
    readonly toFix: number;
    readonly noiseM: number;
  },
): Approach {
  const { at } = spot;
  const perLon = M_PER_DEG * Math.cos((at.lat * Math.PI) / 180);
  const toPlane = (one: LatLon) =>
    [(one.lon - at.lon) * perLon, (one.lat - at.lat) * M_PER_DEG] as const;
  const [a, b] = [fixes[fix] as Fix, fixes[fix + 1] as Fix];
  const stepM = flatDistanceM(a, b);
  const isShort = (one: Fix, other: Fix | undefined) =>
    other !== undefined && flatDistanceM(one, other) <= 2 * LINE.meanM;
  const [begin, end] = [
    isShort(a, fixes[fix - 1]) ? fix - 1 : fix,
    isShort(b, fixes[fix + 2]) ? fix + 2 : fix + 1,
  ];
  const [from, to] = [fixes[begin] as Fix, fixes[end] as Fix];
  const headingDeg = bearing(from, to);
  const [sin, cos] = [
    Math.sin((headingDeg * Math.PI) / 180),
    Math.cos((headingDeg * Math.PI) / 180),
  ];
  const sides: number[] = [];
  for (let i = soundAt[begin] as number; i <= (soundAt[end] as number); i++) {
    const [x, y] = toPlane(sound[i] as Fix);
    if (Math.abs(x * sin + y * cos) <= LINE.meanM) sides.push(x * cos - y * sin);
  }
  const isMean = sides.length >= LINE.leastFixes;
  const mean = sides.reduce((sum, side) => sum + side, 0) / sides.length;
  const errorM = isMean
    ? Math.hypot(noiseM / Math.sqrt(sides.length), LINE.biasM)
    : Math.hypot(
        noiseM * Math.hypot(1 - share, share),
        Math.min(LINE.mostBend, LINE.bendPerM * stepM) * stepM * 4 * share * (1 - share),
        LINE.biasM,
      );
  const seconds = isTimed ? ((to.atMs ?? 0) - (from.atMs ?? 0)) / 1000 : 0;
  return {
    spot,
    fix,
    share,
    fromFix,
    toFix,
    offM: isMean ? Math.abs(mean) : offM,
    errorM,
    isMean,
    headingDeg,
    reachM: REACH.m + drawnOffM + REACH.sigmas * noiseM + REACH.share * stepM,
    stepM,
    ...(seconds > 0 && { paceMs: flatDistanceM(from, to) / seconds }),
  };
}

const bearing = (a: LatLon, b: LatLon): number => {
  const scale = Math.cos((a.lat * Math.PI) / 180);
  return (Math.atan2((b.lon - a.lon) * scale, b.lat - a.lat) * 180) / Math.PI;
};

/** Angle between two bearings, 0 to 180. */
const turnBetween = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

/**
 * Standard deviation of the fixes across their course, by the median distance of each from the line between its
 * neighbours. Bends make that larger, so long steps are left out; where all are long it is not known.
 */
function estimateNoise(fixes: readonly Fix[]): number {
  const offs: number[] = [];
  for (let fix = 1; fix + 1 < fixes.length; fix++) {
    const [a, b, c] = [fixes[fix - 1], fixes[fix], fixes[fix + 1]] as [Fix, Fix, Fix];
    const wayM = flatDistanceM(a, c);
    if (wayM === 0 || wayM > 250) continue;
    const angle = ((bearing(a, b) - bearing(a, c)) * Math.PI) / 180;
    offs.push(Math.abs(flatDistanceM(a, b) * Math.sin(angle)));
  }
  const offM = median(offs);
  // The middle fix errs by one sigma, the line between its neighbours by half of the square.
  const sigma = offM === undefined ? NOISE_M.unknown : (1.4826 * offM) / Math.sqrt(1.5);
  return Math.min(NOISE_M.most, Math.max(NOISE_M.least, sigma));
}
