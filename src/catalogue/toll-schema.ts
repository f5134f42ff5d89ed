/** The shape of `data/toll-stations.json` and `data/toll-projects.json`. Money in kroner. */
import Type from 'typebox';

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const Nok = Type.Number({ minimum: 0, multipleOf: 0.01 });
const Text = Type.String({ minLength: 1 });
/** `HH:MM`, Norwegian wall clock. */
const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
/** `HH:MM-HH:MM`, the end outside. */
const Window = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-4]):[0-5]\\d$' });
const Sizes = Type.Array(Type.Enum(['small', 'large']), { minItems: 1, uniqueItems: true });
const PassageKeys = Type.Array(Text, { minItems: 1, uniqueItems: true });
const Percent = Type.Number({ minimum: 0, maximum: 100 });
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A record of our own: a mistyped field name must not pass unseen. */
const strict = <T extends Type.TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** Where it comes from, and what must be known about it. */
const sourced = { source: Text, note: Type.Optional(Text) };
/** Absent `from`: its first day is not known, and it holds for all days before. */
const dated = { from: Type.Optional(Day), until: Type.Optional(Day) };

const TagDiscount = strict({
  from: Type.Optional(Day),
  smallPercent: Percent,
  largePercent: Percent,
  ...sourced,
});

const RushTerms = strict({
  ...dated,
  windows: Type.Array(Window, { minItems: 1 }),
  except: Type.Array(Type.Enum(['public-holiday', 'half-day', 'july'])),
  sizes: Sizes,
  /** Absent: all stations of the project. */
  stations: Type.Optional(PassageKeys),
  ...sourced,
});

const HourRule = strict({
  ...dated,
  pays: Type.Enum(['first', 'dearest']),
  windowMin: Type.Integer({ minimum: 1 }),
  sizes: Sizes,
  untagged: Type.Boolean(),
  onceBetween: Type.Optional(Window),
  ...sourced,
});

const Linked = strict({ ...dated, paid: PassageKeys, free: PassageKeys, ...sourced });
const Reversed = strict({
  stations: PassageKeys,
  windowMin: Type.Integer({ minimum: 1 }),
  ...sourced,
});
const Unapplied = strict({
  stations: PassageKeys,
  atLeast: Type.Integer({ minimum: 1 }),
  note: Text,
  source: Text,
});

const Cap = strict({
  group: Text,
  /** Names what is counted: the hour group of its stations, or a name of its own. Absent: each station. */
  key: Type.Optional(Text),
  /** It counts the stations of the project that have no hour group, too. */
  ungrouped: Type.Optional(Type.Boolean()),
  perMonth: Type.Integer({ minimum: 1 }),
  /** A day on which the source says so; since when it holds nobody tells. */
  knownOn: Day,
  /** Absent: both. */
  sizes: Type.Optional(Sizes),
  ...sourced,
});

const ZeroEmission = strict({
  ...dated,
  stations: Type.Optional(PassageKeys),
  size: Type.Optional(Type.Enum(['small', 'large'])),
  /** Absent: electric and hydrogen. */
  fuels: Type.Optional(
    Type.Array(Type.Enum(['electric', 'hydrogen', 'gas']), { minItems: 1, uniqueItems: true }),
  ),
  /**
   * `share` of the tagged price, or a tariff of its own (`byFuel.electric`); `exempt`: 0 with a tag.
   * `at-most` is a bound that the law sets, `planned` never came into force: they price nothing.
   */
  terms: Type.Enum(['share', 'at-most', 'own-tariff', 'exempt', 'planned']),
  percentOfTagged: Type.Optional(Percent),
  /** What it pays without a tag. */
  untagged: Type.Enum(['full', 'own-tariff']),
  ...sourced,
});

const OffAndRush = strict({ off: Nok, rush: Type.Optional(Nok) });
const prices = {
  small: Type.Optional(Nok),
  smallRush: Type.Optional(Nok),
  large: Type.Optional(Nok),
  largeRush: Type.Optional(Nok),
  byFuel: Type.Optional(
    Type.Partial(
      strict({
        petrol: OffAndRush,
        diesel: OffAndRush,
        electric: OffAndRush,
        hydrogen: OffAndRush,
      }),
    ),
  ),
  byEuroClass: Type.Optional(
    Type.Partial(strict({ 'euro-5-and-older': OffAndRush, 'euro-6': OffAndRush })),
  ),
};

const PublishedTariff = strict({
  from: Day,
  /** The time of that day at which it begins; absent: midnight. */
  fromTime: Type.Optional(Clock),
  until: Type.Optional(Day),
  /** `year`: only the year of `from` is known; the price counts as known for no day. */
  dateKnown: Type.Optional(Type.Literal('year')),
  /** Absent: all stations of the project. */
  stations: Type.Optional(PassageKeys),
  /** A part of the project that no list of stations describes; such a row prices nothing. */
  where: Type.Optional(Text),
  ...prices,
  ...sourced,
});

const Project = strict({
  id: Text,
  name: Text,
  operator: Type.String(),
  /** Small vehicles pay by fuel; `small` and the observed price are diesel. */
  smallByFuel: Type.Optional(Type.Boolean()),
  /** False: no AutoPASS project; the national terms of zero emission and exemptions are none of its. */
  nationalTerms: Type.Optional(Type.Literal(false)),
  /** Absent: the national ones. */
  tagDiscounts: Type.Optional(Type.Array(TagDiscount, { minItems: 1 })),
  rush: Type.Optional(Type.Array(RushTerms)),
  hourRules: Type.Optional(Type.Array(HourRule)),
  linkedStations: Type.Optional(Type.Array(Linked)),
  reversedRules: Type.Optional(Type.Array(Reversed)),
  unappliedRules: Type.Optional(Type.Array(Unapplied)),
  caps: Type.Optional(Type.Array(Cap)),
  zeroEmission: Type.Optional(Type.Array(ZeroEmission)),
  tariffs: Type.Optional(Type.Array(PublishedTariff)),
  /** Published without a day, or planned: they price nothing. */
  undatedTariffs: Type.Optional(Type.Array(strict({ ...prices, ...sourced }))),
  /** Stations that rules and tariffs name and that the extract does not have. */
  absentStations: Type.Optional(
    Type.Array(
      strict({
        passageKey: Text,
        name: Text,
        why: Text,
        /** First day on which it did not stand any more; absent: not known. */
        until: Type.Optional(Day),
        /** The time of that day at which it was removed; absent: midnight. */
        untilTime: Type.Optional(Clock),
        source: Text,
      }),
    ),
  ),
  notes: Type.Optional(Type.Array(Text)),
});

/** `data/toll-projects.json`: written by hand. */
export const TollProjectsFile = Type.Object({
  national: strict({
    tagDiscounts: Type.Array(TagDiscount, { minItems: 1 }),
    zeroEmission: Type.Array(ZeroEmission),
    /** Vehicles that pay no toll, by what their technical code begins with. */
    exemptions: Type.Optional(
      Type.Array(strict({ from: Type.Optional(Day), codePrefix: Text, name: Text, ...sourced })),
    ),
    /** For a station with windows whose project has no rush terms; sizes are those with a price. */
    rush: Type.Optional(
      strict({ except: Type.Array(Type.Enum(['public-holiday', 'half-day', 'july'])), ...sourced }),
    ),
    notes: Type.Array(Text),
  }),
  projects: Type.Array(Project, { minItems: 1 }),
});

const Position = Type.Number({ minimum: 0, maximum: 1 });
const LinkId = Type.Integer({ minimum: 1 });
const LinkStretch = { linkId: LinkId, from: Position, to: Position };

/** A tariff as the road database shows it; absent or null: not known. */
const observed = {
  smallNok: orNull(Nok),
  largeNok: orNull(Nok),
  smallRushNok: orNull(Nok),
  largeRushNok: Type.Optional(Nok),
  rush: orNull(Type.Array(Window, { minItems: 1 })),
};

const Station = Type.Object({
  id: Text,
  name: Text,
  project: Text,
  operator: orNull(Text),
  lat: Type.Number({ minimum: 57, maximum: 72 }),
  lon: Type.Number({ minimum: 4, maximum: 32 }),
  passageKey: Text,
  /** Number of the road; absent or null: not known. */
  road: Type.Optional(orNull(Type.String())),
  staleTwinOf: Type.Optional(Text),
  ...observed,
  /** First day on which the tariff was seen; absent: the day of the file. */
  observedFrom: Type.Optional(Day),
  /** Tariffs seen before it, oldest first. */
  earlier: Type.Optional(Type.Array(Type.Object({ from: Day, until: Day, ...observed }))),
  hourGroup: orNull(Text),
  charged: Type.Enum(['both', 'one-way', 'undecided-one-way']),
  chargedBearingDeg: Type.Optional(orNull(Type.Number({ minimum: 0, maximum: 360 }))),
  /** What decided the charged direction. */
  chargedBy: Text,
  /** Places on the links of the road database; absent: not known. */
  positions: Type.Optional(
    Type.Array(
      strict({ linkId: LinkId, at: Position, charged: Type.Enum(['with', 'against', 'both']) }),
    ),
  ),
});

/** A station that the road database once had, and has no more. */
const Gone = Type.Object({ id: Text, name: Text, project: Text, passageKey: Text, until: Day });

/** `data/toll-stations.json`: compiled; fields that pricing does not need are not checked. */
export const TollStationsFile = Type.Object({
  meta: Type.Object({ date: Day }),
  stations: Type.Array(Station, { minItems: 1 }),
  /** Absent: none. */
  gone: Type.Optional(Type.Array(Gone)),
  /** Pieces of carriageway on the roads of the stations; absent: not known. */
  carriageways: Type.Optional(
    Type.Array(strict({ ...LinkStretch, road: strict(LinkStretch), isReversed: Type.Boolean() })),
  ),
});

export type TollProjects = Type.Static<typeof TollProjectsFile>;
export type ProjectRecord = Type.Static<typeof Project>;
export type PublishedTariffRecord = Type.Static<typeof PublishedTariff>;
export type ZeroEmissionRecord = Type.Static<typeof ZeroEmission>;
export type RushRecord = Type.Static<typeof RushTerms>;
export type TollStations = Type.Static<typeof TollStationsFile>;
export type StationRecord = Type.Static<typeof Station>;
export type GoneStation = Type.Static<typeof Gone>;
