/** Between which shares of its time a road is driven: by what the fit leaves unexplained. */
import { quantile } from '../../measure/audit/quantile.ts';
import type { Speeds, TimeRange } from '../../src/facts/schema/road-network.ts';
import { sailingMin } from '../../src/network/speeds.ts';
import type { DrivenStretch } from './drive-stretches.ts';
import { groupOf, groupOfClass, type JudgedStretch } from './fit.ts';

const MOTOR_GROUPS: ReadonlySet<string> = new Set(['motorway', 'motor-traffic-road']);

/**
 * The speeds with their ranges: one of motor roads, and one of all others. Those are measured in cities alone, so the
 * published times of towns widen it.
 *
 * @param towns published minutes for each that is worked out, the middle of what is published of each pair of towns.
 */
export function withRanges(
  speeds: Speeds,
  judged: readonly JudgedStretch[],
  towns: readonly number[],
  crossings: readonly KnownCrossing[],
): Speeds {
  const [motorRoads = [], others = []] = [true, false].map((isMotor) =>
    judged.filter(({ stretch }) => isOnMotorRoads(stretch, speeds) === isMotor).map(toRatio),
  );
  const [onMotorRoads, elsewhere] = [toRange(motorRoads), toRange([...others, ...towns])];
  return {
    ...speeds,
    roads: speeds.roads.map((road) => ({
      ...road,
      range: MOTOR_GROUPS.has(groupOfClass(road.class)) ? onMotorRoads : elsewhere,
    })),
    ferry: { ...speeds.ferry, range: toRange(listSailingRatios(crossings, speeds.ferry)) },
  };
}

/**
 * Which share of stretches lies within the range that all other places of roads of their kind give: 0.8 is meant.
 *
 * @internal for the audit
 */
export function shareHeld(judged: readonly JudgedStretch[], speeds: Speeds): number {
  const held = judged.filter(({ stretch, ratio }) => {
    const kind = isOnMotorRoads(stretch, speeds);
    const others = judged.filter(
      (other) =>
        other.stretch.place !== stretch.place && isOnMotorRoads(other.stretch, speeds) === kind,
    );
    const { p10, p90 } = toRange(others.map(toRatio));
    return ratio >= p10 && ratio <= p90;
  });
  return held.length / judged.length;
}

const isOnMotorRoads = (stretch: DrivenStretch, speeds: Speeds): boolean =>
  MOTOR_GROUPS.has(groupOf(stretch, speeds));

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
