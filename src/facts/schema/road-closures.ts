/** `road-closures.json`. */
import Type from 'typebox';
import {
  Clock,
  Day,
  Id,
  Lat,
  Lon,
  MonthDay,
  orNull,
  RoadName,
  type Row,
  SourcedMeta,
  some,
  strict,
  Text,
} from './values.ts';

const Period = strict({ from: MonthDay, to: MonthDay });
/** Null: the day is not known. Then `surely` has days on which it is certainly closed. */
const ClosedPeriod = strict({
  from: orNull(MonthDay),
  to: orNull(MonthDay),
  surely: Type.Optional(Period),
  /** The number of days of a year on which the road database has it closed. */
  days: Type.Optional(Type.Integer({ minimum: 0, maximum: 366 })),
  /** Days on which it is closed at night. */
  night: Type.Optional(Period),
  /** Days on which another source has it closed, in one year or usually; `spread` names the source. */
  others: Type.Optional(Period),
});
const End = strict({ name: Text, lat: Lat, lon: Lon });
const facts = {
  id: Id,
  name: Text,
  /** Gates, or the ends of a ferry line. */
  ends: Type.Tuple([End, End]),
  /** The days of other years and of other sources. */
  spread: Type.Optional(Text),
  asOf: Day,
  source: Text,
  sureness: Type.Optional(Text),
};
const road = {
  ...facts,
  road: RoadName,
  /** The network's name of the road, if it differs. */
  networkRoad: Type.Optional(RoadName),
};
const SectionRow = Type.Union([
  strict({ ...road, kind: Type.Literal('closed'), closed: ClosedPeriod }),
  strict({
    ...road,
    kind: Type.Literal('convoy'),
    /** Days of the road database that do not count as a closure; `spread` says why. */
    notClosed: Type.Optional(Period),
  }),
  strict({
    ...road,
    kind: Type.Literal('private-toll'),
    formerFee: Type.Optional(
      strict({ nok: Type.Integer({ minimum: 1 }), year: Type.Integer({ minimum: 2000 }) }),
    ),
  }),
]);
const FerryRow = strict({
  ...facts,
  connectionId: Id,
  road: Type.Optional(RoadName),
  kind: Type.Literal('closed'),
  closed: ClosedPeriod,
});

export const RoadClosuresFile = strict({
  meta: SourcedMeta,
  /** The days on which an answer mentions a convoy road. */
  convoyWinter: Period,
  /** The hours of roads that are closed at night; absent: not known, because the file was renewed without them. */
  nightHours: Type.Optional(
    strict({
      from: Clock,
      to: Clock,
      /**
       * Ids of the sections for which the hours are published. The others are assumed to have the same hours. Absent:
       * the file is older, and does not tell them.
       */
      publishedFor: Type.Optional(Type.Array(Id)),
      source: Text,
      sureness: Text,
    }),
  ),
  sections: some(SectionRow),
  ferries: Type.Array(FerryRow),
});

export type RoadClosures = Row<typeof RoadClosuresFile>;
export type SectionRecord = Row<typeof SectionRow>;
export type FerrySectionRecord = Row<typeof FerryRow>;
export type ClosedPeriodRecord = Row<typeof ClosedPeriod>;
