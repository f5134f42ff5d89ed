/** The shapes of what an own road network is made of, and of what a build leaves behind. */
import Type from 'typebox';

const Metres = Type.Number({ exclusiveMinimum: 0 });
const Degrees = Type.Number({ minimum: 0, maximum: 90 });
const Text = Type.String({ minLength: 1 });
const LatLon = {
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lon: Type.Number({ minimum: -180, maximum: 180 }),
};

/** A record that we write by hand: a mistyped field name must not pass unseen. */
const strict = <T extends Type.TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

export const OsmFile = strict({
  meta: Type.Unknown(),
  attribution: Text,
  limits: strict({
    sameRoadM: Metres,
    roadKnownM: Metres,
    streetM: Metres,
    rampM: Metres,
    bearingDeg: Degrees,
  }),
  limitsWhy: Text,
  nearestRoadM: Metres,
  nearestRoadWhy: Text,
  crossSectionM: Metres,
  parallelDeg: Degrees,
  seriesM: Metres,
  crossSectionWhy: Text,
  boothM: Metres,
  boothWhy: Text,
  quayM: Metres,
  quayWhy: Text,
  minShareInNorway: Type.Number({ minimum: 0, maximum: 1 }),
  minShareWhy: Text,
  lengthFactor: Type.Number({ exclusiveMinimum: 0 }),
  movedWarnM: Metres,
  movedWarnWhy: Text,
  /** Settings of the engine that differ from `engine.json`. */
  engine: Type.Object({}),
  engineWhy: Text,
});

/** What is read of `ferry-quays.json`. */
export const QuaysFile = Type.Object({
  quays: Type.Array(
    Type.Object({
      id: Text,
      ...LatLon,
      usableByCars: Type.Boolean(),
      connectionIds: Type.Array(Text),
    }),
  ),
});

/** What is read of `norway.json`. */
export const OutlineFile = Type.Object({ rings: Type.Array(Type.Object({ line: Text })) });

/** `own.json`: the map that the road network in force is built from. */
export const OwnMapFile = strict({
  path: Text,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

/** `placement.json`, which a build writes beside the tiles; see `Placement`. */
export const PlacementFile = strict({
  placed: Type.Array(
    strict({
      id: Text,
      link: Type.Integer({ minimum: 0 }),
      alongM: Type.Number(),
      offM: Type.Number(),
      forward: Type.Boolean(),
      backward: Type.Boolean(),
      by: Type.Enum(['road-number', 'ramp', 'street-nearby', 'nearest-road', 'override']),
    }),
  ),
  unplaced: Type.Array(strict({ id: Text, why: Text, roadInNetwork: Type.Boolean() })),
});
