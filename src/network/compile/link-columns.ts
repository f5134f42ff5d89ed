/** Links that cars drive, in columns: millions of them lie side by side in memory. */
import type { LatLon } from '../../base/point.ts';
import { markTellingOf } from '../../geo/simplify-line.ts';
import { toStep } from '../../geo/vertex.ts';

/** What a link is, its ends and its line aside. */
export interface LinkFacts {
  /** `LINK` flags, added up. */
  readonly flags: number;
  /** 1: driven at the start and the end of a trip only. */
  readonly isDestination: number;
  /** Numbers of the names of its road and street; 0: it has none. */
  readonly road: number;
  readonly street: number;
}

export interface LinkColumns {
  readonly count: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly flags: Uint8Array;
  readonly isDestination: Uint8Array;
  readonly road: Int32Array;
  readonly street: Int32Array;
  /** Milliseconds with the line and against it. */
  readonly withMs: Float64Array;
  readonly againstMs: Float64Array;
  /** As it was digitised, in the plane of UTM 33. */
  readonly lengthM: Float64Array;
  /** As in `LinkTable`. */
  readonly firstPoint: Int32Array;
  readonly points: Int32Array;
}

/** The links of a file that cars drive, with the names that they are numbered by. */
export interface RoadColumns {
  readonly links: LinkColumns;
  readonly nodeCount: number;
  /** Letter and number, `E6`, several with semicolons; the letter alone on roads without number. */
  readonly roads: readonly string[];
  readonly streets: readonly string[];
  /** The file times crossings: the times of ferry links are theirs. */
  readonly timesFerries?: true;
}

/** Writes links one after the other, each behind its points. */
export interface LinkPen {
  /** Millionths of a degree; a point that repeats the one before it is left out. */
  addPoint(lat: number, lon: number): void;
  /** The number of the link that has the points since the last one. */
  addLink(from: number, to: number, facts: LinkFacts, drive: LinkDrive): number;
  finish(): LinkColumns;
}

interface LinkDrive {
  readonly withMs: number;
  readonly againstMs: number;
  readonly lengthM: number;
}

type Numbers = Int32Array | Uint8Array | Float64Array;

/** A row of numbers that grows. @param begun those that it begins with. */
export function openRow<Row extends Numbers>(Of: new (length: number) => Row, begun = new Of(0)) {
  let row = begun;
  let count = begun.length;
  return {
    length: () => count,
    add(number: number) {
      if (count === row.length) {
        const longer = new Of(Math.max(1024, 2 * count));
        longer.set(row);
        row = longer;
      }
      row[count++] = number;
    },
    at: (index: number) => row[index] as number,
    /** All numbers; the row is not written to any more. */
    finish: (): Row => row.subarray(0, count) as Row,
  };
}

/** @param begun links that come before those that are written; absent: none. */
export function openLinkPen(begun?: LinkColumns): LinkPen {
  const from = openRow(Int32Array, begun?.from);
  const to = openRow(Int32Array, begun?.to);
  const flags = openRow(Uint8Array, begun?.flags);
  const isDestination = openRow(Uint8Array, begun?.isDestination);
  const road = openRow(Int32Array, begun?.road);
  const street = openRow(Int32Array, begun?.street);
  const withMs = openRow(Float64Array, begun?.withMs);
  const againstMs = openRow(Float64Array, begun?.againstMs);
  const lengthM = openRow(Float64Array, begun?.lengthM);
  const firstPoint = openRow(Int32Array, begun?.firstPoint ?? Int32Array.of(0));
  const points = openRow(Int32Array, begun?.points);
  let begin = points.length();
  return {
    addPoint(lat, lon) {
      const end = points.length();
      if (end > begin && points.at(end - 2) === lat && points.at(end - 1) === lon) return;
      points.add(lat);
      points.add(lon);
    },
    addLink(tail, head, facts, drive) {
      // A line shorter than the steps of its points is drawn from a place to itself.
      if (points.length() === begin + 2) {
        points.add(points.at(begin));
        points.add(points.at(begin + 1));
      }
      begin = points.length();
      from.add(tail);
      to.add(head);
      flags.add(facts.flags);
      isDestination.add(facts.isDestination);
      road.add(facts.road);
      street.add(facts.street);
      withMs.add(drive.withMs);
      againstMs.add(drive.againstMs);
      lengthM.add(drive.lengthM);
      firstPoint.add(begin / 2);
      return from.length() - 1;
    },
    finish: () => ({
      count: from.length(),
      ...{ from: from.finish(), to: to.finish() },
      ...{ flags: flags.finish(), isDestination: isDestination.finish() },
      ...{ road: road.finish(), street: street.finish() },
      ...{ withMs: withMs.finish(), againstMs: againstMs.finish(), lengthM: lengthM.finish() },
      ...{ firstPoint: firstPoint.finish(), points: points.finish() },
    }),
  };
}

/**
 * Draws the points that a line can not do without.
 *
 * @param plane the line, east and north in turn, metres.
 */
export function drawTelling(
  { addPoint }: LinkPen,
  plane: Float64Array,
  toleranceM: number,
  placeOf: (point: number) => LatLon,
): void {
  const kept = markTellingOf(plane, toleranceM);
  for (let point = 0; point < kept.length; point++) {
    if (kept[point] === 0) continue;
    const { lat, lon } = placeOf(point);
    addPoint(toStep(lat), toStep(lon));
  }
}

/** Texts by number from 0, which is the empty one. */
export function openTexts() {
  const numbers = new Map([['', 0]]);
  return {
    numberOf(text: string): number {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
    finish: (): readonly string[] => [...numbers.keys()],
  };
}
