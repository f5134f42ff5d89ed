/** `ferry-service.json`: how long ferries take, when they sail, and the assumptions about the other ferries. */
import Type from 'typebox';
import {
  Clock,
  Counts,
  Day,
  FileDay,
  Id,
  once,
  type Row,
  some,
  someOnce,
  strict,
  Text,
} from './values.ts';

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
