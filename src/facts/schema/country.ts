/** The country: `norway.json`, `places.json`, `speed-cameras.json`, `holidays.json`, `travel-allowance.json` and the layers of `map/`. */
import Type from 'typebox';
import {
  CountedMeta,
  Counts,
  Day,
  FileDay,
  Id,
  Lat,
  Lon,
  lasting,
  Nok,
  once,
  orNull,
  RoadName,
  type Row,
  some,
  sourced,
  strict,
  Text,
  True,
} from './values.ts';

const Rank = Type.Integer({ minimum: 1, maximum: 5 });

const PLACE_KINDS = [
  'town',
  'settlement',
  'district',
  'post-town',
  'hamlet',
  'island',
  'airport',
  'station',
  'lodge',
  'mountain',
  'farm',
] as const;

const Camera = Type.Object({
  /** NVDB object id, type 162. */
  id: Id,
  lat: Lat,
  lon: Lon,
  /** Category letter and number, as in the toll stations: `R150`; null: the source names none. */
  road: orNull(Text),
  name: orNull(Text),
  /** Why the camera may not be in use; absent: nothing speaks against it. */
  doubtful: Type.Optional(Text),
});

/** `speed-cameras.json`, which is published unchanged. */
export const CamerasFile = Type.Object({
  meta: Type.Object({ date: FileDay, note: Type.Optional(Text), counts: Counts }),
  cameras: some(Camera),
});

const dayOff = { name: Text, kind: Type.Enum(['public-holiday', 'half-day']) };

/** Days of every year, by their distance from Easter or by their date. */
const HolidaysFile = Type.Object({
  meta: CountedMeta,
  rules: some(
    Type.Union([
      strict({ ...dayOff, easterOffset: Type.Integer({ minimum: -60, maximum: 60 }) }),
      strict({
        ...dayOff,
        month: Type.Integer({ minimum: 1, maximum: 12 }),
        day: Type.Integer({ minimum: 1, maximum: 31 }),
      }),
    ]),
  ),
});

/** A position of GeoJSON, between the least and the greatest degrees. */
const positionIn = (least: readonly [number, number], most: readonly [number, number]) =>
  Type.Tuple([
    Type.Number({ minimum: least[0], maximum: most[0] }),
    Type.Number({ minimum: least[1], maximum: most[1] }),
  ]);
/** The southern and eastern limits: half a degree beyond Norway as it is drawn. */
const [SOUTH, EAST] = [57.4, 31.7];
/** Norway with its islands near the coast, half a degree wider than it is drawn. */
const InNorway = positionIn([4, SOUTH], [EAST, 71.7]);
/** Norway and the neighbouring countries, which are left blank, from Jutland to the White Sea. */
const Around = positionIn([4, 54], [46, 71.7]);

const polygonIn = <P extends Type.TSchema>(position: P) =>
  some(
    Type.Refine(
      Type.Array(position, { minItems: 4 }),
      (ring) => String(ring[0]) === String(ring.at(-1)),
      () => 'must end where it begins',
    ),
  );

const featureOf = <P extends Type.TSchema, T extends string, C extends Type.TSchema>(
  properties: P,
  type: T,
  coordinates: C,
) =>
  strict({
    type: Type.Literal('Feature'),
    properties,
    geometry: strict({ type: Type.Literal(type), coordinates }),
  });

const layerOf = <F extends Type.TSchema>(feature: F) =>
  strict({ type: Type.Literal('FeatureCollection'), features: some(feature) });

const RoadLayer = layerOf(
  featureOf(
    strict({
      category: Type.Enum(['E', 'R', 'F', 'K', 'P']),
      road: Type.Optional(RoadName),
      motor: Type.Optional(True),
      tunnel: Type.Optional(True),
      ferry: Type.Optional(True),
    }),
    'LineString',
    Type.Array(InNorway, { minItems: 2 }),
  ),
);

const areaOf = <P extends Type.TSchema>(properties: P) =>
  featureOf(properties, 'Polygon', polygonIn(InNorway));

/** GeoJSON that browsers get unchanged, by the name of the file. */
const MAP_FILES = {
  'map/built-up.json': layerOf(areaOf(strict({ areaKm2: Type.Number({ exclusiveMinimum: 0 }) }))),
  'map/land.json': layerOf(
    Type.Refine(
      featureOf(strict({ kind: Type.Enum(['land', 'abroad']) }), 'Polygon', polygonIn(Around)),
      ({ properties, geometry }) =>
        properties.kind === 'abroad' ||
        geometry.coordinates.flat().every(([lon, lat]) => lon <= EAST && lat >= SOUTH),
      () => 'must lie in Norway, as its kind says',
    ),
  ),
  'map/places.json': layerOf(
    featureOf(strict({ name: Text, kind: Text, rank: Rank }), 'Point', InNorway),
  ),
  'map/roads-local.json': RoadLayer,
  'map/roads-main.json': RoadLayer,
  'map/water.json': layerOf(areaOf(strict({ kind: Type.Enum(['lake', 'river', 'glacier']) }))),
} as const;

/** `travel-allowance.json`, written by hand. Amounts are for each kilometre. */
const TravelAllowanceFile = Type.Object({
  meta: CountedMeta,
  rates: once(
    'from',
    lasting(
      strict({
        from: Day,
        /** First day for which the rate is no longer known. */
        until: Day,
        kmNok: Nok,
        /** Absent: the rate of any car. */
        electricKmNok: Type.Optional(Nok),
        /** The rate above `yearKm` kilometres in a calendar year, not for electric cars; absent: the same rate. */
        above: Type.Optional(strict({ yearKm: Type.Integer({ minimum: 1 }), kmNok: Nok })),
        passengerNok: Nok,
        /** Absent: not known. */
        passengers: Type.Optional(Type.Enum(['each', 'once'])),
        forestNok: Nok,
        trailerNok: Nok,
        ...sourced,
      }),
    ),
    1,
  ),
});

/** By the name of the file. */
export const COUNTRY_FILES = {
  /** Its outline with its waters: rings as encoded polylines. */
  'norway.json': Type.Object({ rings: some(Type.Object({ line: Text })) }),
  /** Where a trip may begin or end. */
  'places.json': Type.Object({
    meta: CountedMeta,
    places: some(
      Type.Object({
        name: Text,
        kind: Type.Enum(PLACE_KINDS),
        area: Type.Optional(Text),
        /** Other names of its municipality, and names of a neighbour that people may say it lies in. */
        alsoIn: Type.Optional(some(Text)),
        /** IATA code of an airport. */
        code: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
        /** Metres from the road to the place itself; absent: less than a kilometre. */
        awayM: Type.Optional(Type.Integer({ minimum: 1000 })),
        /** The road is too far away to walk. The name is known, but no trip begins or ends there. */
        isFar: Type.Optional(True),
        lat: Lat,
        lon: Lon,
        rank: Type.Integer({ minimum: 1, maximum: 6 }),
      }),
    ),
  }),
  /** Where the addresses of a postcode are. */
  'postcodes.json': Type.Object({
    meta: CountedMeta,
    postcodes: some(
      Type.Object({
        code: Type.String({ pattern: '^\\d{4}$' }),
        town: Text,
        /** The part of a large town. */
        district: Type.Optional(Text),
        lat: Lat,
        lon: Lon,
      }),
    ),
  }),
  'holidays.json': HolidaysFile,
  'travel-allowance.json': TravelAllowanceFile,
  ...MAP_FILES,
} as const;

export type SpeedCamera = Row<typeof Camera>;
export type DayRule = Row<typeof HolidaysFile>['rules'][number];
export type AllowanceRow = Row<typeof TravelAllowanceFile>['rates'][number];
