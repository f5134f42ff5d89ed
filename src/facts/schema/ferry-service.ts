/** `ferry-service.json`: how long ferries take, when they sail, and what is assumed of the others. */
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
/** Of a day: departures from then to then; a last one that is earlier than the first one is of the day after. */
const hours = { first: Type.Optional(Clock), last: Type.Optional(Clock) };

/** Departures from one quay on some days of the week. A quay without rows has those of the others. */
const SailingRow = strict({
  fromQuayId: Id,
  /** 1 Monday to 7 Sunday. */
  days: someOnce(Type.Integer({ minimum: 1, maximum: 7 })),
  /** Departures in a day, as counted; absent: not counted. */
  perDay: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Mean minutes from one departure to the next by day. */
  headwayMin: Minutes,
  /** The same between 22 and 6 o'clock, of ferries that sail at all hours; absent: not known, or it does not. */
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

/** What is assumed of the connections of a class of road; the first row that fits holds. */
const EstimateRow = strict({
  road: Type.Enum(['E', 'R', 'F', 'K', 'P']),
  /** Number of the county that orders the ferry; absent: any. */
  county: Type.Optional(Text),
  /** Holds for connections of more than two quays alone. */
  withStops: Type.Optional(Type.Literal(true)),
  /** Vessels that share the rounds over the quays of a connection. */
  vessels: Type.Number({ exclusiveMinimum: 0 }),
  leastHeadwayMin: Minutes,
  /** Departures at all hours. */
  sailsAtNight: Type.Optional(Type.Literal(true)),
  ...hours,
  why: Text,
});

export const FerryServiceFile = strict({
  meta: Type.Object({ what: Text, source: Text, date: FileDay, licence: Text, counts: Counts }),
  estimates: some(EstimateRow),
  /** A vessel lies at each quay for so long. */
  turnaroundMin: Minutes,
  turnaroundWhy: Text,
  services: once('connectionId', ServiceRow, 1),
});

export type SailingRecord = Row<typeof SailingRow>;
export type FerryServices = Row<typeof FerryServiceFile>;
