/** How likely a station was passed, by Bayes' rule: on its road, on a road that the network lacks, or past another station. */
import type { LatLon } from '../base/point.ts';
import type { MatchingRules } from '../facts/schema/road-network.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import type { Approach } from './approach.ts';

/** What speaks for a passage. */
export interface Claim {
  /** Stations with the same key are one. */
  readonly key: string;
  readonly approach: Approach;
  /** How likely the gate was passed as the matcher sees it, 0 to 1. */
  readonly matched: number;
  /** The likeliest way passes it. */
  readonly isDriven: boolean;
  /** Another station stands beside it, and with it ramps. */
  readonly isAtJunction: boolean;
  /** The network has no road here but that of the trace. */
  readonly isOpen: boolean;
  /**
   * Angle between the heading of the trace and that of the drawn road at the gate; undefined: the network has no road
   * here, or the trace does not come by the gate, which stands elsewhere along the road.
   */
  readonly turnDeg: number | undefined;
  /**
   * From the spot of the station to its gate on the network; 0: it has none. The trace may be drawn as coarsely.
   * Metres.
   */
  readonly drawnOffM: number;
}

/** @param rivals claims of other stations at the same place of the trace, each with the spot of its station. */
export function weighClaim(claim: Claim, rivals: readonly Claim[], terms: MatchingRules): number {
  const { unknown, junction, strayed } = terms;
  const { approach, matched } = claim;
  const { offM, paceMs = 0, reachM } = approach;
  const own = matched * onItsRoad(claim, terms);
  const isFast = paceMs * 3.6 >= strayed.fastKmh;
  const other = !isFast ? strayed.town : claim.isOpen ? strayed.open : strayed.fast;
  const { nearestM } = claim.isAtJunction ? junction : unknown;
  const beside = 1 - shareBetween(approach, -nearestM - offM, nearestM - offM);
  const heading = unknown.parallel * headingOdds(claim, terms) + 1 - unknown.parallel;
  const perM = Math.min(unknown.perM, 1 / (2 * reachM)) * (claim.isAtJunction ? junction.times : 1);
  const elsewhere =
    (1 - matched + matched * other) * perM * Math.max(beside * heading, unknown.crossing);
  const atRivals = rivals.reduce((sum, rival) => sum + rival.matched * onItsRoad(rival, terms), 0);
  return own / (own + elsewhere + atRivals);
}

/** Do two stations stand beside each other, as the trace comes by, and not one behind the other? */
export function isAbeam(
  [one, atOne]: readonly [Approach, LatLon],
  [other, atOther]: readonly [Approach, LatLon],
  abeamM: number,
): boolean {
  const apartM = flatDistanceM(atOne, atOther);
  const sideM = Math.abs(one.offM - other.offM);
  return Math.sqrt(Math.max(0, apartM ** 2 - sideM ** 2)) <= abeamM + one.errorM + other.errorM;
}

/** Likelihood of the distance and the heading if the road of the station was driven, per metre. */
function onItsRoad(claim: Claim, terms: MatchingRules): number {
  const { drawnOffM, approach } = claim;
  const { sigmaM, strayShare, strayM, strayPerM } = terms.spot;
  const { offM, errorM, stepM, isMean } = approach;
  const farM = strayM + drawnOffM + strayPerM * stepM;
  const stray = shareBetween(approach, -farM - offM, farM - offM) / (2 * farM);
  const near = (isMean ? normal : student)(offM, Math.hypot(sigmaM, errorM));
  return headingOdds(claim, terms) * ((1 - strayShare) * near + strayShare * stray);
}

/** How much likelier the way of the trace is on the road of the station than on a road that leads anywhere. */
function headingOdds({ turnDeg, approach }: Claim, { heading }: MatchingRules): number {
  if (turnDeg === undefined) return 1;
  const sigmaDeg = Math.hypot(heading.sigmaDeg, heading.perM * approach.stepM);
  const near = 2 * heading.anyDeg * normal(turnDeg, sigmaDeg);
  return (1 - heading.strayShare) * near + heading.strayShare;
}

/** How likely the error of a distance lies between two values. */
function shareBetween({ errorM, isMean }: Approach, low: number, high: number): number {
  const upTo = isMean ? normalUpTo : studentUpTo;
  return upTo(high, errorM) - upTo(low, errorM);
}

const normal = (x: number, sigma: number): number =>
  Math.exp(-(x * x) / (2 * sigma * sigma)) / (sigma * Math.sqrt(2 * Math.PI));

/** By the error function, good to 5e-4. Source: Abramowitz and Stegun, 7.1.27. */
function normalUpTo(x: number, sigma: number): number {
  const a = Math.abs(x) / sigma / Math.SQRT2;
  const sum = 1 + a * (0.278393 + a * (0.230389 + a * (0.000972 + a * 0.078108)));
  return (1 + Math.sign(x) * (1 - 1 / sum ** 4)) / 2;
}

/** Student's distribution with two degrees of freedom, whose tails are those of roads that bend between fixes. */
const student = (x: number, scale: number): number =>
  (1 + (x * x) / (2 * scale * scale)) ** -1.5 / (2 * Math.SQRT2 * scale);

const studentUpTo = (x: number, scale: number): number =>
  (1 + x / Math.sqrt(2 * scale * scale + x * x)) / 2;
