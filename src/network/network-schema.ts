/** The shapes of what a network is made of: `data/road-network/`, the places and the stations. */
import Type from 'typebox';

const Metres = Type.Number({ exclusiveMinimum: 0 });
const Kmh = Type.Number({ exclusiveMinimum: 0, maximum: 130 });
const Text = Type.String({ minLength: 1 });
const LatLon = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lon: Type.Number({ minimum: -180, maximum: 180 }),
});
const Bearing = Type.Number({ minimum: 0, maximum: 360 });
const Category = Type.Enum(['E', 'R', 'F', 'K', 'P']);
const Motor = Type.Enum(['motorway', 'motor-traffic-road']);
const True = Type.Literal(true);
const meta = { meta: Type.Optional(Type.Unknown()) };

/** A record that we write by hand: a mistyped field name must not pass unseen. */
const strict = <T extends Type.TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** One line of `links.ndjson`; see `RoadLink`. */
export const LinkRow = strict({
  kind: Type.Enum(['road', 'ferry']),
  category: Category,
  number: Type.Optional(Type.Integer({ minimum: 1 })),
  motor: Type.Optional(Motor),
  ramp: Type.Optional(True),
  oneWay: Type.Optional(True),
  tunnel: Type.Optional(True),
  bridge: Type.Optional(True),
  builtUp: Type.Optional(True),
  crossingMin: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  added: Type.Optional(Type.String()),
  drawn: Type.Optional(Type.String()),
  line: Text,
});

/** `links-meta.json`: what `links.ndjson`, which has no room for it, must hold. */
export const LinksMetaFile = strict({
  meta: Type.Object({ counts: strict({ links: Type.Integer({ minimum: 1 }) }) }),
});

export const SpeedsFile = strict({
  ...meta,
  roadKmh: Type.Array(strict({ class: Text, outside: Kmh, builtUp: Kmh })),
  firstSecondaryCountyRoad: Type.Integer({ minimum: 1 }),
  ferry: strict({
    knots: Type.Number({ exclusiveMinimum: 0 }),
    boardingMin: Type.Number({ minimum: 0 }),
  }),
  lengthFactor: Type.Number({ exclusiveMinimum: 0 }),
  lengthFactorWhy: Type.Optional(Text),
});

export const PlacingFile = strict({
  ...meta,
  limits: strict({
    sameRoadM: Metres,
    roadKnownM: Metres,
    streetM: Metres,
    rampM: Metres,
    bearingDeg: Bearing,
  }),
});

export const StationPlacesFile = strict({
  ...meta,
  places: Type.Array(
    strict({
      id: Text,
      place: Type.Optional(Type.Literal('none')),
      onAnyNetwork: Type.Optional(True),
      road: Type.Optional(Type.Union([Text, Type.Null()])),
      maxM: Type.Optional(Metres),
      at: Type.Optional(LatLon),
      why: Text,
    }),
  ),
});

/** The engine reads the rest itself. */
export const EngineFile = Type.Object({ mjolnir: Type.Object({}) });

/** What placing reads of `toll-stations.json`. */
export const StationsFile = Type.Object({
  stations: Type.Array(
    Type.Object({
      id: Type.String({ pattern: '^\\d+$' }),
      name: Text,
      project: Text,
      kind: Type.Enum(['autopass', 'private', 'ferry-collection']),
      road: Text,
      ...LatLon.properties,
      onRamp: Type.Optional(Type.Boolean()),
      charged: Type.Enum(['both', 'one-way', 'undecided-one-way']),
      chargedBearingDeg: Type.Union([Bearing, Type.Null()]),
      /** Present on records that only repeat another one with an old tariff. */
      staleTwinOf: Type.Optional(Text),
    }),
  ),
});

/** `gates.json`, which a build writes beside the tiles; see `Gate`. */
export const GatesFile = Type.Array(
  strict({
    stationId: Text,
    at: LatLon,
    forwardBearingDeg: Bearing,
    charged: Type.Enum(['forward', 'backward', 'both']),
  }),
);
