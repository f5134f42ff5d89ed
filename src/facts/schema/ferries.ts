/**
 * The ferry files of `data/`: quays, connections and tariffs are compiled; payments and `ferry-service.json` (how long
 * ferries take, when they sail, and the assumptions about the other ferries) are written by hand.
 */
import Type from 'typebox';
import { FERRY_CLASSES } from '../../base/vehicle.ts';
import {
  Clock,
  Counts,
  Day,
  eachOf,
  FerryClassName,
  FileDay,
  Id,
  Lat,
  Lon,
  MonthDay,
  Municipality,
  once,
  orNull,
  type Row,
  SourcedMeta,
  some,
  someOnce,
  sourced,
  strict,
  Text,
} from './values.ts';

/** Whole kroner. No published fare for one crossing is half as high as the bound. */
const Fare = Type.Integer({ minimum: 1, maximum: 10_000 });
const EveryFareNok = eachOf(FERRY_CLASSES, Fare);

/** Fares by class; absent: not known. */
const FaresNok = Type.Partial(EveryFareNok);

/** A ferry quay, NVDB type 64. */
const QuayRecord = Type.Object({
  id: Id,
  name: Text,
  lat: Lat,
  lon: Lon,
  municipality: orNull(Municipality),
  status: Type.Enum(['in-use', 'standby', 'closed', 'unknown']),
  /** False: only passenger boats call, or no boat does. */
  usableByCars: Type.Boolean(),
  duplicateOf: Type.Optional(Id),
  ramps: orNull(Type.Integer()),
  waitingRoom: orNull(Type.Boolean()),
  owner: orNull(Text),
  connectionIds: Type.Array(Id),
  /** First day on which the road database no longer had it. A connection still calls there. */
  goneSince: Type.Optional(Day),
});

/** The longest of all, Bodø-Moskenes, is 90 km. */
const Km = Type.Number({ exclusiveMinimum: 0, maximum: 300 });

const LegRecord = Type.Object({
  quayIds: Type.Tuple([Id, Id]),
  /** Tariff zone as a source states it, or as an estimate by started kilometres and county surcharges. */
  zone: Type.Integer({ minimum: 1 }),
  /** The source that states the zone, or how it was estimated. */
  basis: Text,
  /** Name of a table with published fares for the leg. These replace the fares of the zone. */
  table: Type.Optional(Text),
});

export const SURENESS = ['operator', 'authority', 'press', 'secondary', 'probable'] as const;

/** Legs that a source names as free. */
const FreeTermRecord = Type.Object({
  from: Day,
  /** No source tells the first day, so `from` is our choice; absent: a source tells it. */
  fromAssumed: Type.Optional(Type.Literal(true)),
  /** The day that the source refers to; absent: it has no day. */
  asOf: Type.Optional(Day),
  /** Legs to or from these quays; absent: all. */
  touching: Type.Optional(some(Id)),
  /** Legs with both ends among these quays; absent: all. */
  between: Type.Optional(some(Id)),
  /** `probable`: the source does not name the legs themselves, and the price is an estimate. */
  sureness: Type.Enum([...SURENESS]),
  source: Text,
});

const FareRecord = Type.Union([
  Type.Object({
    kind: Type.Enum(['free', 'partly-free']),
    terms: some(FreeTermRecord),
    legs: Type.Array(LegRecord),
  }),
  Type.Object({ kind: Type.Literal('announced-free'), source: Text }),
  Type.Object({ kind: Type.Literal('likely-free'), source: Text }),
  Type.Object({
    kind: Type.Literal('zone'),
    legs: Type.Array(LegRecord),
    source: Text,
    /** It may be free: the known list of free ferries is not complete there; absent: it is complete. */
    freeUnsure: Type.Optional(Type.Literal(true)),
  }),
  Type.Object({ kind: Type.Literal('own-table'), table: Text }),
  Type.Object({ kind: Type.Literal('own-fares'), note: Text }),
]);

/** A toll of a road project that is added to a fare, by the class that the fare is charged by. */
export const addedToll = {
  project: Text,
  /** A day from which on it is known to be added. */
  from: Day,
  /** Quays (names in `curated/`, else ids): it is added on legs to or from these. Absent: on all legs. */
  touching: Type.Optional(some(Text)),
  /** Oldest first. Absent, and before the first: not published. Each is the newest that is known until the next. */
  amounts: Type.Optional(
    some(
      strict({
        from: Day,
        /** The first day on which the source has another; absent: it is known for the year of `from`. */
        until: Type.Optional(Day),
        nok: eachOf(FERRY_CLASSES, Type.Integer({ minimum: 0, maximum: 1000 })),
        /** Per cent of it that zero emission with a tag or an agreement pays. */
        zeroEmissionPercent: Type.Integer({ minimum: 0, maximum: 100 }),
        source: Text,
      }),
    ),
  ),
  source: Text,
};

/** A ferry connection, NVDB type 770. A renewal may change name, road, operation, number, season and endedOn. */
const ConnectionRecord = Type.Object({
  id: Id,
  name: Text,
  road: Text,
  /** The authority that sets the fares: `state`, `county 15` (by number), `municipal` or `private`. */
  authority: Text,
  operation: Type.Enum(['all-year', 'summer', 'all-year-more-in-summer']),
  /** Number in the register of ferries and in ticketing; absent: not known. */
  number: Type.Optional(Type.Integer({ minimum: 1 })),
  /** First and last day of its summer season; absent: not known, or it sails all year. */
  season: Type.Optional(strict({ from: MonthDay, to: MonthDay })),
  /** First day on which it no longer sails, by the road database. */
  endedOn: Type.Optional(Day),
  /** In the order of the line. */
  quayIds: Type.Array(Id, { minItems: 2 }),
  /** Some connections of the area refuse the national ferry agreement, and no source says which. */
  agreementUnsure: Type.Boolean(),
  fare: FareRecord,
  /** Absent: no such toll is known. */
  addedToll: Type.Optional(strict(addedToll)),
  straightKm: Km,
  /** Length of the sailing line between its ends; null: not known. */
  sailingKm: orNull(Km),
  /** Indicative, without a source per row; null: not known. */
  crossingMin: orNull(Type.Integer({ minimum: 1, maximum: 1440 })),
  /** The sailing line, `[lon, lat]`, from one end to the other in either direction. */
  line: orNull(Type.Array(Type.Tuple([Type.Number(), Type.Number()]), { minItems: 2 })),
});

const BoundsRecord = Type.Object({
  name: Text,
  classes: some(
    Type.Object({
      ferryClass: FerryClassName,
      /** Vehicles of exactly this length are still in the class; absent in the last class. */
      upToM: Type.Optional(Type.Number({ minimum: 1, maximum: 100 })),
    }),
  ),
});

export const AgreementRecord = strict({
  name: Text,
  percentOff: Type.Integer({ minimum: 0, maximum: 100 }),
  roundedTo: Type.Enum(['nok', 'ore']),
  /** Classes without a published agreement price. They pay the ordinary fare. */
  exceptClasses: Type.Array(FerryClassName, { uniqueItems: true }),
  source: Text,
});

const ZeroEmissionRecord = Type.Object({
  from: Day,
  classes: someOnce(FerryClassName),
  /** Absent: everywhere. */
  authorities: Type.Optional(some(Text)),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  /** True: no source says that the share holds for these authorities in this period. */
  assumed: Type.Boolean(),
  source: Text,
});

/** A table of published fares. */
export const fareTable = {
  name: Text,
  bounds: Text,
  agreement: Text,
  /** True: the tariff is independent, so the breaks of the national tariff do not apply to it. */
  ownTariff: Type.Boolean(),
  /**
   * Before a day zero emission of every class paid the ordinary fare of one class, and neither tag nor agreement took
   * anything off.
   */
  zeroEmissionFlat: Type.Optional(strict({ until: Day, fareOf: FerryClassName, source: Text })),
};

const FareRowRecord = Type.Object({
  table: Text,
  /** Name and validity for human readers. */
  label: Text,
  from: Day,
  /** First day on which the fares are no longer known to hold. */
  until: Day,
  /** `undated`: the fares held on some days between `from` and `until`, and no source says which. */
  dated: Type.Enum(['published', 'inferred', 'undated']),
  datedWhy: Text,
  ordinaryNok: Type.Partial(EveryFareNok, { minProperties: 1, additionalProperties: false }),
  zeroEmissionNok: FaresNok,
  sourceKind: Text,
  source: Text,
});

/** A period of the zone table, with its factor on the fares of the reference year. */
export const ZonePeriod = strict({
  from: Day,
  until: Day,
  /** Factor on the fares of the reference year, at most four decimals. */
  scale: Type.Number({ minimum: 0.1, maximum: 10 }),
  label: Text,
  source: Text,
});

const ZoneRecord = Type.Object({
  zone: Type.Integer({ minimum: 1 }),
  faresNok: EveryFareNok,
});

export const QuayFile = Type.Object({ meta: SourcedMeta, quays: some(QuayRecord) });
export const ConnectionFile = Type.Object({
  meta: SourcedMeta,
  connections: some(ConnectionRecord),
});
export const TariffFile = Type.Object({
  meta: SourcedMeta,
  bounds: some(BoundsRecord),
  agreements: some(AgreementRecord),
  zeroEmission: some(ZeroEmissionRecord),
  breaks: some(Type.Object({ day: Day, why: Text, source: Text })),
  tables: some(strict(fareTable)),
  fares: some(FareRowRecord),
  zonePeriods: some(ZonePeriod),
  zones: some(ZoneRecord),
});
export const FerryPaymentsFile = Type.Object({
  payments: Type.Array(
    strict({
      /** Name of the agreement that it is valid with. */
      agreement: Text,
      kind: Type.Enum(['tag', 'business']),
      percentOff: Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
      roundedTo: Type.Enum(['nok', 'ore']),
      ...sourced,
    }),
    { minItems: 1 },
  ),
  trailer: strict({
    carMaxLengthM: Type.Number({ minimum: 1, maximum: 100 }),
    carMaxWeightKg: Type.Number({ minimum: 100, maximum: 100_000 }),
    carClass: FerryClassName,
    /** Shortest first; the last has no bound. */
    fares: Type.Array(
      strict({
        upToM: Type.Optional(Type.Number({ minimum: 1, maximum: 100 })),
        times: Type.Integer({ minimum: 1, maximum: 20 }),
      }),
      { minItems: 1 },
    ),
    ...sourced,
  }),
});

export type QuayFile = Row<typeof QuayFile>;
export type ConnectionFile = Row<typeof ConnectionFile>;
export type TariffFile = Row<typeof TariffFile>;
export type FerryPayments = Row<typeof FerryPaymentsFile>;
export type QuayRecord = QuayFile['quays'][number];
export type ConnectionRecord = ConnectionFile['connections'][number];
export type LegRecord = Row<typeof LegRecord>;
export type FareRecord = ConnectionRecord['fare'];
export type FareRowRecord = TariffFile['fares'][number];

const Minutes = Type.Number({ exclusiveMinimum: 0, maximum: 1440 });
/** First and last departure of a day. A last departure that is earlier than the first is on the next day. */
const hours = { first: Type.Optional(Clock), last: Type.Optional(Clock) };

/** Departures from one quay on some days of the week. A quay without rows has the rows of the other quays. */
const SailingRow = strict({
  fromQuayId: Id,
  /** 1 Monday to 7 Sunday. */
  days: someOnce(Type.Integer({ minimum: 1, maximum: 7 })),
  /** Counted departures in a day; absent: not counted. */
  perDay: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Mean minutes between departures by day. */
  headwayMin: Minutes,
  /** The same between 22 and 6 o'clock, for ferries that sail at all hours; absent: not known, or it does not. */
  nightHeadwayMin: Type.Optional(Minutes),
  ...hours,
});

const ServiceRow = strict({
  connectionId: Id,
  name: Text,
  /** From departure to arrival, in either direction. */
  crossings: Type.Optional(some(strict({ quayIds: Type.Tuple([Id, Id]), min: Minutes }))),
  sailings: Type.Optional(some(SailingRow)),
  asOf: Day,
  source: Text,
  sureness: Type.Optional(Text),
});

/** The assumptions about the connections of a class of road. The first row that fits holds. */
const EstimateRow = strict({
  road: Type.Enum(['E', 'R', 'F', 'K', 'P']),
  /** Number of the county that orders the ferry; absent: any. */
  county: Type.Optional(Text),
  /** The row holds only for connections with more than two quays. */
  withStops: Type.Optional(Type.Literal(true)),
  /** Vessels that share the rounds over the quays of a connection. */
  vessels: Type.Number({ exclusiveMinimum: 0 }),
  leastHeadwayMin: Minutes,
  /** There are departures at all hours. */
  sailsAtNight: Type.Optional(Type.Literal(true)),
  ...hours,
  why: Text,
});

export const FerryServiceFile = strict({
  meta: Type.Object({ what: Text, source: Text, date: FileDay, licence: Text, counts: Counts }),
  estimates: some(EstimateRow),
  /** A vessel stays at each quay for this time. */
  turnaroundMin: Minutes,
  turnaroundWhy: Text,
  services: once('connectionId', ServiceRow, 1),
});

export type SailingRecord = Row<typeof SailingRow>;
export type FerryServices = Row<typeof FerryServiceFile>;
