/** The ranges of driving times, as shares of the calculated time. They follow from the errors that the fit leaves. */
import { quantile } from '../../measure/numbers.ts';
import type { Speeds, TimeRange } from '../../src/facts/schema/road-network.ts';
import { sailingMin } from '../../src/network/speeds.ts';
import type { DrivenStretch } from './drive-stretches.ts';
import { groupOf, groupOfClass, type JudgedStretch } from './fit.ts';

const MOTOR_GROUPS: ReadonlySet<string> = new Set(['motorway', 'motor-traffic-road']);

type Kind = 'motor' | 'built-up' | 'open';

/**
 * The speeds with their ranges: one for motor roads, one for other roads in built-up areas, and one for all other
 * roads. The other roads have few measured stretches, so the published times between towns are counted among theirs.
 *
 * @param towns published minutes divided by calculated minutes, for the middle of the published range of each pair.
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
 * The share of stretches that lie within the range that follows from all other places with roads of their kind. The aim
 * is 0.8.
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

/** Known minutes of crossings divided by the minutes that follow from their length, including boarding. */
const listSailingRatios = (crossings: readonly KnownCrossing[], ferry: Speeds['ferry']): number[] =>
  crossings.map(
    ({ km, min }) => (min + ferry.boardingMin) / (sailingMin(1000 * km, ferry) + ferry.boardingMin),
  );

const toRange = (ratios: readonly number[]): TimeRange => ({
  p10: Math.min(1, quantile(ratios, 0.1)),
  p90: Math.max(1, quantile(ratios, 0.9)),
});
