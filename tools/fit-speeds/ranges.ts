/** Between which shares of its time a road is driven: by what the fit leaves unexplained. */
import { quantile } from '../../measure/numbers.ts';
import type { Speeds, TimeRange } from '../../src/facts/schema/road-network.ts';
import { sailingMin } from '../../src/network/speeds.ts';
import type { DrivenStretch } from './drive-stretches.ts';
import { groupOf, groupOfClass, type JudgedStretch } from './fit.ts';

const MOTOR_GROUPS: ReadonlySet<string> = new Set(['motorway', 'motor-traffic-road']);

type Kind = 'motor' | 'built-up' | 'open';

/**
 * The speeds with their ranges: one of motor roads, one of other roads in built-up areas, and one of all others. Those
 * have few measured stretches, so the published times of towns are counted among them.
 *
 * @param towns published minutes for each that is worked out, the middle of what is published of each pair of towns.
 */
export function withRanges(
  speeds: Speeds,
  judged: readonly JudgedStretch[],
  towns: readonly number[],
  crossings: readonly KnownCrossing[],
): Speeds {
  const ratiosOf = (kind: Kind) =>
    judged.filter(({ stretch }) => kindOf(stretch, speeds) === kind).map(toRatio);
  const [onMotorRoads, inTheOpen] = [
    toRange(ratiosOf('motor')),
    toRange([...ratiosOf('open'), ...towns]),
  ];
  return {
    ...speeds,
    roads: speeds.roads.map((road) => ({
      ...road,
      range: MOTOR_GROUPS.has(groupOfClass(road.class)) ? onMotorRoads : inTheOpen,
    })),
    builtUpRange: toRange(ratiosOf('built-up')),
    ferry: { ...speeds.ferry, range: toRange(listSailingRatios(crossings, speeds.ferry)) },
  };
}

/**
 * Which share of stretches lies within the range that all other places of roads of their kind give: 0.8 is meant.
 *
 * @param towns as in `withRanges`.
 *
 * @internal for the audit
 */
export function shareHeld(
  judged: readonly JudgedStretch[],
  speeds: Speeds,
  towns: readonly number[],
): number {
  const held = judged.filter(({ stretch, ratio }) => {
    const kind = kindOf(stretch, speeds);
    const others = judged.filter(
      (other) => other.stretch.place !== stretch.place && kindOf(other.stretch, speeds) === kind,
    );
    const { p10, p90 } = toRange([...others.map(toRatio), ...(kind === 'open' ? towns : [])]);
    return ratio >= p10 && ratio <= p90;
  });
  return held.length / judged.length;
}

function kindOf(stretch: DrivenStretch, speeds: Speeds): Kind {
  if (MOTOR_GROUPS.has(groupOf(stretch, speeds))) return 'motor';
  const builtUpM = stretch.pieces.reduce(
    (sum, { traits: { slowing }, lengthM }) => sum + (slowing.builtUp + slowing.street) * lengthM,
    0,
  );
  return builtUpM > stretch.lengthM / 2 ? 'built-up' : 'open';
}

const toRatio = ({ ratio }: JudgedStretch): number => ratio;

/** A crossing whose time is known. */
export interface KnownCrossing {
  readonly km: number;
  readonly min: number;
}

/** Known minutes of crossings for each that their length lets expect, boarding included. */
const listSailingRatios = (crossings: readonly KnownCrossing[], ferry: Speeds['ferry']): number[] =>
  crossings.map(
    ({ km, min }) => (min + ferry.boardingMin) / (sailingMin(1000 * km, ferry) + ferry.boardingMin),
  );

const toRange = (ratios: readonly number[]): TimeRange => ({
  p10: Math.min(1, quantile(ratios, 0.1)),
  p90: Math.max(1, quantile(ratios, 0.9)),
});
