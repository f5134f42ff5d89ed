/** `data/curated/toll-stations-*.json` and `station-places.json`: decisions by hand about stations. */
import Type from 'typebox';
import {
  AboutMeta,
  Degrees,
  FileDay,
  Id,
  Lat,
  Lon,
  Metres,
  once,
  orNull,
  Place,
  ProjectId,
  RoadName,
  some,
  someOnce,
  strict,
  Text,
  True,
} from './values.ts';

const OsloRingName = Type.Enum(['indre ring', 'osloringen', 'bygrensen']);

/** At most one row per station. */
const perStation = <T extends Type.TProperties>(properties: T) =>
  once('id', strict({ id: Id, ...properties, why: Text }), 1);

/** A file of decisions about stations. */
const decided = <T extends Type.TProperties>(lists: T) => strict({ meta: AboutMeta, ...lists });

const Ring = strict({
  project: ProjectId,
  ring: Type.Optional(OsloRingName),
  ids: Type.Optional(someOnce(Id)),
  inside: Type.Optional(some(strict({ name: Text, lat: Lat, lon: Lon }))),
  towardsDeg: Type.Optional(Degrees),
  why: Text,
  source: Text,
});

const Direction = strict({
  id: Id,
  charged: Type.Enum(['both', 'one-way', 'undecided-one-way']),
  towardsDeg: Type.Optional(Degrees),
  by: Type.Enum(['override', 'ramp', 'name', 'twin', 'metering', 'none']),
  why: Text,
});

/** By the name of the file. */
export const STATION_DECISIONS = {
  'curated/toll-stations-operators.json': decided({
    operators: some(strict({ written: some(Text), operator: Text, project: ProjectId })),
  }),
  'curated/toll-stations-ties.json': decided({
    ties: perStation({ project: ProjectId, operator: Type.Optional(Text) }),
  }),
  'curated/toll-stations-names.json': decided({ names: perStation({ name: Text }) }),
  'curated/toll-stations-keys.json': decided({
    keys: once(
      'key',
      strict({
        key: Type.String({ pattern: '^[a-z0-9-]+/[a-z0-9-]+$' }),
        ids: Type.Array(Id, { minItems: 2, uniqueItems: true }),
        why: Text,
      }),
      1,
    ),
  }),
  'curated/toll-stations-hour-groups.json': decided({
    hourGroups: perStation({ hourGroup: orNull(ProjectId) }),
  }),
  'curated/toll-stations-oslo-rings.json': decided({
    osloRings: perStation({ name: Text, ring: OsloRingName }),
  }),
  'curated/toll-stations-ramps.json': decided({ ramps: perStation({}) }),
  'curated/toll-stations-rings.json': decided({
    rings: some(
      Type.Refine(
        Ring,
        ({ inside, towardsDeg }) => (inside === undefined) !== (towardsDeg === undefined),
        () => 'must have either places inside or a direction',
      ),
    ),
  }),
  'curated/toll-stations-directions.json': decided({
    directions: once(
      'id',
      Type.Refine(
        Direction,
        ({ charged, towardsDeg }) => (charged === 'one-way') === (towardsDeg !== undefined),
        () => 'must have a direction when it is charged one way, and only then',
      ),
      1,
    ),
  }),
  'curated/station-places.json': strict({
    meta: strict({ about: Text, date: FileDay, source: Text }),
    places: perStation({
      /** No road of the network passes it. */
      place: Type.Optional(Type.Literal('none')),
      /** The decision holds on every network, and not only on the bundled one. */
      onAnyNetwork: Type.Optional(True),
      /** The network's name of its road; null: any road. */
      road: Type.Optional(orNull(RoadName)),
      /** Distance within which this road is looked for. */
      maxM: Type.Optional(Metres),
      /** The place around which the road is looked for; absent: the published position. */
      at: Type.Optional(Place),
    }),
  }),
} as const;
