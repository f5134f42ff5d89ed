/** Links that cars drive, in columns: millions of them lie side by side in memory. */
import type { LatLon } from '../../base/point.ts';
import { markNeededOf, toStep } from '../../geo/polyline.ts';

/** Columns with one number for each link, by name. */
const COLUMNS = {
  /** The nodes at the ends of its line. */
  from: Int32Array,
  to: Int32Array,
  /** `LINK` flags, added up. */
  flags: Uint8Array,
  /** 1: driven only at the start or the end of a trip. */
  isDestination: Uint8Array,
  /** Numbers of the names of its road and street; 0: it has none. */
  road: Int32Array,
  street: Int32Array,
  /** Milliseconds with the line and against it. */
  withMs: Float64Array,
  againstMs: Float64Array,
  /** Length of the digitised line in the plane of UTM 33. */
  lengthM: Float64Array,
} as const;

/** A link without its line. */
export type LinkFacts = Readonly<Record<keyof typeof COLUMNS, number>>;

export interface LinkColumns extends Columns<typeof COLUMNS> {
  readonly count: number;
  /** As in `LinkTable`. */
  readonly firstPoint: Int32Array;
  readonly points: Int32Array;
}

export const factsOf = (links: LinkColumns, link: number): LinkFacts => ({
  from: links.from[link] as number,
  to: links.to[link] as number,
  flags: links.flags[link] as number,
  isDestination: links.isDestination[link] as number,
  road: links.road[link] as number,
  street: links.street[link] as number,
  withMs: links.withMs[link] as number,
  againstMs: links.againstMs[link] as number,
  lengthM: links.lengthM[link] as number,
});

/** The links of a file that cars drive, with the names that they are numbered by. */
export interface RoadColumns {
  readonly links: LinkColumns;
  readonly nodeCount: number;
  /** Letter and number, `E6`, several with semicolons; the letter alone on roads without number. */
  readonly roads: readonly string[];
  readonly streets: readonly string[];
  /** The file has crossing times, so the times of its ferry links are used. */
  readonly timesFerries?: true;
}

/** Writes links one after the other, each behind its points. */
export type LinkWriter = ReturnType<typeof openLinkWriter>;

type Numbers = Int32Array | Uint8Array | Float64Array;

/** A row of numbers that grows. @param begun the numbers that it begins with. */
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
    /** All numbers. The row is not written to afterwards. */
    finish: (): Row => row.subarray(0, count) as Row,
  };
}

/** Rows by name. */
export type Columns<Types extends ColumnTypes> = {
  readonly [Name in keyof Types]: InstanceType<Types[Name]>;
};
type ColumnTypes = Readonly<Record<string, new (length: number) => Numbers>>;

/** Rows that grow together, by name. @param begun the rows that they begin with; absent: they are empty. */
export function openColumns<Types extends ColumnTypes>(types: Types, begun?: Columns<Types>) {
  const names = Object.keys(types) as (keyof Types & string)[];
  const rows = names.map((name) => ({
    name,
    row: openRow(types[name] as ColumnTypes[string], begun?.[name]),
  }));
  return {
    add(numbers: Readonly<Record<keyof Types, number>>): void {
      for (const { name, row } of rows) row.add(numbers[name]);
    },
    finish: () =>
      Object.fromEntries(rows.map(({ name, row }) => [name, row.finish()])) as Columns<Types>,
  };
}

/** @param begun links that come before those that are written; absent: none. */
export function openLinkWriter(begun?: LinkColumns) {
  const columns = openColumns(COLUMNS, begun);
  const firstPoint = openRow(Int32Array, begun?.firstPoint ?? Int32Array.of(0));
  const points = openRow(Int32Array, begun?.points);
  let begin = points.length();
  return {
    /** Millionths of a degree; a point that repeats the one before it is left out. */
    addPoint(lat: number, lon: number): void {
      const end = points.length();
      if (end > begin && points.at(end - 2) === lat && points.at(end - 1) === lon) return;
      points.add(lat);
      points.add(lon);
    },
    /** The number of the link that has the points since the last one. */
    addLink(facts: LinkFacts): number {
      // A line shorter than the resolution of its points has one point. It is drawn from this point to itself.
      if (points.length() === begin + 2) {
        points.add(points.at(begin));
        points.add(points.at(begin + 1));
      }
      begin = points.length();
      columns.add(facts);
      firstPoint.add(begin / 2);
      return firstPoint.length() - 2;
    },
    finish: (): LinkColumns => ({
      ...columns.finish(),
      count: firstPoint.length() - 1,
      firstPoint: firstPoint.finish(),
      points: points.finish(),
    }),
  };
}

/**
 * Draws the points that a line needs to stay within the tolerance.
 *
 * @param plane the line, east and north in turn, metres.
 */
export function drawSimplified(
  { addPoint }: LinkWriter,
  plane: Float64Array,
  toleranceM: number,
  placeOf: (point: number) => LatLon,
): void {
  const kept = markNeededOf(plane, toleranceM);
  for (let point = 0; point < kept.length; point++) {
    if (kept[point] === 0) continue;
    const { lat, lon } = placeOf(point);
    addPoint(toStep(lat), toStep(lon));
  }
}

/** Numbers texts from 0. The empty text has number 0. */
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
