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

/** One row per station at most. */
const perStation = <T extends Type.TProperties>(properties: T) =>
  once('id', strict({ id: Id, ...properties, why: Text }), 1);

export const OperatorsFile = strict({
  meta: AboutMeta,
  operators: some(strict({ written: some(Text), operator: Text, project: ProjectId })),
});

export const TiesFile = strict({
  meta: AboutMeta,
  ties: perStation({ project: ProjectId, operator: Type.Optional(Text) }),
});

export const NamesFile = strict({ meta: AboutMeta, names: perStation({ name: Text }) });

export const KeysFile = strict({
  meta: AboutMeta,
  keys: once(
    'key',
    strict({
      key: Type.String({ pattern: '^[a-z0-9-]+/[a-z0-9-]+$' }),
      ids: Type.Array(Id, { minItems: 2, uniqueItems: true }),
      why: Text,
    }),
    1,
  ),
});

export const HourGroupsFile = strict({
  meta: AboutMeta,
  hourGroups: perStation({ hourGroup: orNull(ProjectId) }),
});

export const OsloRingsFile = strict({
  meta: AboutMeta,
  osloRings: perStation({ name: Text, ring: OsloRingName }),
});

export const RampsFile = strict({ meta: AboutMeta, ramps: perStation({}) });

const Ring = strict({
  project: ProjectId,
  ring: Type.Optional(OsloRingName),
  ids: Type.Optional(someOnce(Id)),
  inside: Type.Optional(some(strict({ name: Text, lat: Lat, lon: Lon }))),
  towardsDeg: Type.Optional(Degrees),
  why: Text,
  source: Text,
});

export const RingsFile = strict({
  meta: AboutMeta,
  rings: some(
    Type.Refine(
      Ring,
      ({ inside, towardsDeg }) => (inside === undefined) !== (towardsDeg === undefined),
      () => 'must have either places inside or a direction',
    ),
  ),
});

const Direction = strict({
  id: Id,
  charged: Type.Enum(['both', 'one-way', 'undecided-one-way']),
  towardsDeg: Type.Optional(Degrees),
  by: Type.Enum(['override', 'ramp', 'name', 'twin', 'metering', 'none']),
  why: Text,
});

export const DirectionsFile = strict({
  meta: AboutMeta,
  directions: once(
    'id',
    Type.Refine(
      Direction,
      ({ charged, towardsDeg }) => (charged === 'one-way') === (towardsDeg !== undefined),
      () => 'must have a direction when it is charged one way, and only then',
    ),
    1,
  ),
});

export const StationPlacesFile = strict({
  meta: strict({ about: Text, date: FileDay, source: Text }),
  places: perStation({
    /** No road of the network leads past it. */
    place: Type.Optional(Type.Literal('none')),
    /** Holds whatever network is in force, and not only on the bundled one. */
    onAnyNetwork: Type.Optional(True),
    /** The network's name of the road it lies on; null: any road. */
    road: Type.Optional(orNull(RoadName)),
    /** Distance within which that road is looked for. */
    maxM: Type.Optional(Metres),
    /** Where on the network it is looked for; absent: at the published position. */
    at: Type.Optional(Place),
  }),
});
