/** Routes as the planner writes them, made of the few facts that a test is about. */

/** What one part says; a vertex is `[east, north]` in metres from a place near Oslo. */
export interface DrawnPart {
  readonly line?: readonly (readonly [number, number])[];
  /** Seconds; absent: the member is missing. */
  readonly time?: unknown;
  readonly length?: unknown;
  readonly text?: string;
  readonly outside?: unknown;
  readonly stations?: readonly unknown[];
  readonly ferries?: readonly unknown[];
  /** Minutes. */
  readonly delays?: readonly number[];
}

export const ORIGIN = [260_000, 6_650_000] as const;

/** A vertex of UTM 33, as the planner writes it. */
const vertex = (east: number, north: number) => [ORIGIN[0] + east, ORIGIN[1] + north];

/** One feature of a route; what is not given is missing. */
export const feature = (part: DrawnPart): unknown => ({
  type: 'Feature',
  ...(part.line && {
    geometry: { type: 'LineString', coordinates: part.line.map(([e, n]) => vertex(e, n)) },
  }),
  properties: {
    ...('time' in part && { time: part.time }),
    ...('length' in part && { length: part.length }),
    ...(part.text !== undefined && { maneuverText: part.text }),
    ...('outside' in part && { isOutsideOfNorway: part.outside }),
    roadFeatures: {
      ...(part.stations && { bomstasjoner: part.stations }),
      ...(part.ferries && { ferger: part.ferries }),
      ...(part.delays && {
        Forsinkelser: part.delays.map((minutes) => ({ forsinkelseMinutter: minutes })),
      }),
    },
  },
});

/** A route of parts. */
export const rawRoute = (
  parts: readonly DrawnPart[],
  members: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({
  routeId: 'r1',
  type: 'FeatureCollection',
  features: parts.map(feature),
  ...members,
});

/** A station item; `at` is a place like a vertex. */
export const stationItem = (
  id: string,
  at?: readonly [number, number],
  members: Readonly<Record<string, unknown>> = {},
): unknown => ({
  id,
  navn: `Station ${id}`,
  takstLitenBil: '30',
  takstStorBil: '90',
  ...(at && {
    location: {
      x: ORIGIN[0] + at[0],
      y: ORIGIN[1] + at[1],
      sourceReferenceSystem: 'EPSG_25833',
    },
  }),
  ...members,
});
