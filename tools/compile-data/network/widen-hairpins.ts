import type { LatLon } from '../../../src/base/point.ts';
import {
  angleBetweenDeg,
  flatBearingDeg,
  flatLengthM,
  pointAlong,
  pointAtBearing,
} from '../../../src/geo/on-line.ts';
import { keyOf, toVertex } from '../../../src/geo/polyline.ts';
import { type RoadLink, roadName } from '../../../src/network/link.ts';
import { countUses, type Draft, toDrafts } from './draft.ts';

export interface WidenedHairpins {
  readonly links: readonly RoadLink[];
  /** Number of junctions at which a road was bent. */
  readonly widened: number;
}

/**
 * The length of a road that is bent: the metres over which the kernel measures its bearing
 * (`src/routing/turn-times.ts`).
 */
const BENT_M = 30;

/**
 * An angle between two arms that is too sharp, and the angle to which they are bent. Degrees. The kernel counts up to
 * 7.5 s for a turn, more for a sharper turn. The angles are some degrees above the bounds of the engine of former
 * releases, which avoided turns with sharper angles.
 */
interface Widening {
  readonly belowDeg: number;
  readonly toDeg: number;
}

/** Arms that look like one road. Source: github.com/valhalla/valhalla, `Turn::GetType`: 21°. */
const TURNED_ROUND: Widening = { belowDeg: 24, toDeg: 30 };
/**
 * Arms of one name, where a third road continues: they look like the two sides of a divider that ends there.
 * Source: github.com/valhalla/valhalla, `kTCUnfavorablePencilPointUturn`: 75°.
 */
const ROUND_A_DIVIDER: Widening = { belowDeg: 77, toDeg: 80 };

/** A road as it leads away from a junction. */
interface Arm {
  readonly draft: Draft;
  /** The key of the junction, a point of the line. */
  readonly at: string;
  /** Does it lead away in the order of the line? */
  readonly isForward: boolean;
}

/**
 * Bends roads apart that leave a junction side by side. The source is drawn so coarsely that two arms of an ordinary
 * junction may lead in the same direction for a while. Then a turn from one into the other looks like a U-turn. Ramps
 * stay as they are drawn, because nobody turns so sharply there.
 */
export function widenHairpins(links: readonly RoadLink[]): WidenedHairpins {
  const drafts = toDrafts(links);
  const uses = countUses(drafts);
  let widened = 0;
  for (const arms of listJunctions(drafts, uses).values()) {
    let isWidened = false;
    for (const [one, other] of pairsOf(arms)) {
      const { belowDeg, toDeg } = wideningOf(one, other, arms);
      if (angleBetweenDeg(awayDeg(one), awayDeg(other)) >= belowDeg) continue;
      const bendsAway = (arm: Arm, from: Arm) => bend(arm, from, toDeg, { arms, uses });
      isWidened = bendsAway(one, other) || bendsAway(other, one) || isWidened;
    }
    if (isWidened) widened++;
  }
  return { links: drafts, widened };
}

/** The arms of each junction. A junction is a point that more than one line has. */
function listJunctions(
  drafts: readonly Draft[],
  uses: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly Arm[]> {
  const arms = new Map<string, Arm[]>();
  for (const draft of drafts) {
    if (draft.kind !== 'road' || draft.ramp === true) continue;
    draft.line.forEach((point, i) => {
      const at = keyOf(point);
      if (uses.get(at) === 1) return;
      const here = arms.get(at) ?? [];
      if (i < draft.line.length - 1) here.push({ draft, at, isForward: true });
      if (i > 0) here.push({ draft, at, isForward: false });
      arms.set(at, here);
    });
  }
  return arms;
}

const pairsOf = (arms: readonly Arm[]): (readonly [Arm, Arm])[] =>
  arms.flatMap((one, i) => arms.slice(i + 1).map((other) => [one, other] as const));

const wideningOf = (one: Arm, other: Arm, arms: readonly Arm[]): Widening =>
  arms.length > 2 && roadName(one.draft) === roadName(other.draft) ? ROUND_A_DIVIDER : TURNED_ROUND;

function lineOf({ draft: { line }, at, isForward }: Arm): readonly LatLon[] {
  const index = line.findIndex((point) => keyOf(point) === at);
  return isForward ? line.slice(index) : line.slice(0, index + 1).toReversed();
}

function awayDeg(arm: Arm): number {
  const line = lineOf(arm);
  return flatBearingDeg(line[0] as LatLon, pointAlong(line, BENT_M).at);
}

/** Bends the first metres of an arm away from another; false: that would lead too near to a third arm. */
function bend(
  arm: Arm,
  from: Arm,
  toDeg: number,
  { arms, uses }: { readonly arms: readonly Arm[]; readonly uses: ReadonlyMap<string, number> },
): boolean {
  const line = lineOf(arm);
  const { index } = pointAlong(line, BENT_M);
  const dropped = line.slice(1, index + 1);
  const isEnd = line.length === arm.draft.line.length;
  const isShort = flatLengthM(line) < 2 * BENT_M;
  if (!isEnd || isShort || dropped.some((point) => uses.get(keyOf(point)) !== 1)) return false;
  const side = ((awayDeg(arm) - awayDeg(from) + 540) % 360) - 180 < 0 ? -1 : 1;
  const bentDeg = awayDeg(from) + side * toDeg;
  const isFree = arms.every(
    (third) => third === arm || angleBetweenDeg(awayDeg(third), bentDeg) >= TURNED_ROUND.belowDeg,
  );
  if (!isFree) return false;
  const start = line[0] as LatLon;
  const bent = [start, toVertex(pointAtBearing(start, bentDeg, BENT_M)), ...line.slice(index + 1)];
  arm.draft.line = arm.isForward ? bent : bent.toReversed();
  return true;
}
