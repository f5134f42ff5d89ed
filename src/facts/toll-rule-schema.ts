/** The shape of the rules of a toll project, each with its days and its source. */
import Type from 'typebox';
import { Day } from './day-schema.ts';
import {
  Clock,
  dated,
  PassageKeys,
  Percent,
  Sizes,
  sourced,
  strict,
  Text,
  Window,
  WindowMin,
} from './toll-values-schema.ts';

/** From when until when stations collect toll; before and after it nothing is charged. */
export const Collection = strict({
  /** The first day, or the earliest that it can have been; absent: not known. */
  openFrom: Type.Optional(Day),
  /** The time of that day; absent: midnight. */
  openFromTime: Type.Optional(Clock),
  /** A day from which on they certainly collected; absent: `openFrom`, which is told. */
  openBy: Type.Optional(Day),
  /** First day on which they collected no more, or the latest that it can be; absent: they go on. */
  openTo: Type.Optional(Day),
  /** A day until which they certainly collected, itself outside; absent: `openTo`, which is told. */
  openUntil: Type.Optional(Day),
  /** The time of that day at which they stopped; absent: midnight. */
  openToTime: Type.Optional(Clock),
  /** Absent: all stations of the project that no other record names. */
  stations: Type.Optional(PassageKeys),
  ...sourced,
});

/** How long one drive past the records of one station takes at most. */
export const DrivePast = strict({
  ...dated,
  withinS: Type.Integer({ minimum: 1, maximum: 600 }),
  ...sourced,
});

/** What a tag takes off the price. */
export const TagDiscount = strict({
  from: Type.Optional(Day),
  smallPercent: Percent,
  largePercent: Percent,
  ...sourced,
});

/** When the rush tariff holds. */
export const RushTerms = strict({
  ...dated,
  windows: Type.Array(Window, { minItems: 1 }),
  except: Type.Array(Type.Enum(['public-holiday', 'half-day', 'july'])),
  sizes: Sizes,
  /** Absent: all stations of the project. */
  stations: Type.Optional(PassageKeys),
  ...sourced,
});

/** Passages of one group within one window pay once. */
export const HourRule = strict({
  ...dated,
  pays: Type.Enum(['first', 'dearest']),
  windowMin: WindowMin,
  sizes: Sizes,
  untagged: Type.Boolean(),
  onceBetween: Type.Optional(Window),
  ...sourced,
});

/** Who has paid at one station is free at the other. */
export const Linked = strict({ ...dated, paid: PassageKeys, free: PassageKeys, ...sourced });
/** Stations that are paid only where both are passed within the window. */
export const Reversed = strict({
  stations: PassageKeys,
  windowMin: WindowMin,
  ...sourced,
});
/** A rule that is known and not applied; a warning says so where that many stations are passed. */
export const Unapplied = strict({
  stations: PassageKeys,
  atLeast: Type.Integer({ minimum: 1 }),
  /** Nobody tells whether the stations are one payment: each is charged. */
  mayBeOnePayment: Type.Optional(Type.Literal(true)),
  note: Text,
  source: Text,
});

/** So many paid passages in a month at most. */
export const Cap = strict({
  group: Text,
  /** Names what is counted: the hour group of its stations, or a name of its own. Absent: each station. */
  key: Type.Optional(Text),
  /** It counts the stations of the project that have no hour group, too. */
  ungrouped: Type.Optional(Type.Boolean()),
  /** The most of all projects is 120 (Oslo); ten passages on each day are as good as no cap. */
  perMonth: Type.Integer({ minimum: 1, maximum: 310 }),
  /** A day on which the source says so; since when it holds nobody tells. */
  knownOn: Day,
  /** Absent: both. */
  sizes: Type.Optional(Sizes),
  ...sourced,
});

/** What vehicles without emissions pay. */
export const ZeroEmission = strict({
  ...dated,
  /** The time of the first day at which it begins; absent: midnight. */
  fromTime: Type.Optional(Clock),
  /** The time of `until` at which it ends; absent: midnight. */
  untilTime: Type.Optional(Clock),
  /** A later day than `from` on which a source says that a share still holds. */
  knownOn: Type.Optional(Day),
  stations: Type.Optional(PassageKeys),
  size: Type.Optional(Type.Enum(['small', 'large'])),
  /** Absent: electric and hydrogen. */
  fuels: Type.Optional(
    Type.Array(Type.Enum(['electric', 'hydrogen', 'gas']), { minItems: 1, uniqueItems: true }),
  ),
  /** Only for vehicles of this technical code, such as `N1` for vans; absent: for all. */
  technicalCode: Type.Optional(Type.String({ pattern: '^[MN][123]$' })),
  /**
   * `share` of the tagged price until a newer row, or a tariff of its own (`byFuel.electric`); `exempt`:
   * 0 with a tag. `at-most` is the ceiling of the law, `planned` never came into force: it prices nothing.
   */
  terms: Type.Enum(['share', 'at-most', 'own-tariff', 'exempt', 'planned']),
  percentOfTagged: Type.Optional(Percent),
  /** What it pays without a tag; `same`: the same share of the full price, or nothing either. */
  untagged: Type.Enum(['full', 'own-tariff', 'same']),
  ...sourced,
});

export type CollectionRecord = Type.Static<typeof Collection>;
export type RushRecord = Type.Static<typeof RushTerms>;
export type ZeroEmissionRecord = Type.Static<typeof ZeroEmission>;
