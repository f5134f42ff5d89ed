import type { Speeds } from '../facts/schema/road-network.ts';
import { flatLengthM } from '../geo/on-line.ts';
import type { RoadLink } from './link.ts';

const KMH_PER_KNOT = 1.852;

/** Kilometres per hour at which a road is driven. */
export function speedKmh(link: RoadLink, speeds: Speeds): number {
  const name = speedClass(link, speeds);
  const row = speeds.roadKmh.find((candidate) => candidate.class === name);
  if (row === undefined) throw new Error(`speeds.json has no speed for road class ${name}.`);
  return link.builtUp === true ? row.builtUp : row.outside;
}

/** Minutes between the quays: the known time, else sailing at the usual speed. */
export function crossingMin(link: RoadLink, { ferry }: Speeds): number {
  if (link.crossingMin !== undefined) return link.crossingMin;
  const sailingKm = flatLengthM(link.line) / 1000;
  return (sailingKm / (ferry.knots * KMH_PER_KNOT)) * 60;
}

function speedClass({ ramp, motor, category, number }: RoadLink, speeds: Speeds): string {
  if (ramp === true) return 'ramp';
  if (motor !== undefined) return motor;
  if (category !== 'F') return category;
  const isPrimary = number !== undefined && number < speeds.firstSecondaryCountyRoad;
  return isPrimary ? 'F-primary' : 'F-secondary';
}
