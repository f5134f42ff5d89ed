/** `data/curated/`: decisions by hand about stations, and about questions on ferries that the sources leave open. */
import Type from 'typebox';
import { AgreementRecord, addedToll, fareTable, SURENESS, ZonePeriod } from './ferries.ts';
import {
  AboutMeta,
  Day,
  Degrees,
  FerryClassName,
  FileDay,
  Id,
  Lat,
  Lon,
  lasting,
  Metres,
  once,
  orNull,
  Percent,
  Place,
  ProjectId,
  RoadName,
  type Row,
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

const Classes = Type.Array(FerryClassName, { uniqueItems: true });
const FareStatus = Type.Enum([
  'free',
  'announced-free',
  'likely-free',
  'own-fares',
  'partly-free',
  'paid',
]);

const LegZones = strict({
  /** Sailing distance divided by the straight distance: never less than 1, hardly ever 2. */
  sailingPerStraight: Type.Number({ minimum: 1, maximum: 2 }),
  reason: Text,
  surcharges: once(
    'authority',
    strict({ authority: Text, zones: Type.Integer({ minimum: 1, maximum: 20 }), reason: Text }),
  ),
});

const ZeroEmission = strict({
  from: Day,
  classes: Type.Union([Type.Literal('all'), Classes]),
  authorities: orNull(some(Text)),
  percent: Percent,
  assumed: Type.Boolean(),
  source: Text,
});

const FareDate = lasting(
  strict({
    connection: Text,
    validFrom: orNull(Text),
    from: Day,
    until: Day,
    dated: Type.Enum(['published', 'inferred', 'undated']),
    label: Text,
    reason: Text,
    previousFrom: Type.Optional(Day),
    previousLabel: Type.Optional(Text),
  }),
);

/** Legs that a source names as free: legs to or from some quays, between some quays, or all. Quays are named. */
const Free = strict({
  id: Id,
  from: Day,
  /** No source tells the first day: `from` is our choice. */
  fromAssumed: Type.Optional(Type.Literal(true)),
  asOf: orNull(Day),
  touching: Type.Optional(some(Text)),
  between: Type.Optional(some(Text)),
  sureness: Type.Enum([...SURENESS]),
  source: Text,
  reason: Text,
});

/** A tariff zone that a source states, between two quays by name. */
const LegZone = strict({
  id: Id,
  quays: Type.Tuple([Text, Text]),
  zone: Type.Integer({ minimum: 1, maximum: 100 }),
  source: Text,
  reason: Text,
});

const AddedToll = strict({ id: Id, ...addedToll, reason: Text });

export const CuratedFerriesFile = strict({
  meta: strict({ what: Text, date: FileDay }),
  quayNames: once('id', strict({ id: Id, name: Text, reason: Text })),
  duplicateQuays: once('id', strict({ id: Id, of: Id, reason: Text })),
  fareStatus: once('id', strict({ id: Id, status: FareStatus, reason: Text })),
  free: Type.Array(Free),
  zones: Type.Array(LegZone),
  addedTolls: once('id', AddedToll),
  legZones: LegZones,
  agreementUnsure: once('authority', strict({ authority: Text, reason: Text })),
  /** Authorities without a complete list of their free ferries: a ferry that no list names may be free. */
  freeUnsure: once('authority', strict({ authority: Text, reason: Text })),
  agreements: once('name', AgreementRecord, 1),
  zeroEmission: some(ZeroEmission),
  breaks: once('day', strict({ day: Day, why: Text, source: Text })),
  tables: once('name', strict({ ...fareTable, reason: Text })),
  fareDates: Type.Array(FareDate),
  zonePeriods: once('from', lasting(ZonePeriod), 1),
});

export type FerryDecisions = Omit<Row<typeof CuratedFerriesFile>, 'meta'>;
