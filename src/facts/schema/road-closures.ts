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
/** Null: the day is not known; `surely` then has days that lie inside for certain. */
const ClosedPeriod = strict({
  from: orNull(MonthDay),
  to: orNull(MonthDay),
  surely: Type.Optional(Period),
  /** On how many days of a year the road database has it closed. */
  days: Type.Optional(Type.Integer({ minimum: 0, maximum: 366 })),
  /** Closed at night. */
  night: Type.Optional(Period),
  /** Days on which another source has it closed, in some year or usually; `spread` says which. */
  others: Type.Optional(Period),
});
const End = strict({ name: Text, lat: Lat, lon: Lon });
const facts = {
  id: Id,
  name: Text,
  /** Gates, or the ends of a ferry line. */
  ends: Type.Tuple([End, End]),
  /** What other years and other sources say. */
  spread: Type.Optional(Text),
  asOf: Day,
  source: Text,
  sureness: Type.Optional(Text),
};
const road = {
  ...facts,
  road: RoadName,
  /** The network's name of the road, where it has another. */
  networkRoad: Type.Optional(RoadName),
};
const SectionRow = Type.Union([
  strict({ ...road, kind: Type.Literal('closed'), closed: ClosedPeriod }),
  strict({
    ...road,
    kind: Type.Literal('convoy'),
    /** Days of the road database that are not taken as a closure; `spread` says why. */
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
  /** When a convoy road is worth a word. */
  convoyWinter: Period,
  /** Between which hours a road is closed that is so at night; absent: not known, in a file that was renewed without them. */
  nightHours: Type.Optional(
    strict({
      from: Clock,
      to: Clock,
      /** Ids of the sections that they are published for, the others are taken to have the same; absent: not told, in an older file. */
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
